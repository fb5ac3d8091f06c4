//! Gardez, in four ways: moves are made and undone, or the board is copied; and checks, exchanges and the score come from
//! the common code or from Gardez.

use std::marker::PhantomData;

use gardez_bitboard::{Bitboard, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use gardez_position::observers::PsqScore;
use gardez_position::{Board, CastlingMode, CheckInfo, FenReader, MoveClass, MoveList, MoveObserver, Position};
use gardez_types::{Color, Move, PieceType, Square};

use crate::library::facts::Facts;
use crate::library::{Candidate, Contestant, Library, NOTHING, Stage, library};
use crate::score;

/// The sets and attack functions of Gardez.
pub(crate) struct Gardez;

#[inline]
const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

library! { Gardez: Board, Square, Move;
    white_to_move(board: &Board) -> bool = board.side_to_move() == Color::White;
    color(board: &Board, white: bool) -> u64 = board.by_color(color(white)).bits();
    pieces(board: &Board, piece: usize) -> u64 = board.by_type(PieceType::ALL[piece]).bits();
    piece_on(board: &Board, square: Square) -> usize = board.piece_on(square).map_or(NOTHING, |piece| piece.piece_type().index());
    first(set: u64) -> Square = Bitboard::from_bits(set).lsb().expect("the set is not empty");
    index(square: Square) -> usize = square as usize;
    from(m: Move) -> Square = m.from();
    to(m: Move) -> Square = m.to();
    promotion(m: Move) -> usize = m.promotion().map_or(NOTHING, PieceType::index);
    rook(square: Square, occupied: u64) -> u64 = rook_attacks(square, Bitboard::from_bits(occupied)).bits();
    bishop(square: Square, occupied: u64) -> u64 = bishop_attacks(square, Bitboard::from_bits(occupied)).bits();
    knight(square: Square) -> u64 = knight_attacks(square).bits();
    king(square: Square) -> u64 = king_attacks(square).bits();
    pawn(white: bool, square: Square) -> u64 = pawn_attacks(color(white), square).bits();
    between(one: Square, other: Square) -> u64 = between(one, other).bits();
}

/// The two types of positions: a `Position` makes and undoes moves, a `Board` is copied.
pub(crate) trait Player: AsRef<Board> + Clone {
    /// The names of its contestants: with the common code, and with own calls.
    const NAMES: [&'static str; 2];

    /// Reads a FEN.
    fn read(fen: &str, mode: CastlingMode) -> Self;

    /// Makes a move, and passes the position after it and the observer.
    fn after<R, O: MoveObserver>(&mut self, m: Move, observer: O, search: impl FnOnce(&mut Self, O) -> R) -> R;
}

impl Player for Position {
    const NAMES: [&'static str; 2] = ["gardez", "gardez-own"];

    fn read(fen: &str, mode: CastlingMode) -> Self {
        Self::from_fen(fen, mode.into()).expect("a legal position")
    }

    #[inline]
    fn after<R, O: MoveObserver>(&mut self, m: Move, mut observer: O, search: impl FnOnce(&mut Self, O) -> R) -> R {
        self.do_move_with(m, &mut observer);
        let result = search(self, observer);
        self.undo_move();
        result
    }
}

impl Player for Board {
    const NAMES: [&'static str; 2] = ["gardez-board", "gardez-board-own"];

    fn read(fen: &str, mode: CastlingMode) -> Self {
        FenReader::new().with_mode(mode.into()).read_board(fen).expect("a legal position").position
    }

    #[inline]
    fn after<R, O: MoveObserver>(&mut self, m: Move, mut observer: O, search: impl FnOnce(&mut Self, O) -> R) -> R {
        let mut child = *self;
        child.do_move_with(m, &mut observer);
        search(&mut child, observer)
    }
}

/// Returns the class of the moves of a stage.
#[inline]
const fn class(stage: Stage) -> MoveClass {
    match stage {
        Stage::Captures => MoveClass::Captures,
        Stage::Quiets => MoveClass::Quiets,
    }
}

/// Lists the legal moves of a class and passes them, with the kinds of their pieces.
#[inline]
fn legal(board: &Board, class: MoveClass, mut receive: impl FnMut(Move, usize)) {
    let mut moves = MoveList::new();
    board.moves().of(class).into(&mut moves);
    for &m in &moves {
        receive(m, Gardez::piece_on(board, m.from()));
    }
}

/// Generates legal moves.
pub(crate) struct Legal<P>(PhantomData<P>);

impl<P: Player> Contestant for Legal<P> {
    const NAME: &'static str = P::NAMES[0];
    type Library = Gardez;
    type Position = P;
    type Own = ();
    type Score = i32;

    fn read(fen: &str, mode: CastlingMode) -> P {
        P::read(fen, mode)
    }

    #[inline]
    fn board(position: &P) -> &Board {
        position.as_ref()
    }

    #[inline]
    fn in_check(position: &P) -> bool {
        position.as_ref().in_check()
    }

    fn score(position: &P) -> i32 {
        score::score::<Gardez>(position.as_ref())
    }

    #[inline]
    fn value(score: i32) -> i32 {
        score
    }

    #[inline]
    fn after<R>(
        position: &mut P,
        candidate: &Candidate<Move>,
        score: i32,
        search: impl FnOnce(&mut P, i32, u64) -> R,
    ) -> R {
        let score = score + score::change::<Gardez>(Gardez::white_to_move(position.as_ref()), candidate);
        position.after(candidate.m, (), |position, ()| {
            let key = position.as_ref().key();
            search(position, score, key)
        })
    }

    #[inline]
    fn generate(position: &P, stage: Stage, receive: impl FnMut(Move, usize)) {
        legal(position.as_ref(), class(stage), receive);
    }
}

/// Generates legal moves, and asks Gardez about checks, exchanges and the score.
pub(crate) struct OwnCalls<P>(PhantomData<P>);

impl<P: Player> Contestant for OwnCalls<P> {
    const NAME: &'static str = P::NAMES[1];
    type Library = Gardez;
    type Position = P;
    type Own = Option<CheckInfo>;
    type Score = PsqScore<'static, i32>;

    fn read(fen: &str, mode: CastlingMode) -> P {
        P::read(fen, mode)
    }

    #[inline]
    fn board(position: &P) -> &Board {
        position.as_ref()
    }

    #[inline]
    fn in_check(position: &P) -> bool {
        position.as_ref().in_check()
    }

    fn score(position: &P) -> PsqScore<'static, i32> {
        PsqScore::new(&score::GARDEZ, position.as_ref())
    }

    #[inline]
    fn value(score: PsqScore<'static, i32>) -> i32 {
        score.value()
    }

    #[inline]
    fn generate(position: &P, stage: Stage, receive: impl FnMut(Move, usize)) {
        legal(position.as_ref(), class(stage), receive);
    }

    #[inline]
    fn gives_check(position: &P, facts: &mut Facts<Self::Own>, candidate: &Candidate<Move>) -> bool {
        let board = position.as_ref();
        board.with(facts.own.get_or_insert_with(|| board.check_info())).gives_check(candidate.m)
    }

    #[inline]
    fn keeps_material(position: &P, facts: &mut Facts<Self::Own>, candidate: &Candidate<Move>) -> bool {
        let board = position.as_ref();
        board.with(facts.own.get_or_insert_with(|| board.check_info())).see_ge(candidate.m, 0)
    }

    #[inline]
    fn generate_quiet_checks(position: &P, _: &mut Facts<Self::Own>, mut receive: impl FnMut(Candidate<Move>)) {
        let board = position.as_ref();
        legal(board, MoveClass::QuietChecks, |m, piece| receive(Candidate::new::<Gardez>(board, m, piece)));
    }

    #[inline]
    fn after<R>(
        position: &mut P,
        candidate: &Candidate<Move>,
        score: PsqScore<'static, i32>,
        search: impl FnOnce(&mut P, PsqScore<'static, i32>, u64) -> R,
    ) -> R {
        position.after(candidate.m, (score, Key(0)), |position, (score, Key(key))| search(position, score, key))
    }
}

/// Receives the key of the position after a move, where an engine would prefetch.
struct Key(u64);

impl MoveObserver for Key {
    #[inline]
    fn key(&mut self, key: u64) {
        self.0 = key;
    }
}
