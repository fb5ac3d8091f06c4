//! Numbers and histograms as text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

use gardez::data::{Evaluation, Histogram, Statistics};
use gardez_formats::Wdl;

use super::Numbers;

/// The columns of the longest bar.
const BAR: usize = 50;

/// The most bars of a histogram, without those for what is beyond it.
const BARS: i64 = 20;

/// Returns the numbers, then histograms.
pub(super) fn drawn(numbers: &Numbers) -> String {
    let statistics = &numbers.statistics;
    let mut text = String::new();
    for (name, value) in rows(numbers) {
        // Writing to a text in memory does not fail.
        let _ = match value {
            Value::Share(count) => writeln!(text, "{name:<22} {count:>14} {:>6.1} %", share(count, statistics.entries)),
            Value::Count(count) => writeln!(text, "{name:<22} {count:>14}"),
            Value::Text(value) => writeln!(text, "{name:<22} {value:>14}"),
        };
    }
    for (name, histogram) in histograms(statistics) {
        text += &bars(name, &histogram);
    }
    text + &results_by_score(statistics)
}

/// Returns the shares of wins, draws and losses after each score, in a few steps.
fn results_by_score(statistics: &Statistics) -> String {
    const WIDTH: i64 = Statistics::SCORE_STEP as i64;
    let scores = without_mates(&statistics.scores);
    let [Some(low), Some(high)] = [0.01, 0.99].map(|share| scores.quantile(share)) else { return String::new() };
    let width = WIDTH * step((high - low) / WIDTH + 1);
    let mut steps = BTreeMap::<i64, [u64; 3]>::new();
    for (&score, results) in &statistics.results_by_score {
        if (low - WIDTH..=high).contains(&score.into()) {
            let sums = steps.entry(i64::from(score).div_euclid(width) * width).or_default();
            sums.iter_mut().zip(results).for_each(|(sum, count)| *sum += count);
        }
    }
    if steps.is_empty() {
        return String::new();
    }
    let mut text = format!("\nresult by score, seen by the side to move\n{:>7} {:>13} ", "score", "entries");
    text += &format!("{:>9} {:>9} {:>9}\n", "wins", "draws", "losses");
    for (score, results) in steps {
        let all = results.iter().sum();
        text += &format!("{score:>7} {all:>13}");
        for result in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
            text += &format!(" {:>7.1} %", share(results[result as usize], all));
        }
        text.push('\n');
    }
    text
}

/// Returns the scores that are not mates: one far away would make the bars of the others too wide.
fn without_mates(scores: &Histogram) -> Histogram {
    let most = i64::from(Evaluation::LEAST_MATE) - 1;
    scores.within(-most..=most)
}

/// Returns the numbers of several files in columns.
pub(super) fn compared(all: &[Numbers]) -> String {
    const WIDTH: usize = 14;
    let cut = |name: &str| name.chars().rev().take(WIDTH).collect::<Vec<_>>().into_iter().rev().collect::<String>();
    let mut text = format!("{:<22}", "");
    all.iter().for_each(|numbers| text += &format!(" {:>WIDTH$}", cut(&numbers.name)));
    let columns: Vec<Vec<(&str, Value)>> = all.iter().map(rows).collect();
    for (index, &(name, _)) in columns[0].iter().enumerate() {
        text += &format!("\n{name:<22}");
        for (column, numbers) in columns.iter().zip(all) {
            let value = match &column[index].1 {
                Value::Share(count) if index != 0 => {
                    format!("{:.2} %", share(*count, numbers.statistics.entries))
                }
                Value::Share(count) | Value::Count(count) => count.to_string(),
                Value::Text(value) => value.clone(),
            };
            text += &format!(" {value:>WIDTH$}");
        }
    }
    text + "\n"
}

pub(super) enum Value {
    /// A number of entries.
    Share(u64),
    Count(u64),
    Text(String),
}

/// Returns all numbers by their names, the entries first. The rows of all files are the same.
pub(super) fn rows(numbers: &Numbers) -> Vec<(&'static str, Value)> {
    let Numbers { statistics, duplicates, left_out, .. } = numbers;
    let mut rows = vec![
        ("entries", Value::Share(statistics.entries)),
        ("White wins", Value::Share(statistics.results[Wdl::Win as usize])),
        ("draws", Value::Share(statistics.results[Wdl::Draw as usize])),
        ("Black wins", Value::Share(statistics.results[Wdl::Loss as usize])),
        ("without a result", Value::Share(statistics.entries - statistics.results.iter().sum::<u64>())),
        ("White to move", Value::Share(statistics.sides[0])),
        ("in check", Value::Share(statistics.checks)),
        ("with a move", Value::Share(statistics.moves)),
        ("captures", Value::Share(statistics.captures)),
        ("with castling rights", Value::Share(statistics.castling_rights)),
        ("scores of -32768", Value::Share(statistics.scores_without_negation)),
    ];
    let mates = statistics.scores.total() - without_mates(&statistics.scores).total();
    rows.push(("scores that are mates", Value::Share(mates)));
    rows.extend(duplicates.map(|count| ("duplicates", Value::Share(count))));
    rows.push(("games", Value::Count(statistics.games)));
    rows.push(("left out by filters", Value::Count(left_out.iter().map(|(_, count)| count).sum())));
    let scores = without_mates(&statistics.scores);
    for (name, histogram) in
        [("mean score", &scores), ("mean pieces", &statistics.pieces), ("mean phase", &statistics.phases)]
    {
        rows.push((name, Value::Text(histogram.mean().map_or("-".to_owned(), |mean| format!("{mean:.1}")))));
    }
    let rate = statistics.win_rate();
    rows.push(("score of half wins", Value::Text(rate.map_or("-".to_owned(), |rate| format!("{:.1}", rate.half)))));
    rows.push(("scale of the win rate", Value::Text(rate.map_or("-".to_owned(), |rate| format!("{:.1}", rate.scale)))));
    rows
}

pub(super) fn histograms(statistics: &Statistics) -> [(&'static str, Cow<'_, Histogram>); 4] {
    [
        ("score without mates, seen by the side to move", Cow::Owned(without_mates(&statistics.scores))),
        ("pieces", Cow::Borrowed(&statistics.pieces)),
        ("phase", Cow::Borrowed(&statistics.phases)),
        ("ply", Cow::Borrowed(&statistics.plies)),
    ]
}

pub(super) fn share(count: u64, entries: u64) -> f64 {
    if entries == 0 { 0.0 } else { 100.0 * count as f64 / entries as f64 }
}

fn bars(name: &str, histogram: &Histogram) -> String {
    let Some(mean) = histogram.mean() else { return String::new() };
    let mut text = format!("\n{name}: mean {mean:.1}\n");
    let percentiles = [0, 1, 5, 25, 50, 75, 95, 99, 100];
    percentiles.iter().for_each(|percent| text += &format!(" {:>7}", format!("{percent} %")));
    text.push('\n');
    let value = |percent: &i32| histogram.quantile(f64::from(*percent) / 100.0).unwrap_or_default();
    percentiles.iter().for_each(|percent| text += &format!(" {:>7}", value(percent)));
    text.push('\n');
    let lines = lines(histogram);
    let most = lines.iter().map(|line| line.1).max().unwrap_or(1).max(1);
    for (label, count) in lines {
        let length = (u128::from(count) * BAR as u128).div_ceil(u128::from(most)) as usize;
        let _ = writeln!(text, "{label:>7} {count:>13} {}", "#".repeat(length));
    }
    text
}

/// Returns the bars of a histogram: labels and numbers. They cover the middle 98 % of the numbers.
pub(super) fn lines(histogram: &Histogram) -> Vec<(String, u64)> {
    let [Some(low), Some(high)] = [0.01, 0.99].map(|share| histogram.quantile(share)) else { return Vec::new() };
    let width = step(high - low + 1);
    // One number far away from the others makes no bars between, so the steps are counted here.
    let first = low.div_euclid(width) * width;
    let mut counts = vec![0; ((high - first) / width + 1) as usize];
    for (value, count) in histogram.iter() {
        if let Some(bar) =
            usize::try_from((value - first).div_euclid(width)).ok().and_then(|index| counts.get_mut(index))
        {
            *bar += count;
        }
    }
    counts.into_iter().zip(0..).map(|(count, index)| ((first + index * width).to_string(), count)).collect()
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
    use gardez::Board;
    use gardez_formats::{Entry, SideToMove};

    use super::*;

    #[test]
    fn a_histogram_has_few_bars_and_fits_into_80_columns() {
        let mut histogram = Histogram::default();
        (-32_000..32_000).step_by(3).for_each(|value| histogram.add(value));
        (0..1_000_000).for_each(|value| histogram.add(value % 500));
        let text = bars("score", &histogram);
        assert!(text.lines().count() <= 27, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.contains("  -32000") && text.contains("  31999\n"), "{text}");
    }

    #[test]
    fn a_number_far_away_makes_one_bar_and_not_all_those_between() {
        let mut histogram = Histogram::default();
        (0..1000).for_each(|ply| histogram.add(ply % 90));
        histogram.add(u32::MAX.into());
        let text = bars("ply", &histogram);
        assert!(text.lines().count() <= 27 && text.contains(" 4294967295\n"), "{text}");
    }

    #[test]
    fn the_middle_98_percent_are_in_one_bar_each() {
        let mut histogram = Histogram::default();
        (0..1000).for_each(|value| histogram.add(value * value % 777));
        let text = bars("pieces", &histogram);
        let counts = text.lines().skip(4).map(|line| line.split_whitespace().nth(1).expect("a count"));
        let sum: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
        assert!((980..=1000).contains(&sum), "{text}");
    }

    #[test]
    fn mates_do_not_widen_the_bars_and_each_score_has_its_results() {
        let mut statistics = Statistics::default();
        for number in 0..3000_i16 {
            let score = if number % 3 == 0 { [31_990, -31_990][number as usize % 2] } else { number % 200 };
            let result = if 100 <= score { Wdl::Win } else { Wdl::Draw };
            statistics.add(&Entry::<SideToMove>::new(Board::start(), None, score, result));
        }
        let [(_, scores), ..] = histograms(&statistics);
        let labels: Vec<i64> = lines(&scores).iter().map(|(label, _)| label.parse().expect("a number")).collect();
        assert!(10 <= labels.len() && labels.iter().all(|label| (0..200).contains(label)), "{labels:?}");
        let text = results_by_score(&statistics);
        let rows: Vec<Vec<&str>> = text.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!([rows[0][2], rows[0][4], rows[rows.len() - 1][2]], ["0.0", "100.0", "100.0"], "{text}");
        assert!(10 <= rows.len() && text.lines().all(|line| line.len() <= 80), "{text}");
    }

    #[test]
    fn steps_are_round_numbers() {
        assert_eq!([1, 20, 21, 40, 41, 101, 201, 5000].map(step), [1, 1, 2, 2, 5, 10, 20, 500]);
    }
}
