//! For engine authors: a search to a fixed depth that makes and undoes moves, best exchanges first.
//!
//! `cargo run --release -p gardez --example engine -- [FEN] [DEPTH]`

use std::cmp::Reverse;
use std::error::Error;
use std::fmt::Write;

use gardez::{PieceType, Position, San, Value, piece_value};

const MATE: Value = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| Position::start().to_string());
    let depth = arguments.next().map_or(Ok(4), |text| text.parse())?;
    print!("{}", run(&fen, depth)?);
    Ok(())
}

/// Lists the moves with their values, makes the best one, and draws the board.
pub(crate) fn run(fen: &str, depth: usize) -> Result<String, Box<dyn Error>> {
    let mut position: Position = fen.parse()?;
    let mut text = String::new();
    let mut best = None;
    for m in position.legal_moves() {
        let san = San::new(position.board(), m);
        position.do_move(m);
        let value = -search(&mut position, depth.saturating_sub(1), 1, -MATE, MATE);
        position.undo_move();
        writeln!(text, "{value:>7}  {san}")?;
        if best.is_none_or(|(highest, _)| highest < value) {
            best = Some((value, m));
        }
    }
    if let Some((_, m)) = best {
        writeln!(text, "best    {}", San::new(position.board(), m))?;
        position.play(m)?;
    }
    writeln!(text, "{}\nOutcome: {:?}", position.pretty(), position.outcome())?;
    Ok(text)
}

/// Alpha-beta search; returns the value for the side to move.
fn search(position: &mut Position, depth: usize, ply: usize, mut alpha: Value, beta: Value) -> Value {
    if position.is_draw(ply) || position.has_insufficient_material() {
        return 0;
    }
    let mut moves = position.legal_moves().to_vec();
    if moves.is_empty() {
        return if position.in_check() { ply as Value - MATE } else { 0 };
    }
    if depth == 0 {
        return material(position);
    }
    moves.sort_by_cached_key(|&m| Reverse(position.see(m)));
    for m in moves {
        position.do_move(m);
        let value = -search(position, depth - 1, ply + 1, -beta, -alpha);
        position.undo_move();
        alpha = alpha.max(value);
        if beta <= alpha {
            break;
        }
    }
    alpha
}

/// The value of the pieces of the side to move, minus that of the other side's pieces.
fn material(position: &Position) -> Value {
    let us = position.side_to_move();
    let balance = |piece| position.count(us, piece) as Value - position.count(!us, piece) as Value;
    PieceType::ALL.into_iter().map(|piece| piece_value(piece) * balance(piece)).sum()
}
