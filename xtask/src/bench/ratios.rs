//! Medians and ratios of criterion's measurements, and the tables that show them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use super::page::{Figure, geometric_mean};

/// The contestant that the others are compared with.
const OURS: &str = "gardez";

/// The group of benches whose contestants are the levels of the counting engine, and their peer.
pub(super) const LEVELS: &str = "perft-levels";
const LEVELS_PEER: &str = "cozy-chess";

/// The results of all rounds, by bench and case. All contestants of a case do the same work.
#[derive(Default)]
pub(super) struct Rounds(BTreeMap<(String, String), Case>);

#[derive(Default)]
struct Case {
    /// The median nanoseconds of one iteration in each round.
    times: BTreeMap<String, Vec<f64>>,
    /// The number of things that one iteration counts.
    elements: Option<f64>,
}

impl Case {
    /// Returns the time of one contestant divided by the time of another: the median of the rounds.
    fn ratio(&self, contestant: &str, other: &str) -> Option<f64> {
        let [times, others] = [self.times.get(contestant)?, self.times.get(other)?];
        median(times.iter().zip(others).map(|(time, other)| time / other).collect())
    }
}

impl Rounds {
    /// Adds a result, as criterion's two files describe it.
    pub(super) fn add(&mut self, benchmark: &str, estimates: &str) -> Option<()> {
        let [benchmark, estimates] = [benchmark, estimates].map(serde_json::from_str::<Value>);
        let (benchmark, estimates) = (benchmark.ok()?, estimates.ok()?);
        let text = |key: &str| benchmark[key].as_str().unwrap_or_default().to_owned();
        let nanoseconds = estimates["median"]["point_estimate"].as_f64()?;
        let case = self.0.entry((benchmark["group_id"].as_str()?.into(), text("value_str"))).or_default();
        case.elements = benchmark["throughput"]["Elements"].as_f64().or(case.elements);
        case.times.entry(text("function_id")).or_default().push(nanoseconds);
        Some(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how each peer compares with Gardez in each group.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let entries =
            self.0.iter().flat_map(|((group, _), case)| case.times.keys().map(move |name| (group, pair(group, name))));
        let entries: BTreeSet<_> = entries.filter(|(_, (contestant, against))| contestant != against).collect();
        let figure = |(group, (contestant, against)): (&String, (&str, &str))| {
            let cases = self.0.iter().filter(|((of, _), _)| of == group);
            let ratios = cases.filter_map(|(_, case)| case.ratio(contestant, against)).collect();
            Figure { bench: group.clone(), contestant: contestant.into(), against: against.into(), ratios }
        };
        entries.into_iter().map(figure).filter(|figure| !figure.ratios.is_empty()).collect()
    }
}

/// Returns the contestants that are compared. A peer with calls of its own is compared with Gardez's own calls, the
/// others with shared helper functions, and the peer of the counting engine with each of its levels.
fn pair<'a>(group: &str, contestant: &'a str) -> (&'a str, &'a str) {
    let has_own = contestant.ends_with("-own") && !contestant.starts_with(OURS);
    if group == LEVELS { (LEVELS_PEER, contestant) } else { (contestant, if has_own { "gardez-own" } else { OURS }) }
}

impl fmt::Display for Rounds {
    /// Writes two Markdown tables: every case, then the means.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| bench | case | contestant | time | million/s | ratio |\n|---|---|---|---:|---:|---:|")?;
        for ((group, name), case) in &self.0 {
            for (contestant, times) in &case.times {
                let (one, other) = pair(group, contestant);
                let ratio = case.ratio(one, other).filter(|_| one != other);
                let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
                let time = median(times.clone()).unwrap_or_default();
                let speed = case.elements.map_or_else(String::new, |elements| format!("{:.0}", 1e3 * elements / time));
                writeln!(f, "| {group} | {name} | {contestant} | {} | {speed} | {ratio} |", duration(time))?;
            }
        }
        writeln!(f, "\n| bench | peer | compared with | cases | geometric mean |\n|---|---|---|---:|---:|")?;
        for Figure { bench, contestant, against, ratios } in self.figures() {
            writeln!(f, "| {bench} | {contestant} | {against} | {} | {:.2} |", ratios.len(), geometric_mean(&ratios))?;
        }
        Ok(())
    }
}

/// Returns the value in the middle, or the mean of the two values in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 { Some(upper) } else { Some((values[values.len() / 2 - 1] + upper) / 2.0) }
}

/// Returns a time in the unit that gives it at most three digits before the point.
fn duration(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let unit = units.into_iter().find(|(size, _)| *size <= nanoseconds);
    let (size, name) = unit.unwrap_or((1.0, "ns"));
    format!("{:.2} {name}", nanoseconds / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(group: &str, results: &[(&str, &str, f64)]) -> Rounds {
        let mut rounds = Rounds::default();
        for (case, contestant, nanoseconds) in results {
            let benchmark = format!(
                r#"{{"group_id": "{group}", "function_id": "{contestant}", "value_str": "{case}", "throughput": {{"Elements": 4000}}}}"#
            );
            let estimates = format!(r#"{{"median": {{"point_estimate": {nanoseconds:?}}}}}"#);
            rounds.add(&benchmark, &estimates).expect("the text has the form of criterion's");
        }
        rounds
    }

    fn figures(rounds: &Rounds) -> Vec<String> {
        let text = |figure: Figure| format!("{} {} {:?}", figure.contestant, figure.against, figure.ratios);
        rounds.figures().into_iter().map(text).collect()
    }

    #[test]
    fn a_ratio_is_the_median_of_the_ratios_of_the_rounds() {
        let times = [(10.0, 20.0), (40.0, 60.0), (10.0, 50.0)];
        let results: Vec<_> =
            times.into_iter().flat_map(|(ours, theirs)| [("a", "gardez", ours), ("a", "peer", theirs)]).collect();
        let text = rounds("perft", &results).to_string();
        assert!(text.contains("| perft | a | gardez | 10.00 ns | 400000 |  |\n"), "{text}");
        assert!(text.contains("| perft | a | peer | 50.00 ns | 80000 | 2.00 |\n"), "{text}");
    }

    #[test]
    fn a_mean_includes_every_case_of_its_group_and_peer() {
        let rounds =
            rounds("perft", &[("a", "gardez", 10.0), ("a", "peer", 20.0), ("b", "gardez", 1e4), ("b", "peer", 8e4)]);
        assert_eq!(figures(&rounds), ["peer gardez [2.0, 8.0]"]);
        let text = rounds.to_string();
        assert!(
            text.contains("| 80.00 µs |") && text.ends_with("|---:|\n| perft | peer | gardez | 2 | 4.00 |\n"),
            "{text}"
        );
    }

    #[test]
    fn own_calls_and_levels_have_their_own_opponents() {
        let rounds_of =
            |group, names: &[&str]| rounds(group, &names.iter().map(|name| ("a", *name, 5.0)).collect::<Vec<_>>());
        let own = rounds_of("fen", &["gardez", "gardez-own", "peer", "peer-own"]);
        assert_eq!(figures(&own), ["gardez-own gardez [1.0]", "peer gardez [1.0]", "peer-own gardez-own [1.0]"]);
        assert_eq!(figures(&rounds_of(LEVELS, &["bmi2", "cozy-chess"])), ["cozy-chess bmi2 [1.0]"]);
        assert_eq!(figures(&rounds_of("fen", &["magic"])), [""; 0]);
    }

    #[test]
    fn a_result_of_another_form_is_refused() {
        let mut rounds = Rounds::default();
        assert_eq!(rounds.add("{}", r#"{"median": {"point_estimate": 1.0}}"#), None);
        assert_eq!(rounds.add(r#"{"group_id": "perft"}"#, "{}"), None);
        assert!(rounds.is_empty());
    }

    #[test]
    fn the_middle_of_an_even_number_of_values_is_between_two() {
        assert_eq!((median(vec![4.0, 1.0, 2.0, 3.0]), median(Vec::new())), (Some(2.5), None));
    }
}
