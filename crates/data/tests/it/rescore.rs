//! Rescoring: each rule against a slow definition that says it record by record, over random games in which pieces are
//! taken until the tables have the positions.

mod blunders;
mod damage;
mod formats;
mod missing;
mod policy;
mod results;
mod tables;

use gardez_data::{RescoreOptions, RescoreReport, Rescorer};
use gardez_lc0::training::V6;
use gardez_lc0::{Encoder, FillMode, GameEnd, InputFormat, Move, PolicyIndexing, PositionHistory};
use gardez_position::Board;
use gardez_syzygy::Wdl;
use gardez_types::GameResult;
use gardez_types::Generator;

use self::tables::{Tables, random_start};

/// Games begin here: endings of three and four pieces, some with a high counter. In some, the only tables are those after a
/// capture.
const STARTS: [&str; 10] = [
    "8/8/8/8/2k5/3N4/8/KR6 b - - 0 1",
    "8/8/8/8/2k5/3b4/4R3/K7 w - - 7 1",
    "8/8/8/3k4/8/8/8/R3K3 w - - 0 30",
    "8/8/8/3k4/8/8/8/R3K3 w - - 80 60",
    "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 30",
    "8/8/8/8/8/4k3/3q4/3QK3 w - - 0 1",
    "8/8/3k4/3p4/3KP3/8/8/8 w - - 0 1",
    "8/2P5/8/8/5k2/8/1K6/8 w - - 12 40",
    "8/7r/8/1k6/2n5/2B5/8/K7 b - - 60 70",
    "k7/8/1KQ5/8/8/8/8/8 b - - 3 9",
];

/// Long games without repetitions begin here. In them, distance and counter together come near to 100.
const LONG_STARTS: [&str; 3] =
    ["8/8/8/3k4/8/8/8/R3K3 w - - 0 30", "8/8/8/3k4/8/8/8/R3K3 b - - 0 30", "8/8/3K4/3r4/8/2k5/8/8 b - - 4 30"];

/// A game and its positions.
struct Game {
    records: Vec<V6>,
    history: PositionHistory,
}

impl Game {
    /// A random game from one of these positions of at most this number of records, with random values. Its result has
    /// nothing to do with it, and sometimes each record has another one.
    fn random(generator: &mut Generator, format: InputFormat, starts: &[&str], length: usize) -> Self {
        let encoder = Encoder::new(format).with_fill(FillMode::No);
        let start = starts[number(generator, starts.len())];
        let (is_consistent, may_repeat) = (number(generator, 3) != 0, starts.len() != LONG_STARTS.len());
        let mut history = PositionHistory::from_fen(start).expect("a FEN");
        let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        let result = number(generator, 3);
        let mut records: Vec<V6> = Vec::new();
        loop {
            let board = *history.last().board();
            let moves = board.legal_moves();
            let is_over = moves.is_empty() || history.last().halfmove_clock() > 100 || records.len() == length;
            if is_over {
                break;
            }
            let mut record = V6::from_history(&encoder, &history);
            let visits: Vec<_> = moves.iter().map(|&m| (m, 1 + number(generator, 9) as u32)).collect();
            record.set_visits(&visits, PolicyIndexing::Lc0).expect("legal moves have indices");
            let [played, best] = [number(generator, moves.len()), number(generator, moves.len())];
            // Captures are not rare.
            let capture = moves.iter().find(|m| board.theirs().contains(m.to())).filter(|_| number(generator, 3) != 0);
            let mut played = capture.map_or(moves[played], |m| *m);
            if !may_repeat {
                let is_new = |m: &&Move| history.iter().all(|position| *position.board() != board.after(**m));
                let quiet: Vec<&Move> =
                    moves.iter().filter(|m| !board.theirs().contains(m.to())).filter(is_new).collect();
                let Some(m) = quiet.get(number(generator, quiet.len().max(1))) else { break };
                played = **m;
            }
            record.set_moves(played, moves[best], PolicyIndexing::Lc0).expect("legal moves have indices");
            let result = if is_consistent { result } else { number(generator, 3) };
            record.set_result(results[result], board.side_to_move());
            for value in [&mut record.best_q, &mut record.played_q] {
                // Each of -1 and 1 in one record of eight.
                *value = [-1.0, 1.0, 0.0, 0.25, -0.5, 0.75, 0.125, -0.9375][number(generator, 8)].into();
            }
            record.best_d = (number(generator, 9) as f32 / 8.0).into();
            record.best_m = (number(generator, 100) as f32).into();
            record.invariance_info |=
                [0, V6::BEST_IS_PROVEN, V6::MAX_LENGTH_EXCEEDED, V6::ADJUDICATED, V6::MARKED_FOR_DELETION]
                    [number(generator, 5)];
            records.push(record);
            history.push_relative(played);
        }
        history.trim(records.len());
        V6::set_plies_left(&mut records);
        Self { records, history }
    }

    fn rescored(&self, tables: &Tables, options: RescoreOptions) -> (Vec<V6>, RescoreReport) {
        let mut records = self.records.clone();
        let rescorer = Rescorer::new(tables.tablebase(), options).expect("options in their ranges");
        let report = rescorer.rescore(&mut records).unwrap_or_else(|error| panic!("{}: {error}", self.history[0]));
        (records, report)
    }

    /// Returns `true` if nobody may castle, and there are no more pieces than in the largest table.
    fn is_small(&self, tables: &Tables, index: usize) -> bool {
        let board = self.history[index].board();
        board.castlings().is_empty() && board.occupied().len() as usize <= tables.tablebase().max_pieces()
    }

    fn board(&self, index: usize) -> Board {
        Board::try_from(self.history[index].board()).expect("a position")
    }

    /// The value of the tables for the side to move; none for the first record, and none if a table is missing.
    fn value(&self, tables: &Tables, index: usize) -> Option<f32> {
        let is_asked = index != 0 && self.is_small(tables, index);
        Some(match tables.wdl(&is_asked.then(|| self.board(index))?)? {
            Wdl::Win => 1.0,
            Wdl::Loss => -1.0,
            _ => 0.0,
        })
    }
}

fn number(generator: &mut Generator, below: usize) -> usize {
    (generator.next_u64() % below as u64) as usize
}

/// Checks this many games in all formats, or twenty times as many with `GARDEZ_SLOW`.
fn each_game(seed: u64, count: usize, mut check: impl FnMut(&Game, &mut Generator)) {
    let mut generator = Generator::new(seed);
    let count = if std::env::var_os("GARDEZ_SLOW").is_some() { 20 * count } else { count };
    for index in 0..count {
        let format = InputFormat::ALL[index % InputFormat::ALL.len()];
        let length = 1 + number(&mut generator, 60);
        let other = random_start(&mut generator);
        let starts = if number(&mut generator, 2) == 0 { &STARTS[..] } else { &[other.as_str()] };
        let game = Game::random(&mut generator, format, starts, length);
        if !game.records.is_empty() {
            check(&game, &mut generator);
        }
    }
}

/// Checks long games, in formats in which the first counter is exact.
fn each_long_game(seed: u64, count: usize, mut check: impl FnMut(&Game, &mut Generator)) {
    let mut generator = Generator::new(seed);
    let count = if std::env::var_os("GARDEZ_SLOW").is_some() { 20 * count } else { count };
    for index in 0..count {
        let format = InputFormat::ALL[index % 3];
        let game = Game::random(&mut generator, format, &LONG_STARTS, 110);
        check(&game, &mut generator);
    }
}

#[test]
fn random_games_reach_all_kinds_of_positions() {
    let (mut repeated, mut late, mut in_tables, mut zeroing, mut decided) = (0, 0, 0, 0, 0);
    let tables = Tables::small();
    each_game(1, 300, |game, _| {
        for index in 0..game.records.len() {
            let position = &game.history[index];
            repeated += u32::from(position.repetitions() != 0);
            late += u32::from(matches!(position.game_end(), Some(GameEnd::Rule50)));
            let value = game.value(&tables, index);
            in_tables += u32::from(value.is_some());
            zeroing += u32::from(value.is_some() && position.halfmove_clock() == 0);
            decided += u32::from(value.is_some_and(|value| value != 0.0));
        }
    });
    assert!(
        repeated > 20 && late > 2 && in_tables > 500 && zeroing > 20 && decided > 300,
        "{repeated} {late} {in_tables} {zeroing} {decided}"
    );
}
