//! The keys compared with Stockfish's, number by number and by digests that Stockfish's code printed.

use gardez_zobrist::{self as zobrist, CastlingRights, File, Generator, Move, Piece, SEED, Square, cuckoo, internals};
use quickcheck::quickcheck;

#[test]
fn the_generator_returns_the_numbers_of_stockfish() {
    let expected = [
        0x0836_10fb_1cd7_c6a5,
        0xa37f_944b_e9df_c323,
        0xf6ab_be25_15a9_3cbb,
        0x014d_5ce7_96d3_ea21,
        0x4676_2749_c86b_2be7,
        0xaf8f_7e5e_5ed8_dab6,
        0x650f_5e08_08e3_60fa,
        0x9239_2e42_419e_33d7,
    ];
    let mut generator = Generator::new(SEED);
    assert_eq!(expected.map(|_| generator.next_u64()), expected);
}

#[test]
fn the_xor_of_the_keys_of_each_piece_is_that_of_stockfish() {
    let expected = [
        (Piece::WhitePawn, 0x45ef_e185_aa58_284f),
        (Piece::WhiteKnight, 0x22c0_43dd_2d55_d8f0),
        (Piece::WhiteBishop, 0xd582_34e7_0211_bc20),
        (Piece::WhiteRook, 0x06f5_1865_3abc_9779),
        (Piece::WhiteQueen, 0x4776_5441_663f_e3ba),
        (Piece::WhiteKing, 0x786d_46ad_e454_6ae2),
        (Piece::BlackPawn, 0x5333_ec41_acee_c9d0),
        (Piece::BlackKnight, 0xe91c_8f72_7aa6_6021),
        (Piece::BlackBishop, 0x7429_2838_8192_b2c9),
        (Piece::BlackRook, 0x6de7_28d0_b080_e1c2),
        (Piece::BlackQueen, 0xbd53_a985_0ba5_2801),
        (Piece::BlackKing, 0x1003_027a_f6d2_cb4c),
    ];
    for (piece, expected) in expected {
        let sum = Square::ALL.into_iter().fold(0, |sum, square| sum ^ zobrist::piece(piece, square));
        assert_eq!(sum, expected, "{piece}");
    }
}

#[test]
fn single_keys_are_those_of_stockfish() {
    assert_eq!(zobrist::piece(Piece::WhitePawn, Square::E2), 0xb938_7528_1e1a_9e10);
    assert_eq!(zobrist::piece(Piece::BlackKnight, Square::G8), 0x3b3c_f0b0_3e36_54d8);
    assert_eq!(zobrist::piece(Piece::WhiteKing, Square::E1), 0xee88_81a6_3b2d_62b5);
    assert_eq!(zobrist::piece(Piece::BlackQueen, Square::D8), 0xdf37_a92c_959f_c1b8);
    assert_eq!(zobrist::piece(Piece::WhitePawn, Square::A1), 0x0836_10fb_1cd7_c6a5);
}

#[test]
fn en_passant_castling_side_and_pawnless_keys_are_those_of_stockfish() {
    let en_passant = [
        0x7d56_d658_294a_9988,
        0xa9b3_f0ad_4069_bee5,
        0x229d_4336_2af3_c697,
        0x6cef_3b13_1d75_dc42,
        0xde0d_71dd_0844_ad02,
        0xe692_38e7_66c4_4b4d,
        0xf6d9_30ac_4bc9_584d,
        0x586c_dac1_8fc1_4df7,
    ];
    assert_eq!(File::ALL.map(zobrist::en_passant), en_passant);
    let castling = [
        0x67e8_5e44_a0c8_0f99,
        0x8cb3_b497_3dd5_d7fe,
        0xe2a7_ad2f_6a91_72b4,
        0x5e4f_cb4d_cee5_85c3,
        0x4416_f619_1e39_75a5,
        0x0c6f_19a6_1656_271d,
        0x8980_5f6f_8cac_0c3c,
        0xa617_696c_0383_4b1c,
        0x838e_8651_9f96_2694,
        0xc049_b450_51bc_ab2b,
        0x9491_712e_92a8_5272,
        0xd2d9_0a09_c108_5100,
        0x99e9_a0ed_5260_434d,
        0x23c4_0d50_09d6_6ead,
        0xc454_a9bf_e6a8_8045,
        0x6cef_81b4_3505_35c6,
    ];
    for (bits, expected) in (0..).zip(castling) {
        assert_eq!(zobrist::castling(CastlingRights::from_bits_retain(bits)), expected, "{bits}");
    }
    assert_eq!(zobrist::black_to_move(), 0xa0f5_20a4_c9fa_5bcc);
    assert_eq!(zobrist::no_pawns(), 0xa362_6919_c911_5b2a);
}

#[test]
fn mixed_numbers_are_those_of_stockfish() {
    let expected = [
        0x1405_7b7e_f767_814f,
        0x6c57_6fac_43fd_007c,
        0xc4a9_63d9_9092_7fa9,
        0x1cfb_5806_dd27_fed6,
        0x754d_4c34_29bd_7e03,
        0xcd9f_4061_7652_fd30,
        0x25f1_348e_c2e8_7c5d,
        0x7e43_28bc_0f7d_fb8a,
        0xd695_1ce9_5c13_7ab7,
        0x2ee7_1116_a8a8_f9e4,
        0x8739_0543_f53e_7911,
        0xdf8a_f971_41d3_f83e,
    ];
    for (n, expected) in (0..).zip(expected) {
        assert_eq!(zobrist::mix(n), expected);
    }
}

#[test]
fn the_key_of_a_pawn_is_0_on_its_last_rank_only() {
    for square in Square::ALL {
        assert_eq!(zobrist::piece(Piece::WhitePawn, square) == 0, square as u8 >= 56, "{square}");
        assert_eq!(zobrist::piece(Piece::BlackPawn, square) == 0, (square as u8) < 8, "{square}");
    }
}

#[test]
fn the_cuckoo_table_is_that_of_stockfish_slot_by_slot() {
    let (mut used, mut first, mut keys, mut digest) = (0, 0, 0, 0_u64);
    for slot in 0..internals::SLOTS {
        let Some((key, step)) = internals::entry(slot) else { continue };
        used += 1;
        first += usize::from(internals::first_slot(key) == slot);
        keys ^= key;
        let word = key.wrapping_add(slot as u64).wrapping_add(u64::from(step.raw()) << 16);
        digest = (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        assert_eq!(cuckoo::find(key), Some(step));
    }
    assert_eq!((used, first), (internals::ENTRIES, 2700));
    assert_eq!(keys, 0x92e6_8fd6_02c3_37ef);
    assert_eq!(digest, 0x160c_d015_1474_7cb0);
    assert_eq!(internals::entry(2), Some((0xfea0_f2f6_566b_e002, Move::from_raw(736).expect("a move"))));
}

quickcheck! {
    fn a_move_is_found_only_for_a_difference_that_it_makes(difference: u64) -> bool {
        cuckoo::find(difference).is_none_or(|step| {
            let (from, to) = (step.from(), step.to());
            Piece::ALL.into_iter().any(|piece| {
                zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::black_to_move() == difference
            })
        })
    }
}
