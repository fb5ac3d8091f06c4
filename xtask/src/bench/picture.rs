//! The picture of the README: bars that show some rows of docs/benchmarks.md.

use super::row::{key, mean};

pub(super) const PATH: &str = "docs/images/speed.svg";

/// The rows that are shown, all of builds by cargo's own release profile: what they are about, the bench, and its peers.
const BARS: [(&str, &str, &[&str]); 4] = [
    ("Searching forty positions", "search", &["cozy-chess", "shakmaty"]),
    ("Playing the games of a PGN", "pgn-play", &["pgn-reader"]),
    ("Endgame tables, mapped", "syzygy-wdl", &["shakmaty-mapped"]),
    ("Games in viriformat", "formats-viri-read", &["viriformat"]),
];
const BUILD: &str = "default";

const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.n,.p{fill:#59636e}\
.g{fill:#2f7d4f}.o{fill:#b6bec7}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.n,.p{fill:#9198a1}.g{fill:#4ea873}\
.o{fill:#4b535d}}";

/// The width of the longest bar, which begins after the names.
const WIDTH: f64 = 300.0;

/// Returns the picture of the rows of a page, or `None` if one that it shows is missing.
pub(super) fn draw(page: &str) -> Option<String> {
    let (mut text, mut label) = (String::new(), String::from("Speed compared with other libraries:"));
    let mut top = 0;
    for (title, bench, peers) in BARS {
        text += &format!("<text class=\"t\" x=\"0\" y=\"{}\">{title}</text>", top + 16);
        let mut bar = |row: i32, name: &str, class: &str, length: f64, beside: &str| {
            let (y, base, end) = (top + 22 + 16 * row, top + 33 + 16 * row, 168.0 + length + 8.0);
            text += &format!(
                "<text class=\"p\" x=\"160\" y=\"{base}\" text-anchor=\"end\">{name}</text>\
                 <rect class=\"{class}\" x=\"168\" y=\"{y}\" width=\"{length:.1}\" height=\"13\" rx=\"2\"/>\
                 <text x=\"{end:.0}\" y=\"{base}\">{beside}</text>"
            );
        };
        bar(0, "Gardez", "g", WIDTH, "");
        let (mut row, mut run) = (0, None);
        for peer in peers {
            let shown = [&*format!("`{bench}`"), peer, "gardez", BUILD];
            let found = page.lines().find(|row| key(row) == Some(shown))?;
            let (mean, cells) = (mean(found)?, found.split('|').map(str::trim).collect::<Vec<_>>());
            row += 1;
            bar(row, peer, "o", WIDTH / mean, &format!("Gardez is {mean:.2} times as fast"));
            label += &format!(" {title}: {mean:.2} times as fast as {peer}.");
            run = Some(format!("{}, {}", cells[10], cells[9]));
        }
        text += &format!("<text class=\"n\" x=\"620\" y=\"{}\" text-anchor=\"end\">{}</text>", top + 16, run?);
        top += 26 + 16 * (row + 1);
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 {top}\" role=\"img\" aria-label=\"{label}\">\
         <style>{STYLE}</style>{text}</svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::page::PAGE;
    use super::*;

    #[test]
    fn the_committed_picture_shows_the_rows_of_the_page() {
        let committed = |path| std::fs::read_to_string(crate::process::root().join(path)).expect("it is committed");
        assert!(draw(&committed(PAGE)) == Some(committed(PATH)), "`cargo xtask bench --write` draws it again");
    }

    #[test]
    fn a_bar_is_as_long_as_its_peer_is_fast() {
        let row = |bench: &str, peer: &str, build: &str, mean: &str| {
            format!(
                "| `{bench}` | {peer} | gardez | 6 | **{mean}** | 1 | 9 | {build}, 5 rounds | 2026-01-02, abc | CPU |\n"
            )
        };
        let all = BARS.iter().flat_map(|(_, bench, peers)| peers.iter().map(move |peer| (bench, peer)));
        let rows: Vec<_> = all
            .flat_map(|(bench, peer)| [row(bench, peer, "plain", "9.00"), row(bench, peer, BUILD, "4.00")])
            .collect();
        let drawn = draw(&rows.concat()).expect("all rows are there");
        assert_eq!(drawn.matches("width=\"75.0\"").count(), 5, "{drawn}");
        assert_eq!(
            (drawn.matches("4.00 times as fast<").count(), drawn.matches("CPU, 2026-01-02, abc").count()),
            (5, 4)
        );
        assert_eq!(draw(&rows[2..].concat()), None);
    }
}
