//! Bytes as training records.

use gardez_lc0::training::{ReadError, Reader, RecordErrorKind, Strictness};
use gardez_lc0::{Planes, Rule50Scale, decode_board, decode_move};

/// The smallest record, of version 3.
const SMALLEST: usize = 8276;

pub(super) fn lc0_records(bytes: &[u8]) {
    let mut expected = Some(0);
    let mut is_over = false;
    let mut older = Planes::EMPTY;
    let mut read = 0;
    for result in Reader::new(bytes) {
        assert!(!is_over, "no result follows an error that ends the stream");
        read += 1;
        match result {
            Ok(record) => {
                if let Some(offset) = &mut expected {
                    assert_eq!(record.bytes(), &bytes[*offset..*offset + record.bytes().len()]);
                    *offset += record.bytes().len();
                }
                let modern = record.into_v6();
                let is_strict = modern.check(Strictness::Strict).is_ok();
                assert!(!is_strict || modern.check(Strictness::Lc0).is_ok(), "what is strict is right for lc0");
                if let (Ok(format), Ok((planes, transform))) = (modern.format(), modern.planes(Rule50Scale::Engine)) {
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
    assert!(read <= bytes.len() / SMALLEST + 1);
}
