//! The result as one line of JSON.

use gardez_position::FenProblems;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::program::effort::Effort;

/// The count of one position.
#[derive(serde::Serialize)]
struct Single<'a> {
    fen: &'a str,
    problems: Vec<&'static str>,
    depth: u32,
    nodes: u128,
    /// The nodes as text, for readers of JSON whose numbers are exact only up to 2^53.
    nodes_text: String,
    /// The nodes that a checkpoint had already.
    #[serde(skip_serializing_if = "is_zero")]
    resumed: u128,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Divide<'a>>,
}

/// An object that keeps the order of the moves.
struct Divide<'a>(&'a [(String, u128)]);

impl Serialize for Divide<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (first, nodes) in self.0 {
            map.serialize_entry(first, nodes)?;
        }
        map.end()
    }
}

/// Returns the JSON of a position's count, with the counts of its first moves if they are shown.
pub(crate) fn single(
    fen: &str,
    problems: FenProblems,
    depth: u32,
    effort: Effort,
    divide: Option<&[(String, u128)]>,
) -> String {
    let Effort { nodes, resumed, seconds } = effort;
    let divide = divide.map(Divide);
    let (nodes_text, nps) = (nodes.to_string(), effort.nps());
    let problems = problems.names().collect();
    line(&Single { fen, problems, depth, nodes, nodes_text, resumed, seconds, nps, divide })
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u128) -> bool {
    *number == 0
}

pub(crate) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text, numbers and lists can be written as JSON")
}
