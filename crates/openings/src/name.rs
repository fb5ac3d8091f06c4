//! Names of openings, in their parts.

use core::fmt;
use core::iter::FusedIterator;

use crate::chain::Chain;
use crate::table;

/// The name of an opening, such as *Sicilian Defense: Najdorf Variation, English Attack*.
///
/// A name consists of [parts](Self::parts): the family before the colon, then variations, separated by commas.
///
/// ```
/// use gardez_openings::Opening;
///
/// let opening = Opening::by_name("English Attack").next().expect("there is such a name");
/// let name = opening.name();
/// assert_eq!(name.to_string(), "Sicilian Defense: Taimanov Variation, Bastrikov Variation, English Attack");
/// assert_eq!(name.parts().count(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u16);

/// The largest number of parts of a name. The generator checks it.
const MAX_PARTS: usize = 8;

/// The largest number of characters of a name. The generator checks it.
const MAX_CHARACTERS: usize = 128;

impl Name {
    pub(crate) const fn from_number(number: u16) -> Self {
        Self(number)
    }

    /// Returns the family of openings, which is the first part.
    pub fn family(self) -> &'static str {
        self.parts().next().unwrap_or_default()
    }

    /// Returns the parts of the name, from the family to the last variation.
    pub fn parts(self) -> impl ExactSizeIterator<Item = &'static str> + FusedIterator + Clone {
        let numbers = Chain::<MAX_PARTS>::new(self.0, &table::NAME_PARENTS);
        numbers.map(|number| table::part(table::NAME_PARTS[usize::from(number)]))
    }

    /// Returns the name without its last part, or `None` if there is only one part.
    pub fn parent(self) -> Option<Self> {
        table::NAME_PARENTS[usize::from(self.0)].checked_sub(1).map(Self)
    }

    /// Returns `true` if the name contains this text, ignoring case and accents: *Grünfeld* contains `grunfeld`.
    pub fn contains(self, text: &str) -> bool {
        let (mut buffer, mut length) = (['\0'; MAX_CHARACTERS], 0);
        for character in self.characters() {
            buffer[length] = character;
            length += 1;
        }
        let wanted = folded(text.chars());
        (0..=length).any(|start| {
            let mut here = buffer[start..length].iter();
            wanted.clone().all(|character| here.next() == Some(&character))
        })
    }

    fn characters(self) -> impl Iterator<Item = char> {
        folded(self.parts().enumerate().flat_map(|(index, part)| separator(index).chars().chain(part.chars())))
    }
}

/// Returns the text before a part.
const fn separator(index: usize) -> &'static str {
    match index {
        0 => "",
        1 => ": ",
        _ => ", ",
    }
}

/// Returns the characters in lower case and without accents.
fn folded(characters: impl Iterator<Item = char> + Clone) -> impl Iterator<Item = char> + Clone {
    characters.map(|character| match lower(character) {
        'à'..='å' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'š' => 's',
        'ž' => 'z',
        '\u{2019}' => '\'',
        other => other,
    })
}

/// Returns the first character of the lower-case form, which is the whole form for all characters of names.
fn lower(character: char) -> char {
    if character.is_ascii() {
        return character.to_ascii_lowercase();
    }
    character.to_lowercase().next().unwrap_or(character)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().enumerate().try_for_each(|(index, part)| {
            f.write_str(separator(index))?;
            f.write_str(part)
        })
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
