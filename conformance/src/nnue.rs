//! The networks of the tables of values: found next to a table, among the vectors, or made by their rule.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use gardez_nnue::architecture::{InputSet, KingBuckets, Mirror, OutputBuckets, PieceSquares};
use gardez_nnue::{Architecture, Array, Network, NetworkError};

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

/// Returns the description of a network: beside its file, Stockfish's or bullet's own, or in the samples.
pub(crate) fn description(file: &str, directory: Option<&Path>) -> Outcome<Architecture> {
    let name = file.split('.').next().unwrap_or_default().trim_start_matches("rnd_");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/nnue/arch");
    let names = [format!("{file}.toml"), format!("rnd_{name}.toml"), format!("{name}.toml")];
    let find = |place: &Path| names.iter().map(|name| place.join(name)).find(|path| path.is_file());
    let path = match (directory.and_then(find), known(name)) {
        (None, Some(known)) => return Ok(known),
        (beside, _) => beside.or_else(|| find(&samples)),
    };
    let path = path.ok_or_else(|| RecordError::new("", format!("no {name}.toml describes {name}")))?;
    let text = fs::read_to_string(&path).map_err(|error| damage(&path, &error))?;
    Architecture::from_toml(&text).map_err(|error| damage(&path, &error))
}

/// Returns the architecture of a name of the vectors that needs no description.
fn known(name: &str) -> Option<Architecture> {
    Some(match name {
        "halfkp" => Architecture::STOCKFISH_12,
        "halfkav2" => Architecture::STOCKFISH_14,
        "sf141" => Architecture::STOCKFISH_14_1,
        "sf151" => Architecture::STOCKFISH_15,
        "sf18big" => Architecture::STOCKFISH_18_BIG,
        "sf18small" => Architecture { width: 128, ..Architecture::STOCKFISH_16 },
        "sfdev" => Architecture::STOCKFISH_2026,
        "bullet_simple32" => Architecture { width: 32, ..Architecture::SIMPLE },
        "bullet_hm10x64x8" => Architecture {
            width: 64,
            inputs: vec![InputSet::Pieces(mirrored(LAYOUT_10))].into(),
            buckets: OutputBuckets::material_count(8),
            ..Architecture::SIMPLE
        },
        _ => return None,
    })
}

/// Reads a network. The file of one of Stockfish states its architecture.
pub(crate) fn read(bytes: &[u8], architecture: &Architecture) -> Result<Network<'static>, NetworkError> {
    if Architecture::STOCKFISH.iter().any(|known| known.name == architecture.name) {
        return Network::read(bytes);
    }
    Network::borrow(bytes, architecture).map(Network::into_owned)
}

/// Returns a network: beside the table, among the vectors, or made by its rule.
pub(crate) fn network(name: &str, directory: Option<&Path>) -> Outcome<Arc<Network<'static>>> {
    // They are large, so only the last one is kept.
    static LAST: Mutex<Option<(String, Arc<Network<'static>>)>> = Mutex::new(None);
    let mut last = LAST.lock().expect("no thread panics while it has the network");
    if let Some((_, network)) = last.as_ref().filter(|(known, _)| known == name) {
        return Ok(Arc::clone(network));
    }
    let architecture = description(name, directory)?;
    let files = ["bin", "nnue"].map(|ending| [format!("rnd_{name}.{ending}"), format!("{name}.{ending}")]).concat();
    let vectors = ["vectors/nnue", "vectors/nnue/arch"].into_iter().filter_map(data);
    let places = directory.map(Path::to_path_buf).into_iter().chain(vectors);
    let path = places.flat_map(|place| files.iter().map(move |file| place.join(file)).collect::<Vec<_>>());
    let network = match path.into_iter().find(|path| path.is_file()) {
        Some(path) => {
            let bytes = fs::read(&path).map_err(|error| damage(&path, &error))?;
            read(&bytes, &architecture).map_err(|error| damage(&path, &error))?
        }
        None => make(name, &architecture)
            .ok_or_else(|| RecordError::new("", format!("there is no {}, and no rule that makes it", files[0])))?,
    };
    let network = Arc::new(network);
    *last = Some((name.to_owned(), Arc::clone(&network)));
    Ok(network)
}

/// Makes a network by the rule of the vectors: the number of the first array, the arrays of the first layer in the order of
/// their numbers, and the largest weights, least and largest biases and their divisors of the layers.
fn make(name: &str, architecture: &Architecture) -> Option<Network<'static>> {
    use Array::{Biases, PairMaterial, Pairs, PieceMaterial, Pieces, ThreatMaterial, Threats};

    type Layers = [(i32, i32, i32, [i32; 2]); 3];
    const STOCKFISH: &[Array] = &[Biases, Pieces, PieceMaterial];
    const STOCKFISH_15: &[Array] = &[Biases, Threats, Pieces, ThreatMaterial, PieceMaterial, Pairs, PairMaterial];
    let floats = |first: i32, [b1, w2, b2, w3, b3]: [i32; 5], divisors: [i32; 3]| -> Layers {
        let [d1, d2, d3] = divisors;
        [(first, -b1, b1, [1, d1]), (w2, -b2, b2, [d2; 2]), (w3, -b3, b3, [d3; 2])]
    };
    let whole = |weights: [i32; 3], biases: [(i32, i32); 3]| -> Layers {
        core::array::from_fn(|i| (weights[i], biases[i].0, biases[i].1, [1; 2]))
    };
    let stockfish = |weights: [i32; 3]| whole(weights, [(-4000, 4000); 3]);
    let simple = whole([126; 3], [(-6000, 6000); 3]);
    let (base, first, layers): (u64, &[Array], Layers) = match name {
        "sf151" | "sf18big" => (1, STOCKFISH_15, stockfish([14, 50, 127])),
        "sf18small" => (1, STOCKFISH_15, stockfish([45, 50, 127])),
        "sfdev" => (1, STOCKFISH_15, stockfish([24, 40, 127])),
        "halfkp" => (0x2000, STOCKFISH, stockfish([8, 30, 127])),
        "halfkav2" => (0x2100, STOCKFISH, stockfish([6, 40, 127])),
        "sf141" => (0x2800, STOCKFISH, stockfish([5, 50, 127])),
        "bullet_simple32" => (0x1000, &[Pieces, Biases], simple),
        "bullet_hm10x64x8" => (0x1010, &[Pieces, Biases], simple),
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
    let place = |array: Array| base + first.iter().position(|&other| other == array).unwrap_or_default() as u64;
    // In Stockfish's networks, each bucket has arrays of its own.
    let is_stockfish = first.contains(&PieceMaterial);
    let (stacks, rows, [low, high]) = match base {
        1 => (16, 70, [-100, 160]),
        _ if is_stockfish => (base + 16, 70, [-100, 160]),
        _ => (base + first.len() as u64, 60, if base < 0x2000 { [-20, 80] } else { [-40, 120] }),
    };
    let made = Network::build(architecture, |array, index| match array {
        Biases => in_range(place(array), index, low, high).into(),
        Pieces => value(place(array), index, rows).into(),
        Threats | Pairs => value(place(array), index, 24).into(),
        Array::LayerBiases { bucket, layer } => {
            let (_, low, high, [_, divisor]) = layers[layer];
            let stack = stacks + if is_stockfish { 8 * bucket } else { 1 } as u64;
            f64::from(in_range(stack + 2 * layer as u64, index, low, high)) / f64::from(divisor)
        }
        Array::LayerWeights { bucket, layer } => {
            let (most, _, _, [divisor, _]) = layers[layer];
            let stack = stacks + if is_stockfish { 8 * bucket + 1 } else { 0 } as u64;
            f64::from(value(stack + 2 * layer as u64, index, most)) / f64::from(divisor)
        }
        material => value(place(material), index, 5000).into(),
    });
    Some(made.ok()?.with_description(&format!("gardez test net {name}")))
}

fn damage(path: &Path, error: &dyn std::fmt::Display) -> RecordError {
    RecordError::new("", format!("{}: {error}", path.display()))
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
