//! The pieces of an ending, written as in `KRPvKR`.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use gardez_position::{Board, material_key};
use gardez_types::{Color, Piece, PieceType, errors};

/// The piece types in the order of a name.
const NAME_ORDER: [PieceType; 6] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The largest number of pieces of any table.
pub(crate) const MAX_PIECES: usize = 7;

/// The pieces of an ending, the stronger side first. `Display` writes the name of its tables, such as `KRPvKR`.
///
/// The stronger side has more pieces or, if the numbers are equal, the greater pieces.
///
/// ```
/// use gardez_syzygy::{Material, MaterialError};
///
/// let material: Material = "KRPvKR".parse()?;
/// assert_eq!(material.piece_count(), 5);
/// assert_eq!("KRvKRP".parse(), Ok(material));
/// # Ok::<_, MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// The numbers of pieces in [`NAME_ORDER`], of the stronger side and of the other side.
    sides: [[u8; 6]; 2],
}

impl Material {
    /// Returns the material of a board.
    pub fn from_board(board: &Board) -> Self {
        let side = |color| NAME_ORDER.map(|kind| board.count(color, kind) as u8);
        Self::ordered([side(Color::White), side(Color::Black)])
    }

    fn ordered(sides: [[u8; 6]; 2]) -> Self {
        let [one, other] = sides;
        match compare(&one, &other) {
            Ordering::Less => Self { sides: [other, one] },
            _ => Self { sides },
        }
    }

    /// Returns the number of pieces, including the kings.
    pub fn piece_count(&self) -> usize {
        self.sides.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Returns the number of pieces of a type: `White` is the stronger side, `Black` the other side.
    pub fn count(&self, side: Color, piece_type: PieceType) -> usize {
        let place = NAME_ORDER.iter().position(|&other| other == piece_type).unwrap_or_default();
        usize::from(self.sides[side as usize][place])
    }

    /// Returns `true` if there are pawns.
    pub fn has_pawns(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.count(side, PieceType::Pawn) != 0)
    }

    /// Returns `true` if both sides have the same pieces.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Returns the material keys of boards on which White or Black is the stronger side.
    pub(crate) fn keys(&self) -> [u64; 2] {
        Color::ALL.map(|strong| {
            let counts = Piece::ALL.map(|piece| {
                let side = if piece.color() == strong { Color::White } else { Color::Black };
                self.count(side, piece.piece_type()) as u8
            });
            material_key(&counts)
        })
    }
}

fn compare(one: &[u8; 6], other: &[u8; 6]) -> Ordering {
    let total = |side: &[u8; 6]| side.iter().map(|&count| u32::from(count)).sum::<u32>();
    total(one).cmp(&total(other)).then(one.cmp(other))
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads a name such as `KRPvKR`, with the sides in either order.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let (one, other) = text.split_once('v').ok_or(MaterialError::Sides)?;
        let mut sides = [[0; 6]; 2];
        let mut pieces = 0;
        for (side, (begin, letters)) in sides.iter_mut().zip([(0, one), (one.len() + 1, other)]) {
            let mut last = 0;
            for (offset, letter) in letters.char_indices() {
                let (found, at) = (letter, begin + offset);
                let kind = letter.is_ascii_uppercase().then(|| PieceType::from_letter(letter.to_ascii_lowercase()));
                let kind = kind.flatten().ok_or(MaterialError::UnknownPiece { found, at })?;
                let place = NAME_ORDER.iter().position(|&other| other == kind).unwrap_or_default();
                pieces += 1;
                if place < last {
                    return Err(MaterialError::Order { found, at });
                }
                if MAX_PIECES < pieces {
                    return Err(MaterialError::TooManyPieces);
                }
                last = place;
                side[place] += 1;
            }
            if side[0] != 1 {
                return Err(MaterialError::Kings);
            }
        }
        Ok(Self::ordered(sides))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(8);
        for (side, counts) in self.sides.iter().enumerate() {
            if side == 1 {
                text.push('v');
            }
            for (kind, &count) in NAME_ORDER.iter().zip(counts) {
                text.extend((0..count).map(|_| kind.letter().to_ascii_uppercase()));
            }
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

errors! {
    /// The reason a text is not the name of an ending.
    ///
    /// Its span is the offending letter, if there is one.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum MaterialError {
        /// There is no `v` between two sides.
        Sides = "sides", "expected two sides with a 'v' between them, such as KRvK";
        UnknownPiece { found: char, at: usize } = "unknown-piece",
            "expected one of KQRBNP, found {found:?} at byte {at}" => span *at..*at + found.len_utf8();
        Kings = "kings", "expected one king on each side";
        Order { found: char, at: usize } = "order",
            "expected the pieces of a side from K to P, found {found:?} after a lesser piece at byte {at}"
            => span *at..*at + found.len_utf8();
        TooManyPieces = "too-many-pieces", "expected at most seven pieces";
    }
}

#[cfg(test)]
mod tests {
    use gardez_types::ErrorInfo;

    use super::*;

    fn read(name: &str) -> Result<String, MaterialError> {
        name.parse().map(|material: Material| material.to_string())
    }

    #[test]
    fn the_stronger_side_comes_first() {
        for (text, name) in [
            ("KRvK", "KRvK"),
            ("KvKR", "KRvK"),
            ("KRvKPP", "KPPvKR"),
            ("KNvKQ", "KQvKN"),
            ("KRRvKQP", "KQPvKRR"),
            ("KBPvKBN", "KBNvKBP"),
            ("KvK", "KvK"),
            ("KvKQQQQQ", "KQQQQQvK"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(name), "{text}");
        }
    }

    #[test]
    fn every_name_of_seven_pieces_has_keys() {
        let mut keys = std::collections::HashSet::new();
        let letters: Vec<char> = "QRBNP".chars().collect();
        // Each number represents five letters. The second king is put between them in every way.
        for number in 0..5_usize.pow(5) {
            let row: String = (0..5).map(|place| letters[number / 5_usize.pow(place) % 5]).collect();
            for split in 0..=5 {
                let name = format!("K{}vK{}", &row[..split], &row[split..]);
                if let Ok(material) = name.parse::<Material>() {
                    assert_eq!(material.piece_count(), 7);
                    let [white, black] = material.keys();
                    assert_eq!(white == black, material.is_symmetric(), "{name}");
                    keys.insert([white, black]);
                }
            }
        }
        // Multisets over five piece types: five pieces against none, four against one, three against two.
        assert_eq!(keys.len(), 126 + 70 * 5 + 35 * 15);
    }

    #[test]
    fn texts_that_are_not_names_are_refused() {
        for (text, error) in [
            ("", MaterialError::Sides),
            ("KRK", MaterialError::Sides),
            ("KRvk", MaterialError::UnknownPiece { found: 'k', at: 3 }),
            ("KR vK", MaterialError::UnknownPiece { found: ' ', at: 2 }),
            ("KRvKvK", MaterialError::UnknownPiece { found: 'v', at: 4 }),
            ("RvK", MaterialError::Kings),
            ("KvKK", MaterialError::Kings),
            ("KNRvK", MaterialError::Order { found: 'R', at: 2 }),
            ("KQQQvKQQQ", MaterialError::TooManyPieces),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn errors_name_the_place_in_the_text() {
        let error = "KRvKé".parse::<Material>().expect_err("é is not a piece");
        assert_eq!(error.to_string(), "expected one of KQRBNP, found 'é' at byte 4");
        assert_eq!((error.kind_name(), error.span()), ("unknown-piece", Some(4..6)));
        let error = "KRvKNB".parse::<Material>().expect_err("the bishop comes first");
        assert_eq!((error.kind_name(), error.span()), ("order", Some(5..6)));
    }

    #[test]
    fn a_board_has_the_key_of_its_material() {
        let board: gardez_position::Position = "4k3/8/8/8/8/3p4/8/R3K3 b - - 0 1".parse().expect("a FEN");
        let material = Material::from_board(&board);
        assert_eq!(material.to_string(), "KRvKP");
        assert_eq!(material.keys()[0], board.state().material_key());
        assert_eq!(material.keys()[1], board.swap_colors().state().material_key());
        assert!(material.has_pawns() && !material.is_symmetric() && material.piece_count() == 4);
    }
}
