//! Positions from games of random moves. They are the same in every run.

use gardez_position::{Board, CastlingMode, Position};
use gardez_types::Move;
use gardez_zobrist::Generator;

/// The number of positions that [`playouts`] returns.
pub const PLAYOUTS: usize = 100;

/// The length of the longest game, in plies. The halfmove clock therefore stays at 100 or below.
const MAX_PLIES: u64 = 100;

/// Positions with a legal move, after up to a hundred random plies. The games start from the start position of chess,
/// or from various ones of Chess960.
pub fn playouts(mode: CastlingMode) -> Vec<Position> {
    many_playouts(mode, PLAYOUTS)
}

/// Returns `count` positions like [`playouts`]. With many positions, a CPU cannot learn the sequence of branches.
pub fn many_playouts(mode: CastlingMode, count: usize) -> Vec<Position> {
    let mut generator = Generator::new(20_261_120);
    (0..count).map(|_| playout(mode, &mut generator)).collect()
}

fn playout(mode: CastlingMode, generator: &mut Generator) -> Position {
    // The high bits of this generator are more random than the low ones.
    let mut below = |bound: u64| (generator.next_u64() >> 32) % bound;
    let mut position = match mode {
        CastlingMode::Standard => Position::start(),
        CastlingMode::Chess960 => {
            Board::chess960(below(960) as u16).map(Position::from).expect("the number is below 960")
        }
    };
    for _ in 0..below(MAX_PLIES + 1) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position.undo_move();
            break;
        }
        position.do_move(moves[below(moves.len() as u64) as usize]);
    }
    if position.legal_move_count() == 0 {
        position.undo_move();
    }
    position
}

/// The number of positions that [`quiet_playouts`] returns.
pub const QUIET: usize = 100;

/// The number of quiet moves at the end of their games.
const QUIET_PLIES: u32 = 8;

/// Positions after eight moves that are not captures, pawn moves or checks and do not lose a castling right. A network
/// therefore gets eight positions in any input format. About a third of the positions have no castling rights.
pub fn quiet_playouts() -> Vec<Position> {
    let mut generator = Generator::new(20_261_121);
    let mut below = |bound: u64| (generator.next_u64() >> 32) % bound;
    let mut found = Vec::new();
    for mut position in many_playouts(CastlingMode::Standard, 20 * QUIET) {
        let rights = position.castling_rights();
        for _ in 0..QUIET_PLIES {
            let is_quiet = |m: &&Move| {
                let after = position.board().after(**m);
                after.halfmove_clock() > 0 && after.castling_rights() == rights && !after.in_check()
            };
            let moves: Vec<_> = position.legal_moves().iter().filter(is_quiet).copied().collect();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[below(moves.len() as u64) as usize]);
        }
        let is_mixed = !rights.is_empty() || found.len() % 3 == 0;
        if u32::from(position.halfmove_clock()) >= QUIET_PLIES && is_mixed && found.len() < QUIET {
            found.push(position);
        }
    }
    assert_eq!(found.len(), QUIET, "there are enough such games");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_legal_varied_and_not_over() {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let positions = playouts(mode);
            let mut keys: Vec<_> = positions.iter().map(|position| position.raw_key()).collect();
            keys.sort_unstable();
            keys.dedup();
            assert!(keys.len() > PLAYOUTS * 9 / 10, "{} different ones", keys.len());
            for position in positions {
                assert_eq!(position.check_invariants(), Ok(()), "{position}");
                assert_ne!(position.legal_move_count(), 0, "{position}");
                assert_eq!(position.castling_mode(), mode);
            }
        }
    }
}
