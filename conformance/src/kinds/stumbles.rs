//! Odd files as people have them, with what must be read of each: never another move, and nothing lost without a word.

use gardez_notation::pgn::{ReadGame, Reader, Severity};
use gardez_notation::san::San;
use gardez_position::{CastlingMode, FenStyle};

use crate::findings::Findings;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) const HEADING: &str =
    "file\tnow\tlaw\tgames\tplies\tmoves\tresults\treport\tcontains\tnames\tends\twords\tsecond\tsource";

/// Compares a row of `index.tsv`. The file is read as the program reads it: it may be compressed.
pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Ok(directory) = findings.directory() else { return Ok(()) };
    let &[file, _, _, count, plies, moves, results, report, contains, names, ends, ..] = &row.cells[..] else {
        return Err(row.damage(0, "too few columns"));
    };
    findings.about(file);
    let count: usize = count.parse().map_err(|_| row.damage(3, format!("unexpected value {count:?}")))?;
    let (games, mut errors) = read(&directory.join(file));
    let problems = |severity| {
        games.iter().flat_map(|read| &read.problems).filter(move |problem| problem.kind.severity() == severity)
    };
    let notes: Vec<_> = problems(Severity::Note).map(ToString::to_string).collect();
    errors.extend(problems(Severity::Error).map(ToString::to_string));

    let fits = match report {
        "clean" => errors.is_empty(),
        "note" => errors.is_empty() && !notes.is_empty(),
        "error" => !errors.is_empty(),
        "note/error" => !(errors.is_empty() && notes.is_empty()),
        other => return Err(row.damage(7, format!("unexpected value {other:?}"))),
    };
    if !fits {
        findings.fails("report", &report, &format!("errors {errors:?}, notes {notes:?}"));
    }
    // A refused file may have no game, and a game with an error may end earlier, but never with another move.
    let may_end = report == "note/error" && !errors.is_empty();
    if !(may_end && games.is_empty()) {
        findings.compare("games", &count, &games.len());
    }
    let part = |cell: &str, separator: &str, game: usize| {
        Some(cell).filter(|cell| *cell != "-").and_then(|cell| Some(cell.split(separator).nth(game)?.to_owned()))
    };
    for (number, read) in games.iter().enumerate().take(count) {
        let game = &read.game;
        findings.parts(game.main_line().count());
        let mut board = *game.start();
        let mut line = Vec::new();
        for id in game.main_line() {
            let mv = game.node(id).mv();
            line.push(mv.map_or_else(|| "--".to_owned(), |mv| plain(&San::new(&board, mv))));
            board = match mv {
                Some(mv) => board.after(mv),
                None => board.after_null(),
            };
        }
        let wanted = part(moves, " | ", number).unwrap_or_default();
        let wanted: Vec<_> = wanted.split_ascii_whitespace().filter(|word| *word != "-").map(plain).collect();
        let is_shorter = may_end && line.len() < wanted.len();
        let compared = if is_shorter { &wanted[..line.len()] } else { &wanted };
        findings.text(format_args!("moves of game {}", number + 1), &compared.join(" "), line.join(" "));
        if is_shorter {
            continue;
        }
        if let Some(plies) = part(plies, ",", number).filter(|_| count != 0) {
            findings.text(format_args!("plies of game {}", number + 1), &plies, line.len());
        }
        if let Some(result) = part(results, " | ", number) {
            let is_one = result.split(" or ").any(|result| result == game.result.as_str());
            findings.holds(format_args!("result of game {}", number + 1), &result, is_one);
        }
        if let Some(end) = part(ends, " | ", number).filter(|end| *end != "-") {
            let chess960 = board.castling_mode() == CastlingMode::Chess960;
            findings.holds("ends", "a position of standard chess", !chess960);
            let fen = board.fen(FenStyle::XFen).to_string();
            findings.text(format_args!("end of game {}", number + 1), &end, first_fields(&fen));
        }
    }
    if let (false, true) = (contains == "-", errors.is_empty()) {
        let text: Vec<_> = games.iter().map(|read| read.game.to_string()).collect();
        let text = text.join(" ").split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        for part in contains.split(" ;; ") {
            findings.holds("contains", part, text.contains(part));
        }
    }
    if let (false, false) = (names == "-", errors.is_empty()) {
        let text = errors.join("; ").to_lowercase();
        if !names.to_lowercase().split('|').any(|name| text.contains(name)) {
            findings.fails("names", &names, &text);
        }
    }
    for (number, read) in games.iter().enumerate() {
        let again = Reader::from_bytes(read.game.to_string().as_bytes()).read_game();
        let is_same = matches!(&again, Ok(Some(again)) if again.game == read.game);
        findings.holds(format_args!("game {}", number + 1), "the same tree when it is written and read again", is_same);
    }
    Ok(())
}

/// Returns the games of a file, and the error that ended it.
fn read(path: &std::path::Path) -> (Vec<ReadGame>, Vec<String>) {
    let mut reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), vec![error.to_string()]),
    };
    let mut games = Vec::new();
    loop {
        match reader.read_game() {
            Ok(Some(read)) => games.push(read),
            Ok(None) => return (games, Vec::new()),
            Err(error) => return (games, vec![error.to_string()]),
        }
    }
}

/// Returns a move without its mark for check or mate.
fn plain(san: &str) -> String {
    san.trim_end_matches(['+', '#']).to_owned()
}

fn first_fields(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}
