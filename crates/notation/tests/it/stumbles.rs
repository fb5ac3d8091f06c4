//! What people write in place of the standard: no other move is ever read than the one written, and nothing is lost without
//! a word.

use crate::common::{Random, SmallReads, rounds};
use gardez_notation::pgn::{ReadGame, Reader, Severity};

/// Reads all games of a text, in one piece and as a stream in small pieces.
pub(crate) fn games(text: &str) -> Vec<ReadGame> {
    let mut reader = Reader::from_bytes(text.as_bytes());
    let games: Vec<_> = reader.games().map(|read| read.expect("a slice does not fail")).collect();
    let mut stream = Reader::new(SmallReads(text.as_bytes(), 3));
    let fed: Vec<_> = stream.games().map(|read| read.expect("memory does not fail")).collect();
    assert_eq!(fed, games, "{text:?} in pieces");
    games
}

/// Returns the moves of a game with their glyphs, and its result.
pub(crate) fn line(read: &ReadGame) -> String {
    let game = &read.game;
    let mut board = *game.start();
    let mut words = Vec::new();
    for id in game.main_line() {
        let mv = game.node(id).mv();
        words.push(mv.map_or("--".into(), |mv| gardez_notation::san::San::new(&board, mv).to_string()));
        words.extend(game.node(id).nags.iter().map(ToString::to_string));
        board = mv.map_or_else(|| board.after_null(), |mv| board.after(mv));
    }
    words.push(game.result.to_string());
    words.join(" ")
}

/// Returns the names of the problems; those of errors begin with `!`.
pub(crate) fn names(read: &ReadGame) -> String {
    let mark = |severity| if severity == Severity::Error { "!" } else { "" };
    let name = |kind: &gardez_notation::pgn::ProblemKind| format!("{}{}", mark(kind.severity()), kind.name());
    read.problems.iter().map(|problem| name(&problem.kind)).collect::<Vec<_>>().join(" ")
}

/// A text of one game, its moves with glyphs and its result, and its problems.
const GAMES: &[(&str, &str, &str)] = &[
    // Letters that are torn from their squares.
    ("1. d4 d5 2. N f3 Nf6 *", "d4 d5 Nf3 Nf6 *", "repaired"),
    ("1. d4 d5 2. N\nf3 Nf6 *", "d4 d5 Nf3 Nf6 *", "repaired"),
    ("1. d4 d5 2. Nf 3 Nf6 *", "d4 d5 Nf3 Nf6 *", "repaired"),
    ("1. d4 N f6 2. c4 *", "d4 *", "!torn-letter"),
    ("1. d4 d5 2. N Nf3 *", "d4 d5 *", "!torn-letter"),
    ("1. d4 d5 2. N\n3. c4 *", "d4 d5 *", "!torn-letter"),
    ("1. d4 N 1... d5 *", "d4 $146 d5 *", "sign"),
    ("1. d4 N Nf6 *", "d4 $146 Nf6 *", "sign"),
    ("1. d4 D d5 *", "d4 *", "!malformed"),
    ("1. e4 e5 2. B c4 Nf6 *", "e4 e5 Bc4 Nf6 *", "repaired"),
    ("1. e4 e5 2. B\tc4 N f6 3. d3 *", "e4 e5 Bc4 *", "repaired !torn-letter"),
    ("1. e4 e5 2. ♗ c4 Q h4 *", "e4 e5 Bc4 Qh4 *", "repaired repaired"),
    ("1. e4 d5 2. e xd5 Q x d5 3. N c3± *", "e4 d5 exd5 Qxd5 Nc3 $16 *", "repaired repaired repaired sign"),
    ("1. e4 d5 2. ex d5 Qx d5 *", "e4 d5 exd5 Qxd5 *", "repaired repaired"),
    ("1. d4 d5 2. N d2 N d7 *", "d4 d5 Nd2 *", "repaired !torn-letter"),
    ("1. d4 d5 2. Nb d2 *", "d4 d5 Nd2 *", "repaired"),
    ("1. e 4 e5 *", "*", "!malformed"),
    ("1. e4 b 8. Nf3 *", "e4 *", "!malformed"),
    ("1. e4 e d5 *", "e4 *", "!malformed"),
    ("1. e4 B 5. c4 *", "e4 *", "!malformed"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O - O Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 *", "repaired"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O -\nO Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 *", "repaired"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0 - 0 Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 *", "repaired"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O -O Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 *", "!illegal"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O\n - O Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 *", "!illegal"),
    // Results.
    ("[Result \"0-0\"]\n\n0-0", "*", "result-form"),
    ("[Result \"0-0\"]\n\n1. e4 e5 0-0", "e4 e5 *", "result-form"),
    ("[Result \"0-0\"]\n\n1. e4 e5 0–0 {both}\n", "e4 e5 *", "result-form"),
    ("[Result \"0:0\"]\n\n1. e4 e5 0:0", "e4 e5 *", "result-form"),
    (
        "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0\n5. d3 0-0",
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 *",
        "repaired repaired result-form",
    ),
    (
        "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0",
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O *",
        "repaired missing-result",
    ),
    ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O *", "repaired missing-result"),
    ("1. e4 e5 0-0", "e4 e5 *", "!illegal missing-result"),
    ("1. e4 e5 0.5-0.5", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 0,5 : 0,5", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 1 - 0", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 0 – 1", "e4 e5 0-1", "result-form"),
    ("1. e4 e5 1/2 - 1/2", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 1/2—1/2", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 1−0", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 ½-½", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 ½ : ½", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 ½", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 1/2-½", "e4 e5 1/2-1/2", "result-form"),
    ("1. e4 e5 1-0F", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 0-1 ff", "e4 e5 0-1", "result-form"),
    ("1. e4 e5 1-0 (forfeit)", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 (1-0)", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 ( 1 - 0 )", "e4 e5 1-0", "result-form"),
    ("1. e4 e5 1/2-0", "e4 e5 *", "result-form"),
    ("1. e4 e5 0-½", "e4 e5 *", "result-form"),
    ("1. e4 e5 1-½", "e4 e5 *", "!malformed missing-result"),
    ("[Result \"+/-\"]\n\n+/-", "1-0", "result-form result-form"),
    ("[Result \"-/+\"]\n\n1. e4 e5 -/+", "e4 e5 0-1", "result-form result-form"),
    ("[Result \"1/2\"]\n\n1. e4 1/2-1/2", "e4 1/2-1/2", "result-form"),
    ("1. e4 e5 +/- *", "e4 e5 $16 *", "sign"),
    ("1. e4 e5 1-0 0-1", "e4 e5 0-1", "result-within"),
    ("1. e4 e5 1-0\n1-0\n", "e4 e5 1-0", "result-within"),
    // Numbers.
    ("1. e4 e5 2. Nf3 Nc6 5. Bb5 a6 6. Ba4 *", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 *", "number"),
    ("1. e4 2. e5 3. Nf3 *", "e4 e5 Nf3 *", "number"),
    ("41. e4 e5 42. Nf3 Nc6 *", "e4 e5 Nf3 Nc6 *", "number"),
    ("1... e4 e5 *", "e4 e5 *", "number"),
    ("1. e4 e5 2... Nf3 2... Nc6 *", "e4 e5 Nf3 Nc6 *", "number"),
    ("1 e4 1 ... e5 2 Nf3 2 Nc6 *", "e4 e5 Nf3 Nc6 *", ""),
    ("1. e4 {a} 1... e5 (1… c5 2.Nf3 2…d6) 2.\nNf3 *", "e4 e5 Nf3 *", ""),
    ("1. e4 (2. d4) e5 2. Nf3 *", "e4 e5 Nf3 *", "number"),
    ("99999999999999999999. e4 e5 *", "e4 e5 *", "number"),
    ("1. 5254 5755 2. 7163 2836 *", "e4 e5 Nf3 Nc6 *", "repaired repaired repaired repaired"),
    (
        "[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. 5171 5847 2. 17184 *",
        "O-O Kd7 a8=N *",
        "repaired repaired repaired",
    ),
    ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 12\"]\n[SetUp \"1\"]\n\n1.e4 Kd7 *", "*", "number !illegal"),
    ("1. e4 e5 (1... -- 2. d4 d5 3. c4) 2. -- Nc6 3. Nf3 {a} Nf6 4. d3 *", "e4 e5 -- Nc6 Nf3 Nf6 d3 *", ""),
    // Signs without a blank before them.
    ("1. e4± e5+- 2. Nf3= Nc6∞ *", "e4 $16 e5 $18 Nf3 $10 Nc6 $13 *", "sign sign sign sign"),
    ("1. e4□ e5⩲ 2. Nf3+/= Nc6→ *", "e4 $7 e5 $14 Nf3 $14 Nc6 $40 *", "sign sign sign sign"),
    ("1. e4↑ e5⟳ 2. Nf3∓ Nc6⇆ *", "e4 $36 e5 $32 Nf3 $17 Nc6 $132 *", "sign sign sign sign"),
    ("1. e4=+ e5=/+ 2. Nf3-+ Nc6-/+ *", "e4 $15 e5 $15 Nf3 $19 Nc6 $17 *", "sign sign sign sign"),
    ("1. e4∆ e5⌓ 2. Nf3+− Nc6⊕ *", "e4 $140 e5 $142 Nf3 $18 Nc6 $138 *", "sign sign sign sign"),
    ("1. e4± !? e5 *", "e4 $16 $5 e5 *", "sign"),
    ("1. e4!?± e5⩲□ *", "e4 $5 $16 e5 $14 $7 *", "sign sign sign"),
    ("1. e4 d5 2. exd5± Qxd5= 3. Nc3 Qe5+∓ *", "e4 d5 exd5 $16 Qxd5 $10 Nc3 Qe5+ $17 *", "sign sign sign"),
    ("1. e4 d5 2. Bb5+- Nd7 *", "e4 d5 Bb5+ $18 Nd7 *", "repaired sign"),
    ("1. e4 d5 2. Bb5++- Nd7 *", "e4 d5 Bb5+ $18 Nd7 *", "sign"),
    ("1. e4 d5 2. Bb5† Nd7 *", "e4 d5 Bb5+ Nd7 *", "repaired repaired"),
    ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O= 0-0± *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O $10 O-O $16 *", "sign repaired sign"),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q++- Kg7= *", "a8=Q+ $18 Kg7 $10 *", "sign sign"),
    ("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8= Kg7 *", "*", "!ambiguous"),
    // Dashes.
    (
        "1. e2–e4 e7—e5 2. Ng1−f3 Nf6 3. Bc4 Bc5 4. O–O 0−0 *",
        "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *",
        "repaired repaired repaired repaired repaired",
    ),
    // Text around a game.
    ("From: a\nsee 1. below!\n\n[White \"a\"]\n\n1. e4 e5 *", "e4 e5 *", "outer-text"),
    ("Look:\n```pgn\n[White \"a\"]\n\n1. e4 e5 *\n```\nWell?\n", "e4 e5 *", "outer-text outer-text"),
    ("1. e4 e5 *\n\0\0\0", "e4 e5 *", "outer-text"),
    ("1. e4 \0\0 e5 *", "e4 e5 *", "!stray"),
    ("Hello.\nNo game.\n", "*", "!no-game missing-result"),
    // Tags that say "unknown", and odd ones.
    ("[FEN \"?\"]\n\n1. e4 e5 *", "e4 e5 *", "missing-fen"),
    ("[FEN \"\"]\n\n1. e4 e5 *", "e4 e5 *", "missing-fen"),
    ("[FEN \" none \"]\n[SetUp \"1\"]\n\n1. e4 e5 *", "e4 e5 *", "missing-fen"),
    ("[White \"a\rb\"]\n\n1. e4 e5 *", "e4 e5 *", "quote-in-tag-value"),
    // NUL bytes, in short comments and long ones, in tags and among the moves.
    ("1. e4 {a\0b} e5 *", "e4 e5 *", "!nul"),
    ("1. e4 {\0} e5 *", "e4 e5 *", "!nul"),
    ("1. e4 {a\0} {b\u{e9}\0} e5 ; \0\n*", "e4 e5 *", "!nul !nul !nul"),
    ("1. e4 {more than what is looked at at once, which are sixty-four bytes at the most \0} e5 *", "e4 e5 *", "!nul"),
    ("[White \"a\0b\"]\n\n1. e4 e5 *", "e4 e5 *", "!nul"),
    ("[White \"a\0\"b\"]\n\n1. e4 e5 *", "e4 e5 *", "!nul"),
    ("1. e4 \0\0 e5 *", "e4 e5 *", "!stray"),
    ("1. e4 e5 \\$14 2. Nf3 *", "e4 e5 $14 Nf3 *", "sign"),
];

#[test]
fn a_game_is_read_as_it_is_meant_or_its_error_says_why_not() {
    let mut wrong = Vec::new();
    for &(text, moves, problems) in GAMES {
        let read = games(text);
        assert_eq!(read.len(), 1, "{text:?}: {read:?}");
        let found = (line(&read[0]), names(&read[0]));
        if (&*found.0, &*found.1) != (moves, problems) {
            wrong.push(format!("{text:?}: {found:?}"));
        }
        let again = games(&read[0].game.to_string());
        assert_eq!(again.iter().map(|read| &read.game).collect::<Vec<_>>(), [&read[0].game], "{text:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mutated_games_are_written_as_they_are_read() {
    let mut random = Random::new(52);
    for round in 0..rounds(50_000) {
        let text = random.mutate(GAMES[round % GAMES.len()].0.as_bytes());
        let text = String::from_utf8_lossy(&text);
        for read in games(&text) {
            let again = games(&read.game.to_string());
            assert_eq!(again.iter().map(|read| &read.game).collect::<Vec<_>>(), [&read.game], "{text:?}");
        }
    }
}

#[test]
fn games_begin_where_their_writers_meant_it() {
    for (text, expected) in [
        ("1. e4 e5 2. Nf3\n\n    1. d4 d5 2. c4\n", "e4 e5 Nf3 * | d4 d5 c4 *"),
        ("1. e4 e5 2. Nf3\n\t1. d4 d5\n", "e4 e5 Nf3 * | d4 d5 *"),
        ("1. e4 e5 2. Nf3 1. d4 d5\n", "e4 e5 Nf3 *"),
        ("1. e4 *\n\nNext game:\n\n1. d4 *\n", "e4 * | d4 *"),
        ("1. e4 *\n\n3 hours later\n\nd4 d5 *\n", "e4 * | d4 d5 *"),
        ("1. e4 1-0\n\n0-1\n", "e4 1-0 | 0-1"),
    ] {
        let found: Vec<_> = games(text).iter().map(line).collect();
        assert_eq!(found.join(" | "), expected, "{text:?}");
    }
}

#[test]
fn a_move_of_the_other_side_is_refused_because_of_the_side_to_move() {
    for (text, expected) in [
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *", "Black is to move"),
        ("1. e5 *", "White is to move"),
    ] {
        let problems = &games(text)[0].problems;
        assert!(problems.iter().any(|problem| problem.to_string().contains(expected)), "{text:?}: {problems:?}");
    }
}

#[test]
fn whatever_a_line_among_the_tags_is_the_game_is_not_cut_in_two() {
    let mut count = 0;
    for row in include_str!("tag_lines.tsv").lines().filter(|row| !row.starts_with('#')) {
        count += 1;
        // A line may begin with a tab or contain it.
        let columns: Vec<_> = row.rsplitn(5, '\t').collect();
        let [_, comment, problems, white, line] = columns[..] else { panic!("{row:?}: five columns are expected") };
        let text = format!(
            "[Event \"a\"]\n{}\n[Black \"B\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n",
            line.replace("\\n", "\n")
        );
        for text in [&text, &text.replace('\n', "\r\n"), &format!("{text}{}", "\n".repeat(600))] {
            let games = games(text);
            let tags = |name| games.iter().map(|read| read.game.tags.get(name)).collect::<Vec<_>>();
            assert_eq!(tags("Event"), [Some("a"), Some("b")], "{line:?}");
            assert_eq!(tags("White"), [Some(white).filter(|&white| white != "-"), None], "{line:?}");
            assert_eq!(tags("Black"), [Some("B"), None], "{line:?}");
            assert_eq!([self::line(&games[0]), self::line(&games[1])], ["e4 e5 *", "d4 d5 *"], "{line:?}");
            let found = names(&games[0]).replace('!', "");
            assert_eq!(if found.is_empty() { "-" } else { &found }, problems, "{line:?}");
            let comments = games[0].game.node(games[0].game.root()).comments.join(" ");
            let trimmed = comments.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(if trimmed.is_empty() { "-" } else { &trimmed }, comment, "{line:?}");
            assert_eq!(names(&games[1]), "", "{line:?}");
        }
    }
    assert!(50 <= count);
}

#[test]
fn a_tag_that_comes_again_after_a_line_without_a_tag_begins_another_game() {
    let texts =
        ["[Event \"a\"]\n{no moves}\n[Event \"b\"]\n\n1. d4 *", "[Event \"a\"]\nno moves\n[Event \"b\"]\n\n1. d4 *"];
    for text in texts {
        assert_eq!(games(text).iter().map(|read| read.game.len()).collect::<Vec<_>>(), [0, 1], "{text:?}");
    }
    // Moves on the line of a tag, and a comment before them.
    for text in ["[Event \"a\"] 1. d4 *", "[Event \"a\"] {c} 1. d4 *", "[Event \"a\"]\n{c} 1. d4 *", "[Event \"a\"] d4"]
    {
        assert_eq!(games(text).iter().map(|read| read.game.len()).collect::<Vec<_>>(), [1], "{text:?}");
    }
}
