//! The moves of a game: the loop over everything that may occur among them, and its state.

use memchr::memchr3;

use super::bytes::{Class, class, is_space, is_tag_start};
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::words::LONGEST_WORD;
use super::{Answer, GameResult, ProblemKind, TextVisitor};

/// The state of the reader while it reads the moves of a game.
pub(super) struct State {
    /// False if the visitor skips the game.
    pub(super) is_wanted: bool,
    /// The number of open variations.
    pub(super) depth: usize,
    /// The depth of the line whose rest is skipped, and whether its beginning was reported to the visitor.
    pub(super) muted: Option<(usize, bool)>,
    /// The number of words in the main line so far.
    pub(super) plies: u64,
    pub(super) result: Option<GameResult>,
    /// True if the moves have no board: comments before the first move are reported, and nothing after it.
    pub(super) is_boardless: bool,
}

impl State {
    /// True if the visitor receives what comes next.
    #[inline]
    pub(super) const fn is_active(&self) -> bool {
        self.is_wanted && self.muted.is_none()
    }

    /// The number of open variations whose beginning was reported to the visitor.
    pub(super) const fn reported_depth(&self) -> usize {
        match self.muted {
            _ if !self.is_wanted => 0,
            None => self.depth,
            Some((0, _)) => 0,
            Some((depth, was_reported)) => depth - 1 + was_reported as usize,
        }
    }

    /// Skips the rest of the current line.
    pub(super) fn mute(&mut self) {
        if self.muted.is_none() {
            self.muted = Some((self.depth, true));
        }
    }
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
    On,
    End,
}

impl<S: Source> Reader<S> {
    /// Reads the moves of a game. If it is not `is_within` the limits, only its end is searched.
    pub(super) fn read_moves(
        &mut self,
        visitor: &mut impl TextVisitor,
        is_wanted: bool,
        is_within: bool,
    ) -> Result<(), S::Error> {
        let mut state = State { is_wanted, depth: 0, muted: None, plies: 0, result: None, is_boardless: false };
        if is_wanted {
            let answer = visitor.begin_moves();
            match (answer, self.fen_place) {
                (Answer::Noted(kind), Some(place)) => self.report_at(visitor, place, *kind),
                (Answer::Refused(kind), place) => {
                    let place = place.unwrap_or_else(|| (self.place(self.offset()), 0));
                    self.report_at(visitor, place, *kind);
                    state.is_boardless = true;
                }
                (answer, _) => self.odd_answer(visitor, &mut state, answer, self.offset()),
            }
        }
        if !is_within {
            self.give_up(visitor, &mut state);
        }
        self.read_words(visitor, &mut state)?;
        self.finish(visitor, &state);
        Ok(())
    }

    /// The loop over everything that may occur among moves.
    fn read_words(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        loop {
            self.ensure()?;
            let odd = if state.is_boardless { None } else { self.read_common(visitor, state) };
            if let Some((answer, offset)) = odd {
                self.odd_answer(visitor, state, answer, offset);
                continue;
            }
            let rest = self.rest();
            let Some(space) = rest.iter().position(|&byte| !is_space(byte)) else {
                self.pos += rest.len();
                if self.source.is_complete() {
                    return Ok(());
                }
                continue;
            };
            let byte = rest[space];
            let left = rest.len() - space;
            self.pos += space;
            if left < MARGIN && !self.source.is_complete() {
                continue;
            }
            // A dot belongs to the number before it: the limits are checked after it.
            if self.check_at < self.offset() && byte != b'.' {
                self.check_limits(visitor, state);
            }
            match class(byte) {
                Class::Letter | Class::Beyond | Class::Sign => {
                    if self.read_word(visitor, state)? == Flow::End {
                        return Ok(());
                    }
                }
                Class::Digit => {
                    if self.read_digits(visitor, state)? == Flow::End {
                        return Ok(());
                    }
                }
                Class::Brace => self.read_comment(visitor, state.is_active())?,
                Class::Dot => self.pos += 1,
                Class::Suffix => self.read_suffix(visitor, state),
                Class::Dollar => self.read_nag(visitor, state),
                Class::Open => self.open(visitor, state),
                Class::Close => self.close(visitor, state),
                Class::Semicolon => self.read_line_comment(visitor, state.is_active())?,
                Class::Star => {
                    if self.read_result(visitor, state, (GameResult::Unknown, true), 1)? == Flow::End {
                        return Ok(());
                    }
                }
                Class::Percent if self.is_at_line_start() => self.skip_line()?,
                Class::Bracket => {
                    let rest = self.rest();
                    if is_tag_start(rest) {
                        return Ok(());
                    }
                    let length = memchr3(b']', b'\n', b'\r', &rest[..rest.len().min(MARGIN)]);
                    let length = length.map_or(1, |at| at + usize::from(rest[at] == b']'));
                    self.stray(visitor, state, byte, length);
                }
                Class::Angle => {
                    let rest = self.rest();
                    match memchr3(b'>', b'\n', b'\r', &rest[..rest.len().min(LONGEST_WORD)]) {
                        Some(at) if rest[at] == b'>' => {
                            let offset = self.offset();
                            self.pos += at + 1;
                            if state.is_active() {
                                self.report(visitor, offset, ProblemKind::Reserved);
                            }
                        }
                        _ => self.stray(visitor, state, byte, 1),
                    }
                }
                Class::Percent | Class::Stray | Class::Space => self.stray(visitor, state, byte, 1),
            }
        }
    }

    #[cold]
    fn stray(&mut self, visitor: &mut impl TextVisitor, state: &State, byte: u8, length: usize) {
        let offset = self.offset();
        self.pos += length;
        if state.is_active() {
            self.report(visitor, offset, ProblemKind::Stray(byte));
        }
    }

    #[cold]
    fn check_limits(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        if let Some(kind) = self.exceeded() {
            if state.is_active() {
                self.report(visitor, self.offset(), kind);
            }
            self.give_up(visitor, state);
        }
    }

    /// Skips the rest of the main line, with all its variations.
    fn give_up(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        self.check_at = u64::MAX;
        self.end_variations(visitor, state.reported_depth());
        state.muted = Some((0, true));
    }

    #[cold]
    pub(super) fn odd_answer(
        &mut self,
        visitor: &mut impl TextVisitor,
        state: &mut State,
        answer: Answer,
        offset: u64,
    ) {
        match answer {
            Answer::Take => {}
            Answer::Skip => state.mute(),
            Answer::Noted(kind) => self.report(visitor, offset, *kind),
            Answer::Refused(kind) => {
                self.report(visitor, offset, *kind);
                state.mute();
            }
        }
    }
}
