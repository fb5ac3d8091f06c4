//! Other systems: the tests of outputs on Windows, and one program that prints the same everywhere.

use std::fs;
use std::process::Command;

use crate::process::{Outcome, cannot, output, program, shown, succeeds};
use crate::run::tested;
use crate::workspace::Workspace;

type Result = std::result::Result<Outcome, String>;

/// The library of Windows that std asks for random numbers and wine 8 lacks.
const STUB: &str = "#include <stddef.h>
unsigned char __stdcall SystemFunction036(void *bytes, unsigned long length);
__declspec(dllexport) int __stdcall ProcessPrng(void *bytes, size_t length) { return SystemFunction036(bytes, length); }
";

pub(crate) const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The tests that run by wine: those of the library of outputs, and of the program.
const LAWS: &str = "output:: laws:: split:: outputs:: help:: kills::a_split kills::pictures";

/// Builds for Windows, and runs the tests of outputs by wine.
pub(crate) fn windows() -> Result {
    let directory = Workspace::load()?.target.join("wine");
    let source = directory.join("stub.c");
    fs::create_dir_all(&directory).and_then(|()| fs::write(&source, STUB)).map_err(cannot(&source))?;
    let compiler = "-shared -o bcryptprimitives.dll stub.c -ladvapi32";
    output(program("x86_64-w64-mingw32-gcc", compiler).current_dir(&directory))?;
    let by_wine = |command: &mut Command| {
        command.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", "wine").env("WINEDEBUG", "-all");
        command.env("WINEPREFIX", directory.join("prefix")).env("WINEPATH", format!("Z:{}", directory.display()));
        // More time would go into optimizing than into running.
        command.envs(["DEV", "TEST"].map(|profile| (format!("CARGO_PROFILE_{profile}_OPT_LEVEL"), "0")));
        succeeds(command.env("GARDEZ_KILLS", "2"))
    };
    let tests = format!("-p gardez-io -p gardez-cli --features gardez-io/signals --lib --test cli -- {LAWS}");
    // wine 8 cannot start a program now and then ("Internal error 1359") while the machine is busy.
    Ok((0..2).any(|_| by_wine(&mut shown(&format!("test --locked --target {WINDOWS} {tests}")))).into())
}

/// The processors that the program runs for, the linker, and what runs the program.
pub(crate) const PROCESSORS: [(&str, &str, &str); 4] = [
    ("s390x-unknown-linux-gnu", "s390x-linux-gnu-gcc", "qemu-s390x -L /usr/s390x-linux-gnu"),
    ("i686-unknown-linux-musl", "rust-lld", "qemu-i386"),
    ("aarch64-unknown-linux-musl", "rust-lld", "qemu-aarch64"),
    ("wasm32-wasip1", "rust-lld", "node --no-warnings -e"),
];

/// The code that starts a program for WebAssembly in node.
const WASI: &str = "\
const wasi = new (require('node:wasi').WASI)({ version: 'preview1' });
const module = new WebAssembly.Module(require('node:fs').readFileSync(process.argv[1]));
wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));";

/// Compares what the example `everywhere` prints on this processor with what it prints on others.
pub(crate) fn processors() -> Result {
    let expected = output(&mut tested("--example everywhere", "examples/everywhere")?)?;
    println!("{} lines", expected.lines().count());
    let mut passed = 20_000 < expected.lines().count();

    let targets: String = PROCESSORS.iter().map(|(name, ..)| format!(" --target {name}")).collect();
    let program_line = "--example everywhere -p gardez --features formats,lc0,nnue,perft";
    let mut build = shown(&format!("build --locked --quiet {program_line}{targets}"));
    for (name, linker, _) in PROCESSORS {
        build.env(format!("CARGO_TARGET_{}_LINKER", name.to_uppercase().replace('-', "_")), linker);
    }
    if !succeeds(&mut build) {
        return Ok(Outcome::Failed);
    }
    let target = Workspace::load()?.target;
    for (name, _, runner) in PROCESSORS {
        let file = target.join(name).join("debug/examples/everywhere");
        let (start, arguments) = runner.split_once(' ').unwrap_or((runner, ""));
        let mut run = program(start, arguments);
        let printed = match name {
            "wasm32-wasip1" => output(run.arg(WASI).arg(file.with_extension("wasm")))?,
            _ => output(run.arg(file))?,
        };
        let differing = printed.lines().zip(expected.lines()).find(|(printed, expected)| printed != expected);
        println!("{name}: {}", if printed == expected { "the same" } else { "DIFFERENT" });
        if let Some((printed, expected)) = differing {
            println!("  {printed}\n  instead of\n  {expected}");
        }
        passed &= printed == expected;
    }
    Ok(passed.into())
}
