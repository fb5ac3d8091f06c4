//! Numbers that another library counted in PGN files.
//!
//! If Gardez reads a file differently on purpose, `meant.tsv` lists the file and the column with the reason.

use std::fs;

use gardez_notation::pgn::{Game, ProblemKind, ReadGame};

use crate::Outcome;
use crate::findings::Findings;
use crate::games::read_all;
use crate::kinds::{Row, opinions};
use crate::report::RecordError;
use crate::shape::{FirstLine, Table};

/// `counts.tsv`.
pub(crate) const TABLE: Table = Table {
    first_line: FirstLine::Columns(&[
        "file",
        "games",
        "main-line plies",
        "variations",
        "comments",
        "NAGs",
        "errors",
        "results 1-0/0-1/draw/other, as python-chess 1.11.2 reads the file",
    ]),
    skips_blank_lines: false,
    rows: None,
    compare,
};

fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Some(directory) = row.directory else { return Ok(()) };
    let path = directory.join(row.cells[0]);
    let bytes =
        fs::read(&path).map_err(|error| RecordError::new(row.columns[0], format!("{}: {error}", row.cells[0])))?;
    let games = read_all(&bytes);
    findings.about(row.cells[0]);
    let sum = |count: fn(&ReadGame) -> usize| games.iter().map(count).sum::<usize>().to_string();
    let found = [
        games.len().to_string(),
        sum(|read| read.game.main_line().count()),
        sum(|read| tally(&read.game).variations),
        sum(|read| tally(&read.game).comments),
        sum(|read| tally(&read.game).nags),
        sum(errors),
        results(&games),
    ];
    for ((name, expected), found) in row.columns[1..].iter().zip(&row.cells[1..]).zip(found) {
        let column = name.split(' ').next().unwrap_or_default();
        let reason = opinions::reason(row.file, &format!("{} {column}", row.cells[0]));
        findings.opinion(reason, name, expected, &found, found == **expected);
    }
    Ok(())
}

/// The numbers of the parts of a game tree.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) variations: usize,
    pub(super) comments: usize,
    pub(super) nags: usize,
}

pub(super) fn tally(game: &Game) -> Tally {
    let mut tally = Tally::default();
    let mut open = vec![game.root()];
    while let Some(id) = open.pop() {
        let node = game.node(id);
        tally.variations += node.children().len().saturating_sub(1);
        tally.comments += node.comments.len();
        tally.nags += node.nags.len();
        if let Some(before) = &node.before {
            tally.comments += before.comments.len();
            tally.nags += before.nags.len();
        }
        open.extend(node.children());
    }
    tally
}

/// The number of moves and positions that could not be read.
pub(super) fn errors(read: &ReadGame) -> usize {
    let is_error = |kind: &ProblemKind| {
        matches!(
            kind,
            ProblemKind::Move(_)
                | ProblemKind::NullMoveInCheck
                | ProblemKind::TooLongWord
                | ProblemKind::Fen(_)
                | ProblemKind::UnknownVariant
        )
    };
    read.problems.iter().filter(|problem| is_error(&problem.kind)).count()
}

/// The results at the ends of the games, or those of the tags where a game has no result at its end.
fn results(games: &[ReadGame]) -> String {
    let mut counts = [0; 4];
    for read in games {
        let is_missing = read.problems.iter().any(|problem| problem.kind == ProblemKind::MissingResult);
        let tag = read.game.tags.get("Result").filter(|_| is_missing);
        let result = tag.unwrap_or(read.game.result.as_str());
        let place = ["1-0", "0-1", "1/2-1/2"].iter().position(|&known| known == result);
        counts[place.unwrap_or(3)] += 1;
    }
    counts.map(|count| count.to_string()).join("/")
}
