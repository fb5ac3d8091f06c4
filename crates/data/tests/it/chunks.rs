//! Games as training records of lc0 and back: `gardez_data::chunk`.

mod damage;
mod entries;
mod laws;
mod pgn;
mod scores;

use gardez_data::Game;
use gardez_data::chunk::{ChunkGames, ChunkOptions};
use gardez_lc0::training::{Reader, V6, Writer};

/// The records of a game, as their bytes.
fn bytes(records: &[V6]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    records.iter().for_each(|record| writer.write(record).expect("a Vec takes any bytes"));
    writer.finish().expect("a Vec takes any bytes")
}

fn records(game: &Game, options: &ChunkOptions) -> Vec<V6> {
    game.records(options).expect("the game has records").collect()
}

/// The games in these records, with their policies.
fn games(records: &[V6]) -> Vec<Game> {
    let bytes = bytes(records);
    let mut reader = ChunkGames::new(Reader::new(&bytes[..])).with_policies(true);
    std::iter::from_fn(|| reader.next_game().expect("the records are sound")).collect()
}
