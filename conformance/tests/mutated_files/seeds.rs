//! Sound files to begin with: games of chess and Chess960 with all kinds of moves.

use gardez_formats::monty::{PolicyGame, PolicyWriter, WinProbability};
use gardez_formats::{Entry, Format, Game, GameMove, View, Wdl, White, WriteOptions};
use gardez_position::Board;
use gardez_types::{Generator, MoveKind};

/// The number of games.
const GAMES: usize = 24;

/// Games of random moves, among which there is more of what is rare: castling, captures en passant and promotions.
pub(crate) fn games() -> Vec<Game<White>> {
    let mut random = Generator::new(0x5eed);
    let boards = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
        "2k5/P6P/8/1Pp5/8/8/p6p/2K5 w - c6 0 40",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        "rkr5/8/8/8/8/8/8/RKR5 b CAca - 12 30",
        "6kr/8/8/8/8/8/8/6KR w Hh - 120 200",
    ];
    let start = |number: usize, random: &mut Generator| match boards.get(number) {
        Some(fen) => fen.parse().expect("a FEN"),
        None if number.is_multiple_of(2) => Board::start(),
        None => Board::chess960(random.next_below(960) as u16).expect("below 960"),
    };
    (0..GAMES).map(|number| game(start(number, &mut random), &mut random)).collect()
}

fn game(start: Board, random: &mut Generator) -> Game<White> {
    let mut game = Game::new(start, Wdl::from_raw(random.next_below(3) as u8).expect("below 3"));
    let mut board = start;
    for _ in 0..random.next_below(30) {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let rare = legal.iter().find(|m| m.kind() != MoveKind::Normal && random.next_below(4) != 0);
        let mv = *rare.unwrap_or(&legal[random.next_below(legal.len())]);
        game.moves.push(GameMove { mv, score: random.next_u64() as i16 });
        board.do_move(mv);
    }
    game
}

/// The positions of the games, each game for itself.
pub(crate) fn entries<V: View>() -> Vec<Vec<Entry<V>>> {
    let views = |game: &Game<White>| game.entries().filter_map(|entry| entry.ok()?.to_view().ok()).collect();
    games().iter().map(views).collect()
}

/// Files of entries of this format, two games in each.
pub(crate) fn files(format: Format) -> Vec<Vec<u8>> {
    let file = |games: &[Vec<Entry<White>>]| {
        let mut bytes = Vec::new();
        let mut writer = format.writer(&mut bytes, WriteOptions::default()).expect("a format that is written");
        // What does not fit is left out.
        games.iter().flatten().for_each(|entry| drop(writer.write(entry)));
        writer.finish().expect("a Vec takes all bytes");
        bytes
    };
    entries().chunks(2).map(file).collect()
}

/// Games with visits.
pub(crate) fn policy_games() -> Vec<PolicyGame> {
    let with_visits = |game: &Game<White>| {
        let mut policy = PolicyGame::new(game.start, game.result);
        let mut board = game.start;
        for (number, &GameMove { mv, score }) in game.moves.iter().enumerate() {
            let count = if number % 3 == 0 { 0 } else { board.legal_move_count() };
            policy.push(mv, WinProbability::from_raw(score as u16), (0..count).map(|place| (9 * place) as u8));
            board.do_move(mv);
        }
        policy
    };
    games().iter().map(with_visits).collect()
}

/// Files of games with visits.
pub(crate) fn policy_files() -> Vec<Vec<u8>> {
    let file = |games: &[PolicyGame]| {
        let mut writer = PolicyWriter::new(Vec::new());
        games.iter().for_each(|game| drop(writer.write_game(game)));
        writer.finish().expect("a Vec takes all bytes")
    };
    policy_games().chunks(2).map(file).collect()
}
