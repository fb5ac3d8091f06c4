//! The legal moves.
//!
//! They are generated directly: a mask of squares that parry a check and the lines of pinned pieces limit every target,
//! so no move has to be tried out but en passant.

use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, line, path_to, pawn_attacks, queen_attacks, rook_attacks,
};
use gardez_types::{CastlingSide, Color, Direction, Move, PieceType, Square};

use crate::castling;
use crate::side::{Black, Side, White};
use crate::{Board, MoveList};

impl Board {
    /// All legal moves, in no particular order that could be relied upon.
    ///
    /// ```
    /// use gardez_position::Board;
    ///
    /// let board = Board::start();
    /// assert!(board.legal_moves().iter().all(|m| m.to().rank() < gardez_types::Rank::Five));
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Puts all legal moves into `list`, in place of what it holds: a tenth faster than a new list each time.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::start().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline(never)] // the generator is large, and one copy of it serves all
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        list.clear();
        let mut lister = Lister::new(list, Bitboard::FULL, Bitboard::FULL);
        self.generate(&mut lister);
    }

    /// The legal moves of the pieces on `sources` to squares of `targets`: for move pickers that work in stages.
    ///
    /// The target of castling is the square of the rook, that of an en passant capture the square behind the captured
    /// pawn.
    ///
    /// ```
    /// use gardez_bitboard::Bitboard;
    /// use gardez_position::Board;
    /// use gardez_types::{Color, PieceType, Rank};
    ///
    /// let board = Board::start();
    /// let knights = board.pieces(Color::White, PieceType::Knight);
    /// assert_eq!(board.legal_moves_from(knights, Bitboard::FULL).len(), 4);
    /// assert_eq!(board.legal_moves_from(Bitboard::FULL, Rank::Four.into()).len(), 8);
    /// ```
    pub fn legal_moves_from(&self, sources: Bitboard, targets: Bitboard) -> MoveList {
        let mut list = MoveList::new();
        let mut lister = Lister::new(&mut list, sources, targets);
        self.generate(&mut lister);
        list
    }

    /// How many legal moves there are; faster than listing them.
    pub fn legal_move_count(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    #[inline]
    fn generate(&self, sink: &mut impl Sink) {
        match self.side_to_move {
            Color::White => generate::<White>(self, sink),
            Color::Black => generate::<Black>(self, sink),
        }
    }
}

/// What a pawn may become.
pub(crate) const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Who receives the moves: a list, or a counter that never looks at one.
pub(crate) trait Sink {
    /// The moves of one piece that is no pawn.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Pawn moves: each target is reached by the pawn that stands one step, or two, back from it.
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8);

    /// Pawn moves to the last rank: each target stands for a move to each of `pieces`.
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: &[PieceType]);

    fn single(&mut self, m: Move);
}

/// The square from which a pawn came to `target`.
#[inline]
fn origin(target: Square, step: Direction, steps: u8) -> Square {
    let index = target as i8 - steps as i8 * step.offset();
    Square::from_index(index as u8).expect("a pawn came from a square")
}

/// Lists the moves of the pieces on `sources` to `targets`.
pub(crate) struct Lister<'a> {
    pub(crate) list: &'a mut MoveList,
    sources: Bitboard,
    targets: Bitboard,
}

impl<'a> Lister<'a> {
    pub(crate) fn new(list: &'a mut MoveList, sources: Bitboard, targets: Bitboard) -> Self {
        Self { list, sources, targets }
    }
}

// With AVX-512 a batch of moves is a few instructions; else it is worth a call, for the generator has many places.
impl Sink for Lister<'_> {
    #[cfg_attr(target_feature = "avx512vbmi2", inline)]
    #[cfg_attr(not(target_feature = "avx512vbmi2"), inline(never))]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        if self.sources.contains(from) {
            self.list.push_piece(from, targets & self.targets);
        }
    }

    #[cfg_attr(target_feature = "avx512vbmi2", inline)]
    #[cfg_attr(not(target_feature = "avx512vbmi2"), inline(never))]
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8) {
        let mut targets = targets & self.targets;
        if self.sources != Bitboard::FULL {
            targets &= (0..steps).fold(self.sources, |sources, _| sources.shift(step));
        }
        self.list.push_steps(targets, step, steps);
    }

    #[inline(never)]
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: &[PieceType]) {
        for to in targets & self.targets {
            let from = origin(to, step, 1);
            if self.sources.contains(from) {
                for &piece_type in pieces {
                    self.list.push(Move::promotion(from, to, piece_type));
                }
            }
        }
    }

    #[inline(never)]
    fn single(&mut self, m: Move) {
        if self.sources.contains(m.from()) && self.targets.contains(m.to()) {
            self.list.push(m);
        }
    }
}

struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _step: Direction, _steps: u8) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: Direction, pieces: &[PieceType]) {
        self.0 += pieces.len() as u32 * targets.len();
    }

    #[inline]
    fn single(&mut self, _m: Move) {
        self.0 += 1;
    }
}

fn generate<S: Side>(board: &Board, sink: &mut impl Sink) {
    let king = board.king(S::US);
    let checkers = board.checkers();
    king_steps::<S>(board, king, sink);

    // Two checks at once are parried by the king alone.
    if checkers.has_several() {
        return;
    }
    let pinned = board.blockers(S::US) & board.by_color(S::US);
    let allowed = match checkers.lsb() {
        Some(checker) => path_to(king, checker),
        None => !board.by_color(S::US),
    };

    pieces::<S>(board, king, pinned, allowed, sink);

    let pawns = board.pieces(S::US, PieceType::Pawn);
    pawn_moves::<S>(board, pawns - pinned, allowed, sink);
    for pawn in pawns & pinned {
        pawn_moves::<S>(board, pawn.into(), allowed & line(king, pawn), sink);
    }
    if let Some(ep_square) = board.ep_square() {
        for pawn in pawn_attacks(S::THEM, ep_square) & pawns {
            if board.en_passant_is_safe(S::US, pawn, ep_square) {
                sink.single(Move::en_passant(pawn, ep_square));
            }
        }
    }
    if checkers.is_empty() && board.castling_rights().intersects(S::US.castling_rights()) {
        castlings::<S>(board, king, pinned, sink);
    }
}

/// King steps to squares that are not attacked once the king has left its own.
#[inline]
fn king_steps<S: Side>(board: &Board, king: Square, sink: &mut impl Sink) {
    let their_pawns = board.pieces(S::THEM, PieceType::Pawn);
    let mut targets = king_attacks(king) - board.by_color(S::US);
    targets -= their_pawns.shift(S::UP_WEST.opposite()) | their_pawns.shift(S::UP_EAST.opposite());
    targets -= king_attacks(board.king(S::THEM));
    let knights = board.pieces(S::THEM, PieceType::Knight);
    let seen_through = board.occupied() - king.into();
    let mut safe = targets;
    for target in targets {
        if !knight_attacks(target).is_disjoint(knights) || board.slider_attackers_exist(target, S::THEM, seen_through) {
            safe.remove(target);
        }
    }
    sink.piece(king, safe);
}

/// Knights and sliders. A pinned knight never moves, a pinned slider stays on its line.
#[inline]
pub(crate) fn pieces<S: Side>(board: &Board, king: Square, pinned: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
    let occupied = board.occupied();
    for knight in board.pieces(S::US, PieceType::Knight) - pinned {
        sink.piece(knight, knight_attacks(knight) & allowed);
    }
    let bishops = board.pieces(S::US, PieceType::Bishop);
    let rooks = board.pieces(S::US, PieceType::Rook);
    let queens = board.pieces(S::US, PieceType::Queen);
    for bishop in bishops - pinned {
        sink.piece(bishop, bishop_attacks(bishop, occupied) & allowed);
    }
    for rook in rooks - pinned {
        sink.piece(rook, rook_attacks(rook, occupied) & allowed);
    }
    for queen in queens - pinned {
        sink.piece(queen, queen_attacks(queen, occupied) & allowed);
    }
    for slider in (bishops | rooks | queens) & pinned {
        sink.piece(slider, board.attacks_from(slider) & allowed & line(king, slider));
    }
}

/// All moves of these pawns to allowed squares, but en passant.
#[inline]
fn pawn_moves<S: Side>(board: &Board, pawns: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
    pawn_steps::<S>(board, pawns, allowed, sink);
    pawn_captures::<S>(pawns, board.by_color(S::THEM) & allowed, sink);
    // Most positions have no pawn that could promote.
    let last_rank = Bitboard::from_rank(S::RANK_8) & allowed;
    let promoting = pawns & Bitboard::from_rank(S::RANK_7);
    if !promoting.is_empty() {
        sink.promotions((promoting.shift(S::UP) & last_rank) - board.occupied(), S::UP, &PROMOTIONS);
    }
}

/// Steps and double steps of these pawns to allowed squares, without those to the last rank.
#[inline]
pub(crate) fn pawn_steps<S: Side>(board: &Board, pawns: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
    let empty = !board.occupied();
    let steps = pawns.shift(S::UP) & empty;
    let double_steps = (steps & Bitboard::from_rank(S::RANK_3)).shift(S::UP) & empty;
    sink.pawns((steps & allowed) - Bitboard::from_rank(S::RANK_8), S::UP, 1);
    sink.pawns(double_steps & allowed, S::UP, 2);
}

/// Captures of these pawns on squares of `targets`, promotions included.
#[inline]
pub(crate) fn pawn_captures<S: Side>(pawns: Bitboard, targets: Bitboard, sink: &mut impl Sink) {
    let last_rank = Bitboard::from_rank(S::RANK_8);
    let (west, east) = (pawns.shift(S::UP_WEST) & targets, pawns.shift(S::UP_EAST) & targets);
    sink.pawns(west - last_rank, S::UP_WEST, 1);
    sink.pawns(east - last_rank, S::UP_EAST, 1);
    if !((west | east) & last_rank).is_empty() {
        sink.promotions(west & last_rank, S::UP_WEST, &PROMOTIONS);
        sink.promotions(east & last_rank, S::UP_EAST, &PROMOTIONS);
    }
}

#[inline]
fn castlings<S: Side>(board: &Board, king: Square, pinned: Bitboard, sink: &mut impl Sink) {
    for side in CastlingSide::ALL {
        let Some(rook) = board.castling_rook(S::US, side) else { continue };
        let free = castling::path(S::US, side, king, rook).is_disjoint(board.occupied());
        if free && board.castling_is_safe(S::US, side, rook, pinned) {
            sink.single(Move::castling(king, rook));
        }
    }
}
