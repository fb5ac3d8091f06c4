//! Time controls, clocks and evaluations of moves, and the tag `Variant`.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::time::Duration;

use gardez_notation::pgn::{Annotation, Game, MoveEvaluation, Reader, Score, Text, TimeControl, TimePeriod, Visitor};
use gardez_notation::{CastlingMode, ErrorInfo};
use quickcheck::quickcheck;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn moves(moves: u32, time: u64, increment: u64) -> TimePeriod {
    let moves = NonZeroU32::new(moves).expect("not zero");
    TimePeriod::Moves { moves, time: seconds(time), increment: seconds(increment) }
}

fn game(time: u64, increment: u64) -> TimePeriod {
    TimePeriod::Game { time: seconds(time), increment: seconds(increment) }
}

#[test]
fn every_form_of_a_time_control_is_read_and_written() {
    for (text, expected) in [
        ("?", TimeControl::Unknown),
        ("-", TimeControl::Unlimited),
        ("40/9000", TimeControl::Periods(vec![moves(40, 9000, 0)])),
        ("4500+60", TimeControl::Periods(vec![game(4500, 60)])),
        ("300", TimeControl::Periods(vec![game(300, 0)])),
        ("*180", TimeControl::Periods(vec![TimePeriod::Sandclock(seconds(180))])),
        ("40/7200:20/3600:900+30", TimeControl::Periods(vec![moves(40, 7200, 0), moves(20, 3600, 0), game(900, 30)])),
        ("40/7200+30:*60", TimeControl::Periods(vec![moves(40, 7200, 30), TimePeriod::Sandclock(seconds(60))])),
        ("1/86400", TimeControl::Periods(vec![moves(1, 86_400, 0)])),
        ("0+1", TimeControl::Periods(vec![game(0, 1)])),
    ] {
        assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
        assert_eq!(expected.to_string(), text);
        let tagged = format!("[TimeControl \"{text}\"]\n\n*").parse::<Game>().expect("a game");
        assert_eq!(tagged.tags.time_control(), Some(Ok(expected)));
    }
    let fractions: TimeControl = " 8+0.08 : 1.50 ".parse().expect("fractions");
    assert_eq!(fractions.to_string(), "8+0.08:1.5");
    assert_eq!("600+0".parse::<TimeControl>().expect("no increment").to_string(), "600");
    assert_eq!(Game::new().tags.time_control(), None);
}

#[test]
fn a_time_control_that_cannot_be_read_has_its_place() {
    for (text, kind, part, start) in [
        ("", "seconds", "", 0),
        ("soon", "seconds", "soon", 0),
        ("0/300", "moves", "0", 0),
        ("+5/300", "moves", "+5", 0),
        ("/300", "moves", "", 0),
        ("99999999999/1", "moves", "99999999999", 0),
        ("40/", "seconds", "", 3),
        ("40/7200: 20/x", "seconds", "x", 12),
        ("300+", "seconds", "", 4),
        ("300+-2", "seconds", "-2", 4),
        ("300:", "seconds", "", 4),
        ("300:-", "seconds", "-", 4),
        ("*", "seconds", "", 1),
        ("*60+1", "seconds", "60+1", 1),
        ("99999999999999999999", "seconds", "99999999999999999999", 0),
        ("1.", "seconds", "1.", 0),
        ("1.0000000001", "seconds", "1.0000000001", 0),
        ("5+é", "seconds", "é", 2),
    ] {
        let error = text.parse::<TimeControl>().expect_err(text);
        let span = error.span().expect("a place");
        assert_eq!((error.kind_name(), &text[span.clone()], span.start), (kind, part, start), "{text}");
    }
    let error = "40/x".parse::<TimeControl>().expect_err("no seconds");
    assert_eq!(error.to_string(), "expected a number of seconds at byte 3");
}

fn node_comments(pgn: &str) -> (Game, gardez_notation::pgn::NodeId) {
    let game: Game = pgn.parse().expect("a game");
    let id = game.main_line().next().expect("a move");
    (game, id)
}

const PARTS: [&str; 12] = [
    "[%clk 0:01:00]",
    "[%clk soon]",
    "[%eval 0.3]",
    "[%eval #-3,18]",
    "[%emt 0:00:01]",
    " ",
    "good",
    "[",
    "]",
    "[%",
    "[%csl Ge4]",
    "é\t",
];

quickcheck! {
    fn what_is_added_is_read_and_the_rest_stays(comments: Vec<Vec<u8>>, nanos: u64, value: i32, depth: Option<u32>) -> bool {
        let (mut game, id) = node_comments("1. e4 *");
        let node = game.node_mut(id);
        node.comments =
            comments.iter().map(|parts| parts.iter().map(|&part| PARTS[usize::from(part) % PARTS.len()]).collect()).collect();
        let (before, clock, evaluation) = (node.comments.clone(), node.clock(), node.evaluation());
        let left = Duration::from_nanos(nanos);
        node.add_command(Annotation::Clock(left));
        assert_eq!(node.clock(), Some(clock.unwrap_or(left)), "{before:?}: {:?}", node.comments);
        let score = if value % 2 == 0 { Score::Mate(value) } else { Score::Centipawns(value) };
        node.add_command(Annotation::Evaluation { score, depth });
        let added = MoveEvaluation { score, depth };
        assert_eq!(node.evaluation(), Some(evaluation.unwrap_or(added)), "{before:?}: {:?}", node.comments);
        assert!(before.iter().zip(&node.comments).all(|(before, after)| after.starts_with(before)), "{before:?}: {:?}", node.comments);
        true
    }

    fn a_time_control_is_read_as_it_is_written(periods: Vec<(u8, u32, u64, u64)>) -> bool {
        let periods: Vec<_> = periods.iter().map(|&(kind, number, time, increment)| {
            let (time, increment) = (Duration::from_nanos(time), Duration::from_millis(increment));
            match (kind % 3, NonZeroU32::new(number)) {
                (0, _) => TimePeriod::Sandclock(time),
                (1, Some(moves)) => TimePeriod::Moves { moves, time, increment },
                _ => TimePeriod::Game { time, increment },
            }
        }).collect();
        let control = if periods.is_empty() { TimeControl::Unknown } else { TimeControl::Periods(periods) };
        control.to_string().parse() == Ok(control)
    }

    fn any_text_is_a_time_control_or_refused_with_a_place(text: String) -> bool {
        match text.parse::<TimeControl>() {
            Ok(control) => control.to_string().parse() == Ok(control),
            Err(error) => error.span().is_some_and(|span| text.get(span).is_some()),
        }
    }
}

#[test]
fn a_command_is_added_after_the_text() {
    let (mut game, id) = node_comments("1. e4 { best } *");
    let node = game.node_mut(id);
    node.add_command(Annotation::Clock(seconds(60)));
    node.add_command(Annotation::MoveTime(Duration::from_millis(1500)));
    assert_eq!(node.comments, ["best [%clk 0:01:00] [%emt 0:00:01.5]"]);
    assert_eq!((node.clock(), node.move_time()), (Some(seconds(60)), Some(Duration::from_millis(1500))));
    let text = game.to_string();
    assert_eq!(text.parse::<Game>().as_ref(), Ok(&game), "{text}");
}

#[test]
fn an_open_bracket_does_not_swallow_a_command() {
    let (mut game, id) = node_comments("1. e4 { best [%eval 0.3 } *");
    let node = game.node_mut(id);
    node.add_command(Annotation::Clock(seconds(60)));
    assert_eq!((node.clock(), &node.comments[1..]), (Some(seconds(60)), &["[%clk 0:01:00]".to_string()][..]));
}

#[test]
fn a_visitor_reads_clocks_and_evaluations_in_one_call() {
    #[derive(Default)]
    struct All(Vec<(Option<Duration>, Option<MoveEvaluation>, Option<Duration>)>);

    impl Visitor for All {
        type Break = Infallible;

        fn comment(&mut self, comment: Text<'_>) -> ControlFlow<Infallible> {
            self.0.push((comment.clock(), comment.evaluation(), comment.move_time()));
            ControlFlow::Continue(())
        }
    }

    let pgn =
        b"1. e4 {[%eval #-3,18] [%clk 1:23:45.6]} e5 {caf\xe9 [%emt 0:00:02]} 2. d4 {nothing} d5 {[%clk 1:02:03,5]} *";
    let mut all = All::default();
    Reader::from_bytes(pgn).read(&mut all).expect("never stops");
    let mate = MoveEvaluation { score: Score::Mate(-3), depth: Some(18) };
    assert_eq!(
        all.0,
        [
            (Some(Duration::from_millis(5_025_600)), Some(mate), None),
            (None, None, Some(seconds(2))),
            (None, None, None),
            (Some(Duration::from_millis(3_723_500)), None, None),
        ]
    );
}

#[test]
fn variants_are_read_as_sites_write_them() {
    let fen = "[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n";
    let usual = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";
    for (variant, tags, mode, problem) in [
        ("Standard", "", CastlingMode::Standard, None),
        ("Chess960", fen, CastlingMode::Chess960, None),
        ("chess960", fen, CastlingMode::Chess960, None),
        ("Chess960", "", CastlingMode::Chess960, Some("missing-chess960-start")),
        ("Chess960", "[SetUp \"1\"]\n", CastlingMode::Chess960, Some("missing-fen")),
        ("Standard", "[SetUp \"1\"]\n", CastlingMode::Standard, Some("missing-fen")),
        ("From Position", usual, CastlingMode::Standard, None),
        ("From Position", fen, CastlingMode::Chess960, None),
    ] {
        let text = format!("[Variant \"{variant}\"]\n{tags}\n*");
        let read = Reader::from_bytes(text.as_bytes()).read_game().expect("no error").expect("a game");
        assert_eq!(read.game.start().castling_mode(), mode, "{text}");
        assert_eq!(read.problems.first().map(|problem| problem.kind.name()), problem, "{text}");
    }
    for variant in [
        "Crazyhouse",
        "Antichess",
        "Atomic",
        "Horde",
        "King of the Hill",
        "Racing Kings",
        "Three-check",
        "Bughouse",
        "3 Check",
    ] {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 e5 *");
        let read = Reader::from_bytes(text.as_bytes()).read_game().expect("no error").expect("a game");
        assert_eq!((read.problems[0].kind.name(), read.game.len()), ("unknown-variant", 0), "{text}");
    }
}
