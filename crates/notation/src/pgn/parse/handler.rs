//! The trait by which the parser plays the moves of a game.

use core::ops::ControlFlow;

use crate::pgn::number::MoveNumber;
use crate::pgn::parse::Parser;
use crate::pgn::report::ProblemKind;
use crate::pgn::scan::SliceSource;
use crate::pgn::text::{Tag, Text};
use crate::pgn::verdict::Verdict;
use crate::pgn::visitor::{MoveForm, Visitor};

/// Turns each move text of a game into the visitor's form, and returns the verdict, or the problem of an illegal move.
pub(in crate::pgn) trait MoveHandler {
    type Form: MoveForm;

    fn begin_game(&mut self);

    /// Receives a tag pair, even if the visitor skips it.
    fn tag(&mut self, tag: &Tag<'_>);

    fn begin_moves<V: Visitor<Self::Form>>(&mut self, visitor: &mut V) -> ControlFlow<V::Break, Beginning>;

    /// Returns the number that is due in the current line, if boards are known.
    fn due(&self) -> Option<MoveNumber>;

    /// Plays a word that may be a move, at this depth.
    fn play<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        text: Text<'_>,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict>;

    fn begin_variation<V: Visitor<Self::Form>>(
        &mut self,
        visitor: &mut V,
        depth: usize,
    ) -> ControlFlow<V::Break, Verdict>;

    /// Ends the last variation that was not skipped, and returns its problem.
    fn end_variation(&mut self) -> Option<ProblemKind>;

    /// Returns `true` if the last word was refused because the rest of the game must show its language.
    fn asks_for_letters(&self) -> bool {
        false
    }

    /// Chooses the letters of the game by its rest, which begins with the last word; `None` if more of it is needed and
    /// it is not `whole`. Unless the verdict is a refusal, the word is read again.
    fn find_letters(&mut self, ahead: &Parser<SliceSource<'_>>, whole: bool) -> Option<Verdict> {
        let _ = (ahead, whole);
        Some(Verdict::Take)
    }
}

/// The beginning of the moves of a game.
pub(in crate::pgn) struct Beginning {
    /// The verdict of the visitor, and the problem of the start position.
    pub(in crate::pgn) verdict: Verdict,
    /// `false` if moves cannot be read, because the start position is unknown.
    pub(in crate::pgn) is_playable: bool,
}
