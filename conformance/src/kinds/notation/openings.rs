//! Named openings as lines of moves.

use gardez_notation::pgn::Game;
use gardez_notation::san::{self, San};
use gardez_position::Board;

use crate::Outcome;
use crate::findings::Findings;
use crate::kinds::Row;
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `a.tsv` to `e.tsv`.
pub(crate) const TABLE: Table = Table { first_line: FirstLine::Row, skips_blank_lines: false, rows: None, compare };

const HEADING: [&str; 3] = ["eco", "name", "pgn"];

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [eco, name, pgn] = row.cells[..] else {
        return Err(RecordError::new("pgn", format!("expected three columns, found {:?}", row.text)));
    };
    if row.index == 0 {
        findings.compare("heading", HEADING.join("\t").as_str(), row.text);
        return Ok(());
    }
    findings.about(name);
    let is_eco = matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    findings.holds("eco", "a letter from A to E and two digits", is_eco);
    let mut board = Board::start();
    for word in pgn.split(' ').filter(|word| !word.ends_with('.')) {
        findings.part();
        match san::parse(&board, word) {
            Ok(m) => {
                findings.compare(format_args!("{word}, printed"), word, San::new(&board, m).as_str());
                board = board.after(m);
            }
            Err(error) => {
                findings.fails("pgn", &"a legal move", &format_args!("{word}: {error}"));
                return Ok(());
            }
        }
    }
    match pgn.parse::<Game>() {
        Ok(game) => {
            let last = game.main_line().last().unwrap_or(game.root());
            findings.hex_of("key after the moves", board.key(), game.position(last).key());
            let written = game.to_string().lines().skip(8).collect::<Vec<_>>().join(" ");
            findings.compare("moves, written", format!("{pgn} *").as_str(), written.as_str());
        }
        Err(error) => findings.fails("pgn", &"a game", &error),
    }
    Ok(())
}
