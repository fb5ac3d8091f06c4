//! Loaders, which read whole chunks: before the place where a file is cut, they yield what its reader yields.

use std::fs;
use std::io::Read;
use std::path::Path;

use gardez::data::loader::{
    ChunkOrder, EntryFile, EntryFileError, Loader, LoaderError, LoaderOptions, Memory, OnProblem, Positions, Records,
    Samples,
};
use gardez::data::{FORMATS, chunk, table};
use gardez_formats::{Division, Strictness, Wdl};
use gardez_io::{DecompressLimits, Unpacked};
use gardez_lc0::training::{self, Archive};

use crate::readers::law::Found;
use crate::readers::{sample, seeds};

/// The name of each chunk, which its errors contain.
const NAME: &str = "readers-loader";

/// Everything that a loader yields, and its errors.
fn loaded<S: Samples>(
    samples: S,
    mut next: impl FnMut(&mut Loader<S>) -> Result<Option<String>, LoaderError>,
) -> Found {
    let options = LoaderOptions::default().with_chunk_order(ChunkOrder::Source).with_problems(OnProblem::Stop);
    let mut loader = Loader::new(samples, options.with_shuffle(1).with_threads(0)).expect("the options are right");
    let mut found = Found::default();
    loop {
        match next(&mut loader) {
            Ok(Some(item)) => found.items.push(item),
            Ok(None) => return found,
            Err(error) => {
                assert!(error.to_string().contains(NAME), "{error}");
                found.error = Some(error.to_string());
            }
        }
    }
}

/// Checks that both ways read the same of a file that is cut anywhere, packed or not. A file has at least a byte.
fn agree(name: &str, bytes: &[u8], reader: impl Fn(&[u8]) -> Found, loader: impl Fn(&[u8]) -> Found) {
    let mut most = 0;
    for file in [bytes, &seeds::gzip(bytes, 0), &seeds::gzip(bytes, 6), &seeds::zstd(bytes)] {
        for length in (1..file.len()).step_by(1 + file.len() / 40).chain([file.len() - 1, file.len()]) {
            let [expected, found] = [reader(&file[..length]), loader(&file[..length])];
            assert_eq!(found.items, expected.items, "{name}: {length} of {} bytes: {found:?}", file.len());
            assert_eq!(found.error.is_some(), expected.error.is_some(), "{name}: {length}: {found:?}, {expected:?}");
            most = most.max(found.items.len());
        }
    }
    assert!(1 < most, "{name}");
}

#[test]
fn a_loader_of_records_yields_those_before_a_cut() {
    let mut bytes = vec![];
    Unpacked::new(&sample("lc0/v7/g02_v6.gz")[..], DecompressLimits::default())
        .and_then(|mut unpacked| unpacked.read_to_end(&mut bytes))
        .expect("a sample");
    let text = |record: training::Record| format!("{:?}", record.into_v6());
    let reader = |bytes: &[u8]| match Unpacked::new(bytes, DecompressLimits::default()) {
        Ok(unpacked) => {
            let mut reader = training::Reader::new(unpacked);
            Found::items(|| reader.next().transpose(), text)
        }
        Err(error) => Found { error: Some(error.to_string()), ..Found::default() },
    };
    agree("records", &bytes, reader, |bytes| {
        let mut source = Memory::new();
        source.push(NAME, bytes);
        loaded(Records::new(source), |loader| Ok(loader.next_record()?.map(text)))
    });
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(NAME);
    agree("records of an archive", &bytes, reader, |bytes| {
        fs::write(&path, bytes).expect("written");
        match Archive::open(&path) {
            Ok(archive) => loaded(Records::new(archive), |loader| Ok(loader.next_record()?.map(text))),
            Err(error) => Found { error: Some(error.to_string()), ..Found::default() },
        }
    });
}

#[test]
fn a_loader_of_positions_yields_those_before_a_cut() {
    for &format in FORMATS.iter().filter(|format| !matches!(format.row().division, Division::Indexed)) {
        let files = match chunk::GameFormat::of(format) {
            Some(_) if format == table::PGN => vec![sample("pgn/lichess_sample.pgn")[..5000].to_vec()],
            Some(_) => continue,
            None => seeds::packed(format),
        };
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{NAME}.{}", format.extension()));
        let open = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            EntryFile::open(&path, Some(format))
                .map(|file| file.with_missing_score(Some(0)).with_missing_result(Some(Wdl::Draw)))
        };
        let failed = |error: &dyn std::fmt::Display| Found { error: Some(error.to_string()), ..Found::default() };
        let reader = |bytes: &[u8]| match open(bytes)
            .and_then(|file| file.entries(Strictness::Strict).map_err(EntryFileError::File))
        {
            Ok(mut entries) => Found::items(
                || {
                    Ok::<_, String>(
                        entries
                            .next_seen(false)
                            .map_err(|error| error.to_string())?
                            .map(|entry| format!("{:?} {} {} {}", entry.mv, entry.score, entry.result, entry.ply)),
                    )
                },
                |text| text,
            ),
            Err(error) => failed(&error),
        };
        let loader = |bytes: &[u8]| match open(bytes) {
            Ok(file) => loaded(Positions::new([file]), |loader| {
                Ok(loader.next_position()?.map(|(_, position)| {
                    format!("{:?} {} {} {}", position.mv(), position.score(), position.result(), position.ply())
                }))
            }),
            Err(error) => failed(&error),
        };
        files.iter().for_each(|bytes| agree(format.name(), bytes, reader, loader));
    }
}
