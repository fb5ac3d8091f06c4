//! Mate, draws and results.

use gardez_position::{Board as CoreBoard, Outcome};
use gardez_types::Color;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::args::ColorArg;
use crate::board::{Board, Game};

/// Returns the number of an outcome in `Termination`.
fn number(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Checkmate { .. } => 1,
        Outcome::Stalemate => 2,
        Outcome::InsufficientMaterial => 3,
        Outcome::SeventyFiveMoves => 4,
        Outcome::FivefoldRepetition => 5,
        Outcome::FiftyMoves => 6,
        _ => 7,
    }
}

impl Game {
    /// Returns the number of occurrences of a position in the game, without the current one. Null moves do not break
    /// the series.
    ///
    /// `board` is the current one, or one that a move leads to.
    fn earlier(&self, board: &CoreBoard) -> usize {
        let history = self.position.history();
        let back = usize::from(board.rule50()).min(history.len());
        let same = |state: &&gardez_position::StateInfo| state.raw_key() == board.raw_key();
        history[history.len() - back..].iter().filter(same).count()
    }

    fn occurrences(&self) -> usize {
        1 + self.earlier(self.position.board())
    }

    fn claims_repetition(&self) -> bool {
        // Three plies back is the earliest position that a move can repeat.
        self.occurrences() >= 3 || {
            let board = self.position.board();
            board.rule50() >= 3 && board.legal_moves().into_iter().any(|m| self.earlier(&board.after(m)) >= 2)
        }
    }

    fn ending(&self, claim_draw: bool) -> Option<Outcome> {
        let board = self.position.board();
        let mate = board.mate();
        let material = || board.has_insufficient_material().then_some(Outcome::InsufficientMaterial);
        let count = || Outcome::draws_by_count(board.rule50(), self.occurrences()).find(|draw| !draw.is_claim());
        let fifty = || (claim_draw && self.position.can_claim_fifty_moves()).then_some(Outcome::FiftyMoves);
        let threefold = || (claim_draw && self.claims_repetition()).then_some(Outcome::ThreefoldRepetition);
        let checkmate = mate.filter(|mate| mate.winner().is_some());
        checkmate.or_else(material).or(mate).or_else(count).or_else(fifty).or_else(threefold)
    }
}

#[pymethods]
impl Board {
    /// Returns True if the side to move is in check.
    fn is_check(&self) -> bool {
        self.game().position.in_check()
    }

    /// Returns True if the side to move is in check and has no legal move.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> for move in "f3 e5 g4 Qh4".split():
    /// ...     _ = board.push_san(move)
    /// >>> board.is_checkmate()
    /// True
    fn is_checkmate(&self) -> bool {
        self.game().position.is_checkmate()
    }

    /// Returns True if the side to move is not in check and has no legal move.
    fn is_stalemate(&self) -> bool {
        self.game().position.is_stalemate()
    }

    /// Returns True if neither color can ever checkmate with its pieces.
    ///
    /// >>> import gardez
    /// >>> gardez.Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").is_insufficient_material()
    /// True
    fn is_insufficient_material(&self) -> bool {
        self.game().position.has_insufficient_material()
    }

    /// Returns True if a color can never checkmate with its pieces.
    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        self.game().position.has_insufficient_material_for(color.0)
    }

    /// Returns True if the position has occurred at least `count` times in the game.
    ///
    /// >>> import gardez
    /// >>> board = gardez.Board()
    /// >>> for move in "Nf3 Nf6 Ng1 Ng8".split():
    /// ...     _ = board.push_san(move)
    /// >>> board.is_repetition(2), board.is_repetition(3)
    /// (True, False)
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: i64) -> bool {
        i64::try_from(self.game().occurrences()).is_ok_and(|occurrences| count <= occurrences)
    }

    /// Returns True if the position has occurred five times, which is a draw.
    fn is_fivefold_repetition(&self) -> bool {
        self.game().occurrences() >= 5
    }

    /// Returns True if each side has made 75 moves without a capture or a pawn move, which is a draw unless it is
    /// checkmate.
    fn is_seventyfive_moves(&self) -> bool {
        let game = self.game();
        game.position.rule50() >= 150 && game.position.has_legal_moves()
    }

    /// Returns True if each side has made 50 moves without a capture or a pawn move.
    fn is_fifty_moves(&self) -> bool {
        let game = self.game();
        game.position.rule50() >= 100 && game.position.has_legal_moves()
    }

    /// Returns True if the side to move can claim a draw, here or by announcing a move.
    fn can_claim_draw(&self) -> bool {
        let game = self.game();
        game.position.can_claim_fifty_moves() || game.claims_repetition()
    }

    /// Returns True if the side to move can claim a draw by the fifty-move rule, here or by announcing a move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.game().position.can_claim_fifty_moves()
    }

    /// Returns True if the side to move can claim a draw by repetition, here or by announcing a move.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.game().claims_repetition()
    }

    /// Returns how the game has ended, as an `Outcome`, or None if it goes on.
    ///
    /// With `claim_draw=True`, draws that the side to move can claim count, too.
    ///
    /// >>> import gardez
    /// >>> gardez.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome()
    /// Outcome(termination=<Termination.STALEMATE: 2>, winner=None)
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome<'py>(&self, py: Python<'py>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let game = self.game();
        static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static TERMINATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let Some(ending) = game.ending(claim_draw) else { return Ok(None) };
        let termination = TERMINATION.import(py, "gardez.outcome", "Termination")?.call1((number(ending),))?;
        let winner = ending.winner().map(|winner| winner == Color::White);
        OUTCOME.import(py, "gardez.outcome", "Outcome")?.call1((termination, winner)).map(Some)
    }

    /// Returns the result of the game: `1-0`, `0-1`, `1/2-1/2`, or `*` if it goes on.
    ///
    /// >>> import gardez
    /// >>> gardez.Board().result()
    /// '*'
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        self.game().ending(claim_draw).map_or("*", |ending| ending.result().as_str())
    }

    /// Returns True if the game has ended.
    ///
    /// With `claim_draw=True`, draws that the side to move can claim count, too.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.game().ending(claim_draw).is_some()
    }
}
