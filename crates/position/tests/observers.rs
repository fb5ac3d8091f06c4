//! What observers receive adds up to the difference between two boards.
#![cfg(feature = "alloc")]

mod common;

use std::collections::BTreeMap;

use common::walk;
use gardez_bitboard::piece_attacks;
use gardez_position::observers::{DirtyPiece, DirtyThreats, NodeCounter, Prefetch, PsqScore};
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

/// Applies what it receives to a copy of the pieces.
struct Replay {
    squares: [Option<Piece>; 64],
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

fn pieces(board: &Board) -> [Option<Piece>; 64] {
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
                let after = position.board().after_with(m, &mut threats);
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
                let after = position.board().after_with(m, &mut score);
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
