//! What observers receive adds up to the difference between two boards.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::walk;
use gardez_bitboard::{Bitboard, piece_attacks, ray_pass};
use gardez_position::observers::{DirtyPiece, DirtyThreats, NodeCounter, Prefetch, PsqScore, Threat};
use gardez_position::{Board, MoveObserver, Position};
use gardez_types::{Move, Piece, Square};
use quickcheck::quickcheck;

/// The pairs of attacking and attacked piece on a board, each with the number 1.
fn attack_pairs(board: &Board) -> BTreeMap<(Square, Piece, Square, Piece), i32> {
    let mut pairs = BTreeMap::new();
    for from in board.occupied() {
        let attacker = board.piece_on(from).expect("occupied");
        for to in piece_attacks(attacker, from, board.occupied()) & board.occupied() {
            pairs.insert((from, attacker, to, board.piece_on(to).expect("occupied")), 1);
        }
    }
    pairs
}

type Pieces = [Option<Piece>; 64];

/// The entries of a move as `docs/threat-lists.md` describes them: each step compares all attacks before and after it.
struct StepByStep {
    squares: Pieces,
    entries: Vec<Threat>,
}

impl StepByStep {
    /// All attacks between pieces, as if they were added.
    fn attacks(&self) -> BTreeSet<Threat> {
        let occupied: Bitboard =
            Square::ALL.into_iter().filter(|&square| self.squares[square as usize].is_some()).collect();
        let mut all = BTreeSet::new();
        for attacker_square in occupied {
            let attacker = self.squares[attacker_square as usize].expect("occupied");
            for attacked_square in piece_attacks(attacker, attacker_square, occupied) & occupied {
                let attacked = self.squares[attacked_square as usize].expect("occupied");
                all.insert(Threat { attacker_square, attacked_square, attacked, attacker, is_added: true });
            }
        }
        all
    }

    /// Changes one square and records the difference of the attacks, except those that `skip` selects.
    fn change(&mut self, square: Square, piece: Option<Piece>, skip: impl Fn(&Threat) -> bool) {
        let before = self.attacks();
        self.squares[square as usize] = piece;
        let after = self.attacks();
        let removed = before.difference(&after).map(|&threat| Threat { is_added: false, ..threat });
        self.entries.extend(removed.chain(after.difference(&before).copied()).filter(|threat| !skip(threat)));
    }
}

/// Returns `true` if the attack is on or by the piece on this square.
fn touches(threat: &Threat, square: Square) -> bool {
    [threat.attacker_square, threat.attacked_square].contains(&square)
}

impl MoveObserver for StepByStep {
    fn removed(&mut self, _: &Board, _: Piece, square: Square) {
        self.change(square, None, |_| false);
    }

    fn placed(&mut self, _: &Board, piece: Piece, square: Square) {
        self.change(square, Some(piece), |_| false);
    }

    fn moved(&mut self, _: &Board, piece: Piece, from: Square, to: Square) {
        for (square, other, piece) in [(from, to, None), (to, from, Some(piece))] {
            // An attack that the piece does not take part in, along a line through both squares.
            let both = |threat: &Threat| ray_pass(threat.attacker_square, square).contains(other);
            self.change(square, piece, |threat| !touches(threat, square) && both(threat));
        }
    }

    fn replaced(&mut self, _: &Board, square: Square, old: Piece, new: Piece) {
        self.squares[square as usize] = Some(old);
        self.change(square, None, |threat| !touches(threat, square));
        self.change(square, Some(new), |threat| !touches(threat, square));
    }
}

/// Applies what it receives to a copy of the pieces.
struct Replay {
    squares: Pieces,
    keys: Vec<u64>,
    made: Vec<Move>,
}

impl MoveObserver for Replay {
    fn making(&mut self, board: &Board, m: Move) {
        assert!(Square::ALL.iter().all(|&square| board.piece_on(square) == self.squares[square as usize]));
        self.made.push(m);
    }

    fn removed(&mut self, board: &Board, piece: Piece, square: Square) {
        assert_eq!(board.piece_on(square), Some(piece), "the piece is still on its square");
        assert_eq!(self.squares[square as usize].take(), Some(piece));
    }

    fn placed(&mut self, board: &Board, piece: Piece, square: Square) {
        assert_eq!(board.piece_on(square), Some(piece), "the piece is on its new square");
        assert_eq!(self.squares[square as usize].replace(piece), None);
    }

    fn moved(&mut self, board: &Board, piece: Piece, from: Square, to: Square) {
        assert_eq!((board.piece_on(from), board.piece_on(to)), (None, Some(piece)));
        assert_eq!(self.squares[from as usize].take(), Some(piece));
        assert_eq!(self.squares[to as usize].replace(piece), None);
    }

    fn replaced(&mut self, board: &Board, square: Square, old: Piece, new: Piece) {
        assert_eq!(board.piece_on(square), None, "the square is empty at this moment");
        assert_eq!(self.squares[square as usize].replace(new), Some(old));
    }

    fn key(&mut self, key: u64) {
        self.keys.push(key);
    }
}

fn pieces(board: &Board) -> Pieces {
    Square::ALL.map(|square| board.piece_on(square))
}

quickcheck! {
    fn observers_receive_exactly_the_changes_of_the_pieces(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let mut replay = Replay { squares: pieces(position), keys: vec![], made: vec![] };
                position.do_move_with(m, &mut replay);
                assert_eq!(replay.squares, pieces(position), "{m:?}");
                assert_eq!((replay.keys, replay.made), (vec![position.key()], vec![m]));
                position.undo_move();
            }
        });
        true
    }

    fn threats_are_the_difference_of_attack_pairs(start: u16, choices: Vec<u8>) -> bool {
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let mut threats = DirtyThreats::default();
                let mut pairs = attack_pairs(position);
                let mut after = *position.board();
                after.do_move_with(m, &mut threats);
                for threat in threats.entries() {
                    let pair = (threat.attacker_square, threat.attacker, threat.attacked_square, threat.attacked);
                    *pairs.entry(pair).or_default() += if threat.is_added { 1 } else { -1 };
                }
                pairs.retain(|_, count| *count != 0);
                assert_eq!(pairs, attack_pairs(&after), "{m:?} in {position:?}");
                assert_eq!(threats.king, after.king(threats.us));
                assert_eq!(threats.previous_king, position.king(threats.us));
            }
        });
        true
    }

    fn threats_are_those_of_each_step(start: u16, choices: Vec<u8>) -> bool {
        let mut threats = DirtyThreats::default();
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let mut steps = StepByStep { squares: pieces(position), entries: vec![] };
                position.do_move_with(m, &mut (&mut threats, &mut steps));
                let mut found: Vec<_> = threats.entries().collect();
                found.sort_unstable();
                steps.entries.sort_unstable();
                assert_eq!(found, steps.entries, "{m:?} in {position:?}");
                position.undo_move();
            }
        });
        true
    }

    fn a_score_that_follows_the_moves_equals_the_score_of_the_board(start: u16, choices: Vec<u8>) -> bool {
        let mut table = [[0_i32; 64]; 16];
        for (row, piece) in table.iter_mut().enumerate() {
            for (square, value) in piece.iter_mut().enumerate() {
                *value = (row as i32 * 64 + square as i32).wrapping_mul(2_654_435) % 1000;
            }
        }
        walk(start, &choices, |position| {
            for m in position.legal_moves() {
                let mut score = PsqScore::new(&table, position);
                let mut after = *position.board();
                after.do_move_with(m, &mut score);
                assert_eq!(score.value(), PsqScore::new(&table, &after).value(), "{m:?} in {position:?}");
            }
        });
        true
    }
}

#[test]
fn a_tuple_of_observers_observes_together() {
    let mut position = Position::start();
    let (mut nodes, mut keys) = (NodeCounter::default(), vec![]);
    let mut dirty = DirtyPiece::default();
    for text in ["e2e4", "d7d5", "e4d5"] {
        let m = position.parse_uci(text).expect("legal");
        position.do_move_with(m, &mut (&mut nodes, Prefetch(|key| keys.push(key)), &mut dirty));
    }
    assert_eq!(nodes.0, 3);
    assert_eq!(keys.last(), Some(&position.key()));
    assert_eq!(dirty.removed, Some((Piece::BlackPawn, Square::D5)));
}

#[test]
fn castling_records_both_pieces() {
    let mut position: Position = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1".parse().expect("a FEN");
    let mut dirty = DirtyPiece::default();
    let castling = position.parse_uci("f1g1").expect("king takes rook");
    position.do_move_with(castling, &mut dirty);
    assert_eq!((dirty.piece, dirty.from, dirty.to), (Some(Piece::WhiteKing), Some(Square::F1), Some(Square::G1)));
    assert_eq!(dirty.removed, Some((Piece::WhiteRook, Square::G1)));
    assert_eq!(dirty.added, Some((Piece::WhiteRook, Square::F1)));
}

#[test]
fn a_null_move_is_reported_with_its_key_and_changes_no_piece() {
    struct Nulls(Vec<(u64, Option<u64>)>);
    impl MoveObserver for Nulls {
        fn making_null(&mut self, board: &Board) {
            self.0.push((board.key(), None));
        }
        fn key(&mut self, key: u64) {
            self.0.last_mut().expect("a null move").1 = Some(key);
        }
    }
    let (mut position, mut nulls, mut dirty) = (Position::start(), Nulls(vec![]), DirtyPiece::default());
    let mut score = PsqScore::new(&[[1; 64]; 16], &position);
    position.do_move_with(position.parse_uci("e2e4").expect("a legal move"), &mut dirty);
    let before = position.key();
    position.do_null_move_with(&mut (&mut nulls, &mut dirty, &mut score));
    assert_eq!(nulls.0, [(before, Some(position.key()))]);
    assert_eq!((dirty, score.value()), (DirtyPiece::default(), 32));
    let board = *position.board();
    assert!(position.undo_null_move());
    let mut after = *position.board();
    after.do_null_move_with(&mut nulls);
    assert_eq!((after, nulls.0.len()), (board, 2));
}

#[test]
fn an_observer_is_passed_as_a_trait_object() {
    let (mut position, mut nodes, mut dirty) = (Position::start(), NodeCounter::default(), DirtyPiece::default());
    let m = position.parse_uci("g1f3").expect("a legal move");
    {
        let observers: [&mut dyn MoveObserver; 2] = [&mut nodes, &mut dirty];
        for observer in observers {
            position.do_move_with(m, observer);
            position.undo_move();
        }
    }
    let mut boxed: Box<dyn MoveObserver> = Box::new(nodes);
    position.do_move_with(m, &mut (&mut *boxed, &mut dirty));
    assert_eq!((nodes.0, dirty.from), (1, Some(Square::G1)));
}
