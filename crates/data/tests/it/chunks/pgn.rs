//! Games of a PGN as records, and records as games of a PGN.

use gardez_data::chunk::{ChunkOptions, MissingValue, Undecided};
use gardez_data::{Evaluation, Game, PgnGames, PolicyComments, UnfitGameError, ValueRule};
use gardez_lc0::InputFormat;
use gardez_lc0::training::V6;
use gardez_notation::pgn::Reader;

use crate::chunks::games;

/// A game with evaluations and clocks, as Lichess writes it, and one that ends with mate.
const GAMES: &str = r#"[Event "Rated Blitz game"]
[Result "0-1"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.21] } 2. f4 { [%eval -0.3] } 2... exf4 { [%eval -0.33] }
3. Nf3 { [%eval -0.35] } 3... g5 { [%eval -0.35] } 4. h4 { [%eval -0.41] } 4... g4 { [%eval 0.0] } 5. Ng5 { [%eval -1.36] }
5... h6 { [%eval -1.4] } 6. Nxf7 { [%eval -1.4] } 6... Kxf7 { [%eval -12.25] } 0-1

[Event "Fool's mate"]
[Result "0-1"]

{ [%eval 0.2] } 1. f3 { [%eval -0.7] } 1... e5 { [%eval -0.7] } 2. g4 { [%eval #-1] } 2... Qh4# 0-1
"#;

fn games_of(pgn: &str) -> Vec<Game> {
    let mut games = PgnGames::new(Reader::new(pgn.as_bytes()));
    std::iter::from_fn(|| games.next_game().expect("a slice has no errors")).collect()
}

/// The records of each game of a PGN.
fn chunks(pgn: &str, options: ChunkOptions) -> Vec<Vec<V6>> {
    games_of(pgn).iter().map(|game| game.records(&options).expect("it has records").collect()).collect()
}

/// The moves and comments of the games in these records.
fn printed(chunks: &[Vec<V6>]) -> Vec<String> {
    let read = chunks.iter().flat_map(|records| games(records));
    read.map(|game| {
        let pgn = game.to_pgn(PolicyComments::Write).expect("the moves are legal").to_string();
        pgn.split_once("\n\n").expect("tags and moves").1.replace('\n', " ").trim_end().to_owned()
    })
    .collect()
}

#[test]
fn moves_results_and_evaluations_come_back_in_every_format() {
    for format in InputFormat::ALL {
        let all = chunks(GAMES, ChunkOptions::new(format));
        assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [12, 4]);
        assert_eq!(
            printed(&all),
            [
                "1. e4 { [%eval 0.18] } 1... e5 { [%eval 0.21] } 2. f4 { [%eval -0.30] } 2... exf4 { [%eval -0.33] } \
                 3. Nf3 { [%eval -0.35] } 3... g5 { [%eval -0.35] } 4. h4 { [%eval -0.41] } 4... g4 { [%eval 0.00] } \
                 5. Ng5 { [%eval -1.36] } 5... h6 { [%eval -1.40] } 6. Nxf7 { [%eval -1.40] } \
                 6... Kxf7 { [%eval -12.25] } 0-1",
                "{ [%eval 0.20] } 1. f3 { [%eval -0.70] } 1... e5 { [%eval -0.70] } 2. g4 { [%eval #-1] } 2... Qh4# 0-1",
            ],
            "{format:?}"
        );
    }
}

#[test]
fn records_have_the_values_before_and_after_the_move() {
    let all = chunks(GAMES, ChunkOptions::default());
    let [first, second, ..] = &all[0][..] else { panic!() };
    // The first position has no evaluation, so the record has the result.
    assert_eq!([first.root_q, first.best_q, first.played_q].map(|q| q.get()), [-1.0; 3]);
    assert_eq!((first.result_q.get(), first.plies_left.get(), first.best_m.get()), (-1.0, 12.0, 12.0));
    assert!(first.orig_q.get().is_nan());
    let expected = |score| ValueRule::default().expected(Evaluation::Centipawns(score));
    assert_eq!((second.best_q.get(), second.best_d.get()), expected(-18));
    assert_eq!(second.played_q.get(), expected(-21).0);
    assert_eq!((second.visits.get(), second.played_idx), (2, second.best_idx));
    assert_eq!(all[1][3].best_m.get(), 1.0);
}

#[test]
fn evaluations_of_cutechess_belong_to_the_position_before_the_move() {
    let pgn =
        "1. e4 {+0.31/20 1.0s} e5 {-0.25/18 0.9s} 2. Qh5 {book} Ke7 {-M2/30 0.1s, mated} 3. Qxe5# {+M1/245 0.0s} 1-0";
    let mut games = PgnGames::new(Reader::new(pgn.as_bytes()));
    let game = games.next_game().expect("no errors").expect("a game");
    let evaluations: Vec<_> = game.plies.iter().map(|ply| ply.evaluation).collect();
    let [first, second] = [31, -25].map(Evaluation::Centipawns);
    let expected = [Some(first), Some(second), None, Some(Evaluation::Mate(-2)), Some(Evaluation::Mate(1))];
    assert_eq!(evaluations, expected);
    let printed = printed(&chunks(pgn, ChunkOptions::new(InputFormat::CanonicalV2)));
    assert_eq!(
        printed,
        ["{ [%eval 0.31] } 1. e4 { [%eval 0.25] } 1... e5 2. Qh5 { [%eval #1] } 2... Ke7 { [%eval #1] } 3. Qxe5# 1-0"]
    );
}

#[test]
fn distributions_come_from_comments_and_come_back() {
    let pgn = "{ [%policy e2e4 550,d2d4 300,g1f3 150] } 1. d4 { [%eval 0.1] [%policy d7d5 0.75,g8f6 0.25] } d5 1/2-1/2";
    let all = chunks(pgn, ChunkOptions::default());
    let record = &all[0][0];
    let shares: Vec<f32> = record.probabilities.iter().map(|p| p.get()).filter(|&p| 0.0 < p).collect();
    assert_eq!(shares, [0.15, 0.3, 0.55]);
    assert_eq!(record.probabilities.iter().filter(|p| p.get() == 0.0).count(), 17);
    assert_eq!(record.visits.get(), 1001);
    assert_ne!(record.best_idx, record.played_idx);
    assert_eq!(
        printed(&all),
        [
            "{ [%policy e2e4 550,d2d4 300,g1f3 150] } 1. d4 { [%eval 0.10] [%policy d7d5 0.75,g8f6 0.25] } 1... d5 1/2-1/2"
        ]
    );
    let mut games = PgnGames::new(Reader::new(&b"1. e4 { [%policy e2e4 1] } 1-0"[..]));
    assert!(games.next_game().is_ok_and(|game| game.is_some()));
    assert_eq!(games.report().policies, 1);
}

#[test]
fn what_is_left_out_is_counted() {
    let pgn = "1. e4 *\n\n[Event \"?\"]\n\n1. e4 { [%eval 0.1] } e5 2. Ke3 1-0\n\n[Event \"?\"]\n\n1. d4 -- 2. c4 0-1\n\n\
               [FEN \"8/8/3k4/8/8/2K1Q3/8/8 w - - 100 120\"]\n\n1. Qe2 Kc6 1/2-1/2\n\n[FEN \"8/8/3k4/8/8/2K1Q3/8/8 w - - 1 1\"]\n\n0-1\n";
    let mut reader = PgnGames::new(Reader::new(pgn.as_bytes()));
    let games: Vec<_> = std::iter::from_fn(|| reader.next_game().expect("no errors")).collect();
    assert_eq!((reader.report().games, reader.report().damaged), (5, 2));
    let lengths = |options: ChunkOptions| -> Vec<_> {
        games.iter().map(|game| game.records(&options).map(|records| (records.len(), records.rule50_ply()))).collect()
    };
    let found = lengths(ChunkOptions::default());
    assert_eq!(found[0], Err(UnfitGameError::NoResult));
    assert_eq!(found[1..], [(2, None), (1, None), (1, Some(1)), (0, None)].map(Ok));
    let options = ChunkOptions { missing: MissingValue::Refuse, undecided: Undecided::Draw, ..ChunkOptions::default() };
    assert_eq!(lengths(options).iter().filter(|found| found.is_err()).count(), 4);
}

#[test]
fn a_failing_stream_gives_the_moves_before_it_and_then_its_error() {
    struct Failing(usize);
    impl std::io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let text = b"1. e4 1-0\n\n[Event \"?\"]\n\n1. d4 d5 0-1\n\n";
            let rest = text.get(self.0..).filter(|rest| !rest.is_empty()).ok_or(std::io::ErrorKind::ConnectionReset)?;
            let count = rest.len().min(buffer.len()).min(4);
            buffer[..count].copy_from_slice(&rest[..count]);
            self.0 += count;
            Ok(count)
        }
    }
    let mut games = PgnGames::new(Reader::new(Failing(0)));
    let lengths = std::array::from_fn(|_| games.next_game().map(|game| game.map_or(0, |game| game.plies.len())).ok());
    assert_eq!(lengths, [Some(1), Some(2), None, Some(0)]);
}
