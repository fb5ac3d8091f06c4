//! Bytes as a perft suite.

use gardez_perft::{ErrorInfo, Suite};

/// The largest depth that a suite may list.
const MAX_DEPTH: u32 = 64;

pub(super) fn run(bytes: &[u8]) {
    let lines = 1 + bytes.iter().filter(|&&byte| byte == b'\n').count();
    for item in Suite::new(bytes) {
        let case = match item {
            Ok(case) => case,
            Err(error) => {
                assert!((1..=lines).contains(&error.line), "{error}");
                assert!(error.span().is_none_or(|span| bytes.get(span).is_some()), "{error}");
                continue;
            }
        };
        assert!((1..=lines).contains(&case.line));
        assert!(!case.counts.is_empty());
        assert!(case.counts.iter().all(|count| (1..=MAX_DEPTH).contains(&count.depth)));

        if case.fen.trim() == case.fen && !case.fen.is_empty() && !case.fen.contains(['\n', '\0']) {
            let counts = case.counts.iter().map(|count| format!("perft {} {}\n", count.depth, count.nodes));
            let block = format!("epd {}\n{}", case.fen, counts.collect::<String>());
            let mut again = Suite::new(block.as_bytes());
            let read = again.next().expect("a position").expect("a block that can be read");
            assert_eq!((read.fen, read.counts), (case.fen, case.counts), "{block}");
            assert!(again.next().is_none(), "{block}");
        }
    }
}
