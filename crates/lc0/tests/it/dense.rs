//! Planes as numbers and bits: types, layouts, scales, and batches of records.

use crate::common::games;
use gardez_bitboard::Bitboard;
use gardez_lc0::training::{AnyRecord, BatchError, Record, RecordRef, U32, V3, V6, V7, write_plane_bits, write_planes};
use gardez_lc0::{
    CELLS, CellLayout, Encoder, ErrorInfo, FillMode, InputFormat, LengthError, PLANE_BYTES, PLANES, Planes,
    RULE50_PLANE, Rule50Scale, Square, UnknownNumberError, decode_board,
};
use quickcheck::quickcheck;

const LAYOUTS: [CellLayout; 2] = [CellLayout::PlanesFirst, CellLayout::Tokens];
const SCALES: [Rule50Scale; 2] = [Rule50Scale::Engine, Rule50Scale::Training];

/// Returns a record of the position after these choices.
fn record(choices: &[u8], format: InputFormat) -> V6 {
    let (_, history, _) = games(choices);
    V6::from_history(&Encoder::new(format).with_fill(FillMode::No), &history)
}

/// Returns planes with the masks in the list, over and over.
fn planes(masks: &[u64], rule50: f32) -> Planes {
    let mut next = masks.iter().cycle().map(|&mask| Bitboard::from_bits(mask));
    Planes::new([(); PLANES].map(|()| next.next().unwrap_or(Bitboard::FULL)), rule50)
}

/// Returns the cells of some type, after a value that no cell has.
fn cells<T: gardez_lc0::Cell>(planes: &Planes, layout: CellLayout, other: T) -> Vec<T> {
    let mut cells = vec![other; CELLS];
    planes.write(layout, &mut cells).expect("the length is right");
    cells
}

quickcheck! {
    fn all_types_and_layouts_show_the_masks_and_the_counter(masks: Vec<u64>, rule50: u8) -> bool {
        let planes = planes(&masks, rule50.into());
        LAYOUTS.into_iter().all(|layout| {
            let single = cells(&planes, layout, f32::NAN);
            let half = cells(&planes, layout, u16::MAX);
            let byte = cells(&planes, layout, u8::MAX - 1);
            let mut bits = [0x55; PLANE_BYTES];
            planes.write_bits(layout, &mut bits).expect("the length is right");
            (0..PLANES).all(|plane| {
                Square::ALL.into_iter().all(|square| {
                    let cell = layout.cell(plane, square);
                    let is_set = planes.masks()[plane].contains(square);
                    let value = if plane == RULE50_PLANE { rule50 } else { 1 };
                    let expected = if is_set { value } else { 0 };
                    single[cell] == f32::from(expected)
                        && byte[cell] == expected
                        && half[cell] == half_of(expected)
                        && (bits[cell / 8] >> (cell % 8) & 1 == 1) == is_set
                })
            })
        })
    }

    fn a_batch_of_records_has_the_planes_of_each(choices: Vec<Vec<u8>>, format: u8) -> bool {
        let format = InputFormat::ALL[usize::from(format) % 7];
        let records: Vec<_> = choices.iter().take(5).map(|choices| record(choices, format)).collect();
        let count = records.len();
        LAYOUTS.into_iter().zip(SCALES).all(|(layout, scale)| {
            let (mut single, mut byte) = (vec![f32::NAN; count * CELLS], vec![7_u8; count * CELLS]);
            let (mut bits, mut counters) = (vec![1; count * PLANE_BYTES], vec![255; count]);
            write_planes(&records, scale, layout, &mut single).expect("the lengths are right");
            write_planes(&records, scale, layout, &mut byte).expect("the lengths are right");
            write_plane_bits(&records, layout, &mut bits, &mut counters).expect("the lengths are right");
            records.iter().enumerate().all(|(index, record)| {
                let (planes, _) = record.planes(scale).expect("the format is known");
                let mut expected = [0; PLANE_BYTES];
                planes.write_bits(layout, &mut expected).expect("the length is right");
                single[index * CELLS..][..CELLS] == cells(&planes, layout, f32::NAN)
                    && byte[index * CELLS..][..CELLS] == cells(&planes, layout, 0_u8)
                    && bits[index * PLANE_BYTES..][..PLANE_BYTES] == expected
                    && counters[index] == record.rule50_count
            })
        })
    }

    fn all_versions_show_the_same_position(choices: Vec<u8>) -> bool {
        let record = record(&choices, InputFormat::Classical);
        // Version 3 has no input format, and a byte for the number of moves.
        let bytes = record.bytes();
        let old = [&bytes[..4], &bytes[8..8278], &[0, 0]].concat();
        let old = V3::from_bytes(&old).expect("the size is right");
        let new = V7::from_game(&[record], V7::DEFAULT_THETA)[0];
        SCALES.into_iter().all(|scale| {
            let expected = record.planes(scale);
            AnyRecord::planes(old, scale) == expected
                && new.planes(scale) == expected
                && RecordRef::V6(&record).planes(scale) == expected
                && Record::from(record).planes(scale) == expected
                && old.transform() == record.transform()
                && old.format() == Ok(InputFormat::Classical)
        })
    }
}

/// Returns the bits of a small whole number in half precision, from the definition in IEEE 754.
fn half_of(value: u8) -> u16 {
    match value.checked_ilog2() {
        None => 0,
        Some(exponent) => ((exponent + 15) << 10 | (u32::from(value) << 10 >> exponent & 0x3ff)) as u16,
    }
}

#[test]
fn plane_109_is_scaled_as_the_engine_or_as_training_does() {
    for format in InputFormat::ALL {
        for count in 0..=255_u8 {
            let mut record = record(&[0, 1, 2], format);
            record.rule50_count = count;
            let expected = |scale| match (format.raw(), scale) {
                (1..=3, Rule50Scale::Engine) => f32::from(count),
                // lczero-training divides in double precision and rounds.
                (1..=3, _) => (f64::from(count) / 99.0) as f32,
                _ => (f64::from(count) / 100.0) as f32,
            };
            for scale in SCALES {
                let (planes, transform) = record.planes(scale).expect("the format is known");
                assert_eq!(planes.rule50(), expected(scale), "{count} in {format:?}, {scale:?}");
                assert_eq!(cells(&planes, CellLayout::Tokens, 0_u8)[RULE50_PLANE], count);
                assert_eq!(cells(&planes, CellLayout::PlanesFirst, 0.0_f32)[64 * RULE50_PLANE], expected(scale));
                let read = decode_board(format, &planes.untransformed(transform)).expect("planes of a board");
                if format.raw() < 4 {
                    assert_eq!(read.halfmove_clock, i32::from(count), "{scale:?}");
                }
            }
        }
    }
}

#[test]
fn an_encoder_scales_plane_109_as_records_do() {
    let (_, history, _) = games(&[7, 1, 1]);
    assert!(history.last().halfmove_clock() > 40);
    for format in InputFormat::ALL {
        for scale in SCALES {
            let encoder = Encoder::new(format).with_fill(FillMode::No).with_rule50_scale(scale);
            assert_eq!(V6::from_history(&encoder, &history).planes(scale), Ok(encoder.encode(&history)));
        }
    }
    let engine = Encoder::new(InputFormat::Canonical).encode(&history).0;
    assert_eq!(engine.rule50(), history.last().halfmove_clock() as f32, "the engine's encoder is the engine's");
}

#[test]
fn counters_that_a_byte_cannot_hold_become_the_nearest_byte() {
    let counter = |rule50: f32| cells(&planes(&[], rule50), CellLayout::PlanesFirst, 1_u8)[64 * RULE50_PLANE];
    assert_eq!([0.4, 99.6, 256.0, 1e9, -3.0, f32::NAN].map(counter), [0, 100, 255, 255, 0, 0]);
}

#[test]
fn a_batch_that_does_not_fit_or_has_an_unknown_format_is_refused() {
    let mut records = vec![record(&[], InputFormat::Classical); 3];
    let mut cells = vec![7_u8; 3 * CELLS - 1];
    let error = write_planes(&records, Rule50Scale::Engine, CellLayout::Tokens, &mut cells);
    assert_eq!(error, Err(LengthError { what: "cells", expected: 3 * CELLS, found: 3 * CELLS - 1 }.into()));
    assert!(cells.iter().all(|&cell| cell == 7), "nothing is written");
    let mut bits = vec![7; 3 * PLANE_BYTES];
    let error = write_plane_bits(&records, CellLayout::Tokens, &mut bits, &mut [0; 2]);
    assert_eq!(error, Err(LengthError { what: "records", expected: 3, found: 2 }.into()));
    let error = write_plane_bits(&records, CellLayout::Tokens, &mut bits[1..], &mut [0; 3]);
    let length = LengthError { what: "bytes", expected: 3 * PLANE_BYTES, found: 3 * PLANE_BYTES - 1 };
    assert_eq!(error, Err(length.into()));
    assert!(bits.iter().all(|&byte| byte == 7), "nothing is written");

    records[2].input_format = U32::new(6);
    cells.push(7);
    let error = write_planes(&records, Rule50Scale::Engine, CellLayout::Tokens, &mut cells).expect_err("format 6");
    assert_eq!(error, BatchError::Format { record: 2, error: UnknownNumberError::InputFormat(6) });
    assert_eq!((error.kind_name(), error.span()), ("unknown-input-format", Some(2..3)));
    assert_eq!(error.to_string(), "unknown input format 6, in record 2 of the batch");
    assert!(cells[2 * CELLS..].iter().all(|&cell| cell == 7), "nothing is written for this record");
}
