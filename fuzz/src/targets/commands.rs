//! The commands of comments: two comments on two lines, and numbers after them.

use std::time::Duration;

use gardez_notation::pgn::{CommentPart, Game, MoveEvaluation, Score, comment_parts};

use crate::input::{Numbers, first_line};

pub(super) fn run(bytes: &[u8]) {
    let (first, rest) = first_line(bytes);
    let (second, rest) = first_line(rest);
    for comment in [first, second] {
        let parts: Vec<_> = comment_parts(comment).collect();
        let written = |part: &CommentPart<'_>| match part {
            CommentPart::Text(text) => text.to_string(),
            CommentPart::Command(command) => command.to_string(),
        };
        let written: String = parts.iter().map(written).collect();
        assert!(comment_parts(&written).eq(parts), "{comment}: {written}");
    }

    let mut numbers = Numbers(rest);
    let (nanos, value, depth) = (numbers.u64(), numbers.u32() as i32, numbers.u32());
    let mut game: Game = Game::new();
    let e4 = game.start().parse_uci("e2e4").expect("a legal move");
    let e4 = game.add(game.root(), Some(e4)).expect("a legal move");
    let node = game.node_mut(e4);
    node.comments = [first, second].map(String::from).into();
    let clock = Duration::from_nanos(nanos);
    let score = if nanos.is_multiple_of(2) { Score::Centipawns(value) } else { Score::Mate(value) };
    let evaluation = MoveEvaluation { score, depth: (!nanos.is_multiple_of(3)).then_some(depth) };

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
}
