//! The loader for bullet of docs/formats.md, with the trait as bullet has it.

use std::collections::BTreeMap;

use bulletformat::ChessBoard;
use gardez_data::loader::{EntryFile, Loader, LoaderOptions, Positions};
use gardez_data::{Filter, table};
use gardez_formats::{Entry, Format, ReadEntries, ReadOptions, SideToMove, Wdl, WriteOptions, binpack, bullet, viri};
use gardez_position::Position;

/// `bullet_trainer::reader::DataReader` of bullet (cebc78a).
trait DataReader<T>: Clone + Send + Sync + 'static {
    fn read_chunks<F: FnMut(&[T]) -> bool>(&self, skip_count: usize, f: F);
}

// The code of the page begins here.
/// Positions of any format, for ever.
#[derive(Clone)]
struct Gardez(Positions, LoaderOptions);

impl DataReader<ChessBoard> for Gardez {
    fn read_chunks<F: FnMut(&[ChessBoard]) -> bool>(&self, skip: usize, mut f: F) {
        let mut loader = Loader::new(self.0.clone(), self.1.clone().with_epochs(None)).expect("the options fit");
        for _ in 0..skip {
            loader.next_position().expect("the files are sound");
        }
        let mut batch = Vec::new();
        while 0 < loader.next_positions(16_384, &mut batch).expect("the files are sound") {
            let boards: Vec<_> = batch.iter().filter_map(|position| position.to_bullet().map(board)).collect();
            if f(&boards) {
                return;
            }
        }
    }
}

fn board(record: bullet::ChessBoard) -> ChessBoard {
    let bytes = record.to_bytes();
    let (occ, pcs) = (record.occupied().bits(), *bytes[8..].first_chunk().expect("32 bytes"));
    ChessBoard { occ, pcs, score: record.score(), result: bytes[26], ksq: bytes[27], opp_ksq: bytes[28], extra: [0; 3] }
}
// The code of the page ends here.

/// Returns the entries of a random game.
fn game() -> Vec<Entry<SideToMove>> {
    let (mut position, mut entries) = (Position::default(), Vec::new());
    for number in 0..60 {
        let legal = position.legal_moves();
        let mv = legal[number * 7 % legal.len()];
        let result = if number % 2 == 0 { Wdl::Win } else { Wdl::Loss };
        entries.push(Entry::new(*position.board(), Some(mv), number as i16 - 30, result));
        position.do_move(mv);
    }
    entries
}

fn packed(format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = format.writer(&mut bytes, WriteOptions::default()).expect("the format has entries");
    game().iter().for_each(|entry| writer.write(entry).expect("the entry fits"));
    writer.finish().expect("memory takes it");
    bytes
}

fn lines() -> Vec<u8> {
    let line = |entry: Entry<SideToMove>| {
        let score = entry.to_white().expect("the score is small").score;
        format!("{{\"fen\":\"{}\",\"evals\":[{{\"pvs\":[{{\"cp\":{score}}}],\"depth\":1}}]}}\n", entry.board)
    };
    game().into_iter().map(line).collect::<String>().into_bytes()
}

fn bag() -> Vec<u8> {
    let record = |entry: &Entry<SideToMove>| {
        let (fen, chance) = (entry.board.to_string(), 1.0 / (1.0 + (-0.00368208 * f64::from(entry.score)).exp()));
        [&[fen.len() as u8], fen.as_bytes(), &chance.to_be_bytes()].concat()
    };
    let records: Vec<_> = game().iter().map(record).collect();
    let ends = records.iter().scan(0, |end, record| {
        *end += record.len() as u64;
        Some(end.to_le_bytes())
    });
    [records.concat(), ends.collect::<Vec<_>>().concat()].concat()
}

#[test]
fn bullets_trait_reads_lines_bags_viriformat_and_binpack_with_a_filter_and_a_shuffle() {
    let filter = Filter { without_checks: true, ..Filter::ALL };
    let files: [(Format, Vec<u8>); 4] = [
        (table::JSONL, lines()),
        (table::BAG, bag()),
        (viri::FORMAT, packed(viri::FORMAT)),
        (binpack::FORMAT, packed(binpack::FORMAT)),
    ];
    for (format, bytes) in files {
        // What the format's own reader yields.
        let options = ReadOptions { missing_result: Some(Wdl::Draw), ..ReadOptions::default() };
        let reader = format.reader(&bytes[..], options).expect("the format has entries").in_view::<SideToMove>();
        let mut expected = BTreeMap::<String, usize>::new();
        for entry in reader.entries().map(|entry| entry.expect("a sound file")).filter(|entry| !entry.board.in_check())
        {
            let record = board(bullet::ChessBoard::new(&entry).expect("few pieces"));
            *expected.entry(format!("{record:?}")).or_default() += 2;
        }
        let count: usize = expected.values().sum::<usize>() / 2;
        assert!(40 <= count, "{format}");

        let file = EntryFile::from_bytes("file", bytes, Some(format)).expect("the format is known");
        let file = file.with_missing_result(Some(Wdl::Draw));
        let options = LoaderOptions::default().with_shuffle(16).with_seed(9);
        let reader = Gardez(Positions::new([file]).with_filter(filter.clone()), options);
        // Two times round, after the first one is skipped.
        let (mut found, mut taken) = (BTreeMap::new(), 0);
        reader.read_chunks(count, |boards| {
            for board in boards.iter().take(2 * count - taken) {
                *found.entry(format!("{board:?}")).or_default() += 1;
                taken += 1;
            }
            taken == 2 * count
        });
        assert_eq!(found, expected, "{format}");
    }
}

#[test]
fn the_page_has_the_code_of_this_test() {
    let (page, test) = (include_str!("../../docs/formats.md"), include_str!("bullet.rs"));
    let (_, code) = test.split_once("begins here.\n").expect("a mark");
    let (code, _) = code.split_once("// The code of the page ends here.").expect("a mark");
    assert!(page.contains(code));
}
