//! The conditions of a selection.

use core::ops::RangeInclusive;

use gardez_openings::Eco;
use gardez_types::GameResult;

use super::facts::Facts;
use super::line_pattern::LinePattern;
use super::pattern::Pattern;

/// A condition on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// The value of the tag matches. The empty pattern also matches a missing tag.
    Tag(String, Pattern),
    /// The name of a player contains one of these.
    Players(Vec<Pattern>),
    /// The name of the player with the white pieces contains this.
    White(Pattern),
    /// The name of the player with the black pieces contains this.
    Black(Pattern),
    /// The ratings of both players are known and in this range.
    Elo(RangeInclusive<u32>),
    /// The game has one of these results; the result after the moves takes precedence over the tag.
    Results(Vec<GameResult>),
    /// The game was played at this time or later, and its date is known as exactly.
    Since(Date),
    /// The game was played at this time or earlier, and its date is known as exactly.
    Until(Date),
    /// The main line has this number of plies.
    Plies(RangeInclusive<u32>),
    /// The last position with a name has one of these codes.
    Eco(Vec<RangeInclusive<Eco>>),
    /// The name of the last position with a name contains this, in any case and without accents.
    Opening(String),
    /// The main line matches.
    Line(LinePattern),
    /// The game has a comment.
    Commented,
    /// The game can be read without errors, its variations included.
    Sound,
}

impl Condition {
    /// Returns `true` if the moves must be made on boards.
    pub(super) const fn needs_boards(&self) -> bool {
        matches!(self, Self::Plies(_) | Self::Eco(_) | Self::Opening(_) | Self::Line(_) | Self::Sound)
    }

    /// Returns `true` if the last move can make a difference.
    pub(super) const fn needs_whole_game(&self) -> bool {
        self.needs_boards() && !matches!(self, Self::Line(_)) || matches!(self, Self::Commented)
    }

    pub(super) const fn needs_opening(&self) -> bool {
        matches!(self, Self::Eco(_) | Self::Opening(_))
    }

    /// Returns `true` if the tags decide.
    pub(super) const fn is_about_tags(&self) -> bool {
        !self.needs_boards() && !matches!(self, Self::Results(_) | Self::Commented)
    }

    /// Returns `true` if the game meets the condition. Patterns of lines count as met: [`Selection`](super::Selection)
    /// follows them.
    pub(super) fn is_met(&self, game: &Facts) -> bool {
        let value = |name| game.tag(name).unwrap_or_default();
        match self {
            Self::Tag(name, pattern) => {
                game.tag(name).map_or_else(|| pattern.is_empty(), |value| pattern.matches(value))
            }
            Self::Players(names) => names.iter().any(|name| name.is_in(value("White")) || name.is_in(value("Black"))),
            Self::White(name) => name.is_in(value("White")),
            Self::Black(name) => name.is_in(value("Black")),
            Self::Elo(range) => {
                let is_within = |tag| value(tag).trim().parse().is_ok_and(|elo| range.contains(&elo));
                is_within("WhiteElo") && is_within("BlackElo")
            }
            Self::Results(results) => results.contains(&game.result()),
            Self::Since(date) => date.part_of(game).is_some_and(|known| *date <= known),
            Self::Until(date) => date.part_of(game).is_some_and(|known| known <= *date),
            Self::Plies(range) => range.contains(&game.plies),
            Self::Eco(codes) => {
                game.opening.is_some_and(|opening| codes.iter().any(|range| range.contains(&opening.eco())))
            }
            Self::Opening(text) => game.opening.is_some_and(|opening| opening.name().contains(text)),
            Self::Line(_) => true,
            Self::Commented => game.comments != 0,
            Self::Sound => game.errors == 0,
        }
    }
}

/// A year, perhaps with a month and a day.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Date(Vec<u32>);

impl Date {
    /// Reads a date such as `2020`, `2020.05` or `2020-05-17`.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Option<Vec<_>> = text.split(['.', '-']).map(|part| part.parse().ok()).collect();
        parts.filter(|parts| parts.len() <= 3).map(Self)
    }

    /// Returns the date of a game as exactly as this one, if it is known: a year is compared with years only.
    fn part_of(&self, game: &Facts) -> Option<Self> {
        let tags = ["UTCDate", "Date"].iter().filter_map(|tag| game.tag(tag));
        let known = tags.map(written).max_by_key(Vec::len);
        known?.get(..self.0.len()).map(|parts| Self(parts.to_vec()))
    }
}

/// Reads the date of a tag as far as it is known. Programs also write the day first (`26.02.2019`); of `3/10/2019`, only
/// the year is known.
fn written(text: &str) -> Vec<u32> {
    let text = text.split([' ', ',']).next().unwrap_or_default();
    let parts = text.split(['.', '-', '/']).map_while(|part| part.parse().ok());
    match parts.collect::<Vec<u32>>()[..] {
        [day, month, year] if text.contains('.') && 1000 <= year => vec![year, month, day],
        [day, month @ ..=12, year] if 12 < day && 1000 <= year => vec![year, month, day],
        [month @ ..=12, day, year] if 12 < day && 1000 <= year => vec![year, month, day],
        [_, _, year] if 1000 <= year => vec![year],
        ref parts => parts.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &str)]) -> Facts {
        let tags = tags.iter().map(|&(name, value)| (name.into(), value.into())).collect();
        Facts { tags, ..Facts::default() }
    }

    #[test]
    fn a_missing_tag_meets_only_the_empty_pattern() {
        let is_met = |pattern, tags| Condition::Tag("Event".into(), Pattern::new(pattern)).is_met(&game(tags));
        assert!(is_met("", &[]) && is_met("", &[("Event", "")]) && is_met("*", &[("Event", "")]));
        assert!(!is_met("*", &[]) && !is_met("a", &[]) && !is_met("", &[("Event", "a")]));
    }

    #[test]
    fn a_date_is_compared_as_far_as_it_is_given() {
        let date = |text| Date::parse(text).expect("a date");
        let since = |text, known| Condition::Since(date(text)).is_met(&game(&[("Date", known)]));
        let until = |text, known| Condition::Until(date(text)).is_met(&game(&[("Date", known)]));
        assert!(since("2020", "2020.??.??") && until("2020", "2020.12.31") && since("2020-05", "2020.05.01"));
        assert!(!since("2020.05", "2020.??.??") && !until("2020", "2021.01.01") && !since("2020", "????.??.??"));
        for text in ["May", "1.2.3.4", ""] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        for (known, is_within) in [
            ("2019-02-26", true),
            ("26.02.2019", true),
            ("26-02-2019", true),
            ("2/26/2019", true),
            ("2019.2.6", true),
            ("2019/02/26, 10:00", true),
            ("3/10/2019, 2:39:21 PM", false),
            ("2019", false),
            ("2019.04.01", false),
        ] {
            assert_eq!(since("2019.02.01", known) && until("2019.03.31", known), is_within, "{known}");
        }
    }

    #[test]
    fn ratings_of_both_players_are_asked_for() {
        let is_met = |tags| Condition::Elo(2000..=u32::MAX).is_met(&game(tags));
        assert!(is_met(&[("WhiteElo", "2000"), ("BlackElo", " 2801 ")]));
        assert!(!is_met(&[("WhiteElo", "2000")]) && !is_met(&[("WhiteElo", "1999"), ("BlackElo", "2801")]));
    }
}
