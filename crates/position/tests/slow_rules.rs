//! The rules said once more, square by square and without a table, on random arrangements that no game reaches: kings
//! and rooks anywhere on their back ranks, double steps beside pins and checks, promotions that uncover.
//!
//! Boards only: this is tested without an allocator too.

use std::collections::BTreeSet;

use gardez_bitboard::Bitboard;
use gardez_position::{Board, Builder, EnPassantPolicy, FenProblems, MoveClass};
use gardez_types::{
    CastlingRights, CastlingSide, Color, Direction, File, Move, MoveKind, Piece, PieceType, Rank, Square, geometry,
};
use gardez_zobrist::Generator;

/// What the rules know of a position.
#[derive(Clone, PartialEq, Debug)]
struct Slow {
    squares: [Option<Piece>; 64],
    us: Color,
    rooks: [Option<Square>; 4],
    double_step: Option<Square>,
}

const PROMOTIONS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The squares from one to the other along a rank, both included.
fn way(a: Square, b: Square) -> impl Iterator<Item = Square> {
    ((a as u8).min(b as u8)..=(a as u8).max(b as u8)).filter_map(Square::from_index)
}

impl Slow {
    fn of(board: &Board) -> Self {
        Self {
            squares: Square::ALL.map(|square| board.piece_on(square)),
            us: board.side_to_move(),
            rooks: CastlingRights::EACH.map(|(_, color, side)| board.castling_rook(color, side)),
            double_step: board.state().double_step(),
        }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square as usize]
    }

    fn king(&self, color: Color) -> Square {
        let king = Some(Piece::new(color, PieceType::King));
        Square::ALL.into_iter().find(|&square| self.at(square) == king).expect("a king")
    }

    /// The squares that a piece attacks, occupied or not.
    fn attacks(&self, from: Square, piece: Piece) -> Vec<Square> {
        let leaps = |steps: &[(i8, i8)]| steps.iter().filter_map(|&(east, north)| from.offset(east, north)).collect();
        let slides = |directions: &[Direction]| {
            let mut reached = vec![];
            for &direction in directions {
                let mut here = from;
                while let Some(next) = here.step(direction) {
                    reached.push(next);
                    if self.at(next).is_some() {
                        break;
                    }
                    here = next;
                }
            }
            reached
        };
        match piece.piece_type() {
            PieceType::Pawn => leaps(&geometry::pawn_captures(piece.color())),
            PieceType::Knight => leaps(&geometry::KNIGHT_LEAPS),
            PieceType::King => leaps(&geometry::KING_STEPS),
            PieceType::Bishop => slides(&Direction::DIAGONAL),
            PieceType::Rook => slides(&Direction::ORTHOGONAL),
            PieceType::Queen => slides(&Direction::ALL),
        }
    }

    fn is_attacked(&self, target: Square, by: Color) -> bool {
        let attackers = Square::ALL.into_iter().filter_map(|square| Some((square, self.at(square)?)));
        attackers
            .filter(|(_, piece)| piece.color() == by)
            .any(|(from, piece)| self.attacks(from, piece).contains(&target))
    }

    fn in_check(&self) -> bool {
        self.is_attacked(self.king(self.us), !self.us)
    }

    fn after(&self, m: Move) -> Self {
        let (mut next, from, to) = (self.clone(), m.from(), m.to());
        let piece = next.squares[from as usize].take().expect("a piece");
        for (rook, (_, color, _)) in next.rooks.iter_mut().zip(CastlingRights::EACH) {
            let king_moves = piece == Piece::new(color, PieceType::King);
            rook.take_if(|rook| king_moves || *rook == from || *rook == to);
        }
        (next.us, next.double_step) = (!self.us, None);
        match m.kind() {
            MoveKind::Normal => {
                next.squares[to as usize] = Some(piece);
                if piece.piece_type() == PieceType::Pawn && from.rank_distance(to) == 2 {
                    next.double_step = from.step(self.us.up());
                }
            }
            MoveKind::Promotion => {
                next.squares[to as usize] = m.promotion_piece().map(|promoted| Piece::new(self.us, promoted));
            }
            MoveKind::EnPassant => {
                next.squares[to as usize] = Some(piece);
                next.squares[Square::new(to.file(), from.rank()) as usize] = None;
            }
            MoveKind::Castling => {
                let rook = next.squares[to as usize].take();
                let side = CastlingSide::from_squares(from, to);
                next.squares[side.king_target(self.us) as usize] = Some(piece);
                next.squares[side.rook_target(self.us) as usize] = rook;
            }
        }
        next
    }

    fn leaves_the_king_safe(&self, m: Move) -> bool {
        let after = self.after(m);
        !after.is_attacked(after.king(self.us), !self.us)
    }

    fn pawn_moves(&self, from: Square) -> Vec<Move> {
        let mut targets = vec![];
        let front = from.step(self.us.up()).expect("no pawn stands on its last rank");
        if self.at(front).is_none() {
            targets.push(front);
            let second = front.step(self.us.up()).filter(|_| from.rank().relative_to(self.us) == Rank::Two);
            targets.extend(second.filter(|&second| self.at(second).is_none()));
        }
        let captures = self.attacks(from, Piece::new(self.us, PieceType::Pawn));
        targets.extend(captures.iter().filter(|&&to| self.at(to).is_some_and(|piece| piece.color() != self.us)));
        let en_passant =
            captures.iter().filter(|&&to| self.double_step == Some(to)).map(|&to| Move::en_passant(from, to));
        let mut moves: Vec<_> = en_passant.collect();
        for to in targets {
            match to.rank().relative_to(self.us) {
                Rank::Eight => moves.extend(PROMOTIONS.map(|promoted| Move::promotion(from, to, promoted))),
                _ => moves.push(Move::normal(from, to)),
            }
        }
        moves
    }

    fn castlings(&self) -> Vec<Move> {
        let (king, mut moves) = (self.king(self.us), vec![]);
        for side in CastlingSide::ALL {
            let Some(rook) = self.rooks[CastlingRights::right_index(self.us, side)] else { continue };
            let (king_target, rook_target) = (side.king_target(self.us), side.rook_target(self.us));
            let is_free = |square| square == king || square == rook || self.at(square).is_none();
            if way(king, king_target).chain(way(rook, rook_target)).all(is_free)
                && way(king, king_target).all(|square| !self.is_attacked(square, !self.us))
            {
                moves.push(Move::castling(king, rook));
            }
        }
        moves
    }

    fn legal_moves(&self) -> BTreeSet<Move> {
        let mut moves = self.castlings();
        for from in Square::ALL {
            match self.at(from).filter(|piece| piece.color() == self.us) {
                None => {}
                Some(piece) if piece.piece_type() == PieceType::Pawn => moves.extend(self.pawn_moves(from)),
                Some(piece) => {
                    let targets = self.attacks(from, piece).into_iter();
                    let free = targets.filter(|&to| self.at(to).is_none_or(|piece| piece.color() != self.us));
                    moves.extend(free.map(|to| Move::normal(from, to)));
                }
            }
        }
        moves.into_iter().filter(|&m| self.leaves_the_king_safe(m)).collect()
    }
}

fn below(random: &mut Generator, bound: usize) -> usize {
    (random.next_u64() >> 33) as usize % bound
}

/// A position full of castling rights, double steps and pawns about to promote; nothing where the rules forbid it.
fn random_board(random: &mut Generator) -> Option<Board> {
    let us = Color::ALL[below(random, 2)];
    let mut squares = [None; 64];
    let mut builder = Builder::new().with_side_to_move(us).ignore(FenProblems::all());
    let place = |squares: &mut [Option<Piece>; 64], square: Square, piece| {
        let is_free = squares[square as usize].is_none();
        squares[square as usize].get_or_insert(piece);
        is_free
    };
    for color in Color::ALL {
        let home = |random: &mut Generator| Square::new(File::ALL[below(random, 8)], color.back_rank());
        let king = if below(random, 4) > 0 { home(random) } else { Square::ALL[below(random, 64)] };
        place(&mut squares, king, Piece::new(color, PieceType::King)).then_some(())?;
        for rook in [home(random), home(random)] {
            if place(&mut squares, rook, Piece::new(color, PieceType::Rook)) {
                builder = builder.with_castling_rook(color, rook);
            }
        }
    }
    if below(random, 4) > 0 {
        let file = File::ALL[below(random, 8)];
        let [stepped, passed, origin] =
            [Rank::Five, Rank::Six, Rank::Seven].map(|rank| Square::new(file, rank.relative_to(us)));
        if [stepped, passed, origin].iter().all(|&square| squares[square as usize].is_none()) {
            squares[stepped as usize] = Some(Piece::new(!us, PieceType::Pawn));
            for beside in [Direction::East, Direction::West].into_iter().filter_map(|side| stepped.step(side)) {
                place(&mut squares, beside, Piece::new(us, PieceType::Pawn));
            }
            builder = builder.with_double_step(passed);
        }
    }
    for _ in 0..below(random, 14) {
        let (color, piece_type) = (Color::ALL[below(random, 2)], PieceType::ALL[below(random, 5)]);
        let square = match piece_type {
            // Where they start, and where they capture those that have just started.
            PieceType::Pawn => {
                let rank = [Rank::Two, Rank::Five, Rank::Seven][below(random, 3)];
                Square::new(File::ALL[below(random, 8)], rank.relative_to(color))
            }
            _ => Square::ALL[below(random, 64)],
        };
        place(&mut squares, square, Piece::new(color, piece_type));
    }
    for square in Square::ALL {
        builder = squares[square as usize].map_or(builder.clone(), |piece| builder.with_piece(square, piece));
    }
    builder.build_board().ok()
}

fn random_boards(boards: usize) -> impl Iterator<Item = Board> {
    let mut random = Generator::new(20);
    core::iter::from_fn(move || Some(random_board(&mut random))).flatten().take(boards)
}

#[test]
fn the_legal_moves_are_those_of_the_slow_rules() {
    let mut kinds = [0; 4];
    for board in random_boards(1_500) {
        let slow = Slow::of(&board);
        let wanted = slow.legal_moves();
        let listed = board.legal_moves();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), wanted, "{board:?}");
        assert_eq!((listed.len(), board.legal_move_count()), (wanted.len(), wanted.len()), "{board:?}");
        assert_eq!(board.in_check(), slow.in_check(), "{board:?}");
        let class = if board.in_check() { MoveClass::Evasions } else { MoveClass::NonEvasions };
        let mut pseudo: Vec<_> = board.pseudo_legal_moves(class).into_iter().collect();
        pseudo.retain(|&m| board.keeps_king_safe(m));
        assert_eq!(pseudo.into_iter().collect::<BTreeSet<_>>(), wanted, "{board:?}");
        listed.iter().for_each(|m| kinds[m.kind() as usize] += 1);
    }
    assert!(kinds.iter().all(|&moves| moves > 20), "each kind of move was met: {kinds:?}");
}

#[test]
fn what_a_move_leaves_behind_is_what_the_slow_rules_leave() {
    let (mut checks, mut en_passant) = ([0; 4], [0; 2]);
    for board in random_boards(1_500) {
        let slow = Slow::of(&board);
        for m in board.legal_moves() {
            let (wanted, after) = (slow.after(m), board.after(m));
            assert_eq!(Slow::of(&after), wanted, "{m:?} in {board:?}");
            assert_eq!(board.gives_check(m), wanted.in_check(), "{m:?} in {board:?}");
            assert_eq!(board.key_after(m), after.key(), "{m:?} in {board:?}");
            checks[m.kind() as usize] += usize::from(wanted.in_check());
            if wanted.double_step.is_some() {
                let can_capture = wanted.legal_moves().iter().any(|m| m.kind() == MoveKind::EnPassant);
                assert_eq!(after.ep_square().is_some(), can_capture, "{m:?} in {board:?}");
                assert_eq!(after.ep_square_by(EnPassantPolicy::Legal), after.ep_square());
                en_passant[usize::from(can_capture)] += 1;
            }
        }
    }
    assert!(checks.iter().chain(&en_passant).all(|&times| times > 1), "{checks:?} checks, {en_passant:?} double steps");
}

#[test]
fn the_origins_of_a_move_are_those_of_the_slow_rules() {
    for board in random_boards(200) {
        let slow = Slow::of(&board);
        let moves = slow.legal_moves();
        for (piece_type, to) in PieceType::ALL.iter().flat_map(|&kind| Square::ALL.map(|to| (kind, to))) {
            let piece = Some(Piece::new(slow.us, piece_type));
            let leads_there = |m: &&Move| m.kind() != MoveKind::Castling && m.to() == to && slow.at(m.from()) == piece;
            let wanted: Bitboard = moves.iter().filter(leads_there).map(|m| m.from()).collect();
            assert_eq!(
                board.legal_origins(piece_type, to, Bitboard::FULL),
                wanted,
                "{piece_type} to {to} in {board:?}"
            );
        }
        for side in CastlingSide::ALL {
            let castles =
                |m: &&Move| m.kind() == MoveKind::Castling && CastlingSide::from_squares(m.from(), m.to()) == side;
            assert_eq!(board.legal_castling(side).as_ref(), moves.iter().find(castles), "{board:?}");
        }
    }
}
