//! The reasons why moves are not legal, against rules that step from square to square.

use std::collections::BTreeSet;

use gardez_position::{Attacker, Board, Exposure, IllegalMoveError, LostRight, Obstacle, Position};
use gardez_types::{CastlingRights, CastlingSide, Color, Generator, Move, MoveKind, Piece, PieceType, Rank, Square};

/// Pieces by square, without any set.
type Pieces = [Option<Piece>; 64];

fn at(pieces: &Pieces, square: Square) -> Option<Piece> {
    pieces[square.index()]
}

/// The difference of file and rank.
fn difference(from: Square, to: Square) -> (i8, i8) {
    let number = |index: usize| i8::try_from(index).expect("below 8");
    let [a, b] = [from, to].map(|square| (number(square.file().index()), number(square.rank().index())));
    (b.0 - a.0, b.1 - a.1)
}

/// The squares strictly between two squares of one line, from the first on; none if there is no line.
fn way(from: Square, to: Square) -> Vec<Square> {
    let (files, ranks) = difference(from, to);
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return vec![];
    }
    let step = files.signum() + 8 * ranks.signum();
    let number = i8::try_from(from.index()).expect("below 64");
    let squares = (1..files.abs().max(ranks.abs())).map(|count| number + count * step);
    squares.filter_map(|number| Square::from_index(u8::try_from(number).ok()?)).collect()
}

/// Returns `true` if a piece moves so on an empty board; a pawn, if it captures.
fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    let (files, ranks) = difference(from, to);
    let (long, short) = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
    let up = if piece.color() == Color::White { 1 } else { -1 };
    long != 0
        && match piece.piece_type() {
            PieceType::Pawn => files.abs() == 1 && ranks == up,
            PieceType::Knight => (long, short) == (2, 1),
            PieceType::Bishop => long == short,
            PieceType::Rook => short == 0,
            PieceType::Queen => long == short || short == 0,
            PieceType::King => long == 1,
        }
}

/// Returns `true` if the piece of this square and type, of the side that does not move, attacks a square.
fn attacks(pieces: &Pieces, us: Color, by: Attacker, square: Square) -> bool {
    at(pieces, by.square) == Some(Piece::new(!us, by.piece_type))
        && reaches(Piece::new(!us, by.piece_type), by.square, square)
        && way(by.square, square).iter().all(|&between| at(pieces, between).is_none())
}

/// The squares on which pieces attack a square.
fn attackers(pieces: &Pieces, us: Color, square: Square) -> Vec<Attacker> {
    let theirs = Square::ALL.into_iter().filter_map(|from| Some((from, at(pieces, from)?)));
    let attacker = |(square, piece): (Square, Piece)| Attacker { piece_type: piece.piece_type(), square };
    theirs.map(attacker).filter(|&by| attacks(pieces, us, by, square)).collect()
}

/// The squares from one to another of a rank, with both.
fn span(from: Square, to: Square) -> Vec<Square> {
    [vec![from], way(from, to), vec![to]].concat()
}

fn is_true_obstacle(board: &Board, m: Move, why: Obstacle) -> bool {
    let (pieces, us, from, to) = (board.piece_array(), board.side_to_move(), m.from(), m.to());
    let piece = at(pieces, from).expect("a piece on the origin");
    let (files, ranks) = difference(from, to);
    let is_pawn = piece.piece_type() == PieceType::Pawn;
    let up = if us == Color::White { 1 } else { -1 };
    let is_double = ranks == 2 * up && from.rank() == Rank::Two.relative_to(us);
    let steps = is_pawn && files == 0 && (ranks == up || is_double);
    let moves_so = steps || reaches(piece, from, to);
    let is_last = to.rank() == Rank::Eight.relative_to(us);
    let rook = |side| board.castling_rook(us, side);
    match why {
        Obstacle::NoStep => from == to,
        Obstacle::Geometry(piece_type) => piece.piece_type() == piece_type && !moves_so,
        Obstacle::Backward => is_pawn && ranks * up < 0 && files.abs() < 2,
        Obstacle::CastlingBlocked(square) => {
            let side = CastlingSide::from_squares(from, to);
            let path = [span(from, side.king_target(us)), span(to, side.rook_target(us))].concat();
            path.contains(&square) && square != from && square != to && at(pieces, square).is_some()
        }
        Obstacle::Blocked(square) => {
            let squares = if steps { [way(from, to), vec![to]].concat() } else { way(from, to) };
            moves_so && squares.into_iter().find(|&square| at(pieces, square).is_some()) == Some(square)
        }
        Obstacle::OwnPiece(own, square) => {
            let is_king = m.kind() == MoveKind::Castling && from == board.king(us);
            (moves_so || is_king) && square == to && at(pieces, to) == Some(own) && own.color() == us
        }
        Obstacle::OnlyByCastling(side) => {
            from == board.king(us) && !moves_so && rook(side).is_some() && side.king_target(us) == to
        }
        Obstacle::NothingToCapture => {
            is_pawn && reaches(piece, from, to) && at(pieces, to).is_none() && board.state().double_push() != Some(to)
        }
        Obstacle::MissingPromotion => is_pawn && is_last && moves_so && m.promotion().is_none(),
        Obstacle::NotAPromotion => m.promotion().is_some() && !(is_pawn && is_last),
        Obstacle::NoRight { side, .. } => {
            let right = CastlingRights::new(us, side);
            piece.piece_type() == PieceType::King && !board.castling_rights().contains(right)
        }
        Obstacle::Kind => match m.kind() {
            MoveKind::Castling => {
                from != board.king(us)
                    || rook(CastlingSide::from_squares(from, to)) != Some(to)
                    || from.rank() != to.rank()
            }
            MoveKind::EnPassant => !is_pawn || !reaches(piece, from, to) || at(pieces, to).is_some(),
            _ => is_pawn && board.state().double_push() == Some(to),
        },
        _ => false,
    }
}

fn is_true_exposure(board: &Board, m: Move, why: Exposure) -> bool {
    let (us, from, to) = (board.side_to_move(), m.from(), m.to());
    let before = *board.piece_array();
    let king = board.king(us);
    let mut after = before;
    after[to.index()] = after[from.index()].take();
    if m.kind() == MoveKind::EnPassant {
        let captured = Square::new(to.file(), from.rank());
        after[captured.index()] = None;
    }
    let checks = attackers(&before, us, king);
    let castles = m.kind() == MoveKind::Castling;
    match why {
        Exposure::Check(by) => checks == [by] && from != king && attacks(&after, us, by, king),
        Exposure::DoubleCheck(both) => checks == both && from != king,
        Exposure::Pinned(by) => !checks.contains(&by) && attacks(&after, us, by, king),
        Exposure::EnPassant(by) => {
            m.kind() == MoveKind::EnPassant && !checks.contains(&by) && attacks(&after, us, by, king)
        }
        Exposure::Step(by) => from == king && !castles && attacks(&after, us, by, to),
        Exposure::CastlingInCheck(by) => castles && checks.contains(&by),
        Exposure::CastlingThrough { square, by } => {
            let target = CastlingSide::from_squares(from, to).king_target(us);
            castles && span(from, target)[1..].contains(&square) && attacks(&before, us, by, square)
        }
        Exposure::CastlingRookPinned(by) => {
            let target = CastlingSide::from_squares(from, to).king_target(us);
            let mut without = before;
            without[from.index()] = None;
            without[to.index()] = None;
            castles && !attacks(&before, us, by, target) && attacks(&without, us, by, target)
        }
        _ => false,
    }
}

fn is_true(board: &Board, m: Move, error: IllegalMoveError) -> bool {
    let (pieces, us) = (board.piece_array(), board.side_to_move());
    match error {
        IllegalMoveError::NoPiece(square) => square == m.from() && at(pieces, square).is_none(),
        IllegalMoveError::NotToMove(square) => {
            square == m.from() && at(pieces, square).is_some_and(|p| p.color() != us)
        }
        IllegalMoveError::NoSuchMove { from, to, why } => {
            (from, to) == (m.from(), m.to()) && is_true_obstacle(board, m, why)
        }
        IllegalMoveError::KingAttacked { from, to, why } => {
            (from, to) == (m.from(), m.to()) && is_true_exposure(board, m, why)
        }
        _ => false,
    }
}

/// Every move of these bits, and every move that two squares can mean.
fn attempts(board: &Board) -> Vec<Move> {
    let squares = || Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    let promotions = [None, Some(PieceType::Queen)];
    let meant = squares().flat_map(|(from, to)| promotions.map(|promotion| board.move_between(from, to, promotion)));
    let raw = board
        .pieces(board.side_to_move(), PieceType::King)
        .into_iter()
        .chain(board.pieces(board.side_to_move(), PieceType::Pawn));
    let special = raw.flat_map(|from| {
        Square::ALL
            .into_iter()
            .filter(move |&to| to != from)
            .flat_map(move |to| [Move::normal(from, to), Move::castling(from, to), Move::en_passant(from, to)])
    });
    meant.flatten().chain(special).collect()
}

#[test]
fn every_illegal_move_has_a_reason_that_is_true() {
    let mut random = Generator::new(2_024);
    let (mut illegal, mut exposed, mut seen) = (0, 0, BTreeSet::new());
    for game in 0..300 {
        let number = u16::try_from(random.next_below(960)).expect("below 960");
        let mut position = if game % 3 == 0 {
            Board::chess960(number).map(Position::from).expect("a number below 960")
        } else {
            Position::start()
        };
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if random.next_below(12) == 0 {
                for m in attempts(position.board()) {
                    let Some(error) = position.board().why_illegal(m) else {
                        assert!(moves.contains(&m), "{position}: {m:?} is not legal");
                        continue;
                    };
                    assert!(!moves.contains(&m), "{position}: {m:?} is legal: {error}");
                    assert!(is_true(position.board(), m, error), "{position}: {m:?}: {error}");
                    illegal += 1;
                    seen.insert(variant(error));
                    exposed += usize::from(matches!(error, IllegalMoveError::KingAttacked { .. }));
                }
            }
            let m = moves[random.next_below(moves.len())];
            position.do_move(m);
        }
    }
    assert!(1_000_000 < illegal && 5_000 < exposed, "{illegal} {exposed}");
    let wanted = "Backward Blocked CastlingBlocked CastlingInCheck CastlingThrough Check Geometry Kind MissingPromotion NoPiece NoRight \
                  NotAPromotion NotToMove NothingToCapture OnlyByCastling OwnPiece Pinned Step";
    let missing: Vec<_> = wanted.split(' ').filter(|&name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

/// Returns the name of the innermost variant.
fn variant(error: IllegalMoveError) -> String {
    let text = match error {
        IllegalMoveError::NoSuchMove { why, .. } => format!("{why:?}"),
        IllegalMoveError::KingAttacked { why, .. } => format!("{why:?}"),
        _ => format!("{error:?}"),
    };
    text.split(['(', ' ']).next().unwrap_or_default().into()
}

fn why(fen: &str, text: &str) -> String {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.parse_uci(text).expect_err(text).to_string()
}

#[test]
fn reasons_name_the_squares() {
    // 6  b . . . . . . .    The bishop attacks f1.
    // 1  R N . . K . . R
    let castling = "4k3/8/b7/8/8/8/8/RN2K2R w KQ - 0 1";
    assert_eq!(why(castling, "e1g1"), "the king cannot castle: the bishop on a6 attacks f1 on its way");
    assert_eq!(why(castling, "e1c1"), "the king cannot castle: a piece on b1 is in the way");
    assert_eq!(
        why("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"),
        "the king cannot castle: there is no right to castle on the king side"
    );
    // 5  K P p . . . . r    Both pawns leave the rank.
    let uncovered = "7k/8/8/KPp4r/8/8/8/8 w - c6 0 2";
    assert_eq!(
        why(uncovered, "b5c6"),
        "the move from b5 to c6 leaves the king attacked: without both pawns, the rook on h5 gives check"
    );
    let double = "4r2k/8/8/8/8/5n2/8/R3K3 w - - 0 1";
    assert_eq!(
        why(double, "a1a2"),
        "the move from a1 to a2 leaves the king attacked: the knight on f3 and the rook on e8 give check, so the king must \
         move"
    );
    // 1  q R K . . . . .    The rook shields the king's way to c1, on which it stands.
    let shielded = "4k3/8/8/8/8/8/8/qRK5 w B - 0 1";
    assert_eq!(why(shielded, "c1b1"), "the king cannot castle: the rook shields it from the queen on a1");
    let pawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(
        why(pawn, "a7a8"),
        "the piece on a7 cannot make this move to a8: the piece that the pawn becomes is missing"
    );
    assert_eq!(why(pawn, "e1e1"), "the piece on e1 cannot make this move to e1: it ends where it begins");
}

#[test]
fn a_position_knows_which_move_ended_a_right() {
    let texts = "e2e4 d7d5 f1b5 c7c6 g1f3 d8a5 b5c6 b8c6 a2a3 a7a6 h1g1 g7g6 g1h1 g6g5".split(' ');
    let position = Position::from_moves(texts).expect("legal moves");
    let lost = |m| match position.why_illegal(m) {
        Some(IllegalMoveError::NoSuchMove { why: Obstacle::NoRight { lost, .. }, .. }) => lost,
        other => panic!("{other:?}"),
    };
    let rook = Move::normal(Square::H1, Square::G1);
    assert_eq!(lost(Move::castling(Square::E1, Square::H1)), Some(LostRight { mv: rook, ply: 10 }));
    let forgotten = Position::from(*position.board());
    let error = forgotten.why_illegal(Move::castling(Square::E1, Square::H1)).expect("no right");
    assert!(matches!(error, IllegalMoveError::NoSuchMove { why: Obstacle::NoRight { lost: None, .. }, .. }));
}
