//! Slips that are easily made in the numbers of inputs: each of them must be found in the samples.

use std::path::Path;

use gardez_bitboard::piece_attacks;
use gardez_nnue::features::definition::{self, ThreatSlots};
use gardez_nnue::features::{ChessBuckets, Difference, FeatureSet, FullThreats, HalfKaV2Hm, HalfKp, IndexList};
use gardez_position::Board;
use gardez_types::{Color, Piece, PieceType, Square};

use super::{Change, LAYOUT_10, LAYOUT_64, active, compare_active, compare_difference, difference};
use crate::Options;
use crate::file::Content;
use crate::findings::Findings;
use crate::report::{Outcome, Report};
use crate::rows::Row;

/// Lists the inputs of a board with a slip.
type Active = fn(&Board, Color) -> Vec<u32>;

/// Finds the difference of a move with a slip.
type Slip = fn(&Board, &Change, Color) -> Difference;

/// Slips in the inputs of a board: the slip, the set, and what it lists.
const BOARD_SLIPS: [(&str, &str, Active); 16] = [
    ("files are flipped on the wrong side", "buckets_hm10", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let king = king.flip_horizontal();
            Some(definition::chess_buckets_mirrored(&LAYOUT_10, perspective, king, piece, square))
        })
    }),
    ("files are flipped on the wrong side", "HalfKAv2_hm", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            Some(definition::half_ka_v2_hm(perspective, king.flip_horizontal(), piece, square))
        })
    }),
    ("files are flipped on the wrong side", "FullThreats", |board, perspective| {
        threats(board, |attacker, attacked| {
            let king = board.king(perspective).flip_horizontal();
            ThreatSlots::CURRENT.index(perspective, king, attacker, attacked)
        })
    }),
    ("files are never flipped", "buckets_hm32", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let (rank, file) = (king.relative_to(perspective).rank() as u32, king.file() as u32);
            Some(768 * (4 * rank + file.min(7 - file)) + definition::chess768(perspective, piece, square))
        })
    }),
    ("black sees the board upside down instead of rotated", "HalfKP", |board, perspective| {
        pieces(board, perspective, |king, piece, square| match perspective {
            Color::White => definition::half_kp(perspective, king, piece, square),
            Color::Black => {
                let (king, square) = (king.flip_vertical(), square.flip_vertical());
                definition::half_kp(Color::White, king, piece.swap_colors(), square)
            }
        })
    }),
    ("the perspectives are exchanged", "chess768", |board, perspective| {
        active("chess768", board, !perspective).expect("known").to_vec()
    }),
    ("own and other planes are exchanged", "HalfKP", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            definition::half_kp(perspective, king, piece.swap_colors(), square)
        })
    }),
    ("each king has a plane", "HalfKAv2_hm", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let theirs = u32::from(piece.piece_type() == PieceType::King && piece.color() != perspective);
            Some(definition::half_ka_v2_hm(perspective, king, piece, square) + 64 * theirs)
        })
    }),
    ("both kings share a plane", "HalfKAv2_hm_12planes", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let theirs = u32::from(piece.piece_type() == PieceType::King && piece.color() != perspective);
            Some(definition::half_ka_v2_hm_12_planes(perspective, king, piece, square) - 64 * theirs)
        })
    }),
    ("buckets are counted from the other corner", "HalfKAv2_hm", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let index = definition::half_ka_v2_hm(perspective, king, piece, square);
            Some((31 - index / 704) * 704 + index % 704)
        })
    }),
    ("the king of black is not flipped in the layout", "buckets64", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            let king = king.relative_to(perspective);
            Some(definition::chess_buckets(&LAYOUT_64, perspective, king, piece, square))
        })
    }),
    ("the unused first input of a king's square is left out", "HalfKP", |board, perspective| {
        pieces(board, perspective, |king, piece, square| {
            definition::half_kp(perspective, king, piece, square).map(|index| index - 1)
        })
    }),
    ("of two pieces that attack each other, the lower one counts", "FullThreats", |board, perspective| {
        threats(board, |(attacker, from), (attacked, to)| {
            let is_once = ThreatSlots::CURRENT.counts_once(attacker, attacked);
            let (from, to) = if is_once { (to, from) } else { (from, to) };
            ThreatSlots::CURRENT.index(perspective, board.king(perspective), (attacker, from), (attacked, to))
        })
    }),
    ("defended pieces are left out", "FullThreats_79856", |board, perspective| {
        threats(board, |attacker, attacked| {
            let king = board.king(perspective);
            let index = ThreatSlots::STOCKFISH_18.index(perspective, king, attacker, attacked);
            index.filter(|_| attacker.0.color() != attacked.0.color())
        })
    }),
    ("kings are attacked and attack", "FullThreats", |board, perspective| {
        threats(board, |attacker, attacked| {
            ThreatSlots::STOCKFISH_18.index(perspective, board.king(perspective), attacker, attacked)
        })
    }),
    ("pawns on one file are not a pair", "PP_3Wide", |board, perspective| {
        let pawns = board.by_type(PieceType::Pawn);
        let pairs = pawns.into_iter().flat_map(|first| pawns.into_iter().map(move |second| (first, second)));
        let apart = pairs.filter(|(first, second)| first < second && first.file() != second.file());
        let pawn = |square| (board.piece_on(square).expect("a pawn").color(), square);
        let king = board.king(perspective);
        apart
            .filter_map(|(first, second)| definition::pawn_pair(perspective, king, pawn(first), pawn(second)))
            .collect()
    }),
];

/// Slips in the differences of moves.
const MOVE_SLIPS: [(&str, &str, Slip); 5] = [
    (
        "only another bucket needs a refresh, not another half of the board",
        "HalfKAv2_hm",
        |after, change, perspective| {
            let mut pieces = change.0;
            let own_king = Some(Piece::new(perspective, PieceType::King));
            // A king from d1 to e1 is taken for a king that has always been on e1.
            if pieces.piece == own_king && pieces.from.map(Square::flip_horizontal) == pieces.to {
                pieces.from = pieces.to;
            }
            HalfKaV2Hm.difference(after.king(perspective), &pieces, perspective)
        },
    ),
    ("a move of the other king needs a refresh", "HalfKP", |after, change, perspective| {
        let is_king = change.0.piece.is_some_and(|piece| piece.piece_type() == PieceType::King);
        let mut difference = HalfKp.difference(after.king(perspective), &change.0, perspective);
        difference.refresh |= is_king;
        difference
    }),
    ("each move of the own king needs a refresh", "FullThreats", |after, change, perspective| {
        let mut difference = FullThreats.difference(after.king(perspective), &change.1, perspective);
        difference.refresh |= change.0.piece == Some(Piece::new(perspective, PieceType::King));
        difference
    }),
    ("a captured piece is not removed", "HalfKAv2_hm", |after, change, perspective| {
        let mut pieces = change.0;
        pieces.removed = None;
        HalfKaV2Hm.difference(after.king(perspective), &pieces, perspective)
    }),
    ("a pawn captured en passant is removed from the target", "HalfKP", |after, change, perspective| {
        let mut pieces = change.0;
        if let (Some((captured, _)), Some(to), None) = (pieces.removed, pieces.to, pieces.added) {
            pieces.removed = Some((captured, to));
        }
        HalfKp.difference(after.king(perspective), &pieces, perspective)
    }),
];

/// Returns the inputs of all pieces: `index` receives the own king's square, a piece and its square.
fn pieces(board: &Board, perspective: Color, index: impl Fn(Square, Piece, Square) -> Option<u32>) -> Vec<u32> {
    let king = board.king(perspective);
    board.piece_map().filter_map(|(square, piece)| index(king, piece, square)).collect()
}

/// Returns the inputs of all pairs of a piece and a piece that it attacks.
fn threats(board: &Board, index: impl Fn((Piece, Square), (Piece, Square)) -> Option<u32>) -> Vec<u32> {
    let mut indices = Vec::new();
    for (from, attacker) in board.piece_map() {
        for to in piece_attacks(attacker, from, board.occupied()) & board.occupied() {
            indices.extend(index((attacker, from), (board.piece_on(to).expect("occupied"), to)));
        }
    }
    indices
}

/// Compares the rows of a sample about one set, whose name is in this column.
fn report(file: &str, place: usize, set: &str, compare: impl Fn(&mut Findings<'_>, &Row<'_>) -> Outcome) -> Report {
    let content = Content::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/features").join(file));
    let options = Options::default();
    let mut findings = Findings::new(&options, file, None);
    for (line, bytes) in content.lines() {
        let text = str::from_utf8(bytes).expect("text");
        let cells: Vec<_> = text.split('\t').collect();
        if cells[place] == set {
            findings.begin_record(line);
            compare(&mut findings, &Row { text, cells, heading: "" }).expect("a row");
        }
    }
    findings.into_report()
}

#[test]
fn each_slip_in_the_inputs_of_a_board_is_found() {
    for (slip, set, slipped) in BOARD_SLIPS {
        let right = report("features.tsv", 1, set, |findings, row| compare_active(findings, row, active));
        assert!(right.is_clean() && right.records == 26, "{set}: {right:?}");
        let wrong = report("features.tsv", 1, set, |findings, row| {
            compare_active(findings, row, |_, board, perspective| {
                let mut list = IndexList::new();
                slipped(board, perspective).into_iter().for_each(|index| list.push(index));
                Some(list)
            })
        });
        assert_ne!(wrong.differences, 0, "{slip} in {set}");
    }
}

#[test]
fn each_slip_in_the_difference_of_a_move_is_found() {
    for (slip, set, slipped) in MOVE_SLIPS {
        let right = report("diffs.tsv", 2, set, |findings, row| compare_difference(findings, row, difference));
        assert!(right.is_clean() && right.records > 40, "{set}: {right:?}");
        let wrong = report("diffs.tsv", 2, set, |findings, row| {
            compare_difference(findings, row, |_, after, change, perspective| Some(slipped(after, change, perspective)))
        });
        assert_ne!(wrong.differences, 0, "{slip} in {set}");
    }
}

#[test]
fn the_layouts_have_the_numbers_of_buckets_of_their_names() {
    assert_eq!(ChessBuckets::new(LAYOUT_64).buckets(), 13);
    assert_eq!(LAYOUT_10.iter().max(), Some(&9));
}
