//! Prints as many lines as its argument says, by `println!`, or by a `Write`r with the argument `writer`.

use std::io::Write;

use gardez_io::{output::Stdout, println};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let lines: usize = arguments.first().and_then(|lines| lines.parse().ok()).unwrap_or(1);
    for line in 1..=lines {
        if arguments.iter().any(|argument| argument == "writer") {
            writeln!(Stdout, "line {line}")?;
        } else {
            println!("line {line}");
        }
    }
    Ok(())
}
