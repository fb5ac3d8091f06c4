//! Positions as text, and packed.

use gardez_formats::{Strictness, binary_fen};
use gardez_lc0::{
    self as lc0, Encoder, FillMode, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory, Transform,
};
use gardez_position::{Board, Builder, FenMode, FenProblems, FenReader, PackedBoard, Placement, Position, Square};
use gardez_variants::{Dialect, Variant, VariantBoard, VariantPosition};

use crate::input::text;

/// Checks a FEN, by every reader.
pub(super) fn fen(bytes: &[u8]) {
    let text = text(bytes);
    let (read, strictly) = (FenReader::new().read_board(text), FenReader::new().strict().read_board(text));
    let problems = read.as_ref().map(|read| read.problems());
    assert_eq!(strictly.is_ok(), problems == Ok(FenProblems::empty()), "{text}");
    let Ok(read) = read else {
        assert!(Position::from_fen(text, FenMode::Detect).is_err(), "{text}");
        return;
    };
    let board = read.position;
    assert_eq!(board.check_invariants(), Ok(()), "{text}");
    assert_eq!(text.parse::<Board>(), Ok(board), "{text}");
    let reader = FenReader::new().with_mode(FenMode::from(board.castling_mode()));
    let written = board.to_string();
    let again = reader.read_board(&written).map(|again| again.position.to_string());
    assert_eq!(again.as_ref(), Ok(&written), "{text}");
    // The reader of a prefix stops exactly at the end of a FEN.
    let longer = format!("{written} ;");
    assert!(FenReader::new().read_prefix(&longer).is_ok_and(|(_, end)| longer[..end].trim_end() == written), "{text}");
    for m in board.legal_moves() {
        assert_eq!(board.after(m).check_invariants(), Ok(()), "{text}: {m:?}");
    }
}

/// Checks the first field of a FEN.
pub(super) fn placement(bytes: &[u8]) {
    let text = text(bytes);
    let Ok(placement) = text.parse::<Placement>() else { return };
    let written = placement.to_string();
    assert_eq!(written.parse::<Placement>().as_ref(), Ok(&placement), "{text}");
    let flip = |placement: &Placement| placement.transform(Square::flip_horizontal);
    assert_eq!(flip(&flip(&placement)), placement, "{text}");
    assert_eq!(placement.swap_colors().swap_colors(), placement, "{text}");
    if let Ok(board) = Builder::from_placement(&placement).build_board() {
        assert_eq!(board.placement(), placement, "{text}");
        assert_eq!(board.to_string().split(' ').next(), Some(&*written), "{text}");
    }
}

/// Checks a board in 24 bytes.
pub(super) fn packed(bytes: &[u8]) {
    let mut packed = [0; PackedBoard::SIZE];
    let length = bytes.len().min(packed.len());
    packed[..length].copy_from_slice(&bytes[..length]);
    let packed = PackedBoard::from_bytes(packed);
    let Ok(board) = Board::try_from(&packed) else { return };
    assert_eq!(board.check_invariants(), Ok(()), "{packed:?}");
    assert_eq!(board.packed(), Ok(packed), "{board:?}");
    for m in board.legal_moves() {
        assert_eq!(board.after(m).check_invariants(), Ok(()), "{packed:?}: {m:?}");
    }
}

/// Checks a board in as many bytes as it needs.
pub(super) fn binary_fen(bytes: &[u8]) {
    let [strict, lenient] =
        [Strictness::Strict, Strictness::Lenient].map(|strictness| binary_fen::read(bytes, strictness));
    assert!(strict.is_err() || strict == lenient, "{strict:?}");
    match lenient {
        Ok(board) => {
            assert_eq!(board.check_invariants(), Ok(()));
            let again = binary_fen::BinaryFen::new(&board);
            assert_eq!(binary_fen::read(again.as_bytes(), Strictness::Strict), Ok(board));
        }
        // Zero bytes at the end are left out, and an error may be about one of them.
        Err(error) => assert!(error.offset <= bytes.len().max(64) as u64, "{error}"),
    }
}

/// Checks a FEN and the moves after it, as in the UCI command `position`.
pub(super) fn uci(bytes: &[u8]) {
    let text = text(bytes);
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let Ok(mut position) = Position::from_fen(fen, FenMode::Detect) else { return };
    let before = position.clone();
    let mut made = 0;
    let mut words = moves.split_ascii_whitespace();
    for word in words.by_ref() {
        let Ok(m) = position.parse_uci(word) else { break };
        assert!(position.is_legal(m), "{text}");
        assert_eq!(position.parse_uci(&m.uci(position.castling_mode()).to_string()), Ok(m));
        position.do_move(m);
        made += 1;
    }
    let whole = Position::from_fen_and_moves(fen, FenMode::Detect, moves.split_ascii_whitespace());
    match whole {
        Ok(whole) => assert!(whole.same_history(&position), "{text}"),
        Err(_) => assert!(made < moves.split_ascii_whitespace().count(), "{text}"),
    }
    for _ in 0..made {
        assert!(position.undo_move().is_some());
    }
    assert!(position.same_history(&before), "{text}");
}

/// Checks a FEN as lc0 reads it, and moves after it.
pub(super) fn lc0_fen(bytes: &[u8]) {
    let text = text(bytes);
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut history = match PositionHistory::from_fen(fen) {
        Ok(history) => history,
        Err(error) => {
            assert!(fen.get(error.span).is_some(), "{fen:?}");
            return;
        }
    };
    // A board is printed exactly if it has no castling rights, whose rooks may be missing, and has both kings. A
    // missing king is treated as a king on a1, and is printed there.
    let board = *history.last().board();
    let placement = fen.trim_start_matches(' ').split(' ').next().unwrap_or_default();
    if board.castlings().is_empty() && placement.contains('K') && placement.contains('k') {
        let again = lc0::Board::from_fen(&format!("{} 0 1", board.fen())).map(|read| read.board.hash());
        assert_eq!(again.ok(), Some(board.hash()), "{fen:?}");
    }
    for word in moves.split(' ') {
        let Ok(m) = history.last().board().parse_move(word) else { break };
        history.push_relative(m);
    }
    let board = *history.last().board();
    for &m in &board.legal_moves() {
        let _ = board.after(m).legal_moves();
        let _ = PolicyIndex::from_move(m, Transform::NONE, PolicyIndexing::Lc0);
    }
    for format in InputFormat::ALL {
        for fill in FillMode::ALL {
            let _ = Encoder::new(format).with_fill(fill).encode(&history);
        }
    }
}

/// Checks a variant, a FEN and moves: `atomic: FEN moves e2e4 …`.
pub(super) fn variants(bytes: &[u8]) {
    let text = text(bytes);
    let Some((name, rest)) = text.split_once(": ") else { return };
    let Some(variant) = Variant::from_name(name) else { return };
    let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
    let Ok(mut position) = VariantPosition::from_fen(variant, fen) else { return };
    let mut seen = Vec::new();
    check_variant(position.board());
    for word in moves.split_ascii_whitespace() {
        let Ok(m) = position.parse_uci(word) else { break };
        assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{text}");
        seen.push((position.to_string(), position.key(), m));
        position.do_move(m);
        check_variant(position.board());
    }
    for (before, key, m) in seen.into_iter().rev() {
        assert_eq!(position.undo_move(), Some(m), "{text}");
        assert_eq!((position.to_string(), position.key()), (before, key), "{text}");
    }
}

/// Checks that both forms of the FEN are read as the same board, and that moves are listed as they are counted.
fn check_variant(board: &VariantBoard) {
    for dialect in [Dialect::Lichess, Dialect::Libraries] {
        let fen = board.fen(dialect).to_string();
        assert_eq!(VariantBoard::from_fen(board.variant(), &fen).as_ref(), Ok(board), "{fen}");
        let _ = (board.outcome_by(dialect), board.has_insufficient_material(dialect));
    }
    let _ = (board.is_closed(), board.material_difference(), board.to_chess(), board.checkers());
    for text in ["e5", "Nf3", "Qxd2+", "N@e4", "e8=K", "O-O", "e2e4"] {
        assert!(board.parse_san(text).is_err() || board.why_illegal(text).is_none(), "{board}: {text}");
    }
    let mut made = *board;
    for &m in &board.legal_moves() {
        assert_eq!(board.parse_san(&board.san(m)), Ok(m), "{board}");
        let undo = made.make_move(m);
        made.undo_move(&undo);
        assert_eq!(made, *board, "{board}: {m}");
    }
    assert_eq!(board.legal_moves().len(), board.legal_move_count() as usize, "{board:?}");
    let is_over = board.outcome().is_some_and(|outcome| outcome.is_variant_end());
    assert!(!is_over || !board.has_legal_moves(), "{board:?}");
}
