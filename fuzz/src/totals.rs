//! How many inputs each target has had, over all runs: a file of JSON, to which every run adds.
//!
//! `docs/reliability.json` is this file, and `docs/reliability.md` has the same numbers as a table.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::seeds::home;
use crate::targets::TARGETS;

/// The name under which positions of random games are counted.
pub const RANDOM_GAMES: &str = "random games";

/// Where the table begins and ends in `docs/reliability.md`.
const MARKERS: [&str; 2] = ["<!-- totals -->\n", "<!-- end of totals -->\n"];

/// What a run did with one target.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
pub struct Work {
    pub inputs: u64,
    pub seconds: f64,
    pub findings: u64,
    /// The most time that one input took, in milliseconds.
    pub slowest: u64,
    /// The most memory that one input took, in bytes.
    pub peak: u64,
}

/// Adds work to a file, which is created if it is missing. Several programs may add at the same time.
///
/// `program` is `soak` or `libFuzzer`; `commit` is what was tested.
///
/// # Errors
///
/// If the file cannot be read or written, or contains something else.
pub fn add(file: &Path, program: &str, commit: &str, work: &[(String, Work)]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(file)?;
    file.lock()?;
    let mut totals = read(&mut file)?;
    for (name, work) in work.iter().filter(|(_, work)| work.inputs > 0) {
        let target = object(object(&mut totals, "targets"), name);
        increase(target, program, work.inputs);
        increase(target, "findings", work.findings);
        raise(target, "slowest milliseconds", work.slowest);
        raise(target, "peak bytes", work.peak);
        let run = object(object(object(&mut totals, "commits"), commit), program);
        increase(run, "inputs", work.inputs);
        increase(run, "findings", work.findings);
        let milliseconds = (work.seconds * 1000.0) as u64;
        increase(run, "milliseconds", milliseconds);
    }
    let inputs = sum(&totals);
    totals.insert("inputs".into(), inputs.into());
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
    let mut to = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(to)?;
    to.lock()?;
    let (more, mut totals) = (read(&mut from)?, read(&mut to)?);
    merge(&mut totals, &more);
    write(&mut to, &totals)?;
    write(&mut from, &Map::new())
}

/// Adds numbers of the same name; those that are maxima are compared.
fn merge(totals: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match value {
            Value::Object(value) => merge(object(totals, name), value),
            _ if name.starts_with("slowest") || name.starts_with("peak") => raise(totals, name, number(Some(value))),
            _ => increase(totals, name, number(Some(value))),
        }
    }
}

fn read(file: &mut File) -> io::Result<Map<String, Value>> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    if text.is_empty() { Ok(Map::new()) } else { Ok(serde_json::from_str(&text)?) }
}

fn write(file: &mut File, totals: &Map<String, Value>) -> io::Result<()> {
    let text = serde_json::to_string_pretty(totals)? + "\n";
    file.rewind()?;
    file.set_len(0)?;
    file.write_all(text.as_bytes())
}

fn object<'a>(parent: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let child = parent.entry(name).or_insert_with(|| json!({}));
    child.as_object_mut().expect("a file of totals")
}

fn number(value: Option<&Value>) -> u64 {
    value.and_then(Value::as_u64).unwrap_or(0)
}

fn increase(target: &mut Map<String, Value>, name: &str, by: u64) {
    let sum = number(target.get(name)) + by;
    target.insert(name.into(), sum.into());
}

fn raise(target: &mut Map<String, Value>, name: &str, to: u64) {
    let most = number(target.get(name)).max(to);
    target.insert(name.into(), most.into());
}

fn sum(totals: &Map<String, Value>) -> u64 {
    let targets = totals.get("targets").and_then(Value::as_object).into_iter().flatten();
    targets.map(|(_, target)| number(target.get("soak")) + number(target.get("libFuzzer"))).sum()
}

/// A number with commas between thousands.
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

/// The totals as a table of Markdown.
fn table(totals: &Map<String, Value>) -> String {
    let mut text = String::from(
        "| target | in long runs | with coverage | findings | slowest input | most memory |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    let names = TARGETS.iter().map(|target| target.name).chain([RANDOM_GAMES]);
    let mut sums = [0; 3];
    for name in names {
        let Some(target) = totals.get("targets").and_then(|targets| targets.get(name)) else { continue };
        let counts = ["soak", "libFuzzer", "findings"].map(|count| number(target.get(count)));
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let [soak, coverage, findings] = counts.map(grouped);
        let (slowest, peak) = (number(target.get("slowest milliseconds")), number(target.get("peak bytes")));
        let peak = peak.div_ceil(1024);
        text += &format!("| `{name}` | {soak} | {coverage} | {findings} | {slowest} ms | {} KiB |\n", grouped(peak));
    }
    let [soak, coverage, findings] = sums.map(grouped);
    text += &format!("| all | {soak} | {coverage} | {findings} | | |\n");
    format!("{} inputs so far.\n\n{text}", grouped(sums[0] + sums[1]))
}

/// Writes the table of `docs/reliability.md` again from `docs/reliability.json`. Returns the number of inputs.
///
/// # Errors
///
/// If a file cannot be read or written, or the page has no place for the table.
pub fn write_page() -> io::Result<u64> {
    let docs = home().join("../docs");
    let totals = read(&mut File::open(docs.join("reliability.json"))?)?;
    let page = fs::read_to_string(docs.join("reliability.md"))?;
    let parts = page.split_once(MARKERS[0]).and_then(|(front, rest)| Some((front, rest.split_once(MARKERS[1])?.1)));
    let (front, end) = parts.ok_or_else(|| io::Error::other("docs/reliability.md has no place for the totals"))?;
    fs::write(docs.join("reliability.md"), [front, MARKERS[0], &table(&totals), MARKERS[1], end].concat())?;
    Ok(sum(&totals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_added_up_and_taken_over_once() {
        let [mine, all] = ["mine", "all"]
            .map(|name| std::env::temp_dir().join(format!("gardez-totals-{}-{name}", std::process::id())));
        let work = |inputs, slowest| Work { inputs, seconds: 1.5, findings: 0, slowest, peak: 10 };
        for run in [work(5, 7), work(6, 3)] {
            add(&mine, "soak", "abc", &[("fen".into(), run), ("uci".into(), Work::default())]).expect("a file");
        }
        add(&all, "libFuzzer", "abc", &[("fen".into(), work(100, 9))]).expect("a file");
        take(&mine, &all).expect("two files");
        take(&mine, &all).expect("two files");
        let totals = read(&mut File::open(&all).expect("a file")).expect("totals");
        [mine, all].iter().for_each(|file| fs::remove_file(file).expect("a file"));
        assert_eq!(totals["inputs"], 111);
        let fen = json!({"soak": 11, "libFuzzer": 100, "findings": 0, "slowest milliseconds": 9, "peak bytes": 10});
        assert_eq!(totals["targets"], json!({ "fen": fen }));
        assert_eq!(totals["commits"]["abc"]["soak"], json!({"inputs": 11, "findings": 0, "milliseconds": 3000}));
        assert!(table(&totals).contains("| `fen` | 11 | 100 | 0 | 9 ms | 1 KiB |"));
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
