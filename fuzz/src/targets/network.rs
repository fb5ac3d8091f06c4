//! Changes of the files of small networks.

use std::sync::LazyLock;

use gardez_nnue::architecture::OutputBuckets;
use gardez_nnue::{AccumulatorStack, Architecture, Array, Backend, Network, NetworkError};
use gardez_position::Board;

/// The number of files: one of each kind with a header, and one without, which is small.
const FILES: usize = Architecture::STOCKFISH.len() + 1;

/// Files whose numbers follow a rule. Each is made when it is first needed.
static MADE: [LazyLock<Vec<u8>>; FILES] = [
    LazyLock::new(made::<0>),
    LazyLock::new(made::<1>),
    LazyLock::new(made::<2>),
    LazyLock::new(made::<3>),
    LazyLock::new(made::<4>),
    LazyLock::new(made::<5>),
    LazyLock::new(made::<6>),
    LazyLock::new(made::<7>),
];

/// A length below which no file has threats.
const LENGTH_WITH_THREATS: usize = 3 << 20;

fn made<const FILE: usize>() -> Vec<u8> {
    let number = |array, place: usize| {
        let most = if let Array::LayerBiases { .. } = array { 4000 } else { 60 };
        let spread = (place as u32).wrapping_mul(0x9e37_79b1) >> 16;
        spread as i32 % (2 * most + 1) - most
    };
    let known = Architecture::STOCKFISH.into_iter().nth(FILE).map(|known| Architecture { width: 64, ..known });
    Network::build(&known.unwrap_or_else(simple), number).expect("in range").to_bytes()
}

fn simple() -> Architecture {
    Architecture { width: 24, buckets: OutputBuckets::material_count(2), ..Architecture::SIMPLE }
}

fn read(is_simple: bool, bytes: &[u8]) -> Result<Network<'_>, NetworkError> {
    Network::borrow(bytes, &if is_simple { simple() } else { Architecture::recognize(bytes)? })
}

/// Changes a file, which the first byte selects. Of each five bytes after it, four say where it is changed, and how: a
/// byte there or in the header is replaced, removed or inserted, or the file ends. A number that no file has means the
/// bytes alone.
pub(super) fn network(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let kind = usize::from(first) % (FILES + 1);
    let Some(file) = MADE.get(kind) else {
        let _ = read(first % 2 == 0, rest);
        return;
    };
    let mut file = file.to_vec();
    for change in rest.chunks_exact(5).take(8) {
        let place = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize;
        let end = if change[3] & 4 == 0 { file.len() } else { file.len().min(64) };
        if end == 0 {
            break;
        }
        match change[3] & 3 {
            0 | 3 => file[place % end] = change[4],
            1 => file.truncate(place % end),
            _ => {
                file.remove(place % end);
                file.push(change[4]);
            }
        }
    }
    let is_simple = kind == FILES - 1;
    let Ok(network) = read(is_simple, &file) else { return };
    // Each of these takes several times as long as reading, so of 32 large files, one is evaluated and, if it has no
    // threats, another is written.
    let chosen = bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte)) % 32;
    if is_simple || chosen == 0 && file.len() < LENGTH_WITH_THREATS {
        let written = network.to_bytes();
        let again = read(is_simple, &written).expect("a file that was written");
        assert!(again == network);
    }
    if is_simple || chosen == 1 {
        let value = |backend| AccumulatorStack::with_backend(&network, backend).evaluate(&Board::start());
        let values: Vec<_> = Backend::available().map(value).collect();
        assert!(values.windows(2).all(|pair| pair[0] == pair[1]), "{values:?}");
    }
}
