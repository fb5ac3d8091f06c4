//! Random positions in which checks are given in many ways, in eight families.

use gardez_position::{Board, Builder};
use gardez_types::{CastlingSide, Color, Direction, File, Piece, PieceType, Rank, Square, geometry};
use gardez_zobrist::Generator;

/// A position that is being set up at random.
pub(super) struct Random {
    random: Generator,
    us: Color,
    squares: [Option<Piece>; 64],
    builder: Builder,
}

impl Random {
    pub(super) fn new(random: Generator) -> Self {
        Self { random, us: Color::White, squares: [None; 64], builder: Builder::new() }
    }

    fn clear(&mut self) {
        self.us = Color::ALL[self.below(2)];
        self.squares = [None; 64];
        self.builder = Builder::new().with_side_to_move(self.us);
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.next_below(bound)
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

    /// Puts a piece on a square and returns `true`. Returns `false` for an occupied square, for a pawn on the first or
    /// last rank and for a second king.
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

    /// Puts a slider of `color` next to a square, on the line from the other king through the square, if there is one.
    fn aim_through(&mut self, color: Color, through: Square) {
        let king = Some(Piece::new(!color, PieceType::King));
        let Some(king) = Square::ALL.into_iter().find(|&square| self.squares[square as usize] == king) else { return };
        let Some(direction) = geometry::direction(king, through) else { return };
        let kind = if Direction::DIAGONAL.contains(&direction) { PieceType::Bishop } else { PieceType::Rook };
        if let Some(slider) = through.step(direction) {
            self.put(color, kind, slider);
        }
    }

    /// Adds pieces to each side, up to 16 in all: pawns first, then missing pieces.
    fn fill_up(&mut self) {
        for color in Color::ALL {
            let (wanted, most_pawns) = ([0, 12, 15, 16][self.below(4)], 6 + self.below(3));
            while self.squares.iter().flatten().filter(|piece| piece.color() == color).count() < wanted {
                let count = |kind| self.squares.iter().filter(|&&piece| piece == Some(Piece::new(color, kind))).count();
                let index = self.random.next_below(4);
                let is_promoted = count(PieceType::PROMOTION_PIECES[index]) >= [1, 2, 2, 2][index];
                let kind = if count(PieceType::Pawn) < most_pawns {
                    PieceType::Pawn
                } else {
                    PieceType::PROMOTION_PIECES[index]
                };
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
    pub(super) fn board(&mut self, family: usize) -> Option<Board> {
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
                self.fill_up();
            }
            // A double push, perhaps away from a line to the king.
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
                    self.builder = self.builder.clone().with_double_push(passed);
                }
                if self.below(2) == 0 {
                    self.fill_up();
                }
            }
            // Pieces on the rank where pawns promote.
            3 => {
                let last = |file| Square::new(file, them.back_rank().relative_to(Color::Black));
                let king = self.near(last(king.file()), 2);
                self.put(us, PieceType::King, king);
                self.put(them, PieceType::King, theirs);
                for _ in 0..=self.below(3) {
                    let (kind, file) = (PieceType::PROMOTION_PIECES[self.below(4)], File::ALL[self.below(8)]);
                    self.put(them, kind, last(file));
                }
                let pieces = self.below(14);
                self.scatter(pieces, king, 2);
                if self.below(2) == 0 {
                    self.fill_up();
                }
            }
            // A king and a rook where castling ends.
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
            // A pawn where an en passant capture ends, perhaps with lines to the king through the squares that it
            // emptied.
            5 => {
                let file = File::ALL[self.below(8)];
                let to = Square::new(file, Rank::Six.relative_to(them));
                let captured = Square::new(file, Rank::Five.relative_to(them));
                self.put(them, PieceType::Pawn, to);
                let neighbor = [Direction::East, Direction::West][self.below(2)];
                let from = captured.step(neighbor).unwrap_or(captured);
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
                    self.fill_up();
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
