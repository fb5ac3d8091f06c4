//! Games of a PGN in standard form, without what is not wanted.

use std::vec::Vec;

use gardez_notation::pgn::{Game, NodeId, ReadGame};

/// What is removed from games, and which of them are written anew.
///
/// ```
/// use gardez_data::Cleaning;
/// use gardez_notation::pgn::Reader;
///
/// let mut read = || Reader::from_bytes(b"1. e4 {best} e5 (1... c5) *").read_game();
/// assert!(Cleaning::default().changed(read()?.expect("a game")).is_none());
/// let main = Cleaning { comments: true, variations: true, ..Cleaning::default() };
/// let game = main.changed(read()?.expect("a game")).expect("it is less");
/// assert!(game.to_string().ends_with("\n1. e4 e5 *\n"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cleaning {
    /// Comments are removed.
    pub comments: bool,
    /// Variations are removed.
    pub variations: bool,
    /// Glyphs such as `!` and `$14` are removed.
    pub glyphs: bool,
    /// Games that are in standard form already count as changed, too.
    pub rewrite: bool,
}

impl Cleaning {
    /// Returns the game as it is to be written, or `None` if it is in standard form and nothing is removed.
    pub fn changed(self, read: ReadGame) -> Option<Game> {
        let is_standard = read.problem_count == 0;
        let mut game = read.game;
        let is_less = self.remove_parts(&mut game);
        (self.rewrite || is_less || !is_standard).then_some(game)
    }

    /// Removes what is not wanted; returns `true` if there was any of it.
    fn remove_parts(self, game: &mut Game) -> bool {
        let mut is_less = false;
        let mut open: Vec<NodeId> = Vec::from([game.root()]);
        while let Some(id) = open.pop() {
            if self.variations {
                let variations: Vec<NodeId> = game.node(id).children().iter().skip(1).copied().collect();
                for variation in variations {
                    is_less |= game.remove(variation);
                }
            }
            let node = game.node_mut(id);
            if self.comments {
                is_less |= !node.comments.is_empty();
                node.comments.clear();
            }
            if self.glyphs {
                is_less |= !node.nags.is_empty();
                node.nags.clear();
            }
            if let Some(before) = &mut node.before {
                if self.comments {
                    is_less |= !before.comments.is_empty();
                    before.comments.clear();
                }
                if self.glyphs {
                    is_less |= !before.nags.is_empty();
                    before.nags.clear();
                }
                if before.comments.is_empty() && before.nags.is_empty() {
                    node.before = None;
                }
            }
            open.extend(game.node(id).children());
        }
        is_less
    }
}
