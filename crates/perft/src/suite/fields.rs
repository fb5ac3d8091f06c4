//! Positions on one line: `FEN ;D1 20 ;D2 400` and `FEN; depth; count`.

use alloc::string::ToString;
use alloc::vec::Vec;

use gardez_position::FenMode;

use super::error::excerpt;
use super::{Case, Count, MAX_DEPTH, SuiteErrorKind};

pub(super) fn case(line: usize, record: &str) -> Result<Case, SuiteErrorKind> {
    let (fen, fields) = match record.split_once(';') {
        Some((fen, fields)) if !fen.is_empty() => (fen.trim(), fields),
        _ => return Err(SuiteErrorKind::Shape { found: excerpt(record) }),
    };
    let fields = fields.trim_end();
    let fields: Vec<&str> = fields.strip_suffix(';').unwrap_or(fields).split(';').map(str::trim).collect();
    let counts = match *fields {
        [""] => return Err(SuiteErrorKind::NoCounts),
        [depth, nodes] if !depth.starts_with('D') => Vec::from([count(depth, nodes)?]),
        _ => fields.iter().map(|field| depth_field(field)).collect::<Result<_, _>>()?,
    };
    Ok(Case { line, id: None, fen: fen.to_string(), mode: FenMode::Detect, counts })
}

/// Reads the count in a field such as `D3 8902`.
fn depth_field(field: &str) -> Result<Count, SuiteErrorKind> {
    let (depth, nodes) = field
        .strip_prefix('D')
        .and_then(|field| field.split_once([' ', '\t']))
        .ok_or_else(|| SuiteErrorKind::Field { found: excerpt(field) })?;
    count(depth, nodes.trim_start())
}

/// Reads the count from the texts of its two numbers.
pub(super) fn count(depth: &str, nodes: &str) -> Result<Count, SuiteErrorKind> {
    let wrong_depth = || SuiteErrorKind::Depth { found: excerpt(depth) };
    let wrong_nodes = || SuiteErrorKind::Nodes { found: excerpt(nodes) };
    Ok(Count {
        depth: digits(depth).and_then(possible_depth).ok_or_else(wrong_depth)?,
        nodes: digits(nodes).ok_or_else(wrong_nodes)?,
    })
}

/// Returns the depth, if a suite may list it.
pub(super) fn possible_depth(depth: u64) -> Option<u32> {
    let depth = u32::try_from(depth).ok()?;
    (1..=MAX_DEPTH).contains(&depth).then_some(depth)
}

/// Returns the number in a text that consists of digits only. (`parse` alone would also accept a plus sign.)
fn digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
