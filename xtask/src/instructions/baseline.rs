//! The file with the baseline of instruction counts, and the comparison with it.

use std::fmt;

/// A count this many percent above the baseline is a regression. At this many percent below, the baseline should be
/// renewed.
const BOUND: f64 = 3.0;

/// The beginning of the first line of the file; the compiler follows.
const HEADER: &str = "# instructions of each path, counted with ";
const COLUMNS: &str = "path\tanswer\tx86-64\tx86-64-v3";

/// The counts of one compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Baseline {
    pub(super) compiler: String,
    pub(super) counts: Vec<Counts>,
}

/// A path with its answer and its number of instructions in each build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) path: String,
    pub(super) answer: u64,
    pub(super) instructions: [u64; 2],
}

impl Baseline {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let compiler =
            lines.next().and_then(|line| line.strip_prefix(HEADER)).ok_or("the first line names no compiler")?;
        if lines.next() != Some(COLUMNS) {
            return Err("the second line does not name the columns".into());
        }
        let counts = (3..).zip(lines).map(|(number, line)| {
            let fields: Vec<_> = line.split('\t').collect();
            let number_of =
                |field: &str| field.parse().map_err(|_| format!("line {number}: {field:?} is not a number"));
            let [path, answer, plain, v3] = fields[..] else {
                return Err(format!("line {number}: {} fields instead of 4", fields.len()));
            };
            let instructions = [number_of(plain)?, number_of(v3)?];
            Ok(Counts { path: path.into(), answer: number_of(answer)?, instructions })
        });
        Ok(Self { compiler: compiler.into(), counts: counts.collect::<Result<_, String>>()? })
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}{}\n{COLUMNS}", self.compiler)?;
        for Counts { path, answer, instructions: [plain, v3] } in &self.counts {
            writeln!(f, "{path}\t{answer}\t{plain}\t{v3}")?;
        }
        Ok(())
    }
}

/// Returns a table of all paths, and whether each has its old answer and no regression.
pub(super) fn compare(before: &Baseline, now: &Baseline) -> (String, bool) {
    let (mut table, mut passed) = (String::new(), true);
    for counts in &now.counts {
        let Some(old) = before.counts.iter().find(|old| old.path == counts.path) else {
            table += &format!("{:<16} is not in the baseline\n", counts.path);
            passed = false;
            continue;
        };
        let [plain, v3] = [0, 1].map(|build| change(old.instructions[build], counts.instructions[build]));
        let verdict = match plain.max(v3) {
            _ if old.answer != counts.answer => "ANOTHER ANSWER",
            worst if worst > BOUND => "REGRESSION",
            _ if plain.min(v3) < -BOUND => "better: renew the baseline",
            _ => "",
        };
        passed &= old.answer == counts.answer && plain.max(v3) <= BOUND;
        let line = format!("{:<16} x86-64 {plain:>+6.1} %   x86-64-v3 {v3:>+6.1} %   {verdict}", counts.path);
        table += line.trim_end();
        table.push('\n');
    }
    for old in before.counts.iter().filter(|old| !now.counts.iter().any(|counts| counts.path == old.path)) {
        table += &format!("{:<16} is in the baseline only\n", old.path);
        passed = false;
    }
    (table, passed)
}

/// Returns the percentage by which `now` exceeds `before`.
fn change(before: u64, now: u64) -> f64 {
    // With the difference first, the result for 1030 and 1000 is exactly 3.
    100.0 * (now as f64 - before as f64) / (before as f64).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(instructions: [u64; 2]) -> Baseline {
        let counts = vec![Counts { path: "do-undo".into(), answer: 7, instructions }];
        Baseline { compiler: "rustc 1.95.0".into(), counts }
    }

    #[test]
    fn a_written_baseline_can_be_read() {
        let baseline = counted([1000, 900]);
        assert_eq!(Baseline::read(&baseline.to_string()), Ok(baseline));
    }

    #[test]
    fn an_error_names_the_damaged_line() {
        let text = counted([1000, 900]).to_string();
        let error = |text: &str| Baseline::read(text).expect_err("damaged");
        assert_eq!(error(""), "the first line names no compiler");
        assert_eq!(error(&text.replace("answer", "reply")), "the second line does not name the columns");
        assert_eq!(error(&text.replace("900", "nine")), "line 3: \"nine\" is not a number");
        assert_eq!(error(&text.replace("\t7", "")), "line 3: 3 fields instead of 4");
    }

    #[test]
    fn more_than_three_percent_more_is_a_regression_in_either_build() {
        let before = counted([1000, 1000]);
        assert!(compare(&before, &counted([1029, 971])).1);
        for worse in [[1031, 1000], [1000, 1031]] {
            let (table, passed) = compare(&before, &counted(worse));
            assert!(!passed && table.contains("REGRESSION"), "{table}");
        }
        assert!(compare(&before, &counted([900, 900])).0.contains("renew"));
    }

    #[test]
    fn another_answer_and_a_missing_path_fail() {
        let before = counted([1000, 1000]);
        let mut other = before.clone();
        other.counts[0].answer = 8;
        assert!(!compare(&before, &other).1);
        other.counts[0].path = "undo-do".into();
        let (table, passed) = compare(&before, &other);
        assert!(!passed);
        assert_eq!(table, "undo-do          is not in the baseline\ndo-undo          is in the baseline only\n");
    }
}
