//! The positions of the games of a PGN.

use core::convert::Infallible;
use core::ops::ControlFlow;
use std::io;
use std::vec::Vec;

use gardez_formats::{Entry, Format, ReadEntries, ReadError, Wdl, White};
use gardez_notation::pgn::{Interest, Played, Problem, Reader, Severity, StreamSource, Text, Visitor};
use gardez_notation::pgn::{ReadError as PgnError, Score};
use gardez_position::Board;
use gardez_types::{Color, GameResult, Move};

/// What is done with positions that have no evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MissingScore {
    /// They are left out.
    #[default]
    Skip,
    /// They get this score, as White sees it.
    Set(i16),
}

/// How the positions of a PGN become entries.
///
/// ```
/// use gardez_data::{MissingScore, PgnOptions};
///
/// let options = PgnOptions { missing: MissingScore::Set(0), ..PgnOptions::default() };
/// assert_eq!((options.mate, options.most), (32_000, 30_000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnOptions {
    /// Positions without an evaluation.
    pub missing: MissingScore,
    /// The score of a mate on the board. A mate in `n` moves is `n` less.
    pub mate: i16,
    /// The largest score that is not a mate. Larger evaluations become this one.
    pub most: i16,
}

impl Default for PgnOptions {
    /// Positions without an evaluation are left out; a mate in `n` is 32,000 − `n`, and other scores are at most 30,000.
    fn default() -> Self {
        Self { missing: MissingScore::Skip, mate: 32_000, most: 30_000 }
    }
}

impl PgnOptions {
    fn score(&self, score: Score) -> i16 {
        let (mate, most) = (i32::from(self.mate.max(0)), i32::from(self.most.max(0)));
        let score = match score {
            Score::Centipawns(score) => score.clamp(-most, most),
            Score::Mate(moves) if moves < 0 => -(mate.saturating_add(moves)).max(0),
            Score::Mate(moves) => (mate - moves).max(0),
        };
        score as i16
    }
}

/// What was left out of a PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PgnReport {
    /// The games that were read.
    pub games: u64,
    /// The games without a result, which give no entries.
    pub without_result: u64,
    /// The positions without an evaluation that were left out.
    pub without_score: u64,
    /// The games that end at an error, such as an illegal move. The positions before it are given.
    pub damaged: u64,
}

/// A reader of the positions of a PGN, with the move of the game, its evaluation and its result.
///
/// One entry is given for each move of the main line. The score of a position is the command `%eval` of the comment
/// after the move that led to it, or of the comment before the first move, as Lichess writes them. The result is that
/// at the end of the game, or else that of the tag `Result`.
///
/// Memory is needed for the moves of one game: 4 bytes for each, and a game is limited by the
/// [`Limits`](gardez_notation::pgn::Limits) of the reader.
///
/// ```
/// use gardez_data::{PgnEntries, PgnOptions};
/// use gardez_data::{OnMisfit, transfer};
/// use gardez_formats::{Losses, bin};
/// use gardez_notation::pgn::Reader;
///
/// let pgn = "1. e4 { [%eval 0.36] } e5 { [%eval 0.28] } 2. Qh5 { [%eval -0.4] } Ke7 { [%eval #1] } 3. Qxe5# 1-0";
/// let mut entries = PgnEntries::new(Reader::new(pgn.as_bytes()), PgnOptions::default());
/// let mut writer = bin::Writer::new(Vec::new());
/// let done = transfer(&mut entries, &mut writer, Losses::NONE, OnMisfit::Stop)?;
/// // The position before 1. e4 has no evaluation.
/// assert_eq!((done.written, entries.report().without_score), (4, 1));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PgnEntries<R> {
    reader: Reader<StreamSource<R>>,
    game: GameLine,
    /// The next move of the game, and the board before it.
    next: usize,
    board: Board,
    report: PgnReport,
    /// The error of the stream, after the moves before it.
    damage: Option<io::Error>,
    is_over: bool,
    entry: Entry<White>,
}

impl<R: io::Read> PgnEntries<R> {
    /// The positions of the games of this reader.
    pub fn new(reader: Reader<StreamSource<R>>, options: PgnOptions) -> Self {
        let entry = Entry::new(Board::start(), None, 0, Wdl::Draw);
        let (next, report, board) = (0, PgnReport::default(), entry.board);
        Self { reader, game: GameLine::new(options), next, board, report, damage: None, is_over: false, entry }
    }

    /// What was left out so far.
    pub const fn report(&self) -> &PgnReport {
        &self.report
    }

    /// The number of bytes read so far; see [`Reader::offset`].
    pub const fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// Reads the next game. Returns whether there is one.
    fn read_game(&mut self) -> Result<bool, ReadError> {
        if let Some(error) = self.damage.take() {
            self.is_over = true;
            return Err(ReadError::Stream { format: Format::Pgn, offset: self.reader.offset(), error });
        }
        self.game.clear();
        self.next = 0;
        let is_there = match self.reader.read(&mut self.game) {
            Ok(is_there) => is_there,
            Err(PgnError::Source(error)) => {
                // The moves before the error are given first.
                self.damage = Some(error);
                true
            }
            Err(PgnError::Stopped(never)) => match never {},
        };
        self.board = self.game.start;
        // After an error, what was read may be a game or nothing.
        let is_there = is_there && (self.damage.is_none() || !self.game.moves.is_empty());
        self.report.games += u64::from(is_there);
        self.report.damaged += u64::from(self.game.is_damaged);
        if is_there && self.game.result().is_none() {
            self.report.without_result += 1;
            self.game.moves.clear();
        }
        Ok(is_there || self.damage.is_some())
    }
}

impl<R: io::Read> ReadEntries for PgnEntries<R> {
    type View = White;

    fn format(&self) -> Format {
        Format::Pgn
    }

    fn next_entry(&mut self) -> Result<Option<&Entry<White>>, ReadError> {
        while !self.is_over {
            let Some(&(mv, score)) = self.game.moves.get(self.next) else {
                self.is_over = !self.read_game()?;
                continue;
            };
            self.next += 1;
            let before = self.board;
            self.board.do_move(mv);
            match (score, self.game.options.missing) {
                (NO_SCORE, MissingScore::Skip) => self.report.without_score += 1,
                (NO_SCORE, MissingScore::Set(score)) | (score, _) => {
                    let result = self.game.result().expect("a game without a result has no moves");
                    self.entry = Entry::new(before, Some(mv), score, result);
                    return Ok(Some(&self.entry));
                }
            }
        }
        Ok(None)
    }
}

/// In place of a score: no evaluation gives -32768.
const NO_SCORE: i16 = i16::MIN;

/// The main line of a game.
#[derive(Debug)]
struct GameLine {
    options: PgnOptions,
    start: Board,
    moves: Vec<(Move, i16)>,
    /// The evaluation of the position after the last move.
    score: i16,
    tag: Option<GameResult>,
    end: Option<GameResult>,
    is_damaged: bool,
}

impl GameLine {
    fn new(options: PgnOptions) -> Self {
        let (start, moves) = (Board::start(), Vec::new());
        Self { options, start, moves, score: NO_SCORE, tag: None, end: None, is_damaged: false }
    }

    fn clear(&mut self) {
        self.moves.clear();
        (self.score, self.tag, self.end, self.is_damaged) = (NO_SCORE, None, None, false);
    }

    fn result(&self) -> Option<Wdl> {
        let known = |result: GameResult| Wdl::from_game(result, Color::White);
        self.end.and_then(known).or_else(|| self.tag.and_then(known))
    }
}

impl Visitor for GameLine {
    type Break = Infallible;

    fn tag(&mut self, tag: gardez_notation::pgn::Tag<'_>) -> ControlFlow<Infallible> {
        if tag.name.as_bytes() == b"Result" {
            self.tag = tag.value().parse().ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_moves(&mut self, start: &Board) -> ControlFlow<Infallible, Interest> {
        self.start = *start;
        ControlFlow::Continue(Interest::Take)
    }

    fn play(&mut self, played: Played<'_>) -> ControlFlow<Infallible, Interest> {
        // The moves after a null move were not played.
        let Some(mv) = played.mv else { return ControlFlow::Continue(Interest::Skip) };
        self.moves.push((mv, core::mem::replace(&mut self.score, NO_SCORE)));
        ControlFlow::Continue(Interest::Take)
    }

    fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
        if let Some(evaluation) = comment.evaluation() {
            self.score = self.options.score(evaluation.score);
        }
        ControlFlow::Continue(())
    }

    fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
        self.end = Some(result);
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: &Problem) -> ControlFlow<Infallible> {
        self.is_damaged |= problem.kind.severity() == Severity::Error;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::{String, ToString};

    use super::*;

    fn entries(pgn: &str, options: PgnOptions) -> (Vec<Entry<White>>, PgnReport) {
        let mut reader = PgnEntries::new(Reader::new(pgn.as_bytes()), options);
        let mut entries = Vec::new();
        while let Some(entry) = reader.next_entry().expect("a slice has no errors") {
            entries.push(*entry);
        }
        (entries, *reader.report())
    }

    fn zero() -> PgnOptions {
        PgnOptions { missing: MissingScore::Set(0), ..PgnOptions::default() }
    }

    #[test]
    fn the_evaluation_after_a_move_is_the_score_of_the_next_position() {
        let pgn = "{ [%eval 0.2] } 1. e4 { [%eval 0.31,20] } e5 $1 (1... c5 { [%eval 9] } 2. d4) 2. Nf3 { [%eval #-3] } \
                   Nc6 { [%eval -999.9] } 3. a3 1/2-1/2";
        let (all, report) = entries(pgn, PgnOptions::default());
        let scores: Vec<(u32, i16)> = all.iter().map(|entry| (entry.ply, entry.score)).collect();
        assert_eq!(scores, [(0, 20), (1, 31), (3, -31_997), (4, -30_000)]);
        assert_eq!(report, PgnReport { games: 1, without_score: 1, ..PgnReport::default() });
        assert!(all.iter().all(|entry| entry.result == Wdl::Draw));
        let moves: Vec<String> = all
            .iter()
            .map(|entry| entry.mv.map_or(String::new(), |m| m.uci(entry.board.castling_mode()).to_string()))
            .collect();
        assert_eq!(moves, ["e2e4", "e7e5", "b8c6", "a2a3"]);
    }

    #[test]
    fn a_mate_on_the_board_and_one_beyond_all_numbers_have_scores() {
        let options = PgnOptions::default();
        let mates = [0, 1, -1, i32::MAX, i32::MIN].map(|moves| options.score(Score::Mate(moves)));
        assert_eq!(mates, [32_000, 31_999, -31_999, 0, 0]);
        let lowest = PgnOptions { mate: i16::MIN, most: i16::MIN, ..options };
        assert_eq!(lowest.score(Score::Centipawns(-5)), 0);
    }

    #[test]
    fn the_result_is_that_at_the_end_or_else_that_of_the_tag() {
        let game = |tag: &str, end: &str| entries(&format!("[Result \"{tag}\"]\n\n1. e4 {end}\n\n"), zero());
        assert_eq!(game("1-0", "0-1").0[0].result, Wdl::Loss);
        assert_eq!(game("1-0", "*").0[0].result, Wdl::Win);
        let (none, report) = game("*", "*");
        assert!(none.is_empty());
        assert_eq!(report, PgnReport { games: 1, without_result: 1, ..PgnReport::default() });
    }

    #[test]
    fn the_positions_before_an_illegal_move_are_given_and_the_next_game_is_read() {
        let (all, report) = entries("1. e4 e5 2. Ke3 d5 1-0\n\n[Event \"?\"]\n\n1. d4 -- 2. c4 0-1", zero());
        assert_eq!(all.len(), 3);
        assert_eq!((report.games, report.damaged), (2, 1));
        assert_eq!((all[2].ply, all[2].result), (0, Wdl::Loss));
    }

    #[test]
    fn a_failing_stream_gives_the_games_before_it_and_then_its_error() {
        struct Failing(usize);
        impl io::Read for Failing {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let text = b"1. e4 1-0\n\n[Event \"?\"]\n\n1. d4 0-1\n\n";
                let rest = text.get(self.0..).filter(|rest| !rest.is_empty()).ok_or(io::ErrorKind::ConnectionReset)?;
                let count = rest.len().min(buffer.len()).min(4);
                buffer[..count].copy_from_slice(&rest[..count]);
                self.0 += count;
                Ok(count)
            }
        }
        let reader = PgnEntries::new(Reader::new(Failing(0)), zero());
        let results: Vec<_> = reader.entries().map(|entry| entry.map(|entry| entry.result)).collect();
        assert_eq!(results.len(), 3);
        assert!(matches!(results[..2], [Ok(Wdl::Win), Ok(Wdl::Loss)]));
        assert!(matches!(&results[2], Err(error @ ReadError::Stream { .. }) if error.to_string().contains("PGN")));
    }
}
