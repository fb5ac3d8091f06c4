//! Trees: built, changed, compared, and written.

use gardez_notation::ErrorInfo;
use gardez_notation::pgn::{Annotation, CommentPart, ExportStyle, Game, GameError, Reader, Score, comment_parts};

#[test]
fn a_tree_can_be_built_changed_and_compared() {
    let mut game: Game = "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *".parse().expect("a game");
    let original = game.clone();
    let e4 = game.main_line().next().expect("a move");
    let c5 = game.node(e4).children()[1];
    assert!(game.promote(c5));
    assert_ne!(game, original);
    assert!(game.to_string().ends_with("1. e4 c5 (1... e5 2. Nc3) 2. Nf3 *\n"));
    assert!(game.remove(game.node(e4).children()[1]));
    assert!(game.to_string().ends_with("1. e4 c5 2. Nf3 *\n"));
    let illegal = game.node(c5).mv();
    assert!(game.add(game.root(), illegal).is_err());
    assert!(game.position(c5).to_string().starts_with("rnbqkbnr/pp1ppppp/8/2p5/4P3/"));
}

#[test]
fn removed_moves_are_not_counted() {
    let mut game: Game = "1. e4 e5 (1... c5 2. Nf3 Nc6 (2... d6)) 2. Nc3 *".parse().expect("a game");
    assert_eq!(game.len(), 7);
    let e4 = game.main_line().next().expect("a move");
    let c5 = game.node(e4).children()[1];
    assert!(game.remove(c5));
    assert!(!game.remove(c5));
    assert!(!game.remove(game.root()));
    assert_eq!((game.len(), game.is_empty()), (3, false));
    assert!(game.remove(e4));
    assert_eq!((game.len(), game.is_empty()), (0, true));
}

#[test]
fn a_text_with_an_error_is_not_a_game_however_many_notes_precede_it() {
    let notes = "1. Ng1f3 Ng8f6 2. Nf3g1 Nf6g8 ".repeat(300);
    assert_eq!(format!("{notes}*").parse::<Game>().map(|game| game.len()), Ok(1200));
    let error = format!("{notes}1. Ke3 2. Nf3 *").parse::<Game>();
    assert!(matches!(error, Err(GameError::Problem(_))), "{error:?}");
    assert_eq!("".parse::<Game>(), Err(GameError::Empty));
    assert_eq!("1. e4 *\n\n1. d4 *".parse::<Game>(), Err(GameError::Several { span: 9..16 }));
}

#[test]
fn the_error_of_a_game_has_the_kind_and_the_span_of_its_cause() {
    for (text, kind, part) in [
        ("1. e4 *\n\n1. d4 *", "several", "1. d4 *"),
        ("1. e4 e5 2. Ke3 *", "illegal", "Ke3"),
        // Only the part that is not understood.
        ("1. e4 e5\n2. Kez9 *", "malformed", "z9"),
        ("1. e4 ) *", "unopened-variation", ")"),
        ("1. e4 $256 e5 *", "nag", "$256"),
        ("1. e4 {a b", "unclosed-comment", "{a b"),
        ("[A b\n1. e4 *", "malformed-tag", "[A b"),
        ("[A \"b\"\n1. e4 *", "unclosed-tag", "[A \"b\""),
        ("[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 *", "unknown-piece", "[FEN \"x\"]"),
        ("1. e4 (1. d4 *", "unclosed-variation", ""),
    ] {
        let error = text.parse::<Game>().expect_err(text);
        let span = error.span().expect("the error has a place");
        assert_eq!((error.kind_name(), &text[span]), (kind, part), "{text:?}: {error}");
    }
    let error = "".parse::<Game>().expect_err("there is no game");
    assert_eq!((error.kind_name(), error.span()), ("empty", None));
}

#[test]
fn the_last_value_of_a_repeated_tag_counts_among_few_tags_and_among_many() {
    for count in [2, 31, 32, 33, 200] {
        let mut text: String = (0..count).map(|number| format!("[Tag{number} \"a\"]\n")).collect();
        text += &format!("[Tag1 \"b\"]\n[Tag{} \"c\"]\n[New \"d\"]\n[New \"e\"]\n\n*", count - 1);
        let read = Reader::from_bytes(text.as_bytes()).read_game().expect("no error").expect("a game");
        let tags = &read.game.tags;
        let last = format!("Tag{}", count - 1);
        assert_eq!((tags.len(), tags.get(&last), tags.get("New")), (count + 1, Some("c"), Some("e")));
        assert_eq!(tags.get("Tag1"), Some(if count == 2 { "c" } else { "b" }));
        let names: Vec<_> = tags.iter().map(|(name, _)| name.to_owned()).collect();
        assert_eq!((&*names[0], &*names[count - 1], &*names[count]), ("Tag0", &*last, "New"));
    }
}

#[test]
fn lines_are_as_long_as_the_width_allows() {
    for width in [10, 79, 80] {
        let words = (1..200).map(|length| "x".repeat(1 + length * 7 % 5)).collect::<Vec<_>>().join(" ");
        let mut game = Game::new();
        game.node_mut(game.root()).comments.push(words);
        let text = game.to_pgn(ExportStyle::default().with_width(Some(width)));
        let lines: Vec<_> = text.lines().skip_while(|line| !line.starts_with('{')).collect();
        for pair in lines.windows(2) {
            let first = pair[1].split(' ').next().expect("a word");
            assert!(pair[0].len() <= width && width < pair[0].len() + 1 + first.len(), "{width}: {pair:?}");
        }
        assert!(2 < lines.len() && lines[lines.len() - 1].len() <= width);
    }
}

#[test]
fn no_written_line_begins_with_a_percent_sign() {
    for length in 0..90 {
        let comment = format!("%a {} %b\n\n%c {} %d", "x".repeat(length), "y ".repeat(length));
        let mut game: Game = "1. e4 e5 2. Nf3 *".parse().expect("a game");
        let last = game.main_line().last().expect("a move");
        game.node_mut(last).comments = vec!["z".repeat(length / 2), comment];
        let text = game.to_string();
        assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
        assert_eq!(text.parse().as_ref(), Ok(&game), "{text}");
    }
}

#[test]
fn evaluations_of_the_whole_range_are_read_and_written() {
    for score in [i32::MIN, i32::MIN + 1, -101, -100, -1, 0, 1, 99, 100, i32::MAX] {
        for score in [Score::Centipawns(score), Score::Mate(score)] {
            let text = Annotation::Evaluation { score, depth: None }.to_string();
            let parts: Vec<_> = comment_parts(&text).collect();
            let [CommentPart::Command(Annotation::Evaluation { score: found, .. })] = parts[..] else {
                panic!("{text}: {parts:?}")
            };
            assert_eq!(found, score, "{text}");
        }
    }
    assert!(matches!(
        comment_parts("[%eval 21474836.48]").next(),
        Some(CommentPart::Command(Annotation::Other { name: "eval", .. }))
    ));
}

#[test]
fn a_written_game_starts_where_the_game_does() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut game = Game::from_board(fen.parse().expect("a board"));
    for (name, value) in
        [("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("Variant", "Chess960"), ("\x0eFEN", ""), ("FE N", "x")]
    {
        game.tags.set(name, value);
        let text = game.to_string();
        assert_eq!(text.matches("[FEN ").count(), 1, "{text}");
        let read: Game = text.parse().expect("a game");
        assert!(read.start().same_state(game.start()), "{text}");
    }
}
