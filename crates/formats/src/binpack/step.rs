//! From one entry of a chain to the next, where nothing is wrong: compiled for any CPU and for those with BMI2.

use gardez_position::Board;
use gardez_types::{Color, Move, MoveKind};

use super::candidates::{put_move, take_move};
use super::text::{BitWriter, Window, unfold};
use crate::cpu::{Cpu, Task};
use crate::entry::Entry;
use crate::view::SideToMove;

/// Makes the move of `entry` and reads the next entry of its chain. `word` begins with its bits.
///
/// Returns the number of bits, or 0 if something is wrong with them. Then only the board of `entry` has changed.
pub(super) struct Step<'a> {
    pub(super) entry: &'a mut Entry<SideToMove>,
    pub(super) word: u64,
}

impl Task for Step<'_> {
    type Output = u32;

    #[inline(always)]
    fn run(self, cpu: impl Cpu) -> u32 {
        step(cpu, self.entry, self.word)
    }
}

/// Writes the move of a board and makes it, if it is legal. Returns `true` if it is.
pub(super) struct Put<'a> {
    pub(super) board: &'a mut Board,
    pub(super) m: Move,
    pub(super) bits: &'a mut BitWriter,
}

impl Task for Put<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, cpu: impl Cpu) -> bool {
        put(cpu, self.board, self.m, self.bits)
    }
}

#[inline(always)]
fn put(cpu: impl Cpu, board: &mut Board, m: Move, bits: &mut BitWriter) -> bool {
    // Two copies of the code, in which the colors are constants.
    let is_legal = match board.side_to_move() {
        Color::White => put_move(cpu, board, Color::White, m, bits),
        Color::Black => put_move(cpu, board, Color::Black, m, bits),
    };
    if is_legal {
        board.do_unpredictable_move(m);
    }
    is_legal
}

#[inline(always)]
fn step(cpu: impl Cpu, entry: &mut Entry<SideToMove>, word: u64) -> u32 {
    let Some(m) = entry.mv else { return 0 };
    if m.kind() != MoveKind::Normal {
        return step_specially(cpu, entry, m, word);
    }
    // Two copies of the code, in which the colors are constants.
    match entry.board.side_to_move() {
        Color::White => {
            entry.board.do_unpredictable_move(m);
            read(cpu, entry, Color::Black, word)
        }
        Color::Black => {
            entry.board.do_unpredictable_move(m);
            read(cpu, entry, Color::White, word)
        }
    }
}

#[inline(never)] // rare, so it is kept out of the hot path
fn step_specially(cpu: impl Cpu, entry: &mut Entry<SideToMove>, m: Move, word: u64) -> u32 {
    entry.board.do_move(m);
    let us = entry.board.side_to_move();
    read(cpu, entry, us, word)
}

/// Reads an entry whose board, on which `us` is to move, is there already.
#[inline(always)]
fn read(cpu: impl Cpu, entry: &mut Entry<SideToMove>, us: Color, word: u64) -> u32 {
    let mut window = Window::of_word(word);
    let Ok((m, true)) = take_move(cpu, &entry.board, us, &mut window) else { return 0 };
    let Some(groups) = window.take_groups() else { return 0 };
    entry.mv = Some(m);
    entry.score = unfold(groups).wrapping_sub(entry.score);
    entry.ply += 1;
    entry.result = entry.result.reversed();
    window.used()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use quickcheck::quickcheck;

    use super::*;
    use crate::cpu::Level;
    use crate::view::Wdl;

    fn levels() -> impl Iterator<Item = Level> {
        [Level::Any, Level::new()].into_iter()
    }

    /// Returns an entry after some legal moves from the start, whose move is the last one.
    fn entry(choices: &[u8]) -> Option<Entry<SideToMove>> {
        let mut entry = Entry::new(Board::start(), None, 0, Wdl::Win);
        for &choice in choices {
            let moves = entry.board.legal_moves();
            if moves.is_empty() {
                break;
            }
            if let Some(m) = entry.mv.replace(moves[usize::from(choice) % moves.len()]) {
                entry.board.do_move(m);
                let moves = entry.board.legal_moves();
                entry.mv = moves.get(usize::from(choice) % moves.len().max(1)).copied();
                entry.mv?;
            }
        }
        entry.mv.map(|_| entry)
    }

    quickcheck! {
        fn every_level_reads_the_same_and_only_legal_moves(choices: Vec<u8>, words: Vec<u64>) -> bool {
            let Some(start) = entry(&choices) else { return true };
            let mut read = levels().map(|level| {
                let (mut entry, mut seen) = (start, Vec::new());
                for &word in &words {
                    let used = level.run(Step { entry: &mut entry, word });
                    // After an error, there is nothing to continue.
                    if used == 0 {
                        break;
                    }
                    assert!(entry.mv.is_some_and(|m| entry.board.is_legal(m)));
                    seen.push((used, entry));
                }
                seen
            });
            read.next() == read.next()
        }

        fn what_is_put_is_what_is_read(choices: Vec<u8>, score: i16) -> bool {
            let Some(before) = entry(&choices) else { return true };
            let after = before.board.after(before.mv.expect("an entry with a move"));
            after.legal_moves().into_iter().all(|m| levels().all(|level| {
                let (mut bits, mut bytes, mut board, mut entry) = (BitWriter::EMPTY, Vec::new(), after, before);
                let is_put = level.run(Put { board: &mut board, m, bits: &mut bits });
                bits.put_groups(crate::binpack::text::fold(score));
                bits.finish(&mut bytes);
                bytes.resize(8, 0);
                let word = u64::from_be_bytes(*bytes.first_chunk().expect("eight bytes"));
                is_put && level.run(Step { entry: &mut entry, word }) != 0 && entry.mv == Some(m) && entry.score == score
            }))
        }
    }
}
