//! Rescores one game: reads its records, changes them, and writes them.

use std::io;

use gardez::data::files::FileOptions;
use gardez::data::{RescoreError, RescoreReport, Rescorer};
use gardez::lc0::training::{ReadError, Reader, Record, V6, V7};

use crate::input;
use crate::output::{Output, Taken};
use crate::progress::Progress;
use crate::rescore::names::Game;
use crate::stop::Stop;

/// The largest number of records of a game. No game of chess is as long: 17,697 plies by the rule of 75 moves.
const MAX_RECORDS: usize = 20_000;

/// The outcome of rescoring a game.
pub(super) enum Done {
    /// It was written.
    Rescored {
        report: Box<RescoreReport>,
        /// The records that were marked for deletion.
        left_out: u64,
    },
    /// It was not written.
    Refused(Refusal),
    /// The file cannot be read.
    Unreadable(String),
}

gardez::types::errors! {
    /// The reason a game is not rescored.
    #[derive(Debug)]
    pub(super) enum Refusal {
        /// The file is damaged.
        Read(error: ReadError) = error;
        /// A record has the version 7.
        Version7 { record: usize } = "version-7", "record {record}: version {} cannot be rescored", V7::VERSION;
        /// There are more records than a game can have.
        TooLong = "too-long", "the file has more than {MAX_RECORDS} records";
        /// All records are marked for deletion.
        NothingLeft = "nothing-left", "all records are marked for deletion";
        /// The rescorer refuses the game.
        Game(error: RescoreError) = error;
    }
}

/// The settings for rescoring games.
pub(super) struct Job<'a> {
    pub(super) rescorer: Rescorer<'a>,
    /// The factor of short-term values, if version 7 is written.
    pub(super) theta: Option<f32>,
    pub(super) force: bool,
    pub(super) taken: Taken,
    pub(super) progress: &'a Progress,
}

impl Job<'_> {
    /// Rescores a game, and returns the complete file. An error means that nothing can be written.
    pub(super) fn run(&self, game: &Game) -> Result<(Done, Option<Output>), Stop> {
        let mut output = Output::create(&game.output, self.force, &self.taken)?;
        Ok(match self.rescore(game, &mut output)? {
            done @ Done::Rescored { .. } => (done, Some(output)),
            done => (done, None),
        })
    }

    fn rescore(&self, game: &Game, output: &mut Output) -> Result<Done, Stop> {
        let stream = match input::opener(FileOptions::default(), self.progress).bytes(&game.input) {
            Ok(stream) => stream,
            Err(error) => match Stop::from(error) {
                Stop::Input(message) => return Ok(Done::Unreadable(message)),
                stop => return Err(stop),
            },
        };
        let mut records = match read(stream) {
            Ok(records) => records,
            Err(Refusal::Read(ReadError::Stream { error, .. })) if !is_damage(&error) => {
                return Ok(Done::Unreadable(format!("cannot read {}: {error}", game.input)));
            }
            Err(refusal) => return Ok(Done::Refused(refusal)),
        };
        let report = match self.rescorer.rescore(&mut records) {
            Ok(report) => report,
            Err(error) => return Ok(Done::Refused(Refusal::Game(error))),
        };
        let is_kept = |info: u8| info & V6::MARKED_FOR_DELETION == 0;
        let kept = records.iter().filter(|record| is_kept(record.invariance_info)).count();
        if kept == 0 {
            return Ok(Done::Refused(Refusal::NothingLeft));
        }
        match self.theta {
            None => {
                for record in records.iter().filter(|record| is_kept(record.invariance_info)) {
                    output.write(record.bytes())?;
                }
            }
            // All records take part in the averages.
            Some(theta) => {
                for record in V7::from_game(&records, theta).iter().filter(|record| is_kept(record.invariance_info)) {
                    output.write(record.bytes())?;
                }
            }
        }
        Ok(Done::Rescored { report: Box::new(report), left_out: (records.len() - kept) as u64 })
    }
}

/// Returns the records of a stream as version 6.
fn read(stream: impl io::Read) -> Result<Vec<V6>, Refusal> {
    let mut records = Vec::new();
    for record in Reader::new(stream) {
        match record.map_err(Refusal::Read)? {
            Record::V7(_) => return Err(Refusal::Version7 { record: records.len() }),
            _ if records.len() == MAX_RECORDS => return Err(Refusal::TooLong),
            record => records.push(*record.into_v6()),
        }
    }
    Ok(records)
}

/// Returns `true` if the bytes of a packed stream are wrong, and not the disk or the connection.
fn is_damage(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof | io::ErrorKind::Other
    )
}
