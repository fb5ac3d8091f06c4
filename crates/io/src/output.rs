//! Standard output of programs, whose failure is an error.
//!
//! The `println!` of the standard library panics if it cannot print. The macros of this crate end the program with
//! [`EXIT_CODE`] instead, after one line on standard error, or none if the reader of a pipe has closed it. `eprintln!` goes
//! on if standard error cannot be written.
//!
//! ```
//! use gardez_io::println;
//!
//! let moves = 20;
//! println!("{moves} legal moves");
//! ```
//!
//! With `#[macro_use] extern crate gardez_io;` in its root, a program uses these macros in all of its modules.

#[cfg(feature = "file")]
pub(crate) mod file;
#[cfg(feature = "file")]
pub(crate) mod signals;

use std::fmt;
use std::io::{self, Write};
use std::process;

/// The exit code of a program that cannot write its output.
pub const EXIT_CODE: u8 = 2;

/// Prints a text to standard output, without buffering it.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub fn write(text: fmt::Arguments<'_>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_fmt(text)?;
    output.flush()
}

/// Reports a failed output on standard error, except a closed pipe, and returns [`EXIT_CODE`].
///
/// ```
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     match gardez_io::output::write(format_args!("20 legal moves\n")) {
///         Ok(()) => ExitCode::SUCCESS,
///         Err(error) => ExitCode::from(gardez_io::output::report(&error)),
///     }
/// }
/// ```
pub fn report(error: &io::Error) -> u8 {
    if error.kind() != io::ErrorKind::BrokenPipe {
        write_error(format_args!("error: cannot write the output: {error}\n"));
    }
    EXIT_CODE
}

/// Prints a text. If that fails, reports it and ends the program: what [`print!`] and [`println!`] do.
pub fn write_or_exit(text: fmt::Arguments<'_>) {
    if let Err(error) = write(text) {
        process::exit(report(&error).into());
    }
}

/// Prints a text to standard error: what [`eprintln!`] does. The program goes on if that fails.
pub fn write_error(text: fmt::Arguments<'_>) {
    let _ = io::stderr().lock().write_fmt(text);
}

/// Standard output as a [`Write`]r, which ends the program if it cannot write.
///
/// ```
/// use std::io::Write;
///
/// writeln!(gardez_io::output::Stdout, "{} legal moves", 20)?;
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Copy, Default, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        ended(io::stdout().write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        ended(io::stdout().flush())
    }
}

fn ended(written: io::Result<()>) -> io::Result<()> {
    if let Err(error) = &written {
        process::exit(report(error).into());
    }
    written
}

/// Prints to standard output. If that fails, ends the program with [`EXIT_CODE`].
#[macro_export]
macro_rules! print {
    ($($argument:tt)*) => {
        $crate::output::write_or_exit(::core::format_args!($($argument)*))
    };
}

/// Prints a line to standard output. If that fails, ends the program with [`EXIT_CODE`].
///
/// ```
/// use gardez_io::println;
///
/// println!("{} legal moves", 20);
/// println!();
/// ```
#[macro_export]
macro_rules! println {
    () => {
        $crate::output::write_or_exit(::core::format_args!("\n"))
    };
    ($($argument:tt)*) => {
        $crate::output::write_or_exit(::core::format_args!("{}\n", ::core::format_args!($($argument)*)))
    };
}

/// Prints a line to standard error. If that fails, the program goes on.
#[macro_export]
macro_rules! eprintln {
    () => {
        $crate::output::write_error(::core::format_args!("\n"))
    };
    ($($argument:tt)*) => {
        $crate::output::write_error(::core::format_args!("{}\n", ::core::format_args!($($argument)*)))
    };
}
