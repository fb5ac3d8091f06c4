//! What the feature sets list agrees with their definition, and differences add up.

use std::collections::BTreeMap;

use gardez_bitboard::piece_attacks;
use gardez_nnue::features::definition::{self, ThreatSlots, oriented};
use gardez_nnue::features::{
    Difference, DirtyPawnPairs, FULL_THREATS, FULL_THREATS_79856, FeatureSet, IndexList, KingBuckets, Mirror,
    PawnPairs, PieceSquares,
};
use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, Position};
use gardez_types::{Color, File, Generator, Piece, PieceType, Square};
use quickcheck::{QuickCheck, quickcheck};

/// What observers record of a move.
type Change = (DirtyPiece, DirtyThreats, DirtyPawnPairs);

/// A random game of chess or Chess960, with null moves. `visit` receives each board, the change, and the next board.
fn walk(start: u16, choices: &[u8], mut visit: impl FnMut(&Board, &Change, &Board)) {
    let mut position = match start % 3 {
        0 => Position::start(),
        _ => Board::double_chess960(start % 960, start / 7 % 960).map(Position::from).expect("both below 960"),
    };
    let mut change = Change::default();
    // The game goes on after the choices, so that it is long enough for promotions.
    let mut generator = Generator::new(1 + u64::from(start));
    let more = (0..if cfg!(miri) { 4 } else { 80 }).map(|_| (generator.next_u64() >> 56) as u8);
    for choice in choices.iter().copied().chain(more) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let before = *position.board();
        if choice == 255 && !position.in_check() {
            position.do_null_move_with(&mut change);
        } else {
            position.do_move_with(moves[usize::from(choice) % moves.len()], &mut change);
        }
        visit(&before, &change, &position);
    }
}

fn sorted(list: &IndexList) -> Vec<u32> {
    let mut indices = list.to_vec();
    indices.sort_unstable();
    indices
}

/// The number of times that each index occurs.
fn counts(indices: &[u32]) -> BTreeMap<u32, i32> {
    let mut counts = BTreeMap::new();
    for &index in indices {
        *counts.entry(index).or_default() += 1;
    }
    counts
}

/// A layout without any symmetry.
fn layout<const N: usize>() -> [u8; N] {
    core::array::from_fn(|i| (i * 7 % 29) as u8)
}

fn all_pieces(board: &Board, index: impl Fn(Piece, Square) -> Option<u32>) -> Vec<u32> {
    let mut indices: Vec<_> = board.piece_map().filter_map(|(square, piece)| index(piece, square)).collect();
    indices.sort_unstable();
    indices
}

/// All pairs of a piece and a piece that it attacks.
fn all_threats(slots: &ThreatSlots, board: &Board, perspective: Color) -> Vec<u32> {
    let (king, mut indices) = (board.king(perspective), Vec::new());
    for (from, attacker) in board.piece_map() {
        for to in piece_attacks(attacker, from, board.occupied()) & board.occupied() {
            let attacked = board.piece_on(to).expect("occupied");
            indices.extend(slots.index(perspective, king, (attacker, from), (attacked, to)));
        }
    }
    indices.sort_unstable();
    indices
}

fn all_pawn_pairs(board: &Board, perspective: Color) -> Vec<u32> {
    let pawns = board.by_type(PieceType::Pawn);
    let color = |square| board.piece_on(square).expect("a pawn").color();
    let mut indices = Vec::new();
    for first in pawns {
        for second in pawns.into_iter().filter(|&second| first < second) {
            let pair = ((color(first), first), (color(second), second));
            indices.extend(definition::pawn_pair(perspective, board.king(perspective), pair.0, pair.1));
        }
    }
    indices.sort_unstable();
    indices
}

/// What a set sees of a board is also what the other color sees of this one.
type OtherView = fn(&Board) -> Board;

/// Exchanges the colors and turns the board upside down.
const UPSIDE_DOWN: OtherView = |board| board.swap_colors();

/// Exchanges the colors and rotates the board.
const ROTATED: OtherView = |board| board.swap_colors().flip_horizontal();

/// Applies the claims about a feature set to every move of a random game.
fn holds_in_a_game<S: FeatureSet>(
    set: &S,
    start: u16,
    choices: &[u8],
    change: impl Fn(&Change) -> &S::Change,
    other_view: OtherView,
    slow: impl Fn(&Board, Color) -> Vec<u32>,
) -> bool {
    let (mut list, mut difference) = (IndexList::new(), Difference::new());
    walk(start, choices, |before, changes, after| {
        for perspective in Color::ALL {
            set.active_into(after, perspective, &mut list);
            let active = sorted(&list);
            assert_eq!(active, slow(after, perspective), "{perspective}: {after:?}");
            assert!(active.iter().all(|&index| index < set.inputs()), "{active:?}");
            assert_eq!(active, sorted(&set.active(&other_view(after), !perspective)), "{after:?}");

            set.difference_into(after.king(perspective), change(changes), perspective, &mut difference);
            assert_eq!(difference.refresh, set.requires_refresh(change(changes), perspective));
            if difference.refresh {
                let king = before.piece_on(before.king(perspective));
                assert_eq!(changes.0.piece, king, "only its own king changes a perspective's numbers");
                assert!(difference.removed.is_empty() && difference.added.is_empty());
                continue;
            }
            let mut expected = counts(&set.active(before, perspective));
            for index in &difference.removed {
                *expected.entry(*index).or_default() -= 1;
            }
            for index in &difference.added {
                *expected.entry(*index).or_default() += 1;
            }
            expected.retain(|_, count| *count != 0);
            assert_eq!(counts(&active), expected, "{perspective}: {before:?}{:?}", changes.0);

            difference.cancel();
            assert!(difference.removed.iter().all(|index| !difference.added.contains(index)));
        }
    });
    true
}

/// Returns 0 for an own piece, 1 for theirs.
fn side(perspective: Color, piece: Piece) -> u32 {
    u32::from(piece.color() != perspective)
}

fn is_king_side(square: Square) -> bool {
    square.file() >= File::E
}

/// The number of an input of a piece on a square, by the perspective and the square of its king.
type Number = fn(Color, Square, Piece, Square) -> Option<u32>;

fn chess768(perspective: Color, _: Square, piece: Piece, square: Square) -> Option<u32> {
    let plane = 6 * side(perspective, piece) + piece.piece_type().index() as u32;
    Some(64 * plane + oriented(perspective, false, square) as u32)
}

fn king_buckets(perspective: Color, king: Square, piece: Piece, square: Square) -> Option<u32> {
    let bucket = layout::<64>()[oriented(perspective, false, king) as usize];
    Some(768 * u32::from(bucket) + chess768(perspective, king, piece, square)?)
}

/// Files are flipped if the king is on the files e to h.
fn mirrored_king_buckets(perspective: Color, king: Square, piece: Piece, square: Square) -> Option<u32> {
    let seen = |square| oriented(perspective, is_king_side(king), square);
    let entry = layout::<32>()[4 * seen(king).rank() as usize + seen(king).file() as usize];
    let plane = 6 * side(perspective, piece) + piece.piece_type().index() as u32;
    Some(768 * u32::from(entry) + 64 * plane + seen(square) as u32)
}

/// Black sees the board rotated, and kings are no inputs.
fn half_kp(perspective: Color, king: Square, piece: Piece, square: Square) -> Option<u32> {
    let seen = |square| oriented(perspective, perspective == Color::Black, square) as u32;
    let plane = 2 * piece.piece_type().index() as u32 + side(perspective, piece);
    (piece.piece_type() != PieceType::King).then(|| 641 * seen(king) + 1 + 64 * plane + seen(square))
}

/// The king is always seen on the files e to h.
fn half_ka(bucket_size: u32, planes: u32, (perspective, king, piece, square): (Color, Square, Piece, Square)) -> u32 {
    let seen = |square| oriented(perspective, !is_king_side(king), square);
    let plane = (2 * piece.piece_type().index() as u32 + side(perspective, piece)).min(planes - 1);
    // 31 on e1, 28 on h1, 3 on e8, 0 on h8.
    let bucket = 4 * (7 - seen(king).rank() as u32) + (7 - seen(king).file() as u32);
    bucket_size * bucket + 64 * plane + seen(square) as u32
}

/// The sets of pieces with their definitions, and what the other color sees alike.
fn piece_sets() -> [(PieceSquares, Number, OtherView); 6] {
    let kings = KingBuckets::Squares(layout());
    [
        (PieceSquares::CHESS_768, chess768, UPSIDE_DOWN),
        (PieceSquares { kings, ..PieceSquares::CHESS_768 }, king_buckets, UPSIDE_DOWN),
        (mirrored(layout()), mirrored_king_buckets, UPSIDE_DOWN),
        (PieceSquares::HALF_KP, half_kp, ROTATED),
        (PieceSquares::HALF_KA_V2_HM, |a, b, c, d| Some(half_ka(704, 11, (a, b, c, d))), UPSIDE_DOWN),
        (PieceSquares::HALF_KA_V2_HM_12_PLANES, |a, b, c, d| Some(half_ka(768, 12, (a, b, c, d))), UPSIDE_DOWN),
    ]
}

/// bullet's `ChessBucketsMirrored`.
fn mirrored(layout: [u8; 32]) -> PieceSquares {
    PieceSquares { kings: KingBuckets::Half(layout), mirror: Mirror::AToD, ..PieceSquares::CHESS_768 }
}

quickcheck! {
    fn sets_of_pieces_follow_their_definitions(start: u16, choices: Vec<u8>) -> bool {
        piece_sets().into_iter().all(|(set, number, view)| {
            holds_in_a_game(&set, start, &choices, |both| &both.0, view, |board, perspective| {
                let king = board.king(perspective);
                all_pieces(board, |piece, square| number(perspective, king, piece, square))
            })
        })
    }

    fn sets_that_flip_files_see_left_and_right_alike(start: u16, choices: Vec<u8>) -> bool {
        let (set, half_ka) = (mirrored(layout()), PieceSquares::HALF_KA_V2_HM);
        walk(start, &choices, |_, _, board| {
            let flipped = board.flip_horizontal();
            for color in Color::ALL {
                assert_eq!(sorted(&set.active(board, color)), sorted(&set.active(&flipped, color)));
                assert_eq!(sorted(&half_ka.active(board, color)), sorted(&half_ka.active(&flipped, color)));
                assert_eq!(sorted(&PawnPairs.active(board, color)), sorted(&PawnPairs.active(&flipped, color)));
                let number = |board| FULL_THREATS.active(board, color).len();
                assert_eq!(number(board), number(&flipped), "which of two attacks counts depends on the files");
            }
        });
        true
    }

    fn pawn_pairs_follow_their_definition(start: u16, choices: Vec<u8>) -> bool {
        holds_in_a_game(&PawnPairs, start, &choices, |all| &all.2, UPSIDE_DOWN, all_pawn_pairs)
    }
}

/// Tries fewer games than usual, because the definition of full threats is slow.
fn few_games(holds: fn(u16, Vec<u8>) -> bool) {
    QuickCheck::new().tests(if cfg!(miri) { 1 } else { 20 }).quickcheck(holds);
}

#[test]
fn full_threats_follow_their_definition() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck passes values
    fn holds(start: u16, choices: Vec<u8>) -> bool {
        holds_in_a_game(
            &FULL_THREATS,
            start,
            &choices,
            |both| &both.1,
            UPSIDE_DOWN,
            |board, perspective| all_threats(&ThreatSlots::CURRENT, board, perspective),
        )
    }
    few_games(holds);
}

#[test]
fn full_threats_of_stockfish_18_follow_their_definition() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck passes values
    fn holds(start: u16, choices: Vec<u8>) -> bool {
        holds_in_a_game(
            &FULL_THREATS_79856,
            start,
            &choices,
            |both| &both.1,
            UPSIDE_DOWN,
            |board, perspective| all_threats(&ThreatSlots::STOCKFISH_18, board, perspective),
        )
    }
    few_games(holds);
}

#[test]
fn the_numbers_of_inputs_are_the_published_ones() {
    assert_eq!(FULL_THREATS.inputs(), 59_808);
    assert_eq!(FULL_THREATS_79856.inputs(), 79_856);
    assert_eq!(PawnPairs.inputs(), 4_560);
    let inputs = piece_sets().map(|(set, ..)| set.inputs());
    assert_eq!(inputs, [768, 29 * 768, 29 * 768, 41_024, 22_528, 24_576]);
    assert_eq!(PieceSquares::HALF_KA_V2.inputs(), 45_056);
    assert_eq!(mirrored([0; 32]).inputs(), 768);
    assert_eq!(mirrored([255; 32]).inputs(), 256 * 768);
}

#[test]
fn numberings_agree_with_the_definition_for_all_kings_pieces_and_squares() {
    for (perspective, king) in Color::ALL.into_iter().flat_map(|color| Square::ALL.map(|king| (color, king))) {
        for (set, number, _) in piece_sets() {
            let numbering = set.numbering(perspective, king);
            for (piece, square) in Piece::ALL.into_iter().flat_map(|piece| Square::ALL.map(|square| (piece, square))) {
                let expected = number(perspective, king, piece, square);
                assert_eq!(numbering.index(piece, square), expected, "{set:?} {king} {piece} {square}");
                assert_eq!(set.index(perspective, king, piece, square), expected, "{set:?} {king} {piece} {square}");
            }
        }
    }
}

/// Every input of full threats belongs to one pair of pieces and squares, except that the inputs of a pair that counts
/// once are used by half.
#[test]
fn no_two_attacks_share_an_input() {
    for (slots, inputs) in [(&ThreatSlots::CURRENT, 59_808), (&ThreatSlots::STOCKFISH_18, 79_856)] {
        let mut used = vec![false; inputs];
        for attacker in Piece::ALL {
            for from in Square::ALL {
                let attacks = definition::empty_attacks(attacker, from);
                for to in Square::ALL.into_iter().filter(|&to| attacks >> to as u8 & 1 != 0) {
                    for attacked in Piece::ALL {
                        let index = slots.index(Color::White, Square::A1, (attacker, from), (attacked, to));
                        if let Some(index) = index {
                            assert!(!core::mem::replace(&mut used[index as usize], true), "{index}");
                        }
                    }
                }
            }
        }
        let unused = used.iter().filter(|&&used| !used).count();
        // Half of the pairs of two knights, bishops, rooks or queens, of four pairs of colors; and all of the own pawns on
        // theirs, which are below them.
        let expected = 4 * (336 + 560 + 896 + 1456) / 2;
        let pawns = if inputs == 59_808 { 0 } else { 84 };
        assert_eq!(unused, expected + pawns, "{inputs}");
    }
}

/// A board with as many pieces as possible has room in a list.
#[test]
fn a_full_board_has_fewer_inputs_than_a_list_has_room_for() {
    let board: Board =
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QNBNQRQQ/QQQQRQQQ/QQQKQQQQ/QQQQQQQk b - - 0 1".parse().expect("a board");
    for perspective in Color::ALL {
        assert_eq!(
            sorted(&FULL_THREATS_79856.active(&board, perspective)),
            all_threats(&ThreatSlots::STOCKFISH_18, &board, perspective)
        );
        assert_eq!(PieceSquares::HALF_KA_V2_HM.active(&board, perspective).len(), 64);
    }
    let board: Board =
        "k6K/PPPPPPPP/pppppppp/PPPPPPPP/PPPPPPPP/pppppppp/PPPPPPPP/8 b - - 0 1".parse().expect("a board");
    for perspective in Color::ALL {
        assert_eq!(sorted(&PawnPairs.active(&board, perspective)), all_pawn_pairs(&board, perspective));
    }
}
