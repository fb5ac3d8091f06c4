//! Reads the commands of a comment. Its parts must be the same when they are written and read again. Clock, time and
//! evaluation that are set must be read, and none must be read after they are removed.
#![no_main]

use std::time::Duration;

use gardez_notation::pgn::{CommentPart, Game, MoveEvaluation, Score, comment_parts};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, u64, i32, Option<u32>)| {
    let (first, second, nanos, value, depth) = input;
    for comment in [first, second] {
        let parts: Vec<_> = comment_parts(comment).collect();
        let written = |part: &CommentPart<'_>| match part {
            CommentPart::Text(text) => text.to_string(),
            CommentPart::Command(command) => command.to_string(),
        };
        let written: String = parts.iter().map(written).collect();
        assert!(comment_parts(&written).eq(parts), "{comment}: {written}");
    }

    let mut game: Game = "1. e4 *".parse().expect("a game");
    let e4 = game.main_line().next().expect("a move");
    let node = game.node_mut(e4);
    node.comments = [first, second].map(String::from).into();
    let (clock, score) = (Duration::from_nanos(nanos), Score::Centipawns(value));
    let evaluation = MoveEvaluation { score: if nanos % 2 == 0 { score } else { Score::Mate(value) }, depth };

    node.set_clock(Some(clock));
    node.set_evaluation(Some(evaluation));
    node.set_move_time(Some(clock));
    let read = (node.clock(), node.evaluation(), node.move_time());
    assert_eq!(read, (Some(clock), Some(evaluation), Some(clock)), "{:?}", node.comments);
    node.set_clock(None);
    assert_eq!((node.clock(), node.evaluation()), (None, Some(evaluation)), "{:?}", node.comments);
    node.set_evaluation(None);
    node.set_move_time(None);
    assert_eq!((node.evaluation(), node.move_time()), (None, None), "{:?}", node.comments);
});
