//! Positions of random games, in all libraries at once.

use std::collections::HashMap;

use gardez_position::{Board, CastlingMode, EnPassantPolicy, FenStyle, Move, Position};
use gardez_types::{Generator, MoveKind, PieceType, Square};
use shakmaty::Position as _;
use shakmaty::uci::UciMove;

/// A position in all libraries, after the same moves.
pub(crate) struct Case {
    pub(crate) ours: Position,
    pub(crate) cozy: cozy_chess::Board,
    pub(crate) peer: shakmaty::Chess,
    pub(crate) random: Generator,
    /// Positions from before, with the same pieces as some others.
    pub(crate) earlier: Vec<(Board, cozy_chess::Board, shakmaty::Chess)>,
    /// The keys of this library by the other library's keys, by the name of the row.
    pub(crate) keys: HashMap<(&'static str, u64), u64>,
}

impl Case {
    fn new(start: Board, random: Generator) -> Self {
        let fen = start.fen(FenStyle::Shredder).to_string();
        let cozy = cozy_chess::Board::from_fen(&fen, true).expect("a start that cozy-chess reads");
        let setup: shakmaty::fen::Fen = fen.parse().expect("a start that shakmaty reads");
        let peer = setup.into_position(shakmaty::CastlingMode::Chess960).expect("a start that shakmaty can play");
        Self { ours: start.into(), cozy, peer, random, earlier: Vec::new(), keys: HashMap::new() }
    }

    pub(crate) fn board(&self) -> &Board {
        self.ours.board()
    }

    /// The position as this library and cozy-chess write it in Chess960.
    pub(crate) fn fen(&self) -> String {
        fen(self.board())
    }

    fn play(&mut self, m: Move) {
        let before = (*self.board(), self.cozy.clone(), self.peer.clone());
        if self.earlier.len() < 40 {
            self.earlier.push(before);
        } else {
            let place = self.random.next_below(40);
            self.earlier[place] = before;
        }
        let text = m.uci(CastlingMode::Chess960).to_string();
        self.ours.do_move(m);
        self.cozy.play(text.parse().expect("a move of cozy-chess"));
        self.peer.play_unchecked(peer_move(&self.peer, m));
    }

    /// A move between random squares, of the kind that fits the pieces.
    pub(crate) fn any_move(&mut self) -> Option<Move> {
        let board = *self.board();
        let mut square =
            |among: gardez_position::Bitboard| among.into_iter().nth(self.random.next_below(among.len() as usize));
        let from = square(board.by_color(board.side_to_move()))?;
        let to = square(gardez_position::Bitboard::FULL)?;
        let own_rook = board.pieces(board.side_to_move(), PieceType::Rook).contains(to);
        let is_pawn = board.by_type(PieceType::Pawn).contains(from);
        if from == to {
            return None;
        }
        Some(if own_rook && board.king(board.side_to_move()) == from {
            Move::castling(from, to)
        } else if is_pawn && matches!(to.rank(), gardez_types::Rank::One | gardez_types::Rank::Eight) {
            Move::new_promotion(from, to, PieceType::PROMOTION_PIECES[self.random.next_below(4)])
        } else if is_pawn && board.ep_square_by(EnPassantPolicy::Always) == Some(to) && from.file() != to.file() {
            Move::en_passant(from, to)
        } else {
            Move::normal(from, to)
        })
    }

    /// Checks that one key is the same wherever another one is, in all positions so far.
    pub(crate) fn follows(&mut self, row: &'static str, theirs: u64, ours: u64) -> bool {
        *self.keys.entry((row, theirs)).or_insert(ours) == ours
    }
}

/// The position as this library and cozy-chess write it in Chess960.
pub(crate) fn fen(board: &Board) -> String {
    board.fen(FenStyle::Shredder).with_en_passant(EnPassantPolicy::Always).to_string()
}

/// The move of shakmaty.
pub(crate) fn peer_move(chess: &shakmaty::Chess, m: Move) -> shakmaty::Move {
    let text = m.uci(CastlingMode::Chess960).to_string();
    text.parse::<UciMove>().expect("a text of a move").to_move(chess).expect("a legal move")
}

/// Where games begin, besides the starts of Chess960.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/3k1n2/8/8/8/8/2B1K3/8 w - - 90 70",
    "8/3k4/8/8/8/8/4K2P/8 b - - 0 70",
    "8/8/4k3/8/3Q4/8/4K3/8 w - - 80 70",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 70",
];

/// Visits this many positions.
pub(crate) fn walk(count: usize, mut visit: impl FnMut(&mut Case)) {
    let mut random = Generator::new(30);
    let mut visited = 0;
    while visited < count {
        let start = match random.next_below(3) {
            0 => Board::chess960(random.next_below(960) as u16),
            _ => STARTS[random.next_below(STARTS.len())].parse().ok(),
        };
        let mut case = Case::new(start.expect("a start position"), Generator::new(random.next_u64()));
        for _ in 0..80 {
            visit(&mut case);
            visited += 1;
            let moves = case.ours.legal_moves();
            if moves.is_empty() || visited == count {
                break;
            }
            // Pieces often go back, so that positions are repeated, and pawns often make double pushes.
            let chosen = match case.random.next_below(4) {
                0 => moves.iter().copied().find(|&m| goes_back(&case, m)),
                1 => moves.iter().copied().find(|&m| is_double_push(case.board(), m)),
                _ => None,
            };
            let any = moves[case.random.next_below(moves.len())];
            case.play(chosen.unwrap_or(any));
        }
    }
}

/// Returns `true` if a move takes the last move of the same side back.
fn goes_back(case: &Case, m: Move) -> bool {
    let history = case.ours.history();
    let last = history.len().checked_sub(1).and_then(|at| history[at].last_move());
    m.kind() == MoveKind::Normal && last.is_some_and(|last| (last.to(), last.from()) == (m.from(), m.to()))
}

fn is_double_push(board: &Board, m: Move) -> bool {
    board.by_type(PieceType::Pawn).contains(m.from()) && (m.from() as u8).abs_diff(m.to() as u8) == 16
}

/// A square of cozy-chess or shakmaty, which number them as this library does.
pub(crate) fn square(index: usize) -> Square {
    Square::from_index(index as u8).expect("a square")
}
