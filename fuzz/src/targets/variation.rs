//! A line of moves: a FEN, and the moves on the next line.

use gardez_notation::ErrorInfo;
use gardez_notation::san::{self, VariationError};
use gardez_position::Move;

use crate::input::{board, first_line, text};

pub(super) fn run(bytes: &[u8]) {
    let (fen, rest) = first_line(bytes);
    let (board, text) = (board(fen), text(rest));
    let points_into_the_text = |error: &VariationError| error.span().is_some_and(|span| text.get(span).is_some());
    let is_read_again = |moves: &[Move]| {
        let (letters, figurines) = (san::variation_san(&board, moves), san::variation_figurines(&board, moves));
        let (letters, figurines) = (letters.expect("legal moves"), figurines.expect("legal moves"));
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
