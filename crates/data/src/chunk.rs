//! Games as lc0's training records, and records as games.
//!
//! [`Game::records`](crate::Game::records) makes records of a game, and [`ChunkGames`] reads the games of records.
//!
//! # What a record says
//!
//! | field | value |
//! |---|---|
//! | planes | the position and those before it, with the fill mode of self-play, [`FillMode::No`](gardez_lc0::FillMode::No) |
//! | `probabilities` | the move that was played has 1, other legal moves have 0; or a distribution (see below) |
//! | `visits` | one more than the visits of all moves; 2 if only the played move is known, 1 for probabilities |
//! | `best_idx` | the move with the largest probability |
//! | `root_q`, `best_q`, `root_d`, `best_d` | the [`Evaluation`](crate::Evaluation) of the position by the [`ValueRule`](crate::ValueRule); without one, the result of the game |
//! | `played_q`, `played_d` | the next position's, as the player of the move sees it; without one, `best_q` |
//! | `root_m`, `best_m`, `played_m` | the plies to a mate that was found, else the plies left in the game |
//! | `orig_q`, `orig_d`, `orig_m` | NaN: the values of a network are not known |
//! | `plies_left` | the plies from the position to the end of the game |
//! | `result_q`, `result_d` | the result of the game |
//! | `invariance_info` | the transform; bit 3 if a mate was found; bit 5 if the rules do not give the result at the last position; bit 7 if Black is to move in a canonical format |
//!
//! lc0's rescorer refuses a game with a fifty-move counter above 100. So the records of a game end before the first
//! position with a larger counter ([`ChunkOptions::most_rule50`]); `plies_left` still counts to the end of the game.
//!
//! # Evaluations and expected results
//!
//! [`q_from_centipawns`](crate::q_from_centipawns) is the inverse of
//! [`centipawns_from_q`](crate::centipawns_from_q), lc0's formula, so an evaluation up to 266.23 pawns comes back as it
//! was. Only a mate has the expected result 1 or -1. An evaluation does not say how likely a draw is;
//! [`ValueRule`](crate::ValueRule) assumes ½ (1 - *q*²).

mod conversion;
mod error;
mod formats;
mod options;
mod records;
mod replay;
mod stream;

use gardez_formats::{AnyReader, Fact, Format, FormatRow, ReadOptions, Source};
use gardez_lc0::training::Reader;

use crate::entries::GameEntries;

pub use conversion::{GameConversion, GameConversionError, GamesConverted};
pub use error::ChunkError;
pub use formats::{AnyGames, GameFormat, GameOptions, GameRow, GamesError, WrittenGame};
pub use options::{ChunkOptions, MissingValue, Undecided};
pub use records::Records;
pub use stream::ChunkGames;

/// Training records of lc0, of versions 3 to 6.
pub const LC0_V6: Format = Format::new(&V6);

/// Training records of lc0, of version 7.
pub const LC0_V7: Format = Format::new(&V7);

static V6: FormatRow = FormatRow {
    more: Some(&formats::V6_GAMES),
    fits: |bytes| (3..=6).any(|version| is_record(bytes, version)),
    ..row(
        "lc0's records",
        &["v6", "chunk"],
        "lc0's training records, one game or several. A directory of\n\
         such files is an input or an output, a tar of them an input",
    )
};

static V7: FormatRow = FormatRow {
    more: Some(&formats::V7_GAMES),
    fits: |bytes| is_record(bytes, 7),
    ..row("lc0's records of version 7", &["v7"], "the same, of version 7")
};

const fn row(name: &'static str, extensions: &'static [&'static str], about: &'static str) -> FormatRow {
    // Records are usually compressed.
    FormatRow {
        facts: &Fact::ALL,
        typical_entry_size: 256,
        read: Some(read),
        ..FormatRow::new(name, extensions, about)
    }
}

fn read(source: Source<'_>, options: ReadOptions) -> AnyReader<'_> {
    let games = ChunkGames::new(Reader::new(source)).with_strictness(options.strictness);
    AnyReader::white(GameEntries::new(games, options.missing_score))
}

/// Returns `true` if the first bytes begin a training record of this version: its number, the input format from
/// version 5 on, and then 1858 probabilities.
fn is_record(bytes: &[u8], version: u32) -> bool {
    let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let has_format = 5 <= version;
    let is_version = words.next() == Some(version);
    let is_format = !has_format || matches!(words.next(), Some(1..=5 | 132 | 133));
    let mut probabilities = words.take(1858).map(f32::from_bits).peekable();
    let is_there = probabilities.peek().is_some();
    let is_probability = |p: f32| (0.0..=1.0).contains(&p) || p == -1.0;
    is_version && is_format && is_there && probabilities.all(is_probability)
}
