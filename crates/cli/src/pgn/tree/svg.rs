//! A tree of games as a picture: a column for each ply, and a box for each move, as high as it is frequent.

use std::fmt::Write;

use gardez::data::TreeRow;

use super::name;

const WIDTH: f64 = 90.0;
const HEIGHT: f64 = 900.0;

/// The height of the lowest box. Lower ones are left out, so that there are at most as many as there is room.
const LEAST: f64 = 3.0;

/// The height from which on a box has text.
const WITH_TEXT: f64 = 11.0;

pub(super) fn picture(rows: impl Iterator<Item = TreeRow>) -> String {
    let (mut boxes, mut columns, mut all) = (String::new(), 0, 1.0);
    // Where the next box of each ply begins. Boxes that are too low have no room for those after them.
    let mut tops = vec![0.0];
    let mut hidden = usize::MAX;
    for row in rows {
        if hidden < row.ply {
            continue;
        }
        hidden = usize::MAX;
        if row.ply == 0 {
            all = (row.games() as f64).max(1.0);
        }
        let height = row.games() as f64 / all * HEIGHT;
        if height < LEAST {
            hidden = row.ply;
            continue;
        }
        tops.truncate(row.ply + 1);
        let top = tops[row.ply];
        tops[row.ply] += height;
        tops.push(top);
        columns = columns.max(row.ply + 1);
        let (left, name) = (row.ply as f64 * WIDTH, name(&row));
        let light = row.score().map_or(128, |score| (40.0 + 200.0 * score) as u8);
        let percent = row.score().map_or_else(String::new, |score| format!(", {:.1} %", 100.0 * score));
        let _ = writeln!(
            boxes,
            "<rect x=\"{left}\" y=\"{top:.1}\" width=\"{WIDTH}\" height=\"{height:.1}\" \
             fill=\"rgb({light},{light},{light})\" stroke=\"#777\"><title>{name} (games: {}{percent})</title></rect>",
            row.games(),
        );
        if WITH_TEXT <= height {
            let color = if light < 128 { "#fff" } else { "#000" };
            let text = if row.ply == 0 { format!("games: {}", row.games()) } else { name };
            let (x, y) = (left + 4.0, top + height / 2.0 + 4.0);
            let _ = writeln!(boxes, "<text x=\"{x}\" y=\"{y:.1}\" fill=\"{color}\">{text}</text>");
        }
    }
    let width = columns as f64 * WIDTH;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {} {}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n{boxes}</svg>\n",
        width + 2.0,
        HEIGHT + 2.0,
    )
}
