//! `gardez perft`: counts sequences of legal moves, in chess by the program `perft`.

use std::fmt;
use std::process::ExitCode;

use clap::Args;
use gardez::variants::{Variant, VariantPosition};
use gardez_perft::program as perft;

/// Count sequences of legal moves from a position (perft)
///
/// Prints the count of each first move, then the total, the time and the speed.
/// With --suite, checks the known counts of many positions instead.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = perft::explanation("gardez perft"))]
pub(crate) struct Perft {
    #[command(flatten)]
    args: perft::Args,

    /// Count the moves of this variant, such as crazyhouse
    ///
    /// Each move is made, so the options of the counting engine do not apply.
    #[arg(long, value_name = "NAME", verbatim_doc_comment)]
    variant: Option<Variant>,
}

impl Perft {
    pub(crate) fn run(self) -> ExitCode {
        match (self.variant, self.args.without_idle_options()) {
            (_, Err(error)) => perft::explain(&error),
            (None, Ok(args)) => perft::run(&args),
            (Some(variant), Ok(args)) => perft::run_on(&args, |fen| {
                let fen = fen.unwrap_or(variant.start_fen());
                VariantPosition::from_fen(variant, fen).map(Counted).map_err(|error| format!("{fen}: {error}"))
            }),
        }
    }
}

struct Counted(VariantPosition);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl perft::Divided for Counted {
    fn divide<E>(&mut self, depth: u32, mut each: impl FnMut(String, u64) -> Result<(), E>) -> Result<(), E> {
        let Self(position) = self;
        let mode = position.castling_mode();
        position.legal_moves().into_iter().try_for_each(|m| {
            position.do_move(m);
            let nodes = position.perft(depth - 1);
            position.undo_move();
            each(m.uci(mode).to_string(), nodes)
        })
    }
}
