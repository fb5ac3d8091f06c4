//! Which attacks between pieces a move adds and removes: what a network over threats needs.
//!
//! `docs/threat-lists.md` explains the procedure with boards.

use arrayvec::ArrayVec;
use gardez_bitboard::{Bitboard, bishop_attacks, piece_attacks, ray_pass, rook_attacks};
use gardez_types::{CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square};

use super::MoveObserver;
use crate::Board;

/// One attack of a piece on a piece, of any colors, that a move adds or removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Threat {
    /// The square of the piece that attacks.
    pub attacker_square: Square,
    /// The square of the piece that is attacked.
    pub attacked_square: Square,
    /// The piece that is attacked.
    pub attacked: Piece,
    /// The piece that attacks.
    pub attacker: Piece,
    /// True if the attack is new, false if it is gone.
    pub is_added: bool,
}

impl Threat {
    /// The attack as Stockfish's 32 bits: attacker's square in bits 0 to 7, attacked square in 8 to 15, attacked piece
    /// in 16 to 19, attacker in 20 to 23, and bit 31 set if it is added.
    pub const fn raw(self) -> u32 {
        self.attacker_square as u32
            | (self.attacked_square as u32) << 8
            | (self.attacked as u32) << 16
            | (self.attacker as u32) << 20
            | (self.is_added as u32) << 31
    }
}

/// The attacks that the last observed move added and removed: the same multiset of entries as Stockfish's, in an order
/// of its own.
///
/// Applied to the attacks before the move, the entries give exactly those after it; an entry may be added and removed
/// by the same move. Pieces defended by their own side and kings are included.
///
/// ```
/// use gardez_position::{Position, observers::DirtyThreats};
///
/// let mut position: Position = "k7/4p3/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
/// let mut threats = DirtyThreats::default();
/// position.do_move_with(position.parse_uci("e2d2")?, &mut threats);
/// // Gone: rook e2 on pawn e7 and on king e1, king on rook e2. New: king on rook d2.
/// assert_eq!(threats.entries().iter().filter(|threat| threat.is_added).count(), 1);
/// assert_eq!(threats.entries().len(), 4);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirtyThreats {
    /// The side that moved.
    pub us: Color,
    /// Where its king stood before.
    pub previous_king: Square,
    /// Where its king stands now.
    pub king: Square,
    /// The squares of pieces under an added attack.
    pub threatened: Bitboard,
    /// The squares of pieces that give an added attack.
    pub threatening: Bitboard,
    entries: ArrayVec<Threat, { DirtyThreats::CAPACITY }>,
}

impl Default for DirtyThreats {
    /// Before the first move.
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
    /// Room for the entries of any move.
    ///
    /// A piece that leaves or arrives has at most 8 attacks, suffers at most 16 (from 8 directions and 8 knights), and
    /// opens or closes at most 8 lines: 32 entries. Castling has four such steps; a promotion by capture one, and four
    /// without lines.
    pub const CAPACITY: usize = 160;

    /// The entries, in no particular order.
    pub fn entries(&self) -> &[Threat] {
        &self.entries
    }

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

    /// Notes what a piece on a square attacks and what attacks it, among the pieces on `occupied`.
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

    /// Notes the lines that open when a piece leaves a square, or close when it arrives: a slider that attacks the
    /// square attacks the first piece behind it from now on, or no longer. A line that runs through all squares of
    /// `skip` stays as it is and is left out.
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
            let behind = ((diagonal | orthogonal) & ray & occupied).lsb();
            let pieces = board.piece_on(slider).zip(behind.and_then(|behind| Some((board.piece_on(behind)?, behind))));
            if let Some((attacking, attacked)) = pieces {
                self.push((attacking, slider), attacked, opens);
            }
        }
    }
}

impl MoveObserver for DirtyThreats {
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
        // A line through both squares is blocked before and after, by the same piece.
        let skip = Bitboard::from(from) | to.into();
        let (before, after) = (board.occupied() ^ skip, board.occupied());
        self.attacks(board, before, piece, from, false);
        self.lines(board, before, from, skip, true);
        self.attacks(board, after, piece, to, true);
        self.lines(board, after, to, skip, false);
    }

    fn replaced(&mut self, board: &Board, square: Square, old: Piece, new: Piece) {
        // Lines that end on the square end there still.
        let occupied = board.occupied();
        self.attacks(board, occupied, old, square, false);
        self.attacks(board, occupied, new, square, true);
    }
}
