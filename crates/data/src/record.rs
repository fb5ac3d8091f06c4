//! Records of a fixed size that hold everything of an entry, for temporary files.

use std::io;

use gardez_bitboard::Bitboard;
use gardez_formats::{Entry, PieceList, View, Wdl};
use gardez_position::{BoardParts, CastlingMode, EnPassantPolicy, FenMode, PackedBoard, PieceSetup};
use gardez_types::{Color, Move, Square};

pub(super) const SIZE: usize = 48;

const FLAGS: usize = 24;
const DOUBLE_STEP: usize = 25;
const RULE50: usize = 26;
const FULLMOVE: usize = 28;
const PLY: usize = 32;
const MOVE: usize = 36;
const SCORE: usize = 38;
const CASTLING: usize = 40;

const NONE: u8 = 64;

/// The bits of the flags: the side to move, the mode, the policy, the result.
const IS_BLACK: u8 = 1;
const IS_CHESS960: u8 = 1 << 1;
const POLICY: u32 = 2;
const RESULT: u32 = 4;

const POLICIES: [EnPassantPolicy; 3] = [EnPassantPolicy::Legal, EnPassantPolicy::PseudoLegal, EnPassantPolicy::Always];

/// Returns the bytes of an entry, or the number of its pieces if it is more than 32.
pub(super) fn encode<V: View>(entry: &Entry<V>) -> Result<[u8; SIZE], u32> {
    let board = &entry.board;
    let pieces = PieceList::new(board).ok_or_else(|| board.occupied().len())?;
    let parts = BoardParts::from(board);
    let is = |flag, holds| if holds { flag } else { 0 };
    let flags = is(IS_BLACK, parts.side_to_move == Color::Black)
        | is(IS_CHESS960, board.castling_mode() == CastlingMode::Chess960)
        | (parts.en_passant as u8) << POLICY
        | entry.result.raw() << RESULT;
    let [white, black] = parts.castling_rooks;

    let mut bytes = [0; SIZE];
    bytes[..FLAGS].copy_from_slice(&pieces.to_bytes());
    bytes[FLAGS] = flags;
    bytes[DOUBLE_STEP] = parts.double_push.map_or(NONE, |square| square as u8);
    bytes[RULE50..FULLMOVE].copy_from_slice(&parts.halfmove_clock.to_le_bytes());
    bytes[FULLMOVE..PLY].copy_from_slice(&parts.fullmove_number.to_le_bytes());
    bytes[PLY..MOVE].copy_from_slice(&entry.ply.to_le_bytes());
    bytes[MOVE..SCORE].copy_from_slice(&entry.mv.map_or(0, Move::raw).to_le_bytes());
    bytes[SCORE..CASTLING].copy_from_slice(&entry.score.to_le_bytes());
    bytes[CASTLING..].copy_from_slice(&(white | black).bits().to_le_bytes());
    Ok(bytes)
}

/// Returns the entry of these bytes, or `None` if they are damaged.
pub(super) fn decode<V: View>(bytes: &[u8; SIZE]) -> Option<Entry<V>> {
    let flags = bytes[FLAGS];
    let castling_rooks = Bitboard::from_bits(u64::from_le_bytes(field(bytes, CASTLING)));
    let parts = BoardParts {
        side_to_move: if flags & IS_BLACK == 0 { Color::White } else { Color::Black },
        castling_rooks: Color::ALL.map(|color| castling_rooks & color.back_rank().into()),
        double_push: Square::from_index(bytes[DOUBLE_STEP]),
        en_passant: *POLICIES.get(usize::from(flags >> POLICY & 3))?,
        halfmove_clock: u16::from_le_bytes(field(bytes, RULE50)),
        fullmove_number: u32::from_le_bytes(field(bytes, FULLMOVE)),
        mode: if flags & IS_CHESS960 == 0 { FenMode::Standard } else { FenMode::Chess960 },
        ..BoardParts::EMPTY
    };
    let pieces = PieceSetup::from(&PieceList::from_bytes(field(bytes, 0)));
    let mv = match u16::from_le_bytes(field(bytes, MOVE)) {
        0 => None,
        raw => Some(Move::from_raw(raw)?),
    };
    let score = i16::from_le_bytes(field(bytes, SCORE));
    let entry = Entry::new(pieces.board(&parts).ok()?, mv, score, Wdl::from_raw(flags >> RESULT)?);
    Some(entry.with_ply(u32::from_le_bytes(field(bytes, PLY))))
}

fn field<const WIDTH: usize>(bytes: &[u8; SIZE], at: usize) -> [u8; WIDTH] {
    *bytes[at..].first_chunk().expect("the field is within the record")
}

/// Returns the packed position of an entry if each position is kept once, or the number of its pieces if they are too
/// many.
pub(crate) fn position_of<V: View>(entry: &Entry<V>, is_unique: bool) -> Result<[u8; PackedBoard::SIZE], u32> {
    match is_unique {
        true => entry.board.packed().map(|packed| packed.to_bytes()).map_err(|_| entry.board.occupied().len()),
        false => Ok([0; PackedBoard::SIZE]),
    }
}

pub(crate) fn decode_slice<V: View>(record: &[u8]) -> io::Result<Entry<V>> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a temporary file is damaged");
    record.first_chunk().and_then(decode).ok_or_else(damaged)
}

#[cfg(test)]
mod tests {
    use gardez_position::Board;
    use quickcheck::quickcheck;

    use super::*;
    use gardez_formats::SideToMove;

    fn entry(choices: &[u8], score: i16, raw: u8, ply: u32) -> Entry<SideToMove> {
        let mut board = if raw & 1 == 0 {
            Board::start()
        } else {
            "1rk1r3/8/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 3 70000".parse().expect("a position of Chess960")
        };
        for &choice in choices {
            let moves = board.legal_moves();
            let Some(index) = usize::from(choice).checked_rem(moves.len()) else { break };
            board.do_move(moves[index]);
        }
        let result = Wdl::ALL[usize::from(raw) % 3];
        Entry::new(board, board.legal_moves().first().copied(), score, result).with_ply(ply)
    }

    quickcheck! {
        fn entries_come_back_as_they_were(choices: Vec<u8>, score: i16, raw: u8, ply: u32) -> bool {
            let entry = entry(&choices, score, raw, ply);
            let back = decode::<SideToMove>(&encode(&entry).expect("at most 32 pieces")).expect("the bytes are ours");
            back == entry && back.board.to_string() == entry.board.to_string()
        }

        fn damaged_records_never_panic(choices: Vec<u8>, places: Vec<(u8, u8)>) -> bool {
            let mut bytes = encode(&entry(&choices, 0, 0, 0)).expect("at most 32 pieces");
            for (place, value) in places {
                bytes[usize::from(place) % SIZE] = value;
            }
            decode::<SideToMove>(&bytes).is_none_or(|entry| entry.board.check_invariants().is_ok())
        }
    }

    #[test]
    fn an_en_passant_square_that_nobody_can_use_is_kept() {
        // 4  . . . . P . . .   The pawn has just stepped to e4, and no black pawn is next to it.
        let mut parts = BoardParts::from(&Board::start().after(Move::normal(Square::E2, Square::E4)));
        parts.double_push = Some(Square::E3);
        parts.en_passant = EnPassantPolicy::Always;
        let board = Board::from_parts(&parts).expect("the pawn has stepped past e3");
        assert_eq!(board.ep_square(), Some(Square::E3));
        let entry = Entry::<SideToMove>::new(board, None, i16::MIN, Wdl::Loss);
        let back = decode::<SideToMove>(&encode(&entry).expect("at most 32 pieces")).expect("the bytes are ours");
        assert_eq!((back, back.board.ep_square()), (entry, Some(Square::E3)));
    }
}
