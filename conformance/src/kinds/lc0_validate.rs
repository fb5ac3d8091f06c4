//! Games of training records with the verdict of lc0's rescorer. The rows name the files of the games.

use gardez_lc0::training::{GameError, Record, Rule, Strictness, V6, V7, Writer, check_game};

use crate::file::Content;
use crate::findings::Findings;
use crate::report::{Outcome, RecordError};
use crate::rows::Row;

pub(crate) fn compare(findings: &mut Findings<'_>, row: &Row<'_>) -> Outcome {
    let [file, count, format, damage, place, verdict, check] = row.first()?;
    findings.about(damage);
    let records = records(&Content::beside(&findings.directory()?, file)?)?;
    findings.compare("records", count, &records.len().to_string());
    let has_format = records.iter().any(|record| record.input_format.get().to_string() == format);
    findings.holds("format", "a record of this format", has_format || records.is_empty());

    let found = check_game(&records, Strictness::Lc0);
    let strict = check_game(&records, Strictness::Strict);
    let Err(error) = found else {
        findings.compare("verdict", verdict, "accepted");
        findings.compare("check", check, "-");
        return Ok(());
    };
    findings.compare("verdict", verdict, error.broken.rule.lc0_message().unwrap_or(error.broken.rule.name()));
    findings.holds("verdict", "the same refusal if the check is strict", same(&error, strict.err().as_ref()));

    // The number of the check, and then a name or a remark. No record has no number.
    let (number, rest) = check.split_once(' ').unwrap_or((check, ""));
    if error.broken.rule == Rule::NoRecords {
        return Ok(());
    }
    findings.compare("check", number, number_of(&error));
    let name = rest.split([' ', ',']).next().unwrap_or_default();
    if FIELDS.split(' ').any(|field| field == name) {
        findings.compare("check", name, error.broken.field.name());
    }
    if number.starts_with('A') && !damage.contains("record") {
        findings.compare("record", place, &error.record.to_string());
    }
    Ok(())
}

/// The fields with a check of their own.
const FIELDS: &str = "input_format best_d root_d best_q root_q root_m best_m plies_left \
    castling_them_oo castling_them_ooo castling_us_oo castling_us_ooo side_to_move_or_enpassant result_q result_d \
    rule50_count best_idx played_idx played_q played_d played_m orig_q orig_d orig_m";

/// Returns the number of the check that refuses a game, in the order of lc0.
fn number_of(error: &GameError) -> &'static str {
    match (error.broken.rule, error.broken.field.name()) {
        (Rule::InputFormat, _) => "A1",
        (_, "best_d" | "root_d" | "best_q" | "root_q") => "A2",
        (_, "root_m" | "best_m" | "plies_left") => "A3",
        (Rule::Castling, _) => "A4",
        (Rule::SideToMoveOrEnPassant, _) => "A5",
        (Rule::Q, "result_q") => "A6",
        (Rule::D, "result_d") => "A7",
        (Rule::Rule50, _) => "A8",
        (Rule::Probability | Rule::ChosenMove, _) => "A9",
        (Rule::ProbabilitySum, _) => "A10",
        (Rule::Index, _) => "A11",
        (_, "played_q" | "played_d" | "played_m") => "A12",
        (_, "orig_q" | "orig_d" | "orig_m") => "A13",
        (Rule::NoMove, _) => "B",
        (Rule::NotPlayed, _) => "C1",
        (Rule::NotListed, _) => "C2",
        (Rule::IllegalMove, _) => "C3",
        (Rule::Result, _) => "D",
        _ => "C",
    }
}

fn same(error: &GameError, strict: Option<&GameError>) -> bool {
    strict.is_some_and(|strict| format!("{error:?}") == format!("{strict:?}"))
}

/// Compares a file of records, which may be damaged, with itself: written, and in all versions.
pub(crate) fn file(findings: &mut Findings<'_>, bytes: &[u8]) -> Outcome {
    let (records, name) = (records(bytes)?, findings.file.clone());
    findings.begin_record(1);
    let mut writer = Writer::new(Vec::new());
    // Writing to memory does not fail.
    let is_written = records.iter().all(|record| writer.write(record).is_ok());
    let written = writer.finish().unwrap_or_default();
    findings.holds(&name, "the same bytes when written", is_written && written == bytes);

    let verdict = format!("{:?}", check_game(&records, Strictness::Lc0));
    let newer = V7::from_game(&records, V7::DEFAULT_THETA);
    findings.compare(&name, &verdict, &format!("{:?}", check_game(&newer, Strictness::Lc0)));
    let mixed: Vec<Record> = records.iter().map(|&record| record.into()).collect();
    findings.compare(&name, &verdict, &format!("{:?}", check_game(&mixed, Strictness::Lc0)));
    Ok(())
}

/// Reads the records of a game. Their versions do not matter: one of them may be damaged.
fn records(bytes: &[u8]) -> Outcome<Vec<V6>> {
    let records = bytes.chunks(V6::SIZE).map(|bytes| V6::from_bytes(bytes).copied());
    records.collect::<Option<_>>().ok_or_else(|| RecordError::new("", "the file ends within a record"))
}
