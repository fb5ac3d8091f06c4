//! Games as a head, moves and an end: viriformat and montyformat.

use gardez_types::Generator;

use super::{alter, boards, change_move, edge, once_in, rearrange};

/// Games of viriformat.
pub fn viri(bytes: &mut Vec<u8>, random: &mut Generator) {
    Layout { head: 32, end: 4, step: |_| 4, fields: &[6, 6, 2, 2] }.change(bytes, random);
}

/// Games of montyformat with values.
pub fn monty_value(bytes: &mut Vec<u8>, random: &mut Generator) {
    Layout { head: 43, end: 4, step: |_| 4, fields: &MONTY }.change(bytes, random);
}

/// Games of montyformat with the visits of moves.
pub fn monty_policy(bytes: &mut Vec<u8>, random: &mut Generator) {
    let step = |rest: &[u8]| 5 + rest.get(4).copied().map_or(0, usize::from);
    Layout { head: 43, end: 2, step, fields: &MONTY }.change(bytes, random);
}

/// The fields of a move of montyformat: kind, target and origin.
const MONTY: [u32; 3] = [4, 6, 6];

/// The bytes of a head and of an end, which are zeros, and the bytes of the next move.
struct Layout {
    head: usize,
    end: usize,
    step: fn(&[u8]) -> usize,
    /// The bits of the fields of a move.
    fields: &'static [u32],
}

/// A game in parts: the head, and the moves.
type Game = (Vec<u8>, Vec<Vec<u8>>);

impl Layout {
    /// Changes a game, or the order of games.
    fn change(&self, bytes: &mut Vec<u8>, random: &mut Generator) {
        let mut games = self.split(bytes);
        if games.is_empty() {
            return;
        }
        if once_in(6, random) {
            rearrange(&mut games, random);
        } else {
            let index = random.next_below(games.len());
            self.change_game(&mut games[index], random);
        }
        let end = vec![0; self.end];
        *bytes = games.into_iter().flat_map(|(head, moves)| [head, moves.concat(), end.clone()]).flatten().collect();
    }

    fn split(&self, mut bytes: &[u8]) -> Vec<Game> {
        let mut games = vec![];
        while let Some((head, mut rest)) = bytes.split_at_checked(self.head) {
            let mut moves = vec![];
            while let Some((mv, after)) = rest.split_at_checked((self.step)(rest)) {
                if mv[..self.end].iter().all(|&byte| byte == 0) {
                    break;
                }
                moves.push(mv.to_vec());
                rest = after;
            }
            games.push((head.to_vec(), moves));
            bytes = rest.get(self.end..).unwrap_or_default();
        }
        games
    }

    fn change_game(&self, (head, moves): &mut Game, random: &mut Generator) {
        let index = random.next_below(moves.len().max(1));
        match (random.next_below(8), moves.get_mut(index)) {
            (0, _) => alter(head, random),
            (1, _) if head.len() == 32 => boards::marlin(head, random),
            (1, _) => square_of_sets(head, random),
            (2 | 3, _) => rearrange(moves, random),
            (4 | 5, Some(mv)) => {
                let changed = change_move(u16::from_le_bytes([mv[0], mv[1]]), self.fields, random);
                mv[..2].copy_from_slice(&changed.to_le_bytes());
            }
            (6, Some(mv)) => {
                let length = mv.len().min(4);
                alter(&mut mv[..length], random);
            }
            (_, Some(mv)) => {
                // Another number of visits, with as many bytes.
                if let Some(count) = mv.get(4).copied() {
                    let count = count.wrapping_add_signed(random.next_below(3) as i8 - 1);
                    mv[4] = count;
                    mv.resize(5 + usize::from(count), 7);
                }
                alter(mv, random);
            }
            (_, None) => {
                let mut mv = edge(random).to_le_bytes()[..5].to_vec();
                mv[4] = 0;
                mv.truncate((self.step)(&mv));
                moves.push(mv);
            }
        }
    }
}

/// Changes what is on a square of four sets: the color, and three bits of the piece.
fn square_of_sets(head: &mut [u8], random: &mut Generator) {
    let (square, code) = (random.next_below(64), random.next_below(16));
    for set in 0..4 {
        let byte = &mut head[8 * set + square / 8];
        let bit = 1 << (square % 8);
        *byte = if code >> set & 1 == 0 { *byte & !bit } else { *byte | bit };
    }
}
