//! montyformat: the games of the engine Monty, with values (`.montyvalue`) or with visit counts (`.monty`).
//!
//! Both begin a game with a start position of 43 bytes and its result, from White's point of view:
//!
//! | bytes | what |
//! |---|---|
//! | 0–31 | four sets of squares: the black pieces; rooks, queens, kings; knights, bishops, kings; pawns, bishops, queens |
//! | 32 | 0 if white is to move, 1 if black is |
//! | 33 | the en passant square, or 0 |
//! | 34 | castling rights: white queen side 8, white king side 4, black queen side 2, black king side 1 |
//! | 35 | the fifty-move counter |
//! | 36–37 | the move number |
//! | 38–41 | the files of the rooks that castle, in the order of the rights; all 0 is read as those in the corners |
//! | 42 | the result: 0 if Black won, 1 for a draw, 2 if White won |
//!
//! A move is 16 bits: the origin in bits 10 to 15, the target in bits 4 to 9, where a castling king ends on the g-file or
//! c-file, and a kind in bits 0 to 3: quiet 0, double push 1, castling 2 (king side) and 3 (queen side), capture 4, en
//! passant 5, promotion 8 to 11 (knight, bishop, rook, queen), and the same with a capture 12 to 15.
//!
//! **Value games** ([`Reader`], [`Writer`]) have four bytes for each move: the move, and White's score before it; then four
//! zero bytes. **Policy games** ([`PolicyReader`], [`PolicyWriter`]) have the move, the probability that the side to move
//! wins, and the visit counts of the legal moves, or none; then two zero bytes.
//!
//! Like Monty, the writer stores the en passant square of every double push.
//!
//! | loss | what the writer does |
//! |---|---|
//! | [`Lossy::RULE50_HIGH_BITS`] | keeps the low 8 bits of the counter |
//! | [`Lossy::FULLMOVE`] | writes at most 65,535 |
//!
//! In lenient mode, the reader takes every side to move but 0 for black, and ignores unknown rights, rights without a rook,
//! impossible en passant squares, and kinds that do not fit a legal move. An illegal move is always an error.
//!
//! ```
//! use gardez_formats::{Game, GameMove, ReadGames, Wdl, WriteGames, monty};
//! use gardez_position::Board;
//!
//! let mut game = Game::new(Board::start(), Wdl::Win);
//! let mv = game.start.parse_uci("e2e4")?;
//! game.moves.push(GameMove { mv, score: 31 });
//!
//! let mut writer = monty::Writer::new(Vec::new());
//! writer.write_game(&game)?;
//! let bytes = writer.finish()?;
//! assert_eq!(bytes.len(), 43 + 4 + 4);
//! assert_eq!(monty::Reader::new(&bytes[..]).next_game()?, Some(&game));
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod moves;
mod policy;
mod start;

use gardez_position::Board;
use gardez_types::Move;

use crate::error::Fault;
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Format, FormatRow};
use crate::games::{GameLayout, GameReader, GameWriter};
use crate::read::Strictness;
use crate::read::can_read;
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::{Wdl, White};

pub use policy::{
    PolicyGame, PolicyLayout, PolicyMove, PolicyPosition, PolicyReader, PolicyWriter, WinProbability, scale_visits,
};
pub use start::START_SIZE;

/// The layout of a value game.
#[derive(Clone, Copy, Debug)]
pub enum ValueGame {}

/// A reader of value games.
pub type Reader<S> = GameReader<S, ValueGame, START_SIZE>;

/// A writer of value games.
pub type Writer<W> = GameWriter<W, ValueGame, START_SIZE>;

/// montyformat, value games.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    typical_entry_size: 4,
    fits: |bytes| can_read(Reader::new(bytes)),
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("montyformat value", &["montyvalue"], "montyformat, value games")
};

/// montyformat, policy games.
pub const POLICY_FORMAT: Format = Format::new(&POLICY_ROW);

static POLICY_ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    typical_entry_size: 35,
    // Values become scores by functions of the standard library.
    #[cfg(feature = "std")]
    read: Some(|source, options| {
        AnyReader::side_to_move(PolicyReader::new(source).with_strictness(options.strictness).into_entries())
    }),
    ..FormatRow::new("montyformat policy", &["monty"], "montyformat, policy games without visits; can only be read")
};

impl GameLayout<START_SIZE> for ValueGame {
    type View = White;

    const FORMAT: Format = FORMAT;

    #[inline]
    fn decode_start(bytes: &[u8; START_SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault> {
        start::decode(bytes, strictness)
    }

    #[inline]
    fn encode_start(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; START_SIZE], Unrepresentable> {
        start::encode(start, result, lossy)
    }

    #[inline]
    fn decode_move(board: &Board, raw: u16, strictness: Strictness) -> Option<Move> {
        moves::decode(board, raw, strictness)
    }

    #[inline]
    fn encode_move(board: &Board, m: Move) -> u16 {
        moves::encode(board, m)
    }
}
