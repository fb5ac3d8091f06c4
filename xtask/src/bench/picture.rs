//! The picture of the README: bars that show some rows of docs/benchmarks.md.

/// Where the picture is.
pub(super) const PATH: &str = "docs/images/speed.svg";

/// The rows that are shown: what they are about, the bench, the peer, and what readers call it.
const BARS: [(&str, &str, &str, &str); 3] = [
    ("Counting positions (perft)", "perft-levels", "cozy-chess", "cozy-chess"),
    ("Playing the games of a PGN", "pgn-play", "pgn-reader", "pgn-reader"),
    ("Input planes of lc0", "lc0-dense", "cell-by-cell", "a loop over all cells"),
];

/// The colors of light and dark pages, and the fonts.
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-weight:600}.n,.p{fill:#59636e}\
.g{fill:#2f7d4f}.o{fill:#b6bec7}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.n,.p{fill:#9198a1}.g{fill:#4ea873}\
.o{fill:#4b535d}}";

/// The width of the longest bar, which begins after the names.
const WIDTH: f64 = 300.0;

/// Returns the picture of the rows of a page, or `None` if one that it shows is missing.
pub(super) fn draw(page: &str) -> Option<String> {
    let (mut text, mut label) = (String::new(), String::from("Speed compared with other libraries:"));
    for (top, (title, bench, peer, name)) in (0..).step_by(58).zip(BARS) {
        let start = format!("| `{bench}` | {peer} | gardez |");
        let row: Vec<_> = page.lines().find(|line| line.starts_with(&start))?.split('|').map(str::trim).collect();
        let [mean, day, cpu] = [row[5].trim_matches('*'), row[9].split(',').next()?, row[10]];
        let times = format!("{mean} times as fast");
        let head = top + 16;
        text += &format!(
            "<text class=\"t\" x=\"0\" y=\"{head}\">{title}</text>\
             <text class=\"n\" x=\"620\" y=\"{head}\" text-anchor=\"end\">{cpu}, {day}</text>"
        );
        let length = WIDTH / mean.parse::<f64>().ok()?;
        for (name, class, length, beside, y) in
            [("Gardez", "g", WIDTH, &*times, top + 22), (name, "o", length, "", top + 38)]
        {
            let (base, end) = (y + 11, 168.0 + length + 8.0);
            text += &format!(
                "<text class=\"p\" x=\"160\" y=\"{base}\" text-anchor=\"end\">{name}</text>\
                 <rect class=\"{class}\" x=\"168\" y=\"{y}\" width=\"{length:.1}\" height=\"13\" rx=\"2\"/>\
                 <text x=\"{end:.0}\" y=\"{base}\">{beside}</text>"
            );
        }
        label += &format!(" {title}: {times} as {name}.");
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 620 {}\" role=\"img\" aria-label=\"{label}\">\
         <style>{STYLE}</style>{text}</svg>\n",
        58 * BARS.len() + 6
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
        let row = |bench: &str, peer: &str, mean: &str| {
            format!(
                "| `{bench}` | {peer} | gardez | 6 | **{mean}** | 1 | 9 | plain, 3 rounds | 2026-01-02, abc | CPU |\n"
            )
        };
        let rows = BARS.map(|(_, bench, peer, _)| row(bench, peer, "4.00"));
        let drawn = draw(&rows.concat()).expect("all rows are there");
        assert_eq!(drawn.matches("width=\"75.0\"").count(), 3, "{drawn}");
        assert_eq!((drawn.matches("4.00 times as fast").count(), drawn.matches("CPU, 2026-01-02").count()), (6, 3));
        assert_eq!(draw(&rows[1..].concat()), None);
    }
}
