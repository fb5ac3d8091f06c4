//! Bytes as PGN.

use gardez_notation::claims;
use gardez_notation::pgn::{ExportStyle, Game, Keep, Reader, comment_parts};

use crate::input::SmallReads;

pub(super) fn run(bytes: &[u8]) {
    let step = 1 + 3 * usize::from(bytes.first().copied().unwrap_or_default());
    let (mut slice, mut stream) = (Reader::from_bytes(bytes), Reader::new(SmallReads(bytes, step)));
    while let Ok(Some(read)) = slice.read_game() {
        assert_eq!(stream.read_game().ok().flatten().as_ref(), Some(&read));
        let written = read.game.to_string();
        let again = Reader::from_bytes(written.as_bytes()).read_game().ok().flatten();
        assert_eq!(again.map(|again| again.game).as_ref(), Some(&read.game), "{written}");
        let _ = claims::claims(&read.game).count();
        let _ = comment_parts(&written).count();
    }
    assert!(stream.read_game().is_ok_and(|read| read.is_none()), "a stream has as many games as a slice");
    let mut given = Reader::from_bytes(bytes);
    while let Ok(Some(read)) = given.read_game_keeping(Keep::Text) {
        let written = read.game.to_pgn(ExportStyle::AS_GIVEN);
        let again = Reader::from_bytes(written.as_bytes()).read_game_keeping(Keep::Text).ok().flatten();
        assert_eq!(again.map_or_else(Game::new, |again| again.game), read.game, "{written}");
    }
}
