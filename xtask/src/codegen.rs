//! The searched tables: magic factors for rooks and bishops, found from a fixed seed.

use std::fs;
use std::io;
use std::path::Path;

use gardez_types::{Direction, Square, geometry};

/// The generated file, from the workspace root.
pub(crate) const FACTORS: &str = "crates/bitboard/src/sliders/factors.rs";

/// Where the search starts: "Gardez" in ASCII.
const SEED: u64 = 0x4761_7264_657a;

/// Searches the factors and writes the file, if that changes it; returns whether it did.
pub(crate) fn write(root: &Path) -> io::Result<bool> {
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

/// Repeats the search; the error says how the committed file differs from what was found.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    match fs::read_to_string(root.join(FACTORS)) {
        Ok(committed) if committed == factors_file() => Ok(()),
        Ok(_) => Err(format!("{FACTORS} is not what the search finds; run `cargo xtask codegen`")),
        Err(error) => Err(format!("{FACTORS} cannot be read: {error}")),
    }
}

/// The text of the generated file.
fn factors_file() -> String {
    let mut random = Random(SEED);
    let mut text = String::from(
        "//! The magic factors, found by `cargo xtask codegen` from a fixed seed. Do not edit.\n\
         //!\n\
         //! With m the relevant squares of a square and n their number, the attacks under the blockers b, a subset of m,\n\
         //! stand at place `(b * factor) >> (64 - n)` of the 2ⁿ places that belong to the square.\n",
    );
    for slider in [Slider::ROOK, Slider::BISHOP] {
        text += &format!(
            "\n/// For each square a factor that sends blockers which leave a {} different attacks to different places.\n\
             pub(super) const {}: [u64; 64] = [\n",
            slider.name, slider.table
        );
        let factors = Square::ALL.map(|square| search(&Lines::new(&slider, square), &mut random));
        for factor in factors {
            text += &format!("    {},\n", literal(factor));
        }
        text += "];\n";
    }
    text
}

/// A number as it is written in code: `0x0123_4567_89ab_cdef`.
fn literal(number: u64) -> String {
    let digits = format!("{number:016x}");
    format!("0x{}_{}_{}_{}", &digits[..4], &digits[4..8], &digits[8..12], &digits[12..])
}

/// A piece that slides, and what its table is called.
struct Slider {
    name: &'static str,
    table: &'static str,
    directions: [Direction; 4],
    attacks: fn(Square, u64) -> u64,
}

impl Slider {
    const ROOK: Self = Self {
        name: "rook",
        table: "ROOK_FACTORS",
        directions: Direction::ORTHOGONAL,
        attacks: geometry::rook_attacks,
    };
    const BISHOP: Self = Self {
        name: "bishop",
        table: "BISHOP_FACTORS",
        directions: Direction::DIAGONAL,
        attacks: geometry::bishop_attacks,
    };
}

/// What a factor has to tell apart: every set of blockers on a square's lines, with the attacks that it leaves.
struct Lines {
    mask: u64,
    cases: Vec<(u64, u64)>,
}

impl Lines {
    fn new(slider: &Slider, square: Square) -> Self {
        let mask = geometry::relevant_squares(square, &slider.directions);
        let mut cases = Vec::with_capacity(1 << mask.count_ones());
        let mut blockers = 0_u64;
        loop {
            cases.push((blockers, (slider.attacks)(square, blockers)));
            // Counting up within the mask visits every subset and ends where it began.
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return Self { mask, cases };
            }
        }
    }

    /// Whether `factor` keeps different attacks apart. `places` is a scratch table; no entry in it may bear `stamp`.
    fn are_told_apart_by(&self, factor: u64, places: &mut [(u32, u64)], stamp: u32) -> bool {
        let shift = 64 - self.mask.count_ones();
        self.cases.iter().all(|&(blockers, attacks)| {
            let place = &mut places[(blockers.wrapping_mul(factor) >> shift) as usize];
            if place.0 != stamp {
                *place = (stamp, attacks);
            }
            place.1 == attacks
        })
    }
}

/// The first factor among the candidates of `random` that keeps different attacks apart.
fn search(lines: &Lines, random: &mut Random) -> u64 {
    let mut places = vec![(0, 0); lines.cases.len()];
    let mut stamp = 0;
    loop {
        // Few bits make few carries: sparse candidates succeed much more often.
        let factor = random.next() & random.next() & random.next();

        // A factor that hardly moves the mask into the upper byte cannot spread its subsets.
        if (lines.mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
            continue;
        }
        stamp += 1;
        if lines.are_told_apart_by(factor, &mut places, stamp) {
            return factor;
        }
    }
}

/// The generator xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(2_685_821_657_736_338_717)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn the_search_finds_the_same_factor_from_the_same_seed() {
        let lines = Lines::new(&Slider::BISHOP, Square::B1);
        assert_eq!(search(&lines, &mut Random(SEED)), search(&lines, &mut Random(SEED)));
    }

    #[test]
    fn the_cases_of_a_square_are_all_subsets_of_its_mask() {
        let lines = Lines::new(&Slider::ROOK, Square::A1);
        assert_eq!(lines.cases.len(), 1 << 12);
        assert!(lines.cases.iter().all(|(blockers, _)| blockers & !lines.mask == 0));
        assert!(lines.cases.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn a_found_factor_leaves_no_two_different_attacks_on_one_place() {
        for (slider, square) in [(Slider::BISHOP, Square::E4), (Slider::ROOK, Square::D5)] {
            let lines = Lines::new(&slider, square);
            let factor = search(&lines, &mut Random(SEED));
            let shift = 64 - lines.mask.count_ones();
            let mut places = HashMap::new();
            for &(blockers, attacks) in &lines.cases {
                let place = blockers.wrapping_mul(factor) >> shift;
                assert!(place < 1 << lines.mask.count_ones());
                assert_eq!(*places.entry(place).or_insert(attacks), attacks, "{} {square}", slider.name);
            }
        }
    }

    #[test]
    fn a_wrong_factor_is_noticed() {
        let lines = Lines::new(&Slider::ROOK, Square::A1);
        for wrong in [0, 1, u64::MAX] {
            assert!(!lines.are_told_apart_by(wrong, &mut vec![(0, 0); lines.cases.len()], 1), "{wrong}");
        }
    }

    #[test]
    fn factors_are_written_in_four_groups_of_four_digits() {
        assert_eq!(literal(0x12_3456_789a), "0x0000_0012_3456_789a");
    }
}
