//! Moves in other languages are read with the letters that the whole game shows.

use crate::stumbles::{line, names};
use gardez_notation::pgn::{ExportStyle, Game, MoveNotation, Reader};
use gardez_notation::san::Letters;

/// A text of one game, its moves and result in English, and its problems. Add a row for another form.
const GAMES: &[(&str, &str, &str)] = &[
    ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 *", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6 *", "letters"),
    ("1. e4 e5 2. Cf3 Cc6 3. Fb5 *", "e4 e5 Nf3 Nc6 Bb5 *", "letters"),
    // Any of these languages gives the same moves.
    ("1. e4 e5 2. Cf3 Cc6 *", "e4 e5 Nf3 Nc6 *", "letters"),
    ("1. e4 e5 2. Pf3 Pc6 3. Lb5 *", "e4 e5 Nf3 Nc6 Bb5 *", "letters"),
    ("1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. О-О *", "e4 e5 Nf3 Nc6 Bb5 a6 O-O *", "letters repaired"),
    ("1. e4 e5 2. Крe2 Крe7 *", "e4 e5 Ke2 Ke7 *", "letters"),
    ("1. e4 e5 2. Oc4 Oc5 3. Rf3 Rf6 4. O-O *", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O *", "letters"),
    // English words that mean other moves, as a later word shows.
    ("1. e4 e5 2. Ne2 Cc6 *", "e4 e5 Be2 Nc6 *", "letters"),
    ("1. e4 e5 2. Ne2 Nc6 *", "e4 e5 Ne2 Nc6 *", ""),
    ("1. h4 a5 2. Rh3 Rf6 3. Tg1 *", "h4 a5 Nh3 Nf6 Rg1 *", "letters"),
    ("1. h4 a5 2. Rh3 Nf6 *", "h4 a5 Rh3 Nf6 *", ""),
    ("1. h4 a5 2. Rh3 {Rh3 Sf3} (2. Rh2 Ra6) Ra6 *", "h4 a5 Rh3 Ra6 *", ""),
    // A wrong move in English, which would be legal in Esperanto.
    ("1. d4 d6 2. Ke3 *", "d4 d6 *", "!illegal"),
    // Variations, errors and promotions.
    ("1. e4 (1. Sf3 d5 (1... Sf6)) e5 2. Lc4 *", "e4 e5 Bc4 *", "letters"),
    ("1. e4 e5 2. Sf3 (2. Yf3) Sc6 *", "e4 e5 Nf3 Nc6 *", "letters !piece-letter"),
    ("1. e4 e5 2. Sf3 Sc6 3. Lb8 *", "e4 e5 *", "!piece-letter"),
    ("1. e4 e5 2. Sf3 Nc6 *", "e4 e5 *", "!piece-letter"),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8D# *", "a8=Q+ *", "letters repaired"),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8(D)+ *", "a8=Q+ *", "letters repaired"),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8Ф+ *", "a8=Q+ *", "letters repaired"),
    // The king of French or the knight of Finnish: both are legal to the end.
    ("[FEN \"r6k/8/8/8/8/5N2/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Rd2 Td8 *", "*", "!ambiguous-letters"),
    ("1. P-K4 P-K4 2. N-KB3 *", "*", "!descriptive"),
    ("1. P4R P4R *", "*", "!descriptive"),
    // Signs of print.
    ("1. e4 d5 2. e:d5 D:d5 3. Sc3 *", "e4 d5 exd5 Qxd5 Nc3 *", "repaired letters repaired"),
    ("1. e4 d5 2. ed5: Dd5: 3. Sc3 *", "e4 d5 exd5 Qxd5 Nc3 *", "repaired letters repaired"),
    ("1. f3 e5 2. g4 Dh4× *", "f3 e5 g4 Qh4# *", "letters repaired"),
    ("1. e4 f5 2. exf5 g5 3. fxg6 a.p. *", "e4 f5 exf5 g5 fxg6 *", "repaired"),
    ("1. ♘\u{fe0f}f3 ♞\u{fe0e}f6 *", "Nf3 Nf6 *", "repaired repaired"),
    ("1. 52-54 57-55 2. 7163 *", "e4 e5 Nf3 *", "repaired repaired repaired"),
];

#[test]
fn the_letters_of_a_game_are_found_from_all_its_moves() {
    for &(text, moves, problems) in GAMES {
        let games = crate::stumbles::games(text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(
            (line(&games[0]).as_str(), names(&games[0]).as_str()),
            (moves, problems),
            "{text}: {:?}",
            games[0].problems
        );
    }
}

#[test]
fn the_report_names_the_languages_and_their_letters() {
    for (text, report) in [
        ("1. e4 e5 2. Sf3 Sc6 *", "German or Polish letters (S = N)"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "German letters (S = N, L = B, T = R, D = Q)"),
        ("1. e4 e5 2. Cf3 Cc6 *", "French, Spanish, Portuguese or Romanian letters (C = N, T = R, D = Q, R = K)"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 *", "Russian or Ukrainian letters (К = N, С = B, Ф = Q, Кр = K)"),
    ] {
        let read = Reader::from_bytes(text.as_bytes()).read_game().expect("a slice").expect("a game");
        assert_eq!(read.problems[0].kind.to_string(), report, "{text}");
    }
}

/// Castling, promotions and all pieces.
const GAME: &str = "[FEN \"r3k2r/pP6/8/8/8/2n5/4PPBP/RNBQK2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n\
    1. Nxc3 Kf7 2. O-O Rh4 3. b8=N (3. b8=Q) 3... Ke7 4. Bc6 Rxb8 5. Qd4 *";

#[test]
fn a_game_is_written_in_every_notation_and_read_again() {
    let game: Game = GAME.parse().expect("legal moves");
    let codes = Letters::all().map(Letters::code).chain(["uci", "iccf"]);
    for code in codes {
        let notation = MoveNotation::from_code(code).expect(code);
        let text = game.to_pgn(ExportStyle::default().with_notation(notation));
        let mut reader = Reader::from_bytes(text.as_bytes());
        if let MoveNotation::San(letters) = notation {
            reader.set_letters(Some(letters));
        }
        let read = reader.read_game().expect("a slice").expect("a game");
        assert_eq!(read.game, game, "{text}");
    }
}

#[test]
fn letters_of_another_language_than_the_given_one_are_errors() {
    for (code, text, problems) in [
        ("de", "1. Sf3 Nf6 *", "!piece-letter"),
        ("de", "1. Sf3 Sf6 2. Sg1 Tg8 *", ""),
        ("en", "1. Sf3 Sf6 *", "!piece-letter"),
        ("fr", "1. Nf3 *", "!piece-letter"),
    ] {
        let mut reader = Reader::from_bytes(text.as_bytes());
        reader.set_letters(Letters::from_code(code));
        let read = reader.read_game().expect("a slice").expect("a game");
        assert_eq!(names(&read), problems, "{text}");
        let error = read.problems.first().map(|problem| problem.kind.to_string()).unwrap_or_default();
        let language = Letters::from_code(code).expect(code).name();
        assert_eq!(error.contains(language), !error.is_empty(), "{text}: {error}");
    }
}
