//! Games of a PGN as training records, and training records as games.

use gardez::data::chunk::{ChunkGames, ChunkOptions, Undecided};
use gardez::data::{Evaluation, Game, GameEntries, PgnGames, Ply, PolicyComments};
use gardez_formats::{ReadEntries, Strictness};
use gardez_lc0::InputFormat;
use gardez_lc0::training::{self, Reader, V6, check_game};
use gardez_notation::pgn;

fn games(records: &[V6]) -> Vec<Game> {
    let bytes: Vec<u8> = records.iter().flat_map(V6::bytes).copied().collect();
    let mut games = ChunkGames::new(Reader::new(&bytes[..])).with_policies(true);
    std::iter::from_fn(|| games.next_game().expect("what was written")).collect()
}

/// Writes the records of a game in this format, as lc0's rescorer accepts them, and reads them as the same game.
fn keeps(game: &Game, format: InputFormat) {
    let options = ChunkOptions { undecided: Undecided::Draw, ..ChunkOptions::new(format) };
    let Ok(records) = game.records(&options) else { return };
    let records: Vec<V6> = records.collect();
    if records.is_empty() {
        return;
    }
    let checked = check_game(&records, training::Strictness::Strict);
    assert!(checked.is_ok(), "{format:?}: {checked:?}");
    let read = games(&records);
    assert_eq!(read.len(), 1, "{format:?}");
    assert_eq!(read[0].result, game.result);
    assert_eq!(read[0].plies.len(), records.len());
    for (read, ply) in read[0].plies.iter().zip(&game.plies) {
        let is_mate = |evaluation| matches!(evaluation, Evaluation::Mate(_));
        let known =
            |ply: &Ply| ply.evaluation.map(|known| (is_mate(known), known.to_score(), options.values.expected(known)));
        assert_eq!((read.mv, known(read)), (ply.mv, known(ply)), "{format:?}");
    }
}

/// Reads the bytes as a PGN; the last one chooses a format.
pub(super) fn lc0_pgn(bytes: &[u8]) {
    let format = InputFormat::ALL[bytes.last().map_or(0, |&byte| usize::from(byte)) % 7];
    let mut games = PgnGames::new(pgn::Reader::new(bytes));
    while let Some(game) = games.next_game().expect("a slice has no errors") {
        keeps(&game, format);
        let printed = game.to_pgn(PolicyComments::Write).expect("moves that were read are legal").to_string();
        let mut again = PgnGames::new(pgn::Reader::new(printed.as_bytes()));
        let again = again.next_game().expect("a slice has no errors").expect("what was written");
        assert_eq!(again.plies.len(), game.plies.len());
        assert!(again.plies.iter().zip(&game.plies).all(|(again, ply)| again.mv == ply.mv));
    }
}

/// Reads any bytes as records.
pub(super) fn lc0_chunks(bytes: &[u8]) {
    let mut strict = 0;
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let mut games = ChunkGames::new(Reader::new(bytes)).with_policies(true).with_strictness(strictness);
        let mut plies = 0;
        while let Ok(Some(game)) = games.next_game() {
            plies += game.plies.len();
            game.to_pgn(PolicyComments::Write).expect("moves that were read are legal");
        }
        assert!(matches!(games.next_game(), Ok(None)), "nothing follows an error, and nothing the end");
        assert!(strict <= plies, "a lenient reader gives what a strict one gives");
        strict = plies;
    }
    let mut entries = GameEntries::new(ChunkGames::new(Reader::new(bytes)), Some(-1));
    while let Ok(Some(entry)) = entries.next_entry() {
        // A game without moves gives its start.
        assert!(entry.mv.is_none_or(|mv| entry.board.is_legal(mv)), "{entry:?}");
    }
}
