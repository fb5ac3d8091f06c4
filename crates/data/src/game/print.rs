//! From a game to a PGN.

use gardez_notation::pgn;
use gardez_position::Board;
use gardez_types::GameResult;

use super::{Game, UnfitGameError};
use crate::evaluation::Evaluation;
use crate::policy::Policy;

/// The choice to write the distributions over moves as comments `[%policy e2e4 550,d2d4 300]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PolicyComments {
    /// They are left out.
    #[default]
    Omit,
    /// They are written, for all positions in which more than the played move is known.
    Write,
}

impl Game {
    /// Returns the game as a PGN, with its evaluations as comments like Lichess's, `[%eval 0.36]`.
    ///
    /// ```
    /// use gardez_data::{Evaluation, Game, Ply, PolicyComments};
    /// use gardez_position::Board;
    /// use gardez_types::GameResult;
    ///
    /// let mut game = Game::new(Board::start(), GameResult::Draw);
    /// game.plies.push(Ply::new(game.start.parse_uci("e2e4")?));
    /// game.last = Some(Evaluation::Centipawns(-36));
    /// let pgn = game.to_pgn(PolicyComments::Omit)?;
    /// assert!(pgn.to_string().ends_with("\n1. e4 { [%eval 0.36] } 1/2-1/2\n"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal.
    pub fn to_pgn(&self, policies: PolicyComments) -> Result<pgn::Game, UnfitGameError> {
        let mut game = pgn::Game::from_board(self.start);
        game.result = self.result;
        if self.result != GameResult::Unknown {
            game.tags.set("Result", self.result.as_str());
        }
        let (mut node, mut board) = (game.root(), self.start);
        for (ply, step) in self.plies.iter().enumerate() {
            let policy = if policies == PolicyComments::Write { Some(&step.policy) } else { None };
            annotate(&mut game, node, &board, step.evaluation, policy);
            node = game.add(node, Some(step.mv)).map_err(|_| UnfitGameError::IllegalMove { ply })?;
            board.do_move(step.mv);
        }
        annotate(&mut game, node, &board, self.last, None);
        Ok(game)
    }
}

/// Writes what is known of a position into the comment after the move that led to it.
fn annotate(
    game: &mut pgn::Game,
    node: pgn::NodeId,
    board: &Board,
    evaluation: Option<Evaluation>,
    policy: Option<&Policy>,
) {
    let node = game.node_mut(node);
    node.set_evaluation(evaluation.map(|evaluation| evaluation.to_white(board.side_to_move()).into()));
    let command = policy.map(|policy| policy.command(board.castling_mode())).unwrap_or_default();
    if command.is_empty() {
        return;
    }
    match node.comments.last_mut() {
        Some(comment) => *comment = format!("{comment} {command}"),
        None => node.comments.push(command),
    }
}
