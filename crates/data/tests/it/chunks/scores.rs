//! One way from a PGN: the same game in the spellings of several programs has the same scores in every format, and after the
//! way through records of lc0 and back.

use gardez_data::chunk::{ChunkGames, ChunkOptions};
use gardez_data::table::PGN;
use gardez_data::{EntryGames, Evaluation, Game, GameEntries, PgnGames, PolicyComments, ReadGames};
use gardez_formats::{Format, ReadEntries, ReadOptions, White, WriteEntries};
use gardez_formats::{binpack, bullet, plain, viri};
use gardez_lc0::InputFormat;
use gardez_lc0::training::Reader;
use gardez_notation::pgn;
use gardez_types::Color;
use quickcheck::quickcheck;

use crate::chunks::{bytes, records};

/// The scores of the six positions, as White sees them: two of centipawns, one that is too large, and a mate.
const SCORES: [i16; 7] = [18, 35, 26_623, -31_998, -31_998, -31_999, -31_999];

/// The same game, as each program writes it, with a variation.
const SPELLINGS: [(&str, &str); 7] = [
    (
        "Lichess",
        "{ [%eval 0.18] } 1. f3 { [%eval 0.35] [%clk 0:03:00] } (1. e4 { [%eval 5] }) 1... e5 { [%eval 266.99] [%clk 0:03:00] } \
         2. a3 { [%eval #-2] } Nc6 { [%eval #-2,22] } 3. a4 { [%eval #-1] } a6 { [%eval #-1] } 4. g4 Qh4# 0-1",
    ),
    (
        "chess.com",
        "{[%eval 0.18]} 1. f3 {[%clk 0:02:59.1][%eval +0.35]} 1... e5 {[%eval 300.00][%c_effect e5;square;e5;type;Book]} \
         2. a3 {[%eval -M2]} 2... Nc6 {[%eval -#2]} 3. a4 {[%eval -M1]} 3... a6 {[%eval -M1]} 4. g4 4... Qh4# 0-1",
    ),
    (
        "cutechess",
        "1. f3 {+0.18/12 1.2s} e5 {-0.35/14 0.95s} 2. a3 {+266.24/9 0.1s} Nc6 {+M3/20 0.1s} 3. a4 {-M4/20 0.1s} \
         a6 {+M1/20 0.1s} 4. g4 {-M2/245 0.001s} Qh4# {book} 0-1",
    ),
    (
        "fastchess",
        "1. f3 {+0.18/12 1.204s, n=24680, sd=20} e5 {-0.35/14 0.950s} 2. a3 {+320.00/9 0.100s} Nc6 {+M3/20 0.100s, nps=1} \
         3. a4 {-M4/20 0.100s} a6 {M1/20 0.100s, hashfull=3, pv=\"d8h4\"} 4. g4 {-M2/245 0.001s} \
         Qh4# {Black mates} 0-1",
    ),
    (
        "TCEC",
        "1. f3 {d=20, sd=34, mt=1034, tl=7, wv=0.18, R50=50,} e5 {d=20, pv=f3 e5, wv=0.35,} 2. a3 {d=9, wv=266.24,} \
         Nc6 {d=20, wv=-M3,} 3. a4 {d=20, wv=-M4,} a6 {d=20, wv=-M1,} 4. g4 {d=1, wv=-M2} Qh4# {d=1, mb=+0+0} 0-1",
    ),
    (
        "Arena",
        "1. f3 {(f3 e5) +0.18/12 5} e5 {(e5) -0.35/14 4} 2. a3 {+288.00/9 1} Nc6 {+M3/20 1} 3. a4 {(a4 a6) -M4/20 1} \
         a6 {(a6) +M1/20 1} 4. g4 {-M2/9} Qh4# 0-1",
    ),
    (
        "ChessBase",
        "{[%evp 0,2,18,35,29999]} 1. f3 e5 2. a3 {[%eval #-2]} Nc6 {[%eval #-2]} 3. a4 {[%eval #-1]} a6 {[%eval #-1]} \
         4. g4 Qh4# 0-1",
    ),
];

fn game(pgn: &str) -> Game {
    let mut games = PgnGames::new(pgn::Reader::new(pgn.as_bytes()));
    games.next_game().expect("a slice has no errors").expect("a game")
}

/// A row of games.
struct Given(Option<Game>);

impl ReadGames for Given {
    type Error = gardez_formats::ReadError;

    fn format(&self) -> Format {
        PGN
    }

    fn next_game(&mut self) -> Result<Option<Game>, gardez_formats::ReadError> {
        Ok(self.0.take())
    }
}

/// The scores of these entries, as White sees them.
fn scores<R: ReadEntries>(mut reader: R) -> Vec<i16> {
    let mut scores = Vec::new();
    while let Some(entry) = reader.next_entry().expect("sound") {
        scores.push(entry.to_white().expect("it has a negation").score);
    }
    scores
}

/// The scores of a game in a format that has been written and is read again.
fn written<W: WriteEntries>(game: &Game, mut writer: W, finish: impl FnOnce(W) -> Vec<u8>) -> (Vec<i16>, Vec<u8>) {
    let format = writer.format();
    let mut entries = GameEntries::new(Given(Some(game.clone())), None);
    while let Some(entry) = entries.next_entry().expect("sound") {
        writer.write_entry(&entry.to_view().expect("it has a negation")).expect("the entry fits");
    }
    let bytes = finish(writer);
    let reader = format.reader(&bytes[..], ReadOptions::default()).expect("rows of entries").in_view::<White>();
    (scores(reader), bytes)
}

/// The scores of a game in each packed format, and after the way through records and a PGN.
fn everywhere(game: &Game) -> Vec<(String, Vec<i16>)> {
    let mut all = Vec::new();
    let (found, text) = written(game, plain::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    all.push(("plain".to_owned(), found));
    let (found, _) = written(game, binpack::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    all.push(("binpack".to_owned(), found));
    let (found, _) = written(game, bullet::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    // The board of bulletformat has no colors: the scores are those of the side to move.
    let sides = game.plies.iter().scan(game.start, |board, ply| {
        let side = board.side_to_move();
        board.do_move(ply.mv);
        ply.evaluation.map(|_| side)
    });
    let turned = found.into_iter().zip(sides).map(|(score, side)| if side == Color::White { score } else { -score });
    all.push(("bulletformat".to_owned(), turned.collect()));
    let (found, _) = written(game, viri::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    all.push(("viriformat".to_owned(), found));
    for format in InputFormat::ALL {
        let bytes = bytes(&records(game, &ChunkOptions::new(format)));
        let games = || ChunkGames::new(Reader::new(&bytes[..]));
        all.push((format!("{format:?}"), scores(GameEntries::new(games(), None))));
        let read = games().next_game().expect("sound").expect("a game");
        let printed = read.to_pgn(PolicyComments::Omit).expect("legal moves").to_string();
        let again = GameEntries::new(Given(Some(self::game(&printed))), None);
        all.push((format!("{format:?} and a PGN"), scores(again)));
    }
    // Entries become records, too.
    let read = EntryGames::new(plain::Reader::new(&text[..])).next_game().expect("sound").expect("a game");
    let bytes = bytes(&records(&read, &ChunkOptions::default()));
    let games = ChunkGames::new(Reader::new(&bytes[..]));
    all.push(("plain and records".to_owned(), scores(GameEntries::new(games, None))));
    all
}

#[test]
fn the_same_game_of_every_program_has_the_same_scores_in_every_format() {
    for (program, pgn) in SPELLINGS {
        let mut game = game(pgn);
        assert_eq!(game.plies.len(), 8, "{program}");
        // Lichess says nothing about the positions of the last move and the one before it.
        assert!(game.plies[7].evaluation.is_none(), "{program}");
        game.plies.truncate(7);
        game.plies[6].evaluation.get_or_insert(Evaluation::Mate(-2));
        for (format, scores) in everywhere(&game) {
            assert_eq!(scores, SCORES, "{program}: {format}");
        }
    }
}

quickcheck! {
    fn scores_of_all_formats_are_the_same(seed: u64, evaluations: Vec<(i32, bool)>) -> bool {
        let mut game = Game::new(gardez_position::Board::start(), gardez_types::GameResult::ALL[(seed % 3) as usize]);
        let (mut board, mut expected) = (game.start, Vec::new());
        for (number, &(value, is_mate)) in evaluations.iter().enumerate() {
            let legal = board.legal_moves();
            let Some(&mv) = legal.get((seed as usize).wrapping_add(7 * number) % legal.len().max(1)) else { break };
            let evaluation = if is_mate { Evaluation::Mate(value) } else { Evaluation::Centipawns(value) };
            let color = board.side_to_move();
            let score = evaluation.to_score();
            expected.push(if color == Color::White { score } else { -score });
            game.plies.push(gardez_data::Ply { evaluation: Some(evaluation), ..gardez_data::Ply::new(mv) });
            board.do_move(mv);
        }
        if game.plies.is_empty() || game.plies.len() > 90 {
            return true;
        }
        everywhere(&game).into_iter().all(|(format, scores)| {
            assert_eq!(scores, expected, "{format}");
            true
        })
    }
}

/// Games of engine matches and of Lichess keep the scores that their programs wrote.
#[test]
fn real_games_have_scores() {
    let Some(data) = std::env::var_os("GARDEZ_DATA") else { return };
    for (name, scored, mates) in [
        ("python-chess/cutechess-fischerrandom.pgn", 396, 56),
        ("chess-library/multiple.pgn", 532, 0),
        ("notnil/0005.pgn", 40, 1),
    ] {
        let file = std::fs::File::open(std::path::Path::new(&data).join("data/pgn").join(name)).expect("a file");
        let mut games = PgnGames::new(pgn::Reader::new(file));
        let mut found = (0, 0);
        while let Some(game) = games.next_game().expect("sound") {
            for ply in &game.plies {
                found.0 += u32::from(ply.evaluation.is_some());
                found.1 += u32::from(matches!(ply.evaluation, Some(Evaluation::Mate(_))));
            }
        }
        assert_eq!(found, (scored, mates), "{name}");
    }
}
