//! Who can still checkmate: insufficient material and blocked pawns, proved by looking at every position.

use std::collections::HashSet;

use gardez_bitboard::king_attacks;
use gardez_position::{Board, Builder, CanMate, Color, Outcome, Piece, Placement, Square, Status};
use gardez_types::{File, Generator, Rank};

fn board(fen: &str) -> Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns `true` if these pieces, with black to move, are a position in which white has mated.
fn is_mate(placement: Placement) -> bool {
    let built = Builder::from_placement(&placement).with_side_to_move(Color::Black).build_board();
    built.is_ok_and(|board| board.status() == Status::Checkmate)
}

/// The squares a1, b1, c1, d1, b2, c2, d2, c3, d3 and d4. Without pawns, every position has one with the king here.
fn corner() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(|square| {
        let (file, rank) = (square.file() as u8, square.rank() as u8);
        file < 4 && rank <= file
    })
}

/// The kings and the white piece, black's king in the corner.
fn kings_and(piece: Piece) -> impl Iterator<Item = Placement> {
    corner().flat_map(move |black| {
        Square::ALL.into_iter().flat_map(move |white| {
            let kings = Placement::EMPTY.with_piece(black, Piece::BlackKing).with_piece(white, Piece::WhiteKing);
            let apart = black.distance(white) > 1;
            let free = Square::ALL.into_iter().filter(move |&square| apart && square != black && square != white);
            free.map(move |square| kings.with_piece(square, piece))
        })
    })
}

fn king_of(placement: &Placement, piece: Piece) -> Square {
    placement.piece_map().find(|&(_, found)| found == piece).expect("a king").0
}

/// Only black pieces next to their king can help white. So all sets of neighbors are enough.
#[test]
fn a_knight_never_mates_a_king_with_queens() {
    let mut tried = 0;
    for placement in kings_and(Piece::WhiteKnight) {
        let black = king_of(&placement, Piece::BlackKing);
        let knight = king_of(&placement, Piece::WhiteKnight);
        if (black.file_distance(knight), black.rank_distance(knight)) != (1, 2)
            && (black.file_distance(knight), black.rank_distance(knight)) != (2, 1)
        {
            continue;
        }
        let free: Vec<_> = king_attacks(black).into_iter().filter(|&s| placement.piece_on(s).is_none()).collect();
        for chosen in 0..1_u32 << free.len() {
            let queens = free.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
            let placement = queens.fold(placement, |all, (_, &square)| all.with_piece(square, Piece::BlackQueen));
            assert!(!is_mate(placement), "{placement}");
            tried += 1;
        }
    }
    assert!(tried > 100_000, "{tried}");
}

/// Pieces of black on any two squares next to its king, and the bishops on squares of one color.
#[test]
fn bishops_of_one_color_never_mate_a_king_with_rooks_queens_and_such_bishops() {
    let mut tried = 0;
    for placement in kings_and(Piece::WhiteBishop) {
        let black = king_of(&placement, Piece::BlackKing);
        let bishop = king_of(&placement, Piece::WhiteBishop);
        // A check is needed.
        if black.file_distance(bishop) != black.rank_distance(bishop) {
            continue;
        }
        let pieces = |square: Square| {
            let fits = move |piece| piece != Piece::BlackBishop || square.is_light() == bishop.is_light();
            [Piece::BlackBishop, Piece::BlackRook, Piece::BlackQueen].into_iter().filter(move |&piece| fits(piece))
        };
        let free: Vec<_> = king_attacks(black).into_iter().filter(|&s| placement.piece_on(s).is_none()).collect();
        assert!(!is_mate(placement), "{placement}");
        for (index, &first) in free.iter().enumerate() {
            for piece in pieces(first) {
                let one = placement.with_piece(first, piece);
                assert!(!is_mate(one), "{one}");
                for &second in &free[index + 1..] {
                    for piece in pieces(second) {
                        let two = one.with_piece(second, piece);
                        assert!(!is_mate(two), "{two}");
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 100_000, "{tried}");
}

#[test]
fn a_side_with_sufficient_material_has_a_mate() {
    for fen in [
        // A knight mates with the help of a pawn, a knight, a bishop or a rook of the other side.
        "kn6/2N5/1K6/8/8/8/8/8 b - - 0 1",
        "6bk/8/6NK/8/8/8/8/8 b - - 0 1",
        "5K1k/7r/6N1/8/8/8/8/8 b - - 0 1",
        "5K1k/5N1p/8/8/8/8/8/8 b - - 0 1",
        // A bishop, with the help of a knight, a pawn or a bishop on squares of the other color.
        "kn6/1B6/1K6/8/8/8/8/8 b - - 0 1",
        "k1K5/pB6/8/8/8/8/8/8 b - - 0 1",
        "kb6/8/1KB5/8/8/8/8/8 b - - 0 1",
        // Two knights, bishops on both colors, bishop and knight.
        "k7/2N5/1KN5/8/8/8/8/8 b - - 0 1",
        "k7/8/1KB5/4B3/8/8/8/8 b - - 0 1",
        "k7/8/NKB5/8/8/8/8/8 b - - 0 1",
        // Rook, queen.
        "k6R/8/1K6/8/8/8/8/8 b - - 0 1",
        "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
    ] {
        let mated = board(fen);
        assert_eq!(mated.status(), Status::Checkmate, "{fen}");
        assert!(!mated.has_insufficient_material_for(Color::White), "{fen}");
        assert!(!mated.swap_colors().has_insufficient_material_for(Color::Black), "{fen}");
        assert!(!mated.is_dead_position(), "{fen}");
    }
}

#[test]
fn the_table_of_insufficient_material() {
    // White's pieces, black's pieces, and whether white and black lack material.
    for (white, black, expected) in [
        ("", "", (true, true)),
        ("", "P", (true, false)),
        ("N", "", (true, true)),
        ("N", "Q", (true, false)),
        ("N", "QQ", (true, false)),
        ("N", "R", (false, false)),
        ("N", "B", (false, false)),
        ("N", "N", (false, false)),
        ("N", "P", (false, false)),
        ("NN", "", (false, true)),
        ("NB", "", (false, true)),
        ("B", "", (true, true)),
        ("B", "R", (true, false)),
        ("B", "QR", (true, false)),
        ("B", "N", (false, false)),
        ("B", "P", (false, false)),
        ("R", "", (false, true)),
        ("Q", "N", (false, true)),
        ("P", "B", (false, false)),
    ] {
        let mut builder =
            Builder::new().with_piece(Square::E1, Piece::WhiteKing).with_piece(Square::E8, Piece::BlackKing);
        let squares = [Square::B3, Square::G3, Square::B6, Square::G6];
        let pieces = white.chars().chain(black.to_lowercase().chars().collect::<Vec<_>>());
        for (letter, square) in pieces.zip(squares) {
            builder = builder.with_piece(square, Piece::from_letter(letter).expect("a piece"));
        }
        let Ok(board) = builder.build_board() else { panic!("{white} {black}") };
        let found =
            (board.has_insufficient_material_for(Color::White), board.has_insufficient_material_for(Color::Black));
        assert_eq!(found, expected, "{white} against {black}");
        assert_eq!(board.has_insufficient_material(), found == (true, true), "{board}");
    }
    let same = board("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1");
    let other = board("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1");
    assert!(same.has_insufficient_material_for(Color::White) && !other.has_insufficient_material_for(Color::White));
}

/// Every position that is reached from this one, unless there are too many or a move is not a step of a king.
fn reached_by_kings(start: Board) -> Option<HashSet<Board>> {
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(board) = open.pop() {
        for m in board.legal_moves() {
            let after = board.after(m);
            if after.halfmove_clock() == 0 {
                return None;
            }
            if seen.insert(after) {
                open.push(after);
            }
        }
    }
    Some(seen)
}

/// Kings, and pawns that face each other on most files.
fn blocked_pawns(generator: &mut Generator) -> Option<Board> {
    let mut placement = Placement::EMPTY;
    for file in File::ALL {
        if generator.next_below(8) == 0 {
            continue;
        }
        let rank = [3, 3, 4, 4, 2, 5][generator.next_below(6)];
        let square = |rank: u8| Square::new(file, Rank::from_index(rank - 1).expect("on the board"));
        placement = placement.with_piece(square(rank), Piece::WhitePawn).with_piece(square(rank + 1), Piece::BlackPawn);
        if generator.next_below(12) == 0 && rank > 2 {
            placement = placement.with_piece(square(rank - 1), Piece::WhitePawn);
        }
    }
    for king in [Piece::WhiteKing, Piece::BlackKing] {
        let square = Square::ALL[generator.next_below(64)];
        placement.piece_on(square).is_none().then_some(())?;
        placement = placement.with_piece(square, king);
    }
    let side = Color::ALL[generator.next_below(2)];
    Builder::from_placement(&placement).with_side_to_move(side).build_board().ok()
}

#[test]
fn blocked_pawns_are_dead_in_every_position_that_can_be_reached() {
    let mut generator = Generator::new(20);
    let (mut tried, mut recognized, mut dead) = (0, 0, 0);
    while tried < 20_000 {
        let Some(board) = blocked_pawns(&mut generator) else { continue };
        tried += 1;
        let reached = reached_by_kings(board);
        let is_dead = reached.is_some_and(|all| all.iter().all(|board| board.status() != Status::Checkmate));
        assert!(is_dead || !board.is_dead_position(), "{board:?}");
        if is_dead {
            assert_eq!(Color::ALL.map(|color| board.can_mate(color, 100_000)), [CanMate::No, CanMate::No], "{board:?}");
        }
        assert_eq!(board.is_dead_position(), board.swap_colors().is_dead_position());
        recognized += u32::from(board.is_dead_position());
        dead += u32::from(is_dead);
    }
    assert!(recognized > 200 && 10 * recognized > 9 * dead, "{recognized} of {dead} dead positions are recognized");
}

#[test]
fn what_can_still_happen_is_not_dead() {
    for (fen, is_dead) in [
        ("8/4k3/8/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", true),
        // A pawn that can step, but not far.
        ("8/4k3/8/p1p1p1p1/P1P1P1P1/8/P3K3/8 w - - 0 1", true),
        // A pawn that can capture; a king that reaches a pawn; a piece.
        ("8/4k3/8/ppp1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", false),
        ("8/4k3/8/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1", false),
        ("8/4k3/8/p1p1p1p1/P1P1P1P1/8/4K3/B7 w - - 0 1", false),
        // The only pawns that are not blocked can be captured en passant, at once.
        ("8/8/8/1k6/Pp6/1P6/8/1K6 b - a3 0 1", false),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
    ] {
        assert_eq!(board(fen).is_dead_position(), is_dead, "{fen}");
    }
}

#[test]
fn who_can_still_mate() {
    use CanMate::{No, Unknown, Yes};
    for (fen, white, black) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Yes(vec![]), Yes(vec![])),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", No, No),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Yes(vec![]), No),
        // A pawn helps a knight, a queen does not.
        ("4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1", Yes(vec![]), Yes(vec![])),
        ("4k3/4q3/8/8/8/8/8/4K1N1 w - - 0 1", No, Yes(vec![])),
        // Mate and stalemate end the game, and mate comes before material.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Yes(vec![]), No),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", No, No),
        ("5B2/7r/5K1k/7r/8/4B3/8/8 b - - 0 1", Yes(vec![]), No),
        // The only legal move captures the last piece.
        ("7k/7Q/8/8/8/8/8/K7 b - - 0 1", No, No),
        // A wall, and one that opens by a capture en passant.
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - - 0 1", No, No),
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - g6 0 1", Yes(vec![]), Yes(vec![])),
    ] {
        let start = board(fen);
        for (color, expected) in [(Color::White, white), (Color::Black, black)] {
            let found = start.can_mate(color, 200_000);
            let mirrored = start.swap_colors().can_mate(!color, 200_000);
            for (mut end, found) in [(start, found), (start.swap_colors(), mirrored)] {
                let winner = if end == start { color } else { !color };
                match (found, &expected) {
                    (Yes(line), Yes(_)) => {
                        line.into_iter().for_each(|m| end.play(m).unwrap_or_else(|error| panic!("{fen}: {error}")));
                        assert_eq!(end.mate(), Some(Outcome::Checkmate { winner }), "{fen}");
                    }
                    (found, expected) => assert_eq!(&found, expected, "{fen}: {color:?}"),
                }
            }
        }
    }
    assert_eq!(Board::start().can_mate(Color::White, 0), Unknown);
    assert_eq!(Board::start().can_mate(Color::White, 20), Unknown);
}

#[test]
fn the_winner_is_the_side_that_mates() {
    assert_eq!(Outcome::Checkmate { winner: Color::White }.winner(), Some(Color::White));
    assert_eq!(Outcome::Stalemate.winner(), None);
}
