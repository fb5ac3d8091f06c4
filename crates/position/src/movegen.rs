//! The generator of legal moves.
//!
//! It generates legal moves directly. A mask of squares that answer a check, and the lines of pinned pieces, limit the
//! targets of every piece; only en passant captures have to be tried out.

use gardez_bitboard::{
    Bitboard, bishop_attacks, king_attacks, knight_attacks, line, path_to, queen_attacks, rook_attacks,
};
use gardez_types::{CastlingSide, Color, Direction, Move, PieceType, Square};

use crate::board::Board;
use crate::castling;
use crate::list::MoveList;
use crate::move_class::MoveClass;
use crate::side::{Black, Side, White};

/// # Listing moves
///
/// | wanted | method |
/// |---|---|
/// | all legal moves | [`legal_moves`](Board::legal_moves) |
/// | all legal moves, position after position | [`legal_moves_into`](Board::legal_moves_into), which reuses a list |
/// | the legal moves of some pieces, or to some squares | [`legal_moves_from`](Board::legal_moves_from) |
/// | only their number | [`legal_move_count`](Board::legal_move_count) |
/// | captures, quiet moves or evasions for the move picker of a search | [`pseudo_legal_moves`](Board::pseudo_legal_moves), and [`keeps_king_safe`](Board::keeps_king_safe) before a move is made |
///
/// The order of the moves is unspecified. To find one move instead of a list, use
/// [`legal_origins`](Board::legal_origins) or [`parse_uci`](Board::parse_uci).
impl Board {
    /// All legal moves.
    ///
    /// ```
    /// use gardez_position::{Board, Rank};
    ///
    /// let moves = Board::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.iter().all(|m| m.to().rank() < Rank::Five));
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the contents of `list` with all legal moves. A tenth faster than a new list for each position.
    ///
    /// ```
    /// use gardez_position::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::start().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline(never)] // the generator is large, and one copy of it is enough
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        list.clear();
        let mut lister = Lister::new(list, Bitboard::FULL, Bitboard::FULL);
        self.generate(&mut lister);
    }

    /// The legal moves of the pieces on `sources` to squares of `targets`.
    ///
    /// The target of castling is the square of the rook. The target of an en passant capture is the square that the
    /// captured pawn has passed.
    ///
    /// ```
    /// use gardez_position::{Bitboard, Board, Color, PieceType, Rank};
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

    /// The number of legal moves. Faster than listing them.
    pub fn legal_move_count(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    /// The pseudo-legal moves of a class: moves that may leave the king of their side attacked.
    ///
    /// A pinned piece may leave its line, an en passant capture may uncover the king, and the king may move to an
    /// attacked square or castle through one. [`Board::keeps_king_safe`] says which of the moves are legal.
    ///
    /// In check, use [`MoveClass::Evasions`]. [`MoveClass::NonEvasions`] is empty then. The other classes ignore the
    /// check, and [`Board::keeps_king_safe`] is meaningless for their moves.
    ///
    /// ```
    /// use gardez_position::{Board, MoveClass};
    ///
    /// let board = Board::start();
    /// assert_eq!(board.pseudo_legal_moves(MoveClass::Quiets).len(), 20);
    /// assert!(board.pseudo_legal_moves(MoveClass::Captures).is_empty());
    /// assert!(board.pseudo_legal_moves(MoveClass::Evasions).is_empty());
    /// ```
    pub fn pseudo_legal_moves(&self, class: MoveClass) -> MoveList {
        self.pseudo_legal_under(self.checkers(), class)
    }
}

impl Board {
    #[inline]
    fn generate(&self, sink: &mut impl Sink) {
        match self.side_to_move {
            Color::White => generate::<White>(self, sink),
            Color::Black => generate::<Black>(self, sink),
        }
    }
}

/// Receives the generated moves. A `Lister` stores them, and a `Count` only counts them.
pub(crate) trait Sink {
    /// The moves of one piece that is not a pawn.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Pawn moves, one for each target. The pawn comes from the square `steps` steps back, one or two.
    fn pawns(&mut self, targets: Bitboard, step: Direction, steps: u8);

    /// Pawn moves to the last rank: for each target, a promotion to each of `pieces`.
    fn promotions(&mut self, targets: Bitboard, step: Direction, pieces: &[PieceType]);

    /// One move.
    fn single(&mut self, m: Move);
}

/// The square that a pawn comes from if `steps` steps take it to `target`.
#[inline]
fn origin(target: Square, step: Direction, steps: u8) -> Square {
    let index = target as i8 - steps as i8 * step.offset();
    Square::from_index(index as u8).expect("a pawn comes from a square")
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

// With AVX-512, storing a batch of moves takes a few instructions. Without it, it takes enough of them to be a function
// of its own, because the generator calls it in many places.
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

/// Counts moves.
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

/// Generates the legal moves of the side `S`.
fn generate<S: Side>(board: &Board, sink: &mut impl Sink) {
    let king = board.king(S::US);
    let checkers = board.checkers();
    king_steps::<S>(board, king, sink);

    // Only a king move answers a double check.
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
        board.en_passant_origins(S::US, ep_square).for_each(|pawn| sink.single(Move::en_passant(pawn, ep_square)));
    }
    if checkers.is_empty() && board.castling_rights().intersects(S::US.castling_rights()) {
        castlings::<S>(board, king, pinned, sink);
    }
}

/// King steps to squares that are not attacked after the king has left its own square.
#[inline]
fn king_steps<S: Side>(board: &Board, king: Square, sink: &mut impl Sink) {
    let their_pawns = board.pieces(S::THEM, PieceType::Pawn);
    let mut targets = king_attacks(king) - board.by_color(S::US);
    targets -= their_pawns.shift(S::UP_WEST.opposite()) | their_pawns.shift(S::UP_EAST.opposite());
    targets -= king_attacks(board.king(S::THEM));
    let knights = board.pieces(S::THEM, PieceType::Knight);
    let occupied = board.occupied() - king.into();
    let mut safe = targets;
    for target in targets {
        if !knight_attacks(target).is_disjoint(knights) || board.slider_attackers_exist(target, S::THEM, occupied) {
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

/// All moves of these pawns to allowed squares, except en passant.
#[inline]
fn pawn_moves<S: Side>(board: &Board, pawns: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
    pawn_steps::<S>(board, pawns, allowed, sink);
    pawn_captures::<S>(pawns, board.by_color(S::THEM) & allowed, sink);
    // Most positions have no pawn that can promote.
    let last_rank = Bitboard::from_rank(S::RANK_8) & allowed;
    let promoting = pawns & Bitboard::from_rank(S::RANK_7);
    if !promoting.is_empty() {
        sink.promotions((promoting.shift(S::UP) & last_rank) - board.occupied(), S::UP, &PieceType::PROMOTION_PIECES);
    }
}

/// Steps and double steps of these pawns to allowed squares, except steps to the last rank.
#[inline]
pub(crate) fn pawn_steps<S: Side>(board: &Board, pawns: Bitboard, allowed: Bitboard, sink: &mut impl Sink) {
    let empty = !board.occupied();
    let steps = pawns.shift(S::UP) & empty;
    let double_steps = (steps & Bitboard::from_rank(S::RANK_3)).shift(S::UP) & empty;
    sink.pawns((steps & allowed) - Bitboard::from_rank(S::RANK_8), S::UP, 1);
    sink.pawns(double_steps & allowed, S::UP, 2);
}

/// Captures of these pawns on squares of `targets`, including promotions.
#[inline]
pub(crate) fn pawn_captures<S: Side>(pawns: Bitboard, targets: Bitboard, sink: &mut impl Sink) {
    let last_rank = Bitboard::from_rank(S::RANK_8);
    let (west, east) = (pawns.shift(S::UP_WEST) & targets, pawns.shift(S::UP_EAST) & targets);
    sink.pawns(west - last_rank, S::UP_WEST, 1);
    sink.pawns(east - last_rank, S::UP_EAST, 1);
    if !((west | east) & last_rank).is_empty() {
        sink.promotions(west & last_rank, S::UP_WEST, &PieceType::PROMOTION_PIECES);
        sink.promotions(east & last_rank, S::UP_EAST, &PieceType::PROMOTION_PIECES);
    }
}

/// Castling moves, for a king that is not in check.
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
