//! Compares [`FenProblems::IMPOSSIBLE_CHECK`] with a slow definition: no way to undo the last move explains the check.

mod families;

use std::env;
use std::thread;

use gardez_position::{Board, FenProblems, FenReader};
use gardez_types::{CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};
use gardez_zobrist::Generator;

use crate::slow::SlowBoard;
use families::Random;

/// How many positions of each family are compared, and how many if `GARDEZ_SLOW` is set.
const POSITIONS: [usize; 2] = [2_000, 40_000];

/// Returns `true` if a legal move leads from a playable position to this one, in which the side to move is in check.
fn has_predecessor(after: &SlowBoard) -> bool {
    let them = !after.us;
    let mut arrivals = Square::ALL.into_iter().filter_map(|to| Some((to, after.piece_on(to)?)));
    arrivals.any(|(to, piece)| piece.color() == them && can_have_moved(after, to, piece)) || can_have_castled(after)
}

/// Returns `true` if the last move can have been a move of `piece` to `to`, other than castling.
fn can_have_moved(after: &SlowBoard, to: Square, piece: Piece) -> bool {
    let pawn = Piece::new(piece.color(), PieceType::Pawn);
    let empty = Square::ALL.into_iter().filter(|&from| after.piece_on(from).is_none());
    let ways = empty.flat_map(|from| {
        let promotion = PieceType::PROMOTION_PIECES
            .contains(&piece.piece_type())
            .then(|| Move::new_promotion(from, to, piece.piece_type()));
        let en_passant = (piece == pawn).then(|| Move::en_passant(from, to));
        [Some(Move::normal(from, to)), promotion, en_passant].into_iter().flatten()
    });
    ways.into_iter().any(|m| {
        let mut before = SlowBoard { us: piece.color(), double_push: None, ..after.clone() };
        before.squares[to as usize] = None;
        before.squares[m.from() as usize] = Some(if m.kind() == MoveKind::Promotion { pawn } else { piece });
        if m.kind() == MoveKind::EnPassant {
            let captured = Square::new(to.file(), m.from().rank());
            before.double_push = Some(to);
            return before.piece_on(captured).is_none() && {
                before.squares[captured as usize] = Some(Piece::new(after.us, PieceType::Pawn));
                leads_to(&before, m, after)
            };
        }
        let captured = [PieceType::Pawn]
            .into_iter()
            .chain(PieceType::PROMOTION_PIECES)
            .map(|kind| Some(Piece::new(after.us, kind)));
        reaches(&before, m)
            && [None].into_iter().chain(captured).any(|captured| {
                before.squares[to as usize] = captured;
                leads_to(&before, m, after)
            })
    })
}

/// Returns `false` if the piece never moves this way. This fast test rejects most moves.
fn reaches(before: &SlowBoard, m: Move) -> bool {
    let piece = before.piece_on(m.from()).expect("a piece");
    match piece.piece_type() {
        PieceType::Pawn => m.from().file_distance(m.to()) <= 1 && m.from().rank_distance(m.to()) <= 2,
        _ => before.attacks(m.from(), piece).contains(&m.to()),
    }
}

/// Returns `true` if castling can have been the last move, in Chess960.
fn can_have_castled(after: &SlowBoard) -> bool {
    let them = !after.us;
    let home = |file| Square::new(file, them.back_rank());
    let ways = File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (home(king), home(rook))));
    ways.into_iter().any(|(king, rook)| {
        let mut before = SlowBoard { us: them, double_push: None, ..after.clone() };
        let side = CastlingSide::from_squares(king, rook);
        let king_taken = before.squares[side.king_target(them) as usize].take();
        let rook_taken = before.squares[side.rook_target(them) as usize].take();
        if (king_taken, rook_taken)
            != (Some(Piece::new(them, PieceType::King)), Some(Piece::new(them, PieceType::Rook)))
            || king == rook
            || before.piece_on(king).is_some()
            || before.piece_on(rook).is_some()
        {
            return false;
        }
        before.squares[king as usize] = king_taken;
        before.squares[rook as usize] = rook_taken;
        before.rooks[CastlingRights::right_index(them, side)] = Some(rook);
        leads_to(&before, Move::castling(king, rook), after)
    })
}

/// Returns `true` if `before` is playable, and the move is legal there and leads to `after`.
fn leads_to(before: &SlowBoard, m: Move, after: &SlowBoard) -> bool {
    if !is_playable(before) || !respects_piece_limits(before, after) || !before.legal_moves().contains(&m) {
        return false;
    }
    let made = before.after(m);
    let captures_en_passant = || made.legal_moves().iter().any(|m| m.kind() == MoveKind::EnPassant);
    (made.squares, made.us, made.rooks) == (after.squares, after.us, after.rooks)
        // `after` may lack a double push that allows no en passant capture.
        && (made.double_push == after.double_push || after.double_push.is_none() && !captures_en_passant())
}

/// Returns `true` if the position breaks no invariant. If it has a double push, the position before the step must break
/// none either.
fn is_playable(position: &SlowBoard) -> bool {
    let (us, them) = (position.us, !position.us);
    let last_rank_pawn = |square: Square| {
        matches!(square.rank(), Rank::One | Rank::Eight)
            && position.piece_on(square).is_some_and(|piece| piece.piece_type() == PieceType::Pawn)
    };
    let is_at_home = |(rook, (_, color, side)): (Option<Square>, (CastlingRights, Color, CastlingSide))| {
        rook.is_none_or(|rook| {
            let king = position.king(color);
            position.piece_on(rook) == Some(Piece::new(color, PieceType::Rook))
                && rook.rank() == color.back_rank()
                && king.rank() == color.back_rank()
                && CastlingSide::from_squares(king, rook) == side
        })
    };
    if position.is_attacked(position.king(them), us)
        || Square::ALL.into_iter().any(last_rank_pawn)
        || !position.rooks.into_iter().zip(CastlingRights::EACH).all(is_at_home)
    {
        return false;
    }
    let Some(passed) = position.double_push else { return true };
    let (Some(front), Some(origin)) = (passed.step(them.up()), passed.step(us.up())) else { return false };
    let mut before = SlowBoard { us: them, double_push: None, ..position.clone() };
    before.squares[origin as usize] = before.squares[front as usize].take();
    position.piece_on(origin).is_none()
        && is_playable(&before)
        && before.legal_moves().contains(&Move::normal(origin, front))
        && before.after(Move::normal(origin, front)) == *position
}

/// Returns `true` if each number of pieces in `before` is within its limit, or at least not larger than in `after`.
fn respects_piece_limits(before: &SlowBoard, after: &SlowBoard) -> bool {
    let census = |position: &SlowBoard, color| {
        let (mut pieces, mut pawns, mut promoted) = (0, 0, 0);
        // The knights, bishops on dark squares, bishops on light squares, rooks and queens of the start position.
        let mut left = [2, 1, 1, 2, 1];
        for (square, piece) in Square::ALL.into_iter().zip(position.squares) {
            let Some(piece) = piece.filter(|piece| piece.color() == color) else { continue };
            let left = match piece.piece_type() {
                PieceType::Knight => &mut left[0],
                PieceType::Bishop => &mut left[1 + (square.file() as usize + square.rank() as usize) % 2],
                PieceType::Rook => &mut left[3],
                PieceType::Queen => &mut left[4],
                _ => {
                    pieces += 1;
                    pawns += usize::from(piece.piece_type() == PieceType::Pawn);
                    continue;
                }
            };
            pieces += 1;
            if *left > 0 {
                *left -= 1;
            } else {
                promoted += 1;
            }
        }
        [pieces, pawns, pawns + promoted]
    };
    Color::ALL.into_iter().all(|color| {
        let numbers = census(before, color).into_iter().zip(census(after, color)).zip([16, 8, 8]);
        numbers.into_iter().all(|((before, after), limit)| before <= limit.max(after))
    })
}

/// Compares the checks of one family of positions.
fn compare(family: usize, seed: u64, positions: usize) {
    let mut random = Random::new(Generator::new(seed));
    // Possible and impossible checks, each by one piece, two pieces and more.
    let mut seen = [[0; 3]; 2];
    while seen.as_flattened().iter().sum::<usize>() < positions {
        let Some(board) = random.board(family).filter(Board::in_check) else { continue };
        let is_impossible = board.problems().contains(FenProblems::IMPOSSIBLE_CHECK);
        assert_eq!(
            is_impossible,
            !has_predecessor(&SlowBoard::from_board(&board)),
            "family {family}: {board} {board:?}"
        );
        seen[usize::from(is_impossible)][(board.checkers().len() as usize).min(3) - 1] += 1;
    }
    println!("family {family}: possible {:?}, impossible {:?}", seen[0], seen[1]);
    let [possible, impossible] = seen;
    assert!(possible[0] + possible[1] > 99 && impossible[1] > 99, "family {family}: {seen:?}");
    assert_eq!(possible[2], 0, "no move gives check by three pieces");
}

#[test]
fn a_check_is_impossible_if_no_move_leads_to_it() {
    let positions = POSITIONS[usize::from(env::var_os("GARDEZ_SLOW").is_some())];
    thread::scope(|scope| {
        for family in 0..8 {
            scope.spawn(move || compare(family, family as u64 + 1, positions));
        }
    });
}

#[test]
fn rare_checks_agree_with_the_slow_definition() {
    for (fen, is_possible, why) in [
        ("8/8/8/4K3/8/3p4/1b6/4rk2 w - - 0 1", true, "en passant from e4 opened the file and, on d4, the diagonal"),
        ("8/8/B7/4K3/8/3p4/1b6/4rk2 w - - 0 1", false, "black's king was in check before the pawn stepped to d4"),
        ("8/8/8/4K3/8/3p4/1b1P4/4rk2 w - - 0 1", false, "no pawn came from d2"),
        ("2B5/1P6/4k3/8/8/8/PPP2PPP/2B3K1 b - - 0 1", true, "a pawn became the bishop"),
        ("2B5/1P6/4k3/8/8/8/PPP2PPP/2B1B1K1 b - - 0 1", false, "the eighth pawn became a bishop on dark squares"),
    ] {
        let board = FenReader::new().read_board(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).position;
        assert_eq!(!board.problems().contains(FenProblems::IMPOSSIBLE_CHECK), is_possible, "{fen}: {why}");
        assert_eq!(!board.in_check() || has_predecessor(&SlowBoard::from_board(&board)), is_possible, "{fen}: {why}");
    }
}
