//! The formats of packed positions and games.

use std::fmt::Debug;
use std::iter;

use gardez::data::table;
use gardez_formats::{
    AnyReader, Entry, Game, GameMove, Losses, ReadEntries, ReadError, ReadGames, ReadOptions, SideToMove, Source,
    Stream, Strictness, View, Wdl, White, WriteEntries, WriteGames, WriteOptions, bin, binary_fen, binpack, bullet,
    bullet_text, chess_library, marlin, monty, packed_board, plain, viri,
};
use gardez_position::{Board, Move};
use gardez_types::Generator;

use crate::input::{Numbers, SmallReads, start};
use crate::structure::{self, edge, once_in, rearrange};

/// What a reader gave: the items, and the error at the end if there is one.
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

/// Compares a strict reader with a lenient one and with one of a stream.
fn compare<T: PartialEq + Debug>(strict: &Read<T>, lenient: &Read<T>, stream: &Read<T>) {
    assert!(lenient.items.starts_with(&strict.items), "{:?}: {:?}", strict.items, lenient.items);
    assert!(strict.error.is_some() || lenient.error.is_none(), "{:?}", lenient.error);
    assert_eq!(stream.items, strict.items);
    let kinds = [stream, strict].map(|read| read.error.as_ref().map(|error| (error.to_string(), error.offset())));
    assert_eq!(kinds[0].as_ref().map(|kind| kind.1), kinds[1].as_ref().map(|kind| kind.1), "{kinds:?}");
}

fn is_valid<V: View>(entry: &Entry<V>) {
    assert_eq!(entry.board.check_invariants(), Ok(()), "{entry:?}");
    assert!(entry.mv.is_none_or(|m| entry.board.is_legal(m)), "{entry:?}");
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

/// Changes games as values, so that what is written is right.
fn change_games<V: View>(games: &mut Vec<Game<V>>, random: &mut Generator) {
    if games.is_empty() || once_in(4, random) {
        return rearrange(games, random);
    }
    let index = random.next_below(games.len());
    let game = &mut games[index];
    let at = random.next_below(game.moves.len() + 1);
    match random.next_below(4) {
        0 => game.result = [Wdl::Loss, Wdl::Draw, Wdl::Win][random.next_below(3)],
        1 if at < game.moves.len() => game.moves[at].score = edge(random) as i16,
        // The game goes on in another way.
        _ => {
            game.moves.truncate(at);
            let mut board = game.start;
            game.moves.iter().for_each(|mv| board.play(mv.mv).expect("the moves of a game are legal"));
            for _ in 0..random.next_below(20) {
                let legal = board.legal_moves();
                let Some(&mv) = legal.get(random.next_below(legal.len().max(1))) else { break };
                game.moves.push(GameMove { mv, score: random.next_u64() as i16 });
                board.play(mv).expect("a legal move");
            }
        }
    }
}

/// A target for a format of entries.
macro_rules! entries {
    ($name:ident, $seeds:ident, $mutate:ident, $reader:path, $writer:path, $structure:path) => {
        pub(super) fn $mutate(bytes: &mut Vec<u8>, random: &mut Generator) {
            use $reader as Reader;
            use $writer as Writer;
            if !once_in(3, random) {
                return $structure(bytes, random);
            }
            let entries = Reader::new(&bytes[..]).with_strictness(Strictness::Lenient).entries();
            let mut entries: Vec<_> = entries.map_while(Result::ok).collect();
            change_entries(&mut entries, random);
            let mut writer = Writer::new(Vec::new());
            entries.iter().for_each(|entry| drop(writer.write_entry(entry)));
            *bytes = writer.finish().expect("a vector takes any bytes");
        }

        pub(super) fn $name(bytes: &[u8]) {
            use $reader as Reader;
            use $writer as Writer;
            let step = 1 + bytes.len() % 61;
            let strict = Read::new(bytes, Reader::new(bytes).entries());
            let lenient = Read::new(bytes, Reader::new(bytes).with_strictness(Strictness::Lenient).entries());
            let stream = Read::new(bytes, Reader::new(Stream::new(SmallReads(bytes, step))).entries());
            compare(&strict, &lenient, &stream);
            lenient.items.iter().for_each(is_valid);
            let mut writer = Writer::new(Vec::new());
            let mut written = lenient.items;
            written.retain(|entry| writer.write_entry(entry).is_ok());
            let again = writer.finish().expect("a vector takes any bytes");
            let read: Result<Vec<_>, _> = Reader::new(&again[..]).entries().collect();
            assert_eq!(read.expect("what was written"), written);
        }

        pub(super) fn $seeds() -> Vec<Vec<u8>> {
            use $writer as Writer;
            let mut seeds = vec![];
            for number in 0..8 {
                let mut writer = Writer::new(Vec::new());
                for (board, mv, ply) in game(number) {
                    let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][usize::from(number) % 3];
                    let entry = Entry::new(board, mv, i16::from(number) * 37 - 100, result).with_ply(ply);
                    let _ = writer.write_entry(&entry);
                }
                seeds.push(writer.finish().expect("a vector takes any bytes"));
            }
            seeds
        }
    };
}

/// A target for a format of games.
macro_rules! games {
    ($name:ident, $seeds:ident, $mutate:ident, $reader:path, $writer:path, $structure:path) => {
        pub(super) fn $mutate(bytes: &mut Vec<u8>, random: &mut Generator) {
            use $reader as Reader;
            use $writer as Writer;
            if !once_in(3, random) {
                return $structure(bytes, random);
            }
            let games = Reader::new(&bytes[..]).with_strictness(Strictness::Lenient).games();
            let mut games: Vec<_> = games.map_while(Result::ok).collect();
            change_games(&mut games, random);
            let mut writer = Writer::new(Vec::new());
            games.iter().for_each(|game| drop(writer.write_game(game)));
            *bytes = writer.finish().expect("a vector takes any bytes");
        }

        pub(super) fn $name(bytes: &[u8]) {
            use $reader as Reader;
            use $writer as Writer;
            let step = 1 + bytes.len() % 61;
            let strict = Read::new(bytes, Reader::new(bytes).games());
            let lenient = Read::new(bytes, Reader::new(bytes).with_strictness(Strictness::Lenient).games());
            let stream = Read::new(bytes, Reader::new(Stream::new(SmallReads(bytes, step))).games());
            compare(&strict, &lenient, &stream);
            for game in &lenient.items {
                let entries: Result<Vec<_>, _> = game.entries().collect();
                entries.expect("the moves of a game that was read are legal").iter().for_each(is_valid);
            }
            let mut writer = Writer::new(Vec::new());
            let mut written = lenient.items;
            written.retain(|game| writer.write_game(game).is_ok());
            let again = writer.finish().expect("a vector takes any bytes");
            let read: Result<Vec<_>, _> = Reader::new(&again[..]).games().collect();
            assert_eq!(read.expect("what was written"), written);
        }

        pub(super) fn $seeds() -> Vec<Vec<u8>> {
            use $writer as Writer;
            let mut seeds = vec![];
            for number in 0..8 {
                let mut writer = Writer::new(Vec::new());
                let positions = game(number);
                let mut game = Game::new(positions[0].0, Wdl::Draw);
                let moves = positions.iter().filter_map(|&(_, mv, _)| mv);
                game.moves.extend(moves.map(|mv| GameMove { mv, score: 5 }));
                let _ = writer.write_game(&game);
                seeds.push(writer.finish().expect("a vector takes any bytes"));
            }
            seeds
        }
    };
}

/// Returns the positions of a short game, with the moves that are made.
fn game(number: u8) -> Vec<(Board, Option<Move>, u32)> {
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

entries!(bin_positions, bin_seeds, bin_mutate, bin::Reader, bin::Writer, structure::boards::bin);
entries!(
    binpack_positions,
    binpack_seeds,
    binpack_mutate,
    binpack::Reader,
    binpack::Writer,
    structure::binpack::binpack
);
entries!(bullet_positions, bullet_seeds, bullet_mutate, bullet::Reader, bullet::Writer, structure::boards::bullet);
entries!(
    bullet_lines,
    bullet_text_seeds,
    bullet_text_mutate,
    bullet_text::Reader,
    bullet_text::Writer,
    structure::lines
);
entries!(plain_positions, plain_seeds, plain_mutate, plain::Reader, plain::Writer, structure::lines);
entries!(
    packed_boards,
    packed_board_seeds,
    packed_board_mutate,
    packed_board::Reader,
    packed_board::Writer,
    structure::boards::packed_board
);
entries!(marlin_positions, marlin_seeds, marlin_mutate, marlin::Reader, marlin::Writer, structure::boards::marlin);
entries!(
    chess_library_positions,
    chess_library_seeds,
    chess_library_mutate,
    chess_library::Reader,
    chess_library::Writer,
    structure::boards::chess_library
);
games!(viri_games, viri_seeds, viri_mutate, viri::Reader, viri::Writer, structure::games::viri);
games!(
    monty_values,
    monty_value_seeds,
    monty_value_mutate,
    monty::Reader,
    monty::Writer,
    structure::games::monty_value
);

/// Games with the visits of all moves. Their reader has a type of its own.
pub(super) fn monty_policies(bytes: &[u8]) {
    let games = |strictness| {
        let mut reader = monty::PolicyReader::new(bytes).with_strictness(strictness);
        Read::new(bytes, iter::from_fn(move || reader.next_game().map(Option::<&_>::cloned).transpose()))
    };
    let (strict, lenient) = (games(Strictness::Strict), games(Strictness::Lenient));
    let mut reader = monty::PolicyReader::new(Stream::new(SmallReads(bytes, 1 + bytes.len() % 61)));
    let stream = iter::from_fn(move || reader.next_game().map(Option::<&_>::cloned).transpose());
    compare(&strict, &lenient, &Read::new(bytes, stream));
    let mut writer = monty::PolicyWriter::new(Vec::new());
    let mut written = lenient.items;
    written.retain(|game| writer.write_game(game).is_ok());
    let again = writer.finish().expect("a vector takes any bytes");
    let mut reader = monty::PolicyReader::new(&again[..]);
    for game in &written {
        assert_eq!(reader.next_game().expect("what was written"), Some(game));
    }
}

pub(super) fn monty_policy_seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for number in 0..8 {
        let positions = game(number);
        let mut game = monty::PolicyGame::new(positions[0].0, Wdl::Draw);
        for &(board, mv, ply) in &positions {
            let Some(mv) = mv else { break };
            let visits = (0..board.legal_move_count() as u8).map(|place| if ply % 3 == 0 { 0 } else { place * 3 });
            game.push(mv, monty::WinProbability::from_raw(32_768), visits);
        }
        let mut writer = monty::PolicyWriter::new(Vec::new());
        let _ = writer.write_game(&game);
        seeds.push(writer.finish().expect("a vector takes any bytes"));
    }
    seeds
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
/// target of its own.
pub fn any_format(bytes: &[u8]) {
    let Some((&number, file)) = bytes.split_first() else { return };
    let formats = table::formats();
    let format = formats[usize::from(number) % formats.len()];
    let read = |source: Source<'_>, strictness| {
        let reader = format.reader(source, ReadOptions { strictness, ..ReadOptions::default() });
        match reader.expect("every format of the table is read") {
            AnyReader::White(reader) => {
                Read::new(file, reader.entries().map(|entry| entry.map(|entry| any_view(&entry))))
            }
            AnyReader::SideToMove(reader) => {
                Read::new(file, reader.entries().map(|entry| entry.map(|entry| any_view(&entry))))
            }
        }
    };
    let strict = read(Source::from(file), Strictness::Strict);
    let lenient = read(Source::from(file), Strictness::Lenient);
    let step = 1 + bytes.len() % 61;
    compare(&strict, &lenient, &read(Source::stream(SmallReads(file, step)), Strictness::Strict));
    lenient.items.iter().for_each(is_valid);
    let mut again = vec![];
    let Some(mut writer) = format.writer(&mut again, WriteOptions::default()) else { return };
    let fits = lenient.items.iter().all(|entry| writer.write(entry).is_ok());
    // A game that was held back may not fit.
    if writer.finish().is_ok() && fits {
        assert_eq!(read(Source::from(&again[..]), Strictness::Strict).items, lenient.items, "{format}");
    }
}

/// Returns the entry in the view of the side to move, where every format can be compared. The score -32768 becomes 32767 if it
/// changes its sign.
fn any_view<V: View>(entry: &Entry<V>) -> Entry<SideToMove> {
    entry.to_view_with(Losses::SCORE).expect("the loss is accepted")
}

/// Returns a file of each format that is written, for [`any_format`].
pub fn any_format_seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![];
    for (place, format) in table::formats().into_iter().enumerate() {
        let mut bytes = vec![place as u8];
        let Some(mut writer) = format.writer(&mut bytes, WriteOptions::default()) else { continue };
        for (board, mv, ply) in game(place as u8) {
            let _ = writer.write(&Entry::<White>::new(board, mv, 37, Wdl::Draw).with_ply(ply));
        }
        let _ = writer.finish();
        seeds.push(bytes);
    }
    seeds
}

/// Checks that the format is recognized, or not, without a panic.
pub(super) fn detect(bytes: &[u8]) {
    let _ = table::detect(bytes);
}
