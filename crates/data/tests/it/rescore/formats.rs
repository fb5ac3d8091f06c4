//! Input formats.

use gardez_data::RescoreOptions;
use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, InputFormat, PolicyIndexing, PositionHistory, Rule50Scale, decode_board};

use crate::rescore::tables::Tables;
use crate::rescore::{Game, each_game, number};

/// The positions as a reader of the records sees them: in canonical formats, white begins.
fn seen(game: &Game) -> PositionHistory {
    let first = &game.records[0];
    let (planes, transform) = first.planes(Rule50Scale::Engine).expect("a known format");
    let read = decode_board(first.format().expect("known"), &planes.untransformed(transform)).expect("a board");
    let mut history =
        PositionHistory::new(gardez_lc0::Position::new(read.board, read.halfmove_clock, read.halfmove_clock));
    for record in &game.records[1..] {
        let _ = record;
        let index = history.len();
        let board = *history.last().board();
        // The move that leads to the next board, whatever the colors are.
        let next = game.history[index].board();
        let m = board.legal_moves().iter().copied().find(|&m| {
            let after = board.after(m);
            after.ours() == next.ours()
                && after.theirs() == next.theirs()
                && after.pawns() == next.pawns()
                && after.queens() == next.queens()
                && after.rooks() == next.rooks()
                && after.bishops() == next.bishops()
        });
        history.push_relative(m.expect("a move of the game"));
    }
    history
}

#[test]
fn a_record_in_another_format_is_the_record_that_is_made_in_this_format() {
    let tables = Tables::small();
    each_game(12, 100, |game, generator| {
        let mut game = Game { records: game.records.clone(), history: game.history.clone() };
        if number(generator, 3) == 0 {
            // As in records of early versions, which do not know the indices.
            for record in &mut game.records {
                record.visits = 0.into();
            }
        }
        let game = &game;
        let format = InputFormat::ALL[number(generator, InputFormat::ALL.len())];
        let (records, _) =
            game.rescored(&tables, RescoreOptions { new_input_format: Some(format), ..Default::default() });
        let (kept, _) = game.rescored(&tables, RescoreOptions::default());
        let history = seen(game);
        let encoder = Encoder::new(format).with_fill(FillMode::No);
        for (index, (record, kept)) in records.iter().zip(&kept).enumerate() {
            let positions = &history[..=index];
            let board = positions[index].board();
            let mut made = V6::from_history(&encoder, positions);
            let has_visits = kept.visits.get() != 0;
            (made.played_idx, made.best_idx) = (kept.played_idx, kept.best_idx);
            // Each legal move keeps its probability, and so do the best and the played move.
            for &m in &board.legal_moves() {
                let old = kept.index_of(m, PolicyIndexing::Lc0).expect("a legal move").index();
                let new = made.index_of(m, PolicyIndexing::Lc0).expect("a legal move").index();
                made.probabilities[usize::from(new)] = kept.probabilities[usize::from(old)];
                if kept.played_idx.get() == old && has_visits {
                    made.played_idx = new.into();
                }
                if kept.best_idx.get() == old && has_visits {
                    made.best_idx = new.into();
                }
            }
            made.invariance_info |= kept.invariance_info & 0b0111_1000;
            made.rule50_count = kept.rule50_count;
            let mut expected = *kept;
            expected.input_format = made.input_format;
            expected.probabilities = made.probabilities;
            expected.planes = made.planes;
            expected.castling_us_ooo = made.castling_us_ooo;
            expected.castling_us_oo = made.castling_us_oo;
            expected.castling_them_ooo = made.castling_them_ooo;
            expected.castling_them_oo = made.castling_them_oo;
            expected.side_to_move_or_enpassant = made.side_to_move_or_enpassant;
            expected.invariance_info = made.invariance_info;
            (expected.played_idx, expected.best_idx) = (made.played_idx, made.best_idx);
            let place = record.bytes().iter().zip(expected.bytes()).position(|(found, expected)| found != expected);
            assert_eq!(place, None, "{} as {format:?}, record {index}", game.history[0]);
        }
    });
}

#[test]
fn a_game_that_comes_back_to_its_format_is_the_same_if_white_began() {
    let tables = Tables::small();
    let mut compared = 0;
    each_game(13, 100, |game, generator| {
        if game.history[0].board().is_flipped() || game.history[0].halfmove_clock() != 0 {
            return;
        }
        let format = InputFormat::ALL[number(generator, InputFormat::ALL.len())];
        let (kept, _) = game.rescored(&tables, RescoreOptions::default());
        let (there, _) =
            game.rescored(&tables, RescoreOptions { new_input_format: Some(format), ..Default::default() });
        let there = Game { records: there, history: game.history.clone() };
        let back = RescoreOptions { new_input_format: kept[0].format().ok(), ..Default::default() };
        let (back, _) = there.rescored(&tables, back);
        assert!(back == kept, "{}", game.history[0]);
        compared += 1;
    });
    assert!(compared > 20, "{compared}");
}
