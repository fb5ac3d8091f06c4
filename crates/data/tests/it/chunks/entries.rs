//! Records as entries of packed formats, and entries as records.

use gardez_data::chunk::{ChunkGames, ChunkOptions};
use gardez_data::{EntryGames, Evaluation, Game, GameEntries, Ply, ReadGames};
use gardez_formats::{Entry, ReadEntries, SideToMove, Wdl, WriteEntries, binpack, plain};
use gardez_lc0::InputFormat;
use gardez_lc0::training::Reader;
use gardez_position::Board;
use gardez_types::GameResult;

use crate::chunks::{bytes, records};

/// Entries of two games, which White wins and draws.
fn entries() -> Vec<Entry<SideToMove>> {
    let mut entries = Vec::new();
    for (seed, result) in [(7, GameResult::WhiteWins), (31, GameResult::Draw)] {
        let mut board = Board::start();
        for ply in 0..40_usize {
            let legal = board.legal_moves();
            let mv = legal[(ply * seed + seed) % legal.len()];
            let score = (ply as i16 * 613) % 26_000 - 13_000;
            let result = Wdl::from_game(result, board.side_to_move()).expect("it is known");
            entries.push(Entry::new(board, Some(mv), score, result));
            board.do_move(mv);
        }
    }
    entries
}

/// The entries of these games as records of this format, one game after the other.
fn through_records(games: &[Game], format: InputFormat, missing: Option<i16>) -> (Vec<Entry<SideToMove>>, u64) {
    let records: Vec<_> = games.iter().flat_map(|game| records(game, &ChunkOptions::new(format))).collect();
    let bytes = bytes(&records);
    let mut reader = GameEntries::new(ChunkGames::new(Reader::new(&bytes[..])), missing);
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry().expect("the records are sound") {
        entries.push(entry.to_side_to_move().expect("it has a negation"));
    }
    (entries, reader.without_score())
}

#[test]
fn entries_of_a_binpack_come_back_from_records() {
    let mut writer = binpack::Writer::new(Vec::new());
    let all = entries();
    all.iter().for_each(|entry| writer.write_entry(entry).expect("it fits"));
    let packed = writer.finish().expect("a Vec");
    let mut reader = EntryGames::new(binpack::Reader::new(&packed[..]));
    let games: Vec<Game> = std::iter::from_fn(|| reader.next_game().expect("sound")).collect();
    assert_eq!(games.iter().map(|game| game.plies.len()).collect::<Vec<_>>(), [40, 40]);
    assert_eq!(reader.left_out(), [("entry without a move", 0)]);
    for format in InputFormat::ALL {
        let (read, without_score) = through_records(&games, format, None);
        assert_eq!((read.len(), without_score), (all.len(), 0), "{format:?}");
        for (read, entry) in read.iter().zip(&all) {
            assert!(read.board == entry.board && read.board.halfmove_clock() == entry.board.halfmove_clock());
            let fields = |entry: &Entry<SideToMove>| (entry.mv, entry.score, entry.result, entry.ply);
            assert_eq!(fields(read), fields(entry));
        }
    }
}

#[test]
fn a_position_without_a_value_is_left_out_or_gets_a_score() {
    let game = Game { plies: Vec::new(), ..Game::new(Board::start(), GameResult::Draw) };
    let mut game = game;
    let mut board = game.start;
    for (text, score) in [("e2e4", None), ("e7e5", Some(30)), ("g1f3", None)] {
        let mut ply = Ply::new(board.parse_uci(text).expect("legal"));
        ply.evaluation = score.map(Evaluation::Centipawns);
        board.do_move(ply.mv);
        game.plies.push(ply);
    }
    let (read, without_score) = through_records(std::slice::from_ref(&game), InputFormat::Canonical, None);
    assert_eq!((read.len(), read[0].score, without_score), (1, 30, 2));
    let (read, without_score) = through_records(&[game], InputFormat::Canonical, Some(-7));
    assert_eq!(read.iter().map(|entry| entry.score).collect::<Vec<_>>(), [-7, 30, -7].map(|score| score));
    assert_eq!(without_score, 0);
}

#[test]
fn a_gap_and_another_result_begin_a_new_game_and_damage_ends_it() {
    let mut all = entries();
    all.truncate(9);
    all.remove(3);
    all[6].result = Wdl::Draw;
    all[7].mv = None;
    let mut text = Vec::new();
    for entry in all.iter().take(7) {
        let mut writer = plain::Writer::new(Vec::new());
        writer.write_entry(entry).expect("it fits");
        text.extend(writer.finish().expect("a Vec"));
    }
    text.extend(b"fen not a board\n");
    let mut reader = EntryGames::new(plain::Reader::new(&text[..]));
    let lengths: Vec<_> = (0..3).map(|_| reader.next_game().expect("sound").map(|game| game.plies.len())).collect();
    assert_eq!(lengths, [Some(3), Some(3), Some(1)]);
    assert!(reader.next_game().is_err());
    assert!(matches!(reader.next_game(), Ok(None)));

    struct Given(std::vec::IntoIter<Entry<SideToMove>>, Option<Entry<SideToMove>>);
    impl ReadEntries for Given {
        type View = SideToMove;
        fn format(&self) -> gardez_formats::Format {
            gardez_formats::bin::FORMAT
        }
        fn next_entry(&mut self) -> Result<Option<&Entry<SideToMove>>, gardez_formats::ReadError> {
            self.1 = self.0.next();
            Ok(self.1.as_ref())
        }
    }
    let mut reader = EntryGames::new(Given(all.into_iter(), None));
    let lengths: Vec<_> = (0..4).map(|_| reader.next_game().expect("sound").map(|game| game.plies.len())).collect();
    assert_eq!(lengths, [Some(3), Some(3), Some(1), None]);
    assert_eq!(reader.left_out(), [("entry without a move", 1)]);
}
