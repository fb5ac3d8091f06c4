//! Formats of whole games, as games: viriformat and montyformat.

use std::iter;

use gardez_formats::{
    Entry, Format, Game, GameMove, ReadGames, Source, Strictness, View, Wdl, White, WriteGames, monty,
};
use gardez_types::Generator;

use super::formats::{Items, check, compare, game, is_valid};
use crate::structure::{self, Mutate, edge, once_in, rearrange};

type Read<T> = for<'a> fn(Source<'a>, Strictness) -> Items<'a, T>;
type Write<T> = fn(&[T]) -> Option<Vec<u8>>;

fn run(bytes: &[u8], format: Format, read: Read<Game<White>>, write: Write<Game<White>>) {
    check(format, bytes);
    compare(bytes, read, write, |game| {
        let entries: Result<Vec<Entry<White>>, _> = game.entries().collect();
        entries.expect("the moves of a game that was read are legal").iter().for_each(is_valid);
    });
}

fn mutate(
    bytes: &mut Vec<u8>,
    random: &mut Generator,
    structure: Mutate,
    read: Read<Game<White>>,
    write: Write<Game<White>>,
) {
    if !once_in(3, random) {
        return structure(bytes, random);
    }
    let mut games: Vec<_> = read(Source::from(&bytes[..]), Strictness::Lenient).map_while(Result::ok).collect();
    change_games(&mut games, random);
    if let Some(changed) = write(&games) {
        *bytes = changed;
    }
}

fn seeds(write: Write<Game<White>>) -> Vec<Vec<u8>> {
    let file = |number| {
        let positions = game(number);
        let mut game = Game::new(positions[0].0, Wdl::Draw);
        game.moves.extend(positions.iter().filter_map(|&(_, mv, _)| mv).map(|mv| GameMove { mv, score: 5 }));
        write(&[game])
    };
    (0..8).filter_map(file).collect()
}

/// A part for a format of games.
macro_rules! games {
    ($name:ident, $format:path, $reader:path, $writer:path, $structure:path) => {
        pub(super) mod $name {
            use super::*;

            fn read(source: Source<'_>, strictness: Strictness) -> Items<'_, Game<White>> {
                use $reader as Reader;
                Box::new(Reader::new(source).with_strictness(strictness).games())
            }

            fn write(games: &[Game<White>]) -> Option<Vec<u8>> {
                use $writer as Writer;
                let mut writer = Writer::new(Vec::new());
                games.iter().try_for_each(|game| writer.write_game(game)).ok()?;
                writer.finish().ok()
            }

            pub(in super::super) fn run(bytes: &[u8]) {
                super::run(bytes, $format, read, write);
            }

            pub(in super::super) fn mutate(bytes: &mut Vec<u8>, random: &mut Generator) {
                super::mutate(bytes, random, $structure, read, write);
            }

            pub(in super::super) fn seeds() -> Vec<Vec<u8>> {
                super::seeds(write)
            }
        }
    };
}

games!(
    viri,
    gardez_formats::viri::FORMAT,
    gardez_formats::viri::Reader,
    gardez_formats::viri::Writer,
    structure::games::viri
);
games!(monty_value, monty::FORMAT, monty::Reader, monty::Writer, structure::games::monty_value);

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

/// Games with the visits of all moves. Their reader has a type of its own.
pub(super) fn monty_policy(bytes: &[u8]) {
    fn read(source: Source<'_>, strictness: Strictness) -> Items<'_, monty::PolicyGame> {
        let mut reader = monty::PolicyReader::new(source).with_strictness(strictness);
        Box::new(iter::from_fn(move || reader.next_game().map(Option::<&_>::cloned).transpose()))
    }
    check(monty::POLICY_FORMAT, bytes);
    compare(bytes, read, write_policies, |_| ());
}

fn write_policies(games: &[monty::PolicyGame]) -> Option<Vec<u8>> {
    let mut writer = monty::PolicyWriter::new(Vec::new());
    games.iter().try_for_each(|game| writer.write_game(game)).ok()?;
    writer.finish().ok()
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
        seeds.extend(write_policies(&[game]));
    }
    seeds
}
