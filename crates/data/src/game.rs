//! A game with what a search expected of its positions.

use gardez_notation::pgn;
use gardez_position::Board;
use gardez_types::{GameResult, Move, Square, errors};

use crate::evaluation::Evaluation;
use crate::policy::Policy;

/// The largest number of plies of a game. The readers of games leave out the plies after it.
pub const MOST_PLIES: usize = 1 << 16;

/// A game with what a search expected of its positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The position before the first move.
    pub start: Board,
    /// The moves, with the positions before them.
    pub plies: Vec<Ply>,
    /// The evaluation of the position after the last move.
    pub last: Option<Evaluation>,
    /// The result of the game.
    pub result: GameResult,
}

/// A position of a game and the move that was made in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// The move that was made.
    pub mv: Move,
    /// The evaluation of the position before the move.
    pub evaluation: Option<Evaluation>,
    /// The moves that a search preferred.
    pub policy: Policy,
    /// The result of the game for this position, if it differs: rescoring with endgame tables changes it.
    pub result: Option<GameResult>,
}

impl Ply {
    /// Creates a move of which nothing else is known.
    pub const fn new(mv: Move) -> Self {
        Self { mv, evaluation: None, policy: Policy::Played, result: None }
    }
}

impl Game {
    /// Creates a game without moves that begins with this position.
    pub const fn new(start: Board, result: GameResult) -> Self {
        Self { start, plies: Vec::new(), last: None, result }
    }

    /// Sets the evaluation of all positions without one to this score, from White's point of view.
    pub(crate) fn set_missing(&mut self, score: i16) {
        let mut color = self.start.side_to_move();
        for ply in &mut self.plies {
            let seen = if color == gardez_types::Color::White { score } else { score.saturating_neg() };
            ply.evaluation.get_or_insert_with(|| Evaluation::from_score(seen));
            color = !color;
        }
    }
}

errors! {
    /// The reason there are no records of a game. `ply` is the number of moves before the position or move.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum UnfitGameError {
        IllegalMove { ply: usize } = "illegal-move", "the move after {ply} plies is not legal";
        /// A preferred move is not legal, appears twice, or its number does not make sense.
        Policy { ply: usize } = "policy", "the preferred moves after {ply} plies are not a distribution";
        /// The value of a position is not known, and [`MissingValue::Refuse`](crate::chunk::MissingValue::Refuse) is set.
        NoValue { ply: usize } = "no-value", "there is no value of the position after {ply} plies";
        /// The value of a position is not a probability: `q` from -1 to 1, `d` from 0 to 1.
        Value { ply: usize } = "value", "the value of the position after {ply} plies is not a probability";
        /// The result is not known, and [`Undecided::Refuse`](crate::chunk::Undecided::Refuse) is set.
        NoResult = "no-result", "the game has no result";
        /// The rook that may castle is not the outermost one, as the classical format assumes.
        CastlingRook { square: Square } = "castling-rook",
            "the rook on {square} may castle, which the classical format cannot say";
    }
}

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

fn annotate(
    game: &mut pgn::Game,
    node: pgn::NodeId,
    board: &Board,
    evaluation: Option<Evaluation>,
    policy: Option<&Policy>,
) {
    let node = game.node_mut(node);
    if let Some(evaluation) = evaluation {
        let score = evaluation.to_white(board.side_to_move());
        node.add_command(pgn::Annotation::Evaluation { score, depth: None });
    }
    let command = policy.map(|policy| policy.command(board.castling_mode())).unwrap_or_default();
    if command.is_empty() {
        return;
    }
    match node.comments.last_mut() {
        Some(comment) => *comment = format!("{comment} {command}"),
        None => node.comments.push(command),
    }
}
