//! Markdown reduced to its prose, and how wide its lines are.

use std::borrow::Cow;

use super::Problem;
use super::blocks::{Part, parts};
use super::texts::Text;

/// The most columns of a line of prose.
const MAX_COLUMNS: usize = 100;

/// The least columns of a line with the first word of the next line of its paragraph.
const MIN_COLUMNS: usize = 60;

/// The placeholder for each character of code.
const CODE: char = 'x';

/// What people read in a text: Markdown without its code, anything else as it is. Lines stay lines.
pub(super) fn of(text: &Text) -> Cow<'_, str> {
    if !text.is("md") {
        return Cow::Borrowed(&text.text);
    }
    let mut prose = String::with_capacity(text.text.len());
    for (line, is_code) in with_fences(&text.text) {
        if !is_code {
            prose.push_str(&without_code_spans(line));
        }
        prose.push('\n');
    }
    Cow::Owned(prose)
}

/// Lines of prose in Markdown files that are too wide, and those that end long before they have to.
pub(super) fn widths(texts: &[Text]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for text in texts.iter().filter(|text| text.is("md")) {
        let mut last = "";
        for (number, (line, is_code)) in (1..).zip(with_fences(&text.text)) {
            let is_table = line.trim_start().starts_with('|');
            let columns = columns(line);
            if !is_code && !is_table && MAX_COLUMNS < columns && has_break(line) {
                let what = format!("{columns} columns wide: break the line, at most {MAX_COLUMNS}");
                problems.push(Problem::at(&text.path, number, what));
            }
            let line = if is_code || is_table { "" } else { line };
            if continues(last, line) && last.chars().count() + first_word(line).chars().count() < MIN_COLUMNS {
                let what = format!("ends early: join it with the next line, up to {MAX_COLUMNS} columns");
                problems.push(Problem::at(&text.path, number - 1, what));
            }
            last = line;
        }
    }
    problems
}

/// Whether a line belongs to the same paragraph as the line before it.
fn continues(last: &str, line: &str) -> bool {
    let begins = |line: &str, marks: &[char]| line.trim_start().is_empty() || line.trim_start().starts_with(marks);
    let is_numbered = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(". ");
    !begins(last, &['#', '<', '[']) && !begins(line, &['#', '<', '[', '-', '*', '>']) && !is_numbered
}

/// The first word of a line, or the code span at its beginning, which is not broken.
fn first_word(line: &str) -> String {
    without_code_spans(line).split_whitespace().next().unwrap_or_default().into()
}

/// The lines of a Markdown text, each with whether it belongs to a fenced block of code. The fences belong to it.
fn with_fences(text: &str) -> impl Iterator<Item = (&str, bool)> {
    parts(text.lines()).map(|(line, part)| (line, part != Part::Prose))
}

/// `line` with each character inside a code span replaced by a placeholder.
fn without_code_spans(line: &str) -> String {
    let mut prose = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let inside = start + ticks;
        // Backticks without closing ones are plain text.
        let Some(length) = rest[inside..].find(&rest[start..inside]) else { break };
        prose.push_str(&rest[..inside]);
        prose.extend(rest[inside..inside + length].chars().map(|_| CODE));
        prose.push_str(&rest[start..inside]);
        rest = &rest[inside + length + ticks..];
    }
    prose + rest
}

/// The width of a line, without the addresses of its links.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    let mut rest = line;
    while let Some((start, end)) = address(rest) {
        columns += rest[..start].chars().count();
        rest = &rest[end..];
    }
    columns + rest.chars().count()
}

/// The first address in `line`: the target of a link, or an address in the text.
fn address(line: &str) -> Option<(usize, usize)> {
    let target = line.find("](").map(|at| at + 2);
    let bare = ["https://", "http://"].into_iter().filter_map(|scheme| line.find(scheme)).min();
    let start = target.into_iter().chain(bare).min()?;
    let length = line[start..].find([')', '>', ' ']).unwrap_or(line.len() - start);
    // An empty target has no address to leave out.
    Some((start, start + length.max(1)))
}

/// Whether the line can be broken: it has a space after its first word that is not part of a code span.
fn has_break(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches(['-', '*', '>', '#']).trim_start();
    without_code_spans(text).trim_end().contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(line: &str) -> Vec<Problem> {
        widths(&[Text { path: "a.md".into(), text: format!("# A\n\n{line}\n") }])
    }

    #[test]
    fn a_line_of_prose_has_a_hundred_columns_at_most() {
        let fits = "word ".repeat(20).trim_end().to_owned() + "s";
        assert_eq!(fits.len(), MAX_COLUMNS);
        assert!(wide(&fits).is_empty());
        let problems = wide(&format!("{fits}s"));
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].to_string(), "a.md:3: 101 columns wide: break the line, at most 100");
        // Columns are characters.
        assert!(wide(&fits.replace("word", "wörd")).is_empty());
    }

    #[test]
    fn tables_code_and_addresses_may_be_wider() {
        let words = "word ".repeat(30);
        let address = format!("https://example.org/{}", "path/".repeat(30));
        for line in [
            format!("| {words} |"),
            format!("```text\n{words}\n```"),
            format!("~~~\n```\n{words}\n~~~"),
            format!("A [link]({address}) in the text."),
            format!("See <{address}>."),
            format!("[name]: {address}"),
            format!("- `{words}`"),
        ] {
            assert!(wide(&line).is_empty(), "{line}");
        }
        for line in [format!("```\n```\n{words}"), format!("[link]({address}) {words}"), format!("`code` {words}")] {
            assert_eq!(wide(&line).len(), 1, "{line}");
        }
    }

    #[test]
    fn a_line_that_ends_early_is_joined_with_the_next_one() {
        let problems = wide("The code of the crates,\ncompiled\nto WebAssembly.");
        let lines: Vec<_> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [Some(3), Some(4)]);
        let word = "word".repeat(20);
        for text in [
            format!("Short\n\n{word} two"),
            format!("Short\n`{word} {word}`"),
            format!("Short\n{word}"),
            "Short:\n- list\n- list\n\n1. one\n2. two".into(),
            "Short\n```text\na\nb\n```".into(),
            "| a |\n|---|\n| b |".into(),
        ] {
            assert!(wide(&text).is_empty(), "{text}");
        }
    }

    #[test]
    fn only_markdown_has_prose_lines() {
        let texts = [Text { path: "a.rs".into(), text: "word ".repeat(30) }];
        assert!(widths(&texts).is_empty());
    }

    #[test]
    fn prose_has_no_code_and_the_same_lines() {
        let text = "A `b c` d ``e ` f`` g\n```\ncode\n```\n`h";
        let markdown = Text { path: "a.md".into(), text: text.into() };
        assert_eq!(of(&markdown), "A `xxx` d ``xxxxx`` g\n\n\n\n`h\n");
        let rust = Text { path: "a.rs".into(), text: text.into() };
        assert_eq!(of(&rust), text);
    }
}
