//! Makes the batches of a training loop and prints how fast, and what was left out.
//!
//! ```sh
//! cargo run --release -p gardez --features data,lc0,gzip,zstd --example batches -- THREADS PATH...
//! ```
//!
//! All positions come once, through a shuffle buffer of 50,000 records. Each batch has the planes as `f32`, the
//! probabilities of the moves, and values.

use std::env;
use std::error::Error;
use std::time::Instant;

use gardez::data::loader::{Batch, Loader, LoaderOptions, PlanesMut, Records, VALUES};
use gardez::lc0::training::{Archive, ArchiveOptions};
use gardez::lc0::{CELLS, CellLayout, POLICY_SIZE, Rule50Scale};
use gardez_io::println;

/// The number of records in a batch.
const SIZE: usize = 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let Some(threads) = arguments.next().and_then(|threads| threads.parse().ok()) else {
        return Err("usage: batches THREADS TAR|DIRECTORY|FILE...".into());
    };
    let chunks = Archive::open_all(arguments, ArchiveOptions::default())?;
    println!("{} chunks, {} other files", chunks.len(), chunks.skipped_count());

    let options = LoaderOptions::default().with_shuffle(50_000).with_threads(threads);
    let mut loader = Loader::new(Records::new(chunks), options)?;
    let (mut cells, mut policy) = (vec![0.0; SIZE * CELLS], vec![0.0; SIZE * POLICY_SIZE]);
    let mut values = vec![0.0; SIZE * VALUES];
    let start = Instant::now();
    loop {
        let (layout, rule50) = (CellLayout::PlanesFirst, Rule50Scale::Training);
        let batch = Batch::new(SIZE)
            .with_planes(PlanesMut::F32 { cells: &mut cells, layout, rule50 })
            .with_policy(&mut policy)
            .with_values(&mut values);
        if loader.next_batch(batch)? == 0 {
            break;
        }
        // A network would be trained here.
    }
    let seconds = start.elapsed().as_secs_f64();
    for (name, count) in loader.stats().iter().filter(|&(_, count)| count != 0) {
        println!("{count:10} {}", name.replace('_', " "));
    }
    println!("{:10.0} records a second", loader.stats().records_used as f64 / seconds);
    for problem in loader.problems() {
        println!("{problem}");
    }
    Ok(())
}
