//! A line as a command and as an answer of UCI.

use gardez_uci::{Answer, Command};

use crate::input::text;

pub(super) fn run(bytes: &[u8]) {
    let line = text(bytes);
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
}
