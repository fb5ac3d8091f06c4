//! Bytes are records or errors with offsets; a record is written as it was read, and decoding it returns.
#![no_main]

use gardez_lc0::decode_board;
use gardez_lc0::training::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut offset = 0;
    for record in Reader::new(bytes) {
        match record {
            Ok(record) => {
                assert_eq!(record.bytes(), &bytes[offset..offset + record.bytes().len()]);
                offset += record.bytes().len();
                let modern = record.into_v6();
                let _ = modern.check();
                if let (Ok(format), Ok((planes, transform))) = (modern.format(), modern.planes()) {
                    let _ = decode_board(format, &planes.untransformed(transform));
                }
            }
            Err(error) => {
                assert_eq!(error.offset, offset as u64);
                // Where the next record begins is the reader's to say.
                break;
            }
        }
    }
});
