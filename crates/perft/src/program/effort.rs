//! The amount that was counted, and the speed.

use std::time::Instant;

use crate::program::console::{Console, Stop};

/// From about this number of nodes on, the progress is shown.
pub(crate) const LONG: u64 = 500_000_000;

/// The same for the counting engine.
pub(crate) const LONG_TOGETHER: u64 = 5_000_000_000;

/// Nodes, and the time of this run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) nodes: u128,
    /// The nodes that a checkpoint had already, and that this run did not count.
    pub(crate) resumed: u128,
    pub(crate) seconds: f64,
}

impl Effort {
    pub(crate) fn since(start: Instant, nodes: u128, resumed: u128) -> Self {
        Self { nodes, resumed, seconds: start.elapsed().as_secs_f64() }
    }

    /// Returns the nodes that this run counted, per second; 0 if no time has passed.
    pub(crate) fn nps(self) -> u64 {
        let counted = self.nodes.saturating_sub(self.resumed);
        if 0.0 < self.seconds { (counted as f64 / self.seconds) as u64 } else { 0 }
    }

    /// Prints total, time and speed.
    pub(crate) fn print(self, console: &mut Console) -> Result<(), Stop> {
        console.line(format_args!("nodes     {}", self.nodes))?;
        if self.resumed != 0 {
            console.line(format_args!("resumed   {} nodes of the checkpoint", self.resumed))?;
        }
        console.line(format_args!("time      {:.3} s", self.seconds))?;
        console.line(format_args!("nodes/s   {}", self.nps()))
    }
}
