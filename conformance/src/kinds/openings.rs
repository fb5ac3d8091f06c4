//! Named openings as lines of moves.

use gardez_notation::pgn::Game;
use gardez_notation::san::{self, San};
use gardez_position::Board;

use crate::findings::Findings;
use crate::json::hex;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [eco, name, pgn] = row.first()?;
    findings.about(name);
    let is_eco = matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
    findings.holds("eco", "a letter from A to E and two digits", is_eco);
    let mut board = Board::start();
    for word in pgn.split(' ').filter(|word| !word.ends_with('.')) {
        findings.parts(1);
        let m = findings.unless_error("pgn", "a legal move", san::parse(&board, word))?;
        findings.compare(format_args!("{word}, printed"), word, San::new(&board, m).as_str());
        board = board.after(m);
    }
    let game = findings.unless_error("pgn", "a game", pgn.parse::<Game>())?;
    let last = game.main_line().last().unwrap_or(game.root());
    findings.compare("key after the moves", &hex(board.key()), &hex(game.position(last).key()));
    let written = game.to_string().lines().skip(8).collect::<Vec<_>>().join(" ");
    findings.compare("moves, written", &format!("{pgn} *"), &written);
    Ok(())
}
