//! Files of packed positions and games, as entries and as whole games.

use std::fmt::Debug;
use std::{iter, slice};

use gardez::data::table;
use gardez_formats::{
    AnyReader, Entry, Format, Game, Lossy, ReadEntries, ReadError, ReadGames, ReadOptions, SideToMove, Strictness,
    View, White, WriteGames, WriteOptions, monty, viri,
};

/// The items of a reader: entries or games.
type Items<'a, T> = Box<dyn Iterator<Item = Result<T, ReadError>> + 'a>;

/// Returns the items of a reader, and the error after them.
fn all<T>(bytes: &[u8], mut results: Items<'_, T>) -> (Vec<T>, Option<ReadError>) {
    let (mut items, mut error) = (vec![], None);
    let taken = results.by_ref().map_while(|result| result.map_err(|found| error = Some(found)).ok());
    items.extend(taken);
    assert!(results.next().is_none(), "nothing follows an error, and nothing the end");
    assert!(error.as_ref().is_none_or(|error| error.offset() <= bytes.len() as u64), "{error:?}");
    (items, error)
}

/// Compares a strict reader with a lenient one. Then writes what was read and fits into the format, and reads it again.
fn compare<T: PartialEq + Debug>(
    bytes: &[u8],
    read: impl for<'a> Fn(&'a [u8], Strictness) -> Items<'a, T>,
    write: impl Fn(&[T]) -> Option<Vec<u8>>,
    is_valid: impl Fn(&T),
) {
    let [strict, lenient] =
        [Strictness::Strict, Strictness::Lenient].map(|strictness| all(bytes, read(bytes, strictness)));
    assert!(lenient.0.starts_with(&strict.0), "{:?}: {:?}", strict.0, lenient.0);
    assert!(strict.1.is_some() || lenient.1.is_none(), "{:?}", lenient.1);

    let mut items = lenient.0;
    items.iter().for_each(is_valid);
    let written = write(&items).or_else(|| {
        items.retain(|item| write(slice::from_ref(item)).is_some());
        write(&items)
    });
    // Entries that fit one by one may not be a game.
    let Some(written) = written else { return };
    let again: Result<Vec<_>, _> = read(&written, Strictness::Strict).collect();
    assert_eq!(again.expect("what was written"), items);
}

fn is_valid<V: View>(entry: &Entry<V>) {
    assert_eq!(entry.board.check_invariants(), Ok(()), "{entry:?}");
    assert!(entry.mv.is_none_or(|m| entry.board.is_legal(m)), "{entry:?}");
}

fn entries<V: View>(format: Format, file: &[u8], strictness: Strictness) -> Items<'_, Entry<V>> {
    let reader = format.reader(file, ReadOptions { strictness, ..ReadOptions::default() });
    let reader = reader.expect("every format of the table is read");
    // The score -32768 becomes 32767 if it changes its sign.
    Box::new(reader.in_view::<V>().with_lossy(Lossy::SCORE).entries())
}

/// Returns a file of these entries, if they fit.
fn write<V: View>(format: Format, entries: &[Entry<V>]) -> Option<Vec<u8>> {
    let mut bytes = vec![];
    let mut writer = format.writer(&mut bytes, WriteOptions::default())?;
    entries.iter().try_for_each(|entry| writer.write(entry)).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// Checks a file of a format of the table, which the first byte chooses: also one that a program adds.
pub fn any_format(bytes: &[u8]) {
    fn in_view<V: View + PartialEq>(format: Format, file: &[u8]) {
        compare(
            file,
            |file, strictness| entries::<V>(format, file, strictness),
            |entries| write(format, entries),
            is_valid,
        );
    }
    let Some((&number, file)) = bytes.split_first() else { return };
    let _ = table::detect(file);
    let formats = table::formats();
    let format = formats[usize::from(number) % formats.len()];
    match format.reader(&[][..], ReadOptions::default()).expect("every format of the table is read") {
        AnyReader::White(_) => in_view::<White>(format, file),
        AnyReader::SideToMove(_) => in_view::<SideToMove>(format, file),
    }
}

/// Checks a file of whole games.
macro_rules! games {
    ($name:ident, $reader:path, $writer:path) => {
        pub(super) fn $name(bytes: &[u8]) {
            use {$reader as Reader, $writer as Writer};
            compare(
                bytes,
                |file, strictness| Box::new(Reader::new(file).with_strictness(strictness).games()),
                |games| {
                    let mut writer = Writer::new(Vec::new());
                    games.iter().try_for_each(|game| writer.write_game(game)).ok()?;
                    writer.finish().ok()
                },
                |game: &Game<White>| {
                    let entries: Result<Vec<_>, _> = game.entries().collect();
                    entries.expect("the moves of a game that was read are legal").iter().for_each(is_valid);
                },
            );
        }
    };
}

games!(viri, viri::Reader, viri::Writer);
games!(monty_value, monty::Reader, monty::Writer);

/// Games with the visits of all moves. Their reader has a type of its own.
pub(super) fn monty_policy(bytes: &[u8]) {
    let write = |games: &[monty::PolicyGame]| {
        let mut writer = monty::PolicyWriter::new(Vec::new());
        games.iter().try_for_each(|game| writer.write_game(game)).ok()?;
        writer.finish().ok()
    };
    compare(
        bytes,
        |file, strictness| {
            let mut reader = monty::PolicyReader::new(file).with_strictness(strictness);
            Box::new(iter::from_fn(move || reader.next_game().map(Option::<&_>::cloned).transpose()))
        },
        write,
        |game| assert!(game.positions().all(|it| it.is_ok_and(|it| it.board.check_invariants().is_ok())), "{game:?}"),
    );
}
