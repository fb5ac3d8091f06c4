//! Which attacks between pieces a move adds and removes, for networks whose inputs are attacks.

use arrayvec::ArrayVec;
use gardez_bitboard::{Bitboard, bishop_attacks, piece_attacks, ray_pass, rook_attacks};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};

use super::MoveObserver;
use crate::board::Board;

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
    /// True if the move adds the attack, false if it removes it.
    pub is_added: bool,
}

impl Threat {
    /// The attack in Stockfish's encoding of 32 bits.
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
/// assert_eq!(threats.entries().iter().filter(|threat| threat.is_added).count(), 1);
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
    /// The squares of the attacked pieces of all added attacks.
    pub threatened: Bitboard,
    /// The squares of the attacking pieces of all added attacks.
    pub threatening: Bitboard,
    entries: ArrayVec<Threat, { DirtyThreats::CAPACITY }>,
}

impl Default for DirtyThreats {
    /// The value before the first move, without entries.
    fn default() -> Self {
        Self {
            us: Color::White,
            previous_king: Square::A1,
            king: Square::A1,
            threatened: Bitboard::EMPTY,
            threatening: Bitboard::EMPTY,
            entries: ArrayVec::new(),
        }
    }
}

impl DirtyThreats {
    /// The number of entries that there is room for. No move has more than 128.
    ///
    /// A piece that leaves or arrives attacks at most 8 pieces, is attacked by at most 16 (from 8 directions and by 8
    /// knights), and opens or closes at most 8 lines: 32 entries. Castling has four such steps. A promotion by capture has
    /// one, and four steps without lines.
    pub const CAPACITY: usize = 160;

    /// The entries, in no particular order.
    pub fn entries(&self) -> &[Threat] {
        &self.entries
    }

    /// Adds an entry.
    fn push(&mut self, attacker: (Piece, Square), attacked: (Piece, Square), is_added: bool) {
        if is_added {
            self.threatened.insert(attacked.1);
            self.threatening.insert(attacker.1);
        }
        self.entries.push(Threat {
            attacker: attacker.0,
            attacker_square: attacker.1,
            attacked: attacked.0,
            attacked_square: attacked.1,
            is_added,
        });
    }

    /// Adds the attacks of a piece on a square, and the attacks on it, among the pieces on `occupied`.
    fn attacks(&mut self, board: &Board, occupied: Bitboard, piece: Piece, square: Square, is_added: bool) {
        for target in piece_attacks(piece, square, occupied) & occupied {
            if let Some(attacked) = board.piece_on(target) {
                self.push((piece, square), (attacked, target), is_added);
            }
        }
        for attacker in board.attackers_through(square, occupied) & occupied {
            if let Some(attacking) = board.piece_on(attacker) {
                self.push((attacking, attacker), (piece, square), is_added);
            }
        }
    }

    /// Adds the attacks along the lines that open when a piece leaves a square, or close when it arrives: those of every
    /// slider that attacks the square, on the first piece past the square. A line through all squares of `skip` is left
    /// out, because it does not change.
    fn lines(&mut self, board: &Board, occupied: Bitboard, square: Square, skip: Bitboard, opens: bool) {
        let (diagonal, orthogonal) = (bishop_attacks(square, occupied), rook_attacks(square, occupied));
        let queens = board.by_type(PieceType::Queen);
        let sliders = diagonal & (board.by_type(PieceType::Bishop) | queens)
            | orthogonal & (board.by_type(PieceType::Rook) | queens);
        for slider in sliders & occupied {
            let ray = ray_pass(slider, square);
            if !skip.is_empty() && skip.is_subset(ray) {
                continue;
            }
            let next = ((diagonal | orthogonal) & ray & occupied).lsb();
            let pieces = board.piece_on(slider).zip(next.and_then(|next| Some((board.piece_on(next)?, next))));
            if let Some((attacking, attacked)) = pieces {
                self.push((attacking, slider), attacked, opens);
            }
        }
    }
}

impl MoveObserver for DirtyThreats {
    fn making_null(&mut self, board: &Board) {
        let king = board.king(board.side_to_move());
        *self = Self { us: board.side_to_move(), previous_king: king, king, ..Self::default() };
    }

    fn making(&mut self, board: &Board, m: Move) {
        let us = board.side_to_move();
        let king = board.king(us);
        *self = Self { us, previous_king: king, king, ..Self::default() };
        if m.from() == king {
            self.king = match m.kind() {
                MoveKind::Castling => CastlingSide::from_squares(king, m.to()).king_target(us),
                _ => m.to(),
            };
        }
    }

    fn removed(&mut self, board: &Board, piece: Piece, square: Square) {
        let occupied = board.occupied();
        self.attacks(board, occupied, piece, square, false);
        self.lines(board, occupied, square, Bitboard::EMPTY, true);
    }

    fn placed(&mut self, board: &Board, piece: Piece, square: Square) {
        let occupied = board.occupied();
        self.attacks(board, occupied, piece, square, true);
        self.lines(board, occupied, square, Bitboard::EMPTY, false);
    }

    fn moved(&mut self, board: &Board, piece: Piece, from: Square, to: Square) {
        // A line through both squares is blocked by the same piece before and after.
        let skip = Bitboard::from(from) | to.into();
        let (before, after) = (board.occupied() ^ skip, board.occupied());
        self.attacks(board, before, piece, from, false);
        self.lines(board, before, from, skip, true);
        self.attacks(board, after, piece, to, true);
        self.lines(board, after, to, skip, false);
    }

    fn replaced(&mut self, board: &Board, square: Square, old: Piece, new: Piece) {
        // Lines that end on the square still end there.
        let occupied = board.occupied();
        self.attacks(board, occupied, old, square, false);
        self.attacks(board, occupied, new, square, true);
    }
}
