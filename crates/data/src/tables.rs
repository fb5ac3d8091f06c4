//! The results of positions that endgame tables know.

use std::io;

use gardez_formats::{Entry, View, Wdl};
use gardez_position::Board;
use gardez_syzygy::{ProbeError, Prospect, Tablebase};
use gardez_types::Color;

/// The treatment of entries whose position is in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableRule {
    /// Leaves out entries whose result differs from the tables'.
    Match,
    /// Leaves out all of the entries.
    Drop,
    /// Sets the result of the tables. In formats of games, a game then ends where the result changes.
    Set,
}

/// The answers of the tables about the entries so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TableReport {
    /// The entries whose position the tables know.
    pub known: u64,
    /// The entries for which the tables have another result.
    pub different: u64,
    /// The entries that were left out.
    pub left_out: u64,
}

impl TableRule {
    /// Compares an entry with the tables. Returns `true` if it is kept.
    ///
    /// The result of the tables is under the fifty-move rule. If the counter is not 0, it depends on the tables of
    /// distances (`.rtbz`): without them, or if they are rounded and leave it open, the tables do not know the position.
    /// Nor do they know positions with castling rights.
    ///
    /// ```
    /// use gardez_data::{TableReport, TableRule};
    /// use gardez_formats::{Entry, SideToMove, Wdl};
    /// use gardez_syzygy::Tablebase;
    ///
    /// // A rook wins, but the game was lost.
    /// let mut entry = Entry::<SideToMove>::new("8/8/8/8/4k3/8/8/KR6 w - - 0 1".parse()?, None, 300, Wdl::Loss);
    /// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");
    /// let tables = Tablebase::open([directory])?;
    /// let mut report = TableReport::default();
    /// assert!(TableRule::Set.apply(&tables, &mut entry, &mut report)?);
    /// assert_eq!((entry.result, report.different), (Wdl::Win, 1));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a table cannot be read or is damaged.
    pub fn apply<V: View>(
        self,
        tables: &Tablebase,
        entry: &mut Entry<V>,
        report: &mut TableReport,
    ) -> io::Result<bool> {
        let Some(result) = known_result(tables, &entry.board).map_err(io::Error::other)? else { return Ok(true) };
        let result = match entry.board.side_to_move() {
            Color::Black if V::IS_WHITE => result.reversed(),
            _ => result,
        };
        let is_different = entry.result != result;
        report.known += 1;
        report.different += u64::from(is_different);
        if self == Self::Set {
            entry.result = result;
        }
        let is_kept = self == Self::Set || self == Self::Match && !is_different;
        report.left_out += u64::from(!is_kept);
        Ok(is_kept)
    }
}

/// Returns the result for the side to move, or `None` if the tables do not know it.
fn known_result(tables: &Tablebase, board: &Board) -> Result<Option<Wdl>, ProbeError> {
    use gardez_syzygy::Wdl as TableWdl;
    let wdl = match tables.probe_wdl(board) {
        Ok(wdl) => wdl,
        Err(error @ ProbeError::Table(_)) => return Err(error),
        Err(_) => return Ok(None),
    };
    let decided = match wdl {
        TableWdl::Win => Wdl::Win,
        TableWdl::Loss => Wdl::Loss,
        TableWdl::CursedWin | TableWdl::Draw | TableWdl::BlessedLoss => return Ok(Some(Wdl::Draw)),
    };
    if board.halfmove_clock() == 0 {
        return Ok(Some(decided));
    }
    match tables.probe_dtz(board) {
        Ok(dtz) => Ok(match dtz.prospect(board.halfmove_clock()) {
            Prospect::Win | Prospect::Loss => Some(decided),
            Prospect::CursedWin | Prospect::BlessedLoss | Prospect::Draw => Some(Wdl::Draw),
            _ => None,
        }),
        Err(error @ ProbeError::Table(_)) => Err(error),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use gardez_formats::White;

    use super::*;

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../syzygy/tests/tables");

    /// The rook wins for White; the distance is 29 or 30.
    const WON: &str = "8/8/8/8/4k3/8/8/KR6 w - - 0 1";

    fn results(rule: TableRule, entries: &[(&str, Wdl)]) -> (Vec<Wdl>, TableReport) {
        let tables = Tablebase::open([TABLES]).expect("the directory is readable");
        let (mut results, mut report) = (Vec::new(), TableReport::default());
        for &(fen, result) in entries {
            let mut entry = Entry::<White>::new(fen.parse().expect("a FEN"), None, 0, result);
            if rule.apply(&tables, &mut entry, &mut report).expect("the tables are sound") {
                results.push(entry.result);
            }
        }
        (results, report)
    }

    #[test]
    fn a_rule_is_for_positions_that_the_tables_know() {
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let black = "8/8/8/8/4K3/8/8/kr6 b - - 0 1";
        let entries =
            [(WON, Wdl::Win), (WON, Wdl::Draw), (castling, Wdl::Loss), (start, Wdl::Loss), (black, Wdl::Loss)];
        let report = TableReport { known: 3, different: 1, left_out: 0 };
        use Wdl::{Loss, Win};
        assert_eq!(results(TableRule::Set, &entries), (Vec::from([Win, Win, Loss, Loss, Loss]), report));
        let report = TableReport { left_out: 1, ..report };
        assert_eq!(results(TableRule::Match, &entries), (Vec::from([Win, Loss, Loss, Loss]), report));
        let report = TableReport { left_out: 3, ..report };
        assert_eq!(results(TableRule::Drop, &entries), (Vec::from([Loss, Loss]), report));
    }

    #[test]
    fn a_win_that_takes_too_long_is_a_draw_and_one_that_may_take_too_long_is_unknown() {
        // The distance is 29 or 30, so at a counter of 71 it depends.
        for (rule50, expected) in [(70, Some(Wdl::Win)), (71, None), (72, Some(Wdl::Draw))] {
            let fen = WON.replace(" 0 1", &format!(" {rule50} 60"));
            let board: Board = fen.parse().expect("a FEN");
            let tables = Tablebase::open([TABLES]).expect("the directory is readable");
            assert_eq!(known_result(&tables, &board).expect("the tables are sound"), expected, "{rule50}");
        }
    }

    #[test]
    fn a_damaged_table_is_an_error() {
        let directory = std::env::temp_dir().join(format!("gardez-damaged-table-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory");
        std::fs::write(directory.join("KRvK.rtbw"), [7; 80]).expect("a file");
        let tables = Tablebase::open([&directory]).expect("the directory is readable");
        let mut entry = Entry::<White>::new(WON.parse().expect("a FEN"), None, 0, Wdl::Win);
        let error = TableRule::Drop.apply(&tables, &mut entry, &mut TableReport::default()).expect_err("damaged");
        assert!(error.get_ref().is_some_and(|error| error.is::<ProbeError>()), "{error}");
        std::fs::remove_dir_all(&directory).expect("it can be removed");
    }

    #[test]
    fn without_tables_of_distances_only_counters_of_0_are_known() {
        let mut tables = Tablebase::new();
        let bytes = std::fs::read(format!("{TABLES}/KRvK.rtbw")).expect("a table");
        assert_eq!(tables.add_bytes("KRvK.rtbw", bytes), Ok(true));
        let known = |rule50: &str| {
            let board: Board = WON.replace(" 0 1", rule50).parse().expect("a FEN");
            known_result(&tables, &board)
        };
        assert_eq!(known(" 0 1"), Ok(Some(Wdl::Win)));
        assert_eq!(known(" 1 60"), Ok(None));
    }
}
