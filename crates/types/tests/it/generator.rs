//! The generator of random numbers.

use gardez_types::Generator;

#[test]
fn a_sparse_number_has_the_common_bits_of_three_numbers() {
    let (mut sparse, mut plain) = (Generator::new(7), Generator::new(7));
    for _ in 0..100 {
        let common = plain.next_u64() & plain.next_u64() & plain.next_u64();
        assert_eq!(sparse.next_sparse(), common);
    }
    assert_eq!(sparse, plain);
}

#[test]
fn the_seed_0_is_replaced_by_1() {
    assert_eq!(Generator::new(0), Generator::new(1));
    assert_ne!(Generator::new(0).next_u64(), 0);
}

#[test]
fn a_number_below_a_bound_is_below_it_and_every_such_number_occurs() {
    let mut generator = Generator::new(7);
    for bound in 1..20 {
        let mut seen = vec![false; bound];
        for _ in 0..100 * bound {
            seen[generator.next_below(bound)] = true;
        }
        assert!(seen.into_iter().all(|seen| seen), "{bound}");
    }
}
