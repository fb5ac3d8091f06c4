//! Files that other programs wrote, read and written again: games full of en passant captures that only look possible.

use gardez_formats::gardez_position::Board;
use gardez_formats::{Entry, ReadEntries, ReadGames, SideToMove, Strictness, Wdl, White, WriteEntries, binpack};

/// The table of the entries: game, FEN, move, score of White, ply, result of White.
const TABLE: &str = include_str!("../data/ep.tsv");

/// The same entries, written by the crate sfbinpack 0.6.5; Stockfish's tools write the same bytes.
const BINPACK: &[u8] = include_bytes!("../data/ep.binpack");

/// The entries as texts, because boards are equal whatever their counters are.
fn texts(entries: &[Entry<SideToMove>]) -> Vec<String> {
    let text = |entry: &Entry<SideToMove>| {
        let Entry { board, mv, score, result, ply, .. } = entry;
        format!("{board} {mv:?} {score} {result:?} {ply}")
    };
    entries.iter().map(text).collect()
}

fn entries() -> Vec<Entry<SideToMove>> {
    let entry = |line: &str| {
        let cells: Vec<_> = line.split('\t').collect();
        let board: Board = cells[1].parse().expect("a FEN");
        let mv = board.parse_uci(cells[2]).expect("a legal move");
        let result = Wdl::from_sign(cells[5].parse().expect("a result")).expect("1, 0 or -1");
        let white = Entry::<White>::new(board, Some(mv), cells[3].parse().expect("a score"), result);
        white.with_ply(cells[4].parse().expect("a ply")).to_side_to_move().expect("no score is -32768")
    };
    TABLE.lines().skip(1).map(entry).collect()
}

#[test]
fn every_entry_of_the_file_is_that_of_the_table() {
    let read: Vec<_> = binpack::Reader::new(BINPACK).entries().collect::<Result<_, _>>().expect("a sound file");
    assert_eq!(texts(&read), texts(&entries()));
    assert_eq!(read.len(), 672);
}

#[test]
fn the_table_is_written_as_the_file() {
    let mut writer = binpack::Writer::new(Vec::new());
    entries().iter().for_each(|entry| writer.write_entry(entry).expect("the entry fits"));
    assert!(writer.finish().expect("a Vec takes all bytes") == BINPACK);
}

#[test]
fn the_chains_of_the_file_are_its_games() {
    let mut reader = binpack::Reader::new(BINPACK);
    let mut read = Vec::new();
    while let Some(game) = reader.next_game().expect("a sound file") {
        read.extend(game.entries().map(|entry| entry.expect("a legal move")));
    }
    assert_eq!(texts(&read), texts(&entries()));
}

#[test]
fn a_file_that_is_cut_gives_the_entries_before_the_cut_and_then_an_error() {
    let whole = entries();
    let mut counts = Vec::new();
    for length in 0..BINPACK.len() {
        for mode in [Strictness::Strict, Strictness::Lenient] {
            let mut reader = binpack::Reader::new(&BINPACK[..length]).with_strictness(mode);
            let mut count = 0;
            let error = loop {
                match reader.next_entry() {
                    Ok(Some(entry)) => {
                        assert_eq!(*entry, whole[count]);
                        assert!(entry.board.same_clocks(&whole[count].board));
                        count += 1;
                    }
                    Ok(None) => break None,
                    Err(error) => break Some(error),
                }
            };
            // Without a byte there is no chunk, and so nothing is missing.
            assert_eq!(error.is_some(), 0 < length, "{length} bytes");
            assert!(error.is_none_or(|error| error.offset() <= length as u64));
            assert!(matches!(reader.next_entry(), Ok(None)));
            counts.push(count);
        }
    }
    assert!(counts.is_sorted());
    assert_eq!(counts.last(), Some(&(whole.len() - 1)));
}
