//! viriformat: whole games, each a marlinformat entry and four bytes a move.
//!
//! A game is its start position as an entry of [marlinformat](crate::marlin), with the result and the score 0; then two
//! bytes for each move and two for the score of the position before it; then four zero bytes. Scores and results are from
//! White's point of view.
//!
//! | bits of a move | what |
//! |---|---|
//! | 0–5 | the origin |
//! | 6–11 | the target; for castling, the square of the rook |
//! | 12–13 | the promotion piece: knight 0, bishop 1, rook 2, queen 3; 0 for other moves |
//! | 14–15 | 0 for an ordinary move, 1 for en passant, 2 for castling, 3 for a promotion |
//!
//! The limits and the lenient mode are marlinformat's. In lenient mode, the bits of the promotion piece of other moves are
//! ignored, too. An illegal move is always an error.
//!
//! ```
//! use gardez_formats::{Game, GameMove, ReadEntries, ReadGames, Wdl, WriteGames, viri};
//! use gardez_position::Board;
//!
//! let mut game = Game::new(Board::start(), Wdl::Win);
//! let mv = game.start.parse_uci("e2e4")?;
//! game.moves.push(GameMove { mv, score: 31 });
//!
//! let mut writer = viri::Writer::new(Vec::new());
//! writer.write_game(&game)?;
//! let bytes = writer.finish()?;
//! assert_eq!(bytes.len(), 32 + 4 + 4);
//!
//! assert_eq!(viri::Reader::new(&bytes[..]).next_game()?, Some(&game));
//! // Positions one by one.
//! let mut reader = viri::Reader::new(&bytes[..]);
//! while let Some(entry) = reader.next_entry()? {
//!     assert_eq!((entry.board, entry.mv, entry.score), (Board::start(), Some(mv), 31));
//! }
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

use gardez_position::Board;
use gardez_types::{Move, MoveKind, Square};

use crate::error::Fault;
use crate::format::Fact;
use crate::format::{AnyReader, AnyWriter, Format, FormatRow};
use crate::games::{GameLayout, GameReader, GameWriter};
use crate::marlin;
use crate::moves;
use crate::read::Strictness;
use crate::read::can_read;
use crate::unrepresentable::{Lossy, Unrepresentable};
use crate::view::{Wdl, White};

/// The layout of a game of viriformat.
#[derive(Clone, Copy, Debug)]
pub enum Viriformat {}

/// A reader of viriformat.
pub type Reader<S> = GameReader<S, Viriformat, { marlin::SIZE }>;

/// A writer of viriformat.
pub type Writer<W> = GameWriter<W, Viriformat, { marlin::SIZE }>;

/// viriformat.
pub const FORMAT: Format = Format::new(&ROW);

static ROW: FormatRow = FormatRow {
    facts: &Fact::ALL,
    typical_entry_size: 4,
    fits: |bytes| can_read(Reader::new(bytes)),
    read: Some(|source, options| AnyReader::white(Reader::new(source).with_strictness(options.strictness))),
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_lossy(options.lossy), options)),
    ..FormatRow::new("viriformat", &["viri", "vf", "viriformat"], "viriformat, whole games")
};

const ORDINARY: u16 = 0;
const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

impl GameLayout<{ marlin::SIZE }> for Viriformat {
    type View = White;

    const FORMAT: Format = FORMAT;

    #[inline]
    fn decode_start(bytes: &[u8; marlin::SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault> {
        let mut board = Board::start();
        marlin::decode_board(bytes, strictness, &mut board)?;
        Ok((board, marlin::decode_result(bytes)?))
    }

    #[inline]
    fn encode_start(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; marlin::SIZE], Unrepresentable> {
        marlin::encode(start, 0, result, lossy)
    }

    #[inline]
    fn decode_move(_: &Board, raw: u16, strictness: Strictness) -> Option<Move> {
        let [from, to] = [raw, raw >> 6].map(|bits| Square::ALL[usize::from(bits % 64)]);
        let (promotion, kind) = (raw >> 12 & 3, raw >> 14);
        if from == to || kind != PROMOTION && promotion != 0 && strictness.is_strict() {
            return None;
        }
        Some(match kind {
            ORDINARY => Move::normal(from, to),
            EN_PASSANT => Move::en_passant(from, to),
            CASTLING => Move::castling(from, to),
            _ => Move::new_promotion(from, to, moves::PROMOTIONS[usize::from(promotion)]),
        })
    }

    #[inline]
    fn encode_move(_: &Board, m: Move) -> u16 {
        let kind = match m.kind() {
            MoveKind::Normal => ORDINARY,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castling => CASTLING,
            MoveKind::Promotion => PROMOTION,
        };
        m.from() as u16 | (m.to() as u16) << 6 | moves::promotion(m) << 12 | kind << 14
    }
}
