//! Facts of a node, computed once and only when they are needed: the squares from which a piece gives check, and pins.
//! Written once over the attack functions of a library.

use super::{BISHOP, Candidate, KING, KNIGHT, Kind, Library, PAWN, QUEEN, ROOK, captured_at, castled};

/// The facts of a node.
#[derive(Default)]
pub(crate) struct Facts<Own> {
    checks: Option<Checks>,
    pins: [Option<Pins>; 2],
    /// The contestant's own facts.
    pub(crate) own: Own,
}

/// The squares on which a move gives check.
struct Checks {
    /// For each kind of piece, the squares from which it attacks the king of the other side.
    squares: [u64; 6],
    /// Our pieces that are alone between one of our sliders and their king.
    discovering: u64,
}

/// The pieces on lines to a king.
#[derive(Clone, Copy)]
pub(crate) struct Pins {
    /// The pieces, of either color, that are alone between an enemy slider and the king.
    pub(crate) blockers: u64,
    /// The enemy sliders of which the single piece in between belongs to the king's side.
    pub(crate) pinners: u64,
}

impl Pins {
    /// Returns the pins on the king of one color.
    fn new<L: Library>(board: &L::Board, white: bool) -> Self {
        let (occupied, ours, theirs) = (L::occupied(board), L::color(board, white), L::color(board, !white));
        let king = L::first(L::pieces(board, KING) & ours);
        let queens = L::pieces(board, QUEEN);
        // Enemy pieces count as transparent, except that there must not be two pieces on the line.
        let snipers = (L::rook(king, 0) & (L::pieces(board, ROOK) | queens)
            | L::bishop(king, 0) & (L::pieces(board, BISHOP) | queens))
            & theirs;
        let others = occupied ^ snipers;
        let mut pins = Self { blockers: 0, pinners: 0 };
        let mut rest = snipers;
        while rest != 0 {
            let sniper = L::first(rest);
            rest &= rest - 1;
            let between = L::between(king, sniper) & others;
            if between != 0 && between & (between - 1) == 0 {
                pins.blockers |= between;
                if between & ours != 0 {
                    pins.pinners |= L::bit(sniper);
                }
            }
        }
        pins
    }
}

impl<Own> Facts<Own> {
    /// The pins on the king of one color.
    #[inline]
    pub(crate) fn pins<L: Library>(&mut self, board: &L::Board, white: bool) -> Pins {
        *self.pins[usize::from(white)].get_or_insert_with(|| Pins::new::<L>(board, white))
    }

    /// Returns `true` if a move gives check.
    pub(crate) fn gives_check<L: Library>(&mut self, board: &L::Board, candidate: &Candidate<L::Move>) -> bool {
        let white = L::white_to_move(board);
        if self.checks.is_none() {
            let king = L::first(L::pieces(board, KING) & L::color(board, !white));
            let occupied = L::occupied(board);
            let (rook, bishop) = (L::rook(king, occupied), L::bishop(king, occupied));
            let squares = [L::pawn(!white, king), L::knight(king), bishop, rook, rook | bishop, 0];
            let discovering = self.pins::<L>(board, !white).blockers & L::color(board, white);
            self.checks = Some(Checks { squares, discovering });
        }
        let Some(checks) = &self.checks else { unreachable!("just computed") };
        let (m, piece) = (candidate.m, usize::from(candidate.piece));
        let (from, to) = (L::from(m), L::to(m));
        match candidate.kind {
            Kind::Usual if checks.squares[piece] & L::bit(to) != 0 => return true,
            Kind::Usual if checks.discovering & L::bit(from) == 0 => return false,
            _ => {}
        }
        after_gives_check::<L>(board, white, candidate)
    }
}

/// Returns `true` if sliders, or the piece that a pawn has become, attack the king of the other side after a move.
#[cold]
fn after_gives_check<L: Library>(board: &L::Board, white: bool, candidate: &Candidate<L::Move>) -> bool {
    let (m, ours) = (candidate.m, L::color(board, white));
    let (from, to) = (L::bit(L::from(m)), L::bit(L::to(m)));
    let king = L::first(L::pieces(board, KING) & L::color(board, !white));
    let mut occupied = (L::occupied(board) & !from) | to;
    let mut straight = (L::pieces(board, ROOK) | L::pieces(board, QUEEN)) & ours & !from;
    let mut diagonal = (L::pieces(board, BISHOP) | L::pieces(board, QUEEN)) & ours & !from;
    let placed = match candidate.kind {
        Kind::Promotion => L::promotion(m),
        Kind::EnPassant => {
            occupied &= !(1 << captured_at::<L>(candidate));
            candidate.piece.into()
        }
        Kind::Castling => {
            let (king_target, rook_target) = castled(L::index(L::from(m)), L::index(L::to(m)));
            occupied = (occupied & !to) | 1 << king_target | 1 << rook_target;
            straight = (straight & !to) | 1 << rook_target;
            KING
        }
        Kind::Usual => candidate.piece.into(),
    };
    match placed {
        PAWN if L::pawn(!white, king) & to != 0 => return true,
        KNIGHT if L::knight(king) & to != 0 => return true,
        BISHOP => diagonal |= to,
        ROOK => straight |= to,
        QUEEN => (straight, diagonal) = (straight | to, diagonal | to),
        _ => {}
    }
    L::rook(king, occupied) & straight != 0 || L::bishop(king, occupied) & diagonal != 0
}
