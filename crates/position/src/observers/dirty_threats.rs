//! The attacks between pieces that a move adds and removes.

mod entries;
#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "bmi2"
)))]
#[path = "dirty_threats/lookups.rs"]
mod view;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2",
    target_feature = "bmi2"
))]
#[path = "dirty_threats/vector.rs"]
mod view;

use gardez_bitboard::Bitboard;
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};

use super::MoveObserver;
use crate::board::Board;
use crate::placing::PlaceKeys;
use entries::{Entries, Writer};
use view::View;

/// An attack of one piece on another, of either color, that a move adds or removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Threat {
    /// The square of the attacking piece.
    pub attacker_square: Square,
    /// The square of the attacked piece.
    pub attacked_square: Square,
    /// The attacked piece.
    pub attacked: Piece,
    /// The attacking piece.
    pub attacker: Piece,
    /// `true` if the move adds the attack, `false` if it removes it.
    pub is_added: bool,
}

impl Threat {
    /// Returns the attack in Stockfish's encoding of 32 bits.
    ///
    /// | bits | content |
    /// |---|---|
    /// | 0 to 7 | square of the attacking piece |
    /// | 8 to 15 | square of the attacked piece |
    /// | 16 to 19 | attacked piece |
    /// | 20 to 23 | attacking piece |
    /// | 31 | 1 if the attack is added |
    pub const fn raw(self) -> u32 {
        self.attacker_square as u32
            | (self.attacked_square as u32) << 8
            | (self.attacked as u32) << 16
            | (self.attacker as u32) << 20
            | (self.is_added as u32) << 31
    }

    /// Reads [Stockfish's encoding](Threat::raw), or returns `None` if a square or piece is invalid.
    #[inline]
    pub const fn from_raw(raw: u32) -> Option<Self> {
        let [attacker_square, attacked_square, pieces, sign] = raw.to_le_bytes();
        let (Some(attacker_square), Some(attacked_square)) =
            (Square::from_index(attacker_square), Square::from_index(attacked_square))
        else {
            return None;
        };
        match (Piece::from_raw(pieces & 15), Piece::from_raw(pieces >> 4), sign) {
            (Some(attacked), Some(attacker), 0 | 0x80) => {
                Some(Self { attacker_square, attacked_square, attacked, attacker, is_added: sign != 0 })
            }
            _ => None,
        }
    }
}

/// The attacks that the last observed move added and removed: Stockfish's entries, in another order.
///
/// An attack is an ordered pair of pieces of any colors, such as *rook e2 on pawn e7*; kings count, too. Added to and
/// removed from the attacks before the move, the entries give the attacks after it. An entry may be added and removed
/// by one move: the pair cancels out.
///
/// When a piece leaves or reaches a square, three kinds of attacks change:
///
/// ```text
/// 8 . . . . . . . .      A bishop reaches d4.
/// 7 . . . . . . p .
/// 6 . . . . . . . .      1. What it attacks:        bishop d4 on pawn g7      added
/// 5 . . . . . . . .      2. What attacks it:        rook a4 on bishop d4      added
/// 4 R . . B . . . q                                 queen h4 on bishop d4     added
/// 3 . . . . . . . .      3. Which lines it closes:  rook a4 on queen h4       removed
/// 2 . . . . . . . .                                 queen h4 on rook a4       removed
/// 1 . . . . . . . .
/// ```
///
/// The third kind is left out where a piece replaces another, and for lines through both squares of the move.
///
/// ```
/// use gardez_position::{Position, observers::DirtyThreats};
///
/// // 7  . . . . p . . .
/// // 2  . . . . R . . .
/// // 1  . . . . K . . .
/// let mut position: Position = "k7/4p3/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
/// let mut threats = DirtyThreats::default();
/// position.do_move_with(position.parse_uci("e2d2")?, &mut threats);
/// // Removed: rook on pawn, rook on king, king on rook e2. Added: king on rook d2.
/// assert_eq!(threats.entries().filter(|threat| threat.is_added).count(), 1);
/// assert_eq!(threats.entries().len(), 4);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirtyThreats {
    /// The side that moved.
    pub us: Color,
    /// The square of its king before the move.
    pub previous_king: Square,
    /// The square of its king after the move.
    pub king: Square,
    entries: Entries,
}

impl Default for DirtyThreats {
    /// Returns the value before the first move, without entries.
    fn default() -> Self {
        Self { us: Color::White, previous_king: Square::A1, king: Square::A1, entries: Entries::new() }
    }
}

impl DirtyThreats {
    /// The number of entries that there is room for; no move has more.
    //
    // A piece that leaves or arrives attacks at most 8 pieces, is attacked by at most 16 (from 8 directions and by 8
    // knights), and opens or closes at most 8 lines: 32 entries. Castling has four such steps. A promotion by capture has
    // one, and four steps without lines.
    pub const CAPACITY: usize = Entries::CAPACITY;

    /// Returns the entries in an unspecified order.
    #[inline]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Threat> + Clone + '_ {
        self.raw_entries().iter().map(|&raw| Threat::from_raw(raw).expect("squares and pieces"))
    }

    /// Returns the entries in [Stockfish's encoding](Threat::raw).
    #[inline]
    pub fn raw_entries(&self) -> &[u32] {
        self.entries.as_slice()
    }

    /// Returns the squares of the attacked pieces of all added attacks.
    pub fn threatened(&self) -> Bitboard {
        self.entries().filter(|threat| threat.is_added).map(|threat| threat.attacked_square).collect()
    }

    /// Returns the squares of the attacking pieces of all added attacks.
    pub fn threatening(&self) -> Bitboard {
        self.entries().filter(|threat| threat.is_added).map(|threat| threat.attacker_square).collect()
    }
}

#[inline]
fn step(entries: &mut Writer<'_>, board: &Board, m: Move, piece: Piece) {
    let (from, to, mut occupied) = (m.from(), m.to(), board.occupied());
    if m.kind() == MoveKind::EnPassant {
        let square = Square::new(to.file(), from.rank());
        let view = View::new(board, occupied, square);
        view.attacks(entries, Piece::new(!piece.color(), PieceType::Pawn), false);
        view.lines(entries, None, true);
        occupied.remove(square);
    }
    let origin = View::new(board, occupied, from);
    occupied.remove(from);
    let target = View::new(board, occupied, to);
    origin.attacks(entries, piece, false);
    match board.piece_on(to) {
        // Lines that end on the target still end there.
        Some(captured) => {
            origin.lines(entries, None, true);
            target.attacks(entries, captured, false);
            target.attacks(entries, piece, true);
        }
        // A line through both squares is blocked by the same piece before and after.
        None => {
            origin.lines(entries, Some(to), true);
            target.attacks(entries, piece, true);
            target.lines(entries, Some(from), false);
        }
    }
    if let Some(promoted) = m.promotion() {
        target.attacks(entries, piece, false);
        target.attacks(entries, Piece::new(piece.color(), promoted), true);
    }
}

/// Writes the entries of castling: king and rook leave, then king and rook arrive.
#[cold]
fn castle(
    entries: &mut Writer<'_>,
    mut board: Board,
    king: (Piece, Square),
    rook: (Piece, Square),
    targets: [Square; 2],
) {
    for (piece, square) in [king, rook] {
        let view = View::new(&board, board.occupied(), square);
        view.attacks(entries, piece, false);
        view.lines(entries, None, true);
        board.remove_piece::<PlaceKeys>(piece, square);
    }
    for (piece, square) in [(king.0, targets[0]), (rook.0, targets[1])] {
        let view = View::new(&board, board.occupied(), square);
        view.attacks(entries, piece, true);
        view.lines(entries, None, false);
        board.put_piece::<PlaceKeys>(piece, square);
    }
}

impl MoveObserver for DirtyThreats {
    fn making_null(&mut self, board: &Board) {
        let king = board.king(board.side_to_move());
        (self.us, self.previous_king, self.king) = (board.side_to_move(), king, king);
        self.entries.rewrite(|_| ());
    }

    #[inline]
    fn making(&mut self, board: &Board, m: Move) {
        let (us, from) = (board.side_to_move(), m.from());
        let king = board.king(us);
        (self.us, self.previous_king, self.king) = (us, king, king);
        if m.kind() == MoveKind::Castling {
            let side = CastlingSide::from_squares(from, m.to());
            let [piece, rook] = [PieceType::King, PieceType::Rook].map(|piece_type| Piece::new(us, piece_type));
            self.king = side.king_target(us);
            let targets = [self.king, side.rook_target(us)];
            return self.entries.rewrite(|entries| castle(entries, *board, (piece, king), (rook, m.to()), targets));
        }
        if from == king {
            self.king = m.to();
        }
        let piece = board.piece_on(from).expect("a legal move starts from a piece");
        self.entries.rewrite(|entries| step(entries, board, m, piece));
    }
}
