//! The committed pictures, letter by letter.
//!
//! `GARDEZ_RENEW=1 cargo test -p gardez-svg --test it pictures` writes them again. Look at them before you commit them.

use std::env;
use std::fs;
use std::path::Path;

use gardez_bitboard::Bitboard;
use gardez_position::observers::DirtyThreats;
use gardez_position::{Board, Color, PieceType, Position};
use gardez_svg::{Arrow, Circle, Coordinates, Diagram, Glyph, Mask, Rgba, Sheet, Square, Theme};

/// Inline pictures in documentation are smaller than this.
const MAX_BYTES: usize = 10_000;

/// The position after these moves.
fn after(fen: &str, moves: &str) -> Position {
    let mut position: Position = fen.parse().expect("the FEN is valid");
    for text in moves.split_whitespace() {
        let m = position.parse_uci(text).expect("the move is legal");
        position.do_move(m);
    }
    position
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Compares a picture with the committed file of this name, or writes the file.
fn compare(name: &str, picture: &str) {
    assert!(!picture.contains("\n\n"), "an empty line ends an inline picture");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures").join(name);
    if env::var_os("GARDEZ_RENEW").is_some() {
        fs::write(&path, picture).expect("the picture can be written");
    }
    let committed = fs::read_to_string(&path).expect("the picture can be read").replace("\r\n", "\n");
    assert!(picture == committed, "{name} differs: see the first lines of this test");
}

#[test]
fn a_position_with_its_last_move_and_an_arrow() {
    let position = after(START, "e2e4 e7e5 d1h5 b8c6");
    let picture = Diagram::from(&position)
        .with_last_move(position.last_move())
        .with_arrow(Arrow::new(Square::H5, Square::F7))
        .with_title("1. e4 e5 2. Qh5 Nc6")
        .to_string();
    assert!(picture.len() < MAX_BYTES, "{} bytes", picture.len());
    compare("board.svg", &picture);
}

#[test]
fn a_check_seen_by_black_with_coordinates_inside() {
    let position = after(START, "e2e4 c7c5 g1f3 d7d6 f1b5");
    let picture = Diagram::from(&position)
        .with_orientation(Color::Black)
        .with_coordinates(Coordinates::Inside)
        .with_theme(Theme::GREEN)
        .with_last_move(position.last_move())
        .with_check(position.in_check().then(|| position.king(position.side_to_move())))
        .with_arrows(position.legal_moves())
        .with_circle(Circle::new(Square::B5).with_color(Rgba::new(0xb02020)))
        .with_glyph(Glyph::new(Square::B5, "!?"))
        .with_glyph(Glyph::new(Square::H1, "±"))
        .with_size(400);
    compare("check.svg", &picture.to_string());
}

#[test]
fn castling_marks_the_squares_of_the_king() {
    let position = after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1");
    let last_move = position.last_move().expect("a move was made");
    let picture = Diagram::from(&position)
        .with_last_move(last_move)
        .with_arrow(last_move)
        .with_coordinates(Coordinates::None)
        .with_theme(Theme::BLUE);
    compare("castling.svg", &picture.to_string());
}

#[test]
fn sets_that_overlap_share_their_squares() {
    let board: Board = "4k3/8/8/3r4/8/2N5/5B2/4K3 w - - 0 1".parse().expect("the FEN is valid");
    let picture = Diagram::from(&board)
        .with_theme(Theme::GRAY)
        .with_mask(Mask::new("attacks of the rook", board.attacks_from(Square::D5)))
        .with_mask(Mask::new("attacks of the knight", board.attacks_from(Square::C3)))
        .with_mask(Mask::new("attacks of the bishop", board.attacks_from(Square::F2)))
        .to_string();
    assert!(picture.len() < MAX_BYTES, "{} bytes", picture.len());
    compare("attacks.svg", &picture);
}

#[test]
fn threats_that_a_move_adds_and_removes() {
    let mut position = after("2k5/6p1/8/8/R6q/4B3/8/1K6 w - - 0 1", "");
    let mut threats = DirtyThreats::default();
    let m = position.parse_uci("e3d4").expect("the move is legal");
    position.do_move_with(m, &mut threats);
    let picture = Diagram::from(&position)
        .with_last_move(m)
        .with_arrows(threats.entries())
        .with_title("The attacks that Bd4 adds (green) and removes (red)");
    compare("threats.svg", &picture.to_string());
}

#[test]
fn planes_are_a_sheet_of_sets() {
    let position = after(START, "e2e4 c7c5");
    let mut sheet = Sheet::new(6).with_title("The pieces of each side after 1. e4 c5, as sets");
    let names = ["pawns", "knights", "bishops", "rooks", "queens", "king"];
    for (color, whose) in Color::ALL.into_iter().zip(["our", "their"]) {
        for (piece_type, name) in PieceType::ALL.into_iter().zip(names) {
            let plane = Diagram::from(position.pieces(color, piece_type))
                .with_coordinates(Coordinates::None)
                .with_theme(Theme::GRAY);
            sheet = sheet.with_diagram(format!("{whose} {name}"), plane);
        }
    }
    compare("planes.svg", &sheet.to_string());
}

#[test]
fn every_piece_on_squares_of_both_colors() {
    let mut diagram = Diagram::new().with_coordinates(Coordinates::None);
    for (piece_type, file) in PieceType::ALL.into_iter().zip(gardez_types::File::ALL) {
        for (color, ranks) in Color::ALL.into_iter().zip([[1, 2], [5, 6]]) {
            for rank in ranks {
                let square = Square::new(file, gardez_types::Rank::ALL[rank]);
                diagram = diagram.with_piece(square, gardez_types::Piece::new(color, piece_type));
            }
        }
    }
    let edges = Bitboard::from(gardez_types::File::H) | Bitboard::from(gardez_types::File::G);
    compare("pieces.svg", &diagram.with_mask(edges).to_string());
}
