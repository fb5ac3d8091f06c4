//! Reads arbitrary bytes as training records. Each result must be a record or an error with an offset, a record must be
//! the same when it is written, and decoding it must not panic.
#![no_main]

use gardez_lc0::training::{ReadError, Reader, RecordErrorKind};
use gardez_lc0::{Planes, decode_board, decode_move};
use libfuzzer_sys::fuzz_target;

/// The smallest record, of version 3.
const SMALLEST: usize = 8276;

fuzz_target!(|bytes: &[u8]| {
    let mut expected = Some(0);
    let mut is_over = false;
    let mut older = Planes::EMPTY;
    let results: Vec<_> = Reader::new(bytes).collect();
    assert!(results.len() <= bytes.len() / SMALLEST + 1);
    for result in results {
        assert!(!is_over, "no result follows an error that ends the stream");
        match result {
            Ok(record) => {
                if let Some(offset) = &mut expected {
                    assert_eq!(record.bytes(), &bytes[*offset..*offset + record.bytes().len()]);
                    *offset += record.bytes().len();
                }
                let modern = record.into_v6();
                let _ = modern.check();
                if let (Ok(format), Ok((planes, transform))) = (modern.format(), modern.planes()) {
                    let planes = planes.untransformed(transform);
                    if let Ok(read) = decode_board(format, &planes) {
                        let legal = read.board.legal_moves();
                        let _ = modern.indexing(&legal);
                    }
                    let _ = decode_move(&planes, &older);
                    older = planes;
                }
            }
            Err(error) => {
                assert!(error.offset() <= bytes.len() as u64);
                assert!(expected.is_none_or(|offset| error.offset() == offset as u64));
                // The reader decides where the record after one of an unknown version begins.
                expected = None;
                let kind = match error {
                    ReadError::Record { error, .. } => Some(error.kind),
                    _ => None,
                };
                is_over = !matches!(kind, Some(RecordErrorKind::UnknownVersion { .. }));
            }
        }
    }
});
