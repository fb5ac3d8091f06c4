//! Numbers and histograms as text.

use std::fmt::Write;

use gardez::data::{Histogram, Statistics};
use gardez_formats::Wdl;

/// The columns of the longest bar.
const BAR: usize = 50;

/// The most bars of a histogram, without those for what is beyond it.
const BARS: i64 = 20;

/// Returns the numbers, then three histograms.
pub(super) fn drawn(statistics: &Statistics) -> String {
    let entries = statistics.entries;
    let mut text = String::new();
    let mut number = |name: &str, count: u64| {
        let share = if entries == 0 { 0.0 } else { 100.0 * count as f64 / entries as f64 };
        // Writing to a text in memory does not fail.
        let _ = writeln!(text, "{name:<22} {count:>14} {share:>6.1} %");
    };
    number("entries", entries);
    number("White wins", statistics.results[Wdl::Win as usize]);
    number("draws", statistics.results[Wdl::Draw as usize]);
    number("Black wins", statistics.results[Wdl::Loss as usize]);
    number("White to move", statistics.sides[0]);
    number("in check", statistics.checks);
    number("with a move", statistics.moves);
    number("captures", statistics.captures);
    number("with castling rights", statistics.castling_rights);
    if statistics.scores_without_negation != 0 {
        number("scores of -32768", statistics.scores_without_negation);
    }
    let _ = writeln!(text, "{:<22} {:>14}", "games", statistics.games);
    for (name, histogram) in [
        ("score, seen by the side to move", &statistics.scores),
        ("pieces", &statistics.pieces),
        ("ply", &statistics.plies),
    ] {
        text += &bars(name, histogram);
    }
    text
}

/// Returns a histogram. The bars cover the middle 98 % of the numbers; the first and the last one have what is beyond.
fn bars(name: &str, histogram: &Histogram) -> String {
    let [Some(low), Some(median), Some(high)] = [0.01, 0.5, 0.99].map(|share| histogram.quantile(share)) else {
        return String::new();
    };
    let mean = histogram.mean().unwrap_or_default();
    let mut text = format!("\n{name}: median {median}, mean {mean:.1}\n");
    let width = step(high - low + 1);
    // One number far away from the others makes no bars between, so the steps are counted here.
    let first = low.div_euclid(width) * width;
    let mut counts = vec![0; ((high - first) / width + 1) as usize];
    let (mut below, mut above) = (0, 0);
    for (value, count) in histogram.iter() {
        match usize::try_from((value - first).div_euclid(width)) {
            Err(_) => below += count,
            Ok(index) => *counts.get_mut(index).unwrap_or(&mut above) += count,
        }
    }
    let mut lines: Vec<(String, u64)> =
        counts.into_iter().zip(0..).map(|(count, index)| ((first + index * width).to_string(), count)).collect();
    if below != 0 {
        lines.insert(0, ("below".to_owned(), below));
    }
    if above != 0 {
        lines.push(("above".to_owned(), above));
    }
    let most = lines.iter().map(|line| line.1).max().unwrap_or(1).max(1);
    for (label, count) in lines {
        let length = (u128::from(count) * BAR as u128).div_ceil(u128::from(most)) as usize;
        let _ = writeln!(text, "{label:>7} {count:>13} {}", "#".repeat(length));
    }
    text
}

/// Returns the smallest of 1, 2, 5, 10, 20, ... with which `span` numbers take few bars.
fn step(span: i64) -> i64 {
    let mut decade = 1;
    loop {
        for factor in [1, 2, 5] {
            if span <= BARS * factor * decade {
                return factor * decade;
            }
        }
        decade *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_has_few_bars_and_fits_into_80_columns() {
        let mut histogram = Histogram::default();
        (-32_000..32_000).step_by(3).for_each(|value| histogram.add(value));
        (0..1_000_000).for_each(|value| histogram.add(value % 500));
        let text = bars("score", &histogram);
        assert!(text.lines().count() <= 26, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.contains("\n  below ") && text.contains("\n  above "), "{text}");
    }

    #[test]
    fn a_number_far_away_makes_one_bar_and_not_all_those_between() {
        let mut histogram = Histogram::default();
        (0..1000).for_each(|ply| histogram.add(ply % 90));
        histogram.add(u32::MAX.into());
        let text = bars("ply", &histogram);
        assert!(text.lines().count() <= 26 && text.contains("\n  above             1 "), "{text}");
    }

    #[test]
    fn every_number_is_in_one_bar() {
        let mut histogram = Histogram::default();
        (0..1000).for_each(|value| histogram.add(value * value % 777));
        let text = bars("pieces", &histogram);
        let counts = text.lines().skip(2).map(|line| line.split_whitespace().nth(1).expect("a count"));
        assert_eq!(counts.map(|count| count.parse::<u64>().expect("a number")).sum::<u64>(), 1000);
    }

    #[test]
    fn steps_are_round_numbers() {
        assert_eq!([1, 20, 21, 40, 41, 101, 201, 5000].map(step), [1, 1, 2, 2, 5, 10, 20, 500]);
    }
}
