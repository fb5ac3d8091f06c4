//! The methods that the search calls of a library, and the ones that a contestant adds.

pub(crate) mod facts;

use arrayvec::ArrayVec;
use gardez_position::CastlingMode;

use facts::Facts;

// The kinds of pieces as numbers.
pub(crate) const PAWN: usize = 0;
pub(crate) const KNIGHT: usize = 1;
pub(crate) const BISHOP: usize = 2;
pub(crate) const ROOK: usize = 3;
pub(crate) const QUEEN: usize = 4;
pub(crate) const KING: usize = 5;

/// In place of a captured piece, if there is none.
pub(crate) const NOTHING: usize = 6;

/// The part of a library that its boards, squares and attack functions offer. Sets of squares are numbers of 64 bits,
/// as in every library; squares keep their own type, so that nothing is converted.
pub(crate) trait Library {
    /// A position.
    type Board;
    /// A square, from a1 along the ranks to h8.
    type Square: Copy;
    /// A move. Castling goes from the king's square to the rook's.
    type Move: Copy;

    /// Returns `true` if white is to move.
    fn white_to_move(board: &Self::Board) -> bool;
    /// Returns the pieces of one color.
    fn color(board: &Self::Board, white: bool) -> u64;
    /// Returns the pieces of one kind, of both colors.
    fn pieces(board: &Self::Board, piece: usize) -> u64;
    /// Returns the kind of the piece on a square, or [`NOTHING`].
    fn piece_on(board: &Self::Board, square: Self::Square) -> usize;

    /// Returns the lowest square of a set that is not empty.
    fn first(set: u64) -> Self::Square;
    /// Returns the number of a square, from 0.
    fn index(square: Self::Square) -> usize;

    /// Returns the square where a move starts.
    fn from(m: Self::Move) -> Self::Square;
    /// Returns the square where a move ends.
    fn to(m: Self::Move) -> Self::Square;
    /// Returns what a pawn becomes, or [`NOTHING`].
    fn promotion(m: Self::Move) -> usize;

    /// Returns the squares that a rook attacks.
    fn rook(square: Self::Square, occupied: u64) -> u64;
    /// Returns the squares that a bishop attacks.
    fn bishop(square: Self::Square, occupied: u64) -> u64;
    /// Returns the squares that a knight attacks.
    fn knight(square: Self::Square) -> u64;
    /// Returns the squares that a king attacks.
    fn king(square: Self::Square) -> u64;
    /// Returns the squares that a pawn attacks.
    fn pawn(white: bool, square: Self::Square) -> u64;
    /// Returns the squares strictly between two squares of a line.
    fn between(one: Self::Square, other: Self::Square) -> u64;

    /// Returns the set of one square.
    #[inline]
    fn bit(square: Self::Square) -> u64 {
        1 << Self::index(square)
    }

    /// Returns all pieces.
    #[inline]
    fn occupied(board: &Self::Board) -> u64 {
        Self::color(board, true) | Self::color(board, false)
    }
}

/// Implements [`Library`] for a type by a row for each method. All of them are inlined.
macro_rules! library {
    ($library:ident: $board:ty, $square:ty, $move:ty;
        $($method:ident($($argument:ident: $type:ty),*) -> $result:ty = $value:expr;)*) => {
        impl Library for $library {
            type Board = $board;
            type Square = $square;
            type Move = $move;
            $(
                #[inline]
                fn $method($($argument: $type),*) -> $result {
                    $value
                }
            )*
        }
    };
}
pub(crate) use library;

/// The part of the moves that is generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Captures, en passant, promotions by capture, and promotions to a queen.
    Captures,
    /// The other moves.
    Quiets,
}

/// The effect of a move besides moving a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing, or a capture on its target.
    Usual,
    /// A pawn becomes another piece.
    Promotion,
    /// A pawn captures a pawn that is not on the target.
    EnPassant,
    /// The king and a rook move.
    Castling,
}

/// A move with what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    /// The higher, the earlier the move is tried. The lower bits are the move itself, so no two moves are equal.
    pub(crate) order: u32,
    /// The kind of the piece that moves.
    pub(crate) piece: u8,
    /// The kind of the piece that is captured, or [`NOTHING`]; a pawn for en passant.
    pub(crate) captured: u8,
    /// The kind of the move.
    pub(crate) kind: Kind,
    /// The move.
    pub(crate) m: M,
}

impl<M: Copy> Candidate<M> {
    /// Returns a move of a piece that is on this board.
    #[inline]
    pub(crate) fn new<L: Library<Move = M>>(board: &L::Board, m: M, piece: usize) -> Self {
        let (from, to) = (L::from(m), L::to(m));
        let captured = L::piece_on(board, to);
        let (kind, captured) = match piece {
            PAWN if L::promotion(m) != NOTHING => (Kind::Promotion, captured),
            PAWN if captured == NOTHING && (L::index(from) ^ L::index(to)) & 7 != 0 => (Kind::EnPassant, PAWN),
            KING if L::color(board, L::white_to_move(board)) & L::bit(to) != 0 => (Kind::Castling, NOTHING),
            _ => (Kind::Usual, captured),
        };
        Self { order: 0, piece: piece as u8, captured: captured as u8, kind, m }
    }

    /// Returns the move as a number that is the same in every library.
    #[inline]
    pub(crate) fn code<L: Library<Move = M>>(&self) -> u16 {
        (L::index(L::from(self.m)) | L::index(L::to(self.m)) << 6 | L::promotion(self.m) << 12) as u16
    }
}

/// Returns the number of the square on which a move captures.
#[inline]
pub(crate) fn captured_at<L: Library>(candidate: &Candidate<L::Move>) -> usize {
    let (from, to) = (L::index(L::from(candidate.m)), L::index(L::to(candidate.m)));
    if candidate.kind == Kind::EnPassant { from & 56 | to & 7 } else { to }
}

/// Returns the numbers of the squares on which a king and a rook stand after castling.
#[inline]
pub(crate) const fn castled(king: usize, rook: usize) -> (usize, usize) {
    let first = king & 56;
    if king < rook { (first + 6, first + 5) } else { (first + 2, first + 3) }
}

/// The moves of one stage.
pub(crate) type Candidates<M> = ArrayVec<Candidate<M>, 256>;

/// The move of a contestant's library.
pub(crate) type MoveOf<C> = <<C as Contestant>::Library as Library>::Move;

/// The board of a contestant's library.
pub(crate) type BoardOf<C> = <<C as Contestant>::Library as Library>::Board;

/// A way to search: a library, and how its moves are generated, made and undone. The methods that have a body use the
/// code that is common to all libraries.
pub(crate) trait Contestant {
    /// Its name in the results.
    const NAME: &'static str;

    /// Its library.
    type Library: Library;
    /// A position, in which moves are made.
    type Position: Clone;
    /// The facts that the contestant remembers at a node besides the common ones, or `()`.
    type Own: Default;
    /// A piece-square score that moves keep up to date.
    type Score: Copy;

    /// Reads a FEN, with a Shredder castling field in Chess960.
    fn read(fen: &str, mode: CastlingMode) -> Self::Position;

    /// Returns the board of a position.
    fn board(position: &Self::Position) -> &BoardOf<Self>;

    /// Returns `true` if the side to move is in check.
    fn in_check(position: &Self::Position) -> bool;

    /// Returns the score of a position.
    fn score(position: &Self::Position) -> Self::Score;

    /// Returns a score as a number, for white.
    fn value(score: Self::Score) -> i32;

    /// Passes each legal move of a stage, with the kind of its piece.
    fn generate(position: &Self::Position, stage: Stage, receive: impl FnMut(MoveOf<Self>, usize));

    /// Passes the quiet moves that give check.
    #[inline]
    fn generate_quiet_checks(
        position: &Self::Position,
        facts: &mut Facts<Self::Own>,
        mut receive: impl FnMut(Candidate<MoveOf<Self>>),
    ) {
        Self::generate(position, Stage::Quiets, |m, piece| {
            let candidate = Candidate::new::<Self::Library>(Self::board(position), m, piece);
            if Self::gives_check(position, facts, &candidate) {
                receive(candidate);
            }
        });
    }

    /// `true` if the position after a move knows whether it is in check, so that this is not computed before the move.
    const KEEPS_CHECKERS: bool = false;

    /// Returns `true` if a move gives check.
    #[inline]
    fn gives_check(
        position: &Self::Position,
        facts: &mut Facts<Self::Own>,
        candidate: &Candidate<MoveOf<Self>>,
    ) -> bool {
        facts.gives_check::<Self::Library>(Self::board(position), candidate)
    }

    /// Returns `true` if the exchange that a move starts does not lose material.
    #[inline]
    fn keeps_material(
        position: &Self::Position,
        facts: &mut Facts<Self::Own>,
        candidate: &Candidate<MoveOf<Self>>,
    ) -> bool {
        facts.keeps_material::<Self::Library>(Self::board(position), candidate)
    }

    /// Makes a move and passes the position, its score and its key; afterwards the position is the same as before. A
    /// library without keys passes 0.
    fn after<R>(
        position: &mut Self::Position,
        candidate: &Candidate<MoveOf<Self>>,
        score: Self::Score,
        search: impl FnOnce(&mut Self::Position, Self::Score, u64) -> R,
    ) -> R;
}
