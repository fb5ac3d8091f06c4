//! Games of variants in PGN: spellings of the tag, damage, and games that are written and read again.

use gardez_notation::pgn::Reader;
use gardez_variants::pgn::{Game, games};
use gardez_variants::{Variant, VariantBoard};
use quickcheck::quickcheck;

/// A game of random moves, with a variation before each fifth move.
fn random_game(variant: Variant, choices: &[u8]) -> Game {
    let mut board = VariantBoard::start(variant);
    let mut game = Game::from_board(board);
    let mut node = game.root();
    for (ply, &choice) in choices.iter().enumerate() {
        let moves = board.legal_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        let before = node;
        node = game.push(before, Some(m));
        if ply % 5 == 4 {
            let other = moves[usize::from(choice / 2) % moves.len()];
            if other != m {
                game.push(before, Some(other));
            }
        }
        board.do_move(m);
    }
    game
}

fn read(text: &str) -> Vec<(Game, u64)> {
    let mut reader = Reader::from_bytes(text.as_bytes());
    games(&mut reader).map(|Ok(read)| (read.game, read.problem_count)).collect()
}

/// A variant, a position, a move that is not legal there, and the reason.
const REASONS: &[(&str, &str, &str, &str)] = &[
    (
        "Atomic",
        "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
        "Ra4",
        "the piece on a1 cannot make this move to a4: a piece on a2 is in the way",
    ),
    (
        "Atomic",
        "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
        "a1a2",
        "the piece on a1 cannot make this move to a2: a white pawn is on a2",
    ),
    ("Atomic", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "Rb3", "no white rook can reach b3"),
    ("Atomic", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "Nb3", "no white knight can reach b3"),
    ("Atomic", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "a5", "no white pawn can reach a5"),
    (
        "Atomic",
        "4k3/8/8/8/8/p7/P7/R3K3 w Q - 0 1",
        "a4",
        "the piece on a2 cannot make this move to a4: a piece on a3 is in the way",
    ),
    (
        "Atomic",
        "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
        "axb3",
        "the piece on a2 cannot make this move to b3: a pawn moves so only to capture, and there is nothing to capture",
    ),
    (
        "Atomic",
        "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1",
        "O-O",
        "the king cannot castle: there is no right to castle on the king side",
    ),
    ("Crazyhouse", "4k3/8/8/8/8/8/8/RN2K3[] w Q - 0 1", "O-O-O", "the king cannot castle: a piece on b1 is in the way"),
    (
        "Crazyhouse",
        "3rk3/8/8/8/8/8/8/R3K3[] w Q - 0 1",
        "O-O-O",
        "the king cannot castle: the rook on d8 attacks d1 on its way",
    ),
    (
        "Three-check",
        "2r1r1k1/8/8/8/8/8/8/R3K3 w Q - 3+3 0 1",
        "O-O-O",
        "the king cannot castle: the rook on e8 gives check, and no king castles out of check",
    ),
    (
        "Crazyhouse",
        "4k3/8/8/8/8/8/8/qR2K3[] w B - 0 1",
        "O-O-O",
        "the king cannot castle: the rook shields it from the queen on a1",
    ),
    (
        "Crazyhouse",
        "4k3/8/8/8/8/8/8/RN2K3[] w Q - 0 1",
        "Rd1",
        "the piece on a1 cannot make this move to d1: a piece on b1 is in the way",
    ),
    (
        "Antichess",
        "8/8/8/3k4/8/8/8/K2R4 w - - 0 1",
        "Rd8",
        "the piece on d1 cannot make this move to d8: a piece on d5 is in the way",
    ),
    (
        "Horde",
        "4k3/8/8/8/8/8/P7/P7 w - - 0 1",
        "a2",
        "the piece on a1 cannot make this move to a2: a piece on a2 is in the way",
    ),
    (
        "Three-check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1",
        "Rae1",
        "the piece on a1 cannot make this move to e1: a white king is on e1",
    ),
];

#[test]
fn a_move_of_a_variant_that_no_piece_can_make_has_its_reason() {
    for &(variant, fen, text, expected) in REASONS {
        let pgn = format!("[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {text} *");
        let mut reader = Reader::from_bytes(pgn.as_bytes());
        let Some(Ok(read)) = games(&mut reader).next() else { panic!("{variant} {text}: a game is expected") };
        let found: Vec<_> = read.problems.iter().map(|problem| problem.kind.to_string()).collect();
        assert_eq!(found, [format!("illegal move: {expected}")], "{variant}, {fen}: {text}");
    }
}

quickcheck! {
    fn a_game_that_is_written_is_read_as_the_same_game(choices: Vec<u8>) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let game = random_game(variant, &choices);
            read(&game.to_string()) == [(game, 0)]
        })
    }

    fn damage_leaves_the_moves_before_it(choices: Vec<u8>, at: usize, byte: u8) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let game = random_game(variant, &choices);
            let mut text = game.to_string().into_bytes();
            let moves = text.windows(2).position(|pair| pair == b"\n\n").expect("an empty line") + 2;
            let at = moves + at % (text.len() - moves);
            text[at] = byte;
            let mut reader = Reader::from_bytes(&text);
            let Some(Ok(read)) = games(&mut reader).next() else { return false };
            // The words that end before the damage; a number, a parenthesis and a result are not moves.
            let whole = String::from_utf8_lossy(&text[moves..at]).into_owned();
            let words = whole.rsplit_once([' ', '\n']).map_or("", |(before, _)| before);
            let is_move = |word: &&str| !word.ends_with('.') && *word != "*" && !word.is_empty();
            let plain = words.split(['(', ')']).next().unwrap_or_default();
            let expected = plain.split_ascii_whitespace().filter(is_move).count();
            let same = read.game.main_line().zip(game.main_line());
            let agreeing = same.take_while(|&(ours, theirs)| read.game.node(ours).mv() == game.node(theirs).mv()).count();
            expected <= agreeing
        })
    }
}

#[test]
fn every_spelling_of_the_tag_is_read_and_an_unknown_one_is_reported() {
    for (name, variant) in [
        ("Crazyhouse", Variant::Crazyhouse),
        ("crazy house", Variant::Crazyhouse),
        ("ZH", Variant::Crazyhouse),
        ("KOTH", Variant::KingOfTheHill),
        ("King Of The Hill", Variant::KingOfTheHill),
        ("3 check", Variant::ThreeCheck),
        ("threeCheck", Variant::ThreeCheck),
        ("Atomic chess", Variant::Atomic),
        ("From Position", Variant::Chess),
        ("Fischerandom", Variant::Chess),
    ] {
        let games = read(&format!("[Variant \"{name}\"]\n\n1. e4 e5 *\n"));
        assert_eq!(games[0].0.start().variant(), variant, "{name}");
        assert_eq!((games[0].0.len(), games[0].1), (2, 0), "{name}");
    }
    let text = "[Variant \"Suicide\"]\n\n1. e4 e5 *\n";
    let mut reader = Reader::from_bytes(text.as_bytes());
    let Ok(read) = games(&mut reader).next().expect("a game");
    assert!(read.game.is_empty());
    assert_eq!(read.problems[0].kind.to_string(), "unknown variant \"Suicide\"");
}

#[test]
fn unusual_forms_of_moves_are_read_and_reported() {
    for (moves, count) in [
        ("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 *", 1),
        ("1. e2-e4 d7d5 2. e4:d5 Qxd5+ *", 4),
        ("1. Nf3! e5 2. g3 d5 3. Bg2 Be6 4. 0-0 *", 1),
    ] {
        let games = read(&format!("[Variant \"Crazyhouse\"]\n\n{moves}\n"));
        let plies = moves.split(' ').filter(|word| !word.ends_with('.') && *word != "*").count();
        assert_eq!((games[0].0.len(), games[0].1), (plies, count), "{moves}");
    }
}
