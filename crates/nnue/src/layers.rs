//! The layers after the first one, for any back end. What they compute is in [`definition`](crate::definition).

use alloc::vec::Vec;
use core::hint::black_box;

use crate::architecture::truncated;
use crate::network::{Block, Bytes, LANES, Layer, Network, Rows, Single, Stack, Stacks, Sums, Vectors};
use crate::simd::Simd;

/// Memory that is used again for each board.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// The inputs of the layer after the first one.
    inputs: Vec<u8>,
    /// A bit for each group of four inputs that are not all 0.
    groups: Vec<u64>,
}

impl Scratch {
    pub(crate) fn new(width: usize) -> Self {
        let bytes = width.next_multiple_of(64);
        Self { inputs: alloc::vec![0; bytes], groups: alloc::vec![0; bytes.div_ceil(256)] }
    }
}

/// Returns the output of a network. `sides` begins with the side to move.
#[inline(always)]
pub(crate) fn output<S: Simd>(
    simd: S,
    network: &Network<'_>,
    bucket: usize,
    sides: [&[Block]; 2],
    scratch: &mut Scratch,
) -> f64 {
    match &network.vectors {
        Some(Vectors::Stacks(stacks)) => {
            products(simd, stacks, sides, scratch);
            let stack = &stacks.layers[bucket];
            let output = if stacks.is_dense { dense(simd, stack, scratch) } else { skipping(simd, stack, scratch) };
            output as f64
        }
        Some(Vectors::Single(single)) => {
            let sum = single_sum(simd, single, bucket, sides) as f64;
            network.architecture().layers[0].sum.apply(sum, network.numbers[bucket][0].biases[0])
        }
        None => plain_output(network, bucket, sides),
    }
}

/// Computes the last layers of Stockfish 15.1 to 18.
#[inline(always)]
fn skipping<S: Simd>(simd: S, [first, second, third]: &Stack, scratch: &Scratch) -> i64 {
    let [sums] = sparse::<S, 1>(simd, first, scratch);
    // The last sum skips the other layers: 15 squares, 15 others and two zeros are seen. A compiler that knows which bytes are
    // dropped does not compute with vectors.
    let (mut parts, mut seen, mut last) = ([[0; 16]; 2], Bytes::ZERO, Bytes::ZERO);
    activate_squared(&sums.0, 19, &mut parts[0]);
    activate(&sums.0, 6, &mut parts[1]);
    let [squares, linear] = black_box(parts).map(u128::from_le_bytes);
    seen.0[..16].copy_from_slice(&(squares & u128::MAX >> 8 | linear << 120).to_le_bytes());
    seen.0[16..32].copy_from_slice(&(linear >> 8 & u128::MAX >> 16).to_le_bytes());
    for (sums, to) in full(simd, second, &seen).iter().zip(last.0.chunks_exact_mut(16)) {
        activate(&sums.0, 6, to);
    }
    let output = third.biases[0].wrapping_add(total(simd, simd.dot(zero(simd), &last, &third.weights[0])));
    i64::from(output) + i64::from(sums.0[15]) * 9600 / 8128
}

/// Computes the last layers of Stockfish since July 2026.
#[inline(always)]
fn dense<S: Simd>(simd: S, [first, second, third]: &Stack, scratch: &Scratch) -> i64 {
    let halves = sparse::<S, 2>(simd, first, scratch);
    let (mut seen, mut last) = (Bytes::ZERO, Bytes::ZERO);
    activate_both(&halves, [21, 7], &mut seen);
    activate_both(&full(simd, second, &seen), [19, 6], &mut last);
    let output = simd.dot(simd.dot(zero(simd), &seen, &third.weights[0]), &last, &third.weights[1]);
    let output = i64::from(third.biases[0].wrapping_add(total(simd, output)));
    let [_, high] = halves;
    (output + i64::from(high.0[14]) - i64::from(high.0[15])) * 9600 / 16384
}

/// Fills the inputs of the layer after the first one: products of both halves of the sums.
#[inline(always)]
fn products<S: Simd>(simd: S, rules: &Stacks, sides: [&[Block]; 2], scratch: &mut Scratch) {
    let (mut outputs, groups) = (scratch.inputs.chunks_exact_mut(LANES), &mut scratch.groups);
    let (max, shift) = (rules.max, rules.shift);
    let (mut word, mut place, mut done) = (0, 0, 0);
    for sums in sides {
        let (low, high) = sums.split_at(sums.len() / 2);
        for ((low, high), bytes) in low.iter().zip(high).zip(&mut outputs) {
            let bytes = bytes.try_into().expect("32 bytes");
            let (a, b) = (simd.clip(simd.load(low), max), simd.clip(simd.load(high), max));
            word |= u64::from(simd.store_products(a, b, shift, bytes)) << place;
            place += 8;
            if place == 64 {
                groups[done] = word;
                (word, place, done) = (0, 0, done + 1);
            }
        }
    }
    if let Some(to) = groups.get_mut(done) {
        *to = word;
    }
}

/// Returns the sums of the layer after the first one, which has 16 outputs for each of `N`. Inputs that are 0 are skipped.
#[inline(always)]
fn sparse<S: Simd, const N: usize>(simd: S, layer: &Layer, scratch: &Scratch) -> [Sums; N] {
    // Sums of different groups do not wait for each other.
    let mut sums = [zero(simd); 4];
    let words = scratch.groups.iter().zip(scratch.inputs.chunks(256)).zip(layer.weights.chunks(64 * N));
    for ((&groups, inputs), weights) in words {
        // Of the first two lengths, no place is out of range.
        match (inputs.len(), weights.len() / N) {
            (256, 64) => add_groups::<S, N>(simd, &mut sums, &weights[..64 * N], &inputs[..256], groups, 63),
            // So few take less time than a search for those that are not 0.
            (128, 32) => add_groups::<S, N>(simd, &mut sums, &weights[..32 * N], &inputs[..128], u32::MAX.into(), 31),
            _ => add_groups::<S, N>(simd, &mut sums, weights, inputs, groups, 63),
        }
    }
    let mut result = [Sums([0; 16]); N];
    for i in 0..N {
        result[i].0.copy_from_slice(&layer.biases[16 * i..16 * i + 16]);
        let mut all = simd.load_sums(&result[i]);
        for sums in sums.chunks_exact(N) {
            all = simd.add_sums(all, sums[i]);
        }
        simd.store_sums(all, &mut result[i]);
    }
    result
}

#[inline(always)]
fn add_groups<S: Simd, const N: usize>(
    simd: S,
    sums: &mut [S::Sums; 4],
    weights: &[Bytes],
    inputs: &[u8],
    mut groups: u64,
    last: u32,
) {
    let mut count = groups.count_ones() as usize;
    while 4 / N <= count {
        for sums in sums.chunks_exact_mut(N) {
            add_group::<S, N>(simd, sums, weights, inputs, groups.trailing_zeros() & last);
            groups &= groups.wrapping_sub(1);
        }
        count -= 4 / N;
    }
    for sums in sums.chunks_exact_mut(N) {
        if groups != 0 {
            add_group::<S, N>(simd, sums, weights, inputs, groups.trailing_zeros() & last);
            groups &= groups.wrapping_sub(1);
        }
    }
}

#[inline(always)]
fn add_group<S: Simd, const N: usize>(simd: S, sums: &mut [S::Sums], weights: &[Bytes], inputs: &[u8], group: u32) {
    let group = group as usize;
    let inputs = u32::from_le_bytes(inputs[4 * group..4 * group + 4].try_into().expect("four bytes"));
    let weights = &weights[N * group..N * group + N];
    for i in 0..N {
        sums[i] = simd.dot_quad(sums[i], inputs, &weights[i]);
    }
}

/// Returns the sums of a layer of at most 64 inputs and 32 outputs.
#[inline(always)]
fn full<S: Simd>(simd: S, layer: &Layer, inputs: &Bytes) -> [Sums; 2] {
    let mut sums = [zero(simd); 4];
    let pairs = inputs.0.chunks_exact(8).zip(layer.weights.chunks_exact(4)).take(layer.inputs / 8);
    for (inputs, weights) in pairs {
        for half in 0..2 {
            let inputs = inputs[4 * half..4 * half + 4].try_into().expect("four bytes");
            let inputs = u32::from_le_bytes(inputs);
            for i in 0..2 {
                sums[2 * half + i] = simd.dot_quad(sums[2 * half + i], inputs, &weights[2 * half + i]);
            }
        }
    }
    let mut result = [Sums([0; 16]); 2];
    for i in 0..2 {
        result[i].0.copy_from_slice(&layer.biases[16 * i..16 * i + 16]);
        let all = simd.add_sums(simd.load_sums(&result[i]), simd.add_sums(sums[i], sums[2 + i]));
        simd.store_sums(all, &mut result[i]);
    }
    result
}

/// Writes the squares of 32 sums, and then the sums, divided by two to the power of these shifts.
#[inline(always)]
fn activate_both(sums: &[Sums; 2], [square, linear]: [u32; 2], to: &mut Bytes) {
    for (half, sums) in sums.iter().enumerate() {
        activate_squared(&sums.0, square, &mut to.0[16 * half..][..16]);
        activate(&sums.0, linear, &mut to.0[32 + 16 * half..][..16]);
    }
}

/// Writes squares, divided by two to the power of `shift` and at most 127.
#[inline(always)]
fn activate_squared(sums: &[i32; 16], shift: u32, to: &mut [u8]) {
    for (to, &sum) in to.iter_mut().zip(sums) {
        // Beyond 16 bits, the result is 127 in any case.
        let sum = sum.clamp(-0x8000, 0x7fff);
        *to = ((sum * sum) >> shift).min(127) as u8;
    }
}

/// Writes sums, divided by two to the power of `shift` and cut to the range from 0 to 127.
#[inline(always)]
fn activate(sums: &[i32; 16], shift: u32, to: &mut [u8]) {
    for (to, &sum) in to.iter_mut().zip(sums) {
        *to = (sum >> shift).clamp(0, 127) as u8;
    }
}

#[inline(always)]
fn zero<S: Simd>(simd: S) -> S::Sums {
    simd.load_sums(&Sums([0; 16]))
}

#[inline(always)]
fn total<S: Simd>(simd: S, sums: S::Sums) -> i32 {
    let mut numbers = Sums([0; 16]);
    simd.store_sums(sums, &mut numbers);
    numbers.0.into_iter().fold(0, i32::wrapping_add)
}

/// Returns the sum of a single layer. `sides` begins with the side to move.
#[inline(always)]
fn single_sum<S: Simd>(simd: S, single: &Single, bucket: usize, sides: [&[Block]; 2]) -> i64 {
    /// This many sums of two products of 24 bits do not exceed 32 bits.
    const AT_ONCE: usize = 64;
    let mut sum = 0;
    for (side, sums) in sides.into_iter().enumerate() {
        let weights = single.weights.row(2 * bucket + side);
        for (sums, weights) in sums.chunks(AT_ONCE).zip(weights.chunks(AT_ONCE)) {
            let mut part = zero(simd);
            for (sums, weights) in sums.iter().zip(weights) {
                let (activated, weights) = (simd.clip(simd.load(sums), single.max), simd.load(weights));
                let weighted = if single.is_squared { simd.mul(activated, weights) } else { weights };
                part = simd.dot_pairs(part, activated, weighted);
            }
            let mut lanes = Sums([0; 16]);
            simd.store_sums(part, &mut lanes);
            sum += lanes.0.iter().map(|&lane| i64::from(lane)).sum::<i64>();
        }
    }
    sum
}

/// Returns the output of any network. `sides` begins with the side to move. In WebAssembly, whose size counts, there is one
/// copy of it.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn plain_output(network: &Network<'_>, bucket: usize, sides: [&[Block]; 2]) -> f64 {
    let (architecture, mut sums) = (network.architecture(), Vec::with_capacity(network.width()));
    let (mut first, mut results) = (Vec::new(), Vec::with_capacity(architecture.layers.len() + 1));
    for side in sides {
        sums.clear();
        sums.extend(side.iter().flat_map(|block| block.0).map(f64::from));
        sums.truncate(architecture.width);
        architecture.activation.iter().for_each(|function| function.apply(&sums, &mut first));
    }
    results.push(first);
    let mut all_sums = Vec::with_capacity(architecture.layers.len());
    for (layer, (shape, numbers)) in architecture.layers.iter().zip(&network.numbers[bucket]).enumerate() {
        let (mut sums, mut weights) = (alloc::vec![0.0; shape.outputs], numbers.weights.chunks_exact(shape.outputs));
        for &input in shape.sources(layer).flat_map(|source| &results[source]) {
            let Some(weights) = weights.next() else { break };
            let input = shape.shifted(input);
            if input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums.iter_mut().zip(&numbers.biases).for_each(|(sum, &bias)| *sum = shape.sum.apply(*sum, bias));
        results.push(shape.results(&sums, &results));
        all_sums.push(sums);
    }
    let skipped = architecture
        .skips
        .iter()
        .map(|skip| truncated(all_sums[skip.layer - 1][skip.output] * skip.factor / skip.divisor));
    let output = results.last().map_or(0.0, |output| output[0]) + skipped.sum::<f64>();
    architecture.unit.map_or(output, |[factor, divisor]| truncated(output * factor / divisor))
}

/// Rows of weights that are added to the sums in `from`, or else in `to`.
pub(crate) struct Update<'a> {
    pub(crate) from: Option<&'a [Block]>,
    pub(crate) to: &'a mut [Block],
    /// The weights of pieces, with the rows that are subtracted and added.
    pub(crate) rows: (&'a Rows, [&'a [u32]; 2]),
    /// Tables of weights of one byte, each with the rows that are subtracted and added.
    pub(crate) bytes: [(&'a [u8], [&'a [u32]; 2]); 2],
}

#[inline(always)]
pub(crate) fn update<S: Simd>(simd: S, update: Update<'_>) {
    let fits = |tile: &usize| update.to.len() % tile == 0;
    let has_bytes = update.bytes.iter().any(|(weights, _)| !weights.is_empty());
    let tile = [if has_bytes { S::TILE_OF_BYTES } else { S::TILE }, 4].into_iter().find(fits);
    match (tile, has_bytes) {
        (Some(16), false) => tiles::<S, 16, false>(simd, update),
        (Some(8), false) => tiles::<S, 8, false>(simd, update),
        (Some(4), false) => tiles::<S, 4, false>(simd, update),
        (Some(16), true) => tiles::<S, 16, true>(simd, update),
        (Some(4), true) => tiles::<S, 4, true>(simd, update),
        (Some(2), _) => tiles::<S, 2, true>(simd, update),
        _ => tiles::<S, 1, true>(simd, update),
    }
}

/// Updates `N` blocks at once. Without `BYTES`, there are no tables of bytes.
#[allow(clippy::needless_range_loop)] // counted loops are unrolled, so the sums stay in registers
#[inline(always)]
fn tiles<S: Simd, const N: usize, const BYTES: bool>(simd: S, update: Update<'_>) {
    let Update { from, to, rows: (rows, [removed, added]), bytes: tables } = update;
    let width = to.len() * LANES;
    for (tile, to) in to.chunks_exact_mut(N).enumerate() {
        let at = tile * N;
        let start: &[Block; N] = match from {
            Some(from) => from[at..at + N].try_into().expect("a tile"),
            None => (&*to).try_into().expect("a tile"),
        };
        let mut sums = [simd.load(&start[0]); N];
        for i in 1..N {
            sums[i] = simd.load(&start[i]);
        }
        for &index in removed {
            let row: &[Block; N] = rows.row(index as usize)[at..at + N].try_into().expect("a tile");
            for i in 0..N {
                sums[i] = simd.sub(sums[i], simd.load(&row[i]));
            }
        }
        for &index in added {
            let row: &[Block; N] = rows.row(index as usize)[at..at + N].try_into().expect("a tile");
            for i in 0..N {
                sums[i] = simd.add(sums[i], simd.load(&row[i]));
            }
        }
        if BYTES {
            for (weights, [removed, added]) in tables {
                for &index in removed {
                    let row = &weights[index as usize * width + at * LANES..][..N * LANES];
                    for i in 0..N {
                        sums[i] = simd.sub(sums[i], simd.widen(bytes(row, i)));
                    }
                }
                for &index in added {
                    let row = &weights[index as usize * width + at * LANES..][..N * LANES];
                    for i in 0..N {
                        sums[i] = simd.add(sums[i], simd.widen(bytes(row, i)));
                    }
                }
            }
        }
        for (sum, to) in sums.into_iter().zip(to) {
            simd.store(sum, to);
        }
    }
}

#[inline(always)]
fn bytes(row: &[u8], block: usize) -> &[u8; LANES] {
    row[block * LANES..(block + 1) * LANES].try_into().expect("a slice of this length")
}
