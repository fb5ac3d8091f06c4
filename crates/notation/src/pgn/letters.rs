//! The language of a game, found from the letters of its pieces.
//!
//! A game is in English as long as its words are legal in English and mean nothing else in the other languages that fit
//! so far. At another word, the [trials](Trial) read the rest of the game, each with the letters of one language.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::pgn::board::PgnBoard;
use crate::pgn::report::{Problem, ProblemKind, Severity};
use crate::pgn::verdict::{Skip, Verdict};
use crate::pgn::visitor::{Boards, Played, Visitor};
use crate::san::{self, LetterSet, Letters, Repairs};

/// The letters of a game.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct GameLetters {
    letters: Letters,
    /// The other languages in which all words so far mean the same moves.
    others: LetterSet,
    /// `true` if the last word is English for none of the languages that fit, or another move in some.
    asks: bool,
}

impl GameLetters {
    pub(in crate::pgn) const fn new(given: Option<Letters>) -> Self {
        match given {
            Some(letters) => Self { letters, others: LetterSet::EMPTY, asks: false },
            // A reader of the other letters is a reader of games a second time.
            None => {
                let others = if cfg!(gardez_small) { LetterSet::EMPTY } else { LetterSet::ALL };
                Self { letters: Letters::ENGLISH, others, asks: false }
            }
        }
    }

    /// Returns `true` if the words are in English for sure.
    #[inline]
    pub(in crate::pgn) fn are_english(&self) -> bool {
        self.others.is_empty() && self.letters == Letters::ENGLISH
    }

    pub(in crate::pgn) const fn asks(&self) -> bool {
        !cfg!(gardez_small) && self.asks
    }

    pub(in crate::pgn) fn candidates(&self) -> impl Iterator<Item = Letters> + use<> {
        core::iter::once(Letters::ENGLISH).chain(self.others.iter())
    }

    /// Makes the move that a text means in the letters of the game.
    #[cold]
    #[inline(never)]
    pub(in crate::pgn) fn play<B: PgnBoard>(
        &mut self,
        before: &B::Kept,
        after: &mut B::Kept,
        text: &[u8],
    ) -> Result<(Option<B::Move>, Repairs), ProblemKind> {
        if self.others.is_empty() {
            let refuse = |error| ProblemKind::Move(Box::new(error));
            let (english, changed) = self.letters.to_english(text).ok_or_else(|| refuse(self.letters.refusal(text)))?;
            return match B::play(before, after, &english) {
                Ok((m, repairs)) => Ok((m, repairs | changed)),
                Err(ProblemKind::Move(error)) => Err(refuse(self.letters.error_in(text, *error))),
                Err(kind) => Err(kind),
            };
        }
        let read = B::play(before, after, text);
        let Some(board) = before.as_chess() else {
            self.others = LetterSet::EMPTY;
            return read;
        };
        let has_letter = matches!(text, [b'A'..=b'N' | b'P'..=b'Z', ..]);
        let has_promotion = text[1..].iter().any(u8::is_ascii_uppercase) && !text.contains(&b'-');
        let (fitting, other) = match read {
            Ok(_) if has_letter => self.others.with_letter(text[0]),
            Ok(_) if !has_promotion => return read,
            _ => (self.others, self.others),
        };
        let english = if read.is_ok() { san::meaning(board, text) } else { None };
        self.others = fitting;
        for letters in other.iter() {
            let m = letters.to_english(text).and_then(|(text, _)| san::meaning(board, &text));
            match m {
                None => self.others.remove(letters),
                m => self.asks |= m != english,
            }
        }
        if self.asks && read.is_ok() { Err(ProblemKind::AmbiguousLetters(self.others)) } else { read }
    }
}

/// Reads the rest of a game in the letters of one language. It stops at an error in the main line.
pub(in crate::pgn) struct Trial<B: PgnBoard> {
    letters: Letters,
    depth: usize,
    moves: Vec<Option<B::Move>>,
    /// The number of errors in variations, or `None` after an error in the main line.
    errors: Option<u32>,
    /// `true` after a letter of no piece in English. A wrong move in English may be legal in another language.
    is_foreign: bool,
}

impl<B: PgnBoard> Trial<B> {
    pub(in crate::pgn) const fn new(letters: Letters, depth: usize) -> Self {
        Self { letters, depth, moves: Vec::new(), errors: Some(0), is_foreign: false }
    }
}

impl<B: PgnBoard> Visitor<Boards<B>> for Trial<B> {
    type Break = ();

    fn play(&mut self, played: Played<'_, B>) -> ControlFlow<(), Skip> {
        self.moves.push(played.mv);
        let is_foreign = |letter: char| letter.is_uppercase() && !"KQRBNP".contains(letter);
        self.is_foreign |= played.repairs.contains(Repairs::LETTERS) && played.text.to_str().chars().any(is_foreign);
        ControlFlow::Continue(Skip(false))
    }

    fn begin_variation(&mut self, _: &B, depth: usize) -> ControlFlow<(), Skip> {
        self.depth = depth;
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self) -> ControlFlow<()> {
        self.depth = self.depth.saturating_sub(1);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<()> {
        match &problem.kind {
            kind if kind.severity() == Severity::Note => {}
            ProblemKind::Move(_) | ProblemKind::NullMoveInCheck | ProblemKind::TornLetter if self.depth == 0 => {
                self.errors = None;
                return ControlFlow::Break(());
            }
            _ => self.errors = self.errors.map(|errors| errors.saturating_add(1)),
        }
        ControlFlow::Continue(())
    }
}

/// Returns the letters of the trial, English first, with the fewest errors, and what to say about them: if several give
/// the same moves, any of them will do.
pub(in crate::pgn) fn choose<B: PgnBoard>(trials: &[Trial<B>]) -> (Letters, Verdict) {
    let fits = |trial: &&Trial<B>| trial.errors.is_some() && (trial.is_foreign || trial.letters == Letters::ENGLISH);
    let best = trials.iter().filter(fits).min_by_key(|trial| trial.errors);
    let Some(best) = best.filter(|best| best.letters != Letters::ENGLISH) else {
        return (Letters::ENGLISH, Verdict::Take);
    };
    let mut set = LetterSet::EMPTY;
    let ties = trials.iter().filter(|trial| fits(trial) && trial.errors == best.errors);
    ties.clone().for_each(|trial| set.insert(trial.letters));
    if ties.clone().all(|trial| trial.moves == best.moves) {
        (best.letters, Verdict::noted(ProblemKind::Letters(set)))
    } else {
        (Letters::ENGLISH, Verdict::refused(ProblemKind::AmbiguousLetters(set)))
    }
}
