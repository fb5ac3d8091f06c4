//! Tests that a figure on a page can be repeated: a command wrote the figure, or the section has the day of its measurement.

use walkdir::WalkDir;

use super::page::PAGE;
use crate::process::{read, root};

/// The words behind the number of a measurement, and the number of words that belong to it.
const UNITS: [&str; 7] = ["ns", "us", "µs", "μs", "ms", "MB/s", "GB/s"];

/// Returns the measured figures in a text: a time, a speed, or a comparison.
fn measured(text: &str) -> Vec<String> {
    let words: Vec<_> = text.split_whitespace().map(|word| word.trim_matches(['(', ')', ',', ';', ':', '.'])).collect();
    let is_number = |word: &str| word.replace(',', "").parse::<f64>().is_ok();
    let is_measured = |words: &[&str]| match words {
        [number, unit, ..] if is_number(number) && UNITS.contains(unit) => true,
        [number, "times", "as", "fast" | "long" | "slow", ..] => is_number(number),
        [number, "of", "the", "time" | "speed", ..] => is_number(number) && number.contains('.'),
        _ => false,
    };
    (0..words.len())
        .filter(|&at| is_measured(&words[at..]))
        .map(|at| words[at..words.len().min(at + 4)].join(" "))
        .collect()
}

/// Returns true if a text names a day.
fn has_day(text: &str) -> bool {
    let is_day = |bytes: &[u8]| {
        bytes
            .iter()
            .zip(b"0000-00-00")
            .all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form })
    };
    text.as_bytes().windows(10).any(is_day)
}

/// Returns the sections of a page without their code, each with its heading.
fn sections(page: &str) -> Vec<String> {
    let (mut sections, mut is_code) = (vec![String::new()], false);
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if line.starts_with('#') && !is_code {
            sections.push(String::new());
        }
        if !is_code {
            let section = sections.last_mut().expect("there is a first one");
            *section += line;
            *section += "\n";
        }
    }
    sections
}

/// Returns the figures of a page in sections that have no day and lead to no measurement.
fn undated(page: &str) -> Vec<String> {
    let is_led = |section: &str| ["benchmarks.md", "(#speed)"].iter().any(|place| section.contains(place));
    let is_undated = |section: &String| !has_day(section) && !is_led(section);
    sections(page).iter().filter(|section| is_undated(section)).flat_map(|section| measured(section)).collect()
}

#[test]
fn figures_without_a_day_are_found() {
    for (page, found) in [
        ("# A\nIt takes 3 ns, and is 1.5 times as fast.\n", &["3 ns and is", "1.5 times as fast"][..]),
        ("# A\n2026-01-02: 3 ns.\n## B\nIn 0.9 of the time.\n", &["0.9 of the time"]),
        ("# A\n```text\n3 ns\n```\nPython 3.10, the 2 times as\n", &[]),
    ] {
        assert_eq!(undated(page), found, "{page}");
    }
}

#[test]
fn every_measured_figure_of_the_pages_has_its_day() {
    let mut wrong = Vec::new();
    for entry in WalkDir::new(root().join("docs")) {
        let path = entry.expect("it is committed").into_path();
        // A note is about its day, which git knows.
        if path.extension().is_some_and(|extension| extension == "md")
            && !path.components().any(|part| part.as_os_str() == "notes")
        {
            let found = undated(&read(&path).expect("it is committed"));
            wrong.extend(found.into_iter().map(|figure| format!("{}: {figure}", path.display())));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn the_front_page_has_no_figure_but_those_of_its_picture() {
    assert_eq!(measured(&read("README.md").expect("it is committed")), [""; 0]);
}

#[test]
fn no_row_of_the_benchmarks_is_a_single_round() {
    let page = read(PAGE).expect("it is committed");
    let single: Vec<_> = page.lines().filter(|row| row.contains(", 1 round ")).map(|row| &row[..40]).collect();
    assert_eq!(single, [""; 0]);
}
