//! The formats of packed positions and games.

use gardez::data::{AnyWriter, Filter, Statistics};
use gardez_formats::AnyReader;
use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::monty::{PolicyReader, PolicyWriter};
use gardez_formats::{
    Entry, Format, Losses, ReadEntries, ReadGames, SideToMove, Stream, Strictness, View, White, WriteGames, bin,
    binpack, bullet, bullet_text, chess_library, marlin, monty, packed_board, plain, viri,
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
    loop {
        let format = Format::ALL[random.next_below(Format::ALL.len())];
        let losses = losses(random);
        if let Some(writer) = AnyWriter::new(format, Vec::new(), losses) {
            return writer;
        }
    }
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
    let reader = match random.next_below(2) {
        0 => AnyReader::new(format, bytes, strictness),
        _ => AnyReader::new(format, Stream::new(bytes), strictness),
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

/// The tests of a format: its size of a part, and its files.
macro_rules! formats {
    ($($test:ident: $format:ident, $view:ident, $module:ident, $shape:expr;)+) => {$(
        #[test]
        fn $test() {
            let files = seeds::files::<$view, _>(
                || $module::Writer::new(Vec::new()),
                |writer| writer.finish().expect("a Vec takes all bytes"),
            );
            mutate(Format::$format.name(), &files, &$shape, |bytes, random| {
                read(Format::$format, bytes, random);
                let _ = Format::detect(bytes);
            });
        }
    )+};
}

formats! {
    no_bulletformat_makes_a_reader_panic: Bullet, SideToMove, bullet, Shape::records(32);
    no_text_of_bulletformat_makes_a_reader_panic: BulletText, White, bullet_text, Shape::text(b" |/\n");
    no_marlinformat_makes_a_reader_panic: Marlin, White, marlin, Shape::records(32);
    no_bin_makes_a_reader_panic: Bin, SideToMove, bin, Shape::records(40);
    no_plain_text_makes_a_reader_panic: Plain, SideToMove, plain, Shape::text(b" /\n");
    no_chess_library_board_makes_a_reader_panic: ChessLibrary, White, chess_library, Shape::records(24);
    no_packed_board_makes_a_reader_panic: PackedBoard, White, packed_board, Shape::records(24);
    no_binpack_makes_a_reader_panic: Binpack, SideToMove, binpack, Shape::records(1).with_repair(with_chunk_size);
}

#[test]
fn no_viriformat_makes_a_reader_panic() {
    let files = seeds::files(|| viri::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    mutate("viriformat", &files, &Shape::records(4), |bytes, random| {
        read(Format::Viri, bytes, random);
        let writer = viri::Writer::new(Vec::new()).with_losses(losses(random));
        read_games(viri::Reader::new(bytes).with_strictness(Strictness::Lenient), writer);
    });
}

#[test]
fn no_montyformat_value_makes_a_reader_panic() {
    let files = seeds::files(|| monty::Writer::new(Vec::new()), |writer| writer.finish().expect("a Vec"));
    mutate("montyformat value", &files, &Shape::records(1), |bytes, random| {
        read(Format::MontyValue, bytes, random);
        let writer = monty::Writer::new(Vec::new()).with_losses(losses(random));
        read_games(monty::Reader::new(bytes).with_strictness(Strictness::Lenient), writer);
    });
}

#[test]
fn no_montyformat_policy_makes_a_reader_panic() {
    mutate("montyformat policy", &seeds::policy_files(), &Shape::records(1), |bytes, random| {
        read(Format::MontyPolicy, bytes, random);
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
