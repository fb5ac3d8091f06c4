//! The parts of a file, and where each number of an array is.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::array::Array;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    /// Bytes that must be there, or any bytes.
    Bytes(Vec<Option<u8>>),
    Text,
    /// Stockfish's header, with its version and the number of its inputs.
    Stockfish(u32, u32),
    /// Stockfish's hash of the layers.
    Hash,
    Array(Layout),
    /// Parts for each output bucket.
    Stacks(Vec<Part>),
    /// A text that is repeated up to a multiple of a number of bytes.
    Fill(usize, Vec<u8>),
    Zstd,
}

/// The type of the numbers of an array in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberType {
    I8,
    I16,
    I32,
    F32,
}

/// An index of an array, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    /// The index with this place in bucket, output, input.
    Whole(usize),
    /// The group of this many.
    Group(usize, usize),
    /// The place in the group.
    Within(usize, usize),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Coding {
    Plain,
    /// LEB128 of each number.
    Leb,
    /// The same, after a mark and a length.
    Block,
    /// The same, in the block of the array before.
    Joined,
}

/// How an array is stored.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layout {
    /// The array. Its bucket has no meaning.
    pub(crate) array: Array,
    pub(crate) number: NumberType,
    /// Empty for the usual order.
    order: Vec<Axis>,
    /// The number of inputs is rounded up to a multiple of this.
    pad: usize,
    pub(crate) coding: Coding,
}

/// The places of the numbers of an array.
pub(crate) struct Places {
    /// The numbers of the file, with padding.
    pub(crate) count: usize,
    /// For each axis, the index, its divisor and modulus, and the distance between neighbors.
    steps: Vec<(usize, usize, usize, usize)>,
    /// The numbers of buckets, outputs and inputs.
    dims: [usize; 3],
    has_rows: bool,
    /// Whether the file has the numbers in the order of [`nth`](Self::nth).
    pub(crate) is_usual: bool,
}

impl Places {
    /// Returns the place of the number `n`, where numbers are counted input by input in the first layer, and output by output
    /// in the others.
    pub(crate) fn nth(&self, n: usize) -> usize {
        let [_, outputs, inputs] = self.dims;
        let index = match self.has_rows {
            _ if self.is_usual => return n,
            true => [0, n % outputs, n / outputs],
            false => [n / (outputs * inputs), n / inputs % outputs, n % inputs],
        };
        self.steps.iter().map(|&(axis, divisor, modulus, step)| index[axis] / divisor % modulus * step).sum()
    }

    /// Returns the number of numbers without padding.
    pub(crate) fn len(&self) -> usize {
        self.dims.iter().product()
    }
}

impl Axis {
    /// Returns the index, what it is divided by, and the number of values of the quotient if it is known.
    const fn parts(self) -> [usize; 3] {
        match self {
            Self::Whole(index) => [index, 1, 0],
            Self::Group(index, size) => [index, size, 0],
            Self::Within(index, size) => [index, 1, size],
        }
    }
}

impl NumberType {
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::I8 => 1,
            Self::I16 => 2,
            Self::I32 | Self::F32 => 4,
        }
    }

    /// Returns the number in these bytes, of which there are as many as needed: of an `f32`, its bits.
    pub(crate) fn decode(self, bytes: &[u8]) -> i64 {
        match (self, bytes) {
            (Self::I8, &[a, ..]) => (a as i8).into(),
            (Self::I16, &[a, b, ..]) => i16::from_le_bytes([a, b]).into(),
            (Self::I32, &[a, b, c, d, ..]) => i32::from_le_bytes([a, b, c, d]).into(),
            (Self::F32, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]).into(),
            _ => 0,
        }
    }

    /// Returns a number as a whole one: of an `f32`, its bits.
    pub(crate) fn whole(self, number: f64) -> i64 {
        if self == Self::F32 { (number as f32).to_bits().into() } else { number as i64 }
    }

    pub(crate) fn real(self, whole: i64) -> f64 {
        if self == Self::F32 { f32::from_bits(whole as u32).into() } else { whole as f64 }
    }

    /// Returns what [`whole`](Self::whole) can be.
    const fn range(self) -> (i64, i64) {
        match self {
            Self::I8 => (i8::MIN as i64, i8::MAX as i64),
            Self::I16 => (i16::MIN as i64, i16::MAX as i64),
            Self::I32 => (i32::MIN as i64, i32::MAX as i64),
            Self::F32 => (0, u32::MAX as i64),
        }
    }

    /// Returns `true` if there is such a number of this type.
    pub(crate) fn holds(self, number: f64) -> bool {
        let (least, most) = self.range();
        match self {
            Self::F32 => f64::from(number as f32) == number,
            _ => (least as f64..=most as f64).contains(&number) && number as i64 as f64 == number,
        }
    }
}

impl Part {
    pub(crate) const fn layout(&self) -> Option<&Layout> {
        match self {
            Self::Array(layout) => Some(layout),
            _ => None,
        }
    }

    pub(crate) fn coding(&self) -> Option<Coding> {
        self.layout().map(|layout| layout.coding)
    }
}

impl Layout {
    /// Returns the type that holds the numbers of the array in memory, if not all types do.
    pub(crate) const fn kept(&self) -> Option<NumberType> {
        Some(match self.array {
            Array::Threats | Array::Pairs => NumberType::I8,
            Array::Pieces | Array::Biases => NumberType::I16,
            Array::LayerBiases { .. } | Array::LayerWeights { .. } => return None,
            _ => NumberType::I32,
        })
    }

    /// Returns what a whole number of the array can be.
    pub(crate) fn range(&self) -> RangeInclusive<i64> {
        let ((least, most), kept) = (self.number.range(), self.kept().unwrap_or(self.number).range());
        least.max(kept.0)..=most.min(kept.1)
    }

    /// Returns `true` if the rows of the array are those of inputs.
    const fn has_rows(&self) -> bool {
        !matches!(self.array, Array::LayerBiases { .. } | Array::LayerWeights { .. })
    }

    /// Returns the places of the numbers of an array of these sizes.
    pub(crate) fn places(&self, dims: [usize; 3]) -> Places {
        let usual = if self.has_rows() { [2, 1, 0] } else { [0, 1, 2] };
        let order = if self.order.is_empty() { usual.map(Axis::Whole).to_vec() } else { self.order.clone() };
        let padded = |axis| {
            if axis == 2 { dims[2].checked_next_multiple_of(self.pad).unwrap_or(usize::MAX) } else { dims[axis] }
        };
        let (mut steps, mut count) = (Vec::new(), 1_usize);
        for &axis in order.iter().rev() {
            let [index, divisor, modulus] = axis.parts();
            let modulus = if modulus > 0 { modulus } else { padded(index).div_ceil(divisor) };
            steps.push((index, divisor, modulus.max(1), count));
            count = count.saturating_mul(modulus);
        }
        let usual = usual.into_iter().filter(|&index| dims[index] > 1).map(Axis::Whole);
        let is_usual = padded(2) == dims[2]
            && usual.eq(order.iter().copied().filter(|axis| !matches!(axis, Axis::Whole(index) if dims[*index] == 1)));
        Places { count, steps, dims, has_rows: self.has_rows(), is_usual }
    }

    /// Checks that each index of an array of these sizes is in the order once.
    pub(crate) fn check(&self, dims: [usize; 3]) -> Result<(), String> {
        if self.order.is_empty() {
            return Ok(());
        }
        for (index, name) in ["bucket", "out", "in"].into_iter().enumerate() {
            let axes: Vec<_> = self.order.iter().copied().filter(|axis| axis.parts()[0] == index).collect();
            let is_once = match axes[..] {
                [] => dims[index] == 1,
                [Axis::Whole(_)] => true,
                [Axis::Group(_, groups), Axis::Within(_, within)]
                | [Axis::Within(_, within), Axis::Group(_, groups)] => groups == within,
                _ => false,
            };
            if !is_once {
                return Err(format!("[{name}] is not once in the order of {self}"));
            }
        }
        Ok(())
    }
}

pub(crate) fn parse(text: &str) -> Result<Vec<Part>, String> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix("stacks").map(str::trim_start).and_then(|rest| rest.strip_prefix('(')) {
            let (inner, after) = inner.split_once(')').ok_or_else(|| String::from("the stacks have no end"))?;
            let inner = parse(inner)?;
            if inner.iter().any(|part| !matches!(part, Part::Bytes(_) | Part::Array(_) | Part::Hash)) {
                return Err(String::from("a stack has only bytes, arrays and hashes"));
            }
            parts.push(Part::Stacks(inner));
            rest = after.trim_start().strip_prefix(';').unwrap_or(after);
            continue;
        }
        let (one, after) = rest.split_once([';', '\n']).unwrap_or((rest, ""));
        rest = after;
        if !one.trim().is_empty() {
            let part = part(one).ok_or_else(|| format!("{:?} is not a part of a file", one.trim()))?;
            let is_block = |part: &Part| part.coding().is_some_and(|coding| coding >= Coding::Block);
            if part.coding() == Some(Coding::Joined) && !parts.last().is_some_and(is_block) {
                return Err(format!("{:?} is not after a block", one.trim()));
            }
            parts.push(part);
        }
    }
    Ok(parts)
}

fn part(text: &str) -> Option<Part> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let part = match name {
        "hex" => {
            let digits: String = words.by_ref().collect();
            let bytes = digits.as_bytes().chunks(2).map(|pair| match pair {
                b"??" => Some(None),
                [high, low] => Some(Some((hex(*high)? << 4) | hex(*low)?)),
                _ => None,
            });
            Part::Bytes(bytes.collect::<Option<_>>()?)
        }
        "ascii" => {
            let bytes = text.trim().strip_prefix("ascii")?.trim_start().bytes();
            words.by_ref().for_each(drop);
            Part::Bytes(bytes.map(Some).collect())
        }
        "u8" | "u16" | "u32" => {
            let bytes = number(words.next()?)?.to_le_bytes();
            let size = name[1..].parse::<usize>().ok()? / 8;
            bytes[size..].iter().all(|&byte| byte == 0).then_some(())?;
            Part::Bytes(bytes[..size].iter().copied().map(Some).collect())
        }
        "any" => Part::Bytes(alloc::vec![None; words.next()?.parse().ok().filter(|count| *count <= 1 << 16)?]),
        "text" => Part::Text,
        "stockfish" => Part::Stockfish(number(words.next()?)?, number(words.next()?)?),
        "hash" => Part::Hash,
        "zstd" => Part::Zstd,
        "fill" => {
            let multiple = words.next()?.parse().ok().filter(|multiple| (1..=4096).contains(multiple))?;
            Part::Fill(multiple, words.next().unwrap_or("\0").into())
        }
        name => Part::Array(layout(array(name)?, &mut words)?),
    };
    words.next().is_none().then_some(part)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn array(name: &str) -> Option<Array> {
    Some(match name {
        "l0w" | "pieces" => Array::Pieces,
        "l0b" => Array::Biases,
        "pieces.psqt" => Array::PieceMaterial,
        "threats" => Array::Threats,
        "threats.psqt" => Array::ThreatMaterial,
        "pairs" => Array::Pairs,
        "pairs.psqt" => Array::PairMaterial,
        layer => {
            let rest = layer.strip_prefix('l')?;
            let (digits, kind) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
            let layer = digits.parse::<usize>().ok()?.checked_sub(1)?;
            match kind {
                "w" => Array::LayerWeights { bucket: 0, layer },
                "b" => Array::LayerBiases { bucket: 0, layer },
                _ => return None,
            }
        }
    })
}

fn layout<'t>(array: Array, words: &mut impl Iterator<Item = &'t str>) -> Option<Layout> {
    let number = match words.next()? {
        "i8" => NumberType::I8,
        "i16" => NumberType::I16,
        "i32" => NumberType::I32,
        "f32" => NumberType::F32,
        _ => return None,
    };
    let mut layout = Layout { array, number, order: Vec::new(), pad: 1, coding: Coding::Plain };
    let is_psqt = matches!(array, Array::PieceMaterial | Array::ThreatMaterial | Array::PairMaterial);
    while let Some(word) = words.next() {
        match word {
            "pad" => layout.pad = words.next()?.parse().ok().filter(|pad| (1..=4096).contains(pad))?,
            "leb" => layout.coding = Coding::Leb,
            "block" => layout.coding = Coding::Block,
            "joined" => layout.coding = Coding::Joined,
            order => {
                for axis in order.strip_prefix('[')?.strip_suffix(']')?.split("][") {
                    layout.order.push(self::axis(axis, is_psqt)?);
                }
            }
        }
    }
    Some(layout)
}

fn axis(text: &str, is_psqt: bool) -> Option<Axis> {
    let index = |name: &str| match name {
        // The columns of the material are buckets.
        "bucket" if is_psqt => Some(1),
        "bucket" => Some(0),
        "out" => Some(1),
        "in" => Some(2),
        _ => None,
    };
    let size = |digits: &str| digits.parse().ok().filter(|size| (1..=4096).contains(size));
    Some(match (text.split_once('/'), text.split_once('%')) {
        (Some((name, digits)), _) => Axis::Group(index(name)?, size(digits)?),
        (_, Some((name, digits))) => Axis::Within(index(name)?, size(digits)?),
        _ => Axis::Whole(index(text)?),
    })
}

impl core::fmt::Display for Layout {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&name(self.array))
    }
}

/// Returns the name of an array of all buckets, whose layers count from 1.
pub(super) fn name(array: Array) -> String {
    match array {
        Array::LayerBiases { layer, .. } => format!("the biases of layer {}", layer + 1),
        Array::LayerWeights { layer, .. } => format!("the weights of layer {}", layer + 1),
        array => array.to_string(),
    }
}
