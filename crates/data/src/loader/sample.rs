//! The choice of positions of a game.

use super::options::{OrderOptions, Sampling};
use super::random::Random;

/// The number of epochs after which the walk of [`Sampling::PerGame`] begins again.
const WALK: u64 = 64;

/// The greatest number of permutations in a walk. Each permutation accepts at least one position.
const PERMUTATIONS: u32 = 256;

pub(super) fn choose(
    options: &OrderOptions,
    epoch: u64,
    random: impl Fn(u64) -> Random,
    count: usize,
    weight: impl Fn(usize) -> f32,
    chosen: &mut Vec<u32>,
) {
    chosen.clear();
    match options.sampling {
        Sampling::All => chosen.extend(0..count as u32),
        Sampling::EveryNth(step) => {
            let step = step.max(1);
            let first = random(epoch).below(step);
            chosen.extend((first..count).step_by(step).map(|place| place as u32));
        }
        Sampling::Probability(probability) => {
            let mut random = random(epoch);
            chosen.extend((0..count as u32).filter(|_| random.happens(probability)));
        }
        Sampling::Share(share) => {
            let rounds = (1.0 / share).ceil().min(u32::MAX.into()) as u64;
            let (cycle, round) = (epoch / rounds, epoch % rounds);
            let mut order = vec![0; count];
            random(cycle).permute(&mut order);
            let end = |round: u64| if round == rounds { count } else { (round as f64 * share * count as f64) as usize };
            chosen.extend(&order[end(round).min(count)..end(round + 1).min(count)]);
        }
        Sampling::PerGame(wanted) if wanted >= count => chosen.extend(0..count as u32),
        Sampling::PerGame(wanted) => {
            walk(random(epoch / WALK), (epoch % WALK).saturating_mul(wanted as u64), wanted, count, weight, chosen);
        }
    }
}

/// Accepts positions on a walk through random permutations, skips the first ones, and returns the next.
fn walk(
    mut random: Random,
    mut skipped: u64,
    wanted: usize,
    count: usize,
    weight: impl Fn(usize) -> f32,
    chosen: &mut Vec<u32>,
) {
    let weights: Vec<_> = (0..count).map(weight).collect();
    let greatest = weights.iter().copied().fold(0.0, f32::max);
    let mut order = vec![0; count];
    for _ in 0..PERMUTATIONS {
        random.permute(&mut order);
        for &place in &order {
            let probability = if greatest > 0.0 { weights[place as usize] / greatest } else { 1.0 };
            if !random.happens(probability.into()) {
                continue;
            }
            if skipped > 0 {
                skipped -= 1;
            } else if !chosen.contains(&place) {
                chosen.push(place);
                if chosen.len() == wanted {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;
    use crate::loader::LoaderOptions;

    fn chosen(sampling: Sampling, epoch: u64, count: usize, weight: impl Fn(usize) -> f32) -> Vec<u32> {
        let mut chosen = Vec::new();
        let options = LoaderOptions::default().with_sampling(sampling).order;
        choose(&options, epoch, |epoch| Random::new(&[options.seed, 3, 3, epoch]), count, weight, &mut chosen);
        chosen
    }

    quickcheck! {
        fn a_position_is_chosen_once_at_most(kind: u8, share: u8, epoch: u16, count: u8) -> bool {
            let share = usize::from(share) + 1;
            let sampling = match kind % 4 {
                0 => Sampling::EveryNth(share),
                1 => Sampling::Probability(share as f64 / 256.0),
                2 => Sampling::Share(share as f64 / 256.0),
                _ => Sampling::PerGame(share),
            };
            let mut found = chosen(sampling, epoch.into(), count.into(), |place| (place % 3) as f32);
            let size = found.len();
            found.sort_unstable();
            found.dedup();
            found.len() == size && found.iter().all(|&place| place < count.into())
        }

        fn shares_use_each_position_once_in_a_cycle(rounds: u8, cycle: u8, count: u8) -> bool {
            let rounds = u64::from(rounds % 40) + 1;
            let epochs = u64::from(cycle) * rounds..(u64::from(cycle) + 1) * rounds;
            let share = Sampling::Share(1.0 / rounds as f64);
            let mut found: Vec<_> = epochs.flat_map(|epoch| chosen(share, epoch, count.into(), |_| 1.0)).collect();
            found.sort_unstable();
            found.into_iter().eq(0..count.into())
        }
    }

    #[test]
    fn a_walk_uses_all_positions_of_a_game_before_one_comes_again() {
        let mut found: Vec<_> = (0..20).flat_map(|epoch| chosen(Sampling::PerGame(2), epoch, 40, |_| 0.0)).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..40));
    }

    #[test]
    fn a_walk_prefers_positions_with_large_weights() {
        let weight = |place| if place == 7 { 1.0 } else { 0.05 };
        let hits = (0..64).filter(|&epoch| chosen(Sampling::PerGame(1), epoch, 20, weight) == [7]).count();
        // One of 1.95 is expected.
        assert!((24..=42).contains(&hits), "{hits}");
    }
}
