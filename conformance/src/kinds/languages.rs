//! Letters of pieces in other languages, and games that are written with them.

use gardez_notation::pgn::{ProblemKind, ReadGame, Reader, Severity};
use gardez_notation::san::Letters;
use gardez_position::{CastlingMode, PieceType};

use crate::file::Content;
use crate::findings::Findings;
use crate::games::read_all;
use crate::report::Outcome;
use crate::rows::Row;

pub(crate) fn letters(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [code, _, king, queen, rook, bishop, knight] = row.first()?;
    findings.about(code);
    let Some(letters) = Letters::from_code(code) else {
        findings.fails("code", &"a language", &"none");
        return Ok(());
    };
    let pieces = [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];
    for (piece, expected) in pieces.into_iter().zip([king, queen, rook, bishop, knight]) {
        findings.text(format_args!("{piece:?}"), expected, letters.letter(piece));
    }
    Ok(())
}

pub(crate) const HEADING: &str = "file\tgame\tlanguage\tstyle\tplies\tresult\talso_read_as\tuci";

/// Compares a row of `games.tsv`: the letters of the game are found, and the same moves are read if they are given.
pub(crate) fn game(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let Ok(directory) = findings.directory() else { return Ok(()) };
    let [file, number, language, _, plies, result, _, moves] = row.first()?;
    findings.about(format!("{file}, game {number}"));
    let index = row.parse::<usize>(1)?.saturating_sub(1);
    let letters =
        Letters::from_code(language).ok_or_else(|| row.damage(2, format!("unexpected value {language:?}")))?;
    let bytes = Content::beside(&directory, file)?;
    let mut reader = Reader::from_bytes(&bytes);
    reader.set_letters(Some(letters));
    let given = reader.games().filter_map(Result::ok).nth(index);
    for (read, way) in [(read_all(&bytes).into_iter().nth(index), "found"), (given, "given")] {
        let Some(read) = read else {
            findings.fails("games", &number, &"fewer");
            continue;
        };
        findings.text(format_args!("plies, letters {way}"), plies, read.game.main_line().count());
        findings.text(format_args!("moves, letters {way}"), moves, uci(&read));
        findings.text("result", result, read.game.result);
        let kinds = || read.problems.iter().map(|problem| &problem.kind);
        let errors: Vec<_> =
            kinds().filter(|kind| kind.severity() == Severity::Error).map(ToString::to_string).collect();
        findings.text("errors", "", errors.join("; "));
        let found = kinds().find_map(|kind| if let ProblemKind::Letters(found) = kind { Some(*found) } else { None });
        let is_alike =
            |other: Letters| PieceType::ALL.iter().all(|&piece| other.letter(piece) == letters.letter(piece));
        let is_named = found.is_some_and(|found| found.iter().any(is_alike));
        findings.compare("names the language", &(way == "found" && language != "fig"), &is_named);
    }
    Ok(())
}

fn uci(read: &ReadGame) -> String {
    let moves = read.game.main_line().filter_map(|id| read.game.node(id).mv());
    moves.map(|m| m.uci(CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" ")
}
