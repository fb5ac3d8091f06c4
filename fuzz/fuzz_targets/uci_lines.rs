//! Reads a line as a command and as an answer. What the strict reader accepts must be the same when it is written and
//! read again, and the lenient reader must accept it without problems.
#![no_main]

use gardez_uci::{Answer, Command};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    let lenient = Command::parse_lenient(line);
    if let Ok(command) = Command::parse(line) {
        assert_eq!(Command::parse(&command.to_string()).as_ref(), Ok(&command));
        assert!(lenient.is_ok_and(|parsed| parsed.value == command && parsed.problems.is_empty()));
    }
    let lenient = Answer::parse_lenient(line);
    if let Ok(answer) = Answer::parse(line) {
        assert_eq!(Answer::parse(&answer.to_string()).as_ref(), Ok(&answer));
        assert!(lenient.is_ok_and(|parsed| parsed.value == answer && parsed.problems.is_empty()));
    }
});
