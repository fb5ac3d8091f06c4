//! cozy-chess.

use std::ops::ControlFlow;

use cozy_chess as cozy;
use gardez_notation::san::{self, San};
use gardez_position::{Bitboard, Board, Builder, EnPassantPolicy, FenMode, Move, Outcome};
use gardez_types::{CastlingMode, CastlingSide, Color, PieceType, Square};

use crate::Checks;
use crate::walk::fen;

const COLORS: [(Color, cozy::Color); 2] = [(Color::White, cozy::Color::White), (Color::Black, cozy::Color::Black)];

fn pieces() -> impl Iterator<Item = (PieceType, cozy::Piece)> {
    PieceType::ALL.into_iter().zip(cozy::Piece::ALL)
}

fn same(ours: Bitboard, theirs: cozy::BitBoard) -> bool {
    ours.bits() == theirs.0
}

fn text(board: &cozy::Board) -> String {
    format!("{board:#}")
}

/// The moves of cozy-chess from some squares, as texts.
fn moves(board: &cozy::Board, among: cozy::BitBoard) -> Vec<String> {
    let mut texts = Vec::new();
    board.generate_moves_for(among, |moves| {
        texts.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    texts.sort_unstable();
    texts
}

fn texts<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<String> {
    let mut texts: Vec<_> = moves.into_iter().map(|m| m.uci(CastlingMode::Chess960).to_string()).collect();
    texts.sort_unstable();
    texts
}

fn our_square(square: cozy::Square) -> Square {
    crate::walk::square(square as usize)
}

/// What the status of cozy-chess is: mate, and the fifty-move rule.
fn status(board: &Board) -> cozy::GameStatus {
    match board.mate() {
        Some(Outcome::Checkmate { .. }) => cozy::GameStatus::Won,
        Some(_) => cozy::GameStatus::Drawn,
        None if board.halfmove_clock() >= 100 => cozy::GameStatus::Drawn,
        None => cozy::GameStatus::Ongoing,
    }
}

/// Returns `true` if a piece that is not a pawn is where a pawn could capture en passant: cozy-chess takes its
/// move to the square of the double push for a capture.
fn reached(board: &Board) -> bool {
    let us = board.side_to_move();
    let pieces = board.by_color(us) - board.by_type(PieceType::Pawn);
    board
        .ep_square_by(EnPassantPolicy::Always)
        .is_some_and(|square| !gardez_bitboard::pawn_attacks(!us, square).is_disjoint(pieces))
}

/// A row for each method.
pub(crate) const ROWS: Checks = &[
    ("castle_rights", |case| {
        COLORS.into_iter().all(|(color, theirs)| {
            let rights = case.cozy.castle_rights(theirs);
            let file = |side| case.ours.castling_rook(color, side).map(|rook| rook.file() as usize);
            file(CastlingSide::KingSide) == rights.short.map(|file| file as usize)
                && file(CastlingSide::QueenSide) == rights.long.map(|file| file as usize)
        })
    }),
    ("checkers", |case| same(case.ours.checkers(), case.cozy.checkers())),
    ("chess960_startpos", |case| {
        let [white, black] = [(); 2].map(|()| case.random.next_below(960) as u16);
        let [theirs, others] = [white, black].map(u32::from);
        fen(&Board::chess960(white).expect("a number")) == text(&cozy::Board::chess960_startpos(theirs))
            && fen(&Board::double_chess960(white, black).expect("two numbers"))
                == text(&cozy::Board::double_chess960_startpos(theirs, others))
            && fen(&Board::start()) == text(&cozy::Board::startpos())
    }),
    ("color_on", |case| {
        cozy::Square::ALL.into_iter().all(|at| {
            let piece = case.ours.piece_on(our_square(at));
            piece.map(|piece| piece.color() as usize) == case.cozy.color_on(at).map(|color| color as usize)
                && piece.map(|piece| piece.piece_type().index()) == case.cozy.piece_on(at).map(|piece| piece as usize)
        })
    }),
    ("colored_pieces", |case| {
        let board = case.board();
        same(board.occupied(), case.cozy.occupied())
            && pieces().all(|(ours, theirs)| {
                same(board.by_type(ours), case.cozy.pieces(theirs))
                    && COLORS.into_iter().all(|(color, other)| {
                        same(board.pieces(color, ours), case.cozy.colored_pieces(other, theirs))
                            && same(board.by_color(color), case.cozy.colors(other))
                    })
            })
    }),
    ("en_passant", |case| {
        let square = case.ours.ep_square_by(EnPassantPolicy::Always);
        square.map(|square| square.file() as usize) == case.cozy.en_passant().map(|file| file as usize)
    }),
    ("from_fen", |case| {
        let text = case.fen();
        let theirs = cozy::Board::from_fen(&text, true);
        match Board::from_fen(&text, FenMode::Chess960) {
            Ok(ours) if ours.halfmove_clock() <= 100 => {
                fen(&ours) == text && theirs.is_ok_and(|theirs| format!("{theirs:#}") == text)
            }
            Ok(_) => theirs.is_err(),
            Err(_) => false,
        }
    }),
    ("fullmove_number", |case| {
        let number = case.random.next_below(65_535) as u16 + 1;
        let mut theirs = case.cozy.clone();
        theirs.set_fullmove_number(number);
        let ours =
            Builder::from_board(case.board()).with_fullmove_number(number.into()).build_board().expect("a board");
        case.ours.fullmove_number() == u32::from(case.cozy.fullmove_number())
            && ours.fullmove_number() == u32::from(theirs.fullmove_number())
    }),
    ("generate_moves", |case| {
        let among = case.random.next_u64();
        let mut visited = Vec::new();
        let _ = case.board().moves().from(Bitboard::from_bits(among)).visit(|set| {
            visited.extend(set);
            ControlFlow::<()>::Continue(())
        });
        let some = case.ours.moves().from(Bitboard::from_bits(among)).list();
        texts(&case.ours.legal_moves()) == moves(&case.cozy, cozy::BitBoard::FULL)
            && texts(&some) == moves(&case.cozy, cozy::BitBoard(among))
            && texts(&visited) == moves(&case.cozy, cozy::BitBoard(among))
    }),
    ("halfmove_clock", |case| {
        let plies = case.random.next_below(101) as u8;
        let mut theirs = case.cozy.clone();
        theirs.set_halfmove_clock(plies);
        let ours = Builder::from_board(case.board()).with_halfmove_clock(plies.into()).build_board().expect("a board");
        case.ours.halfmove_clock().min(100) == u16::from(case.cozy.halfmove_clock())
            && ours.halfmove_clock() == u16::from(theirs.halfmove_clock())
    }),
    ("hash", |case| {
        // Where theirs is the same, ours is the same; and with the file of the double push, the other way round.
        let (ours, theirs) = (case.ours.raw_key(), case.cozy.hash());
        let file = case.ours.ep_square_by(EnPassantPolicy::Always).map_or(8, |square| square.file() as u64);
        case.follows("hash", theirs, ours)
            && case.follows("hash, back", ours.wrapping_add(file.wrapping_mul(0x9e37_79b9_7f4a_7c15)), theirs)
    }),
    ("hash_without_ep", |case| {
        let board = Builder::from_board(case.board()).without_double_push().build_board().expect("a board");
        let theirs = case.cozy.hash_without_ep();
        case.follows("hash_without_ep", theirs, board.raw_key())
            && case.follows("hash_without_ep, back", board.raw_key(), theirs)
    }),
    ("is_legal", |case| {
        (0..20).all(|_| {
            let Some(m) = case.any_move() else { return true };
            let theirs = m.uci(CastlingMode::Chess960).to_string().parse().expect("a move");
            case.ours.is_legal(m) == case.cozy.is_legal(theirs)
        })
    }),
    ("king", |case| {
        COLORS.into_iter().all(|(ours, theirs)| case.ours.king(ours) == our_square(case.cozy.king(theirs)))
    }),
    ("null_move", |case| {
        let mut ours = *case.board();
        match (ours.pass(), case.cozy.null_move()) {
            (Err(_), None) => true,
            (Ok(()), Some(theirs)) if ours.halfmove_clock() <= 100 => fen(&ours) == text(&theirs),
            (Ok(()), Some(theirs)) => theirs.halfmove_clock() == 100,
            _ => false,
        }
    }),
    ("pinned", |case| {
        // A checker in front of another slider is pinned there.
        let others = !case.ours.checkers();
        let blockers = case.ours.blockers(case.ours.side_to_move());
        (blockers & others).bits() == case.cozy.pinned().0 & others.bits()
    }),
    ("play", |case| {
        let Some(m) = case.any_move() else { return true };
        let (mut ours, mut theirs) = (case.ours.clone(), case.cozy.clone());
        let played = ours.play(m);
        let text_of = m.uci(CastlingMode::Chess960).to_string();
        if theirs.try_play(text_of.parse().expect("a move")).is_err() {
            return played.is_err() && ours == case.ours && theirs == case.cozy;
        }
        let clock = ours.halfmove_clock();
        let after = case.board().after(m);
        played.is_ok() && after == *ours.board() && (100 < clock || fen(&after) == text(&theirs))
    }),
    ("same_position", |case| {
        let (ours, theirs) = (*case.board(), case.cozy.clone());
        let others = case.earlier.iter().map(|(ours, theirs, _)| (*ours, theirs.clone()));
        // The same without the double push, and with other clocks.
        let text = fen(&Builder::from_board(&ours)
            .without_double_push()
            .with_halfmove_clock(7)
            .build_board()
            .expect("a board"));
        let without = (Board::from_fen(&text, FenMode::Chess960), cozy::Board::from_fen(&text, true));
        let without = (without.0.expect("a FEN"), without.1.expect("a FEN"));
        others
            .chain([without])
            .all(|(board, other)| (ours == board) == theirs.same_position(&other) || reached(&ours) || reached(&board))
    }),
    ("side_to_move", |case| case.ours.side_to_move() as usize == case.cozy.side_to_move() as usize),
    ("status", |case| status(case.board()) == case.cozy.status()),
];

/// Rows of docs/crates.md whose methods have no row of their own.
pub(crate) const CRATES: Checks = &[
    ("parse_uci", |case| {
        let mode = case.ours.castling_mode();
        case.ours.legal_moves().into_iter().all(|m| {
            let theirs = m.uci(CastlingMode::Chess960).to_string().parse().expect("a move");
            let text = cozy::util::display_uci_move(&case.cozy, theirs).to_string();
            mode == CastlingMode::Chess960
                || (text == m.uci(mode).to_string()
                    && case.ours.parse_uci(&text) == Ok(m)
                    && cozy::util::parse_uci_move(&case.cozy, &text).is_ok_and(|found| found == theirs))
        })
    }),
    ("san::parse", |case| {
        case.ours.legal_moves().into_iter().all(|m| {
            let theirs = m.uci(CastlingMode::Chess960).to_string().parse().expect("a move");
            let text = cozy::util::display_san_move(&case.cozy, theirs).to_string();
            text == San::new(case.board(), m).to_string()
                && san::parse(case.board(), &text) == Ok(m)
                && cozy::util::parse_san_move(&case.cozy, &text).is_ok_and(|found| found == theirs)
        })
    }),
];
