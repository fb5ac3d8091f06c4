//! Which entries are converted.

use std::ops::RangeInclusive;

use clap::Args;
use gardez::data::Filter;

/// Conditions on an entry.
#[derive(Args, Debug)]
#[command(next_help_heading = "Conditions")]
pub(super) struct Conditions {
    /// Plies of the entries, such as 16-200 or 16-
    #[arg(long, value_name = "RANGE", value_parser = range)]
    plies: Option<RangeInclusive<u32>>,

    /// Number of pieces, with the kings
    #[arg(long, value_name = "RANGE", value_parser = range)]
    pieces: Option<RangeInclusive<u32>>,

    /// Largest absolute value of the score
    #[arg(long, value_name = "SCORE")]
    max_score: Option<u16>,

    /// Leave out positions in check
    #[arg(long)]
    no_checks: bool,

    /// Leave out positions whose move is a capture
    #[arg(long)]
    no_captures: bool,

    /// Leave out positions whose move is a promotion
    #[arg(long)]
    no_promotions: bool,

    /// Leave out entries without a move
    #[arg(long)]
    with_move: bool,
}

impl Conditions {
    pub(super) fn filter(&self) -> Filter {
        Filter {
            plies: self.plies.clone().unwrap_or(Filter::ALL.plies),
            pieces: self.pieces.clone().unwrap_or(Filter::ALL.pieces),
            score: self.max_score.unwrap_or(Filter::ALL.score),
            without_checks: self.no_checks,
            without_captures: self.no_captures,
            without_promotions: self.no_promotions,
            with_move: self.with_move,
        }
    }
}

/// Reads a number or a range, both included.
fn range(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = match (first.parse(), last.parse()) {
        (Ok(first), _) if last.is_empty() => Some(first..=u32::MAX),
        (Ok(first), Ok(last)) => Some(first..=last),
        _ => None,
    };
    range.filter(|range| !range.is_empty()).ok_or("expected a number or a range such as 16-200 or 16-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_or_refused() {
        assert_eq!(range("16-200"), Ok(16..=200));
        assert_eq!(range("7"), Ok(7..=7));
        assert_eq!(range("7-"), Ok(7..=u32::MAX));
        for text in ["", "-", "-7", "9-7", "x", "1-x"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
