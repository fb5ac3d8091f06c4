//! Counting from one position.

use std::convert::Infallible;
use std::fmt::Display;
use std::process::{self, ExitCode};
use std::time::Instant;

use crate::walk::divide_with;
use gardez_count::{Checkpoint, Event};
use gardez_notation::san;
use gardez_position::{Board, FenMode, FenProblems, Position};
use gardez_types::{CastlingMode, Move};

use crate::program::args::{self, Args, fen_argument};
use crate::program::console::{Console, Stop};
use crate::program::effort::{Effort, LONG, LONG_TOGETHER};
use crate::program::engine::Engine;
use crate::program::json;
use crate::program::positions::Named;
use crate::program::refusal::{refusal, remark};
use crate::program::types;

/// The depth of a count without the option `--depth`.
const DEFAULT_DEPTH: u32 = 7;

/// The same for other games than chess, whose moves are made one by one.
const DEFAULT_DEPTH_ELSEWHERE: u32 = 5;

/// Counts, and prints the result in the requested form.
pub(crate) fn run(args: &Args, console: &mut Console) -> Result<ExitCode, Stop> {
    let (mut position, problems) = position(args, console)?;
    let depth = args.depth.unwrap_or(DEFAULT_DEPTH);
    if args.verify {
        return verify(args, &position, depth, console);
    }
    if let Some(format) = args.types {
        return types::run(args, &position, format, console);
    }
    let mut divided = Counts::new(args, position.castling_mode());
    let start = Instant::now();
    let (nodes, resumed) = match args.engine {
        args::Engine::Count => count(args, &position, depth, &mut divided, console)?,
        args::Engine::Position => (walk(&mut position, depth, &mut divided, console)?, 0),
    };
    let effort = Effort::since(start, nodes, resumed);
    console.end();

    print(args, &position.to_string(), problems, depth, effort, &divided, console)?;
    Ok(ExitCode::SUCCESS)
}

/// A position whose first moves can be counted one by one. `Display` writes its FEN.
pub trait Divided: Display {
    /// Counts sequences of at least one move, and passes the count of each first move to `each`.
    ///
    /// # Errors
    ///
    /// Returns the error of `each`, which ends the count.
    fn divide<E>(&mut self, depth: u32, each: impl FnMut(String, u64) -> Result<(), E>) -> Result<(), E>;
}

/// Counts from a position of another game than chess.
pub(crate) fn run_on<D: Divided>(
    args: &Args,
    read: impl FnOnce(Option<&str>) -> Result<D, String>,
    console: &mut Console,
) -> Result<(), Stop> {
    if let Some(option) = args.only_chess() {
        return Err(Stop::Failed(format!("{option} is for chess only")));
    }
    let mut position = read(args.fen.as_deref().map(fen_argument).as_deref()).map_err(Stop::Failed)?;
    let depth = args.depth.unwrap_or(DEFAULT_DEPTH_ELSEWHERE);
    let mut divided = Counts::new(args, CastlingMode::Standard);
    let start = Instant::now();
    let mut nodes = u128::from(depth == 0);
    if depth != 0 {
        position.divide(depth, |first, count| {
            nodes += u128::from(count);
            divided.add_text(first, count.into(), console)
        })?;
    }
    let effort = Effort::since(start, nodes, 0);
    print(args, &position.to_string(), FenProblems::empty(), depth, effort, &divided, console)
}

/// Prints a count in the requested form.
fn print(
    args: &Args,
    fen: &str,
    problems: FenProblems,
    depth: u32,
    effort: Effort,
    divided: &Counts,
    console: &mut Console,
) -> Result<(), Stop> {
    let Counts { counts, is_printed, .. } = divided;
    if args.json {
        let divide = args.shows_divide().then_some(&counts[..]);
        return console.line(format_args!("{}", json::single(fen, problems, depth, effort, divide)));
    }
    if args.quiet {
        return console.line(format_args!("{}", effort.nodes));
    }
    if *is_printed && !counts.is_empty() {
        console.line(format_args!(""))?;
    }
    console.line(format_args!("position  {fen}"))?;
    console.line(format_args!("depth     {depth}"))?;
    effort.print(console)
}

/// The counts of the first moves.
struct Counts {
    counts: Vec<(String, u128)>,
    mode: CastlingMode,
    is_printed: bool,
}

impl Counts {
    fn new(args: &Args, mode: CastlingMode) -> Self {
        Self { counts: Vec::new(), mode, is_printed: args.shows_divide() && !args.json }
    }

    fn add(&mut self, first: Move, nodes: u128, console: &mut Console) -> Result<(), Stop> {
        self.add_text(first.uci(self.mode).to_string(), nodes, console)
    }

    fn add_text(&mut self, first: String, nodes: u128, console: &mut Console) -> Result<(), Stop> {
        let printed = if self.is_printed { console.line(format_args!("{first}: {nodes}")) } else { Ok(()) };
        self.counts.push((first, nodes));
        printed
    }
}

fn walk(position: &mut Position, depth: u32, divided: &mut Counts, console: &mut Console) -> Result<u128, Stop> {
    let first_moves = position.legal_move_count() as u64;
    if LONG <= first_moves.saturating_pow(depth) {
        console.begin(first_moves, 0, "first moves");
    }
    let nodes = divide_with(position, depth, |step| {
        console.reached(step.done as u64);
        divided.add(step.mv, step.nodes.into(), console)
    })?;
    Ok(nodes.into())
}

/// Counts with the counting engine. Returns the nodes, and how many of them the checkpoint had already.
fn count(
    args: &Args,
    board: &Board,
    depth: u32,
    divided: &mut Counts,
    console: &mut Console,
) -> Result<(u128, u128), Stop> {
    let first_moves = board.legal_moves().len() as u64;
    let mut engine = Engine::new(args)?;
    let mut job = engine.job(board, depth, (first_moves as f64).max(10.0).powi(depth.min(64) as i32))?;
    let mut checkpoint = match &args.checkpoint {
        Some(path) => Some(Checkpoint::open(path, &mut job)?),
        None => None,
    };
    if LONG_TOGETHER <= first_moves.saturating_pow(depth) {
        let done = checkpoint.as_ref().map_or(0, Checkpoint::finished);
        console.begin(job.parts() as u64, done as u64, "positions after two moves");
    }
    let mut resumed = 0;
    let Ok(nodes) = job.run::<Infallible>(|event| {
        if event.part.is_none() {
            resumed = event.nodes;
        }
        if let Err(stop) = note(&event, divided, checkpoint.as_mut(), console) {
            // The other threads would go on until their parts are counted, which may take days.
            process::exit(stop.report(console).into());
        }
        Ok(())
    });
    if let Some(checkpoint) = &mut checkpoint {
        checkpoint.sync()?;
    }
    Ok((nodes, resumed))
}

/// Stores and shows the progress of the count.
fn note(
    event: &Event<'_>,
    divided: &mut Counts,
    checkpoint: Option<&mut Checkpoint>,
    console: &mut Console,
) -> Result<(), Stop> {
    if let (Some(checkpoint), Some((part, nodes))) = (checkpoint, event.part) {
        checkpoint.note(part, nodes)?;
    }
    console.reached(event.done as u64);
    event.divided.iter().try_for_each(|&(first, nodes)| divided.add(first, nodes, console))
}

/// Compares every node two plies before the end.
fn verify(args: &Args, board: &Board, depth: u32, console: &mut Console) -> Result<ExitCode, Stop> {
    let engine = Engine::new(args)?;
    let mut nodes = 0_u64;
    let mut wrong = 0_u64;
    verify_below(&engine, board, depth, &mut nodes, &mut wrong, console)?;
    console.line(format_args!("nodes compared {nodes}, wrong {wrong}"))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn verify_below(
    engine: &Engine,
    board: &Board,
    depth: u32,
    nodes: &mut u64,
    wrong: &mut u64,
    console: &mut Console,
) -> Result<(), Stop> {
    if 2 < depth {
        for m in board.legal_moves() {
            verify_below(engine, &board.after(m), depth - 1, nodes, wrong, console)?;
        }
        return Ok(());
    }
    *nodes += 1;
    if let Err(differences) = engine.counter.verify(board) {
        *wrong += 1;
        console.line(format_args!("wrong: {board}"))?;
        for difference in differences {
            let first = difference.mv.uci(board.castling_mode());
            let (counted, replies) = (difference.counted, difference.replies);
            console.line(format_args!("  {first}: {counted} replies counted, {replies} found"))?;
        }
    }
    Ok(())
}

/// Returns the position that the arguments name, and its problems, which are printed as notes.
pub(crate) fn position(args: &Args, console: &mut Console) -> Result<(Position, FenProblems), Stop> {
    let (mut position, problems) = first_position(args, console)?;
    let failed = |reason: &dyn Display| Stop::Failed(format!("--moves: {reason}"));
    let moves = args.moves.as_deref().unwrap_or_default();
    for read in san::parse_variation_lenient(&position, moves).map_err(|error| failed(&error))? {
        position.do_move(read.mv.ok_or_else(|| failed(&"a null move is not legal"))?);
    }
    Ok((position, problems))
}

/// Returns the position before the moves.
fn first_position(args: &Args, console: &mut Console) -> Result<(Position, FenProblems), Stop> {
    if let Some(number) = args.start960 {
        return Ok((
            Board::chess960(number).map(Position::from).expect("the argument is below 960"),
            FenProblems::empty(),
        ));
    }
    let given = args.fen.as_deref().map(fen_argument);
    let fen = given.as_deref().unwrap_or_else(|| args.position.unwrap_or(Named::Start).fen());
    let read = args.fen_reader(FenMode::Detect).read(fen).map_err(|error| Stop::Failed(refusal(fen, &error)))?;
    if !args.quiet {
        read.problem_kinds().for_each(|kind| console.note(&remark(kind)));
    }
    let problems = read.problems();
    Ok((read.position, problems))
}
