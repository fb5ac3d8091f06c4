//! Moves and lines of text.

use std::time::Duration;

use gardez_notation::epd::Epd;
use gardez_notation::lan::{self, Lan, LanStyle};
use gardez_notation::pgn::{Annotation, CommentPart, Game, MoveEvaluation, Score, comment_parts};
use gardez_notation::san::{self, San, VariationError};
use gardez_perft::{ErrorInfo, Suite};
use gardez_position::Move;
use gardez_uci::{Answer, Command};

use crate::input::{Numbers, board, first_line, text};

/// Checks a move in SAN: a FEN, and the text on the next line.
pub(super) fn san(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let strict = san::parse(&board, text);
    let Ok(parsed) = san::parse_lenient(&board, text) else {
        assert!(strict.is_err(), "{text}");
        return;
    };
    let Some(m) = parsed.mv else { return };
    assert!(board.is_legal(m), "{text}");
    assert_eq!(parsed.repairs.is_empty(), *San::new(&board, m) == *text, "{text}");
    assert_eq!(strict.is_ok(), parsed.repairs.is_empty(), "{text}");
}

/// Checks a move in long algebraic notation: a FEN, and the text on the next line.
pub(super) fn lan(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let Ok(m) = lan::parse(&board, text) else { return };
    assert!(board.is_legal(m), "{text}");
    let styles = [LanStyle::Hyphen, LanStyle::Dense].map(|style| Lan::new(&board, m, style));
    assert!(styles.iter().any(|lan| **lan == *text), "{text}");
    for lan in styles {
        assert_eq!(lan::parse(&board, &lan), Ok(m), "{text}");
        assert_eq!(san::parse_lenient(&board, &lan).map(|parsed| parsed.mv), Ok(Some(m)), "{text}");
    }
}

/// Checks a line of moves: a FEN, and the moves on the next line.
pub(super) fn variation(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let points_into_the_text = |error: &VariationError| error.span().is_some_and(|span| text.get(span).is_some());
    let is_read_again = |moves: &[Move]| {
        let letters = san::variation_san(&board, moves).expect("legal moves");
        let figurines = san::Letters::FIGURINES.spell(&letters);
        assert_eq!(san::parse_variation(&board, &letters).as_deref(), Ok(moves), "{text}: {letters}");
        let again = san::parse_variation_lenient(&board, &figurines).expect(&figurines);
        assert!(again.iter().map(|parsed| parsed.mv).eq(moves.iter().copied().map(Some)), "{text}: {figurines}");
    };

    let lenient = san::parse_variation_lenient(&board, text);
    match san::parse_variation(&board, text) {
        Ok(moves) => {
            is_read_again(&moves);
            let lenient = lenient.as_ref().expect(text);
            assert!(lenient.iter().all(|parsed| parsed.repairs.is_empty()), "{text}");
            assert!(lenient.iter().map(|parsed| parsed.mv).eq(moves.iter().copied().map(Some)), "{text}");
        }
        Err(error) => assert!(points_into_the_text(&error), "{text}: {error}"),
    }
    match lenient {
        // A null move cannot be written.
        Ok(line) => is_read_again(&line.iter().map_while(|parsed| parsed.mv).collect::<Vec<_>>()),
        Err(error) => assert!(points_into_the_text(&error), "{text}: {error}"),
    }
}

/// Checks a line as an EPD.
pub(super) fn epd(bytes: &[u8]) {
    let Ok(epd) = text(bytes).parse::<Epd>() else { return };
    let written = epd.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&epd), "{written}");
    for value in epd.values().flatten() {
        let mut set = epd.clone();
        set.set(value);
        assert!(set.to_string().parse::<Epd>().is_ok(), "{set}");
    }
}

/// Checks the commands of comments: two comments on two lines, and numbers after them.
pub(super) fn commands(bytes: &[u8]) {
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
    let before = (node.clock(), node.evaluation());
    let clock = Duration::from_nanos(nanos);
    let score = if nanos.is_multiple_of(2) { Score::Centipawns(value) } else { Score::Mate(value) };
    let evaluation = MoveEvaluation { score, depth: (!nanos.is_multiple_of(3)).then_some(depth) };
    node.add_command(Annotation::Clock(clock));
    node.add_command(Annotation::Evaluation { score, depth: evaluation.depth });
    let read = (node.clock(), node.evaluation());
    assert_eq!(read, (before.0.or(Some(clock)), before.1.or(Some(evaluation))), "{:?}", node.comments);
}

/// The largest depth that a suite may list.
const MAX_DEPTH: u32 = 64;

/// Checks a perft suite.
pub(super) fn suite(bytes: &[u8]) {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    for item in Suite::new(bytes) {
        let case = match item {
            Ok(case) => case,
            Err(error) => {
                assert!((1..=lines).contains(&error.line), "{error}");
                assert!(error.span().is_none_or(|span| bytes.get(span).is_some()), "{error}");
                continue;
            }
        };
        assert!((1..=lines).contains(&case.line));
        assert!(!case.counts.is_empty());
        assert!(case.counts.iter().all(|count| (1..=MAX_DEPTH).contains(&count.depth)));

        if case.fen.trim() == case.fen && !case.fen.is_empty() && !case.fen.contains(['\n', '\0']) {
            let counts = case.counts.iter().map(|count| format!("perft {} {}\n", count.depth, count.nodes));
            let block = format!("epd {}\n{}", case.fen, counts.collect::<String>());
            let mut again = Suite::new(block.as_bytes());
            let read = again.next().expect("a position").expect("a block that can be read");
            assert_eq!((read.fen, read.counts), (case.fen, case.counts), "{block}");
            assert!(again.next().is_none(), "{block}");
        }
    }
}

/// Checks a line as a command and as an answer of UCI.
pub(super) fn uci_lines(bytes: &[u8]) {
    let line = text(bytes);
    let lenient = Command::parse_lenient(line);
    if let Ok(command) = Command::parse(line) {
        assert_eq!(Command::parse(&command.to_string()).as_ref(), Ok(&command));
        assert!(lenient.is_ok_and(|parsed| parsed.value == command && parsed.problems.is_empty()));
    }
    let lenient = Answer::parse_lenient(line);
    if let Ok(answer) = Answer::parse(line) {
        assert_eq!(Answer::parse(&answer.to_string()).as_ref(), Ok(&answer));
        assert!(lenient.is_ok_and(|parsed| parsed.value == answer && parsed.problems.is_empty()));
    }
}
