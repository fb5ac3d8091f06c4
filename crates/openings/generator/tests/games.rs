//! The names of real games, compared with the names in their tags.

use std::env;
use std::fs;
use std::path::Path;

use gardez_notation::pgn::Reader;
use gardez_openings::Opening;

/// What was found for the games of a file that have a name in their tags.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    /// Code and name come from the tags.
    same: usize,
    other: usize,
    none: usize,
}

fn found(path: &Path) -> Found {
    let bytes = fs::read(path).expect("the games can be read");
    let longest = Opening::all().map(|opening| opening.moves().len()).max().expect("there are openings");
    let mut found = Found::default();
    for read in Reader::from_bytes(&bytes).games() {
        let game = read.expect("a slice can be read").game;
        let (Some(code), Some(name)) = (game.tags.get("ECO"), game.tags.get("Opening")) else { continue };
        let moves = game.main_line().filter_map(|id| game.node(id).mv());
        match Opening::from_moves(moves.take(longest)) {
            Some(opening) if opening.to_string() == format!("{code} {name}") => found.same += 1,
            Some(_) => found.other += 1,
            None => found.none += 1,
        }
    }
    found
}

#[test]
fn games_of_a_sample_get_the_names_of_their_tags() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../conformance/data/pgn/lichess_sample.pgn");
    assert_eq!(found(&sample), Found { same: 38, other: 2, none: 0 });
}

/// Lines that were renamed or added after these games were played make the difference.
#[test]
fn games_of_a_large_sample_get_the_names_of_their_tags() {
    let Some(data) = env::var_os("GARDEZ_DATA") else { return };
    let games = Path::new(&data).join("data/pgn/lichess_db_1000k.pgn");
    assert_eq!(found(&games), Found { same: 422, other: 11, none: 5 });
}
