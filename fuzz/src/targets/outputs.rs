//! Games made in code from bytes, books, and pictures.

use gardez_notation::pgn::{Game, Nag, Reader, Severity};
use gardez_notation::polyglot::{Book, BookBuilder, Entry};
use gardez_position::{Board, GameResult};
use gardez_svg::{Bitboard, Diagram, Mask, Rgba};

use crate::input::{Numbers, start, text};

/// Writes a game with any texts, glyphs and variations. A text that PGN cannot contain is changed when it is written;
/// so the game that is read is compared with itself, written and read once more.
pub(super) fn written_game(bytes: &[u8]) {
    let numbers = &mut Numbers(bytes);
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

/// Reads bytes as a Polyglot book.
pub(super) fn book(bytes: &[u8]) {
    let board = Board::start();
    // Every second record is about the start position.
    let mut bytes = bytes.to_vec();
    for record in bytes.chunks_exact_mut(Entry::SIZE).step_by(2) {
        record[..8].copy_from_slice(&board.polyglot_key().to_be_bytes());
    }
    let Ok(book) = Book::new(&bytes) else { return };
    let _ = book.check();
    assert!(book.moves(&board).all(|found| board.is_legal(found.mv)));
    assert!(book.pick(&board, bytes.len() as u64).is_none_or(|found| board.is_legal(found.mv)));
    assert!(book.entries().all(|entry| Entry::from_bytes(entry.to_bytes()) == entry));
    let mut builder = BookBuilder::new();
    builder.extend(book.entries());
    assert!(Book::new(builder.to_bytes()).is_ok_and(|book| book.check().is_ok()));
}

/// Checks a color, and any text in a picture.
pub(super) fn svg(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(color) = text.parse::<Rgba>() {
        assert_eq!(color.to_string().parse(), Ok(color));
    }
    let picture = Diagram::new().with_title(text).with_mask(Mask::new(text, Bitboard::EMPTY)).to_string();
    // No text becomes an element or ends the picture.
    let is_named = !text.is_empty();
    assert_eq!(picture.matches("<title>").count(), 1);
    assert_eq!(picture.matches("<text").count(), 16 + usize::from(is_named));
    assert!(!picture.contains("\n\n"));
}
