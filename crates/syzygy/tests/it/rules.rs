//! Rules that small tables do not show, checked with tables made up for the test. Each has one value for each side to
//! move.

use gardez_position::{Board, FenReader, Position};
use gardez_syzygy::{Dtz, ProbeError, Tablebase, Wdl};

/// A file with this beginning, padded to the length of a table.
fn file(magic: [u8; 4], description: &[u8]) -> Vec<u8> {
    let mut bytes = [&magic[..], description].concat();
    bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
    bytes
}

/// Bit 7 of a part's flags: all its values are equal.
const SAME: u8 = 0x80;

/// A table of results with different pieces on both sides. The values, from 0 to 4, are for the stronger side to move
/// and for the other side.
///
/// The pieces are listed by their codes, pawns first; `pawns` is the number of sides that have pawns.
fn wdl(pieces: &[u8], pawns: u8, values: [u8; 2]) -> Vec<u8> {
    let files = if pawns == 0 { 1 } else { 4 };
    let mut description = vec![if pawns == 0 { 1 } else { 3 }];
    for _ in 0..files {
        description.push(0);
        if pawns == 2 {
            description.push(0x11);
        }
        description.extend(pieces.iter().map(|code| code << 4 | code));
    }
    // The four bytes before the description do not change which offsets are even.
    description.resize(description.len().next_multiple_of(2), 0);
    for _ in 0..files {
        description.extend([SAME, values[0], SAME, values[1]]);
    }
    file([0x71, 0xe8, 0x23, 0x5d], &description)
}

/// Flags of a table of distances: the weaker side is to move; values are places in lists; wins are plies; losses are
/// plies; lists have 16 bits.
const OTHER: u8 = 1;
const LISTS: u8 = 2;
const WIN_PLIES: u8 = 4;
const LOSS_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// A table of distances. Each part has its flags and the first entries of its lists for wins, losses, cursed wins and
/// blessed losses.
fn dtz(pieces: &[u8], parts: &[(u8, [u16; 4])]) -> Vec<u8> {
    let mut description = vec![if parts.len() == 1 { 1 } else { 3 }];
    for _ in parts {
        description.push(0);
        description.extend(pieces);
    }
    description.resize(description.len().next_multiple_of(2), 0);
    description.extend(parts.iter().flat_map(|(flags, _)| [SAME | LISTS | flags, 0]));
    for (flags, entries) in parts {
        let is_wide = flags & WIDE != 0;
        if is_wide {
            description.resize(description.len().next_multiple_of(2), 0xee);
        }
        for (place, entry) in entries.iter().enumerate() {
            // With 8 bits, the last list is one entry longer, so that the next part begins at an odd offset.
            match (is_wide, place) {
                (true, _) => description.extend([1, 0].into_iter().chain(entry.to_le_bytes())),
                (false, 3) => description.extend([2, *entry as u8, 0]),
                (false, _) => description.extend([1, *entry as u8]),
            }
        }
    }
    file([0xd7, 0x66, 0x0c, 0xa5], &description)
}

/// Pieces by their codes, in an order that tables use.
const KRVK: [u8; 3] = [14, 6, 4];
const KPVK: [u8; 3] = [1, 6, 14];
const KQPVKP: [u8; 5] = [1, 9, 5, 6, 14];
const KBNVKR: [u8; 5] = [6, 14, 3, 2, 12];

fn tables(tables: &[(&'static str, Vec<u8>)]) -> Tablebase {
    let mut tablebase = Tablebase::new();
    for (name, bytes) in tables {
        assert_eq!(tablebase.add_bytes(name, bytes.clone()), Ok(true), "{name}");
    }
    tablebase
}

fn committed(name: &'static str) -> (&'static str, Vec<u8>) {
    (name, std::fs::read(format!("{}/tests/tables/{name}", env!("CARGO_MANIFEST_DIR"))).expect("it is committed"))
}

fn read(fen: &str) -> Board {
    *FenReader::new().read(fen).expect("a FEN").position.board()
}

/// ```text
/// 6  . . . . k . . .
/// 5  . . . p P . . .    white has only one move: exd6 en passant, and black wins
/// 4  . . . . . . . .
/// 3  . q . . . . . .
/// 2  . . . . . . . .
/// 1  K . . . . . . .
/// ```
const ONLY_EN_PASSANT: &str = "8/8/4k3/3pP3/8/1q6/8/K7 w - d6 0 1";

#[test]
fn a_side_with_only_an_en_passant_capture_has_the_value_of_that_capture() {
    let tablebase =
        tables(&[("KQPvKP.rtbw", wdl(&KQPVKP, 2, [2, 2])), committed("KQvKP.rtbw"), committed("KQvK.rtbw")]);
    for board in [read(ONLY_EN_PASSANT), read(ONLY_EN_PASSANT).swap_colors()] {
        assert_eq!(tablebase.probe_wdl(&board), Ok(Wdl::Loss));
        assert_eq!(tablebase.probe_dtz(&board).map(Dtz::plies), Ok(-1));
    }
    // Without the en passant right it is stalemate.
    assert_eq!(tablebase.probe_wdl(&read(&ONLY_EN_PASSANT.replace("d6", "-"))), Ok(Wdl::Draw));
}

#[test]
fn a_losing_en_passant_capture_does_not_decide_the_distance() {
    let tablebase =
        tables(&[("KQPvKP.rtbw", wdl(&KQPVKP, 2, [4, 0])), committed("KQvKP.rtbw"), committed("KQvK.rtbw")]);
    let board = read("8/8/2k5/3pP3/8/8/q7/4K3 w - d6 0 1");
    assert_eq!(tablebase.probe_wdl(&board), Ok(Wdl::Loss));
    let error = tablebase.probe_dtz(&board).expect_err("the distance is in a table that is missing");
    assert!(matches!(error, ProbeError::NotAvailable(name) if name.to_string() == "KQPvKP.rtbz"), "{error}");
}

#[test]
fn a_winning_capture_is_found_after_one_that_is_a_cursed_win() {
    // The rook can capture the bishop or the knight.
    let board = read("8/7k/8/1n1R1b2/8/8/8/K7 w - - 0 1");
    for (bishop_left, knight_left) in [(3, 4), (4, 3)] {
        let tablebase = tables(&[
            ("KBNvKR.rtbw", wdl(&KBNVKR, 0, [2, 2])),
            ("KRvKB.rtbw", wdl(&[6, 14, 4, 11], 0, [bishop_left, 4 - bishop_left])),
            ("KRvKN.rtbw", wdl(&[6, 14, 4, 10], 0, [knight_left, 4 - knight_left])),
            committed("KRvK.rtbw"),
        ]);
        assert_eq!(tablebase.probe_wdl(&board), Ok(Wdl::Win));
        assert_eq!(tablebase.probe_dtz(&board).map(Dtz::plies), Ok(1));
    }
}

#[test]
fn a_pawn_move_that_keeps_a_cursed_win_has_the_distance_101() {
    let tablebase = tables(&[("KPvK.rtbw", wdl(&KPVK, 1, [3, 1]))]);
    let board = read("8/8/8/8/4k3/8/P7/K7 w - - 0 1");
    assert_eq!(tablebase.probe_wdl(&board), Ok(Wdl::CursedWin));
    assert_eq!(tablebase.probe_dtz(&board).map(|dtz| (dtz.plies(), dtz.is_rounded())), Ok((101, false)));
}

#[test]
fn each_result_has_its_own_list_of_distances_and_its_own_unit() {
    let board = read("8/8/8/8/4k3/8/8/KR6 w - - 0 1");
    // The lists contain 7, 8, 9 and 10: the distances minus one.
    for (value, flags, plies, is_rounded) in [
        (4, 0, 1 + 2 * 7, true),
        (4, WIN_PLIES, 1 + 7, false),
        (4, LOSS_PLIES, 1 + 2 * 7, true),
        (0, 0, -1 - 2 * 8, true),
        (0, LOSS_PLIES, -1 - 8, false),
        (0, WIN_PLIES, -1 - 2 * 8, true),
        (3, WIN_PLIES | LOSS_PLIES, 101 + 2 * 9, true),
        (1, WIN_PLIES | LOSS_PLIES, -101 - 2 * 10, true),
    ] {
        for wide in [0, WIDE] {
            let tablebase = tables(&[
                ("KRvK.rtbw", wdl(&KRVK, 0, [value, 2])),
                ("KRvK.rtbz", dtz(&KRVK, &[(flags | wide, [7, 8, 9, 10])])),
            ]);
            let found = tablebase.probe_dtz(&board).map(|dtz| (dtz.plies(), dtz.is_rounded()));
            assert_eq!(found, Ok((plies, is_rounded)), "value {value}, flags {flags}");
        }
    }
}

#[test]
fn lists_of_sixteen_bits_begin_at_an_even_offset() {
    let narrow = (LOSS_PLIES | OTHER, [1, 2, 3, 4]);
    let wide = (LOSS_PLIES | OTHER | WIDE, [301, 302, 303, 304]);
    let tablebase =
        tables(&[("KPvK.rtbw", wdl(&KPVK, 1, [4, 0])), ("KPvK.rtbz", dtz(&KPVK, &[narrow, wide, narrow, wide]))]);
    for (file, plies) in [("P7", -3), ("1P6", -303), ("2P5", -3), ("3P4", -303), ("4P3", -303), ("7P", -3)] {
        let board = read(&format!("8/8/8/8/7k/8/{file}/K7 b - - 0 1"));
        assert_eq!(tablebase.probe_dtz(&board).map(Dtz::plies), Ok(plies), "{board}");
    }
}

#[test]
fn a_distance_of_101_plies_may_be_a_true_win() {
    for (values, dtz_of_best, wdl_of_best, rank) in [([4, 0], 101, Wdl::Win, 899), ([3, 1], 102, Wdl::CursedWin, 898)] {
        let tablebase = tables(&[
            ("KRvK.rtbw", wdl(&KRVK, 0, values)),
            ("KRvK.rtbz", dtz(&KRVK, &[(LOSS_PLIES | OTHER, [0, 99, 0, 0])])),
        ]);
        let position = Position::from(read("8/8/8/8/8/4k3/8/KR6 w - - 0 1"));
        let best = tablebase.best_move(&position).expect("tables").expect("a move");
        assert_eq!((best.dtz.map(Dtz::plies), best.wdl, best.rank), (Some(dtz_of_best), wdl_of_best, rank));
    }
}
