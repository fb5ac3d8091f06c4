//! Games of a PGN in standard form, without what is not wanted.

use std::io::Read;

use gardez_notation::pgn::{ExportStyle, Game, MoveNotation, NodeId, PgnBoard, Problem, ReadGame, Severity};

use crate::texts::{GameTextError, GameTexts};

/// The parts that are removed from games, and the games that are written anew.
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
    /// The treatment of games with errors.
    pub errors: DamagedGames,
    /// The form of the moves. Every game counts as changed unless it is SAN in English.
    pub notation: MoveNotation,
}

/// The treatment of games with errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DamagedGames {
    /// They are written up to the error.
    #[default]
    Cut,
    /// They are not written.
    Drop,
    /// They are written exactly as they are.
    Keep,
}

impl Cleaning {
    /// Cleans the games of a PGN: calls `problem` for each problem, and `write` for the text of each game, with an empty
    /// line after it. Returns the number of games written. An unchanged game keeps its bytes.
    ///
    /// # Errors
    ///
    /// Returns the error of the stream, or of `write`.
    pub fn run<R: Read, B: PgnBoard, E: From<GameTextError>>(
        self,
        games: &mut GameTexts<R, B>,
        mut problem: impl FnMut(&Problem),
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut written = 0;
        while let Some(read) = games.read_game()? {
            read.problems.iter().for_each(&mut problem);
            let has_errors = read.problems.iter().any(|problem| problem.kind.severity() == Severity::Error);
            let changed = match self.errors {
                DamagedGames::Drop if has_errors => continue,
                DamagedGames::Keep if has_errors => None,
                _ => self.changed(read),
            };
            write(&changed.map_or_else(|| games.paragraph(), |game| Ok(self.text(&game).into_bytes()))?)?;
            written += 1;
        }
        Ok(written)
    }

    /// Returns the game as it is to be written, or `None` if it is in standard form and nothing is removed.
    pub fn changed<B: PgnBoard>(self, read: ReadGame<B>) -> Option<Game<B>> {
        let is_standard = read.problem_count == 0;
        let mut game = read.game;
        let is_less = self.remove_parts(&mut game);
        let is_other = self.notation != MoveNotation::default();
        (self.rewrite || is_less || is_other || !is_standard).then_some(game)
    }

    fn text<B: PgnBoard>(self, game: &Game<B>) -> String {
        game.to_pgn(ExportStyle::default().with_notation(self.notation)) + "\n"
    }

    fn remove_parts<B: PgnBoard>(self, game: &mut Game<B>) -> bool {
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
            is_less |= self.comments && clear(&mut node.comments);
            is_less |= self.glyphs && clear(&mut node.nags);
            if let Some(before) = &mut node.before {
                is_less |= self.comments && clear(&mut before.comments);
                is_less |= self.glyphs && clear(&mut before.nags);
                if before.comments.is_empty() && before.nags.is_empty() {
                    node.before = None;
                }
            }
            open.extend(game.node(id).children());
        }
        is_less
    }
}

fn clear<T>(items: &mut Vec<T>) -> bool {
    let is_less = !items.is_empty();
    items.clear();
    is_less
}
