//! Shapes of pieces for `gardez.chess.svg`, and Polyglot's numbers for `gardez.chess.polyglot`.

use gardez_svg::{Coordinates, Diagram};
use gardez_types::{CastlingSide, Color, File, Piece, PieceType, Square};
use gardez_zobrist::polyglot;
use pyo3::prelude::*;

/// Returns a picture with a piece of each type, from which Python takes the shapes.
#[pyfunction]
fn _shapes() -> String {
    let squares = Square::ALL.into_iter().zip(PieceType::ALL);
    let diagram = squares.fold(Diagram::new().with_coordinates(Coordinates::None), |diagram, (square, piece_type)| {
        diagram.with_piece(square, Piece::new(Color::White, piece_type))
    });
    diagram.to_string()
}

/// Returns the numbers of Polyglot's keys: for pieces, castling rights, files of captures en passant, and White's turn.
#[pyfunction]
fn _polyglot_numbers() -> Vec<u64> {
    let pieces = PieceType::ALL.into_iter().flat_map(|piece_type| {
        let both = [Color::Black, Color::White].into_iter();
        both.flat_map(move |color| Square::ALL.map(|square| polyglot::piece(Piece::new(color, piece_type), square)))
    });
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    let castling = Color::ALL.into_iter().flat_map(|color| sides.map(|side| polyglot::castling(color, side)));
    let files = File::ALL.into_iter().map(polyglot::en_passant);
    pieces.chain(castling).chain(files).chain([polyglot::white_to_move()]).collect()
}

pub(super) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(_shapes, m)?)?;
    m.add_function(wrap_pyfunction!(_polyglot_numbers, m)?)
}
