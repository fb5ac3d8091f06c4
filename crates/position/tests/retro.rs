//! Impossible checks, decided by the slow rules: the last move is taken back in every way, made again, and the boards
//! are compared. This is slow and obviously right. The crate must give the same results for random positions.
//!
//! It uses boards only, because it is also tested without an allocator.

mod slow;

use std::env;
use std::thread;

use gardez_position::{Board, Builder, FenProblems};
use gardez_types::{
    CastlingRights, CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceType, Rank, Square, geometry,
};
use gardez_zobrist::Generator;

use slow::{Slow, below};

/// How many positions of each family are compared, and how many if `GARDEZ_SLOW` is set.
const POSITIONS: [usize; 2] = [2_000, 40_000];

/// The types that a pawn may promote to. Together with pawns, they are all types that can be captured.
const OFFICERS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// True if a legal move leads from a playable position to this one, in which the side to move is in check.
fn has_predecessor(after: &Slow) -> bool {
    let them = !after.us;
    let mut arrivals = Square::ALL.into_iter().filter_map(|to| Some((to, after.at(to)?)));
    arrivals.any(|(to, piece)| piece.color() == them && came(after, to, piece)) || castled(after)
}

/// True if `piece` can have come to `to` with the last move, other than by castling.
fn came(after: &Slow, to: Square, piece: Piece) -> bool {
    let pawn = Piece::new(piece.color(), PieceType::Pawn);
    let empty = Square::ALL.into_iter().filter(|&from| after.at(from).is_none());
    let ways = empty.flat_map(|from| {
        let promotion = OFFICERS.contains(&piece.piece_type()).then(|| Move::promotion(from, to, piece.piece_type()));
        let en_passant = (piece == pawn).then(|| Move::en_passant(from, to));
        [Some(Move::normal(from, to)), promotion, en_passant].into_iter().flatten()
    });
    ways.into_iter().any(|m| {
        let mut before = Slow { us: piece.color(), double_step: None, ..after.clone() };
        before.squares[to as usize] = None;
        before.squares[m.from() as usize] = Some(if m.kind() == MoveKind::Promotion { pawn } else { piece });
        if m.kind() == MoveKind::EnPassant {
            let captured = Square::new(to.file(), m.from().rank());
            before.double_step = Some(to);
            return before.at(captured).is_none() && {
                before.squares[captured as usize] = Some(Piece::new(after.us, PieceType::Pawn));
                leads_to(&before, m, after)
            };
        }
        let captured = [PieceType::Pawn].into_iter().chain(OFFICERS).map(|kind| Some(Piece::new(after.us, kind)));
        reaches(&before, m)
            && [None].into_iter().chain(captured).any(|captured| {
                before.squares[to as usize] = captured;
                leads_to(&before, m, after)
            })
    })
}

/// True if the piece can go that way at all. This test saves most of the time.
fn reaches(before: &Slow, m: Move) -> bool {
    let piece = before.at(m.from()).expect("a piece");
    match piece.piece_type() {
        PieceType::Pawn => m.from().file_distance(m.to()) <= 1 && m.from().rank_distance(m.to()) <= 2,
        _ => before.attacks(m.from(), piece).contains(&m.to()),
    }
}

/// True if castling can have been the last move, in Chess960.
fn castled(after: &Slow) -> bool {
    let them = !after.us;
    let home = |file| Square::new(file, them.back_rank());
    let ways = File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (home(king), home(rook))));
    ways.into_iter().any(|(king, rook)| {
        let mut before = Slow { us: them, double_step: None, ..after.clone() };
        let side = CastlingSide::from_squares(king, rook);
        let king_taken = before.squares[side.king_target(them) as usize].take();
        let rook_taken = before.squares[side.rook_target(them) as usize].take();
        if (king_taken, rook_taken)
            != (Some(Piece::new(them, PieceType::King)), Some(Piece::new(them, PieceType::Rook)))
            || king == rook
            || before.at(king).is_some()
            || before.at(rook).is_some()
        {
            return false;
        }
        before.squares[king as usize] = king_taken;
        before.squares[rook as usize] = rook_taken;
        before.rooks[CastlingRights::right_index(them, side)] = Some(rook);
        leads_to(&before, Move::castling(king, rook), after)
    })
}

/// True if `before` is playable, and the move is legal there and leads to `after`.
fn leads_to(before: &Slow, m: Move, after: &Slow) -> bool {
    if !is_playable(before) || !adds_nothing_beyond_limits(before, after) || !before.legal_moves().contains(&m) {
        return false;
    }
    let made = before.after(m);
    let captures_en_passant = || made.legal_moves().iter().any(|m| m.kind() == MoveKind::EnPassant);
    (made.squares, made.us, made.rooks) == (after.squares, after.us, after.rooks)
        // A double step need not be stored if no pawn can capture it.
        && (made.double_step == after.double_step || after.double_step.is_none() && !captures_en_passant())
}

/// True if the position breaks no invariant; with a double step, also the one before that.
fn is_playable(position: &Slow) -> bool {
    let (us, them) = (position.us, !position.us);
    let last_rank_pawn = |square: Square| {
        matches!(square.rank(), Rank::One | Rank::Eight)
            && position.at(square).is_some_and(|piece| piece.piece_type() == PieceType::Pawn)
    };
    let is_at_home = |(rook, (_, color, side)): (Option<Square>, (CastlingRights, Color, CastlingSide))| {
        rook.is_none_or(|rook| {
            let king = position.king(color);
            position.at(rook) == Some(Piece::new(color, PieceType::Rook))
                && rook.rank() == color.back_rank()
                && king.rank() == color.back_rank()
                && CastlingSide::from_squares(king, rook) == side
        })
    };
    if position.is_attacked(position.king(them), us)
        || Square::ALL.into_iter().any(last_rank_pawn)
        || !position.rooks.into_iter().zip(CastlingRights::EACH).all(is_at_home)
    {
        return false;
    }
    let Some(passed) = position.double_step else { return true };
    let (Some(front), Some(origin)) = (passed.step(them.up()), passed.step(us.up())) else { return false };
    let mut before = Slow { us: them, double_step: None, ..position.clone() };
    before.squares[origin as usize] = before.squares[front as usize].take();
    position.at(origin).is_none()
        && is_playable(&before)
        && before.legal_moves().contains(&Move::normal(origin, front))
        && before.after(Move::normal(origin, front)) == *position
}

/// True if every limit on the number of pieces that this position exceeds is exceeded in `after` as well.
fn adds_nothing_beyond_limits(before: &Slow, after: &Slow) -> bool {
    let census = |position: &Slow, color| {
        let (mut pieces, mut pawns, mut promoted) = (0, 0, 0);
        // Knights, bishops on dark and on light squares, rooks and queens of the start.
        let mut left = [2, 1, 1, 2, 1];
        for (square, piece) in Square::ALL.into_iter().zip(position.squares) {
            let Some(piece) = piece.filter(|piece| piece.color() == color) else { continue };
            let left = match piece.piece_type() {
                PieceType::Knight => &mut left[0],
                PieceType::Bishop => &mut left[1 + (square.file() as usize + square.rank() as usize) % 2],
                PieceType::Rook => &mut left[3],
                PieceType::Queen => &mut left[4],
                _ => {
                    pieces += 1;
                    pawns += usize::from(piece.piece_type() == PieceType::Pawn);
                    continue;
                }
            };
            pieces += 1;
            if *left > 0 {
                *left -= 1;
            } else {
                promoted += 1;
            }
        }
        [pieces, pawns, pawns + promoted]
    };
    Color::ALL.into_iter().all(|color| {
        let numbers = census(before, color).into_iter().zip(census(after, color)).zip([16, 8, 8]);
        numbers.into_iter().all(|((before, after), limit)| before <= limit.max(after))
    })
}

/// A position that is being set up at random.
struct Random {
    random: Generator,
    us: Color,
    squares: [Option<Piece>; 64],
    builder: Builder,
}

impl Random {
    fn new(random: Generator) -> Self {
        Self { random, us: Color::White, squares: [None; 64], builder: Builder::new() }
    }

    fn clear(&mut self) {
        self.us = Color::ALL[self.below(2)];
        self.squares = [None; 64];
        self.builder = Builder::new().with_side_to_move(self.us);
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound)
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.below(64)]
    }

    /// A square up to `distance` away.
    fn near(&mut self, square: Square, distance: usize) -> Square {
        loop {
            let [east, north] = [(); 2].map(|()| self.below(2 * distance + 1) as i8 - distance as i8);
            if let Some(square) = square.offset(east, north) {
                return square;
            }
        }
    }

    /// Puts a piece on a square that is empty; pawns not on the first or last rank, and one king only.
    fn put(&mut self, color: Color, kind: PieceType, square: Square) -> bool {
        let is_free = self.squares[square as usize].is_none()
            && (kind != PieceType::King || !self.squares.contains(&Some(Piece::new(color, kind))))
            && (kind != PieceType::Pawn || !matches!(square.rank(), Rank::One | Rank::Eight));
        if is_free {
            self.squares[square as usize] = Some(Piece::new(color, kind));
        }
        is_free
    }

    /// Scatters pieces of both colors around a square.
    fn scatter(&mut self, pieces: usize, center: Square, distance: usize) {
        for _ in 0..pieces {
            let (color, kind) = (Color::ALL[self.below(2)], PieceType::ALL[self.below(5)]);
            let square = self.near(center, distance);
            self.put(color, kind, square);
        }
    }

    /// Puts a slider of `color` on one side of a square and the other king on the other side, in most cases.
    fn aim(&mut self, color: Color, through: Square) {
        let ((east, north), kind) = match self.below(2) {
            0 => (([-1, 1][self.below(2)], [-1, 1][self.below(2)]), PieceType::Bishop),
            _ => ([(0, 1), (0, -1), (1, 0), (-1, 0)][self.below(4)], PieceType::Rook),
        };
        let [ahead, behind] = [(); 2].map(|()| 1 + self.below(3) as i8);
        if let (Some(slider), Some(king)) =
            (through.offset(-east * behind, -north * behind), through.offset(east * ahead, north * ahead))
        {
            let kind = if self.below(3) == 0 { PieceType::Queen } else { kind };
            self.put(color, kind, slider);
            self.put(!color, PieceType::King, king);
        }
    }

    /// Puts a slider of `color` behind a square, as the other king sees it, if they are on a line.
    fn aim_through(&mut self, color: Color, through: Square) {
        let king = Some(Piece::new(!color, PieceType::King));
        let Some(king) = Square::ALL.into_iter().find(|&square| self.squares[square as usize] == king) else { return };
        let Some(direction) = geometry::direction(king, through) else { return };
        let kind = if Direction::DIAGONAL.contains(&direction) { PieceType::Bishop } else { PieceType::Rook };
        if let Some(slider) = through.step(direction) {
            self.put(color, kind, slider);
        }
    }

    /// Fills up the sides, perhaps to 16 pieces, with pawns first and then the pieces of the start in most cases.
    fn crowd(&mut self) {
        for color in Color::ALL {
            let (wanted, most_pawns) = ([0, 12, 15, 16][self.below(4)], 6 + self.below(3));
            while self.squares.iter().flatten().filter(|piece| piece.color() == color).count() < wanted {
                let count = |kind| self.squares.iter().filter(|&&piece| piece == Some(Piece::new(color, kind))).count();
                let officer = below(&mut self.random, 4);
                let is_promoted = count(OFFICERS[officer]) >= [2, 2, 2, 1][officer];
                let kind = if count(PieceType::Pawn) < most_pawns { PieceType::Pawn } else { OFFICERS[officer] };
                if kind == PieceType::Pawn || !is_promoted || self.below(8) == 0 {
                    let square = self.square();
                    self.put(color, kind, square);
                }
            }
        }
    }

    fn build(&self) -> Option<Board> {
        let pieces = Square::ALL.into_iter().filter_map(|square| Some((square, self.squares[square as usize]?)));
        let builder = pieces.fold(self.builder.clone(), |builder, (square, piece)| builder.with_piece(square, piece));
        builder.build_board().ok()
    }

    /// A board of one family, if it is playable.
    fn board(&mut self, family: usize) -> Option<Board> {
        self.clear();
        let (us, them) = (self.us, !self.us);
        let (king, theirs) = (self.square(), self.square());
        match family {
            // A few pieces around the king.
            0 => {
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                let pieces = 1 + self.below(6);
                self.scatter(pieces, king, 3);
            }
            // Many pieces, so that most squares from which a move can have come are occupied.
            1 => {
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                let pieces = 4 + self.below(18);
                self.scatter(pieces, king, 2);
                self.crowd();
            }
            // A double step, perhaps away from a line to the king.
            2 => {
                let file = File::ALL[self.below(8)];
                let [stepped, passed, origin] =
                    [Rank::Five, Rank::Six, Rank::Seven].map(|rank| Square::new(file, rank.relative_to(us)));
                self.put(them, PieceType::Pawn, stepped);
                self.aim(them, origin);
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                let pieces = self.below(12);
                self.scatter(pieces, origin, 3);
                if self.below(2) == 0 {
                    self.builder = self.builder.clone().with_double_step(passed);
                }
                if self.below(2) == 0 {
                    self.crowd();
                }
            }
            // Pieces on the rank where pawns promote.
            3 => {
                let last = |file| Square::new(file, them.back_rank().relative_to(Color::Black));
                let king = self.near(last(king.file()), 2);
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                for _ in 0..=self.below(3) {
                    let (kind, file) = (OFFICERS[self.below(4)], File::ALL[self.below(8)]);
                    self.put(them, kind, last(file));
                }
                let pieces = self.below(14);
                self.scatter(pieces, king, 2);
                if self.below(2) == 0 {
                    self.crowd();
                }
            }
            // A king and a rook where castling leaves them.
            4 => {
                let side = CastlingSide::ALL[self.below(2)];
                let rook = side.rook_target(them);
                self.put(them, PieceType::King, side.king_target(them));
                self.put(them, PieceType::Rook, rook);
                let king = if self.below(3) > 0 { self.near(rook, 2) } else { Square::new(rook.file(), king.rank()) };
                self.put(us, PieceType::King, king);
                let pieces = 4 + self.below(14);
                self.scatter(pieces, rook, 3);
            }
            // A pawn where an en passant capture leaves it, perhaps with a line to the king through what it left.
            5 => {
                let file = File::ALL[self.below(8)];
                let to = Square::new(file, Rank::Six.relative_to(them));
                let captured = Square::new(file, Rank::Five.relative_to(them));
                self.put(them, PieceType::Pawn, to);
                let beside = [Direction::East, Direction::West][self.below(2)];
                let from = captured.step(beside).unwrap_or(captured);
                let king = self.near(captured, 3);
                self.put(us, PieceType::King, king);
                self.aim_through(them, captured);
                self.aim_through(them, from);
                self.put(them, PieceType::King, theirs);
                if self.below(2) == 0 {
                    self.aim_through(us, to);
                }
                let pieces = self.below(12);
                self.scatter(pieces, captured, 3);
                if self.below(2) == 0 {
                    self.crowd();
                }
            }
            // A king and rooks that may castle.
            6 => {
                let home = Square::new(theirs.file(), them.back_rank());
                self.put(them, PieceType::King, home);
                let mut sides = vec![];
                for file in [File::ALL[self.below(8)], File::ALL[self.below(8)]] {
                    let rook = Square::new(file, them.back_rank());
                    let side = CastlingSide::from_squares(home, rook);
                    if self.put(them, PieceType::Rook, rook) && !sides.contains(&side) {
                        self.builder = self.builder.clone().with_castling_rook(them, rook);
                        sides.push(side);
                    }
                }
                let king = self.near(home, 4);
                self.put(us, PieceType::King, king);
                let pieces = 1 + self.below(12);
                self.scatter(pieces, home, 3);
            }
            // Two checks.
            _ => {
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                for _ in 0..2 + self.below(2) {
                    let (kind, square) = (PieceType::ALL[self.below(5)], self.near(king, 3));
                    self.put(them, kind, square);
                }
                let pieces = self.below(8);
                self.scatter(pieces, king, 3);
                return self.build().filter(|board| board.checkers().len() == 2);
            }
        }
        self.build()
    }
}

/// Compares the checks of one family of positions.
fn compare(family: usize, seed: u64, positions: usize) {
    let mut random = Random::new(Generator::new(seed));
    // Possible and impossible checks, each by one piece, two pieces and more.
    let mut seen = [[0; 3]; 2];
    while seen.as_flattened().iter().sum::<usize>() < positions {
        let Some(board) = random.board(family).filter(Board::in_check) else { continue };
        let is_impossible = board.problems().contains(FenProblems::IMPOSSIBLE_CHECK);
        assert_eq!(is_impossible, !has_predecessor(&Slow::of(&board)), "family {family}: {board} {board:?}");
        seen[usize::from(is_impossible)][(board.checkers().len() as usize).min(3) - 1] += 1;
    }
    println!("family {family}: possible {:?}, impossible {:?}", seen[0], seen[1]);
    let [possible, impossible] = seen;
    assert!(possible[0] + possible[1] > 99 && impossible[1] > 99, "family {family}: {seen:?}");
    assert_eq!(possible[2], 0, "no move gives check by three pieces");
}

#[test]
fn a_check_is_impossible_if_no_move_leads_to_it() {
    let positions = POSITIONS[usize::from(env::var_os("GARDEZ_SLOW").is_some())];
    thread::scope(|scope| {
        for family in 0..8 {
            scope.spawn(move || compare(family, family as u64 + 1, positions));
        }
    });
}
