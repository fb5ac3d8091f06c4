//! Medians and ratios of criterion's measurements, and the tables that show them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use super::page::{Figure, geometric_mean};

/// The contestant that the others are compared with.
const OURS: &str = "gardez";

/// The group of benches whose contestants are the levels of the counting engine, and the library that they are compared with.
pub(super) const LEVELS: &str = "perft-levels";
pub(super) const LEVELS_PEER: &str = "cozy-chess";

/// One figure of one round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measurement {
    bench: Bench,
    /// The library that was measured, or another form of the same work.
    contestant: String,
    /// The median time of one iteration.
    nanoseconds: f64,
    /// The number of things that one iteration counts.
    elements: Option<f64>,
}

/// A bench and its case. All contestants do the same work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bench {
    group: String,
    case: String,
}

impl Measurement {
    pub(super) fn new(group: &str, case: &str, contestant: &str, nanoseconds: f64) -> Self {
        let bench = Bench { group: group.into(), case: case.into() };
        Self { bench, contestant: contestant.into(), nanoseconds, elements: None }
    }

    /// Reads criterion's two files about a result.
    pub(super) fn parse(benchmark: &str, estimates: &str) -> Option<Self> {
        let benchmark: Value = serde_json::from_str(benchmark).ok()?;
        let estimates: Value = serde_json::from_str(estimates).ok()?;
        let text = |key: &str| benchmark[key].as_str().unwrap_or_default().to_string();
        let nanoseconds = estimates["median"]["point_estimate"].as_f64()?;
        let measurement =
            Self::new(benchmark["group_id"].as_str()?, &text("value_str"), &text("function_id"), nanoseconds);
        Some(Self { elements: benchmark["throughput"]["Elements"].as_f64(), ..measurement })
    }
}

/// All rounds of a run.
#[derive(Default)]
pub(super) struct Rounds {
    rounds: Vec<BTreeMap<Bench, BTreeMap<String, f64>>>,
    elements: BTreeMap<Bench, f64>,
}

impl Rounds {
    /// Adds the measurements of one round.
    pub(super) fn add(&mut self, measurements: impl IntoIterator<Item = Measurement>) {
        let mut round: BTreeMap<Bench, BTreeMap<String, f64>> = BTreeMap::new();
        for Measurement { bench, contestant, nanoseconds, elements } in measurements {
            if let Some(elements) = elements {
                self.elements.insert(bench.clone(), elements);
            }
            round.entry(bench).or_default().insert(contestant, nanoseconds);
        }
        self.rounds.push(round);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rounds.iter().all(BTreeMap::is_empty)
    }

    /// Returns every bench with every contestant that ran in it.
    fn entries(&self) -> BTreeSet<(&Bench, &str)> {
        let benches = self.rounds.iter().flatten();
        benches.flat_map(|(bench, times)| times.keys().map(move |contestant| (bench, contestant.as_str()))).collect()
    }

    /// Returns the time of `contestant` in nanoseconds: the median of the rounds.
    fn time(&self, bench: &Bench, contestant: &str) -> Option<f64> {
        let times = self.rounds.iter().filter_map(|round| round.get(bench)?.get(contestant));
        median(times.copied().collect())
    }

    /// Returns the time of a peer divided by ours: the median of the rounds that have both.
    fn ratio(&self, bench: &Bench, peer: &str) -> Option<f64> {
        self.ratio_to(bench, peer, OURS)
    }

    /// Returns the time of one contestant divided by the time of another.
    fn ratio_to(&self, bench: &Bench, peer: &str, ours: &str) -> Option<f64> {
        let ratios = self.rounds.iter().filter_map(|round| {
            let times = round.get(bench)?;
            Some(times.get(peer)? / times.get(ours)?)
        });
        median(ratios.collect())
    }

    /// Returns the cases of a group, in the order of their names.
    fn cases(&self, group: &str) -> Vec<Bench> {
        let benches: BTreeSet<_> =
            self.rounds.iter().flat_map(BTreeMap::keys).filter(|bench| bench.group == group).collect();
        benches.into_iter().cloned().collect()
    }

    /// Returns the million elements that a contestant counts per second, in each case and in the geometric mean.
    pub(super) fn speeds(&self, group: &str, contestant: &str) -> Option<Vec<f64>> {
        let speed = |bench: &Bench| Some(self.elements.get(bench)? / self.time(bench, contestant)? * 1e3);
        with_mean(self.cases(group).iter().map(speed).collect())
    }

    /// Returns the time of one contestant divided by the time of another, in each case and in the geometric mean.
    pub(super) fn ratios(&self, group: &str, peer: &str, ours: &str) -> Option<Vec<f64>> {
        with_mean(self.cases(group).iter().map(|bench| self.ratio_to(bench, peer, ours)).collect())
    }

    /// Returns the names of the cases of a group.
    pub(super) fn names(&self, group: &str) -> Vec<String> {
        self.cases(group).into_iter().map(|bench| bench.case).collect()
    }

    /// Returns how each peer compares with Gardez in each group. A peer with calls of its own is compared with Gardez's own
    /// calls, the others with the same helper functions for all, and each level of the counting engine with its peer.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let pairs: BTreeSet<_> = self
            .entries()
            .into_iter()
            .map(|(bench, contestant)| {
                let has_own = contestant.ends_with("-own") && !contestant.starts_with(OURS);
                let pair = match bench.group.as_str() {
                    LEVELS => (LEVELS_PEER, contestant),
                    _ => (contestant, if has_own { "gardez-own" } else { OURS }),
                };
                (bench.group.as_str(), pair)
            })
            .collect();
        let figure = |(group, (contestant, against)): (&str, (&str, &str))| {
            let cases = self.cases(group);
            let ratios: Vec<_> = cases.iter().filter_map(|bench| self.ratio_to(bench, contestant, against)).collect();
            let [bench, contestant, against] = [group, contestant, against].map(String::from);
            Some(Figure { bench, contestant, against, ratios }).filter(|figure| !figure.ratios.is_empty())
        };
        pairs.into_iter().filter(|(_, (contestant, against))| contestant != against).filter_map(figure).collect()
    }
}

impl fmt::Display for Rounds {
    /// Writes two Markdown tables: every bench, then the means.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| bench | case | contestant | time | time / {OURS} |\n|---|---|---|---:|---:|")?;
        for (bench, contestant) in self.entries() {
            let Bench { group, case } = bench;
            let time = self.time(bench, contestant).map_or_else(String::new, duration);
            let ratio = match self.ratio(bench, contestant) {
                Some(ratio) if contestant != OURS => format!("{ratio:.2}"),
                _ => String::new(),
            };
            writeln!(f, "| {group} | {case} | {contestant} | {time} | {ratio} |")?;
        }
        let figures = self.figures();
        if !figures.is_empty() {
            writeln!(f, "\n| bench | peer | compared with | cases | geometric mean |\n|---|---|---|---:|---:|")?;
        }
        for Figure { bench, contestant, against, ratios } in figures {
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

/// Returns all values and then their geometric mean, or nothing if a value is missing or there are none.
fn with_mean(values: Option<Vec<f64>>) -> Option<Vec<f64>> {
    let mut values = values.filter(|values| !values.is_empty())?;
    values.push(geometric_mean(&values));
    Some(values)
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

    fn measurement(case: &str, contestant: &str, nanoseconds: f64) -> Measurement {
        let benchmark = format!(
            r#"{{"group_id": "perft", "function_id": "{contestant}", "value_str": "{case}", "full_id": "", "title": ""}}"#
        );
        let estimates = format!(
            r#"{{"mean": {{"point_estimate": 1.0}}, "median": {{"point_estimate": {nanoseconds:?}, "standard_error": 0.1}}}}"#
        );
        Measurement::parse(&benchmark, &estimates).expect("the text has the form of criterion's")
    }

    fn bench(case: &str) -> Bench {
        Bench { group: "perft".into(), case: case.into() }
    }

    #[test]
    fn a_ratio_is_the_median_of_the_ratios_of_the_rounds() {
        let mut rounds = Rounds::default();
        for (ours, theirs) in [(10.0, 20.0), (40.0, 60.0), (10.0, 50.0)] {
            rounds.add([measurement("a", "gardez", ours), measurement("a", "peer", theirs)]);
        }
        assert_eq!(rounds.ratio(&bench("a"), "peer"), Some(2.0));
        assert_eq!(rounds.time(&bench("a"), "peer"), Some(50.0));
        assert_eq!(rounds.time(&bench("a"), "gardez"), Some(10.0));
        assert_eq!(rounds.ratio(&bench("a"), "other"), None);
        assert_eq!(rounds.ratio(&bench("b"), "peer"), None);
    }

    #[test]
    fn a_mean_includes_every_case_of_its_group_and_peer() {
        let mut rounds = Rounds::default();
        rounds.add(
            [("a", 2.0), ("b", 8.0)]
                .into_iter()
                .flat_map(|(case, ratio)| [measurement(case, "gardez", 10.0), measurement(case, "peer", 10.0 * ratio)]),
        );
        let text = rounds.to_string();
        assert!(text.ends_with("|---:|\n| perft | peer | gardez | 2 | 4.00 |\n"), "{text}");
    }

    #[test]
    fn a_peer_with_calls_of_its_own_is_compared_with_our_own_calls() {
        let mut rounds = Rounds::default();
        let times = [("gardez", 10.0), ("gardez-own", 5.0), ("peer", 20.0), ("peer-own", 15.0)];
        rounds.add(times.map(|(contestant, time)| measurement("a", contestant, time)));
        let figures = rounds.figures();
        let found: Vec<_> =
            figures.iter().map(|f| (f.contestant.as_str(), f.against.as_str(), &f.ratios[..])).collect();
        let wanted: [(_, _, &[f64]); 3] =
            [("gardez-own", "gardez", &[0.5]), ("peer", "gardez", &[2.0]), ("peer-own", "gardez-own", &[3.0])];
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_tables_are_markdown() {
        let mut rounds = Rounds::default();
        rounds.add([measurement("a", "gardez", 1500.0), measurement("a", "peer", 3000.0)]);
        let text = rounds.to_string();
        assert!(text.contains("| perft | a | gardez | 1.50 µs |  |\n"), "{text}");
        assert!(text.contains("| perft | a | peer | 3.00 µs | 2.00 |\n"), "{text}");
        assert!(text.ends_with("\n| perft | peer | gardez | 1 | 2.00 |\n"), "{text}");
    }

    #[test]
    fn a_bench_without_our_entry_shows_times_only() {
        let mut rounds = Rounds::default();
        rounds.add([measurement("a", "magic", 2e9)]);
        assert!(rounds.to_string().ends_with("| perft | a | magic | 2.00 s |  |\n"), "{rounds}");
        assert_eq!(rounds.figures(), []);
    }

    #[test]
    fn a_result_of_another_form_is_not_a_measurement() {
        assert_eq!(Measurement::parse("{}", r#"{"median": {"point_estimate": 1.0}}"#), None);
        assert_eq!(Measurement::parse(r#"{"group_id": "perft"}"#, "{}"), None);
    }

    #[test]
    fn the_middle_of_an_even_number_of_values_is_between_two() {
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(Vec::new()), None);
    }
}
