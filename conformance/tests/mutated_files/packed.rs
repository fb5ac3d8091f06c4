//! The formats of packed positions and games.

use gardez::data::{FORMATS, Filter, Statistics, table};
use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::monty::{self, PolicyReader, PolicyWriter};
use gardez_formats::{
    AnyReader, AnyWriter, Division, Entry, Format, Losses, ReadEntries, ReadGames, ReadOptions, Source, Strictness,
    View, White, WriteGames, WriteOptions, viri,
};
use gardez_types::Generator;

use crate::changes::Shape;
use crate::{mutate, seeds};

/// All losses, or none.
pub(crate) fn losses(random: &mut Generator) -> Losses {
    let all = [Losses::RULE50_HIGH_BITS, Losses::CASTLING_RIGHTS, Losses::FULLMOVE, Losses::PLY, Losses::SCORE];
    match random.next_below(2) {
        0 => Losses::NONE,
        _ => all.into_iter().fold(Losses::NONE, |losses, loss| losses | loss),
    }
}

/// A writer of a random format.
pub(crate) fn writer(random: &mut Generator) -> AnyWriter<'static> {
    let written: Vec<_> = FORMATS.iter().filter(|format| format.row().write.is_some()).collect();
    let options = WriteOptions { losses: losses(random), ..WriteOptions::default() };
    written[random.next_below(written.len())].writer(Vec::new(), options).expect("a format that is written")
}

/// Reads a file in both modes, and writes what is read into another format.
fn read(format: Format, bytes: &[u8], random: &mut Generator) {
    fn pass_on<V: View>(mut reader: impl ReadEntries<View = V>, random: &mut Generator) {
        let (mut writer, mut statistics) = (writer(random), Statistics::default());
        while let Ok(Some(entry)) = reader.next_entry() {
            use_entry(entry, &mut writer, &mut statistics);
        }
        assert!(matches!(reader.next_entry(), Ok(None)), "nothing follows an error, and nothing the end");
        // A game that was held back may not fit.
        let _ = writer.finish();
    }
    let strictness = [Strictness::Strict, Strictness::Lenient][random.next_below(2)];
    let options = ReadOptions { strictness, ..ReadOptions::default() };
    let reader = match random.next_below(2) {
        0 => format.reader(bytes, options),
        _ => format.reader(Source::stream(bytes), options),
    };
    match reader.expect("rows of entries") {
        AnyReader::White(reader) => pass_on(reader, random),
        AnyReader::SideToMove(reader) => pass_on(reader, random),
    }
}

/// Writes and counts an entry.
pub(crate) fn use_entry<V: View>(entry: &Entry<V>, writer: &mut AnyWriter<'_>, statistics: &mut Statistics) {
    let filter = Filter { without_captures: true, without_promotions: true, without_checks: true, ..Filter::ALL };
    let _ = writer.write(entry);
    let _ = filter.rejects(entry);
    statistics.add(entry);
}

/// Reads whole games, and writes them again.
fn read_games(mut reader: impl ReadGames<View = White>, mut writer: impl WriteGames<View = White>) {
    while let Ok(Some(game)) = reader.next_game() {
        let _ = writer.write_game(game);
    }
    let _ = writer.flush();
}

#[test]
fn no_file_of_entries_makes_a_reader_panic() {
    let is_of_entries = |format: &&Format| format.row().write.is_some();
    std::thread::scope(|scope| {
        for &format in FORMATS.iter().filter(is_of_entries) {
            scope.spawn(move || {
                let shape = match format.row().division {
                    _ if format.is_text() => Shape::text(b" |/\n"),
                    Division::Records(size) => Shape::records(size),
                    Division::Chunks(_) => Shape::records(1).with_repair(with_chunk_size),
                    Division::Whole | Division::Games(_) => Shape::records(1),
                };
                mutate(format.name(), &seeds::files(format), &shape, |bytes, random| {
                    read(format, bytes, random);
                    let _ = table::detect(bytes);
                });
            });
        }
    });
}

#[test]
fn no_game_of_viriformat_makes_a_reader_panic() {
    mutate("viriformat", &seeds::files(viri::FORMAT), &Shape::records(4), |bytes, random| {
        let writer = viri::Writer::new(Vec::new()).with_losses(losses(random));
        read_games(viri::Reader::new(bytes).with_strictness(Strictness::Lenient), writer);
    });
}

#[test]
fn no_value_game_of_montyformat_makes_a_reader_panic() {
    mutate("montyformat value", &seeds::files(monty::FORMAT), &Shape::records(1), |bytes, random| {
        let writer = monty::Writer::new(Vec::new()).with_losses(losses(random));
        read_games(monty::Reader::new(bytes).with_strictness(Strictness::Lenient), writer);
    });
}

#[test]
fn no_montyformat_policy_makes_a_reader_panic() {
    mutate("montyformat policy", &seeds::policy_files(), &Shape::records(1), |bytes, random| {
        read(monty::POLICY_FORMAT, bytes, random);
        let mut reader = PolicyReader::new(bytes).with_strictness(Strictness::Lenient);
        let mut writer = PolicyWriter::new(Vec::new()).with_losses(losses(random));
        while let Ok(Some(game)) = reader.next_game() {
            let positions = game.positions().map(|position| position.map_or(0, |position| position.visits().count()));
            let _ = (positions.sum::<usize>(), writer.write_game(game));
        }
        let _ = writer.finish();
    });
}

#[test]
fn no_binary_fen_makes_a_reader_panic() {
    let fen = |entry: Entry<White>| BinaryFen::new(&entry.board).as_bytes().to_vec();
    let files: Vec<Vec<u8>> = seeds::entries().into_iter().flatten().map(fen).collect();
    mutate("binary FEN", &files, &Shape::records(1), |bytes, _| {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let _ = binary_fen::read_parts(bytes, strictness);
            if let Ok(board) = binary_fen::read(bytes, strictness) {
                let _ = BinaryFen::new(&board);
            }
        }
    });
}

/// Writes the size of the only chunk.
fn with_chunk_size(bytes: &mut [u8]) {
    let size = bytes.len().saturating_sub(8) as u32;
    if let Some(field) = bytes.get_mut(4..8) {
        field.copy_from_slice(&size.to_le_bytes());
    }
}
