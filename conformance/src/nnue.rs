//! The networks of the tables of values: found next to a table, among the vectors, or made by their rule.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::{env, fs};

use gardez_nnue::features::{KingBuckets, Mirror, PieceSquares};
use gardez_nnue::{Architecture, Array, Network, NetworkError, NetworkKind, SimpleShape};

use crate::file::data;
use crate::report::{Outcome, RecordError};

/// The layout of `buckets_hm10`.
#[rustfmt::skip]
pub(crate) const LAYOUT_10: [u8; 32] = [
    0, 1, 2, 3,
    4, 4, 5, 5,
    6, 6, 6, 6,
    7, 7, 7, 7,
    8, 8, 8, 8,
    8, 8, 8, 8,
    9, 9, 9, 9,
    9, 9, 9, 9,
];

pub(crate) const fn mirrored(layout: [u8; 32]) -> PieceSquares {
    PieceSquares { kings: KingBuckets::Half(layout), mirror: Mirror::AToD, ..PieceSquares::CHESS_768 }
}

/// Returns the network of a set of values, such as `sf151`. It is kept until the program ends.
pub(crate) fn network(set: &str, directory: Option<&Path>) -> Outcome<&'static Network<'static>> {
    static NETWORKS: LazyLock<Mutex<BTreeMap<String, &'static Network<'static>>>> = LazyLock::new(Mutex::default);
    let mut networks = NETWORKS.lock().expect("no thread panics while it has the networks");
    if let Some(network) = networks.get(set) {
        return Ok(network);
    }
    let made = target().join("nnue");
    let file = file_name(set);
    let found = directory.map(Path::to_path_buf).into_iter().chain(data("vectors/nnue")).chain([made.clone()]);
    let network = match found.map(|directory| directory.join(&file)).find(|path| path.exists()) {
        Some(path) => {
            let bytes = fs::read(&path).map_err(|error| damage(&path, &error))?;
            read(set, &bytes).map_err(|error| damage(&path, &error))?
        }
        None => {
            let network = make(set).ok_or_else(|| RecordError::new("", format!("{set} is not a known network")))?;
            keep(&made, &file, &network.to_bytes()).map_err(|error| damage(&made.join(&file), &error))?;
            network
        }
    };
    let network: &'static _ = Box::leak(Box::new(network));
    networks.insert(set.to_owned(), network);
    Ok(network)
}

pub(crate) fn read(set: &str, bytes: &[u8]) -> Result<Network<'static>, NetworkError> {
    match shape(set) {
        Some(shape) => Network::read_simple(bytes, &shape).map(Network::into_owned),
        None => Network::read(bytes),
    }
}

/// Returns the description of a network: beside it, or in the samples.
pub(crate) fn description(file: &str, directory: Option<&Path>) -> Outcome<Architecture> {
    let name = file.split('.').next().unwrap_or_default().trim_start_matches("rnd_");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/nnue/arch");
    let names = [format!("{file}.toml"), format!("rnd_{name}.toml"), format!("{name}.toml")];
    let mut paths =
        directory.into_iter().chain([&*samples]).flat_map(|place| names.each_ref().map(|name| place.join(name)));
    let path = paths.find(|path| path.is_file());
    let path = path.ok_or_else(|| RecordError::new("", format!("no {name}.toml describes {name}")))?;
    let text = fs::read_to_string(&path).map_err(|error| damage(&path, &error))?;
    Architecture::from_toml(&text).map_err(|error| damage(&path, &error))
}

/// Returns a network that has a description: beside the table, among the vectors, or made by its rule.
pub(crate) fn described(name: &str, directory: Option<&Path>) -> Outcome<Arc<Network<'static>>> {
    // They are large, so only the last one is kept.
    static LAST: Mutex<Option<(String, Arc<Network<'static>>)>> = Mutex::new(None);
    let mut last = LAST.lock().expect("no thread panics while it has the network");
    if let Some((_, network)) = last.as_ref().filter(|(known, _)| known == name) {
        return Ok(Arc::clone(network));
    }
    let architecture = description(name, directory)?;
    let files = ["bin", "nnue"].map(|ending| [format!("rnd_{name}.{ending}"), format!("{name}.{ending}")]).concat();
    let places = directory.map(Path::to_path_buf).into_iter().chain(data("vectors/nnue/arch"));
    let path = places.flat_map(|place| files.iter().map(move |file| place.join(file)).collect::<Vec<_>>());
    let network = match path.into_iter().find(|path| path.is_file()) {
        Some(path) => {
            let bytes = fs::read(&path).map_err(|error| damage(&path, &error))?;
            let network = Network::read_described(&bytes, &architecture).map(Network::into_owned);
            network.map_err(|error| damage(&path, &error))?
        }
        None => make_described(name, &architecture)
            .ok_or_else(|| RecordError::new("", format!("there is no {}, and no rule that makes it", files[0])))?,
    };
    let network = Arc::new(network);
    *last = Some((name.to_owned(), Arc::clone(&network)));
    Ok(network)
}

/// Makes a network by the rule of the vectors: the arrays of the first layer in the order of the file, and the largest
/// weights, least and largest biases and their divisors of the layers.
fn make_described(name: &str, architecture: &Architecture) -> Option<Network<'static>> {
    use Array::{Biases, Pairs, Pieces, Threats};

    type Layers = [(i32, i32, i32, [i32; 2]); 3];
    let floats = |first: i32, [b1, w2, b2, w3, b3]: [i32; 5], divisors: [i32; 3]| -> Layers {
        let [d1, d2, d3] = divisors;
        [(first, -b1, b1, [1, d1]), (w2, -b2, b2, [d2; 2]), (w3, -b3, b3, [d3; 2])]
    };
    let whole = |weights: [i32; 3], biases: [(i32, i32); 3]| -> Layers {
        core::array::from_fn(|i| (weights[i], biases[i].0, biases[i].1, [1; 2]))
    };
    let (base, first, layers): (u64, &[Array], Layers) = match name {
        "halfkp" => (0x2000, &[], whole([8, 30, 127], [(-4000, 4000); 3])),
        "halfkav2" => (0x2100, &[], whole([6, 40, 127], [(-4000, 4000); 3])),
        "sf141" => (0x2800, &[], whole([5, 50, 127], [(-4000, 4000); 3])),
        "bullet_multi" => (0x2200, &[Pieces, Biases], floats(30, [8192, 6000, 4096, 8192, 4096], [8192; 3])),
        "obsidian" => (0x2300, &[Pieces, Biases], floats(30, [4096, 3000, 4096, 8192, 4096], [8192; 3])),
        "plenty" => (0x2400, &[Pieces, Pairs, Threats, Biases], floats(20, [4096, 3000, 4096, 6000, 4096], [8192; 3])),
        "reckless" => (0x2500, &[Threats, Pieces, Biases], floats(20, [8192, 6000, 4096, 8192, 4096], [8192; 3])),
        "viridithas" => {
            let layers = floats(20, [8192, 2000, 8192, 4096, 4096], [4096, 8192, 8192]);
            (0x2600, &[Pairs, Threats, Pieces, Biases], layers)
        }
        "stormphrax" => {
            let biases = [(-3000, 4000), (-60_000, 120_000), (-4_000_000, 4_000_000)];
            (0x2700, &[Pieces, Pairs, Threats, Biases], whole([20, 20, 60], biases))
        }
        _ => return None,
    };
    let is_stockfish = first.is_empty();
    let place = |array: Array| first.iter().position(|&other| other == array).unwrap_or_default() as u64;
    let made = Network::build_described(architecture, |array, index| match array {
        Biases if is_stockfish => in_range(base, index, -100, 160).into(),
        Pieces if is_stockfish => value(base + 1, index, 70).into(),
        Array::PieceMaterial => value(base + 2, index, 5000).into(),
        Biases => in_range(base + place(array), index, -40, 120).into(),
        Pieces => value(base + place(array), index, 60).into(),
        Threats | Pairs => value(base + place(array), index, 24).into(),
        Array::LayerBiases { bucket, layer } => {
            let (_, low, high, [_, divisor]) = layers[layer];
            let stack = if is_stockfish { 16 + 8 * bucket } else { first.len() + 1 };
            f64::from(in_range(base + (stack + 2 * layer) as u64, index, low, high)) / f64::from(divisor)
        }
        Array::LayerWeights { bucket, layer } => {
            let (most, _, _, [divisor, _]) = layers[layer];
            let stack = if is_stockfish { 17 + 8 * bucket } else { first.len() };
            f64::from(value(base + (stack + 2 * layer) as u64, index, most)) / f64::from(divisor)
        }
        _ => 0.0,
    });
    made.ok()
}

fn damage(path: &Path, error: &dyn std::fmt::Display) -> RecordError {
    RecordError::new("", format!("{}: {error}", path.display()))
}

fn target() -> PathBuf {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(default, PathBuf::from)
}

fn keep(directory: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(directory)?;
    let part = directory.join(format!("{name}.{}", std::process::id()));
    fs::write(&part, bytes)?;
    fs::rename(part, directory.join(name))
}

fn file_name(set: &str) -> String {
    if set.starts_with("bullet") { format!("{set}.bin") } else { format!("rnd_{set}.nnue") }
}

/// Returns the shape of a set without a header.
fn shape(set: &str) -> Option<SimpleShape> {
    let mut shape = SimpleShape { width: 32, ..SimpleShape::default() };
    match set {
        "bullet_simple32" => {}
        "bullet_hm10x64x8" => {
            shape.inputs = mirrored(LAYOUT_10);
            (shape.width, shape.output_buckets) = (64, 8);
        }
        _ => return None,
    }
    Some(shape)
}

/// Makes a network by the rule of the vectors.
fn make(set: &str) -> Option<Network<'static>> {
    if let Some(shape) = shape(set) {
        let base = if set == "bullet_simple32" { 0x1000 } else { 0x1010 };
        let made = Network::build_simple(&shape, |array, index| match array {
            Array::Pieces => value(base, index, 60),
            Array::Biases => in_range(base + 1, index, -20, 80),
            Array::LayerWeights { bucket, .. } => value(base + 2, 2 * shape.width * bucket + index, 126),
            Array::LayerBiases { bucket, .. } => value(base + 3, bucket, 6000),
            _ => 0,
        });
        return made.ok();
    }
    let (kind, width, ranges, padding) = match set {
        "sf151" => (NetworkKind::Stockfish15, 1024, [14, 50, 127], 2),
        "sf18big" => (NetworkKind::Stockfish18Big, 1024, [14, 50, 127], 2),
        "sf18small" => (NetworkKind::Stockfish16, 128, [45, 50, 127], 2),
        "sfdev" => (NetworkKind::Stockfish2026, 1024, [24, 40, 127], 0),
        _ => return None,
    };
    let made = Network::build(kind, width, &format!("gardez test net {set}"), |array, index| match array {
        Array::Biases => in_range(1, index, -100, 160),
        Array::Threats => value(2, index, 24),
        Array::Pieces => value(3, index, 70),
        Array::ThreatMaterial => value(4, index, 5000),
        Array::PieceMaterial => value(5, index, 5000),
        Array::Pairs => value(6, index, 24),
        Array::PairMaterial => value(7, index, 5000),
        Array::LayerBiases { bucket, layer } => value((16 + 8 * bucket + 2 * layer) as u64, index, 4000),
        // The padding of rows of 30 inputs is 0.
        Array::LayerWeights { layer: 1, .. } if index % 32 >= 32 - padding => 0,
        Array::LayerWeights { bucket, layer } => value((17 + 8 * bucket + 2 * layer) as u64, index, ranges[layer]),
        _ => 0,
    });
    made.ok()
}

fn value(array: u64, index: usize, most: i32) -> i32 {
    in_range(array, index, -most, most)
}

/// Returns a number of an array: see the README of the vectors.
fn in_range(array: u64, index: usize, low: i32, high: i32) -> i32 {
    let z = (array << 40).wrapping_add(index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    let z = z ^ z >> 31;
    low + ((z >> 33) % (high - low + 1) as u64) as i32
}
