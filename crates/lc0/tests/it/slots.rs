//! Repetitions, and the positions that planes and records show.

use gardez_bitboard::Bitboard;
use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, InputFormat, Planes, PositionHistory, Rule50Scale, Transform};
use gardez_types::Square;

fn play(fen: &str, moves: &str) -> PositionHistory {
    let mut history = PositionHistory::from_fen(fen).expect("a FEN");
    for text in moves.split_whitespace() {
        let m = history.last().board().parse_move(text).expect("a move");
        assert!(history.last().board().legal_moves().contains(&m), "{text}");
        history.push_relative(m);
    }
    history
}

/// Returns the number of slots that show a position.
fn shown(format: InputFormat, fill: FillMode, history: &PositionHistory) -> usize {
    let (planes, _) = Encoder::new(format).with_fill(fill).encode(history);
    (0..8).filter(|&slot| planes.slot(slot).iter().any(|mask| !mask.is_empty())).count()
}

const KINGS: &str = "7r/8/8/4k3/8/8/8/K7 w - - 0 1";
/// Both kings move in a triangle, back to their squares.
const TRIANGLE: &str = "a1b1 e5e6 b1a2 e6d6 a2a1 d6e5";

#[test]
fn a_repetition_is_found_past_a_position_with_the_counter_at_two() {
    // Four plies earlier the counter is at 2, and two more plies earlier is the same position.
    let history = play(KINGS, TRIANGLE);
    assert_eq!((history.last().repetitions(), history.last().cycle_length()), (1, 6));
    // A repetition is possible from the counter 4 on. A repetition of a repetition is counted as the second one.
    let history = play(KINGS, "a1b1 e5e6 b1a1 e6e5 a1b1 e5e6 b1a1 e6e5");
    let counts: Vec<_> = history.iter().map(|position| position.repetitions()).collect();
    assert_eq!(counts, [0, 0, 0, 0, 1, 1, 1, 1, 2]);
}

#[test]
fn repetitions_before_a_zeroing_move_are_forgotten() {
    let mut history = play("7r/p7/8/4k3/8/8/8/K7 w - - 0 1", TRIANGLE);
    assert!(history.did_repeat_since_last_zeroing_move());
    for text in ["a1b1", "a7a6", "b1a1"] {
        history.push_relative(history.last().board().parse_move(text).expect("a move"));
    }
    assert!(!history.did_repeat_since_last_zeroing_move());
}

#[test]
fn the_hash_of_a_history_depends_on_the_counter() {
    let [one, other] = [KINGS, "7r/8/8/4k3/8/8/8/K7 w - - 1 1"].map(|fen| play(fen, ""));
    assert_eq!(one.last().hash(), other.last().hash());
    assert_ne!(one.hash_last(1), other.hash_last(1));
}

#[test]
fn without_filling_only_formats_1_and_2_show_the_position_before_a_double_push() {
    let history = play("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "");
    for format in InputFormat::ALL {
        let is_canonical = format.is_canonical();
        assert_eq!(shown(format, FillMode::No, &history), if is_canonical { 1 } else { 2 }, "{format:?}");
        assert_eq!(shown(format, FillMode::Always, &history), if is_canonical { 1 } else { 8 }, "{format:?}");
    }
    let (planes, _) = Encoder::new(InputFormat::Classical).with_fill(FillMode::No).encode(&history);
    let their_pawns = |planes: &Planes, slot: usize| planes.slot(slot)[6];
    assert_eq!(their_pawns(&planes, 0), Square::E5.into());
    assert_eq!(their_pawns(&planes, 1), Square::E7.into());
    // A canonical history also ends at a flag if the counter is above 0.
    let history = play("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9", "");
    assert_eq!(shown(InputFormat::Canonical, FillMode::Always, &history), 1);
}

#[test]
fn a_canonical_history_ends_at_a_zeroing_move_a_flag_and_another_right() {
    let count = |format, fen: &str, moves: &str| shown(format, FillMode::Always, &play(fen, moves));
    for (fen, moves, slots) in [
        (KINGS, "", 1),
        (KINGS, "a1b1 e5e6", 3),
        ("7r/8/8/4k3/8/8/8/K7 w - - 1 1", "a1b1 e5e6", 8),
        // The move of the king loses the right.
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 1 1", "e1e2", 1),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 1 1", "a1a2", 1),
        ("4k3/8/8/8/8/8/R7/4K3 w - - 1 1", "e1e2", 8),
        // The earlier position has the flag.
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 3 9", "e1e2", 1),
    ] {
        assert_eq!(count(InputFormat::Canonical, fen, moves), slots, "{fen} {moves}");
        assert_eq!(count(InputFormat::Classical, fen, moves), 8, "{fen} {moves}");
    }
}

#[test]
fn only_the_mode_always_fills_slots_before_the_start_position() {
    let history = PositionHistory::start();
    let filled = FillMode::ALL.map(|fill| shown(InputFormat::Classical, fill, &history));
    assert_eq!(filled, [1, 1, 8]);
    let filled = FillMode::ALL.map(|fill| shown(InputFormat::Classical, fill, &play(KINGS, "a1b1")));
    assert_eq!(filled, [2, 8, 8]);
}

#[test]
fn formats_of_version_2_show_repeated_positions() {
    let history = play(KINGS, &format!("{TRIANGLE} a1b1 e5e6"));
    // Three positions occurred once before. The others are skipped.
    let repeated = history.iter().filter(|position| position.repetitions() == 1).count();
    assert_eq!(repeated, 3);
    assert_eq!(shown(InputFormat::CanonicalV2, FillMode::No, &history), 3);
    let once_more = play(KINGS, &format!("{TRIANGLE} a1b1 e5d5"));
    assert_eq!(shown(InputFormat::CanonicalV2Armageddon, FillMode::No, &once_more), 3);
}

#[test]
fn the_counter_is_in_hundreds_from_format_4_on() {
    let history = play("7r/8/8/4k3/8/8/8/K7 b - - 50 90", "");
    for (format, value) in InputFormat::ALL.into_iter().zip([50.0, 50.0, 50.0, 0.5, 0.5, 0.5, 0.5]) {
        let (planes, _) = Encoder::new(format).encode(&history);
        assert_eq!((planes.rule50(), planes.masks()[109]), (value, Bitboard::FULL), "{format:?}");
        assert_eq!(planes.masks()[110].is_empty(), format.raw() < 100, "{format:?}");
    }
}

#[test]
fn queens_decide_about_the_diagonal_before_rooks() {
    // The reflection exchanges the squares of queen and rook and leaves the kings.
    let transform = |fen: &str| Transform::canonical(play(fen, "").last().board());
    assert_eq!(transform("8/1k6/8/8/8/6R1/5Q2/7K w - - 0 1"), Transform::NONE);
    assert_eq!(transform("8/1k6/8/8/8/6Q1/5R2/7K w - - 0 1"), Transform::TRANSPOSE);
}

#[test]
fn a_record_has_the_file_of_a_flag_as_its_planes_show_it() {
    // The king on e1 leaves the board as it is, one on d1 flips it.
    for (king, flag) in [("4K3", 1 << 1), ("3K4", 1 << 6)] {
        let fen = format!("4k3/8/8/Pp6/8/8/8/{king} w - b6 0 1");
        let history = PositionHistory::from_fen(&fen).expect("a FEN");
        for format in InputFormat::ALL.into_iter().filter(|format| format.is_canonical()) {
            let encoder = Encoder::new(format);
            let record = V6::from_history(&encoder, &history);
            assert_eq!(record.side_to_move_or_enpassant, flag, "{fen} {format:?}");
            assert_eq!(record.planes(Rule50Scale::Engine), Ok(encoder.encode(&history)));
        }
    }
}
