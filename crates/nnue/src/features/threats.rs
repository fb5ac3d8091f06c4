//! Full threats: one input for each pair of a piece and a piece that it attacks or defends.

#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2"
)))]
#[path = "threats/lookups.rs"]
mod imp;
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vbmi2"
))]
#[path = "threats/vector.rs"]
mod imp;

use gardez_bitboard::{Bitboard, attacks, pawn_attacks};
use gardez_position::observers::DirtyThreats;
use gardez_types::{Color, Direction, File, Piece, PieceType, Square};

use super::definition::{ThreatSlots, empty_attacks};
use super::list::{Difference, IndexList, Writer};
use super::pieces::flip;
use super::{FeatureSet, Pieces, definition};

/// Full threats: one input for each pair of a piece and a piece that it attacks or defends, of either color, as far as
/// its [`ThreatSlots`] allow the pair.
///
/// Sliders stop at the first piece, kings included. Two pieces of one type that attack each other have one input. Files
/// are flipped while the perspective's king is on the files e to h.
///
/// [`FULL_THREATS`] and [`FULL_THREATS_79856`] are two values; a value can be a `static`:
///
/// ```
/// use gardez_nnue::features::definition::ThreatSlots;
/// use gardez_nnue::features::{FULL_THREATS, FeatureSet, ThreatInputs};
/// use gardez_position::{Board, Color, PieceType::{Bishop, Knight, Pawn, Queen, Rook}};
///
/// // 8 . . . . . . k .      b2 defends c3, d4 attacks e6, h3 attacks c3. The attack of c3 on h3 is left out, because
/// // 6 . . . . p . . .      both are rooks and h3 is the higher square.
/// // 4 . . . N . . . .
/// // 3 . . R . . . . r
/// // 2 . P . . . . . .
/// // 1 . . K . . . . .
/// let board: Board = "6k1/8/4p3/8/3N4/2R4r/1P6/2K5 b - - 0 1".parse()?;
/// let mut active = FULL_THREATS.active(&board, Color::White);
/// active.sort_unstable();
/// assert_eq!(active[..], [86, 2157, 41094]);
///
/// // Only attacks on pieces that are worth at least as much.
/// static UPWARD: ThreatInputs = ThreatInputs::new(ThreatSlots::new([
///     &[Knight, Bishop, Rook, Queen],
///     &[Bishop, Rook, Queen],
///     &[Knight, Rook, Queen],
///     &[Queen],
///     &[],
///     &[],
/// ]));
/// assert_eq!(UPWARD.inputs(), 2 * 2 * (4 * 84 + 3 * 336 + 3 * 560 + 896));
/// assert_eq!(UPWARD.active(&board, Color::White).len(), 1, "b2 defends c3");
/// # Ok::<_, gardez_position::FenError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ThreatInputs {
    pub(crate) slots: ThreatSlots,
    firsts: [Firsts; 2],
}

impl ThreatInputs {
    /// Returns the inputs of these types of pieces and their targets.
    pub const fn new(slots: ThreatSlots) -> Self {
        Self { slots, firsts: [Firsts::new(&slots, Color::White), Firsts::new(&slots, Color::Black)] }
    }

    #[inline]
    fn targets<B: Pieces + ?Sized>(&self, board: &B, attacker: PieceType) -> Bitboard {
        let types = self.slots.attacked(attacker).iter();
        types.fold(Bitboard::EMPTY, |set, &attacked| set | board.by_type(attacked))
    }
}

/// `FullThreats` of Stockfish since July 2026 and of nnue-pytorch: 59,808 inputs, without kings. In these networks,
/// [`PawnPairs`](super::PawnPairs) follow: add 59,808 to their indices.
pub static FULL_THREATS: ThreatInputs = ThreatInputs::new(ThreatSlots::CURRENT);

/// `FullThreats` of Stockfish 18: 79,856 inputs, with kings as attackers and targets, and with pawns that defend each
/// other. Versions of Stockfish between the two had other numbers again.
pub static FULL_THREATS_79856: ThreatInputs = ThreatInputs::new(ThreatSlots::STOCKFISH_18);

/// No first input: the pair of pieces is not an input.
const NONE: u32 = u32::MAX;

/// The numbers of a version for one perspective, by `piece as usize` of the attacker and the attacked piece.
#[derive(Clone, PartialEq, Debug)]
struct Firsts {
    /// The first input of the pair of pieces, or [`NONE`].
    first: [[u32; 16]; 16],
    /// A bit for each attacked piece with which only the higher of two squares attacks.
    once: [u16; 16],
    /// The row of [`Pairs`] for each attacker.
    row: [u8; 16],
}

impl Firsts {
    const fn new(slots: &ThreatSlots, perspective: Color) -> Self {
        let mut this = Self { first: [[NONE; 16]; 16], once: [0; 16], row: [0; 16] };
        let mut i = 0;
        while i < Piece::COUNT {
            let attacker = Piece::ALL[i];
            this.row[attacker as usize] = row(perspective, attacker) as u8;
            let mut j = 0;
            while j < Piece::COUNT {
                let attacked = Piece::ALL[j];
                if let Some(first) = slots.first(perspective, attacker, attacked) {
                    this.first[attacker as usize][attacked as usize] = first;
                }
                if slots.counts_once(attacker, attacked) {
                    this.once[attacker as usize] |= 1 << attacked as u32;
                }
                j += 1;
            }
            i += 1;
        }
        this
    }
}

/// Returns the row of a piece in [`Pairs`]: the pawns that go down the board, as the perspective sees it, and then the
/// types.
const fn row(perspective: Color, piece: Piece) -> usize {
    match piece.piece_type() {
        PieceType::Pawn => (perspective as u8 == piece.color() as u8) as usize,
        others => others as usize,
    }
}

/// Pairs of origin and target on an empty board, as the perspective sees them: a row for each way to attack.
struct Pairs {
    /// The number of pairs with an origin below this one.
    below: [[u16; 64]; 7],
    /// The number of targets of the origin that are below this one.
    targets_below: [[[u8; 64]; 64]; 7],
}

static PAIRS: Pairs = {
    let mut pairs = Pairs { below: [[0; 64]; 7], targets_below: [[[0; 64]; 64]; 7] };
    let mut i = 0;
    while i < Piece::COUNT {
        let piece = Piece::ALL[i];
        let row = row(Color::White, piece);
        let (mut from, mut below) = (0, 0);
        while from < 64 {
            pairs.below[row][from] = below;
            let attacked = empty_attacks(piece, Square::ALL[from]);
            let (mut to, mut targets) = (0, 0);
            while to < 64 {
                pairs.targets_below[row][from][to] = targets;
                targets += (attacked >> to & 1) as u8;
                to += 1;
            }
            below += targets as u16;
            from += 1;
        }
        i += 1;
    }
    pairs
};

/// The squares that the perspective sees below a square: for white and black, each without and with flipped files.
static BELOW: [[Bitboard; 64]; 4] = {
    let mut below = [[Bitboard::EMPTY; 64]; 4];
    let mut view = 0;
    while view < 4 {
        let (perspective, is_mirrored) = (Color::ALL[view / 2], view % 2 == 1);
        let mut i = 0;
        while i < 64 {
            let seen = definition::oriented(perspective, is_mirrored, Square::ALL[i]);
            let mut lower = 0;
            while lower < seen as usize {
                // Orienting a square twice gives the same square.
                below[view][i].insert(definition::oriented(perspective, is_mirrored, Square::ALL[lower]));
                lower += 1;
            }
            i += 1;
        }
        view += 1;
    }
    below
};

/// Returns `true` if the perspective flips files: its own king is on the files e to h.
#[inline]
pub(super) const fn is_mirrored(king: Square) -> bool {
    king.file() as u8 >= File::E as u8
}

/// The numbering of the attacks of one piece.
struct Attacker<'a> {
    /// The first input for each attacked piece.
    firsts: &'a [u32; 16],
    /// The number of pairs with an origin below its square.
    below: u32,
    /// For each target that the perspective sees, the number of targets below it.
    targets_below: &'static [u8; 64],
    /// The bits of a square's number that the perspective flips.
    flip: u8,
}

/// The values that do not change while the attacks of a board are written.
struct Writing<'a, 'b, B: ?Sized> {
    board: &'a B,
    pieces: &'a [Option<Piece>; 64],
    firsts: &'a Firsts,
    below: &'static [Bitboard; 64],
    flip: u8,
    writer: &'a mut Writer<'b>,
}

impl<B: Pieces + ?Sized> Writing<'_, '_, B> {
    /// Writes the attacks of the piece on `from` on these pieces.
    #[inline]
    fn write(&mut self, from: Square, attacked: Bitboard) {
        let attacker = self.pieces[from as usize].map_or(0, |piece| piece as usize);
        let (firsts, row) = (&self.firsts.first[attacker], usize::from(self.firsts.row[attacker]));
        let from = usize::from(from as u8 ^ self.flip);
        let (below, targets_below) = (u32::from(PAIRS.below[row][from]), &PAIRS.targets_below[row][from]);
        let attacker = Attacker { firsts, below, targets_below, flip: self.flip };
        imp::write(&attacker, self.pieces, attacked, self.writer);
    }

    #[inline]
    fn write_pawns(&mut self, inputs: &ThreatInputs, color: Color, perspective: Color) {
        let pawns = self.board.by_type(PieceType::Pawn);
        let mut targets = inputs.targets(self.board, PieceType::Pawn);
        // The own pawns attack upward, so of two pawns that attack each other, only the other one is higher.
        if color == perspective {
            targets -= pawns & self.board.by_color(!color);
        }
        // Pawns of the other color attack downward, so they are higher than the pawns that they defend, and the own ones
        // are lower.
        if !inputs.slots.all_pawn_chains && color == perspective {
            targets -= pawns;
        }
        let back = match color {
            Color::White => [Direction::SouthWest, Direction::SouthEast],
            Color::Black => [Direction::NorthWest, Direction::NorthEast],
        };
        let attackers = targets.shift(back[0]) | targets.shift(back[1]);
        for from in pawns & self.board.by_color(color) & attackers {
            self.write(from, pawn_attacks(color, from) & targets);
        }
    }

    /// Writes the attacks of all pieces of a type, except pawns.
    #[inline]
    fn write_type(&mut self, inputs: &ThreatInputs, piece_type: PieceType) {
        let (pieces, occupied) = (self.board.by_type(piece_type), self.board.occupied());
        let targets = inputs.targets(self.board, piece_type);
        for from in pieces {
            // Pieces of the same type count only if they are lower.
            let targets = targets - (pieces - self.below[from as usize]);
            self.write(from, attacks(piece_type, from, occupied) & targets);
        }
    }
}

impl FeatureSet for ThreatInputs {
    type Change = DirtyThreats;

    #[inline]
    fn inputs(&self) -> u32 {
        self.slots.inputs()
    }

    fn active_into<B: Pieces + ?Sized>(&self, board: &B, perspective: Color, list: &mut IndexList) {
        let (is_mirrored, pieces) = (is_mirrored(board.king(perspective)), board.piece_array());
        list.rewrite(|writer| {
            let mut writing = Writing {
                board,
                pieces: &pieces,
                firsts: &self.firsts[perspective as usize],
                below: &BELOW[2 * perspective as usize + usize::from(is_mirrored)],
                flip: flip(perspective, is_mirrored),
                writer,
            };
            for color in Color::ALL {
                writing.write_pawns(self, color, perspective);
            }
            for piece_type in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
                writing.write_type(self, piece_type);
            }
            if !self.slots.attacked(PieceType::King).is_empty() {
                writing.write_type(self, PieceType::King);
            }
        });
    }

    #[inline]
    fn requires_refresh(&self, change: &DirtyThreats, perspective: Color) -> bool {
        change.us == perspective && is_mirrored(change.previous_king) != is_mirrored(change.king)
    }

    fn difference_into(&self, king: Square, change: &DirtyThreats, perspective: Color, difference: &mut Difference) {
        difference.restart(self.requires_refresh(change, perspective));
        if difference.refresh {
            return;
        }
        let (flip, firsts) = (flip(perspective, is_mirrored(king)), &self.firsts[perspective as usize]);
        difference.removed.rewrite(|removed| {
            difference.added.rewrite(|added| {
                for &entry in change.raw_entries() {
                    firsts.write(entry, flip, removed, added);
                }
            });
        });
    }
}

impl Firsts {
    /// Writes the input of an entry to one of two lists, if it has one.
    #[inline(always)]
    fn write(&self, entry: u32, flip: u8, removed: &mut Writer<'_>, added: &mut Writer<'_>) {
        // The encoding of `Threat::raw`.
        let [from, to, pieces, sign] = entry.to_le_bytes();
        let (attacked, attacker, is_added) = (usize::from(pieces & 15), usize::from(pieces >> 4), sign != 0);
        let (from, to) = (usize::from((from ^ flip) & 63), usize::from((to ^ flip) & 63));
        let (first, row) = (self.first[attacker][attacked], usize::from(self.row[attacker]));
        let is_once = self.once[attacker] >> attacked & 1 != 0;
        let is_input = first != NONE && (!is_once || to < from);
        let pair = u32::from(PAIRS.below[row][from]) + u32::from(PAIRS.targets_below[row][from][to]);
        let index = first.wrapping_add(pair);
        removed.push_if(index, is_input && !is_added);
        added.push_if(index, is_input && is_added);
    }
}
