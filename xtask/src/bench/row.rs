//! A row of docs/benchmarks.md.

pub(super) fn key(row: &str) -> Option<[&str; 4]> {
    let cells: Vec<_> = row.split('|').map(str::trim).collect();
    let [_, bench, contestant, against, _, _, _, _, build, _, _, _] = cells[..] else { return None };
    Some([bench, contestant, against, build.split(',').next()?])
}

pub(super) fn mean(row: &str) -> Option<f64> {
    row.split('|').nth(5)?.trim().trim_matches('*').parse().ok()
}
