//! For now: the positions of a game.
use super::error::RescoreError;
use gardez_lc0::training::V6;
use gardez_lc0::{Position, PositionHistory, decode_board, decode_move};

pub(super) fn replay(records: &[V6]) -> Result<PositionHistory, RescoreError> {
    let planes = |record: &V6| {
        record
            .planes(gardez_lc0::Rule50Scale::Engine)
            .map(|(planes, transform)| planes.untransformed(transform))
            .map_err(|_| RescoreError::Game)
    };
    let first = records.first().ok_or(RescoreError::Game)?;
    let mut older = planes(first)?;
    let read = decode_board(first.format().map_err(|_| RescoreError::Game)?, &older).map_err(|_| RescoreError::Game)?;
    let mut history = PositionHistory::new(Position::new(read.board, read.rule50, read.fullmove));
    for record in &records[1..] {
        let newer = planes(record)?;
        let m = decode_move(&newer, &older).map_err(|_| RescoreError::Game)?;
        history.push_relative(m.flip_vertical());
        older = newer;
    }
    Ok(history)
}
