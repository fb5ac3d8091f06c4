//! Writes half of a file, says so, and waits until it is killed.

use std::io::{self, Write};

use gardez_io::{Output, println, remove_on_signals};

fn main() -> io::Result<()> {
    remove_on_signals();
    let path = std::env::args().nth(1).ok_or(io::ErrorKind::InvalidInput)?;
    let mut output = Output::replace(path)?;
    output.write_all(b"half")?;
    println!("begun");
    loop {
        std::thread::park();
    }
}
