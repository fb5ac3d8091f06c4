//! The work of all runs with each target at its present version: a file of JSON, to which every run adds.
//!
//! `docs/reliability.json` is this file, and `docs/reliability.md` has the same numbers as a table.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::seeds::home;
use crate::targets::TARGETS;

/// The name under which positions of random games are counted.
pub const RANDOM_GAMES: &str = "random games";

/// The marks before and after the table in `docs/reliability.md`.
const MARKERS: [&str; 2] = ["<!-- totals -->\n", "<!-- end of totals -->\n"];

/// The work of one program's runs with one version of a target.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    pub version: u32,
    pub inputs: u64,
    /// The inputs of a long run that ran with debug assertions and overflow checks.
    #[serde(skip_serializing_if = "is_zero")]
    pub checked: u64,
    pub milliseconds: u64,
    pub findings: u64,
    /// The most edges that were reached.
    #[serde(skip_serializing_if = "is_zero")]
    pub edges: u64,
    /// The most time that one input took, in milliseconds.
    #[serde(skip_serializing_if = "is_zero")]
    pub slowest: u64,
    /// The most memory that one input took, in bytes.
    #[serde(skip_serializing_if = "is_zero")]
    pub peak: u64,
    /// The day of the last run.
    pub date: String,
    /// The commit that the last run tested.
    pub commit: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Work {
    fn is_none(&self) -> bool {
        self.inputs == 0
    }

    /// Adds later work. Work of an older version of the target does not count.
    pub fn add(&mut self, more: &Self) {
        if more.version != self.version {
            if self.version < more.version {
                *self = more.clone();
            }
            return;
        }
        self.inputs += more.inputs;
        self.checked += more.checked;
        self.milliseconds += more.milliseconds;
        self.findings += more.findings;
        self.edges = self.edges.max(more.edges);
        self.slowest = self.slowest.max(more.slowest);
        self.peak = self.peak.max(more.peak);
        if self.date <= more.date {
            self.date.clone_from(&more.date);
            self.commit.clone_from(&more.commit);
        }
    }
}

/// The work of both programs with one target.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Total {
    /// libFuzzer, with the address sanitizer, debug assertions and overflow checks.
    #[serde(skip_serializing_if = "Work::is_none")]
    pub coverage: Work,
    #[serde(skip_serializing_if = "Work::is_none")]
    pub soak: Work,
}

impl Total {
    fn add(&mut self, more: &Self) {
        self.coverage.add(&more.coverage);
        self.soak.add(&more.soak);
    }
}

pub type Totals = BTreeMap<String, Total>;

/// Adds totals to a file, which is created if it is missing, and drops totals of targets that are gone. Several programs may
/// add at the same time.
///
/// # Errors
///
/// If the file cannot be read or written, or contains something else.
pub fn add(file: &Path, more: &Totals) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file)?;
    file.lock()?;
    let mut totals = read(&mut file)?;
    for (name, more) in more {
        totals.entry(name.clone()).or_default().add(more);
    }
    totals.retain(|name, _| name == RANDOM_GAMES || TARGETS.iter().any(|target| target.name == name));
    write(&mut file, &totals)
}

/// Adds all totals of one file to another, and empties the first.
///
/// # Errors
///
/// If a file cannot be read or written, or contains something else.
pub fn take(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = OpenOptions::new().read(true).write(true).open(from)?;
    from.lock()?;
    add(to, &read(&mut from)?)?;
    write(&mut from, &Totals::new())
}

fn read(file: &mut File) -> io::Result<Totals> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    if text.is_empty() { Ok(Totals::new()) } else { Ok(serde_json::from_str(&text)?) }
}

fn write(file: &mut File, totals: &Totals) -> io::Result<()> {
    let text = serde_json::to_string_pretty(totals)? + "\n";
    file.rewind()?;
    file.set_len(0)?;
    file.write_all(text.as_bytes())
}

/// Returns the totals in the repository.
///
/// # Errors
///
/// If the file cannot be read, or contains something else.
pub fn committed() -> io::Result<Totals> {
    read(&mut File::open(home().join("../docs/reliability.json"))?)
}

/// Returns today in UTC, as `2026-11-23`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// Returns the date this many days after the first of January 1970.
fn date(days: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of a year; 400 of them have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + u64::from(month <= 2))
}

/// Returns a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the totals as a table of Markdown. Nothing is added up over targets.
fn table(totals: &Totals) -> String {
    let mut text = String::from(
        "| target | edges | inputs with coverage | time | last run | inputs of long runs | of them checked | last run \
         | findings | slowest input | most memory |\n|---|---:|---:|---:|---|---:|---:|---|---:|---:|---:|\n",
    );
    let age = |work: &Work| if work.is_none() { "never".into() } else { format!("{}, {}", work.date, work.commit) };
    let rows = TARGETS.iter().map(|target| (target.name, target.version)).chain([(RANDOM_GAMES, 1)]);
    for (name, version) in rows {
        let Total { coverage, soak } = totals.get(name).cloned().unwrap_or_default();
        let [coverage, soak] =
            [coverage, soak].map(|work| if work.version == version { work } else { Work::default() });
        let [edges, inputs, long, checked] = [coverage.edges, coverage.inputs, soak.inputs, soak.checked].map(grouped);
        let (seconds, findings) = (coverage.milliseconds / 1000, coverage.findings + soak.findings);
        let (slowest, peak) = (soak.slowest, grouped(soak.peak.div_ceil(1024)));
        let (covered, soaked) = (age(&coverage), age(&soak));
        // Random games choose no inputs by coverage; their positions reach what the target `game` does.
        let coverage = match name {
            RANDOM_GAMES => "| | |".into(),
            _ => format!("{edges} | {inputs} | {seconds} s | {covered}"),
        };
        text += &format!(
            "| `{name}` | {coverage} | {long} | {checked} | {soaked} | {findings} | {slowest} ms | {peak} KiB |\n"
        );
    }
    text
}

/// Writes the table of `docs/reliability.md` again from `docs/reliability.json`.
///
/// # Errors
///
/// If a file cannot be read or written, or the page has no place for the table.
pub fn write_page() -> io::Result<()> {
    let page = home().join("../docs/reliability.md");
    let text = with_table(&fs::read_to_string(&page)?, &committed()?);
    fs::write(page, text.ok_or_else(|| io::Error::other("docs/reliability.md has no place for the totals"))?)
}

/// Returns the page with another table, or `None` if it has no place for one.
fn with_table(page: &str, totals: &Totals) -> Option<String> {
    let (front, rest) = page.split_once(MARKERS[0])?;
    let (_, end) = rest.split_once(MARKERS[1])?;
    Some([front, MARKERS[0], &table(totals), MARKERS[1], end].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(version: u32, inputs: u64, slowest: u64) -> Work {
        let (date, commit) = ("2026-11-23".into(), format!("{inputs}"));
        Work { version, inputs, milliseconds: 1500, slowest, edges: 7, date, commit, ..Work::default() }
    }

    #[test]
    fn runs_are_added_up_and_taken_over_once() {
        let [mine, all] = ["mine", "all"]
            .map(|name| std::env::temp_dir().join(format!("gardez-totals-{}-{name}", std::process::id())));
        let of = |coverage: Work, soak: Work| Totals::from([("pgn".into(), Total { coverage, soak })]);
        for soak in [work(1, 5, 7), work(1, 6, 3)] {
            add(&mine, &of(Work::default(), soak)).expect("a file");
        }
        add(&all, &of(work(1, 1000, 0), Work::default())).expect("a file");
        take(&mine, &all).expect("two files");
        take(&mine, &all).expect("two files");
        let totals = read(&mut File::open(&all).expect("a file")).expect("totals");
        [mine, all].iter().for_each(|file| fs::remove_file(file).expect("a file"));
        let soak = Work { milliseconds: 3000, commit: "6".into(), ..work(1, 11, 7) };
        assert_eq!(totals, of(work(1, 1000, 0), soak));
        let row = "| `pgn` | 7 | 1,000 | 1 s | 2026-11-23, 1000 | 11 | 0 | 2026-11-23, 6 | 0 | 7 ms | 0 KiB |";
        assert!(table(&totals).contains(row), "{}", table(&totals));
    }

    #[test]
    fn work_with_an_older_version_of_a_target_does_not_count() {
        let mut sum = work(1, 5, 9);
        sum.add(&work(2, 3, 1));
        assert_eq!(sum, work(2, 3, 1));
        sum.add(&work(1, 5, 9));
        assert_eq!(sum, work(2, 3, 1));
    }

    #[test]
    fn every_target_has_run_with_coverage_and_with_assertions() {
        let totals = committed().expect("the totals");
        let names = TARGETS.iter().map(|target| (target.name, target.version)).chain([(RANDOM_GAMES, 1)]);
        for (name, version) in names {
            let Total { coverage, soak } = totals.get(name).cloned().unwrap_or_default();
            let has_run =
                name == RANDOM_GAMES || coverage.version == version && coverage.edges.min(coverage.inputs) > 0;
            assert!(has_run, "{name}: `cargo xtask fuzz {name}` is missing");
            assert!(soak.version == version && soak.checked > 0, "{name}: `cargo xtask soak '{name}'` is missing");
        }
    }

    #[test]
    fn the_page_has_the_numbers_of_the_file() {
        let page = fs::read_to_string(home().join("../docs/reliability.md")).expect("the page");
        let written = with_table(&page, &committed().expect("the totals")).expect("the page has a place for the table");
        assert!(page == written, "`soak --page` writes the table again");
    }

    #[test]
    fn days_have_dates() {
        let days = [0, 58, 59, 11_016, 11_017, 20_780];
        let dates = ["1970-01-01", "1970-02-28", "1970-03-01", "2000-02-29", "2000-03-01", "2026-11-23"];
        assert_eq!(days.map(date), dates);
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
