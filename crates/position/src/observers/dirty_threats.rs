//! The attacks between pieces that a move adds and removes, for networks whose inputs are attacks.

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

    /// Reads [Stockfish's encoding](Threat::raw), or returns `None` if a square or piece has no valid number.
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

/// The attacks that the last observed move added and removed: the same multiset of entries as in Stockfish, in another
/// order.
///
/// An attack is an ordered pair of pieces, for example *rook e2 on pawn e7*. Colors do not matter: a piece also attacks
/// the pieces of its own side that it defends. Kings attack and are attacked like other pieces.
///
/// Applied to the set of attacks before the move, the entries give exactly the set after it. The same attack may be
/// removed and added by one move; such a pair of entries cancels out.
///
/// # Where the entries come from
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
/// When the piece leaves, the entries are the same with *added* and *removed* exchanged. The third kind is left out in
/// two cases. When a piece replaces another (a capture, a promotion), the lines that end on its square still end there.
/// When a piece moves along a line, that line is blocked by the same piece before and after:
///
/// ```text
/// 4 r . R . . K . .      The rook on c4 moves to d4. The line from a4 to f4 stays closed.
/// ```
///
/// | move | steps |
/// |---|---|
/// | without capture | origin (three kinds), target (three kinds), without lines through both squares |
/// | capture | origin (three kinds); on the target, the captured and the capturing piece (two kinds each) |
/// | en passant | square of the captured pawn (three kinds), then like a move without capture |
/// | promotion | like the pawn's move or capture; on the target, the pawn and the new piece (two kinds each) |
/// | castling | king and rook leave (three kinds each), king and rook arrive (three kinds each) |
///
/// # Examples
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
    /// The number of entries that there is room for. No move has more than 128.
    ///
    /// A piece that leaves or arrives attacks at most 8 pieces, is attacked by at most 16 (from 8 directions and by 8
    /// knights), and opens or closes at most 8 lines: 32 entries. Castling has four such steps. A promotion by capture has
    /// one, and four steps without lines.
    pub const CAPACITY: usize = Entries::CAPACITY;

    /// Returns the entries, in no particular order.
    #[inline]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Threat> + Clone + '_ {
        self.raw_entries().iter().map(|&raw| Threat::from_raw(raw).expect("squares and pieces"))
    }

    /// Returns the entries in [Stockfish's encoding](Threat::raw), as they are stored.
    #[inline]
    pub fn raw_entries(&self) -> &[u32] {
        self.entries.as_slice()
    }

    /// Returns the squares of the attacked pieces of all added attacks. Computed from the entries at every call.
    pub fn threatened(&self) -> Bitboard {
        self.entries().filter(|threat| threat.is_added).map(|threat| threat.attacked_square).collect()
    }

    /// Returns the squares of the attacking pieces of all added attacks. Computed from the entries at every call.
    pub fn threatening(&self) -> Bitboard {
        self.entries().filter(|threat| threat.is_added).map(|threat| threat.attacker_square).collect()
    }
}

/// Writes the entries of a move that is not castling.
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
