//! Policy indices, moves and transforms from numbers.

use gardez_lc0::{Move, POLICY_SIZE, PolicyIndex, PolicyIndexing, Transform};

use crate::input::Numbers;

pub(super) fn run(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    while !numbers.is_empty() {
        let (number, raw) = (numbers.u16(), numbers.u16());
        // There are eight transforms; a higher number is not one.
        let Some(transform) = Transform::from_raw(numbers.byte() % 9) else { continue };
        let Some(index) = PolicyIndex::from_index(number) else {
            assert!(usize::from(number) >= POLICY_SIZE);
            continue;
        };
        assert_eq!(index.index(), number);
        let indexing = PolicyIndexing::Geometric;
        let m = index.to_move(transform, indexing);
        assert_eq!(PolicyIndex::from_move(m, transform, indexing), Some(index), "{index:?} under {transform:?}");
        assert_eq!(index.among(&[m], transform, indexing), Some(m));
        let _ = index.to_move(transform, PolicyIndexing::Lc0);
        if let Some(m) = Move::from_raw(raw) {
            for indexing in [PolicyIndexing::Geometric, PolicyIndexing::Lc0] {
                let Some(index) = PolicyIndex::from_move(m, transform, indexing) else { continue };
                assert_eq!(index.among(&[m], transform, indexing), Some(m), "{m:?} under {transform:?}");
            }
        }
    }
}
