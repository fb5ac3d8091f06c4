//! nnue-pytorch's library `training_data_loader`, by the layout of its C interface: nine functions over the loader of
//! `gardez-data`.
//!
//! What the original answers with a crash or a deadlock is a line on standard error and a null pointer here. All pointers
//! that a function takes may be null.
#![allow(unsafe_code, reason = "callers in another language pass pointers")]
#![allow(clippy::missing_safety_doc, reason = "the module says what all callers promise")]

mod stream;

use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use gardez_data::TrainerFilter;
use gardez_data::loader::Position;
use gardez_nnue::features::FeatureSets;
use gardez_position::{FenMode, FenReader};

use stream::{FenStream, Rows, Source, SparseStream, warn};

/// The most rows of a batch.
const MOST_ROWS: c_int = 1 << 20;

/// The filters, 136 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Config {
    filtered: u8,
    random_fen_skipping: c_int,
    wld_filtered: u8,
    early_fen_skipping: c_int,
    soft_early_fen_skipping: c_int,
    simple_eval_skipping: c_int,
    param_index: c_int,
    pc_y: [f64; 5],
    ply: [[f64; 2]; 4],
}

/// The part of the data that a process uses, 8 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ddp {
    rank: c_int,
    world_size: c_int,
}

/// A batch of rows, 72 bytes. The arrays of each type are one block.
#[repr(C)]
#[derive(Debug)]
pub struct SparseBatch {
    num_inputs: c_int,
    size: c_int,
    is_white: *mut f32,
    outcome: *mut f32,
    score: *mut f32,
    num_active_white_features: c_int,
    num_active_black_features: c_int,
    max_active_features: c_int,
    white: *mut c_int,
    black: *mut c_int,
    piece_count: *mut c_int,
}

/// A batch of FENs, 16 bytes.
#[repr(C)]
#[derive(Debug)]
pub struct FenBatch {
    size: c_int,
    fens: *mut Fen,
}

/// A FEN, 16 bytes.
#[repr(C)]
#[derive(Debug)]
pub struct Fen {
    length: c_int,
    text: *mut c_char,
}

const _: () = assert!(size_of::<Config>() == 136 && size_of::<Ddp>() == 8 && size_of::<Fen>() == 16);
const _: () = assert!(size_of::<SparseBatch>() == 72 && size_of::<FenBatch>() == 16);

/// A batch whose first field is what the caller sees, and the memory to which that points.
#[repr(C)]
struct Owned<B, M> {
    batch: B,
    memory: M,
}

type OwnedRows = Owned<SparseBatch, Rows>;
type OwnedFens = Owned<FenBatch, (Vec<Fen>, Vec<CString>)>;

fn made<T>(make: impl FnOnce() -> Result<T, String>) -> Option<T> {
    let made = catch_unwind(AssertUnwindSafe(make));
    made.unwrap_or_else(|_| Err("this is a bug of Gardez: please report it".into())).map_err(warn).ok()
}

fn given<T>(value: Option<T>) -> *mut T {
    value.map_or(null_mut(), |value| Box::into_raw(Box::new(value)))
}

/// Drops a value. The pointer must be null, or one that [`given`] has returned and nothing uses.
unsafe fn taken<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: by the contract, the pointer comes from a box.
        let value = unsafe { Box::from_raw(pointer) };
        made(|| {
            drop(value);
            Ok(())
        });
    }
}

/// Returns a text. The pointer must be null, or point to one that ends with NUL and outlives the call from C.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err("a text is missing".into());
    }
    // SAFETY: by the contract.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| format!("{text:?} is not UTF-8"))
}

/// Returns an array. The pointer must be null, or point to this many values that outlive the call from C.
unsafe fn array<'a, T>(pointer: *const T, count: c_int) -> Result<&'a [T], String> {
    match usize::try_from(count).unwrap_or_default() {
        0 => Ok(&[]),
        _ if pointer.is_null() => Err("an array is missing".into()),
        // SAFETY: by the contract.
        count => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Returns what a stream is made of. For the pointers, see [`text`] and [`array`].
unsafe fn source(
    concurrency: c_int,
    (count, files): (c_int, *const *const c_char),
    batch: c_int,
    cyclic: u8,
    config: Config,
    ddp: Ddp,
) -> Result<Source, String> {
    // SAFETY: by the contract.
    let paths = unsafe { array(files, count) }?.iter().map(|&file| unsafe { text(file) }.map(String::from));
    let shard = match (u32::try_from(ddp.rank), u32::try_from(ddp.world_size)) {
        (_, Ok(0 | 1) | Err(_)) => (0, 1),
        (Ok(rank), Ok(world)) if rank < world => (rank, world),
        _ => return Err(format!("there is no rank {} of {}", ddp.rank, ddp.world_size)),
    };
    if MOST_ROWS < batch {
        return Err(format!("a batch of {batch} entries is too large, at most {MOST_ROWS}"));
    }
    Ok(Source {
        concurrency: usize::try_from(concurrency).unwrap_or_default().min(256),
        paths: paths.collect::<Result<_, _>>()?,
        batch: usize::try_from(batch).unwrap_or_default(),
        is_cyclic: cyclic != 0,
        filter: TrainerFilter {
            filtered: config.filtered != 0,
            random_fen_skipping: config.random_fen_skipping,
            wld_filtered: config.wld_filtered != 0,
            early_fen_skipping: config.early_fen_skipping,
            soft_early_fen_skipping: config.soft_early_fen_skipping,
            simple_eval_skipping: config.simple_eval_skipping,
            pc_y: config.pc_y,
            ply: config.ply.map(|[x, y]| (x, y)),
        },
        shard,
    })
}

fn sets(names: &str) -> Result<FeatureSets, String> {
    FeatureSets::parse(names).map_err(|error| error.to_string())
}

/// Returns the batch with these arrays.
fn sparse(sets: &FeatureSets, mut rows: Rows) -> OwnedRows {
    let (size, width) = (rows.floats.len() / 3, sets.max_active());
    let (floats, ints) = (rows.floats.as_mut_ptr(), rows.ints.as_mut_ptr());
    let [white, black] = rows.active.map(|count| count as c_int);
    let batch = SparseBatch {
        num_inputs: sets.inputs() as c_int,
        size: size as c_int,
        is_white: floats,
        outcome: floats.wrapping_add(size),
        score: floats.wrapping_add(2 * size),
        num_active_white_features: white,
        num_active_black_features: black,
        max_active_features: width as c_int,
        white: ints,
        black: ints.wrapping_add(size * width),
        piece_count: ints.wrapping_add(2 * size * width),
    };
    Owned { batch, memory: rows }
}

/// Opens a stream of batches of rows.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
#[allow(clippy::too_many_arguments)] // nnue-pytorch's
pub unsafe extern "C" fn create_sparse_batch_stream(
    features: *const c_char,
    concurrency: c_int,
    count: c_int,
    files: *const *const c_char,
    batch: c_int,
    cyclic: u8,
    config: Config,
    ddp: Ddp,
) -> *mut SparseStream {
    // SAFETY: the caller passes texts and arrays that live during this call.
    given(made(|| unsafe {
        SparseStream::new(sets(text(features)?)?, source(concurrency, (count, files), batch, cyclic, config, ddp)?)
    }))
}

/// Closes a stream of batches of rows.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn destroy_sparse_batch_stream(stream: *mut SparseStream) {
    // SAFETY: the caller passes a stream once, or null.
    unsafe { taken(stream) };
}

/// Returns the next batch of rows, or null at the end.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn fetch_next_sparse_batch(stream: *mut SparseStream) -> *mut SparseBatch {
    // SAFETY: the caller passes an open stream, which no other thread uses, or null.
    let Some(stream) = (unsafe { stream.as_mut() }) else { return null_mut() };
    given(made(|| Ok(stream.next().map(|rows| sparse(&stream.sets, rows)))).flatten()).cast()
}

/// Frees a batch of rows.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn destroy_sparse_batch(batch: *mut SparseBatch) {
    // SAFETY: every batch that the caller has is the first field of one with its memory; it is passed once, or null.
    unsafe { taken(batch.cast::<OwnedRows>()) };
}

/// Returns a batch of these positions.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn get_sparse_batch_from_fens(
    features: *const c_char,
    count: c_int,
    fens: *const *const c_char,
    scores: *const c_int,
    _plies: *const c_int,
    results: *const c_int,
) -> *mut SparseBatch {
    let make = || {
        // SAFETY: the caller passes a text, and arrays of this length that live during this call.
        let (sets, fens) = unsafe { (sets(text(features)?)?, array(fens, count)?) };
        // SAFETY: as above.
        let (scores, results) = unsafe { (array(scores, count)?, array(results, count)?) };
        let position = |&fen| {
            // SAFETY: as above.
            let fen = unsafe { text(fen) }?;
            let read = FenReader::new().with_mode(FenMode::Detect).read_board(fen);
            let board = read.map_err(|error| format!("{fen}: {error}"))?.position;
            Position::from_board(&board).map_err(|pieces| format!("{fen}: {pieces} pieces are too many"))
        };
        let positions = fens.iter().map(position).collect::<Result<Vec<_>, String>>()?;
        let mut rows = Rows::new(&sets, &positions, 1);
        let (outcome, score) = rows.floats[fens.len()..].split_at_mut(fens.len());
        outcome.iter_mut().zip(results).for_each(|(cell, &result)| *cell = (result as f32 + 1.0) / 2.0);
        score.iter_mut().zip(scores).for_each(|(cell, &score)| *cell = score as f32);
        Ok(sparse(&sets, rows))
    };
    given(made(make)).cast()
}

/// Opens a stream of batches of FENs.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn create_fen_batch_stream(
    concurrency: c_int,
    count: c_int,
    files: *const *const c_char,
    batch: c_int,
    cyclic: u8,
    config: Config,
    ddp: Ddp,
) -> *mut FenStream {
    // SAFETY: the caller passes texts and arrays that live during this call.
    given(made(|| FenStream::new(unsafe { source(concurrency, (count, files), batch, cyclic, config, ddp) }?)))
}

/// Closes a stream of batches of FENs.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn destroy_fen_batch_stream(stream: *mut FenStream) {
    // SAFETY: the caller passes a stream once, or null.
    unsafe { taken(stream) };
}

/// Returns the next batch of FENs, or null at the end.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn fetch_next_fen_batch(stream: *mut FenStream) -> *mut FenBatch {
    // SAFETY: the caller passes an open stream, which no other thread uses, or null.
    let Some(stream) = (unsafe { stream.as_mut() }) else { return null_mut() };
    let make = || {
        let texts = stream.next().into_iter().map(CString::new).collect::<Result<Vec<_>, _>>();
        let texts = texts.map_err(|error| error.to_string())?;
        let fen = |text: &CString| Fen { length: text.as_bytes().len() as c_int, text: text.as_ptr().cast_mut() };
        let mut fens: Vec<_> = texts.iter().map(fen).collect();
        let batch = FenBatch { size: fens.len() as c_int, fens: fens.as_mut_ptr() };
        Ok((batch.size != 0).then_some(Owned { batch, memory: (fens, texts) }))
    };
    given::<OwnedFens>(made(make).flatten()).cast()
}

/// Frees a batch of FENs.
#[unsafe(no_mangle)] // SAFETY: no other item has this name.
pub unsafe extern "C" fn destroy_fen_batch(batch: *mut FenBatch) {
    // SAFETY: every batch that the caller has is the first field of one with its memory; it is passed once, or null.
    unsafe { taken(batch.cast::<OwnedFens>()) };
}

#[cfg(test)]
mod tests {
    //! What a caller does, also under Miri (`cargo xtask sanitize miri`).

    use std::ptr::null;
    use std::slice;

    use super::*;

    const SETS: &CStr = c"Full_Threats+HalfKAv2_hm";

    #[test]
    fn a_batch_of_fens_has_the_numbers_of_its_caller() {
        let fens = [c"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", c"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"].map(CStr::as_ptr);
        let (scores, results) = ([10, -20], [1, 0]);
        let make = |sets: *const c_char, fens: *const *const c_char| {
            // SAFETY: null pointers, and arrays of two values and texts that live as long as this test.
            unsafe { get_sparse_batch_from_fens(sets, 2, fens, scores.as_ptr(), null(), results.as_ptr()) }
        };
        let pointer = make(SETS.as_ptr(), fens.as_ptr());
        // SAFETY: the batch has this many numbers, and is freed after they are read.
        unsafe {
            let batch = pointer.as_ref().expect("a batch");
            assert_eq!(slice::from_raw_parts(batch.score, 2), [10.0, -20.0]);
            assert_eq!(slice::from_raw_parts(batch.outcome, 2), [1.0, 0.5]);
            assert_eq!(slice::from_raw_parts(batch.is_white, 2), [1.0, 0.0]);
            assert_eq!(slice::from_raw_parts(batch.piece_count, 2), [3, 3]);
            let inputs = slice::from_raw_parts(batch.black, 2 * batch.max_active_features as usize);
            assert!(inputs.iter().all(|input| (-1..batch.num_inputs).contains(input)));
            destroy_sparse_batch(pointer);
        }
        assert!(make(null(), fens.as_ptr()).is_null() && make(SETS.as_ptr(), null()).is_null());
        assert!(make(SETS.as_ptr(), [fens[0], null()].as_ptr()).is_null());
    }

    #[test]
    #[cfg(not(miri))]
    fn a_thousand_streams_are_opened_read_and_closed() {
        use gardez_formats::{Entry, SideToMove, Wdl, WriteEntries, bin, binpack};

        let mut board = gardez_position::Board::start();
        let (mut records, mut chain) = (bin::Writer::new(Vec::new()), binpack::Writer::new(Vec::new()));
        for ply in 0..150 {
            let moves = board.legal_moves();
            let mv = moves[ply % moves.len()];
            let entry =
                Entry::<SideToMove>::new(board, Some(mv), 10 * (ply % 9) as i16, Wdl::Draw).with_ply(ply as u32);
            records.write_entry(&entry).expect("it fits");
            chain.write_entry(&entry).expect("it fits");
            board.do_move(mv);
        }
        let files = [("bin", records.finish()), ("binpack", chain.finish())].map(|(end, bytes)| {
            let path = std::env::temp_dir().join(format!("gardez-streams-{}.{end}", std::process::id()));
            std::fs::write(&path, bytes.expect("a list takes all bytes")).expect("a temporary file");
            path
        });
        let config = Config {
            filtered: 0,
            random_fen_skipping: 0,
            wld_filtered: 0,
            early_fen_skipping: -1,
            soft_early_fen_skipping: 0,
            simple_eval_skipping: -1,
            param_index: 0,
            pc_y: [0.0; 5],
            ply: [[0.0; 2]; 4],
        };
        let mut rows = 0;
        for number in 0..1_000 {
            let path = CString::new(files[number % 2].to_str().expect("text")).expect("no NUL");
            let (paths, concurrency) = ([path.as_ptr()], [1, 2, 4, 8][number / 2 % 4]);
            let (cyclic, part) = (u8::from(number % 5 != 0), Ddp { rank: 0, world_size: 1 });
            // SAFETY: texts and arrays that outlive the calls; streams and batches are used and freed as they must be, and
            // a batch outlives its stream.
            unsafe {
                let paths = paths.as_ptr();
                let stream = create_sparse_batch_stream(SETS.as_ptr(), concurrency, 1, paths, 16, cyclic, config, part);
                let batches: Vec<_> = (0..number % 4).map(|_| fetch_next_sparse_batch(stream)).collect();
                destroy_sparse_batch_stream(stream);
                for batch in batches {
                    let made = batch.as_ref().expect("enough entries");
                    let counts = slice::from_raw_parts(made.piece_count, made.size as usize);
                    assert!(counts.iter().all(|count| (2..=32).contains(count)));
                    rows += counts.len();
                    destroy_sparse_batch(batch);
                }
                if number % 10 == 0 {
                    let stream = create_fen_batch_stream(concurrency, 1, paths, 16, cyclic, config, part);
                    let batch = fetch_next_fen_batch(stream);
                    destroy_fen_batch_stream(stream);
                    assert_eq!(batch.as_ref().map(|batch| batch.size), Some(16));
                    destroy_fen_batch(batch);
                }
            }
        }
        files.iter().for_each(|path| std::fs::remove_file(path).expect("the temporary file"));
        assert_eq!(rows, 1_500 * 16);
    }
}
