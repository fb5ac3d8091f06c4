//! The findings in a file, as text of 80 columns and as JSON.

use std::borrow::Cow;
use std::fmt::{Display, Write};
use std::ops::Range;

use gardez::ErrorInfo;
use gardez::data::files::{Bytes, GamePart};
use gardez::notation::pgn::Severity;
use gardez_io::{Lines, Stream, TextStream};
use serde_json::{Map, Value, json};

use crate::lines::{WIDTH, wrap};
use crate::positions::plain;

/// The longest line of text that is read, in bytes.
pub(crate) const MOST_LINE: usize = 1 << 20;

/// The number of findings of each kind that are shown, unless the user asks for others.
pub(crate) const MOST_SHOWN: usize = 3;

/// The findings in a file.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) name: String,
    /// The kind of the file: its name in JSON, and in words.
    pub(crate) kind: &'static str,
    pub(crate) what: String,
    /// The numbers of games, positions and other contents, each with its noun in the singular.
    pub(crate) counts: Vec<(&'static str, u64)>,
    pub(crate) findings: Findings,
    /// Why the file was not checked, or not all of it.
    pub(crate) remark: &'static str,
    pub(crate) is_checked: bool,
}

/// Findings by their kinds, of each kind `most` and the number of all.
#[derive(Debug)]
pub(crate) struct Findings {
    groups: Vec<Group>,
    most: usize,
}

/// The findings of a kind.
#[derive(Debug)]
struct Group {
    severity: Severity,
    kind: &'static str,
    count: u64,
    first: Vec<Finding>,
}

/// Something that is wrong, or not in standard form.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// The stable name of the kind.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
    /// The number of the game, or 0.
    pub(crate) game: u64,
    /// The bytes of the file that are wrong, or `None` if the whole file is.
    pub(crate) span: Option<Range<u64>>,
    /// The line and the column from 1, and the part of the line that is shown, with its marked part.
    pub(crate) line: Option<(u64, u64, String, Range<usize>)>,
    /// The remedy.
    pub(crate) help: Option<Cow<'static, str>>,
}

impl Finding {
    pub(crate) fn new(severity: Severity, kind: &'static str, text: &dyn Display) -> Self {
        Self { severity, kind, text: text.to_string(), game: 0, span: None, line: None, help: None }
    }

    pub(crate) fn of_error(error: &dyn ErrorInfo, text: &dyn Display) -> Self {
        let span = error.span().map(|span| span.start as u64..span.end as u64);
        Self { span, ..Self::new(Severity::Error, error.kind_name(), text) }
    }

    pub(crate) fn with_help(self, help: &'static str) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Returns the finding of a part that begins at this byte with its place in the whole file.
    pub(crate) fn after(mut self, start: u64) -> Self {
        self.span = self.span.map(|span| start + span.start..start + span.end);
        self
    }
}

impl Findings {
    pub(crate) const fn new(most: usize) -> Self {
        Self { groups: Vec::new(), most }
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        let Finding { severity, kind, .. } = finding;
        let groups = vec![Group { severity, kind, count: 1, first: vec![finding] }];
        self.join(Self { groups, most: 1 });
    }

    /// Adds later findings.
    pub(crate) fn join(&mut self, other: Self) {
        for mut group in other.groups {
            match self.groups.iter_mut().find(|known| (known.kind, known.severity) == (group.kind, group.severity)) {
                Some(known) => {
                    known.count += group.count;
                    let room = self.most.saturating_sub(known.first.len());
                    known.first.extend(group.first.drain(..).take(room));
                }
                None => {
                    group.first.truncate(self.most);
                    self.groups.push(group);
                }
            }
        }
    }

    /// Returns the findings of a part of a PGN with their places in the whole PGN.
    pub(crate) fn moved(mut self, part: &GamePart) -> Self {
        for finding in self.kept() {
            finding.game += part.games;
            *finding = finding.clone().after(part.bytes);
            if let Some((line, ..)) = &mut finding.line {
                *line += part.lines;
            }
        }
        self
    }

    fn groups(&self) -> Vec<&Group> {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.severity));
        groups
    }

    pub(crate) fn count_of(&self, kind: &str) -> u64 {
        self.groups.iter().filter(|group| group.kind == kind).map(|group| group.count).sum()
    }

    pub(crate) fn count(&self, severity: Severity) -> u64 {
        self.groups.iter().filter(|group| group.severity == severity).map(|group| group.count).sum()
    }

    pub(crate) fn kept(&mut self) -> impl Iterator<Item = &mut Finding> {
        self.groups.iter_mut().flat_map(|group| &mut group.first)
    }

    /// Shows the lines of a text in which the findings are.
    pub(crate) fn show_lines(&mut self, text: Bytes) {
        let mut kept: Vec<_> = self.kept().filter(|finding| finding.span.is_some()).collect();
        kept.sort_by_key(|finding| finding.span.clone().map(|span| span.start));
        let mut lines = Lines::new(Stream::new(TextStream::new(text)), MOST_LINE);
        let (mut number, mut kept) = (0, kept.into_iter().peekable());
        while kept.peek().is_some() && lines.advance().unwrap_or(false) {
            number += 1;
            // Some editors end lines with a NUL.
            let (start, mut end, bytes) = (lines.start(), lines.end(), lines.bytes());
            // What is missing at the end of the text is in the last line if it has no line end.
            end += u64::from(end - start == bytes.len() as u64);
            let bytes = bytes.trim_ascii_end();
            let bytes = bytes.strip_suffix(b"\0").unwrap_or(bytes);
            while let Some(finding) = kept.next_if(|one| one.span.as_ref().is_some_and(|span| span.start < end)) {
                let span = finding.span.clone().unwrap_or_default();
                let at = (span.start - start) as usize;
                let column = at as u64 + 1;
                let (shown, mark) = part(bytes, at, (span.end - span.start) as usize);
                finding.line = Some((number, column, shown, mark));
            }
        }
        // What is missing at the end of the text is after the last line.
        for finding in kept {
            finding.line = Some((number + 1, 1, String::new(), 0..0));
        }
    }
}

/// Returns a part of a line that fits a terminal, and the characters of it that begin at this byte.
pub(crate) fn part(line: &[u8], at: usize, length: usize) -> (String, Range<usize>) {
    let at = at.min(line.len());
    let end = (at + length).min(line.len());
    let [before, marked, after] =
        [&line[..at], &line[at..end], &line[end..]].map(|part| plain(&String::from_utf8_lossy(part)));
    let most = WIDTH - 6;
    let marked: String = marked.chars().take(most - 20).collect();
    let skipped = before.chars().count().saturating_sub(most - 20 - marked.chars().count());
    let mut text: String = if skipped == 0 { String::new() } else { "...".to_owned() };
    text.extend(before.chars().skip(if skipped == 0 { 0 } else { skipped + 3 }));
    let start = text.chars().count();
    text.push_str(&marked);
    let mark = start..text.chars().count();
    let room = most.saturating_sub(mark.end);
    match after.chars().count() <= room {
        true => text.push_str(&after),
        false => text.extend(after.chars().take(room - 3).chain("...".chars())),
    }
    (text, mark)
}

impl Report {
    pub(crate) fn new(name: impl Into<String>, kind: &'static str, what: impl Into<String>, most: usize) -> Self {
        let findings = Findings::new(most);
        let (name, what) = (name.into(), what.into());
        Self { name, kind, what, counts: Vec::new(), findings, remark: "", is_checked: true }
    }

    /// Returns `true` if there are neither errors nor notes.
    pub(crate) fn is_sound(&self) -> bool {
        self.is_checked && self.findings.groups.is_empty()
    }

    /// Returns `true` if there is damage, or if the file was not checked.
    pub(crate) fn is_damaged(&self) -> bool {
        !self.is_checked || self.findings.count(Severity::Error) != 0
    }

    fn verdict(&self) -> (&'static str, String) {
        let [errors, notes] = [Severity::Error, Severity::Note].map(|severity| self.findings.count(severity));
        let told = |parts: [(u64, &str); 2]| {
            let parts = parts.into_iter().filter(|part| part.0 != 0).map(|(count, name)| counted(name, count));
            parts.collect::<Vec<_>>().join(", ")
        };
        match (self.is_checked, errors, notes) {
            (_, 1.., _) => ("damaged", told([(errors, "error"), (notes, "note")])),
            (false, ..) => ("unchecked", "not checked".to_owned()),
            (true, 0, 1..) => ("notes", told([(0, ""), (notes, "note")])),
            (true, 0, 0) => ("sound", "sound".to_owned()),
        }
    }

    pub(crate) fn text(&self) -> String {
        let counts: String = self.counts.iter().map(|&(name, count)| format!(", {}", counted(name, count))).collect();
        let mut text = format!("{}: {}{counts}: {}\n", self.name, self.what, self.verdict().1);
        if !self.remark.is_empty() {
            wrap(&mut text, " ", 2, self.remark);
        }
        for group in self.findings.groups() {
            let severity = if group.severity == Severity::Error { "error" } else { "note" };
            for (number, finding) in group.first.iter().enumerate() {
                let before = number.checked_sub(1).map(|before| &group.first[before]);
                if before.is_none_or(|before| before.text != finding.text) {
                    wrap(&mut text, &format!("  {severity}:"), 4, &finding.text);
                }
                finding.place(&mut text);
                if let Some(help) = finding.help.as_ref().filter(|_| before.is_none_or(|one| one.help != finding.help))
                {
                    wrap(&mut text, "    help:", 6, help);
                }
            }
            if let more @ 1.. = group.count - group.first.len() as u64 {
                text += &format!("    and {more} more of this kind ({})\n", group.kind);
            }
        }
        text
    }

    /// Returns the object for programs.
    pub(crate) fn json(&self) -> Value {
        let counts: Map<_, _> = self.counts.iter().map(|&(name, count)| (plural(name), count.into())).collect();
        let kinds: Map<_, _> =
            self.findings.groups.iter().map(|group| (group.kind.to_owned(), group.count.into())).collect();
        let problems: Vec<_> =
            self.findings.groups().into_iter().flat_map(|group| &group.first).map(Finding::json).collect();
        json!({
            "file": self.name, "kind": self.kind, "verdict": self.verdict().0, "counts": counts,
            "errors": self.findings.count(Severity::Error), "notes": self.findings.count(Severity::Note),
            "kinds": kinds, "problems": problems,
        })
    }
}

impl Finding {
    /// Adds the place, and the line with a mark.
    fn place(&self, text: &mut String) {
        let game = if self.game == 0 { String::new() } else { format!(", in game {}", self.game) };
        // Writing to a text in memory does not fail.
        let _ = match (&self.line, &self.span) {
            (Some((line, column, shown, mark)), _) => {
                let _ = writeln!(text, "    line {line}, column {column}{game}");
                if shown.trim().is_empty() {
                    return;
                }
                let marks = "^".repeat(mark.len().max(1));
                writeln!(text, "      {}\n      {}{marks}", shown.trim_end(), " ".repeat(mark.start))
            }
            (None, Some(span)) => writeln!(text, "    byte {}{game}", span.start),
            (None, None) if self.game != 0 => writeln!(text, "    game {}", self.game),
            (None, None) => Ok(()),
        };
    }

    fn json(&self) -> Value {
        let mut object = json!({
            "severity": if self.severity == Severity::Error { "error" } else { "note" },
            "kind": self.kind, "text": self.text, "help": self.help,
            "span": self.span.as_ref().map(|span| [span.start, span.end]),
        });
        if self.game != 0 {
            object["game"] = self.game.into();
        }
        if let Some((line, column, shown, _)) = &self.line {
            (object["line"], object["column"], object["shown"]) =
                ((*line).into(), (*column).into(), shown.as_str().into());
        }
        object
    }
}

fn counted(name: &str, count: u64) -> String {
    format!("{count} {}", if count == 1 { name.to_owned() } else { plural(name) })
}

fn plural(name: &str) -> String {
    let stem = name.strip_suffix('y').filter(|stem| !stem.ends_with('a'));
    stem.map_or_else(|| format!("{name}s"), |stem| format!("{stem}ies"))
}
