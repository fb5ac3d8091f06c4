//! The tables compared with Stockfish's, by digests and drawings that Stockfish's code printed.

use gardez_bitboard::{Bitboard, Square, bishop_attacks, line, path_to, ray_pass, rook_attacks};
use gardez_types::Generator;

/// FNV-1a over 64-bit words.
struct Digest(u64);

impl Digest {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

fn digest_of_pairs(value: impl Fn(Square, Square) -> u64) -> u64 {
    let mut digest = Digest::new();
    for a in Square::ALL {
        for b in Square::ALL {
            digest.add(value(a, b));
        }
    }
    digest.0
}

#[test]
fn lines_paths_rays_and_distances_are_those_of_stockfish() {
    assert_eq!(digest_of_pairs(|a, b| line(a, b).bits()), 0x9d3a_ecc0_0877_d34d);
    assert_eq!(digest_of_pairs(|a, b| path_to(a, b).bits()), 0xbe92_54c5_258f_3071);
    assert_eq!(digest_of_pairs(|a, b| ray_pass(a, b).bits()), 0x42ee_39c7_e3be_f0b5);
    assert_eq!(digest_of_pairs(|a, b| a.distance(b).into()), 0xc04b_60fb_1f19_0c6d);
}

#[test]
fn sliders_on_random_boards_are_those_of_stockfish() {
    let mut generator = Generator::new(1);
    let mut digest = Digest::new();
    for square in Square::ALL {
        for _ in 0..256 {
            let occupied = Bitboard::from_bits(generator.next_u64());
            digest.add(bishop_attacks(square, occupied).bits());
            digest.add(rook_attacks(square, occupied).bits());
        }
    }
    assert_eq!(digest.0, 0x1e6a_2cf6_38a1_5896);
}

#[test]
fn a_set_is_drawn_as_stockfish_draws_it() {
    let drawn = Bitboard::from_bits(0xd423_d387_d968_ecfa).pretty().to_string();
    let mut lines = drawn.lines();
    assert_eq!(lines.next(), Some("+---+---+---+---+---+---+---+---+"));
    assert_eq!(lines.next(), Some("|   |   | X |   | X |   | X | X | 8"));
    assert_eq!(drawn.lines().last(), Some("  a   b   c   d   e   f   g   h"));
    assert_eq!(drawn.lines().count(), 18);
    assert!(drawn.ends_with("h\n"));
}
