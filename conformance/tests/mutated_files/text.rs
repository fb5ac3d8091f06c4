//! PGN.

use gardez::data::Statistics;
use gardez::data::chunk::ChunkOptions;
use gardez::data::{GameEntries, MissingScore, PgnGames};
use gardez_formats::ReadEntries;
use gardez_lc0::InputFormat;
use gardez_notation::pgn::Reader;

use crate::changes::Shape;
use crate::mutate;
use crate::packed::{use_entry, writer};

const GAMES: [&str; 5] = [
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 { [%eval 0.31] [%clk 0:01:00] } e5 $1 (1... c5 2. Nf3 (2. c3)) 2. Qh5 Ke7 \
     { [%eval #1] } 3. Qxe5# 1-0\n\n[Event \"y\"]\n\n1. d4 d5 ; a line\n2. c4 *\n",
    "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O { [%eval 99999.99] } O-O 2. Rd8 1/2-1/2\n",
    "[FEN \"2k5/P6P/8/1Pp5/8/8/p6p/2K5 w - c6 0 40\"]\n\n40. bxc6 { +0.31/20 1.0s } a1=Q+ 41. Kd2 h1=N 42. a8=R# 0-1\n",
    "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n[Variant \"Chess960\"]\n\n\
     9. O-O { [%policy g8h8 3,f8e8 1] } O-O 10. -- 0-1\n",
    "%escape\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {[%eval -0.5,12][%csl Ra1][%cal Ga1h8]} 1/2-1/2\n",
];

#[test]
fn no_pgn_makes_a_reader_panic() {
    let files: Vec<Vec<u8>> = GAMES.iter().map(|text| text.as_bytes().to_vec()).collect();
    mutate("PGN", &files, &Shape::text(b" \n.[]{}()\","), |bytes, random| {
        let mut reader = Reader::from_bytes(bytes);
        while let Ok(Some(read)) = reader.read_game() {
            let _ = read.game.to_string();
        }
        let mut entries = GameEntries::new(PgnGames::new(Reader::new(bytes)), MissingScore::Set(i16::MIN));
        let (mut writer, mut statistics) = (writer(random), Statistics::default());
        while let Ok(Some(entry)) = entries.next_entry() {
            use_entry(entry, &mut writer, &mut statistics);
        }
        let format = InputFormat::ALL[random.next_below(InputFormat::ALL.len())];
        let mut games = PgnGames::new(Reader::new(bytes));
        while let Ok(Some(game)) = games.next_game() {
            if let Ok(records) = game.records(&ChunkOptions::new(format)) {
                records.for_each(drop);
            }
        }
    });
}
