//! The table of named positions that the generator has written.
//!
//! | file | contents |
//! |---|---|
//! | `parts.txt` | the different parts of names, sorted, one per line |
//! | `numbers.bin` | five counts and the arrays below in their order, as 16-bit numbers with the low byte first |

/// The different parts of names, each followed by a line feed.
static PARTS: &str = include_str!("table/parts.txt");

/// The bytes of all arrays. Only the compiler reads them.
const NUMBERS: &[u8] = include_bytes!("table/numbers.bin");

/// The number of openings.
pub(crate) const OPENINGS: usize = number(0) as usize;

/// The number of lines of moves: the openings' and all their beginnings.
pub(crate) const LINES: usize = number(1) as usize;

/// The number of names: the openings' and all their beginnings.
pub(crate) const NAMES: usize = number(2) as usize;

/// The number of different parts of names.
const PART_COUNT: usize = number(3) as usize;

/// The largest number of plies of a line.
pub(crate) const MAX_PLIES: usize = number(4) as usize;

/// The number of ECO codes, A00 to E99.
pub(crate) const CODES: usize = 500;

// Where each array begins in `NUMBERS`, counted in numbers.
const CODE_STARTS_AT: usize = 5;
const LINES_AT: usize = CODE_STARTS_AT + CODES + 1;
const NAMES_AT: usize = LINES_AT + OPENINGS;
const MOVES_AT: usize = NAMES_AT + OPENINGS;
const PARENTS_AT: usize = MOVES_AT + LINES;
const NAME_PARTS_AT: usize = PARENTS_AT + LINES;
const NAME_PARENTS_AT: usize = NAME_PARTS_AT + NAMES;
const KEYS_AT: usize = NAME_PARENTS_AT + NAMES;
const KEY_OPENINGS_AT: usize = KEYS_AT + 2 * OPENINGS;
const END: usize = KEY_OPENINGS_AT + OPENINGS;

/// The number of the first opening of each ECO code, and after the last code the number of openings.
pub(crate) static CODE_STARTS: [u16; CODES + 1] = section(CODE_STARTS_AT);

/// The line of each opening. Openings are numbered in the order of their codes, then of their names.
pub(crate) static OPENING_LINES: [u16; OPENINGS] = section(LINES_AT);

pub(crate) static OPENING_NAMES: [u16; OPENINGS] = section(NAMES_AT);

/// The last move of each line.
pub(crate) static LINE_MOVES: [u16; LINES] = section(MOVES_AT);

/// The number of each line without its last move plus 1, or 0 if a line has only one move.
pub(crate) static LINE_PARENTS: [u16; LINES] = section(PARENTS_AT);

/// The last part of each name.
pub(crate) static NAME_PARTS: [u16; NAMES] = section(NAME_PARTS_AT);

/// The number of each name without its last part plus 1, or 0 if a name has only one part.
pub(crate) static NAME_PARENTS: [u16; NAMES] = section(NAME_PARENTS_AT);

/// The upper halves of the keys of all named positions, in ascending order.
pub(crate) static KEYS: [u32; OPENINGS] = keys();

pub(crate) static KEY_OPENINGS: [u16; OPENINGS] = section(KEY_OPENINGS_AT);

/// The start of each part in `PARTS`, and after the last part the length of `PARTS`.
static PART_STARTS: [u16; PART_COUNT + 1] = part_starts();

pub(crate) fn part(number: u16) -> &'static str {
    let start = PART_STARTS[usize::from(number)];
    let end = PART_STARTS[usize::from(number) + 1];
    // Without the line feed.
    &PARTS[usize::from(start)..usize::from(end) - 1]
}

const fn number(at: usize) -> u16 {
    u16::from_le_bytes([NUMBERS[2 * at], NUMBERS[2 * at + 1]])
}

/// Returns the array that begins at `start`.
const fn section<const N: usize>(start: usize) -> [u16; N] {
    let mut section = [0; N];
    let mut i = 0;
    while i < N {
        section[i] = number(start + i);
        i += 1;
    }
    section
}

const fn keys() -> [u32; OPENINGS] {
    check_sizes();
    let mut keys = [0; OPENINGS];
    let mut i = 0;
    while i < OPENINGS {
        let at = KEYS_AT + 2 * i;
        keys[i] = number(at) as u32 | (number(at + 1) as u32) << 16;
        assert!(i == 0 || keys[i - 1] < keys[i], "keys are different and in ascending order");
        i += 1;
    }
    keys
}

const fn part_starts() -> [u16; PART_COUNT + 1] {
    let bytes = include_bytes!("table/parts.txt");
    assert!(bytes.len() <= u16::MAX as usize, "a place in the text is a number of 16 bits");
    let mut starts = [0; PART_COUNT + 1];
    let (mut i, mut part) = (0, 0);
    while i < bytes.len() {
        if bytes[i] == b'\n' {
            part += 1;
            starts[part] = i as u16 + 1;
        }
        i += 1;
    }
    assert!(part == PART_COUNT, "there is a line for each part");
    starts
}

const fn check_sizes() {
    assert!(NUMBERS.len() == 2 * END, "the arrays fill the file");
    let size = 2 * (END - CODE_STARTS_AT) + include_bytes!("table/parts.txt").len() + 2 * (PART_COUNT + 1);
    assert!(size <= 150_000, "the tables have at most 150 KB");
}
