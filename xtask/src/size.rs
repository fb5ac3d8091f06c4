//! The size of a program that lists legal moves, compiled for WebAssembly.

use std::process::{Command, ExitCode};
use std::{env, fs};

use clap::Args;

use crate::outcome::Outcome;
use crate::process::{answers, cargo, exit_code, has_target, output, root};
use crate::workspace::Workspace;

/// The target, and the name that is printed if it is missing.
const TARGET: &str = "wasm32-unknown-unknown";
const MISSING: &str = "rust-std for wasm32";

/// Tables, the compiler's flag that chooses them, and the most bytes that the program may have.
const PROGRAMS: [(&str, &str, u64); 2] = [("usual", "", 275_000), ("small", "--cfg gardez_small", 50_000)];

/// Prints the numbers of moves that the program finds: for the start position, one with all kinds of moves, and no FEN.
const RUN: &str = "
    const bytes = require('fs').readFileSync(process.argv[1]);
    WebAssembly.instantiate(bytes).then(({ instance: { exports: program } }) => {
        const fens = [
            'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
            'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
            'no position',
        ].map(fen => new TextEncoder().encode(fen));
        console.log(fens.map(fen => {
            new Uint8Array(program.memory.buffer).set(fen, program.fen());
            return program.list_moves(fen.length);
        }).join(' '));
    });
";
const NUMBERS_OF_MOVES: &str = "20 48 -1";

/// Print the size of a small program for WebAssembly
#[derive(Args)]
#[command(after_help = "Example: cargo xtask size")]
pub(crate) struct Size;

impl Size {
    pub(crate) fn run(self) -> Result<ExitCode, String> {
        let outcome = measure()?;
        if let Outcome::Skipped(name) = outcome {
            println!("skipped: {name}");
        }
        Ok(exit_code(outcome.is_success()))
    }
}

/// Compiles the program with each kind of tables. It must not be larger than its limit, and must work, which is tested
/// where node is installed.
pub(crate) fn measure() -> Result<Outcome, String> {
    if !has_target(TARGET)? {
        return Ok(Outcome::Skipped(MISSING));
    }
    let has_node = answers(Command::new("node").arg("--version"));
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    println!("tables     bytes   at most");
    let (mut passed, all_targets) = (true, Workspace::load()?.target.join("size"));
    for (tables, flag, limit) in PROGRAMS {
        let target = all_targets.join(tables);
        let mut build = cargo();
        build.current_dir(root().join("size")).args(["build", "--quiet", "--locked", "--release", "--target", TARGET]);
        build.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", format!("{flags} {flag}"));
        output(&mut build)?;
        let program = target.join(TARGET).join("release/size.wasm");
        let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
        println!("{tables}   {bytes:>7}   {limit:>7}");
        if bytes > limit {
            println!("the program with {tables} tables is too large");
            passed = false;
        }
        if has_node {
            let numbers = output(Command::new("node").args(["-e", RUN]).arg(&program))?;
            if numbers.trim() != NUMBERS_OF_MOVES {
                println!("it finds {} moves, not {NUMBERS_OF_MOVES}", numbers.trim());
                passed = false;
            }
        }
    }
    Ok(passed.into())
}
