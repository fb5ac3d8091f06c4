//! Prints what must be the same on every system: keys, packed boards, moves, planes, values of networks, `.binpack`, counts.
//!
//! `cargo run -p gardez --features formats,lc0,nnue,perft --example everywhere`

use std::error::Error;

use gardez::formats::{Entry, ReadEntries, Wdl, WriteEntries, binpack};
use gardez::lc0::{self, Encoder, InputFormat, PolicyIndex, PolicyIndexing, PositionHistory};
use gardez::nnue::architecture::OutputBuckets;
use gardez::nnue::{AccumulatorStack, Architecture, Array, Network};
use gardez::{Board, Position, San, count};
use gardez_io::println;

/// Returns a number of many bytes or words, by which they are compared (FNV-1a).
fn digest(words: impl IntoIterator<Item = impl Into<u64>>) -> u64 {
    words.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word.into()).wrapping_mul(0x0100_0000_01b3))
}

fn main() -> Result<(), Box<dyn Error>> {
    let number = |array, place: usize| {
        let most = if let Array::LayerBiases { .. } = array { 4000 } else { 60 };
        ((place as u32).wrapping_mul(0x9e37_79b1) >> 16) as i32 % (2 * most + 1) - most
    };
    let simple = Architecture { width: 24, buckets: OutputBuckets::material_count(2), ..Architecture::SIMPLE };
    let mut networks = vec![Network::build(&simple, number)?];
    // Miri would take minutes for its millions of weights.
    if !cfg!(miri) {
        networks.push(Network::build(&Architecture { width: 64, ..Architecture::STOCKFISH_15 }, number)?);
    }
    networks.iter().for_each(|network| println!("{:016x}", digest(network.to_bytes())));

    let (encoder, mut writer) = (Encoder::new(InputFormat::Classical), binpack::Writer::new(Vec::new()));
    let mut random = 1_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    for game in 0..if cfg!(miri) { 2 } else { 200 } {
        let start = if game % 2 == 0 { Some(Board::start()) } else { Board::chess960(below(960) as u16) };
        let mut position = Position::from(start.ok_or("there are 960")?);
        let mut history = PositionHistory::new(lc0::Position::from(position.board()));
        let mut stacks: Vec<_> = networks.iter().map(AccumulatorStack::new).collect();
        for _ in 0..below(160).min(if cfg!(miri) { 3 } else { 160 }) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let (mv, board) = (moves[below(moves.len())], *position.board());
            let values: Vec<_> = stacks.iter_mut().map(|stack| stack.evaluate(&position)).collect();
            let (planes, transform) = encoder.encode(&history);
            let mut cells = vec![0.0; lc0::PLANES * 64];
            planes.write_f32(&mut cells)?;
            let planes = digest(cells.iter().map(|cell| cell.to_bits()));
            let seen = lc0::Move::from_absolute(mv, board.side_to_move());
            let index = PolicyIndex::from_move(seen, transform, PolicyIndexing::Lc0).map(PolicyIndex::index);
            let packed = digest(board.packed()?.to_bytes());
            println!("{board} {} {:016x} {:016x}", San::new(&board, mv).as_str(), board.key(), board.polyglot_key());
            println!("{packed:016x} {planes:016x} {index:?} {values:?}");
            if game % 2 == 0 {
                writer.write_entry(&Entry::new(board, Some(mv), below(2000) as i16 - 1000, Wdl::Draw))?;
            }
            stacks.iter_mut().for_each(|stack| position.clone().do_move_with(mv, stack));
            position.do_move(mv);
            history.push(mv);
        }
        println!("{} {:?}", count::count(position.board(), 2 + u32::from(game % 20 == 0)), position.outcome());
    }
    let bytes = writer.finish()?;
    println!("{} {:016x}", bytes.len(), digest(bytes.iter().copied()));
    let (mut reader, mut entries) = (binpack::Reader::new(&bytes[..]), 0);
    while let Some(entry) = reader.next_entry()? {
        entries += i64::from(entry.score) + i64::from(entry.ply);
    }
    println!("{entries}");
    Ok(())
}
