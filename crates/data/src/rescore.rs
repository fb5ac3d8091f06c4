//! Training records of lc0, rescored with endgame tables.

mod deblunder;
mod options;
mod policy;
mod probe;
mod report;
mod results;
mod tables;

pub use options::{Deblunder, RescoreError, RescoreOptionError, RescoreOptions};
pub use report::{RecordResults, RescoreReport};

use gardez_lc0::training::{Replay, Rule, Strictness, V6, check_game};
use gardez_syzygy::Tablebase;

use self::results::Target;
use self::tables::Tables;

/// Rescores training records of games with Syzygy tables, as lc0's rescorer does: byte for byte, with its options and
/// counters.
///
/// The records of a game are changed in these steps:
///
/// 1. *Results, where the fifty-move counter is 0.* A position in the tables that follows a capture or pawn move gets the
///    result of the tables, and so do the records before it, back to the previous such position. Cursed wins and blessed
///    losses are draws.
/// 2. *Results, where the counter is above 0.* A record keeps its result if the tables agree, and becomes a draw
///    otherwise, unless the distance proves that the fifty-move rule comes too late, or in time.
/// 3. *Probabilities.* The fastest winning moves are raised by [`dtz_policy_boost`](RescoreOptions::dtz_policy_boost) in
///    all, an offset is added, and each probability is raised to the power of 1 / temperature.
/// 4. *Plies left.* In pawnless endings of three pieces they become the distance, also in the records before the first.
/// 5. *Blunders.* The records before a blunder get the expected result of the best move; see [`Deblunder`].
/// 6. *Input format.* The planes are encoded anew in [`new_input_format`](RescoreOptions::new_input_format).
///
/// Positions with castling rights or with more pieces than the largest table are left as they are. The first record of a
/// game is never looked up for its result.
///
/// # Missing tables
///
/// A position is also left as it is if its probe asks for a table that is missing. lc0's probe goes through the captures,
/// for a distance also through the pawn moves, in the order in which lc0 generates them. It stops at the first that wins,
/// fails at the first whose table is missing, and reads the position's own table last, if another legal move exists.
/// [`Tablebase::probe_wdl`] asks in another order.
///
/// ```
/// use gardez_types::GameResult;
/// use gardez_data::{RescoreOptions, Rescorer};
/// use gardez_lc0::training::{Replay, Rule, Strictness, V6, check_game};
/// use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndexing, PositionHistory};
/// use gardez_syzygy::Tablebase;
///
/// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// let tablebase = Tablebase::open([directory])?;
/// let rescorer = Rescorer::new(&tablebase, RescoreOptions::default())?;
///
/// // Black takes a knight. Two records of a game that was called a draw: a rook wins against a king.
/// let encoder = Encoder::new(InputFormat::Classical).with_fill(FillMode::No);
/// let mut history = PositionHistory::from_fen("8/8/8/8/2k5/3N4/8/KR6 b - - 0 1")?;
/// let mut game = vec![];
/// for text in ["c4d3", "b1b8"] {
///     let board = *history.last().board();
///     let mv = board.parse_move(text)?;
///     let mut record = V6::from_history(&encoder, &history);
///     record.set_visits(&board.legal_moves().iter().map(|&m| (m, 1)).collect::<Vec<_>>(), PolicyIndexing::Lc0)?;
///     record.set_moves(mv, mv, PolicyIndexing::Lc0)?;
///     record.set_result(GameResult::Draw, board.side_to_move());
///     game.push(record);
///     history.push_relative(mv);
/// }
/// let report = rescorer.rescore(&mut game)?;
/// assert_eq!(game.iter().map(|record| record.result_q.get()).collect::<Vec<_>>(), [-1.0, 1.0]);
/// assert_eq!((report.rescored, report.delta), (2, 2));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// # Defects of lc0
///
/// These are reproduced, because the records must be the same as lc0's:
///
/// - [`RescoreReport::after`] changes only if the first position of step 1 changes its own result. Step 2 never changes it.
/// - If blunders are looked for from a record before the last one, because the game reaches the tables, the result that is
///   carried back is still the last record's. This matters only if the result of a blunder is mixed with it.
/// - A sum of 0 makes probabilities NaN.
/// - Games with fractional results, which blunders leave behind, are refused if a step looks at such a record.
/// - The indices of the following moves in records of version 7 are not moved when the input format changes.
///
/// lc0 also reads Gaviota tables, replaces probabilities with those of another directory, writes plain text for NNUE, and
/// deletes the files that it has read. This crate does none of that.
#[derive(Clone, Copy, Debug)]
pub struct Rescorer<'t> {
    tablebase: &'t Tablebase,
    options: RescoreOptions,
}

impl<'t> Rescorer<'t> {
    /// Creates a rescorer with these tables.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is out of its range, or if there is no table of three pieces or more.
    pub fn new(tablebase: &'t Tablebase, options: RescoreOptions) -> Result<Self, RescoreOptionError> {
        options.check()?;
        match tablebase.max_pieces() {
            0..=2 => Err(RescoreOptionError::NoTables),
            _ => Ok(Self { tablebase, options }),
        }
    }

    /// Rescores the records of one game.
    ///
    /// Records that are [marked for deletion](V6::MARKED_FOR_DELETION) take part. lc0 leaves them out of the written game.
    ///
    /// # Errors
    ///
    /// Returns an error if lc0's rescorer refuses the game. The records are unchanged then.
    pub fn rescore(&self, records: &mut [V6]) -> Result<RescoreReport, RescoreError> {
        let replay = match check_game(records, Strictness::Lc0) {
            // lc0 looks only at the results that it uses. This rule comes last, so the game keeps all others.
            Err(error) if error.broken.rule == Rule::Result => Replay::from_records(records)?,
            checked => checked?,
        };
        let history = replay.into_history();
        let mut report = RescoreReport { games: 1, positions: records.len() as u64, ..RescoreReport::default() };
        let mut targets: Vec<Target> = records.iter().map(Target::new).collect();
        let tables = Tables::new(self.tablebase, &history);

        // No step after this one can fail.
        results::before_zeroing(&mut targets, &tables, &mut report)?;
        results::between_zeroing(&mut targets, &tables, &mut report)?;
        let is_drawn = results::are_draws(&targets)?;

        if self.options.changes_policy() {
            policy::change(records, &tables, &self.options, &mut report);
        }
        results::complete_plies_left(&mut targets);
        if !is_drawn {
            results::correct_plies_left(&mut targets, &tables);
        }
        if let Some(deblunder) = &self.options.deblunder {
            deblunder::change(records, &mut targets, &tables, deblunder, &mut report);
        }
        for (record, target) in records.iter_mut().zip(&targets) {
            target.write(record);
        }
        if let Some(format) = self.options.new_input_format {
            policy::change_format(records, &history, format);
        }
        Ok(report)
    }
}
