//! Counts and data sets beyond one machine, as units of work that any engine can run.
//!
//! A *plan* is a folder with a file `plan.json`. It lists *stages*, and each stage has *units*. A unit is a pure
//! function from named files to files: running it twice produces the same bytes, on any machine. So an engine that
//! starts commands (Slurm, Dask, Ray, Spark, a shell) can run the units in any order that respects the stages, and can
//! repeat killed units. The program `scale` makes plans, runs units, and adds up the results.
//!
//! | module | what it is |
//! |---|---|
//! | [`plan`] | `plan.json`: what to compute, in which units |
//! | [`mod@unit`] | the name of a unit, and the part of its input that it reads |
//! | [`done`] | `done.json`: proof that the output of a unit is complete |
//! | [`sealed`], [`claim`] | the records of a finished stage in one file; the process that runs a unit |
//! | [`output`] | writing the files of a unit so that a crash leaves none half written |
//! | [`schema`], [`table`] | the columns of the files, and Parquet with bytes that depend on nothing but the rows |
//! | [`sorted`], [`shuffle`] | sorting and merging more than fits into memory; the file between two stages |
//! | [`context`] | a unit at work: its inputs, checked before they are read |
//! | [`perft`] | the tasks that count |
//! | [`data`] | the tasks that make training data |
//! | [`export`] | the task that writes training data in the formats of others |
//! | [`run`], [`survey`], [`sum`], [`verify`] | running units, and judging what they left |
//! | [`repair`] | setting aside what is damaged |
//! | [`progress`], [`recipes`] | how long the rest takes; scripts that run a plan on an engine |
//! | [`cli`] | the program |

mod claim;
mod cli;
mod code;
mod context;
mod data;
mod digest;
mod done;
mod error;
mod export;
mod output;
mod perft;
mod plan;
mod progress;
mod ranges;
mod recipes;
mod repair;
mod run;
mod schema;
mod sealed;
mod shuffle;
mod sorted;
mod store;
mod sum;
mod survey;
mod table;
mod unit;
mod verify;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
