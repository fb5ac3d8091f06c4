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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_three_parts_and_occurs_once() {
        let mut seen = Vec::new();
        for line in ROWS.lines() {
            let parts: Vec<_> = line.split('\t').collect();
            assert!(parts.len() == 3 && parts.iter().all(|part| !part.is_empty()), "{line:?}");
            assert!(!seen.contains(&parts[..2].to_vec()), "{line:?} occurs twice");
            assert_eq!(reason(parts[0], parts[1]), Some(parts[2]));
            seen.push(parts[..2].to_vec());
        }
    }
}
