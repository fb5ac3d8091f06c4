//! Random games for the properties.

use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, GameResult, InputFormat, Move, PolicyIndexing, PositionHistory};
use gardez_position::Position;

/// The start positions of random games: chess, Chess960, endgames, en passant, promotions.
pub(crate) const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "2bqkbrr/2pppp2/8/ppN1p2p/4P1nP/8/2PPBPP1/2BQKRNR w Fg - 4 6",
    "8/8/4k3/8/2n5/2K5/3R4/8 b - - 40 90",
    "4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1",
];

/// Plays the same game in both crates. The first choice selects the start position, and each other one a legal move.
#[allow(dead_code)]
pub(crate) fn games(choices: &[u8]) -> (Position, PositionHistory, Vec<Move>) {
    let start = STARTS[usize::from(choices.first().copied().unwrap_or(0)) % STARTS.len()];
    let mut position: Position = start.parse().expect("a FEN");
    let mut history = PositionHistory::from_fen(start).expect("a FEN");
    let mut moves = Vec::new();
    for &choice in choices.iter().skip(1) {
        let legal = history.last().board().legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(choice) % legal.len()];
        let absolute = m.to_absolute(history.last().board().side_to_move()).expect("a move between squares");
        position.play(absolute).expect("legal in both crates");
        history.push(absolute);
        moves.push(m);
    }
    (position, history, moves)
}

/// Plays a game and returns its records as self-play writes them, with its positions and moves. There is at least one
/// record, and the last move is the one of the last record. All counters are at most 100.
#[allow(dead_code)] // not every file of tests needs it
pub(crate) fn chunk(choices: &[u8], format: InputFormat) -> (Vec<V6>, PositionHistory, Vec<Move>) {
    // Format 1 does not say which of two rooks may castle.
    let is_ambiguous = format == InputFormat::Classical && choices.first().is_some_and(|start| start % 9 == 6);
    let (_, mut history, mut moves) = games(if is_ambiguous { &[] } else { choices });
    moves.truncate(history.iter().take_while(|position| position.halfmove_clock() <= 100).count());
    history.trim(moves.len() + 1);
    if moves.is_empty() {
        moves.push(history.last().board().legal_moves()[0]);
        history.push_relative(moves[0]);
    }
    let encoder = Encoder::new(format).with_fill(FillMode::No);
    let mut records: Vec<_> = moves
        .iter()
        .enumerate()
        .map(|(index, &played)| {
            let positions = &history[..=index];
            let board = positions[index].board();
            let legal = board.legal_moves();
            let visits: Vec<_> = legal.iter().zip(1..).map(|(&m, count)| (m, count)).collect();
            let mut record = V6::from_history(&encoder, positions);
            record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves have indices");
            record.set_moves(played, legal[0], PolicyIndexing::Lc0).expect("legal moves have indices");
            record.set_result(GameResult::BlackWins, board.side_to_move());
            record
        })
        .collect();
    V6::set_plies_left(&mut records);
    (records, history, moves)
}
