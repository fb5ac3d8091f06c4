//! The end of a game by the rules, and the draws that players could have claimed (FIDE Laws of Chess, articles 5 and 9).
//!
//! [`claims`] reports the plies of a game after which something holds; [`every_ply`] reports every ply.
//!
//! | what holds | [`Outcome`] | ends the game |
//! |---|---|---|
//! | the side to move is in check and has no legal move | `Checkmate` | yes |
//! | the side to move is not in check and has no legal move | `Stalemate` | yes |
//! | neither side can ever give mate | `InsufficientMaterial` | yes |
//! | 75 moves of each side without capture or pawn move | `SeventyFiveMoves` | yes |
//! | the same position for the fifth time | `FivefoldRepetition` | yes |
//! | 50 moves of each side without capture or pawn move | `FiftyMoves` | if a player claims it |
//! | the same position for the third time | `ThreefoldRepetition` | if a player claims it |
//!
//! ```
//! use gardez_notation::claims::claims;
//! use gardez_notation::pgn::Reader;
//! use gardez_position::Outcome;
//!
//! let pgn = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
//! let game = Reader::from_bytes(pgn).read_game()?.expect("there is a game").game;
//! let claim = claims(&game).last().expect("the start position has occurred three times");
//! assert_eq!((claim.ply, claim.occurrences, claim.halfmove_clock), (8, 3, 8));
//! assert!(claim.outcomes().eq([Outcome::ThreefoldRepetition]));
//! # Ok::<_, core::convert::Infallible>(())
//! ```

use alloc::collections::BTreeMap;

use gardez_position::{Outcome, Position};
use gardez_types::Color;

use crate::pgn::{Game, GameResult, make};

/// The facts that hold after a ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// The number of plies made; 0 before the first move.
    pub ply: usize,
    /// The winner, if the side to move is mated.
    pub checkmate: Option<Color>,
    /// `true` for stalemate.
    pub is_stalemate: bool,
    /// `true` if no side can mate: bare kings, one minor piece, or only bishops on squares of one color.
    pub is_insufficient: bool,
    /// The number of times that the position has occurred, this time included.
    pub occurrences: usize,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
}

impl Claim {
    /// Returns what holds in a position after `ply` plies. Each call counts repetitions in the position's history;
    /// [`every_ply`] counts them once for a whole game.
    pub fn from_position(position: &Position, ply: usize) -> Self {
        Self::with_occurrences(position, ply, position.occurrences())
    }

    fn with_occurrences(position: &Position, ply: usize, occurrences: usize) -> Self {
        let mate = position.mate();
        Self {
            ply,
            checkmate: mate.and_then(|mate| mate.result().winner()),
            is_stalemate: mate == Some(Outcome::Stalemate),
            is_insufficient: position.has_insufficient_material(),
            occurrences,
            halfmove_clock: position.halfmove_clock(),
        }
    }

    /// Returns the outcomes that hold, first the ones that end the game without a claim.
    ///
    /// Five occurrences replace three, and 75 moves replace 50. After mate or stalemate there is no other outcome.
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        let mate = match self.checkmate {
            Some(winner) => Some(Outcome::Checkmate { winner }),
            None => self.is_stalemate.then_some(Outcome::Stalemate),
        };
        let insufficient = self.is_insufficient.then_some(Outcome::InsufficientMaterial);
        let draws = insufficient.into_iter().chain(Outcome::draws_by_count(self.halfmove_clock, self.occurrences));
        mate.into_iter().chain(draws.filter(move |_| mate.is_none()))
    }

    /// Returns the result if the rules end the game here without a claim.
    pub fn result(self) -> Option<GameResult> {
        self.outcomes().find(|outcome| !outcome.is_claim()).map(Outcome::result)
    }
}

/// Returns the plies of the main line, from 0, after which some [outcome](Claim::outcomes) holds.
pub fn claims(game: &Game) -> impl Iterator<Item = Claim> + '_ {
    every_ply(game).filter(|claim| claim.outcomes().next().is_some())
}

/// Returns what holds after each ply of the main line, from 0. A ply takes a search in a sorted map.
pub fn every_ply(game: &Game) -> impl Iterator<Item = Claim> + '_ {
    let mut position = Position::from(*game.start());
    let mut seen = Seen::default();
    let start = Claim::with_occurrences(&position, 0, seen.add(&position));
    let rest = game.main_line().enumerate().map(move |(index, id)| {
        make(&mut position, game.node(id).mv());
        Claim::with_occurrences(&position, index + 1, seen.add(&position))
    });
    core::iter::once(start).chain(rest)
}

/// The number of times that each position has occurred since the last irreversible move.
#[derive(Default)]
struct Seen {
    counts: BTreeMap<u64, usize>,
    /// The ply of the first position that is counted.
    first: usize,
}

impl Seen {
    /// Counts the position after the next ply; returns its occurrences.
    fn add(&mut self, position: &Position) -> usize {
        let (history, state) = (position.history(), position.state());
        let reversible = u32::from(state.halfmove_clock()).min(state.plies_from_null()) as usize;
        let first = history.len() - reversible.min(history.len());
        if first == history.len() {
            self.counts.clear();
        } else {
            // The counter of reversible plies has a greatest value, so positions may leave at the front.
            for state in &history[self.first..first] {
                if let Some(count) = self.counts.get_mut(&state.raw_key()) {
                    *count -= 1;
                }
            }
        }
        self.first = first;
        let count = self.counts.entry(position.raw_key()).or_default();
        *count += 1;
        *count
    }
}
