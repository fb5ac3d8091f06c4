//! The numbers of a batch.

use super::*;
use gardez_lc0::training::{AnyRecord, RecordRef, V3, V7};
use gardez_lc0::{CELLS, CellLayout, Encoder, InputFormat, PLANE_BYTES, POLICY_SIZE, PositionHistory, Rule50Scale};

/// Returns a game of some positions in all formats, with probabilities of all kinds.
fn game() -> Vec<V6> {
    let mut records = Vec::new();
    let mut history =
        PositionHistory::from_fen("r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2").unwrap();
    for (index, format) in InputFormat::ALL.into_iter().enumerate() {
        let mut record = V6::from_history(&Encoder::new(format), &history);
        for (place, value) in [0.0, -0.0, 1.0, f32::NAN, 0.25, -1.0, -2.0].into_iter().enumerate() {
            record.probabilities[100 * index + 3 * place] = value.into();
        }
        if index == 2 {
            record.probabilities.fill(0.5.into());
        }
        let fields = [
            &mut record.root_q,
            &mut record.best_q,
            &mut record.root_d,
            &mut record.best_d,
            &mut record.root_m,
            &mut record.best_m,
            &mut record.plies_left,
            &mut record.result_q,
            &mut record.result_d,
            &mut record.played_q,
            &mut record.played_d,
            &mut record.played_m,
            &mut record.orig_q,
        ];
        for (number, field) in fields.into_iter().enumerate() {
            *field = ((100 * index + number) as f32 / 64.0).into();
        }
        (record.played_idx, record.best_idx) = ((7 + index as u16).into(), 1857.into());
        record.policy_kld = 0.5.into();
        records.push(record);
        let m = history.last().board().legal_moves()[index];
        history.push_relative(m);
    }
    records
}

fn bytes_of(records: &[V6]) -> Vec<u8> {
    records.iter().flat_map(|record| record.bytes().to_vec()).collect()
}

fn in_order() -> LoaderOptions {
    LoaderOptions::default().with_chunk_order(ChunkOrder::Source)
}

#[test]
fn planes_are_those_of_the_record_in_all_types_and_layouts() {
    let records = game();
    let n = records.len();
    for (layout, rule50) in [
        (CellLayout::PlanesFirst, Rule50Scale::Training),
        (CellLayout::PlanesFirst, Rule50Scale::Engine),
        (CellLayout::Tokens, Rule50Scale::Training),
    ] {
        let (mut floats, mut halves, mut bytes) = (vec![9.0; n * CELLS], vec![9; n * CELLS], vec![9; n * CELLS]);
        let (mut bits, mut counters) = (vec![9; n * PLANE_BYTES], vec![9; n]);
        for planes in [
            PlanesMut::F32 { cells: &mut floats, layout, rule50 },
            PlanesMut::F16Bits { cells: &mut halves, layout, rule50 },
            PlanesMut::U8 { cells: &mut bytes, layout },
            PlanesMut::Bits { bits: &mut bits, counters: &mut counters, layout },
        ] {
            let mut source = Memory::new();
            source.push("game", bytes_of(&records));
            let mut loader = loader_of(Copied(source), in_order()).expect("the options are right");
            assert_eq!(loader.next_batch(Batch::new(n).with_planes(planes)).expect("nothing is damaged"), n);
        }
        for (index, record) in records.iter().enumerate() {
            let (planes, _) = record.planes(rule50).expect("the format is known");
            let cells = index * CELLS..(index + 1) * CELLS;
            let (mut f, mut h, mut b, mut p) = (vec![0.0; CELLS], vec![0; CELLS], vec![0; CELLS], vec![0; PLANE_BYTES]);
            planes.write(layout, &mut f).expect("the length is right");
            planes.write(layout, &mut h).expect("the length is right");
            planes.write(layout, &mut b).expect("the length is right");
            planes.write_bits(layout, &mut p).expect("the length is right");
            assert_eq!((&floats[cells.clone()], &halves[cells.clone()], &bytes[cells]), (&f[..], &h[..], &b[..]));
            assert_eq!(bits[index * PLANE_BYTES..][..PLANE_BYTES], p);
            assert_eq!(counters[index], record.rule50_count);
        }
    }
}

#[test]
fn probabilities_keep_their_bits_and_tell_which_moves_are_legal() {
    let records = game();
    let n = records.len();
    let mut source = Memory::new();
    source.push("game", bytes_of(&records));
    for copied in [false, true] {
        let (mut policy, mut legal) = (vec![9.0; n * POLICY_SIZE], vec![true; n * POLICY_SIZE]);
        let loader =
            if copied { loader_of(Copied(source.clone()), in_order()) } else { loader_of(source.clone(), in_order()) };
        let (mut indices, mut probabilities) = (vec![9; n * LISTED], vec![9.0; n * LISTED]);
        let listed = ListedMut { indices: &mut indices, probabilities: &mut probabilities };
        let batch = Batch::new(n).with_policy(&mut policy).with_legal(&mut legal).with_listed(listed);
        assert_eq!(loader.expect("the options are right").next_batch(batch).expect("nothing is damaged"), n);
        let stored = records.iter().flat_map(|record| record.probabilities);
        for (place, stored) in stored.enumerate() {
            assert_eq!(policy[place].to_bits(), stored.get().to_bits());
            assert_eq!(legal[place], stored.get() >= 0.0);
        }
        // Each list has the legal moves of its record, and nothing after them.
        for (index, record) in records.iter().enumerate() {
            let all = record.probabilities.iter().enumerate().filter(|(_, value)| value.get() >= 0.0);
            let mut expected: Vec<_> = all.map(|(place, value)| (place as u16, value.get())).collect();
            expected.resize(LISTED, (V7::NO_MOVE, 0.0));
            let found = indices.iter().copied().zip(probabilities.iter().copied());
            assert!(found.skip(index * LISTED).take(LISTED).eq(expected));
        }
    }
}

#[test]
fn values_are_rows_of_q_d_and_m() {
    let records = game();
    let n = records.len();
    let mut source = Memory::new();
    source.push("game", bytes_of(&records));
    let mut v7 = V7::from_game(&records, 0.5);
    v7[0].version = 7.into();
    source.push("version 7", v7.iter().flat_map(|record| record.bytes().to_vec()).collect::<Vec<_>>());
    let mut old = vec![0; V3::SIZE];
    (old[0], old[8275]) = (3, 0xff);
    source.push("version 3", old);

    let size = 2 * n + 1;
    let (mut values, mut wdl) = (vec![9.0; size * VALUES], vec![9.0; size * VALUES]);
    let (mut moves, mut weights) = (vec![9; size * 4], vec![9.0; size]);
    let (mut transforms, mut origins) = (vec![9; size], vec![Origin::default(); size]);
    let weight = PositionWeight { policy_scale: Some(1.0), ..PositionWeight::default() };
    let batch = Batch::new(size).with_values(&mut values).with_wdl(&mut wdl).with_moves(&mut moves);
    let batch = batch.with_weights(&mut weights).with_transforms(&mut transforms).with_origins(&mut origins);
    let mut loader = loader_of(Copied(source), in_order().with_weight(weight)).expect("the options are right");
    assert_eq!(loader.next_batch(batch).expect("nothing is damaged"), size);

    let same = |found: &[f32], expected: &[f32]| {
        found.iter().zip(expected).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
    };
    for (index, r) in records.iter().enumerate() {
        let head = [
            r.result_q,
            r.result_d,
            r.plies_left,
            r.best_q,
            r.best_d,
            r.best_m,
            r.played_q,
            r.played_d,
            r.played_m,
            r.orig_q,
            r.orig_d,
            r.orig_m,
            r.root_q,
            r.root_d,
            r.root_m,
        ]
        .map(|value| value.get());
        let (six, seven) = (&values[index * VALUES..][..VALUES], &values[(n + index) * VALUES..][..VALUES]);
        assert!(same(&six[..15], &head) && same(&seven[..15], &head));
        assert!(same(&six[15..], &[f32::NAN; 3]));
        assert!(same(&seven[15..], &[v7[index].q_st.get(), v7[index].d_st.get(), f32::NAN]));
        let (q, d) = (r.best_q.get(), r.best_d.get());
        assert_eq!(wdl[index * VALUES + 3..][..3], [(1.0 - d + q) / 2.0, d, (1.0 - d - q) / 2.0]);
        assert_eq!(moves[index * 4..][..4], [r.played_idx.get(), 1857, V7::NO_MOVE, V7::NO_MOVE]);
        assert_eq!(
            moves[(n + index) * 4 + 2..][..2],
            [v7[index].opp_played_idx.get(), v7[index].next_played_idx.get()]
        );
        assert_eq!((weights[index], transforms[index]), (0.5, r.transform().raw()));
        assert_eq!(origins[n + index], Origin { chunk: 1, record: index as u32 });
    }
    // A lost game of version 3.
    assert_eq!(values[2 * n * VALUES..][..2], [-1.0, 0.0]);
    assert!(same(&values[2 * n * VALUES + 9..][..3], &[f32::NAN; 3]));
    assert_eq!(weights[2 * n], 1.0);
}

#[test]
fn short_term_values_are_those_of_version_7() {
    let records = game();
    let expected = V7::from_game(&records, V7::DEFAULT_THETA);
    let mut source = Memory::new();
    source.push("game", bytes_of(&records));
    let options = in_order().with_short_term_values(V7::DEFAULT_THETA);
    let mut loader = loader_of(source, options).expect("the options are right");
    for expected in &expected {
        let found = loader.next_record().expect("nothing is damaged").expect("there are records");
        assert_eq!(found.bytes(), expected.bytes());
    }
}

#[test]
fn records_come_back_as_they_are_stored() {
    let records = game();
    let mut source = Memory::new();
    source.push("game", bytes_of(&records));
    let mut old = vec![0; V3::SIZE];
    old[0] = 3;
    source.push("version 3", old.clone());
    let mut loader = loader_of(Copied(source), in_order()).expect("the options are right");
    for record in &records {
        let found = loader.next_record().expect("nothing is damaged").expect("there are records");
        assert_eq!(found.bytes(), record.bytes());
    }
    let found = loader.next_record().expect("nothing is damaged").expect("there is a record");
    assert_eq!(found.bytes(), RecordRef::from_bytes(&old).expect("it is a record").to_v6().bytes());
}

#[test]
fn batches_of_any_size_contain_the_same_records() {
    let expected = all(games(&[9; 30]), &LoaderOptions::default().with_shuffle(33));
    for (size, last) in [(1, LastBatch::Keep), (7, LastBatch::Keep), (7, LastBatch::Drop), (1000, LastBatch::Keep)] {
        let options = LoaderOptions::default().with_shuffle(33).with_last_batch(last);
        let mut loader = loader_of(games(&[9; 30]), options).expect("the options are right");
        let (mut origins, mut found) = (vec![Origin::default(); size], Vec::new());
        loop {
            let count = loader.next_batch(Batch::new(size).with_origins(&mut origins)).expect("nothing is damaged");
            if count == 0 {
                break;
            }
            found.extend(origins[..count].iter().map(|origin| 9 * origin.chunk + origin.record));
        }
        let whole = if last == LastBatch::Drop { 270 / size * size } else { 270 };
        assert_eq!(found, expected[..whole]);
        assert_eq!(loader.stats().records_not_batched, 270 - whole as u64);
        assert_eq!((loader.stats().records_used, loader.stats().batches), (whole as u64, whole.div_ceil(size) as u64));
    }
}

#[test]
fn a_slice_of_another_length_is_an_error_and_takes_no_record() {
    let mut loader = loader_of(games(&[3]), LoaderOptions::default()).expect("the options are right");
    let mut policy = vec![0.0; 2 * POLICY_SIZE];
    let error = loader.next_batch(Batch::new(3).with_policy(&mut policy)).expect_err("the slice is short");
    let text = "expected a slice of 5574 elements for the probabilities, found 3716";
    assert_eq!(names(&error), ("output", String::from(text)));
    assert_eq!(ids(&mut loader).len(), 3);
}
