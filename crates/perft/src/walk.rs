//! Counts by making and undoing moves on the public position.

use alloc::vec::Vec;
use core::convert::Infallible;

use gardez_position::Position;
use gardez_types::Move;

/// Counts the sequences of `depth` legal moves from `position`. The position is unchanged afterwards.
///
/// Only checkmate and stalemate end a sequence. The last move is not made. The recursion is as deep as `depth`.
///
/// ```
/// use gardez_position::Position;
///
/// assert_eq!(gardez_perft::perft(&mut Position::start(), 3), 8902);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_move_count() as u64,
        _ => {
            let moves = position.legal_moves();
            moves.iter().map(|&m| after(position, m, depth - 1)).sum()
        }
    }
}

/// Counts, for each legal move, the sequences of [`perft`] that begin with it, in the order of the legal moves.
///
/// The result is empty at depth 0, because no sequence begins with a move.
///
/// ```
/// use gardez_position::Position;
///
/// let counts = gardez_perft::divide(&mut Position::start(), 3);
/// assert_eq!(counts.len(), 20);
/// assert_eq!(counts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 8902);
/// ```
pub fn divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    let Ok(_) = divide_with::<Infallible>(position, depth, |step| {
        counts.push((step.mv, step.nodes));
        Ok(())
    });
    counts
}

/// A first move whose sequences [`divide_with`] has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DivideStep {
    /// The first move.
    pub mv: Move,
    /// The number of sequences that begin with it.
    pub nodes: u64,
    /// The number of first moves counted so far, including this one.
    pub done: usize,
    /// The number of all first moves.
    pub total: usize,
}

/// Counts like [`perft`], and calls `report` for each first move as soon as its sequences are counted.
///
/// At depth 0 it reports nothing and returns 1.
///
/// # Errors
///
/// Returns the first error of `report`, which ends the count. The position is unchanged then, too.
pub fn divide_with<E>(
    position: &mut Position,
    depth: u32,
    mut report: impl FnMut(DivideStep) -> Result<(), E>,
) -> Result<u64, E> {
    if depth == 0 {
        return Ok(1);
    }
    let moves = position.legal_moves();
    let total = moves.len();
    let mut sum = 0;
    for (index, mv) in moves.into_iter().enumerate() {
        let nodes = after(position, mv, depth - 1);
        sum += nodes;
        report(DivideStep { mv, nodes, done: index + 1, total })?;
    }
    Ok(sum)
}

fn after(position: &mut Position, m: Move, depth: u32) -> u64 {
    position.do_move(m);
    let nodes = perft(position, depth);
    position.undo_move();
    nodes
}

#[cfg(test)]
mod tests {
    use gardez_position::{FenMode, FenReader};

    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// White may castle to both sides, with rooks that are not in the corners.
    const CHESS960: &str = "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1";

    fn read(fen: &str, mode: FenMode) -> Position {
        FenReader::new().with_mode(mode).read(fen).expect("a legal position").position
    }

    fn counts(position: &Position, depths: impl IntoIterator<Item = u32>) -> Vec<u64> {
        depths.into_iter().map(|depth| perft(&mut position.clone(), depth)).collect()
    }

    #[test]
    fn the_start_position_has_the_known_counts() {
        assert_eq!(counts(&Position::start(), 0..=4), [1, 20, 400, 8902, 197_281]);
    }

    #[test]
    fn kiwipete_has_the_known_counts() {
        assert_eq!(counts(&read(KIWIPETE, FenMode::Standard), 0..=3), [1, 48, 2039, 97_862]);
    }

    #[test]
    fn chess960_castling_has_the_known_counts() {
        let position = read("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", FenMode::Chess960);
        assert_eq!(counts(&position, 1..=3), [21, 528, 12_189]);
        let position = read("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", FenMode::Detect);
        assert_eq!(counts(&position, 1..=3), [23, 522, 12_333]);
    }

    #[test]
    fn a_finished_game_has_no_sequences() {
        let mut mated = read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", FenMode::Standard);
        assert_eq!(counts(&mated, 0..=2), [1, 0, 0]);
        assert_eq!(divide(&mut mated, 2), []);
    }

    #[test]
    fn the_first_moves_sum_up_to_the_whole() {
        for (fen, mode) in [(KIWIPETE, FenMode::Standard), (CHESS960, FenMode::Chess960)] {
            let mut position = read(fen, mode);
            for depth in 1..=3 {
                let whole = perft(&mut position, depth);
                assert_eq!(divide(&mut position, depth).iter().map(|&(_, nodes)| nodes).sum::<u64>(), whole);
                assert_eq!(divide_with::<()>(&mut position, depth, |_| Ok(())), Ok(whole));
            }
        }
    }

    #[test]
    fn first_moves_come_in_the_order_of_the_legal_moves_and_are_numbered() {
        let mut position = read(KIWIPETE, FenMode::Standard);
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut seen = Vec::new();
        let Ok(_) = divide_with::<Infallible>(&mut position, 2, |step| {
            assert_eq!(step.total, 48);
            seen.push(step.mv);
            assert_eq!(step.done, seen.len());
            Ok(())
        });
        assert_eq!(seen, moves);
    }

    #[test]
    fn an_error_of_the_callback_ends_the_count() {
        let mut position = Position::start();
        let stopped = divide_with(&mut position, 3, |step| if step.done < 5 { Ok(()) } else { Err(step.done) });
        assert_eq!(stopped, Err(5));
        assert!(position.same_history(&Position::start()));
    }

    #[test]
    fn counting_leaves_the_position_as_it_was() {
        for (fen, mode) in [(KIWIPETE, FenMode::Standard), (CHESS960, FenMode::Chess960)] {
            let position = read(fen, mode);
            let mut walked = position.clone();
            perft(&mut walked, 3);
            divide(&mut walked, 2);
            assert!(walked.same_history(&position), "{fen}");
        }
    }
}
