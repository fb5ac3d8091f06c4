//! What the rules say of a game: how it ended on the board, and which draws could have been claimed.
//!
//! ```
//! use gardez_notation::claims::claims;
//! use gardez_notation::pgn::Reader;
//! use gardez_position::Outcome;
//!
//! let pgn = b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
//! let game = Reader::from_bytes(pgn).read_game()?.expect("there is a game").game;
//! let claim = claims(&game).last().expect("the start position has occurred three times");
//! assert_eq!((claim.ply, claim.occurrences, claim.rule50), (8, 3, 8));
//! assert!(claim.outcomes().eq([Outcome::ThreefoldRepetition]));
//! # Ok::<_, core::convert::Infallible>(())
//! ```

use gardez_position::{Outcome, Position};
use gardez_types::Color;

use crate::pgn::{Game, GameResult, make};

/// What holds after some ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// How many half-moves have been made.
    pub ply: usize,
    /// The winner, if the side to move is mated.
    pub checkmate: Option<Color>,
    /// True if the side to move has no legal move and is not in check.
    pub is_stalemate: bool,
    /// True if neither side can ever mate: bare kings, one minor piece, or only bishops that all stand on one color.
    pub is_insufficient: bool,
    /// How often the position has occurred, this time included.
    pub occurrences: usize,
    /// Half-moves since the last capture or pawn move.
    pub rule50: u16,
}

impl Claim {
    /// What holds at a position, `ply` half-moves into its game; its history tells how often it has occurred.
    pub fn from_position(position: &Position, ply: usize) -> Self {
        let is_over = position.legal_move_count() == 0;
        Self {
            ply,
            checkmate: (is_over && position.in_check()).then(|| !position.side_to_move()),
            is_stalemate: is_over && !position.in_check(),
            is_insufficient: position.has_insufficient_material(),
            occurrences: position.occurrences(),
            rule50: position.rule50(),
        }
    }

    /// All that holds, by name: what ends the game at once before what only a claim ends. Five occurrences and 75 moves
    /// stand for three and 50 as well. Mate comes before everything.
    pub fn outcomes(self) -> impl Iterator<Item = Outcome> {
        let goes_on = self.checkmate.is_none() && !self.is_stalemate;
        [
            self.checkmate.map(|winner| Outcome::Checkmate { winner }),
            self.is_stalemate.then_some(Outcome::Stalemate),
            (goes_on && self.is_insufficient).then_some(Outcome::InsufficientMaterial),
            (goes_on && 150 <= self.rule50).then_some(Outcome::SeventyFiveMoves),
            (goes_on && 5 <= self.occurrences).then_some(Outcome::FivefoldRepetition),
            (goes_on && (100..150).contains(&self.rule50)).then_some(Outcome::FiftyMoves),
            (goes_on && (3..5).contains(&self.occurrences)).then_some(Outcome::ThreefoldRepetition),
        ]
        .into_iter()
        .flatten()
    }

    /// The result that the rules demand here: a win for mate, a draw for what ends the game without a claim.
    pub fn result(self) -> Option<GameResult> {
        let outcome = self.outcomes().find(|outcome| !outcome.is_claim())?;
        Some(match outcome {
            Outcome::Checkmate { winner } => GameResult::from_winner(winner),
            _ => GameResult::Draw,
        })
    }
}

/// What holds after each half-move of the main line, and before the first, where anything does.
pub fn claims(game: &Game) -> impl Iterator<Item = Claim> + '_ {
    every_ply(game).filter(|claim| claim.outcomes().next().is_some())
}

/// What holds before the first and after each half-move of the main line, even if it is nothing.
pub fn every_ply(game: &Game) -> impl Iterator<Item = Claim> + '_ {
    let mut position = Position::from(*game.start());
    let start = Claim::from_position(&position, 0);
    let rest = game.main_line().enumerate().map(move |(index, id)| {
        make(&mut position, game.node(id).mv());
        Claim::from_position(&position, index + 1)
    });
    core::iter::once(start).chain(rest)
}
