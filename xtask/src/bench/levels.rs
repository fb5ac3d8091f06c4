//! The table of the counting engine: the speed of each of its levels, compared with cozy-chess.

use std::fmt;

use super::ratios::{LEVELS as GROUP, LEVELS_PEER as PEER, Rounds};

/// The levels as the benches name them, the slowest first.
const LEVELS: [&str; 3] = ["baseline", "bmi2", "avx512"];

/// Writes the table, or nothing if the levels were not measured.
pub(super) struct Levels<'a>(pub(super) &'a Rounds);

impl fmt::Display for Levels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(peer) = self.0.speeds(GROUP, PEER) else { return Ok(()) };
        let names = self.0.names(GROUP);
        writeln!(f, "\n| {GROUP}, million/s (times {PEER}) | {} | geometric mean |", names.join(" | "))?;
        writeln!(f, "|---|{}---:|", "---:|".repeat(names.len()))?;
        let peer: Vec<_> = peer.iter().map(|speed| format!("{speed:.0}")).collect();
        writeln!(f, "| {PEER} | {} |", peer.join(" | "))?;
        for level in LEVELS {
            let figures = self.0.speeds(GROUP, level).zip(self.0.ratios(GROUP, PEER, level));
            let Some((speeds, ratios)) = figures else { continue };
            let cells = speeds.iter().zip(ratios).map(|(speed, ratio)| format!("{speed:.0} ({ratio:.2})"));
            writeln!(f, "| {level} | {} |", cells.collect::<Vec<_>>().join(" | "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::ratios::Measurement;
    use super::*;

    fn measurement(contestant: &str, case: &str, elements: u64, nanoseconds: f64) -> Measurement {
        let benchmark = format!(
            r#"{{"group_id": "{GROUP}", "function_id": "{contestant}", "value_str": "{case}", "throughput": {{"Elements": {elements}}}}}"#
        );
        let estimates = format!(r#"{{"median": {{"point_estimate": {nanoseconds:?}}}}}"#);
        Measurement::parse(&benchmark, &estimates).expect("the text has the form of criterion's")
    }

    #[test]
    fn a_level_has_a_speed_and_a_ratio_in_each_case_and_in_the_mean() {
        let mut rounds = Rounds::default();
        let cases = [("a", 1000, 2.0), ("b", 4000, 8.0)];
        rounds.add(cases.into_iter().flat_map(|(case, elements, ratio)| {
            let ours = measurement("bmi2", case, elements, 1000.0);
            [ours, measurement(PEER, case, elements, 1000.0 * ratio)]
        }));
        let text = Levels(&rounds).to_string();
        assert!(text.contains("| a | b | geometric mean |\n|---|---:|---:|---:|\n"), "{text}");
        assert!(text.contains("| cozy-chess | 500 | 500 | 500 |\n"), "{text}");
        assert!(text.contains("| bmi2 | 1000 (2.00) | 4000 (8.00) | 2000 (4.00) |\n"), "{text}");
        assert!(!text.contains("avx512"), "{text}");
    }

    #[test]
    fn other_benches_have_no_such_table() {
        assert_eq!(Levels(&Rounds::default()).to_string(), "");
    }
}
