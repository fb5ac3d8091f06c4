//! Which men stand on the board, and how a table of them is called.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use gardez_position::Board;
use gardez_types::{Color, PieceType};

/// The kinds in the order in which a name lists them.
const BY_RANK: [PieceType; 6] =
    [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// Tables of more men than this do not exist.
pub(crate) const MAX_MEN: usize = 7;

/// The men of an ending: those of one side, and those of the other. `Display` is the name of its tables, such as `KRPvKR`.
///
/// In a table's name the stronger side comes first: the one with more men, or with the greater ones. A material made from
/// a board or a text is in this order.
///
/// ```
/// use gardez_syzygy::Material;
///
/// let material: Material = "KRPvKR".parse()?;
/// assert_eq!(material.men(), 5);
/// assert_eq!("KRvKRP".parse(), Ok(material));
/// # Ok::<_, gardez_syzygy::MaterialError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// How many of each kind, in the order of [`BY_RANK`], of the stronger side and of the other.
    sides: [[u8; 6]; 2],
}

impl Material {
    /// The material of a board.
    pub fn from_board(board: &Board) -> Self {
        let side = |color| BY_RANK.map(|kind| board.count(color, kind) as u8);
        Self::ordered([side(Color::White), side(Color::Black)])
    }

    fn ordered(sides: [[u8; 6]; 2]) -> Self {
        let [one, other] = sides;
        match compare(&one, &other) {
            Ordering::Less => Self { sides: [other, one] },
            _ => Self { sides },
        }
    }

    /// How many men there are, kings included.
    pub fn piece_count(&self) -> usize {
        self.sides.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// How many of a kind the stronger (`White`) or the other side (`Black`) has.
    pub fn count(&self, side: Color, kind: PieceType) -> usize {
        let place = BY_RANK.iter().position(|&other| other == kind).unwrap_or_default();
        usize::from(self.sides[side as usize][place])
    }

    /// True if there are pawns.
    pub fn has_pawns(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.count(side, PieceType::Pawn) != 0)
    }

    /// True if both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// The keys of all boards with this material: with the stronger side white, and with it black.
    pub(crate) fn keys(&self) -> [u64; 2] {
        let name = self.to_string();
        Color::ALL.map(|strong| {
            let board = Board::from_endgame_code(&name, strong).expect("a material is an endgame code");
            board.state().material_key()
        })
    }
}

/// Which side is called first: the one with more men, else the one with the greater men.
fn compare(one: &[u8; 6], other: &[u8; 6]) -> Ordering {
    let men = |side: &[u8; 6]| side.iter().map(|&count| u32::from(count)).sum::<u32>();
    men(one).cmp(&men(other)).then(one.cmp(other))
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads a name such as `KRPvKR`; the sides may stand in either order.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let (one, other) = text.split_once('v').ok_or(MaterialError::Sides)?;
        let mut sides = [[0; 6]; 2];
        let mut men = 0;
        for (side, letters) in sides.iter_mut().zip([one, other]) {
            let mut last = 0;
            for letter in letters.chars() {
                let kind = letter.is_ascii_uppercase().then(|| PieceType::from_letter(letter.to_ascii_lowercase()));
                let kind = kind.flatten().ok_or(MaterialError::UnknownPiece(letter))?;
                let place = BY_RANK.iter().position(|&other| other == kind).unwrap_or_default();
                men += 1;
                if place < last || MAX_MEN < men {
                    return Err(if place < last { MaterialError::Order(letter) } else { MaterialError::TooManyPieces });
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
            for (kind, &count) in BY_RANK.iter().zip(counts) {
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

/// Why a text does not name the men of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MaterialError {
    /// There are no two sides with a `v` between them.
    Sides,
    /// A character that is no upper-case piece letter.
    UnknownPiece(char),
    /// A side does not have just one king.
    Kings,
    /// A piece stands behind a lesser one.
    Order(char),
    /// There are more than seven men.
    TooManyPieces,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides => f.write_str("expected two sides such as KRvK"),
            Self::UnknownPiece(found) => write!(f, "expected one of KQRBNP, found {found:?}"),
            Self::Kings => f.write_str("each side has one king"),
            Self::Order(found) => write!(f, "the men of a side go from K to P, but {found} stands behind a lesser one"),
            Self::TooManyPieces => f.write_str("there are more than seven men"),
        }
    }
}

impl core::error::Error for MaterialError {}

#[cfg(test)]
mod tests {
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
    fn every_name_of_seven_men_has_keys() {
        let mut keys = std::collections::HashSet::new();
        let letters: Vec<char> = "QRBNP".chars().collect();
        // Each number is a row of five letters, and a place for the second king among them.
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
        // Multisets of five and none, four and one, three and two kinds out of five.
        assert_eq!(keys.len(), 126 + 70 * 5 + 35 * 15);
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for (text, error) in [
            ("", MaterialError::Sides),
            ("KRK", MaterialError::Sides),
            ("KRvk", MaterialError::UnknownPiece('k')),
            ("KR vK", MaterialError::UnknownPiece(' ')),
            ("KRvKvK", MaterialError::UnknownPiece('v')),
            ("RvK", MaterialError::Kings),
            ("KvKK", MaterialError::Kings),
            ("KNRvK", MaterialError::Order('R')),
            ("KQQQvKQQQ", MaterialError::TooManyPieces),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
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
