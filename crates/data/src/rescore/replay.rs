//! The positions of a game.

use gardez_lc0::training::{GameError, Replay, Rule, Strictness, V6, check_game};

/// Checks the records of a game as lc0's rescorer does before it looks at results, and replays the game.
pub(super) fn replay(records: &[V6]) -> Result<Replay, GameError> {
    match check_game(records, Strictness::Lc0) {
        // lc0 looks only at the results that it uses. This rule comes last, so the game keeps all others.
        Err(error) if error.broken.rule == Rule::Result => Replay::from_records(records),
        checked => checked,
    }
}
