//! Short games among few pieces, of which many can be captured, with tables removed at random.

use gardez_lc0::InputFormat;
use gardez_types::Generator;

use crate::rescore::policy::compare_boost;
use crate::rescore::results::{compare, compare_plies_left};
use crate::rescore::tables::{Tables, random_start};
use crate::rescore::{Game, number};

/// The games for each set of tables.
const GAMES: usize = 30;

#[test]
fn with_any_set_of_tables_a_probe_asks_for_them_in_the_order_of_lc0() {
    let mut generator = Generator::new(20);
    let sets = if std::env::var_os("GARDEZ_SLOW").is_some() { 2000 } else { 40 };
    let [mut rescored, mut by_distance, mut corrected, mut boosted] = [0; 4];
    for _ in 0..sets {
        let tables = Tables::random(&mut generator);
        for number_of_game in 0..GAMES {
            let start = random_start(&mut generator);
            let format = InputFormat::ALL[number_of_game % InputFormat::ALL.len()];
            let length = 2 + number(&mut generator, 3);
            let game = Game::random(&mut generator, format, &[&start], length);
            if game.records.is_empty() {
                continue;
            }
            let [results, distances] = compare(&game, &tables);
            (rescored, by_distance) = (rescored + results, by_distance + distances);
            corrected += u64::from(compare_plies_left(&game, &tables));
            boosted += compare_boost(&game, &tables);
        }
    }
    println!("{rescored} {by_distance} {corrected} {boosted}");
    assert!(rescored > 100 && by_distance > 100 && corrected > 20 && boosted > 300);
}
