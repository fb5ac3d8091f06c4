//! Laws of the formats with whole games, and of the boards of 24 bytes and binary FENs, on random games.

use gardez_formats::binary_fen::{self, BinaryFen};
use gardez_formats::gardez_position::Board;
use gardez_formats::monty::{self, PolicyGame, PolicyReader, PolicyWriter, WinProbability};
use gardez_formats::{
    Entry, FormatErrorKind, Game, GameMove, ReadEntries, ReadError, ReadGames, Stream, Strictness, Wdl, White,
    WriteEntries, WriteGames, chess_library, marlin, viri,
};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// A game of random legal moves from a start position of chess or Chess960.
#[derive(Clone, Debug)]
struct RandomGame {
    start: u16,
    choices: Vec<(u8, i16)>,
    result: u8,
}

impl Arbitrary for RandomGame {
    fn arbitrary(g: &mut Gen) -> Self {
        Self { start: u16::arbitrary(g) % 960, choices: Vec::arbitrary(g), result: u8::arbitrary(g) % 3 }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let this = self.clone();
        Box::new(self.choices.shrink().map(move |choices| Self { choices, ..this }))
    }
}

impl RandomGame {
    fn game(&self) -> Game<White> {
        let start = Board::chess960(self.start).expect("below 960");
        let mut game = Game::new(start, Wdl::from_raw(self.result).expect("below 3"));
        let mut board = start;
        for &(choice, score) in &self.choices {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[usize::from(choice) % legal.len()];
            game.moves.push(GameMove { mv, score });
            board.do_move(mv);
        }
        game
    }

    /// The game with visit counts in every other position.
    fn policy_game(&self) -> PolicyGame {
        let game = self.game();
        let mut policy = PolicyGame::new(game.start, game.result);
        let mut board = game.start;
        for (index, GameMove { mv, score }) in game.moves.into_iter().enumerate() {
            let count = if index % 2 == 0 { board.legal_move_count() } else { 0 };
            policy.push(mv, WinProbability::from_raw(score as u16), (0..count).map(|i| (7 * i) as u8));
            board.do_move(mv);
        }
        policy
    }

    fn entries(&self) -> Vec<Entry<White>> {
        self.game().entries().collect::<Result<_, _>>().expect("legal moves")
    }
}

fn viri_bytes(games: &[Game<White>]) -> Vec<u8> {
    let mut writer = viri::Writer::new(Vec::new());
    games.iter().for_each(|game| writer.write_game(game).expect("the game fits"));
    writer.finish().expect("a Vec takes all bytes")
}

fn monty_bytes(games: &[Game<White>]) -> Vec<u8> {
    let mut writer = monty::Writer::new(Vec::new());
    games.iter().for_each(|game| writer.write_game(game).expect("the game fits"));
    writer.finish().expect("a Vec takes all bytes")
}

fn policy_bytes(game: &PolicyGame) -> Vec<u8> {
    let mut writer = PolicyWriter::new(Vec::new());
    writer.write_game(game).expect("the game fits");
    writer.finish().expect("a Vec takes all bytes")
}

fn marlin_bytes(entries: &[Entry<White>]) -> Vec<u8> {
    let mut writer = marlin::Writer::new(Vec::new());
    entries.iter().for_each(|entry| writer.write_entry(entry).expect("the entry fits"));
    writer.finish().expect("a Vec takes all bytes")
}

/// Returns `true` if two boards are the same in everything that these formats hold.
fn same(board: &Board, other: &Board) -> bool {
    board == other && board.same_clocks(other)
}

/// Returns `true` if two games are the same. A start position that is read has no last move.
fn same_games(game: &Game<White>, other: &Game<White>) -> bool {
    same(&game.start, &other.start) && game.result == other.result && game.moves == other.moves
}

quickcheck! {
    fn games_written_as_viriformat_are_read_again(games: Vec<RandomGame>) -> bool {
        let games: Vec<_> = games.iter().take(6).map(RandomGame::game).collect();
        let bytes = viri_bytes(&games);
        let from_slice = viri::Reader::new(&bytes[..]).games();
        let from_stream = viri::Reader::new(Stream::new(&bytes[..])).games();
        games.iter().zip(from_slice.zip(from_stream)).filter(|(game, (slice, stream))| {
            same_games(game, slice.as_ref().expect("a game")) && same_games(game, stream.as_ref().expect("a game"))
        }).count() == games.len()
    }

    fn games_written_as_value_games_are_read_again(games: Vec<RandomGame>) -> bool {
        let games: Vec<_> = games.iter().take(6).map(RandomGame::game).collect();
        let bytes = monty_bytes(&games);
        let read: Vec<_> = monty::Reader::new(&bytes[..]).games().collect::<Result<_, _>>().expect("games");
        read.len() == games.len() && games.iter().zip(&read).all(|(game, read)| same_games(game, read))
    }

    fn policy_games_are_read_again(game: RandomGame) -> bool {
        let game = game.policy_game();
        let bytes = policy_bytes(&game);
        let mut reader = PolicyReader::new(Stream::new(&bytes[..]));
        reader.next_game().expect("no error").is_some_and(|read| {
            let positions: Vec<_> = game.positions().map(|position| position.expect("legal")).collect();
            let again: Vec<_> = read.positions().map(|position| position.expect("legal")).collect();
            read.result == game.result && positions.len() == again.len() && positions.iter().zip(&again).all(
                |(one, other)| same(&one.board, &other.board) && (one.mv, one.win, one.counts) == (other.mv, other.win, other.counts)
            )
        })
    }

    fn entries_of_policy_games_have_nearly_the_same_scores(game: RandomGame) -> bool {
        // Farther from even, a step of the probability is many points.
        let entries = game.entries().into_iter().map(|mut entry| {
            entry.score %= 1000;
            entry.to_side_to_move().expect("a small score")
        });
        let entries: Vec<_> = entries.collect();
        let mut writer = PolicyWriter::new(Vec::new());
        entries.iter().for_each(|entry| writer.write_entry(entry).expect("the entry fits"));
        let bytes = writer.finish().expect("a Vec takes all bytes");
        let read = PolicyReader::new(&bytes[..]).into_entries().entries().collect::<Result<Vec<_>, _>>().expect("entries");
        read.len() == entries.len() && entries.iter().zip(&read).all(|(entry, read)| {
            same(&read.board, &entry.board) && (read.mv, read.result) == (entry.mv, entry.result)
                && entry.score.abs_diff(read.score) <= 1
        })
    }

    fn entries_of_games_become_the_same_games(games: Vec<RandomGame>) -> bool {
        let games: Vec<_> = games.iter().take(6).map(RandomGame::game).filter(|game| !game.moves.is_empty()).collect();
        let bytes = viri_bytes(&games);
        let mut writer = viri::Writer::new(Vec::new());
        let mut reader = viri::Reader::new(&bytes[..]);
        while let Some(entry) = reader.next_entry().expect("no error") {
            writer.write_entry(entry).expect("the entry fits");
        }
        writer.finish().expect("a Vec takes all bytes") == bytes
    }

    fn a_game_read_in_part_gives_its_rest(game: RandomGame, count: usize) -> bool {
        let game = game.game();
        let count = count % (game.moves.len() + 1);
        let bytes = viri_bytes(&[game.clone(), game.clone()]);
        let mut reader = viri::Reader::new(&bytes[..]);
        let read = (0..count).filter(|_| reader.next_entry().expect("no error").is_some()).count();
        // The last entry that was read has been counted, so its move does not belong to the rest.
        let rest = reader.next_game().expect("no error").expect("a game").moves.clone();
        let second = reader.next_game().expect("no error").expect("a game");
        read == count && rest == game.moves[count..] && same_games(second, &game)
    }

    fn entries_written_as_marlinformat_are_read_again(game: RandomGame) -> bool {
        let entries = game.entries();
        let bytes = marlin_bytes(&entries);
        let read: Vec<_> = marlin::Reader::new(&bytes[..]).entries().collect::<Result<_, _>>().expect("entries");
        let is_same = |(entry, read): (&Entry<White>, &Entry<White>)| {
            same(&entry.board, &read.board) && (entry.score, entry.result) == (read.score, read.result)
        };
        read.len() == entries.len() && entries.iter().zip(&read).all(is_same)
            && marlin_bytes(&read) == bytes
    }

    fn boards_are_read_again_from_their_binary_fen(game: RandomGame) -> bool {
        game.entries().iter().all(|entry| {
            let packed = BinaryFen::new(&entry.board);
            let key = BinaryFen::without_counters(&entry.board);
            let read = |packed: &BinaryFen| binary_fen::read(packed.as_bytes(), Strictness::Strict).expect("a binary FEN");
            same(&read(&packed), &entry.board) && read(&key) == entry.board
                && packed.as_bytes().last() != Some(&0) && packed.as_bytes().len() <= 64
        })
    }

    fn boards_are_read_again_from_the_bytes_of_chess_library(game: RandomGame) -> bool {
        game.entries().iter().all(|entry| {
            let bytes = chess_library::pack(&entry.board).expect("at most 32 pieces");
            chess_library::unpack(&bytes, Strictness::Strict) == Ok(entry.board)
        })
    }
}

#[test]
fn castling_from_the_square_of_the_rook_is_not_a_move_of_montyformat() {
    for (rook, target, kind) in [(0, 2, 3), (7, 6, 2)] {
        let start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
        let raw: u16 = rook << 10 | target << 4 | kind;
        let after_start = [raw.to_le_bytes(), [1, 0], [0, 0], [0, 0]].concat();
        let mut value = monty_bytes(&[Game::new(start, Wdl::Draw)]);
        value.truncate(monty::START_SIZE);
        let mut policy = policy_bytes(&PolicyGame::new(start, Wdl::Draw));
        policy.truncate(policy.len() - 2);
        for bytes in [&mut value, &mut policy] {
            bytes.extend(&after_start);
        }
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let is_refused =
                |error| matches!(error, ReadError::Format(error) if error.kind == FormatErrorKind::Move { raw });
            let error = monty::Reader::new(&value[..]).with_strictness(strictness).next_game().unwrap_err();
            assert!(is_refused(error), "{raw:#06x}");
            let error = PolicyReader::new(&policy[..]).with_strictness(strictness).next_game().unwrap_err();
            assert!(is_refused(error), "{raw:#06x}");
        }
    }
}
