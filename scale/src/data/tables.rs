//! The tables of games and of their positions: two files, or two for each month in which games were played.

use std::collections::BTreeMap;

use super::columns::{BATCH_ROWS, Columns};
use super::game::Game;
use super::games::Games;
use crate::error::Result;
use crate::output::Output;
use crate::schema;
use crate::table::TableWriter;

/// The file with the positions of the games.
pub(crate) const ROWS: &str = "rows.parquet";

const GAMES: &str = "games.parquet";

/// The games that are collected before writers receive them.
const BATCH_GAMES: usize = 1 << 12;

/// The memory of all open files. Beyond it, the largest one is written down to here.
const MEMORY: usize = 512 << 20;

/// The month of games whose tags say none.
const UNKNOWN: &str = "unknown";

pub(super) struct Tables {
    by_month: bool,
    /// The tables by their folders.
    open: BTreeMap<String, Table>,
    rows: usize,
    games: usize,
}

/// The two files of a folder.
struct Table {
    rows: TableWriter,
    games: TableWriter,
    columns: Columns,
    collected: Games,
}

impl Table {
    fn create(output: &Output<'_>, folder: &str) -> Result<Self> {
        Ok(Self {
            rows: TableWriter::create(output, &format!("{folder}{ROWS}"), &schema::game_rows())?,
            games: TableWriter::create(output, &format!("{folder}{GAMES}"), &schema::games())?,
            columns: Columns::new(),
            collected: Games::new(),
        })
    }

    fn write(&mut self) -> Result<()> {
        self.rows.write(self.columns.finish())?;
        self.games.write(self.collected.finish())
    }
}

impl Tables {
    /// Begins the tables. Those without months exist even if there are no games.
    pub(super) fn create(output: &Output<'_>, by_month: bool) -> Result<Self> {
        let whole = if by_month { None } else { Some((String::new(), Table::create(output, "")?)) };
        Ok(Self { by_month, open: whole.into_iter().collect(), rows: 0, games: 0 })
    }

    /// Appends a game of this file, which begins at this byte of its text.
    pub(super) fn push(
        &mut self,
        output: &Output<'_>,
        game: &Game,
        number: u64,
        source: &str,
        offset: Option<u64>,
    ) -> Result<()> {
        let folder = if self.by_month { format!("month={}/", month(game)) } else { String::new() };
        if !self.open.contains_key(&folder) {
            let table = Table::create(output, &folder)?;
            self.open.insert(folder.clone(), table);
        }
        let table = self.open.get_mut(&folder).expect("it is open now");
        self.rows += game.kept.rows.len();
        self.games += 1;
        table.columns.push(game, number);
        table.collected.push(game, number, source, offset);
        if self.rows < BATCH_ROWS && self.games < BATCH_GAMES {
            return Ok(());
        }
        (self.rows, self.games) = (0, 0);
        self.open.values_mut().try_for_each(Table::write)?;
        let writers = || self.open.values().flat_map(|table| [&table.rows, &table.games]);
        if 1 < self.open.len() && MEMORY < writers().map(TableWriter::memory).sum() {
            let writers = self.open.values_mut().flat_map(|table| [&mut table.rows, &mut table.games]);
            return writers.max_by_key(|writer| writer.memory()).map_or(Ok(()), TableWriter::end_group);
        }
        Ok(())
    }

    pub(super) fn finish(self, output: &mut Output<'_>) -> Result<()> {
        self.open.into_values().try_for_each(|mut table| {
            table.write()?;
            table.rows.finish(output)?;
            table.games.finish(output)
        })
    }
}

/// Returns the month of a game, such as `2013-01`: that of its tag `UTCDate`, else of `Date`.
fn month(game: &Game) -> String {
    let tag = |name| game.kept.tags.iter().find(|(tag, _)| tag == name).and_then(|(_, date)| of_date(date));
    tag("UTCDate").or_else(|| tag("Date")).unwrap_or_else(|| UNKNOWN.to_owned())
}

/// Returns the month of a date such as `2013.01.31` or `2013.01.??`.
fn of_date(date: &str) -> Option<String> {
    let mut parts = date.split(['.', '-', '/']);
    let (year, month) = (parts.next()?, parts.next()?);
    let is_number = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = is_number(year, 4) && is_number(month, 2) && ("01"..="12").contains(&month);
    is_month.then(|| format!("{year}-{month}"))
}

#[cfg(test)]
mod tests {
    use super::of_date;

    #[test]
    fn the_month_of_a_date_needs_its_year_and_month() {
        let cases = [("2013.01.31", "2013-01"), ("1999.12.??", "1999-12"), ("2024-07-05", "2024-07")];
        cases.iter().for_each(|(date, month)| assert_eq!(of_date(date).as_deref(), Some(*month)));
        for date in ["", "????.??.??", "2013.??.??", "2013", "2013.13.01", "2013.00.01", "13.01.2013", "2013.1.1"] {
            assert_eq!(of_date(date), None, "{date}");
        }
    }
}
