//! Turns the tokens of a PGN into calls of a visitor.
//!
//! The [`Parser`] decides which tags belong to which game, which variations are open, what the visitor skips, and where
//! a game ends. It passes moves to a [handler](MoveHandler), so it reads no bytes and uses no boards.

mod ending;
mod error;
mod handler;
mod header;
mod moves;
mod names;
mod state;
mod variations;

use core::ops::ControlFlow;

use memchr::memchr;

pub use self::error::ReadError;
pub(in crate::pgn) use self::handler::{Beginning, MoveHandler};
use self::header::Header;
use self::state::State;
use crate::pgn::report::{Limits, Place, ProblemKind, Watch};
use crate::pgn::scan::{CommentEnd, MARGIN, Scanner, SliceSource, Source};
use crate::pgn::verdict::Skip;
use crate::pgn::visitor::Visitor;

/// Reads the games of a PGN.
#[derive(Clone, Debug)]
pub(in crate::pgn) struct Parser<S> {
    scan: Scanner<S>,
    watch: Watch,
    /// The number of games that have begun.
    game: u64,
    stage: Stage,
    header: Header,
    state: State,
    /// `true` if the input is not a PGN.
    is_foreign: bool,
}

/// The part of a game that is read next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Outside,
    /// The comments before the tags.
    Remarks,
    Tags,
    Moves,
    /// The rest of the line of a result.
    Result,
    /// The text up to the next game.
    After,
}

impl<S> Parser<S> {
    pub(in crate::pgn) fn new(source: S) -> Self {
        let limits = Limits::default();
        Self {
            scan: Scanner::new(source, &limits),
            watch: Watch::new(limits),
            game: 0,
            stage: Stage::Outside,
            header: Header::NONE,
            state: State::new(),
            is_foreign: false,
        }
    }

    pub(in crate::pgn) const fn set_limits(&mut self, limits: Limits) {
        self.scan.set_limits(&limits);
        self.watch = Watch::new(limits);
    }

    #[cfg(feature = "std")]
    pub(in crate::pgn) fn into_source(self) -> S {
        self.scan.into_source()
    }

    pub(in crate::pgn) const fn game_count(&self) -> u64 {
        self.game
    }

    /// Returns the offset at which the last game begins.
    pub(in crate::pgn) const fn game_start(&self) -> u64 {
        self.watch.game_start()
    }

    pub(in crate::pgn) const fn offset(&self) -> u64 {
        self.scan.offset()
    }
}

impl Parser<SliceSource<'_>> {
    /// Reads the rest of a game. Returns `true` if the visitor stopped, or the game ended, well before the last byte.
    pub(in crate::pgn) fn try_rest<M: MoveHandler, V: Visitor<M::Form>>(
        mut self,
        handler: &mut M,
        visitor: &mut V,
    ) -> bool {
        let _ = Reading { parser: &mut self, handler, visitor }.rest_of_game();
        MARGIN <= self.scan.seen()
    }
}

impl<S: Source> Parser<S> {
    /// Reads ahead to see this many bytes. Returns a parser of them in the same state, and `true` if no more can be seen.
    fn ahead(&mut self, wanted: usize) -> Result<(Parser<SliceSource<'_>>, bool), S::Error> {
        let Self { scan, watch, header, state, stage, .. } = self;
        let (scan, is_whole) = scan.ahead(wanted, watch.limits())?;
        let (watch, header, state) = (Watch::new(*watch.limits()), header.clone(), state.clone());
        Ok((Parser { scan, watch, game: 1, stage: *stage, header, state, is_foreign: false }, is_whole))
    }

    /// Reads the next game; returns `false` if there is none.
    ///
    /// If the visitor stopped in a game, the rest of the game is skipped. After an error of the source, it is another game.
    pub(in crate::pgn) fn read<M: MoveHandler, V: Visitor<M::Form>>(
        &mut self,
        handler: &mut M,
        visitor: &mut V,
    ) -> Outcome<bool, S, M, V> {
        let result = Reading { parser: self, handler, visitor }.next_game();
        if matches!(result, Err(ReadError::Source(_))) {
            self.stage = Stage::Outside;
        }
        result
    }
}

type Outcome<T, S, M, V> = Result<T, ReadError<<S as Source>::Error, <V as Visitor<<M as MoveHandler>::Form>>::Break>>;

/// A parser with the handler and the visitor of a game.
struct Reading<'a, S, M, V> {
    parser: &'a mut Parser<S>,
    handler: &'a mut M,
    visitor: &'a mut V,
}

impl<S: Source, M: MoveHandler, V: Visitor<M::Form>> Reading<'_, S, M, V> {
    fn next_game(&mut self) -> Outcome<bool, S, M, V> {
        // The rest of a game in which a visitor stopped is skipped.
        self.parser.state.is_wanted = false;
        self.rest_of_game()?;

        if self.parser.game == 0 && self.is_foreign()? {
            return Ok(false);
        }
        if !self.parser.scan.find_game()? {
            return self.parser.scan.window.take_error().map_or(Ok(false), |error| Err(ReadError::Source(error)));
        }
        let parser = &mut *self.parser;
        let is_utf16 = parser.game == 0 && parser.scan.window.source().is_utf16();
        parser.game += 1;
        parser.watch.begin_game(parser.scan.offset(), parser.scan.window.counted_line_start());
        parser.header.clear();
        parser.state = State::new();
        parser.stage = Stage::Remarks;
        self.handler.begin_game();
        let skip = to_result(self.visitor.begin_game());
        self.parser.state.is_wanted = matches!(skip, Ok(Skip(false)));
        skip?;
        if is_utf16 && self.parser.state.is_wanted {
            self.report_here(ProblemKind::Utf16)?;
        }

        self.rest_of_game()?;
        if self.parser.state.is_wanted {
            to_result(self.visitor.end_game())?;
        }
        Ok(true)
    }

    /// Returns `true` if the input is packed or another document. Reports it once, and passes the input.
    fn is_foreign(&mut self) -> Outcome<bool, S, M, V> {
        let Parser { scan, is_foreign, .. } = &mut *self.parser;
        if !*is_foreign {
            let mut found = scan.foreign()?;
            if found.is_none() && scan.find_game()? {
                found = scan.foreign()?;
            }
            let Some(found) = found else { return Ok(false) };
            *is_foreign = true;
            if let Some(error) = scan.window.source().refuse(found) {
                return Err(ReadError::Source(error));
            }
            self.report_here(ProblemKind::Foreign(found))?;
        }
        self.parser.scan.pass_all();
        Ok(true)
    }

    /// Reads a game from its current stage to its end.
    fn rest_of_game(&mut self) -> Outcome<(), S, M, V> {
        if self.parser.stage == Stage::Remarks {
            self.remarks()?;
            self.parser.stage = Stage::Tags;
            if self.parser.state.is_wanted {
                self.parser.header.is_wanted = to_result(self.visitor.begin_tags())? == Skip(false);
            }
        }
        if self.parser.stage == Stage::Tags {
            self.tags()?;
            self.parser.stage = Stage::Moves;
            self.begin_moves()?;
        }
        if !matches!(self.parser.stage, Stage::After | Stage::Outside) {
            self.moves()?;
            self.parser.stage = Stage::After;
            self.finish()?;
        }
        if self.parser.stage == Stage::After {
            self.text_after_game()?;
            self.parser.stage = Stage::Outside;
        }
        Ok(())
    }

    fn place(&mut self, offset: u64) -> Place {
        self.parser.scan.window.place(offset)
    }

    fn report_at(&mut self, (place, length): (Place, u64), kind: ProblemKind) -> Outcome<(), S, M, V> {
        to_result(self.visitor.problem(&place.problem(self.parser.game, length, kind)))
    }

    #[cold]
    fn report(&mut self, start: u64, kind: ProblemKind) -> Outcome<(), S, M, V> {
        let length = self.parser.offset() - start;
        let place = self.place(start);
        self.report_at((place, length), kind)
    }

    /// Reports a problem of the next byte, or before it.
    #[cold]
    fn report_here(&mut self, kind: ProblemKind) -> Outcome<(), S, M, V> {
        self.report(self.parser.offset(), kind)
    }

    #[inline]
    fn exceeded(&mut self) -> Option<ProblemKind> {
        let Parser { scan, watch, .. } = &mut *self.parser;
        let offset = scan.offset();
        if offset <= watch.due() { None } else { watch.exceeded(offset, scan.window.line_start()) }
    }

    /// Reads the comment that begins here, and passes it to the visitor if it `is_active`.
    fn comment(&mut self, is_active: bool) -> Outcome<(), S, M, V> {
        let start = self.parser.scan.offset();
        let comment = self.parser.scan.comment()?;
        if !is_active {
            return Ok(());
        }
        let (is_utf8, ending) = (comment.text.is_utf8(), comment.ending);
        let has_nul = memchr(0, comment.text.as_bytes()).is_some();
        to_result(self.visitor.comment(comment.text))?;
        match ending {
            CommentEnd::Closed => {}
            CommentEnd::Unclosed => self.report(start, ProblemKind::UnclosedComment)?,
            CommentEnd::Cut => self.report(start, ProblemKind::CommentLimit)?,
        }
        if !is_utf8 {
            self.report(start, ProblemKind::NotUtf8)?;
        }
        if has_nul {
            self.report(start, ProblemKind::Nul)?;
        }
        Ok(())
    }
}

#[inline]
fn to_result<T, E, B>(flow: ControlFlow<B, T>) -> Result<T, ReadError<E, B>> {
    match flow {
        ControlFlow::Continue(verdict) => Ok(verdict),
        ControlFlow::Break(value) => Err(ReadError::Stopped(value)),
    }
}
