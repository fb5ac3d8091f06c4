//! The searched tables: magic factors for rooks and bishops, found from a fixed seed.

use std::fs;
use std::process::ExitCode;

use clap::Args;
use gardez_types::{Direction, Generator, Square, geometry};

use crate::process::{cannot, read, root};

/// The path of the generated file from the workspace root.
const FACTORS: &str = "crates/bitboard/src/sliders/factors.rs";

/// The seed of the search: "Gardez" in ASCII.
const SEED: u64 = 0x4761_7264_657a;

/// Search the magic factors and write them to the sources
///
/// The search starts with a fixed seed, so it finds the same factors on every
/// machine. The compiler checks them while it builds the tables. It works even if
/// no crate above `gardez-types` compiles.
#[derive(Args)]
#[command(verbatim_doc_comment, after_help = "Example: cargo xtask codegen --check")]
pub(crate) struct Codegen {
    /// Write nothing; fail if the file differs
    #[arg(long)]
    check: bool,
}

impl Codegen {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if self.check {
            check()?;
        } else {
            let path = root().join(FACTORS);
            fs::write(&path, factors_file()).map_err(cannot(&path))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(crate) fn check() -> Result<(), String> {
    let is_same = read(FACTORS)? == factors_file();
    is_same
        .then_some(())
        .ok_or_else(|| format!("{FACTORS} differs from the result of the search: run `cargo xtask codegen`"))
}

/// Returns the text of the generated file.
fn factors_file() -> String {
    let mut random = Generator::new(SEED);
    let mut text = String::from(
        "//! The magic factors, found by `cargo xtask codegen` from a fixed seed. Do not edit.\n\
         //!\n\
         //! Let `blockers` be the occupied squares that matter to a slider. Its attacks are at the index\n\
         //! `(blockers * factor) >> (64 - bits)` of a table. Different attacks have different indices.\n\n\
         /// For each square, a factor for both diagonals of a bishop. The number of bits is the number of squares that matter.\n\
         #[rustfmt::skip]\n\
         pub(super) const BISHOP_FACTORS: [u64; 64] = [\n",
    );
    let bishops = Square::ALL.map(|square| literal(search(&cases(square, &BISHOP), bits(square), &mut random)));
    text += &rows(&bishops, 4);
    text += "];\n\n/// For each square, a factor for the file of a rook and one for its rank. The number of bits is 6 for both.\n\
             #[rustfmt::skip]\n\
             pub(super) const ROOK_FACTORS: [[u64; 2]; 64] = [\n";
    let rooks = Square::ALL.map(|square| {
        format!("[{}]", ROOK.map(|line| literal(search(&cases(square, &line), 6, &mut random))).join(", "))
    });
    text + &rows(&rooks, 2) + "];\n"
}

fn rows(values: &[String], count: usize) -> String {
    values.chunks(count).map(|row| format!("    {},\n", row.join(", "))).collect()
}

/// The lines of a bishop, which have one factor, and those of a rook.
const BISHOP: [Direction; 4] = Direction::DIAGONAL;
const ROOK: [[Direction; 2]; 2] = [[Direction::North, Direction::South], [Direction::East, Direction::West]];

fn bits(square: Square) -> u32 {
    geometry::relevant_squares(square, &BISHOP).count_ones()
}

/// Returns a number as Rust code: `0x0123_4567_89ab_cdef`.
fn literal(number: u64) -> String {
    let digits = format!("{number:016x}");
    format!("0x{}_{}_{}_{}", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..])
}

/// Returns the cases that a factor must separate: every set of blockers on some lines through a square, with the attacks.
fn cases(square: Square, directions: &[Direction]) -> Vec<(u64, u64)> {
    let mask = geometry::relevant_squares(square, directions);
    let mut cases = Vec::new();
    let mut blockers = 0_u64;
    loop {
        cases.push((blockers, geometry::slides(square, directions, blockers)));
        // Counting up within the mask visits every subset and ends at the first one.
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return cases;
        }
    }
}

/// Returns `true` if `factor` gives different attacks different places in a table, whose index has this many bits. `places`
/// is that table, without `stamp` in it.
fn separates(factor: u64, cases: &[(u64, u64)], bits: u32, places: &mut [(u32, u64)], stamp: u32) -> bool {
    cases.iter().all(|&(blockers, attacks)| {
        let place = &mut places[(blockers.wrapping_mul(factor) >> (64 - bits)) as usize];
        if place.0 != stamp {
            *place = (stamp, attacks);
        }
        place.1 == attacks
    })
}

/// Returns the first factor from `random` that separates the cases.
fn search(cases: &[(u64, u64)], bits: u32, random: &mut Generator) -> u64 {
    let mut places = vec![(0, 0); 1 << bits];
    // Candidates with few bits succeed much more often, because they cause few carries.
    let mut candidates = (1..).map(|stamp| (stamp, random.next_sparse()));
    let separating = candidates.find(|&(stamp, factor)| separates(factor, cases, bits, &mut places, stamp));
    separating.expect("the candidates do not end").1
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn all_lines(square: Square) -> Vec<(Vec<(u64, u64)>, u32)> {
        let rook = ROOK.map(|line| (cases(square, &line), 6));
        rook.into_iter().chain([(cases(square, &BISHOP), bits(square))]).collect()
    }

    #[test]
    fn the_cases_of_a_square_are_all_subsets_of_its_relevant_squares() {
        for (cases, bits) in all_lines(Square::A1) {
            assert_eq!((cases.len(), bits), (1 << 6, 6));
            assert!(cases.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn a_factor_is_found_again_and_never_gives_different_attacks_one_place() {
        for (cases, bits) in Square::ALL.into_iter().flat_map(all_lines) {
            let factor = search(&cases, bits, &mut Generator::new(SEED));
            assert_eq!(factor, search(&cases, bits, &mut Generator::new(SEED)));
            let mut places = HashMap::new();
            for &(blockers, attacks) in &cases {
                let place = blockers.wrapping_mul(factor) >> (64 - bits);
                assert_eq!(*places.entry(place).or_insert(attacks), attacks);
            }
            assert!(!separates(0, &cases, bits, &mut vec![(0, 0); 1 << bits], 1), "all in one place");
        }
    }

    #[test]
    fn factors_are_written_in_four_groups_of_four_digits() {
        assert_eq!(literal(0x12_3456_789a), "0x0000_0012_3456_789a");
    }
}
