//! The letters of the pieces in the languages of the world.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use gardez_types::PieceType;

use crate::san::written::piece;

/// The letters of the pieces in a language, or the chess symbols in their place.
///
/// ```
/// use gardez_notation::san::{Letters, San};
/// use gardez_position::Board;
///
/// let (german, board) = (Letters::from_code("de").expect("German"), Board::start());
/// let m = german.parse(&board, "Sf3")?.mv.expect("not a null move");
/// let san = San::new(&board, m);
/// assert_eq!([german.spell(&san), Letters::FIGURINES.spell(&san)], ["Sf3", "♘f3"]);
/// # Ok::<_, gardez_notation::san::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Letters(u8);

/// A row: the code of the language (ISO 639-1), its name, and the letters of king, queen, rook, bishop and knight.
type Row = (&'static str, &'static str, [&'static str; 5]);

/// The letters of the language in the row before.
const AS_BEFORE: [&str; 5] = [""; 5];

static ROWS: [Row; 36] = [
    ("en", "English", ["K", "Q", "R", "B", "N"]),
    ("fig", "figurine", ["♔", "♕", "♖", "♗", "♘"]),
    ("figb", "black figurine", ["♚", "♛", "♜", "♝", "♞"]),
    ("de", "German", ["K", "D", "T", "L", "S"]),
    ("da", "Danish", AS_BEFORE),
    ("no", "Norwegian", AS_BEFORE),
    ("sv", "Swedish", AS_BEFORE),
    ("hr", "Croatian", AS_BEFORE),
    ("sl", "Slovene", AS_BEFORE),
    ("fr", "French", ["R", "D", "T", "F", "C"]),
    ("es", "Spanish", ["R", "D", "T", "A", "C"]),
    ("it", "Italian", AS_BEFORE),
    ("ca", "Catalan", AS_BEFORE),
    ("pt", "Portuguese", ["R", "D", "T", "B", "C"]),
    ("ro", "Romanian", ["R", "D", "T", "N", "C"]),
    ("nl", "Dutch", ["K", "D", "T", "L", "P"]),
    ("ru", "Russian", ["Кр", "Ф", "Л", "С", "К"]),
    ("uk", "Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    ("be", "Belarusian", ["Кр", "Ф", "Л", "А", "К"]),
    ("bg", "Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    ("sr", "Serbian", ["К", "Д", "Т", "Л", "С"]),
    ("pl", "Polish", ["K", "H", "W", "G", "S"]),
    ("cs", "Czech", ["K", "D", "V", "S", "J"]),
    ("sk", "Slovak", AS_BEFORE),
    ("hu", "Hungarian", ["K", "V", "B", "F", "H"]),
    ("fi", "Finnish", ["K", "D", "T", "L", "R"]),
    ("et", "Estonian", ["K", "L", "V", "O", "R"]),
    ("is", "Icelandic", ["K", "D", "H", "B", "R"]),
    ("el", "Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
    ("tr", "Turkish", ["Ş", "V", "K", "F", "A"]),
    ("az", "Azerbaijani", ["Ş", "V", "T", "F", "A"]),
    ("lv", "Latvian", ["K", "D", "T", "L", "Z"]),
    ("lt", "Lithuanian", ["K", "V", "B", "R", "Ž"]),
    ("vi", "Vietnamese", ["V", "H", "X", "T", "M"]),
    ("id", "Indonesian", ["R", "M", "B", "G", "K"]),
    ("eo", "Esperanto", ["R", "D", "T", "K", "Ĉ"]),
];

const PIECES: [PieceType; 5] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

pub(super) const ENGLISH: &[u8; 5] = b"KQRBN";

impl Letters {
    /// English: `K`, `Q`, `R`, `B`, `N`.
    pub const ENGLISH: Self = Self(0);
    /// White's chess symbols, which books print for both sides.
    pub const FIGURINES: Self = Self(1);
    /// Black's chess symbols.
    pub const BLACK_FIGURINES: Self = Self(2);

    /// Returns the letters of all languages, and the chess symbols.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS.len() as u8).map(Self)
    }

    /// Returns the letters of the language with this code of ISO 639-1, such as `de`, or of `fig` and `figb`.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|letters| letters.code() == code)
    }

    /// Returns the code of the language.
    pub fn code(self) -> &'static str {
        ROWS[usize::from(self.0)].0
    }

    /// Returns the name of the language, such as `German`.
    pub fn name(self) -> &'static str {
        ROWS[usize::from(self.0)].1
    }

    /// Returns the letters of a piece (two in the king of Russian), or an empty text for a pawn.
    pub fn letter(self, piece: PieceType) -> &'static str {
        PIECES.iter().position(|&known| known == piece).map_or("", |at| self.row()[at])
    }

    pub(crate) fn row(self) -> &'static [&'static str; 5] {
        let rows = &ROWS[..=usize::from(self.0)];
        rows.iter().rev().map(|row| &row.2).find(|letters| **letters != AS_BEFORE).unwrap_or(&rows[0].2)
    }

    /// Returns a move in SAN, or a line of moves, with these letters.
    pub fn spell(self, san: &str) -> String {
        let mut text = String::with_capacity(san.len());
        // Castling has a capital O, which is not the letter of a piece.
        for letter in san.chars() {
            match u8::try_from(letter).ok().and_then(piece) {
                Some(piece) => text.push_str(self.letter(piece)),
                None => text.push(letter),
            }
        }
        text
    }
}

impl fmt::Debug for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letters({})", self.code())
    }
}

/// A set of languages with different letters, without English and the chess symbols. `Display` names the letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LetterSet(u64);

impl LetterSet {
    pub(crate) const EMPTY: Self = Self(0);

    /// All languages whose letters differ from those before them.
    pub(crate) const ALL: Self = {
        let (mut set, mut row) = (0, 3);
        while row < ROWS.len() {
            set |= (!ROWS[row].2[0].is_empty() as u64) << row;
            row += 1;
        }
        Self(set)
    };

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn insert(&mut self, letters: Letters) {
        self.0 |= 1 << letters.0;
    }

    pub(crate) fn remove(&mut self, letters: Letters) {
        self.0 &= !(1 << letters.0);
    }

    /// Returns the languages. Of several with the same letters, the first one of [`Letters::all`] stands for all.
    pub fn iter(self) -> impl Iterator<Item = Letters> {
        Letters::all().filter(move |letters| self.0 & 1 << letters.0 != 0)
    }

    /// Returns the languages in which this byte is a letter of a piece, and those in which it is not the English piece.
    pub(crate) fn with_letter(self, byte: u8) -> (Self, Self) {
        /// The languages with a letter, in the order of the alphabet, and those of which it is not the English piece.
        static MASKS: [(u64, u64); 26] = {
            let (mut masks, mut row) = ([(0, 0); 26], 0);
            while row < ROWS.len() {
                let mut piece = 0;
                while piece < PIECES.len() {
                    if let [letter @ b'A'..=b'Z'] = *ROWS[row].2[piece].as_bytes() {
                        let mask = &mut masks[(letter - b'A') as usize];
                        mask.0 |= 1 << row;
                        mask.1 |= ((ENGLISH[piece] != letter) as u64) << row;
                    }
                    piece += 1;
                }
                row += 1;
            }
            masks
        };
        let (with, other) = MASKS.get(usize::from(byte.wrapping_sub(b'A'))).copied().unwrap_or_default();
        (Self(self.0 & with), Self(self.0 & other))
    }
}

impl fmt::Display for LetterSet {
    /// Writes the names and the letters that they share, such as `German letters (S = N, L = B, T = R, D = Q)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.iter().collect();
        for (index, letters) in all.iter().enumerate() {
            let between = match index {
                0 => "",
                _ if index + 1 == all.len() => " or ",
                _ => ", ",
            };
            write!(f, "{between}{}", letters.name())?;
        }
        let shared = |(&piece, &english): (&PieceType, &u8)| {
            let letter = all.first()?.letter(piece);
            let is_shared = all.iter().all(|letters| letters.letter(piece) == letter) && letter.as_bytes() != [english];
            is_shared.then(|| alloc::format!("{letter} = {}", char::from(english)))
        };
        let shared: Vec<String> = PIECES.iter().zip(ENGLISH).rev().filter_map(shared).collect();
        write!(f, " letters ({})", shared.join(", "))
    }
}
