//! The starts of games in a row of entries.

use gardez_formats::{Entry, View, Wdl};
use gardez_position::Board;
use gardez_types::Color;

/// The state for deciding if an entry follows from the one before it, in the same game.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Continuity {
    /// The first entry.
    first: Option<Next>,
    next: Option<Next>,
}

/// The properties of an entry of a game.
#[derive(Clone, PartialEq, Debug)]
struct Next {
    board: Board,
    ply: u32,
    /// As White sees it.
    result: Wdl,
}

impl Continuity {
    /// Returns `true` if this entry is the first one of a game: the entry before it had no move, or its move does not
    /// lead here, or its ply or result does not fit.
    pub(super) fn begins_game<V: View>(&mut self, entry: &Entry<V>) -> bool {
        let result = match entry.board.side_to_move() {
            Color::Black if !V::IS_WHITE => entry.result.reversed(),
            _ => entry.result,
        };
        let this = Next { board: entry.board, ply: entry.ply, result };
        let follows = self.next.as_ref() == Some(&this);
        self.first.get_or_insert(this);
        let mut board = entry.board;
        self.next = entry
            .mv
            .filter(|&m| board.play(m).is_ok())
            .and_then(|_| Some(Next { board, ply: entry.ply.checked_add(1)?, result }));
        !follows
    }

    /// Adds entries that come after those so far. Returns `true` if the first one of them continues a game.
    #[cfg(feature = "lc0")]
    pub(super) fn join(&mut self, after: Self) -> bool {
        if after.first.is_none() {
            return false;
        }
        let follows = self.next.is_some() && self.next == after.first;
        self.next = after.next;
        if self.first.is_none() {
            self.first = after.first;
        }
        follows
    }
}
