//! `BaseBoard`: pieces on squares.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use gardez_position::{Bitboard, FenReader};
use gardez_types::{Color, File, Piece as CorePiece, PieceType, Rank, Square};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::game::{Game, Moves, Packed, Past};
use crate::args::{ColorArg, MaskArg, PieceTypeArg, SquareArg};
use crate::error;
use crate::moves::MoveObject;
use crate::pieces::Piece;
use crate::square_set::{SquareSet, Squares};
use gardez_variants::{FreeBoard as Sketch, FreeFenError, FreeFenErrorKind, Variant};

pub(super) const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const STARTING_PIECES: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// Pieces on squares, without a side to move.
///
/// >>> import gardez.chess as chess
/// >>> board = chess.BaseBoard("8/8/8/8/8/8/8/RNBQKBNR")
/// >>> board.piece_at(chess.E1), board.king(chess.BLACK)
/// (Piece.from_symbol('K'), None)
#[pyclass(module = "gardez.chess", subclass, frozen, dict, weakref)]
pub(crate) struct BaseBoard {
    game: Mutex<Game>,
}

// With the header of an object and the slots for attributes and weak references: 136 bytes. A mutex is larger elsewhere.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
const _: () = assert!(size_of::<BaseBoard>() == 88);

/// Returns the start position.
pub(super) fn start() -> Sketch {
    static START: LazyLock<Sketch> = LazyLock::new(|| STARTING_FEN.parse().unwrap_or(Sketch::EMPTY));
    *START
}

/// Returns a text that is not a FEN, as an exception.
pub(super) fn wrong(error: FreeFenError) -> PyErr {
    let FreeFenError { kind, text, .. } = &error;
    match kind {
        FreeFenErrorKind::Empty => error::value(kind),
        _ => error::value(format_args!("{kind}: '{}'", text.escape_debug())),
    }
}

/// Returns a text that is not a FEN, as an exception with what the reader of positions that can be played says about it.
pub(super) fn wrong_fen(py: Python<'_>, fen: &str, failure: FreeFenError) -> PyErr {
    let exception = wrong(failure);
    let Err(reason) = FenReader::new().read_board(fen) else { return exception };
    let reasoned = error::fen(py, fen, &reason);
    let value = reasoned.value(py);
    let text = exception.value(py).str();
    let set =
        text.and_then(|text| value.setattr("args", (text,))).and_then(|()| value.setattr("reason", reason.to_string()));
    set.err().unwrap_or(reasoned)
}

impl BaseBoard {
    pub(super) fn blank(variant: Variant) -> Self {
        Self::with(Sketch { variant, ..Sketch::EMPTY })
    }

    pub(super) fn with(sketch: Sketch) -> Self {
        Self { game: Mutex::new(Game { position: sketch.into(), past: None }) }
    }

    #[inline]
    pub(crate) fn lock(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(crate) fn sketch(&self) -> Sketch {
        self.lock().position.into()
    }

    /// Changes the position, and nothing of what was before it.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Sketch) -> T) -> T {
        let mut game = self.lock();
        let mut sketch = game.position.into();
        let result = change(&mut sketch);
        game.position = sketch.into();
        result
    }

    /// Makes a move: `play` changes the position, and returns the move for the list of moves.
    pub(super) fn push<'py>(
        &self,
        py: Python<'py>,
        play: impl FnOnce(&mut Sketch) -> PyResult<Bound<'py, MoveObject>>,
    ) -> PyResult<()> {
        let Game { position, past } = &mut *self.lock();
        let mut sketch = (*position).into();
        let object = play(&mut sketch)?;
        let past = past.get_or_insert_default();
        past.positions.push(std::mem::replace(position, sketch.into()));
        match &mut past.moves {
            Moves::Kept(moves) => moves.push(object.unbind()),
            Moves::Shown(moves) => moves.bind(py).append(object)?,
        }
        Ok(())
    }

    /// Takes the last move back and returns it, if there is one.
    pub(super) fn pop<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Game { position, past: Some(past) } = &mut *self.lock() else { return Ok(None) };
        let popped = match &mut past.moves {
            Moves::Kept(moves) => {
                let Some(popped) = moves.pop() else { return Ok(None) };
                popped.into_bound(py).into_any()
            }
            Moves::Shown(moves) => {
                let moves = moves.bind(py);
                let Some(last) = moves.len().checked_sub(1) else { return Ok(None) };
                let popped = moves.get_item(last)?;
                moves.del_item(last)?;
                popped
            }
        };
        if let Some(before) = past.positions.pop() {
            *position = before;
        }
        Ok(Some(popped))
    }

    /// Returns the moves made on a `Board`, as a list that a program may change.
    pub(crate) fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        // Made first: code of Python may run meanwhile.
        let list = PyList::empty(py);
        let mut game = self.lock();
        let moves = &mut game.past.get_or_insert_default().moves;
        match moves {
            Moves::Shown(list) => Ok(list.bind(py).clone()),
            Moves::Kept(kept) => {
                kept.iter().try_for_each(|m| list.append(m))?;
                *moves = Moves::Shown(list.clone().unbind());
                Ok(list)
            }
        }
    }

    /// Replaces the position, those before it, and the moves between them.
    pub(super) fn replace(&self, position: Packed, past: Option<Past>) {
        let game = Game { position, past: past.map(Box::new) };
        // The old moves go without the lock: code of Python may run then.
        let _old = std::mem::replace(&mut *self.lock(), game);
    }

    /// Makes a set of squares the pieces of a type: others of the type leave the board.
    fn assign(&self, piece_type: PieceType, squares: Bitboard) -> PyResult<()> {
        let mut sketch = self.sketch();
        if let Some(square) = (squares - sketch.occupied()).into_iter().next() {
            let text = format_args!("there is no piece on {square}, and a set has no colors: use set_piece_at");
            return Err(error::value(text));
        }
        for square in sketch.by_type(piece_type) - squares {
            sketch.remove_piece(square);
        }
        for square in squares - sketch.by_type(piece_type) {
            let color = if sketch.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
            sketch.put_piece(square, CorePiece::new(color, piece_type), false);
        }
        self.lock().position = sketch.into();
        Ok(())
    }

    pub(super) fn set_up<T>(&self, py: Python<'_>, change: impl FnOnce(&mut Sketch) -> T) -> PyResult<T> {
        self.forget(py)?;
        Ok(self.change(change))
    }

    pub(super) fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let moves = self.lock().past.as_mut().map(|past| {
            past.positions.clear();
            match &mut past.moves {
                Moves::Kept(moves) => Moves::Kept(std::mem::take(moves)),
                Moves::Shown(moves) => Moves::Shown(moves.clone_ref(py)),
            }
        });
        // Without the lock: code of Python may run when moves go.
        match moves {
            Some(Moves::Shown(moves)) => moves.bind(py).del_slice(0, usize::MAX),
            _ => Ok(()),
        }
    }
}

fn blockers(sketch: &Sketch, occupied: Option<Squares>) -> Bitboard {
    occupied.map_or_else(|| sketch.occupied(), |squares| Bitboard::from_bits(squares.0))
}

/// Defines the sets of the pieces of a type.
macro_rules! by_type {
    ($($(#[$doc:meta])* $name:ident, $set:ident: $piece_type:ident;)+) => {
        #[pymethods]
        impl BaseBoard {$(
            $(#[$doc])*
            #[getter]
            fn $name(&self) -> u64 {
                self.sketch().by_type(PieceType::$piece_type).bits()
            }

            #[setter]
            fn $set(&self, squares: MaskArg) -> PyResult<()> {
                self.assign(PieceType::$piece_type, squares.0)
            }
        )+}
    };
}

by_type! {
    /// Returns the pawns of both colors, as a number.
    pawns, set_pawns: Pawn;
    /// Returns the knights of both colors, as a number.
    knights, set_knights: Knight;
    /// Returns the bishops of both colors, as a number.
    bishops, set_bishops: Bishop;
    /// Returns the rooks of both colors, as a number.
    rooks, set_rooks: Rook;
    /// Returns the queens of both colors, as a number.
    queens, set_queens: Queen;
    /// Returns the kings of both colors, as a number.
    kings, set_kings: King;
}

#[pymethods]
impl BaseBoard {
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> Self {
        Self::blank(Variant::Chess)
    }

    #[pyo3(signature = (board_fen = Some(STARTING_PIECES)))]
    fn __init__(&self, py: Python<'_>, board_fen: Option<&str>) -> PyResult<()> {
        match board_fen {
            None => self.set_up(py, Sketch::clear_pieces),
            Some(fen) => self.set_board_fen(py, fen),
        }
    }

    /// Puts the pieces of the start position on the board.
    fn reset_board(&self, py: Python<'_>) -> PyResult<()> {
        self.clear_board(py)?;
        self.set_board_fen(py, STARTING_PIECES)
    }

    /// Takes all pieces from the board, and out of the pockets.
    fn clear_board(&self, py: Python<'_>) -> PyResult<()> {
        self.set_up(py, |sketch| {
            sketch.clear_pieces();
            (sketch.pockets, sketch.checks_left) = (Sketch::EMPTY.pockets, Sketch::EMPTY.checks_left);
        })
    }

    /// Returns the squares of pieces that were pawns.
    #[getter]
    fn promoted(&self) -> u64 {
        self.sketch().promoted.bits()
    }

    #[setter]
    fn set_promoted(&self, squares: MaskArg) {
        self.change(|sketch| sketch.promoted = squares.0);
    }

    /// Returns all pieces.
    #[getter]
    fn occupied(&self) -> u64 {
        self.sketch().occupied().bits()
    }

    #[setter]
    fn set_occupied(&self, squares: MaskArg) -> PyResult<()> {
        PieceType::ALL.into_iter().try_for_each(|piece_type| {
            let kept = self.sketch().by_type(piece_type) & squares.0;
            self.assign(piece_type, kept)
        })
    }

    /// Returns the pieces of Black and of White, so that a color is the index.
    #[getter]
    fn occupied_co(&self) -> (u64, u64) {
        let sketch = self.sketch();
        (sketch.by_color(Color::Black).bits(), sketch.by_color(Color::White).bits())
    }

    /// Returns the pieces of a type and color, as a number.
    fn pieces_mask(&self, piece_type: PieceTypeArg, color: ColorArg) -> u64 {
        self.sketch().pieces(color.0, piece_type.0).bits()
    }

    /// Returns the squares of the pieces of a type and color.
    fn pieces(&self, py: Python<'_>, piece_type: PieceTypeArg, color: ColorArg) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.pieces_mask(piece_type, color))
    }

    /// Returns the piece on a square, or None.
    fn piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let piece = self.lock().position.piece_on(square.0);
        piece.map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Returns the type of the piece on a square, from 1 (pawn) to 6 (king), or None.
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.lock().position.piece_on(square.0).map(|piece| piece.piece_type().raw())
    }

    /// Returns the color of the piece on a square, True for white, or None.
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.lock().position.piece_on(square.0).map(|piece| piece.color() == Color::White)
    }

    /// Returns the square of a king that was not a pawn, or None.
    fn king(&self, color: ColorArg) -> Option<u8> {
        self.sketch().king(color.0).map(|square| square as u8)
    }

    /// Returns the squares that the piece on a square attacks, as a number.
    fn attacks_mask(&self, square: SquareArg) -> u64 {
        self.sketch().attacks(square.0).bits()
    }

    /// Returns the squares that the piece on a square attacks.
    fn attacks(&self, py: Python<'_>, square: SquareArg) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.attacks_mask(square))
    }

    /// Returns the pieces of a color that attack a square, as a number.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers_mask(&self, color: ColorArg, square: SquareArg, occupied: Option<Squares>) -> u64 {
        let sketch = self.sketch();
        sketch.attackers(color.0, square.0, blockers(&sketch, occupied)).bits()
    }

    /// Returns true if a piece of a color attacks a square.
    #[pyo3(signature = (color, square, occupied = None))]
    fn is_attacked_by(&self, color: ColorArg, square: SquareArg, occupied: Option<Squares>) -> bool {
        self.attackers_mask(color, square, occupied) != 0
    }

    /// Returns the pieces of a color that attack a square.
    #[pyo3(signature = (color, square, occupied = None))]
    fn attackers(
        &self,
        py: Python<'_>,
        color: ColorArg,
        square: SquareArg,
        occupied: Option<Squares>,
    ) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.attackers_mask(color, square, occupied))
    }

    /// Returns the line to which a piece is pinned, or all squares, as a number.
    fn pin_mask(&self, color: ColorArg, square: SquareArg) -> u64 {
        self.sketch().pin(color.0, square.0).bits()
    }

    /// Returns the line to which a piece is pinned, or all squares.
    fn pin(&self, py: Python<'_>, color: ColorArg, square: SquareArg) -> PyResult<Py<SquareSet>> {
        SquareSet::object(py, self.pin_mask(color, square))
    }

    /// Returns true if a piece is pinned to its king.
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.pin_mask(color, square) != u64::MAX
    }

    /// Takes the piece from a square and returns it.
    fn remove_piece_at(&self, py: Python<'_>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let piece = self.set_up(py, |sketch| sketch.remove_piece(square.0))?;
        piece.map(|piece| Piece::object(py, piece)).transpose()
    }

    /// Puts a piece on a square, in place of the one that is there; None takes that away.
    #[pyo3(signature = (square, piece, promoted = false))]
    fn set_piece_at(&self, py: Python<'_>, square: SquareArg, piece: Option<&Piece>, promoted: bool) -> PyResult<()> {
        self.set_up(py, |sketch| match piece {
            None => _ = sketch.remove_piece(square.0),
            Some(piece) => sketch.put_piece(square.0, piece.core(), promoted),
        })
    }

    /// Returns the pieces as the first field of a FEN. `promoted` marks those that were pawns with `~`, as in crazyhouse.
    #[pyo3(signature = (*, promoted = None))]
    fn board_fen(&self, promoted: Option<bool>) -> String {
        let sketch = self.sketch();
        sketch.placement(promoted.unwrap_or(sketch.variant == Variant::Crazyhouse))
    }

    /// Reads the first field of a FEN. Raises ValueError if it is not one.
    fn set_board_fen(&self, py: Python<'_>, fen: &str) -> PyResult<()> {
        let mut sketch = self.sketch();
        sketch.set_pieces(fen).map_err(wrong)?;
        self.set_up(py, |old| *old = sketch)
    }

    /// Returns the pieces by their squares.
    #[pyo3(signature = (*, mask = MaskArg::ALL))]
    fn piece_map<'py>(&self, py: Python<'py>, mask: MaskArg) -> PyResult<Bound<'py, PyDict>> {
        let (position, map) = (self.lock().position, PyDict::new(py));
        let squares = (position.occupied() & mask.0).into_iter().rev();
        let mut found = Vec::with_capacity(64);
        found.extend(squares.filter_map(|square| Some((square as u8, position.piece_on(square)?))));
        let pieces = Piece::objects(py, found.iter().map(|&(_, piece)| piece))?;
        for ((square, _), piece) in found.iter().zip(pieces) {
            map.set_item(square, piece)?;
        }
        Ok(map)
    }

    /// Puts pieces on the board, in place of all others.
    fn set_piece_map(&self, py: Python<'_>, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut read = Vec::new();
        for item in pieces.call_method0("items")?.try_iter()? {
            let (square, piece): (SquareArg, PyRef<'_, Piece>) = item?.extract()?;
            read.push((square.0, piece.core()));
        }
        self.set_up(py, |sketch| {
            sketch.clear_pieces();
            for (square, piece) in read {
                sketch.put_piece(square, piece, false);
            }
        })
    }

    /// Sets up a start position of Chess960, from 0 to 959. Raises ValueError for another number.
    fn set_chess960_pos(&self, py: Python<'_>, scharnagl: i64) -> PyResult<()> {
        let sketch = chess960(scharnagl)?;
        self.set_up(py, |old| (old.types, old.colors, old.promoted) = (sketch.types, sketch.colors, sketch.promoted))
    }

    /// Returns the number of the start position of Chess960, or None.
    pub(super) fn chess960_pos(&self) -> Option<u16> {
        number(&self.sketch())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("{}('{}')", slf.get_type().name()?, slf.get().sketch().placement(false)))
    }

    fn __str__(&self) -> String {
        let sketch = self.sketch();
        drawing(|square| sketch.piece_on(square).map_or('.', |piece| piece.letter()).to_string(), false, Color::White)
    }

    /// Returns the board as text with chess symbols.
    #[pyo3(signature = (*, invert_color = false, borders = false, empty_square = "⭘", orientation = ColorArg(Color::White)))]
    fn unicode(&self, invert_color: bool, borders: bool, empty_square: &str, orientation: ColorArg) -> String {
        let sketch = self.sketch();
        let symbol = |square| match sketch.piece_on(square) {
            None => empty_square.to_owned(),
            Some(piece) => (if invert_color { piece.swap_colors() } else { piece }).figurine().to_string(),
        };
        drawing(symbol, borders, orientation.0)
    }

    /// Returns the board as a drawing, which notebooks show.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("gardez.chess.svg")?.getattr("of_board")?.call1((slf,))
    }
}

/// Returns a start position of Chess960, with all rights.
pub(super) fn chess960(number: i64) -> PyResult<Sketch> {
    let start = u16::try_from(number).ok().and_then(gardez_position::Board::chess960);
    let start = start.ok_or_else(|| error::value(format_args!("chess960 position index not 0 <= {number} <= 959")))?;
    let mut sketch = Sketch { chess960: true, ..Sketch::EMPTY };
    sketch.set_fen(&start.fen(gardez_position::FenStyle::XFen).to_string()).map_err(wrong)?;
    Ok(sketch)
}

/// Returns the number of a start position of Chess960, if the back ranks are one and mirror each other.
pub(super) fn number(sketch: &Sketch) -> Option<u16> {
    let pawns = Bitboard::from_rank(Rank::Two) | Bitboard::from_rank(Rank::Seven);
    if sketch.by_type(PieceType::Pawn) != pawns || !sketch.promoted.is_empty() {
        return None;
    }
    (0..960).find(|&number| {
        gardez_position::Board::chess960(number).is_some_and(|start| {
            Square::ALL.into_iter().all(|square| sketch.piece_on(square) == start.piece_on(square))
        })
    })
}

/// Returns eight rows of symbols.
fn drawing(symbol: impl Fn(Square) -> String, borders: bool, orientation: Color) -> String {
    let mut rows = Vec::new();
    let line = "  -----------------";
    let is_white = orientation == Color::White;
    for at in 0..8 {
        let rank = Rank::ALL[if is_white { 7 - at } else { at }];
        let cells = (0..8).map(|at| symbol(Square::new(File::ALL[if is_white { at } else { 7 - at }], rank)));
        let cells: Vec<_> = cells.collect();
        if borders {
            rows.push(String::from(line));
            rows.push(format!("{rank} |{}|", cells.join("|")));
        } else {
            rows.push(cells.join(" "));
        }
    }
    if borders {
        rows.push(String::from(line));
        rows.push(format!("   {}", if is_white { "a b c d e f g h" } else { "h g f e d c b a" }));
    }
    rows.join("\n")
}
