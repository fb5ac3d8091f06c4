//! The rows of the arrays.

use gardez_lc0::{Planes, Transform};
use gardez_types::GameResult;

/// The numbers of a dict.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Where the moves of each game begin.
    pub(super) offsets: Vec<u64>,
    pub(super) games: Vec<u64>,
    pub(super) results: Vec<i8>,
    pub(super) errors: Vec<u32>,
    pub(super) moves: Vec<u16>,
    pub(super) policy: Vec<u16>,
    pub(super) masks: Vec<u64>,
    pub(super) counters: Vec<f32>,
    pub(super) transforms: Vec<u8>,
    pub(super) scores: Vec<i16>,
    pub(super) clocks: Vec<f32>,
    pub(super) keys: Vec<u64>,
    pub(super) fens: Vec<String>,
    pub(super) ucis: Vec<String>,
    pub(super) sans: Vec<String>,
    /// The wanted tags of each game.
    pub(super) tags: Vec<Vec<Option<String>>>,
}

impl Rows {
    pub(super) fn begin_game(&mut self, number: u64, result: GameResult, errors: u32, tags: &[Option<String>]) {
        self.offsets.push(self.moves.len() as u64);
        self.games.push(number);
        self.results.push(match result {
            GameResult::WhiteWins => 1,
            GameResult::Draw => 0,
            GameResult::BlackWins => -1,
            GameResult::Unknown => 2,
        });
        self.errors.push(errors);
        if !tags.is_empty() {
            self.tags.push(tags.to_vec());
        }
    }

    pub(super) fn add_planes(&mut self, planes: &Planes, transform: Transform) {
        self.masks.extend(planes.masks().iter().map(|mask| mask.bits()));
        self.counters.push(planes.rule50());
        self.transforms.push(transform.raw());
    }
}
