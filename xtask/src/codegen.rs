//! The searched tables: magic factors for rooks and bishops, found from a fixed seed.

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use gardez_types::{Direction, Generator, Square, geometry};

use crate::process::root;

/// The path of the generated file from the workspace root.
const FACTORS: &str = "crates/bitboard/src/sliders/factors.rs";

/// The seed of the search: "Gardez" in ASCII.
const SEED: u64 = 0x4761_7264_657a;

/// Search the magic factors and write them to the sources
#[derive(Args)]
#[command(after_help = "Example: cargo xtask codegen --check")]
pub(crate) struct Codegen {
    /// Write nothing; fail if the file differs
    #[arg(long)]
    check: bool,
}

impl Codegen {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        if self.check {
            check(&root())?;
        } else {
            let written = write(&root()).map_err(|error| format!("{FACTORS}: {error}"))?;
            println!("{FACTORS} {}", if written { "written" } else { "is up to date" });
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Searches the factors and writes the file if it differs; returns whether it did.
fn write(root: &Path) -> io::Result<bool> {
    let path = root.join(FACTORS);
    let text = factors_file();
    if fs::read_to_string(&path).is_ok_and(|committed| committed == text) {
        return Ok(false);
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, text)?;
    Ok(true)
}

/// Repeats the search and compares the file with the result.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    match fs::read_to_string(root.join(FACTORS)) {
        Ok(committed) if committed == factors_file() => Ok(()),
        Ok(_) => Err(format!("{FACTORS} differs from the result of the search: run `cargo xtask codegen`")),
        Err(error) => Err(format!("{FACTORS} cannot be read: {error}")),
    }
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
         pub(super) const BISHOP_FACTORS: [u64; 64] = [\n",
    );
    for square in Square::ALL {
        let lines = Cases::of_bishop(square);
        text += &format!("    {},\n", literal(search(&lines, &mut random)));
    }
    text += "];\n\n/// For each square, a factor for the file of a rook and one for its rank. The number of bits is 6 for both.\n\
             pub(super) const ROOK_FACTORS: [[u64; 2]; 64] = [\n";
    for square in Square::ALL {
        let [file, rank] = Cases::of_rook(square).map(|line| literal(search(&line, &mut random)));
        text += &format!("    [{file}, {rank}],\n");
    }
    text += "];\n";
    text
}

/// Returns a number as Rust code: `0x0123_4567_89ab_cdef`.
fn literal(number: u64) -> String {
    let digits = format!("{number:016x}");
    format!("0x{}_{}_{}_{}", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..])
}

/// The cases that a factor must separate: every set of blockers on some lines through a square, with the attacks.
struct Cases {
    /// The base-2 logarithm of the number of places in the table.
    bits: u32,
    cases: Vec<(u64, u64)>,
}

impl Cases {
    /// Returns both diagonals.
    fn of_bishop(square: Square) -> Self {
        let mask = geometry::relevant_squares(square, &Direction::DIAGONAL);
        Self::new(square, &Direction::DIAGONAL, mask.count_ones())
    }

    /// Returns the file, then the rank.
    fn of_rook(square: Square) -> [Self; 2] {
        [[Direction::North, Direction::South], [Direction::East, Direction::West]]
            .map(|line| Self::new(square, &line, 6))
    }

    fn new(square: Square, directions: &[Direction], bits: u32) -> Self {
        let mask = geometry::relevant_squares(square, directions);
        let mut cases = Vec::with_capacity(1 << mask.count_ones());
        let mut blockers = 0_u64;
        loop {
            cases.push((blockers, geometry::slides(square, directions, blockers)));
            // Counting up within the mask visits every subset and ends at the first one.
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return Self { bits, cases };
            }
        }
    }

    /// Returns `true` if `factor` gives different attacks different places. `places` is a scratch table, without
    /// `stamp` in it.
    fn are_separated_by(&self, factor: u64, places: &mut [(u32, u64)], stamp: u32) -> bool {
        self.cases.iter().all(|&(blockers, attacks)| {
            let place = &mut places[(blockers.wrapping_mul(factor) >> (64 - self.bits)) as usize];
            if place.0 != stamp {
                *place = (stamp, attacks);
            }
            place.1 == attacks
        })
    }
}

/// Returns the first factor from `random` that gives different attacks different places.
fn search(lines: &Cases, random: &mut Generator) -> u64 {
    let mut places = vec![(0, 0); 1 << lines.bits];
    let mut stamp = 0;
    loop {
        // Candidates with few bits succeed much more often, because they cause few carries.
        let factor = random.next_sparse();
        stamp += 1;
        if lines.are_separated_by(factor, &mut places, stamp) {
            return factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// All lines at a square that need a factor.
    fn all_lines(square: Square) -> [Cases; 3] {
        let [file, rank] = Cases::of_rook(square);
        [Cases::of_bishop(square), file, rank]
    }

    #[test]
    fn the_search_finds_the_same_factor_from_the_same_seed() {
        for lines in all_lines(Square::B1) {
            assert_eq!(search(&lines, &mut Generator::new(SEED)), search(&lines, &mut Generator::new(SEED)));
        }
    }

    #[test]
    fn the_cases_of_a_square_are_all_subsets_of_its_relevant_squares() {
        for (lines, squares) in all_lines(Square::A1).into_iter().zip([6, 6, 6]) {
            assert_eq!(lines.cases.len(), 1 << squares);
            assert!(lines.cases.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn a_factor_never_gives_different_attacks_one_place() {
        for lines in Square::ALL.into_iter().flat_map(all_lines) {
            let factor = search(&lines, &mut Generator::new(SEED));
            let mut places = HashMap::new();
            for &(blockers, attacks) in &lines.cases {
                let place = blockers.wrapping_mul(factor) >> (64 - lines.bits);
                assert_eq!(*places.entry(place).or_insert(attacks), attacks);
            }
        }
    }

    #[test]
    fn a_wrong_factor_is_noticed() {
        for lines in all_lines(Square::E4) {
            for wrong in [0, 1, u64::MAX] {
                assert!(!lines.are_separated_by(wrong, &mut vec![(0, 0); 1 << lines.bits], 1), "{wrong}");
            }
        }
    }

    #[test]
    fn factors_are_written_in_four_groups_of_four_digits() {
        assert_eq!(literal(0x12_3456_789a), "0x0000_0012_3456_789a");
    }
}
