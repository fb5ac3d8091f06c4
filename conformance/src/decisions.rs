//! The rows of other programs' opinions with which Gardez disagrees on purpose, each with the reason.

/// File, row, reason.
const ROWS: &str = include_str!("decisions.tsv");

/// Returns the reason why Gardez differs on purpose from a row of a file, or `None` if it must agree.
pub(crate) fn reason(file: &str, row: &str) -> Option<&'static str> {
    let mut rows = ROWS.lines().filter_map(|line| line.split_once('\t'));
    rows.find_map(|(of_file, rest)| {
        let (of_row, reason) = rest.rsplit_once('\t')?;
        (of_file == file.trim_end_matches(".gz") && of_row == row).then_some(reason)
    })
}
