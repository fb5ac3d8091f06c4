//! Values made in code, from bytes: what is written is read.

use gardez_notation::pgn::{Game, Nag, Reader, Severity};
use gardez_notation::polyglot::{Book, BookBuilder};
use gardez_position::GameResult;
use gardez_uci::{Answer, Command, EngineOption, Info, LineText, Register, SetOption, SetPosition};

use crate::input::{Numbers, start};

pub(super) fn run(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    match numbers.below(3) {
        0 => game(&mut numbers),
        1 => book(&mut numbers),
        _ => lines(&mut numbers),
    }
}

/// Writes a game with any texts, glyphs and variations. A text that PGN cannot contain is changed when it is written;
/// so the game that is read is compared with itself, written and read once more.
fn game(numbers: &mut Numbers<'_>) {
    let start = start(numbers);
    let mut game = Game::from_board(*start.board());
    let mut node = game.root();
    let mut moves = 0;
    while !numbers.is_empty() {
        match numbers.below(8) {
            0 => {
                let (name, value) = (numbers.text(), numbers.text());
                // A start that cannot be read is written as the user states it.
                if !["FEN", "Variant"].contains(&name) {
                    game.tags.set(name, value);
                }
            }
            1 => game.node_mut(node).comments.push(numbers.text().into()),
            2 => game.node_mut(node).nags.push(Nag::from_raw(numbers.byte())),
            3 => node = game.node(node).parent().unwrap_or(node),
            4 => game.result = numbers.one(&GameResult::ALL),
            _ => {
                let position = game.position(node);
                let legal = position.legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let m = legal[numbers.below(legal.len())];
                node = game.add(node, Some(m)).expect("a legal move");
                moves += 1;
            }
        }
    }
    let written = game.to_string();
    let mut reader = Reader::from_bytes(written.as_bytes());
    let read = reader.read_game().expect("a slice does not fail").expect("a game");
    let errors = read.problems.iter().filter(|problem| problem.kind.severity() == Severity::Error);
    assert_eq!(errors.count(), 0, "{written}\n{:?}", read.problems);
    assert!(read.game.len() <= moves, "{written}");
    assert!(read.game.start().same_state(game.start()), "{written}");
    let again = read.game.to_string();
    let twice = Reader::from_bytes(again.as_bytes()).read_game().expect("a slice does not fail").expect("a game");
    assert_eq!(twice.game, read.game, "{written}");
    assert!(reader.read_game().is_ok_and(|next| next.is_none()), "one game is written: {written}");
}

/// Writes a book of moves of one game.
fn book(numbers: &mut Numbers<'_>) {
    let mut position = start(numbers);
    let mut builder = BookBuilder::new();
    let mut added = vec![];
    while !numbers.is_empty() {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[numbers.below(legal.len())];
        let weight = 1 + numbers.u16() / 2;
        builder.add(&position, m, weight.into());
        added.push((*position.board(), m));
        position.do_move(m);
    }
    let book = Book::new(builder.to_bytes()).expect("whole records");
    assert_eq!(book.check(), Ok(()));
    for (board, m) in added {
        assert!(book.moves(&board).any(|found| found.mv == m), "{m:?} in {board:?}");
    }
}

/// Lines of UCI with any texts.
fn lines(numbers: &mut Numbers<'_>) {
    let (first, second) = (numbers.text(), numbers.text());
    let mut commands = vec![Command::Position(SetPosition::from_position(&start(numbers)))];
    commands.extend(SetOption::new(first, second).map(Command::SetOption));
    commands.extend(SetOption::button(first).map(Command::SetOption));
    commands.extend(Register::new(first, second).map(Command::Register));
    for command in commands {
        assert_eq!(Command::parse(&command.to_string()).as_ref(), Ok(&command));
    }
    let mut answers = vec![Answer::Info(Box::new(Info::from_string(first)))];
    answers.extend(EngineOption::string(first, second).map(Answer::Option));
    answers.extend(EngineOption::combo(first, second, [second, first]).map(Answer::Option));
    for answer in answers {
        assert_eq!(Answer::parse(&answer.to_string()).as_ref(), Ok(&answer));
    }
    let cleaned = LineText::cleaned(first);
    assert_eq!(LineText::new(cleaned.as_str()).as_ref(), Ok(&cleaned));
}
