//! Games of any values as records of version 7.

use gardez_lc0::training::{AnyRecord, F32, Record, RecordRef, V3, V4, V5, V6, V7};

use crate::input::Numbers;

/// The most records of a game.
const MOST: usize = 12;

pub(super) fn run(bytes: &[u8]) {
    let mut numbers = Numbers(bytes);
    let theta = f32::from_bits(numbers.u32());
    let mut game = vec![];
    while !numbers.is_empty() && game.len() < MOST {
        game.push(record(&mut numbers));
    }
    let converted = V7::from_game(&game, theta);
    assert_eq!(converted.len(), game.len());

    let mut draws = f32::NAN;
    for (index, record) in converted.iter().enumerate().rev() {
        let (q, d) = (record.root_q.get(), record.root_d.get());
        let mixed = |later: f32, own: f32| theta * later + (1.0 - theta) * own;
        let value = match converted.get(index + 1) {
            None => q,
            Some(next) => mixed(-next.q_st.get(), q),
        };
        draws = if index + 1 == game.len() { d } else { mixed(draws, d) };
        assert!(is_same(record.q_st.get(), value));
        assert!(is_same(record.d_st.get(), if draws < 0.0 { 0.0 } else { draws }));
        let played = |at: usize| converted.get(at).map_or(V7::NO_MOVE, |record| record.played_idx.get());
        assert_eq!(record.opp_played_idx.get(), played(index + 1));
        assert_eq!(record.next_played_idx.get(), played(index + 2));
        // All else is that of version 6.
        let (old, new) = (game[index].to_v6(), record.to_v6());
        assert_eq!(old.bytes()[..8352], new.bytes()[..8352]);
        assert_eq!(RecordRef::from_bytes(record.bytes()).map(|read| read.version()), Ok(7));
    }

    // Records that were converted before, or are converted into old ones, are the same.
    let mut again = vec![V7::empty(); game.len()];
    V7::write_game(&converted, theta, &mut again).expect("as many records");
    for (again, once) in again.iter().zip(&converted) {
        // Which of all NaNs a computation returns is not defined.
        let [values, others] = [once, again].map(|record| (record.q_st.get(), record.d_st.get()));
        assert!(is_same(values.0, others.0) && is_same(values.1, others.1));
        let mut again = *again;
        (again.q_st, again.d_st) = (once.q_st, once.d_st);
        assert_eq!(again.bytes(), once.bytes());
    }
}

/// Returns a record of any version, with any values where the conversion looks.
fn record(numbers: &mut Numbers<'_>) -> Record {
    let version = numbers.byte();
    let mut record = V6::empty();
    (record.root_q, record.root_d) = (F32::new(value(numbers)), F32::new(value(numbers)));
    record.played_idx = numbers.u16().into();
    // The bytes of a layout mean something else in another one, which must not matter.
    let bytes = |size: usize, version: u32| {
        let mut bytes = record.bytes()[..size].to_vec();
        bytes[..4].copy_from_slice(&version.to_le_bytes());
        Record::from_bytes(&bytes).expect("a record of this size")
    };
    match version % 8 {
        3 => bytes(V3::SIZE, 3),
        4 => bytes(V4::SIZE, 4),
        5 => bytes(V5::SIZE, 5),
        7 => Record::from(V7::from_game(&[record], 0.0)[0]),
        _ => Record::from(record),
    }
}

/// Returns an expected result as a byte, or any number.
fn value(numbers: &mut Numbers<'_>) -> f32 {
    match numbers.byte() {
        0x80 => f32::from_bits(numbers.u32()),
        byte => f32::from(byte as i8) / 127.0,
    }
}

fn is_same(a: f32, b: f32) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let theta = V7::DEFAULT_THETA.to_bits().to_le_bytes();
    let game = |versions: &[u8]| {
        let records = versions.iter().zip(1_u8..).flat_map(|(&version, place)| [version, 9 * place, 20, place, 1]);
        [&theta[..], &records.collect::<Vec<_>>()].concat()
    };
    vec![game(&[6; 5]), game(&[3, 4, 5, 6, 7]), [&theta[..], &[6, 0x80, 0, 0, 0xc0, 0x7f, 5, 1, 0]].concat()]
}
