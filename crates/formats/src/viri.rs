//! viriformat: whole games, each a marlinformat entry and four bytes a move.
//!
//! A game is its start position as an entry of [marlinformat](crate::marlin), whose score has no meaning and is written as
//! 0, with the result of the game; then for each move two bytes of the move and two bytes of the score of the position
//! before it; then four zero bytes. Scores and results are from White's point of view.
//!
//! | bits of a move | what |
//! |---|---|
//! | 0–5 | the origin |
//! | 6–11 | the target; for castling, the square of the rook |
//! | 12–13 | the promotion piece: knight 0, bishop 1, rook 2, queen 3; 0 for other moves |
//! | 14–15 | 0 for an ordinary move, 1 for en passant, 2 for castling, 3 for a promotion |
//!
//! The limits, losses and the lenient mode are marlinformat's. In lenient mode, the reader also ignores the bits of
//! the promotion piece of a move that is not a promotion. A move that is not legal is always an error: what follows it has
//! no meaning.
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
use gardez_types::{Move, MoveKind, PieceType, Square};

use crate::detect::can_read;
use crate::error::Fault;
use crate::fact::Fact;
use crate::format::{AnyReader, AnyWriter};
use crate::format::{Format, FormatRow};
use crate::games::{GameLayout, GameReader, GameWriter};
use crate::marlin;
use crate::misfit::{Losses, Misfit};
use crate::read::Strictness;
use crate::view::Wdl;

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
    write: Some(|target, options| AnyWriter::white(Writer::new(target).with_losses(options.losses), options)),
    ..FormatRow::new("viriformat", &["viri", "vf", "viriformat"], "viriformat, whole games")
};

/// The kinds of moves.
const ORDINARY: u16 = 0;
const EN_PASSANT: u16 = 1;
const CASTLING: u16 = 2;
const PROMOTION: u16 = 3;

/// The pieces that a pawn becomes, by their numbers.
const PROMOTION_PIECES: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl GameLayout<{ marlin::SIZE }> for Viriformat {
    const FORMAT: Format = FORMAT;

    #[inline]
    fn decode_start(bytes: &[u8; marlin::SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault> {
        let mut board = Board::start();
        marlin::decode_board(bytes, strictness, &mut board)?;
        Ok((board, marlin::decode_result(bytes)?))
    }

    #[inline]
    fn encode_start(start: &Board, result: Wdl, losses: Losses) -> Result<[u8; marlin::SIZE], Misfit> {
        marlin::encode(start, 0, result, losses)
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
            _ => Move::new_promotion(from, to, PROMOTION_PIECES[usize::from(promotion)]),
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
        let promotion = m.promotion().map_or(0, |piece| piece as u16 - PieceType::Knight as u16);
        m.from() as u16 | (m.to() as u16) << 6 | promotion << 12 | kind << 14
    }
}
