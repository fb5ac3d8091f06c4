//! Positions as JSON lines: `{"fen":"…","c960":0,"perft":[20,400]}`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use gardez_position::FenMode;
use serde::Deserialize;

use super::error::excerpt;
use super::{Case, Count, MAX_DEPTH, SuiteErrorKind};

/// The members of the object that are read; others are ignored.
#[derive(Deserialize)]
struct Record {
    fen: String,
    /// 1 for Chess960, 0 for chess; if it is missing, the castling rights decide.
    c960: Option<u8>,
    id: Option<String>,
    /// The counts at depth 1, 2, ….
    perft: Vec<u64>,
}

pub(super) fn case(line: usize, object: &str) -> Result<Case, SuiteErrorKind> {
    let Record { fen, c960, id, perft } = serde_json::from_str(object).map_err(|error| explain(&error))?;
    let mode = match c960 {
        None => FenMode::Detect,
        Some(0) => FenMode::Standard,
        Some(1) => FenMode::Chess960,
        Some(other) => {
            return Err(SuiteErrorKind::Json { message: alloc::format!("\"c960\" is {other} instead of 0 or 1") });
        }
    };
    if perft.is_empty() {
        return Err(SuiteErrorKind::NoCounts);
    }
    if perft.len() > MAX_DEPTH as usize {
        return Err(SuiteErrorKind::Depth { found: perft.len().to_string() });
    }
    let counts = (1..).zip(perft).map(|(depth, nodes)| Count { depth, nodes }).collect();
    Ok(Case { line, id, fen, mode, counts })
}

/// Returns the message of the JSON reader, without a line number, which would be relative to the object.
fn explain(error: &serde_json::Error) -> SuiteErrorKind {
    let message = error.to_string().replacen(" at line 1 column ", " at column ", 1);
    SuiteErrorKind::Json { message: excerpt(&message) }
}
