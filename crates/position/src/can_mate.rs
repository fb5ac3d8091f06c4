//! The proof that a side can or cannot still mate: a search for a mate with the help of both sides.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use std::collections::HashSet;

use gardez_bitboard::{Bitboard, forward_file, king_attacks};
use gardez_types::{Color, Move, PieceType, Square};

use crate::board::Board;
use crate::dead::Reach;
use crate::packed::PackedBoard;

/// The answer of [`Board::can_mate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanMate {
    /// The side can mate. Both sides' moves lead to mate; the line is not the shortest.
    Yes(Vec<Move>),
    /// No series of legal moves ends in mate by the side.
    No,
    /// Neither was found within the limit.
    Unknown,
}

/// # Who can still mate
impl Board {
    /// Returns whether any series of legal moves, by both sides, ends in mate by `color`.
    ///
    /// This decides games by the FIDE Laws of Chess: when a player's time runs out, the game is drawn if the opponent
    /// cannot mate (article 6.9), and a position in which neither side can mate is dead (article 5.2.2). Clocks and
    /// repetitions do not count. Score [`Unknown`](CanMate::Unknown) as if the side could mate.
    ///
    /// Searches at most `limit` positions, each of which takes about a microsecond and 120 bytes; 200,000 decide nearly
    /// all positions of games, most of them within a millisecond. With a limit of 0, only a proof without a search is
    /// tried. The answer `No` is proved: it never depends on keys. Boards with more than 32 pieces are `Unknown`.
    ///
    /// ```
    /// use gardez_position::{Board, CanMate, Color};
    ///
    /// // The pawns never move, and the bishop cannot capture one.
    /// let wall: Board = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4KB2 w - - 0 1".parse()?;
    /// assert_eq!(wall.can_mate(Color::White, 200_000), CanMate::No);
    /// assert!(matches!(Board::start().can_mate(Color::White, 200_000), CanMate::Yes(_)));
    /// # Ok::<_, gardez_position::FenError>(())
    /// ```
    pub fn can_mate(&self, color: Color, limit: usize) -> CanMate {
        if Reach::cannot_mate(self, color) {
            return CanMate::No;
        }
        match self.packed() {
            Ok(packed) if limit > 0 => Search::new(packed, color).run(limit),
            _ => CanMate::Unknown,
        }
    }
}

/// A position that the search has seen.
struct Node {
    board: PackedBoard,
    /// The index of the node before it, and the move that led here.
    from: Option<(u32, Move)>,
    is_open: bool,
}

/// A node by its estimate: the lowest first, then the newest.
type Queue = BinaryHeap<(Reverse<i32>, u32)>;

/// A search that takes the best node by turns of two estimates, and the oldest one. If it ends, it has seen all.
struct Search {
    winner: Color,
    nodes: Vec<Node>,
    seen: HashSet<PackedBoard>,
    queues: [Queue; 2],
    oldest: usize,
    /// The visits with the winner's pieces and the loser's king on these squares, by a hash: other moves rarely help.
    repeats: Vec<u16>,
    /// The tries of the proof without a search, and how many succeeded.
    proofs: [u32; 2],
}

impl Search {
    fn new(board: PackedBoard, winner: Color) -> Self {
        let root = Node { board, from: None, is_open: true };
        Self {
            winner,
            nodes: Vec::from([root]),
            seen: HashSet::from([board]),
            queues: [Queue::new(), Queue::new()],
            oldest: 0,
            repeats: alloc::vec![0; 1 << 14],
            proofs: [0; 2],
        }
    }

    fn run(mut self, limit: usize) -> CanMate {
        for turn in [2, 0, 1, 0].into_iter().cycle() {
            let Some(index) = self.next(turn) else { break };
            let Ok(board) = Board::try_from(&self.nodes[index].board) else { return CanMate::Unknown };
            let moves = board.legal_moves();
            if moves.is_empty() && board.in_check() && board.side_to_move() != self.winner {
                return CanMate::Yes(self.line(index));
            }
            if board.has_insufficient_material_for(self.winner) {
                continue;
            }
            for m in moves {
                if self.nodes.len() >= limit || self.add(&board.after(m), index as u32, m).is_none() {
                    return CanMate::Unknown;
                }
            }
        }
        CanMate::No
    }

    /// Removes the next node from a queue, or the oldest one. All of them know all open nodes.
    fn next(&mut self, turn: usize) -> Option<usize> {
        loop {
            let index = match self.queues.get_mut(turn) {
                Some(queue) => queue.pop()?.1 as usize,
                None => self.oldest,
            };
            self.oldest += usize::from(turn == 2);
            if core::mem::take(&mut self.nodes.get_mut(index)?.is_open) {
                return Some(index);
            }
        }
    }

    /// Adds a board unless it was seen. Returns `None` if it cannot be kept.
    fn add(&mut self, board: &Board, from: u32, m: Move) -> Option<()> {
        let packed = board.packed().ok()?;
        if !self.seen.insert(packed) {
            return Some(());
        }
        let index = self.nodes.len() as u32;
        let [tries, proved] = self.proofs;
        let is_open = !(board.halfmove_clock() == 0 && index > 500 && tries < 100 + 4 * proved && {
            let is_proved = Reach::cannot_mate(board, self.winner);
            self.proofs = [tries + 1, proved + u32::from(is_proved)];
            is_proved
        });
        self.nodes.push(Node { board: packed, from: Some((from, m)), is_open });
        if is_open {
            let king = board.king(!self.winner) as u64 + 1;
            let mix = |bits: u64| bits.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let cell = mix(board.by_color(self.winner).bits() ^ mix(king)) >> 50;
            let repeats = &mut self.repeats[cell as usize];
            *repeats = repeats.saturating_add(1);
            let penalty = u16::BITS - repeats.leading_zeros();
            for (queue, estimate) in self.queues.iter_mut().zip(estimates(board, self.winner)) {
                queue.push((Reverse(estimate + penalty as i32), index));
            }
        }
        Some(())
    }

    /// Returns the moves that lead to a node.
    fn line(&self, index: usize) -> Vec<Move> {
        let mut line: Vec<_> =
            core::iter::successors(self.nodes[index].from, |&(from, _)| self.nodes[from as usize].from)
                .map(|(_, m)| m)
                .collect();
        line.reverse();
        line
    }
}

/// Estimates how far a board is from mate: by a plan for the pieces, and by the squares around the loser's king.
fn estimates(board: &Board, winner: Color) -> [i32; 2] {
    let (loser, king, helper) = (!winner, board.king(!winner), board.king(winner));
    let without_king = board.occupied() - king.into();
    let (mut flights, mut attacks) = (0, 0);
    for square in king_attacks(king) {
        let attackers = (board.attackers_through(square, without_king) & board.by_color(winner)).len() as i32;
        attacks += attackers;
        flights += i32::from(attackers == 0 && !board.by_color(loser).contains(square));
    }
    let check = i32::from(board.side_to_move() == loser && board.in_check());
    let edge = king.file().edge_distance().min(king.rank().edge_distance());
    let pieces = board.by_color(winner) - board.by_type(PieceType::King) - board.by_type(PieceType::Pawn);
    let near = nearest(pieces, king).unwrap_or(8) + 2 * i32::from(edge) + distance(helper, king);
    let net = 8 * flights - 2 * attacks - 8 * check + near;
    [plan(board, winner).map_or_else(|far| 200 + far, |near| near + 2 * flights - 4 * check), net]
}

/// Estimates the moves until the kings and a blocking piece are where a mate is, or, as an error, until a pawn promotes.
fn plan(board: &Board, winner: Color) -> Result<i32, i32> {
    let (loser, king, helper) = (!winner, board.king(!winner), board.king(winner));
    let of = |piece_type| board.pieces(winner, piece_type);
    let (knights, bishops) = (of(PieceType::Knight), of(PieceType::Bishop));
    let [light, dark] = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].map(|color| !bishops.is_disjoint(color));
    let is_enough = !(of(PieceType::Queen) | of(PieceType::Rook)).is_empty()
        || (light && dark)
        || knights.more_than_one()
        || !(bishops.is_empty() || knights.is_empty());
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter();
    let (mut corners, mut blockers) = (corners.collect::<Bitboard>(), Bitboard::EMPTY);
    if !is_enough {
        if knights.is_empty() && bishops.is_empty() {
            return Err(promotion(board, winner));
        }
        // The loser must block a square next to its king.
        blockers = board.by_color(loser) & (board.by_type(PieceType::Knight) | board.by_type(PieceType::Bishop));
        if knights.is_empty() {
            let color = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            corners &= color;
            blockers -= board.by_type(PieceType::Bishop) & color;
        } else {
            blockers |= board.pieces(loser, PieceType::Rook);
        }
        if blockers.is_empty() {
            return Err(promotion(board, winner).min(promotion(board, loser)));
        }
    }
    let to = |corner| {
        let kings = distance(corner, king) + (distance(corner, helper) - 2).abs();
        let others = nearest(blockers, corner).map_or(1, |near| (near - 1).abs());
        3 * (kings + others) + nearest(knights, corner).map_or(2, |near| (near - 2).abs())
    };
    Ok(corners.into_iter().map(to).min().unwrap_or(0))
}

/// Estimates the moves until a pawn of a color promotes. A king must capture a pawn that blocks.
fn promotion(board: &Board, color: Color) -> i32 {
    let blocked = |square| match board.pieces(!color, PieceType::Pawn).contains(square) {
        true => 4 + 3 * distance(board.king(color), square),
        false => 3,
    };
    let pawns = board.pieces(color, PieceType::Pawn).into_iter();
    let moves = pawns.map(|pawn| {
        let ahead = forward_file(color, pawn);
        4 * ahead.len() as i32 + (ahead & board.occupied()).into_iter().map(blocked).sum::<i32>()
    });
    moves.min().unwrap_or(100)
}

fn distance(a: Square, b: Square) -> i32 {
    a.distance(b).into()
}

fn nearest(pieces: Bitboard, to: Square) -> Option<i32> {
    pieces.into_iter().map(|square| distance(square, to)).min()
}
