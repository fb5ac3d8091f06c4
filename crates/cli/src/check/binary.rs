//! Opening books, networks, endgame tables and tars.

use std::collections::HashSet;
use std::path::Path;

use gardez::data::Filter;
use gardez::data::files::{Bytes, Place, Survey};
use gardez::nnue::{Architecture, Network};
use gardez::notation::pgn::Severity;
use gardez::notation::polyglot::Book;
use gardez::syzygy::{TableName, Tablebase};
use gardez::{Board, ErrorInfo};
use gardez_formats::ReadError;
use gardez_io::tar::{MemberKind, Tar};

use super::report::{Finding, Report};
use super::{CUT, Check, whole};
use crate::progress::Progress;
use crate::stop::Stop;

/// Returns the finding of an error after which nothing more of a file is read, with what would mend it.
fn of_file(error: &dyn ErrorInfo) -> Finding {
    let finding = Finding::of_error(error, error);
    match finding.kind {
        "incomplete" | "length" => finding.with_help(CUT),
        "pieces" => finding.with_help("it is another table: name it by its pieces, or download it again"),
        "magic" => finding.with_help("it is not this kind of table: download it again"),
        _ => finding,
    }
}

impl Check {
    /// Checks the records of an opening book.
    pub(super) fn book(report: &mut Report, bytes: Bytes) -> Result<(), Stop> {
        let mut bytes = whole(report, bytes)?;
        (report.kind, report.what) = ("polyglot", "an opening book (Polyglot)".to_owned());
        if let Err(error) = Book::new(&bytes) {
            report.findings.add(Finding::of_error(&error, &error).with_help(CUT));
            bytes.truncate(bytes.len() / 16 * 16);
        }
        let book = Book::new(&bytes).expect("whole records");
        let keys: HashSet<u64> = book.entries().map(|entry| entry.key).collect();
        report.counts = vec![("move", book.len() as u64), ("position", keys.len() as u64)];
        if let Err(error) = book.check() {
            let finding = Finding::of_error(&error, &error);
            report.findings.add(finding.with_help("`gardez book FILE -o NEW` sorts the records"));
        }
        // Of all positions, only the start position is known from its key.
        let start = Board::start();
        let wrong = book.find(start.polyglot_key()).filter(|entry| entry.mv.to_move(&start).is_none()).count();
        if wrong != 0 {
            let text = format!("{wrong} moves of the start position are not legal");
            report.findings.add(Finding::new(Severity::Error, "illegal-move", &text));
        }
        Ok(())
    }

    /// Checks a network: every number is read.
    pub(super) fn network(report: &mut Report, place: &Place, bytes: Bytes) -> Result<(), Stop> {
        let bytes = whole(report, bytes)?;
        (report.kind, report.what) = ("network", "a network (NNUE)".to_owned());
        let described = place.path().map_or(Ok(None), |path| Architecture::beside(&path));
        let described =
            described.map_err(|error| Stop::unreadable(&format!("the description next to {place}"), error))?;
        let is_described = described.is_some();
        let architecture = described.map_or_else(|| Architecture::recognize(&bytes), Ok);
        match architecture.and_then(|architecture| Network::borrow(&bytes, &architecture)) {
            Ok(network) => {
                report.what = format!("a network (NNUE): {}", network.architecture().name);
                report.counts = vec![("output", network.width() as u64)];
            }
            Err(error) if !is_described && error.kind_name() == "version" => {
                report.is_checked = false;
                report.remark = "a network of this trainer needs a description: FILE.toml (docs/nnue.md)";
            }
            Err(error) => report.findings.add(of_file(&error)),
        }
        Ok(())
    }

    /// Checks the description of an endgame table.
    pub(super) fn table(report: &mut Report, place: &Place, bytes: Bytes) -> Result<(), Stop> {
        (report.kind, report.what) = ("syzygy", "an endgame table (Syzygy)".to_owned());
        let name = place.file_name();
        let Some(table) = TableName::from_file_name(&name) else {
            report.is_checked = false;
            report.remark = "tables are named by their pieces, such as KQvK.rtbw: give the file its name back";
            return Ok(());
        };
        report.what = format!("an endgame table (Syzygy): {table}");
        report.remark = "its description is checked, not each value";
        let bytes = whole(report, bytes)?;
        report.counts = vec![("byte", bytes.len() as u64)];
        if let Err(error) = Tablebase::new().add_bytes(&name, bytes) {
            report.findings.add(of_file(&error));
        }
        Ok(())
    }

    /// Checks the chunks of a tar in several threads, or names what else is in it.
    pub(super) fn tar(
        &self,
        mut report: Report,
        place: &Place,
        bytes: Bytes,
        progress: &Progress,
        found: &mut dyn FnMut(Report) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let path = place.path().unwrap_or_default();
        if let Ok(places) =
            Place::all_of(Path::new(&path)).map(|places| places.into_iter().filter(Place::is_in_archive))
            && let places @ [_, ..] = &places.collect::<Vec<_>>()[..]
        {
            let mut survey = Survey::new(Filter::ALL, self.inputs.threads()).reading_only();
            return survey.read(&self.inputs.opener(progress), places, |file| match file.error {
                // A part of a tar that cannot be opened is not damaged itself.
                Some(ReadError::Stream { error, .. }) if file.entries == 0 => Err(Stop::Input(error.to_string())),
                _ => {
                    let mut report = Report::new("", "", "", self.most);
                    Self::entries(&mut report, file.format, file);
                    found(report)
                }
            });
        }
        (report.kind, report.what, report.is_checked) = ("tar", "a tar archive".to_owned(), false);
        report.remark = "unpack it first: tar -xf FILE";
        let (mut tar, mut files) = (Tar::of_stream(bytes), 0);
        loop {
            match tar.next_member() {
                Ok(Some(member)) => files += u64::from(member.kind == MemberKind::File),
                Ok(None) => break,
                Err(error) => {
                    report.findings.add(Finding::new(Severity::Error, "stream", &error));
                    break;
                }
            }
        }
        report.counts = vec![("file", files)];
        found(report)
    }
}
