//! Patterns for the pieces of a position.

use core::str::FromStr;

use gardez_types::{Color, ParseError, Piece};

const EXPECTED: &str = "8 ranks of 8 squares: letters of pieces, digits, ?, *, !, A, a or [...]";

/// A bit for each piece, and one for no piece.
type Contents = u16;

const EMPTY: Contents = 1 << Piece::COUNT;
const ANY: Contents = 2 * EMPTY - 1;

/// What may be on each square, from the eighth rank to the first. `None` is any number of squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Squares([Vec<Option<Contents>>; 8]);

impl Squares {
    pub(super) fn matches(&self, pieces: &[Option<Piece>; 64]) -> bool {
        self.0.iter().zip(pieces.chunks_exact(8).rev()).all(|(wanted, rank)| fits(wanted, rank))
    }
}

fn fits(wanted: &[Option<Contents>], squares: &[Option<Piece>]) -> bool {
    match (wanted, squares) {
        ([], _) => squares.is_empty(),
        ([None], _) => true,
        ([None, rest @ ..], _) => (0..=squares.len()).any(|count| fits(rest, &squares[count..])),
        ([Some(contents), rest @ ..], [square, squares @ ..]) => {
            contents & square.map_or(EMPTY, |piece| 1 << piece.index()) != 0 && fits(rest, squares)
        }
        ([Some(_), ..], []) => false,
    }
}

impl FromStr for Squares {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (mut ranks, mut rank) = (<[Vec<_>; 8]>::default(), 0);
        let mut characters = text.char_indices();
        while let Some((at, found)) = characters.next() {
            let wrong = ParseError::Character { expected: EXPECTED, found, at };
            let squares = ranks.get_mut(rank).ok_or(wrong)?;
            match found {
                '/' => rank += 1,
                '1'..='8' => (b'0'..found as u8).for_each(|_| squares.push(Some(EMPTY))),
                '?' => squares.push(Some(ANY)),
                // Several would mean the same, and take time.
                '*' if squares.last() == Some(&None) => {}
                '*' => squares.push(None),
                '[' => {
                    let end = text[at..].find(']').ok_or(wrong)?;
                    let inside = &text[at + 1..at + end];
                    let listed = inside.strip_prefix('^').unwrap_or(inside);
                    let contents =
                        listed.chars().try_fold(0, |all, letter| Some(all | contents(letter)?)).ok_or(wrong)?;
                    squares.push(Some(if listed == inside { contents } else { ANY & !contents }));
                    characters.by_ref().take_while(|&(_, letter)| letter != ']').for_each(drop);
                }
                letter => squares.push(Some(contents(letter).ok_or(wrong)?)),
            }
            if 8 < ranks.iter().map(|rank| rank.iter().flatten().count()).max().unwrap_or_default() {
                return Err(wrong);
            }
        }
        let is_whole = |rank: &Vec<Option<_>>| rank.iter().flatten().count() == 8 || rank.contains(&None);
        if rank == 7 && ranks.iter().all(is_whole) {
            Ok(Self(ranks))
        } else {
            Err(ParseError::Word { expected: EXPECTED })
        }
    }
}

fn contents(letter: char) -> Option<Contents> {
    let of = |color| Piece::ALL.into_iter().filter(move |piece| piece.color() == color);
    let bits = |pieces: &mut dyn Iterator<Item = Piece>| pieces.fold(0, |all, piece| all | 1 << piece.index());
    Some(match letter {
        '!' => ANY & !EMPTY,
        'A' => bits(&mut of(Color::White)),
        'a' => bits(&mut of(Color::Black)),
        _ => 1 << Piece::from_letter(letter)?.index(),
    })
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;

    use super::*;

    #[test]
    fn squares_match_as_in_pgn_extract() {
        let board: Board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse().expect("a FEN");
        for (text, is_match) in [
            ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", true),
            ("*/*/*/*/*/*/*/*", true),
            ("????????/*/8/????????/*/8/PPPP?PPP/*", true),
            ("*k*/*/*/*/*/*/*/*K*", true),
            ("*k/*/*/*/*/*/*/*", false),
            ("*kb*/*b*r/*/*/*/*/*/*", false),
            ("*q*b*r/p*1*p/*/*/*/*/*/*", true),
            ("*/*/*/4!3/4A3/*/*/*", true),
            ("*/*/*/4a3/*/*/*/*", true),
            ("*/*/*/4A3/*/*/*/*", false),
            ("*/*/*/4[Pp]3/*/*/*/*", true),
            ("*/pppp[^P]ppp/*/*/*/*/*/*", true),
            ("*/*/*/4[^Pp]3/*/*/*/*", false),
            ("*/*/*/*/*/*/PPPP!PPP/*", false),
            ("*/*/*/****p***/*/*/*/*", true),
        ] {
            assert_eq!(
                text.parse::<Squares>().map(|squares| squares.matches(board.piece_array())),
                Ok(is_match),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_eight_ranks_of_eight_squares_is_refused() {
        for text in [
            "",
            "8",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/7",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/81",
            "8/8/8/8/8/8/8/????????*?",
            "8/8/8/8/8/8/8/7x",
            "8/8/8/8/8/8/8/7[K",
            "8/8/8/8/8/8/8/7[KX]",
            "é/8/8/8/8/8/8/8",
            "9/8/8/8/8/8/8/8",
        ] {
            assert!(text.parse::<Squares>().is_err(), "{text}");
        }
    }
}
