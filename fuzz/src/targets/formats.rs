//! The rows of the table of formats: files of packed positions and games, as entries.

use std::fmt::Debug;
use std::slice;

use gardez::data::table;
use gardez_formats::{
    AnyReader, Entry, Format, Losses, ReadEntries, ReadError, ReadOptions, SideToMove, Source, Strictness, View, Wdl,
    White, WriteOptions, binary_fen,
};
use gardez_position::{Board, Move};
use gardez_types::Generator;

use crate::input::{Numbers, SmallReads, start};
use crate::structure::{Mutate, edge, once_in, rearrange};

/// The items of a reader: entries or games.
pub(super) type Items<'a, T> = Box<dyn Iterator<Item = Result<T, ReadError>> + 'a>;

/// The result of a reader: the items, and the error at the end if there is one.
struct Read<T> {
    items: Vec<T>,
    error: Option<ReadError>,
}

impl<T> Read<T> {
    fn new(bytes: &[u8], mut results: impl Iterator<Item = Result<T, ReadError>>) -> Self {
        let mut read = Self { items: vec![], error: None };
        for result in results.by_ref() {
            match result {
                Ok(item) => read.items.push(item),
                Err(error) => {
                    read.error = Some(error);
                    break;
                }
            }
        }
        assert!(results.next().is_none(), "nothing follows an error, and nothing the end");
        if let Some(error) = &read.error {
            assert!(error.offset() <= bytes.len() as u64, "{error}");
            let _ = error.to_string();
        }
        read
    }
}

/// Compares a strict reader with a lenient one and with one of a stream. Then writes what was read and fits into the
/// format, and reads it again.
pub(super) fn compare<T: PartialEq + Debug>(
    bytes: &[u8],
    read: impl for<'a> Fn(Source<'a>, Strictness) -> Items<'a, T>,
    write: impl Fn(&[T]) -> Option<Vec<u8>>,
    is_valid: impl Fn(&T),
) {
    let strict = Read::new(bytes, read(Source::from(bytes), Strictness::Strict));
    let lenient = Read::new(bytes, read(Source::from(bytes), Strictness::Lenient));
    let pieces = SmallReads(bytes, 1 + bytes.len() % 61);
    let stream = Read::new(bytes, read(Source::stream(pieces), Strictness::Strict));
    assert!(lenient.items.starts_with(&strict.items), "{:?}: {:?}", strict.items, lenient.items);
    assert!(strict.error.is_some() || lenient.error.is_none(), "{:?}", lenient.error);
    assert_eq!(stream.items, strict.items);
    let kinds = [stream, strict].map(|read| read.error.as_ref().map(|error| (error.to_string(), error.offset())));
    assert_eq!(kinds[0].as_ref().map(|kind| kind.1), kinds[1].as_ref().map(|kind| kind.1), "{kinds:?}");

    let mut items = lenient.items;
    items.iter().for_each(is_valid);
    let written = write(&items).or_else(|| {
        items.retain(|item| write(slice::from_ref(item)).is_some());
        write(&items)
    });
    // Entries that fit one by one may not be a game.
    let Some(written) = written else { return };
    let again: Result<Vec<_>, _> = read(Source::from(&written[..]), Strictness::Strict).collect();
    assert_eq!(again.expect("what was written"), items);
}

pub(super) fn is_valid<V: View>(entry: &Entry<V>) {
    assert_eq!(entry.board.check_invariants(), Ok(()), "{entry:?}");
    assert!(entry.mv.is_none_or(|m| entry.board.is_legal(m)), "{entry:?}");
}

fn read<V: View>(format: Format, source: Source<'_>, strictness: Strictness) -> Items<'_, Entry<V>> {
    let reader = format.reader(source, ReadOptions { strictness, ..ReadOptions::default() });
    let reader = reader.expect("every format of the table is read");
    // The score -32768 becomes 32767 if it changes its sign.
    Box::new(reader.in_view::<V>().with_losses(Losses::SCORE).entries())
}

/// Returns a file of these entries, if they fit.
fn write<V: View>(format: Format, entries: &[Entry<V>]) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    let mut writer = format.writer(&mut bytes, WriteOptions::default())?;
    entries.iter().try_for_each(|entry| writer.write(entry)).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// Checks a file of a format of the table.
pub fn check(format: Format, file: &[u8]) {
    fn in_view<V: View + PartialEq>(format: Format, file: &[u8]) {
        compare(
            file,
            |source, strictness| read::<V>(format, source, strictness),
            |entries| write(format, entries),
            is_valid,
        );
    }
    match format.reader(Source::from(&[][..]), ReadOptions::default()).expect("every format of the table is read") {
        AnyReader::White(_) => in_view::<White>(format, file),
        AnyReader::SideToMove(_) => in_view::<SideToMove>(format, file),
    }
}

/// Changes a file: its structure, or what is read from it as values.
pub(crate) fn change(format: Format, structure: Mutate, bytes: &mut Vec<u8>, random: &mut Generator) {
    if !once_in(3, random) {
        return structure(bytes, random);
    }
    let entries = read::<White>(format, Source::from(&bytes[..]), Strictness::Lenient);
    let mut entries: Vec<_> = entries.map_while(Result::ok).collect();
    change_entries(&mut entries, random);
    entries.retain(|entry| write(format, slice::from_ref(entry)).is_some());
    if let Some(changed) = write(format, &entries) {
        *bytes = changed;
    }
}

/// Returns files of a format, or nothing if it is not written.
pub(crate) fn seeds(format: Format) -> Vec<Vec<u8>> {
    let file = |number: u8| {
        let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(number) % 3];
        let score = i16::from(number) * 37 - 100;
        let entry = |&(board, mv, ply): &_| Entry::<White>::new(board, mv, score, result).with_ply(ply);
        let mut entries: Vec<_> = game(number).iter().map(entry).collect();
        entries.retain(|entry| write(format, slice::from_ref(entry)).is_some());
        write(format, &entries)
    };
    (0..8).filter_map(file).collect()
}

/// Changes entries as values, so that what is written is right.
fn change_entries<V: View>(entries: &mut Vec<Entry<V>>, random: &mut Generator) {
    if entries.is_empty() || once_in(4, random) {
        return rearrange(entries, random);
    }
    let index = random.next_below(entries.len());
    let entry = &mut entries[index];
    let legal = entry.board.legal_moves();
    let any = (!legal.is_empty()).then(|| legal[random.next_below(legal.len())]);
    match random.next_below(6) {
        0 => entry.score = edge(random) as i16,
        1 => entry.result = [Wdl::Loss, Wdl::Draw, Wdl::Win][random.next_below(3)],
        2 => entry.ply = edge(random) as u32,
        3 => entry.mv = any,
        // The game goes on from here.
        _ => {
            let mut entry = *entry;
            let mut game = vec![];
            for _ in 0..random.next_below(20) {
                let Some(mv) = entry.mv.filter(|&mv| entry.board.is_legal(mv)) else { break };
                entry.board.play(mv).expect("a legal move");
                entry.ply = entry.ply.wrapping_add(1);
                entry.score = entry.score.wrapping_neg().wrapping_add((random.next_u64() as i16) >> 4);
                entry.result = [Wdl::Win, Wdl::Draw, Wdl::Loss][entry.result as usize % 3];
                let legal = entry.board.legal_moves();
                entry.mv = (!legal.is_empty()).then(|| legal[random.next_below(legal.len())]);
                game.push(entry);
            }
            entries.splice(index + 1..index + 1, game);
        }
    }
}

/// Returns the positions of a short game, with the moves that are made.
pub(super) fn game(number: u8) -> Vec<(Board, Option<Move>, u32)> {
    let mut position = start(&mut Numbers(&[number, number, 1, number, 2]));
    let mut positions = vec![];
    for ply in 0..12 {
        let legal = position.legal_moves();
        let mv = legal.get((usize::from(number) * 7 + ply * 11) % legal.len().max(1)).copied();
        positions.push((*position.board(), mv, ply as u32));
        let Some(mv) = mv else { break };
        position.do_move(mv);
    }
    positions
}

/// Reads a position of variable length.
pub(super) fn binary_fens(bytes: &[u8]) {
    let (strict, lenient) = (binary_fen::read(bytes, Strictness::Strict), binary_fen::read(bytes, Strictness::Lenient));
    assert!(strict.is_err() || strict == lenient, "{strict:?}");
    let board = match lenient {
        Ok(board) => board,
        Err(error) => {
            // Zero bytes at the end are left out, and an error may be about one of them.
            assert!(error.offset <= bytes.len().max(64) as u64, "{error}");
            return;
        }
    };
    assert_eq!(board.check_invariants(), Ok(()));
    let again = binary_fen::BinaryFen::new(&board);
    assert_eq!(binary_fen::read(again.as_bytes(), Strictness::Strict), Ok(board));
}

pub(super) fn binary_fen_seeds() -> Vec<Vec<u8>> {
    let boards = (0..16).flat_map(game).map(|(board, ..)| board).step_by(5);
    boards.map(|board| binary_fen::BinaryFen::new(&board).as_bytes().to_vec()).collect()
}

/// Checks a file of any format of the table: the first byte says which. A format that is added is read here without a
/// part of its own.
pub fn any_format(bytes: &[u8]) {
    let Some((&number, file)) = bytes.split_first() else { return };
    let formats = table::formats();
    check(formats[usize::from(number) % formats.len()], file);
}

/// Returns files of each format that is written, for [`any_format`].
pub fn any_format_seeds() -> Vec<Vec<u8>> {
    let files = |(place, format)| seeds(format).into_iter().map(move |file| [&[place as u8], &*file].concat());
    table::formats().into_iter().enumerate().flat_map(files).collect()
}

/// Checks that the format is recognized, or not, without a panic.
pub(super) fn detect(bytes: &[u8]) {
    let _ = table::detect(bytes);
}
