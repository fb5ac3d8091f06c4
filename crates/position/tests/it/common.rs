//! Random games for the property tests.

use gardez_position::{Board, Position};

/// Plays a game from the start position that `start` selects, calls `visit` after each move, and returns the last
/// position.
///
/// The choice 255 selects a null move if there is no check. Otherwise, a choice selects `moves[choice % moves.len()]`.
pub(crate) fn walk(start: u16, choices: &[u8], mut visit: impl FnMut(&mut Position)) -> Position {
    let mut position = match start % 3 {
        0 => Position::start(),
        _ => Board::double_chess960(start % 960, start / 7 % 960).map(Position::from).expect("both below 960"),
    };
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        if choice == 255 && !position.in_check() {
            position.do_null_move();
        } else {
            position.do_move(moves[usize::from(choice) % moves.len()]);
        }
        visit(&mut position);
    }
    position
}
