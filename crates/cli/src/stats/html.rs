//! Numbers and pictures as a page that needs no other file.

use std::fmt::Write;

use gardez::data::Statistics;
use gardez_formats::Wdl;

use super::Numbers;
use super::text::{Value, histograms, lines, rows, share};

const STYLE: &str = "body{font:14px sans-serif;margin:2em;color:#222}table{border-collapse:collapse}\
td,th{padding:2px 12px;text-align:right}td:first-child{text-align:left}section{display:inline-block;\
vertical-align:top;margin:1em 2em 1em 0}svg{background:#fafafa}text{font-size:11px;fill:#444}";

/// The width and height of a picture, and the height of the part above its labels.
const SIZE: (f64, f64, f64) = (420.0, 200.0, 180.0);

/// Returns a page with the numbers and pictures of some files.
pub(super) fn page(all: &[Numbers]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Positions</title>\
        <style>{STYLE}</style></head><body>\n<table><tr><th></th>"
    );
    // Writing to a text in memory does not fail.
    all.iter().for_each(|numbers| _ = write!(page, "<th>{}</th>", escaped(&numbers.name)));
    let columns: Vec<Vec<(&str, Value)>> = all.iter().map(rows).collect();
    for (index, &(name, _)) in columns[0].iter().enumerate() {
        let _ = write!(page, "</tr>\n<tr><td>{name}</td>");
        for (column, numbers) in columns.iter().zip(all) {
            let _ = match &column[index].1 {
                Value::Share(count) => {
                    write!(page, "<td>{count} ({:.2} %)</td>", share(*count, numbers.statistics.entries))
                }
                Value::Count(count) => write!(page, "<td>{count}</td>"),
                Value::Text(text) => write!(page, "<td>{text}</td>"),
            };
        }
    }
    page += "</tr></table>\n";
    for Numbers { name, statistics, .. } in all {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(name));
        section(&mut page, "results by score: wins, draws, losses, and the fitted curve", &results(statistics));
        for (name, histogram) in histograms(statistics) {
            section(&mut page, name, &bars(&lines(&histogram)));
        }
        for (name, histogram) in ["White's king", "Black's king, as Black sees it"].iter().zip(&statistics.kings) {
            section(&mut page, name, &squares(&histogram.iter().collect::<Vec<_>>()));
        }
    }
    page + "</body></html>\n"
}

fn section(page: &mut String, title: &str, picture: &str) {
    let _ = writeln!(page, "<section><h3>{title}</h3>{picture}</section>");
}

fn svg(height: f64, content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\">{content}</svg>", SIZE.0)
}

/// Returns a picture of bars with labels.
fn bars(lines: &[(String, u64)]) -> String {
    let most = lines.iter().map(|line| line.1).max().unwrap_or(1).max(1) as f64;
    let (width, mut content) = (SIZE.0 / lines.len().max(1) as f64, String::new());
    for (index, (label, count)) in lines.iter().enumerate() {
        let (x, height) = (index as f64 * width, *count as f64 / most * (SIZE.2 - 10.0));
        let _ = write!(
            content,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#4a7ab5\">\
            <title>{label}: {count}</title></rect>",
            SIZE.2 - height,
            width * 0.9,
        );
        if index % lines.len().div_ceil(8) == 0 {
            let _ = write!(content, "<text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>", SIZE.1 - 5.0);
        }
    }
    svg(SIZE.1, &content)
}

/// Returns a picture of the shares of wins, draws and losses, and of the curve that fits them.
fn results(statistics: &Statistics) -> String {
    let range = [0.01, 0.99].map(|share| statistics.scores.quantile(share));
    let [Some(low), Some(high)] = range else { return String::new() };
    let x = |score: f64| (score - low as f64) / (high - low).max(1) as f64 * SIZE.0;
    let mut content = String::new();
    let width = x(low as f64 + f64::from(Statistics::SCORE_STEP)).max(1.0);
    for (&score, counts) in statistics.results_by_score.range(low.max(-32_768) as i16..=high.min(32_767) as i16) {
        let (total, mut y) = (counts.iter().sum::<u64>() as f64, 0.0);
        for (result, color) in [(Wdl::Win, "#7fb77e"), (Wdl::Draw, "#d8d8d8"), (Wdl::Loss, "#d98880")] {
            let height = counts[result as usize] as f64 / total * SIZE.2;
            let left = x(score.into());
            let _ = write!(
                content,
                "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>"
            );
            y += height;
        }
    }
    if let Some(rate) = statistics.win_rate() {
        for reaches in [&[Wdl::Win][..], &[Wdl::Win, Wdl::Draw]] {
            let points = (0..=100).map(|step| {
                let score = low as f64 + (high - low) as f64 * f64::from(step) / 100.0;
                let share: f64 = reaches.iter().map(|&result| rate.probability(score as i16, result)).sum();
                format!("{:.1},{:.1}", x(score), share * SIZE.2)
            });
            let points: Vec<String> = points.collect();
            let _ = write!(content, "<polyline fill=\"none\" stroke=\"#000\" points=\"{}\"/>", points.join(" "));
        }
    }
    for score in [low, 0, high] {
        let left = x(score as f64).clamp(0.0, SIZE.0 - 35.0);
        let _ = write!(content, "<text x=\"{left:.1}\" y=\"{:.1}\">{score}</text>", SIZE.1 - 5.0);
    }
    svg(SIZE.1, &content)
}

/// Returns a board whose squares are as dark as their numbers are large.
fn squares(counts: &[(i64, u64)]) -> String {
    let (most, size) = (counts.iter().map(|square| square.1).max().unwrap_or(1) as f64, 24);
    let mut content = String::new();
    for &(square, count) in counts {
        let (x, y, shade) = (square % 8 * size, (7 - square / 8) * size, (count as f64 / most).sqrt());
        let name = format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
        let _ = write!(
            content,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"#4a7ab5\" \
            fill-opacity=\"{shade:.3}\"><title>{name}: {count}</title></rect>"
        );
    }
    svg(8.0 * size as f64, &content)
}

/// Returns a text without characters that mean something in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
