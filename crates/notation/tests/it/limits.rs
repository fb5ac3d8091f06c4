//! Text that is longer or deeper than the limits is cut, and that is reported.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::pgn::{ExportStyle, Game, Limits, Played, ProblemKind, ReadGame, Reader, Skip, Visitor};
use gardez_position::Board;
use quickcheck::quickcheck;

quickcheck! {
    fn a_comment_at_the_limit_is_read_as_it_was_written(letters: Vec<u8>, width: u8) -> bool {
        const LETTERS: [&str; 8] = ["a", "word", " ", "\n", "%", "é", "\n\n%", ";"];
        let text: String = letters.iter().map(|&letter| LETTERS[usize::from(letter) % 8]).collect();
        let game: Game = format!("1. e4 {{a{text}b}} *").parse().expect("a game");
        let comment = |game: &Game| game.node(game.main_line().next().expect("a move")).comments[0].clone();
        let styles = [ExportStyle::default().with_width(Some(width.into())), ExportStyle::AS_GIVEN];
        styles.into_iter().all(|style| {
            let written = game.to_pgn(style);
            let limits = Limits::default().with_comment(comment(&game).len());
            let read = &games(&written, limits)[0];
            let cut = &games(&written, limits.with_comment(comment(&game).len() - 1))[0];
            read.game == game && kinds(read).is_empty() && kinds(cut) == [&ProblemKind::CommentLimit]
        })
    }
}

#[test]
fn a_comment_of_the_longest_length_by_default_is_read_as_it_was_written() {
    let mut game: Game = "1. e4 *".parse().expect("a game");
    let e4 = game.main_line().next().expect("a move");
    game.node_mut(e4).comments.push("word ".repeat(1 << 18)[..(1 << 20) - 1].to_owned() + "s");
    assert_eq!(game.node(e4).comments[0].len(), 1 << 20);
    let read = &games(&game.to_string(), Limits::default())[0];
    assert_eq!((kinds(read), read.game == game), (vec![], true));
}

#[test]
fn each_limit_cuts_and_is_reported() {
    let limits = Limits::default().with_line(1000).with_comment(100).with_tag(600).with_depth(3).with_game(5000);
    let kinds = |text: &str| {
        let mut reader = Reader::from_bytes(text.as_bytes()).with_limits(limits);
        let reads: Vec<_> = reader.games().map(|read| read.expect("no error")).collect();
        let kinds: Vec<_> = reads.iter().flat_map(|read| read.problems.iter().map(|p| p.kind.clone())).collect();
        (reads.len(), reads.last().map_or(0, |read| read.game.len()), kinds)
    };
    let next = "\n\n[Event \"B\"]\n\n1. e4 e5 *";
    let cases = [
        (format!("1. d4 {{{}}} d5 *{next}", "a".repeat(101)), ProblemKind::CommentLimit),
        (format!("1. d4 ;{}\n d5 *{next}", "a".repeat(101)), ProblemKind::CommentLimit),
        (format!("[A \"{}\"]\n1. d4 *{next}", "a".repeat(600)), ProblemKind::TagLimit),
        (format!("1. d4 (1. e4 (1. c4 (1. b4 (1. a4)))) d5 *{next}"), ProblemKind::DepthLimit),
        (format!("1. d4 {} d5 *{next}", " ".repeat(1000)), ProblemKind::LineLimit),
        (format!("1. d4 {} d5 *{next}", "\n".repeat(5000)), ProblemKind::GameLimit),
        (format!("1. d4 {} d5 *{next}", "a".repeat(256)), ProblemKind::TooLongWord),
    ];
    for (text, kind) in cases {
        let (games, plies, kinds) = kinds(&text);
        assert_eq!((games, plies), (2, 2), "{kind:?}");
        assert!(kinds.contains(&kind), "{kind:?}: {kinds:?}");
    }
    let at_limit = format!("1. d4 {{{}}} d5 *", "a".repeat(100));
    assert_eq!(kinds(&at_limit), (1, 2, vec![]));
}

fn games(text: &str, limits: Limits) -> Vec<ReadGame> {
    Reader::from_bytes(text.as_bytes()).with_limits(limits).games().map(|read| read.expect("no error")).collect()
}

fn kinds(read: &ReadGame) -> Vec<&ProblemKind> {
    read.problems.iter().map(|problem| &problem.kind).collect()
}

#[test]
fn a_repeated_tag_name_is_noticed_however_many_names_are_before_it() {
    let tag = |number: usize| format!("[Tag{number} \"a\"]\n");
    for count in [1, 64, 65, 200, 65_536] {
        let tags: String = (0..count).map(tag).collect();
        for repeated in [0, count / 2, count - 1] {
            let text = format!("{tags}{}\n1. e4 *", tag(repeated));
            let read = games(&text, Limits::default());
            assert_eq!((read.len(), read[0].game.tags.len()), (1, count), "{repeated} of {count}");
            assert_eq!(kinds(&read[0]), [&ProblemKind::DuplicateTag], "{repeated} of {count}");
            assert_eq!(read[0].problems[0].offset, tags.len() as u64);

            // After an empty line, the name belongs to another game.
            let text = format!("{tags}\n{}\n1. e4 *", tag(repeated));
            let read = games(&text, Limits::default());
            assert_eq!(read.iter().map(|read| read.game.tags.len()).collect::<Vec<_>>(), [count, 1]);
            let kinds: Vec<_> = read.iter().flat_map(kinds).collect();
            assert!(!kinds.contains(&&ProblemKind::DuplicateTag), "{repeated} of {count}: {kinds:?}");
        }
        // A new name is not taken for one of them.
        let read = games(&format!("{tags}\n{}\n1. e4 *", tag(count)), Limits::default());
        assert_eq!((read.len(), read[0].game.tags.len(), kinds(&read[0])), (1, count + 1, vec![]));
    }
}

#[test]
fn variations_as_deep_as_the_limit_are_kept_and_deeper_ones_are_dropped() {
    let limits = Limits::default().with_depth(3);
    let read = &games("1. d4 (1. e4 (1. c4 (1. b4))) d5 *", limits)[0];
    assert_eq!((kinds(read), read.game.len()), (vec![], 5));
    let read = &games("1. d4 (1. e4 (1. c4 (1. b4 (1. a4) b5))) d5 *", limits)[0];
    assert_eq!((kinds(read), read.game.len()), (vec![&ProblemKind::DepthLimit], 6));
}

#[test]
fn a_comment_of_the_longest_length_is_kept_and_one_byte_more_is_cut() {
    for limit in [3, 100] {
        let limits = Limits::default().with_comment(limit);
        for (front, back) in [("{", "}"), (";", "\n")] {
            for (length, expected) in [(limit, vec![]), (limit + 1, vec![&ProblemKind::CommentLimit])] {
                let text = format!("1. e4 {front}{}{back} e5 *", "a".repeat(length));
                let read = &games(&text, limits)[0];
                assert_eq!((kinds(read), read.game.len()), (expected, 2), "{text}");
                let e4 = read.game.main_line().next().expect("a move");
                assert_eq!(read.game.node(e4).comments[0].len(), limit, "{text}");
            }
        }
    }
}

#[test]
fn a_cut_comment_keeps_whole_characters() {
    let limits = Limits::default().with_comment(100);
    for text in [format!("1. e4 {{a{}}} *", "é".repeat(60)), format!("1. e4 ;a{}\n *", "é".repeat(60))] {
        let read = &games(&text, limits)[0];
        assert_eq!(kinds(read), [&ProblemKind::CommentLimit]);
        let e4 = read.game.main_line().next().expect("a move");
        assert_eq!(read.game.node(e4).comments, [format!("a{}", "é".repeat(49))]);
    }
}

#[test]
fn a_problem_after_a_cut_comment_has_its_place() {
    let text = format!("1. e4 {{{}}} e5 2. Ke3 *", "a".repeat(200));
    let read = &games(&text, Limits::default().with_comment(100))[0];
    let offsets: Vec<_> = read.problems.iter().map(|problem| problem.offset).collect();
    assert_eq!(offsets, [6, text.find("Ke3").expect("the move") as u64]);
}

#[test]
fn a_game_that_begins_where_a_comment_is_cut_has_all_its_tags() {
    for length in 80..120 {
        let text = format!("1. e4 {{{}\n[Event \"B\"]\n[Site \"C\"]\n\n1. d4 d5 *", "a".repeat(length));
        let games = games(&text, Limits::default().with_comment(100));
        assert_eq!(games.len(), 2, "{length}");
        assert_eq!((games[1].game.tags.len(), games[1].game.len()), (2, 2), "{length}");
    }
}

#[test]
fn tags_and_comments_before_them_count_as_parts_of_their_game() {
    let limits = Limits::default().with_game(5000);
    let tags: String = (0..1000).map(|number| format!("[Tag{number} \"a\"]\n")).collect();
    for front in [tags, "{a remark}\n".repeat(1000), "[A \"b\"]".repeat(1000)] {
        let games = games(&format!("{front}\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 d5 *"), limits);
        assert_eq!(games.len(), 2);
        let limited = kinds(&games[0]).iter().filter(|kind| ***kind == ProblemKind::GameLimit).count();
        assert_eq!((limited, games[0].game.len(), games[1].game.len()), (1, 0, 2));
        assert!(games[0].game.tags.len() < 500 && games[0].game.node(games[0].game.root()).comments.len() < 500);
        assert_eq!(kinds(&games[1]), [&ProblemKind::MissingResult; 0]);
    }
}

#[test]
fn a_skipped_game_beyond_the_limits_is_not_reported() {
    struct Skips(u32);
    impl Visitor for Skips {
        type Break = Infallible;

        fn begin_game(&mut self) -> ControlFlow<Infallible, Skip> {
            self.0 += 1;
            ControlFlow::Continue(if self.0 == 1 { Skip(false) } else { Skip(true) })
        }
        fn play(&mut self, _: Played<'_>) -> ControlFlow<Infallible, Skip> {
            assert_eq!(self.0, 1);
            ControlFlow::Continue(Skip(false))
        }
        fn begin_variation(&mut self, _: &Board, _: usize) -> ControlFlow<Infallible, Skip> {
            assert_eq!(self.0, 1);
            ControlFlow::Continue(Skip(false))
        }
        fn end_variation(&mut self) -> ControlFlow<Infallible> {
            assert_eq!(self.0, 1);
            ControlFlow::Continue(())
        }
    }
    let text = format!("1. e4 *\n\n[A \"b\"]\n1. e4 (1. d4 (1. c4 {} ", "Nf3 ".repeat(1000));
    let mut skips = Skips(0);
    let mut reader = Reader::from_bytes(text.as_bytes()).with_limits(Limits::default().with_game(100));
    while reader.read(&mut skips).expect("a slice does not fail") {}
    assert_eq!(skips.0, 2);
}
