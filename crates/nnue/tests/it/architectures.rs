//! Networks that a value describes: random ones, and what is refused.

use std::borrow::Cow;

use gardez_nnue::architecture::{
    Architecture, Function, InputSet, KingBuckets, LayerShape, Mirror, OutputBuckets, PieceSquares, Skip, Sum,
};
use gardez_nnue::definition::Trace;
use gardez_nnue::features::definition::ThreatSlots;
use gardez_nnue::{AccumulatorStack, Network};
use gardez_position::{Board, Position};
use gardez_types::{ErrorInfo, Generator, PieceType};
use quickcheck::QuickCheck;

/// Random choices.
struct Choices(Generator);

impl Choices {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() >> 33) as usize % count
    }

    fn of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn shuffled<T>(&mut self, mut values: Vec<T>) -> Vec<T> {
        for i in (1..values.len()).rev() {
            values.swap(i, self.below(i + 1));
        }
        values
    }

    fn pieces(&mut self) -> PieceSquares {
        PieceSquares {
            planes: self.of(&[640, 704, 768]),
            interleaved: self.of(&[false, true]),
            kings: match self.below(3) {
                0 => KingBuckets::One,
                1 => KingBuckets::Half(core::array::from_fn(|_| self.below(5) as u8)),
                _ => KingBuckets::Squares(core::array::from_fn(|_| self.below(7) as u8)),
            },
            mirror: self.of(&[Mirror::None, Mirror::AToD, Mirror::EToH]),
            rotated: self.of(&[false, true]),
            extra: self.of(&[0, 1]),
        }
    }

    fn functions(&mut self) -> Vec<Function> {
        let (max, shift) = (self.of(&[100.0, 255.0]), self.of(&[0, 3, 6]));
        let all = [
            Function::Identity,
            Function::Clip { max, shift },
            Function::Clip { max: f64::INFINITY, shift },
            Function::Square { max, shift: shift + 6 },
            Function::SCReLU { max, shift: shift + 5 },
            Function::Pairwise { max, shift: shift + 3 },
            Function::HardSwish,
            Function::Gated,
        ];
        let count = self.of(&[1, 1, 2]);
        (0..count).map(|_| self.of(&all)).collect()
    }

    /// An array with a random type and order.
    fn array(&mut self, name: &str, types: &[&str]) -> String {
        let number = self.of(types);
        let is_weights = name.ends_with('w') || !name.starts_with('l');
        let mut axes: Vec<&[&str]> = match name {
            "l0b" => vec![&["[out]"]],
            "pieces" | "threats" | "pairs" => vec![&["[out]"], &["[in]"]],
            _ if name.ends_with(".psqt") => vec![&["[bucket]"], &["[in]"]],
            _ if is_weights => vec![&["[bucket]"], &["[out]"], &["[in]"]],
            _ => vec![&["[bucket]"], &["[out]"]],
        };
        if is_weights && self.below(3) == 0 {
            axes.pop();
            axes.extend([&["[in/4]"][..], &["[in%4]"]]);
        }
        let order = self.shuffled(axes).concat().concat();
        let order = if self.below(2) == 0 { String::new() } else { order };
        let pad = if is_weights { self.of(&["", " pad 8"]) } else { "" };
        let coding = self.of(&["", "", "", " leb", if number == "f32" { "" } else { " block" }]);
        format!("{name} {number} {order}{pad}{coding}")
    }

    fn architecture(&mut self) -> Architecture {
        const WHOLE: &[&str] = &["i8", "i16", "i32", "f32"];
        let mut inputs = vec![InputSet::Pieces(self.pieces())];
        let mut files = vec![self.array("pieces", &["i8", "i16", "i32"]), self.array("l0b", &["i8", "i16"])];
        if self.below(3) == 0 {
            let lists: [Vec<PieceType>; 6] = core::array::from_fn(|i| {
                let types = self.shuffled(PieceType::ALL.to_vec());
                types[..self.below(7).max(usize::from(i == 1))].to_vec()
            });
            inputs.push(InputSet::Threats(ThreatSlots::new(lists.each_ref().map(|list| &list[..])).with_pawn_chains()));
            files.push(self.array("threats", &["i8", "i16"]));
        }
        if self.below(3) == 0 {
            inputs.push(InputSet::Pairs);
            files.push(self.array("pairs", &["i8"]));
        }
        let buckets = match self.below(3) {
            0 => OutputBuckets::stockfish(),
            1 => OutputBuckets::material_count(1 + self.below(8) as u8),
            _ => OutputBuckets::new(core::array::from_fn(|_| self.below(6) as u8)),
        };
        if self.below(2) == 0 {
            for set in &inputs {
                let name = ["pieces", "threats", "pairs"][match set {
                    InputSet::Pieces(_) => 0,
                    InputSet::Threats(_) => 1,
                    InputSet::Pairs => 2,
                }];
                files.push(self.array(&format!("{name}.psqt"), &["i8", "i16", "i32"]));
            }
        }
        let (mut layers, mut stacked) = (Vec::new(), String::new());
        let count = 1 + self.below(3);
        for layer in 0..count {
            let is_last = layer + 1 == count;
            let outputs = if is_last { 1 } else { 2 + 2 * self.below(9) };
            let functions = if is_last { vec![Function::Identity] } else { self.functions() };
            let sum = match self.below(3) {
                0 => Sum::Shift(self.of(&[0, 2])),
                1 => Sum::Quotient(255.0),
                _ => Sum::Float { weights: 8128.125, biases: self.of(&[1.0, 64.0]) },
            };
            let sources = self.below(3);
            layers.push(LayerShape {
                outputs,
                inputs: (0..sources).map(|_| self.below(layer + 1)).collect(),
                input_shift: self.of(&[0, 0, 2]),
                sum,
                forward: if is_last || self.below(3) > 0 { 0 } else { outputs / 4 * 2 },
                activation: functions.into(),
                residual: None,
            });
            for kind in ["w", "b"] {
                let array = self.array(&format!("l{}{kind}", layer + 1), WHOLE);
                if self.below(2) == 0 { files.push(array) } else { stacked += &format!("{array}\n") }
            }
        }
        let is_block = |array: &String| array.contains(" block") && !array.starts_with("l1b");
        if let Some(at) = files.iter().position(is_block).filter(|_| self.below(2) == 0) {
            let block = files.swap_remove(at) + "\nl1b i16 joined";
            files.retain(|array| !array.starts_with("l1b"));
            stacked = stacked.lines().filter(|line| !line.starts_with("l1b")).collect::<Vec<_>>().join("\n");
            files.push(block);
        }
        let skip = Skip { layer: 1, output: 0, factor: 3.0, divisor: 2.0 };
        files.push(format!("stacks (u16 7; hash; {stacked})"));
        files.extend(
            ["hex 0aFF ?? 01", "ascii GARDEZ NET", "u32 0xDEADBEEF", "any 3", "text", "stockfish 7 9"]
                .map(String::from),
        );
        let mut file = self.shuffled(files).join("\n");
        file += self.of(&["", "; fill 64 bullet", "; fill 16"]);
        if cfg!(feature = "zstd") && self.below(8) == 0 {
            file = format!("u8 9; zstd; {file}");
        }
        Architecture {
            name: "random".into(),
            width: 2 + 2 * self.below(40),
            inputs: self.shuffled(inputs).into(),
            activation: self.functions().into(),
            buckets,
            layers: layers.into(),
            skips: if self.below(4) == 0 { Cow::Owned(vec![skip]) } else { Cow::Borrowed(&[]) },
            unit: self.of(&[None, None, Some([9600.0, 16384.0])]),
            scale: 400.0,
            divisor: self.of(&[1.0, 16.0]),
            divides_parts: self.of(&[false, true]),
            file: file.into(),
        }
    }
}

/// Returns a random network, or `None` if the random description contradicts itself.
pub(crate) fn random_network(seed: u64) -> Option<Network<'static>> {
    let mut choices = Choices(Generator::new(seed));
    for _ in 0..8 {
        let architecture = choices.architecture();
        match Network::build(&architecture, |_, _| choices.below(201) as f64 - 100.0) {
            Ok(network) => return Some(network),
            Err(error) => assert_eq!(error.kind_name(), "architecture", "{error}: {architecture:?}"),
        }
    }
    None
}

/// A position after some random moves.
fn position(generator: &mut Generator) -> Position {
    let mut position =
        Board::chess960((generator.next_u64() >> 33) as u16 % 960).map(Position::from).expect("below 960");
    for _ in 0..generator.next_u64() % 120 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.do_move(moves[(generator.next_u64() >> 33) as usize % moves.len()]);
    }
    position
}

#[test]
fn a_random_network_is_read_as_it_was_written_and_agrees_with_its_definition() {
    fn holds(seed: u64) -> bool {
        let Some(network) = random_network(seed) else { return true };
        let architecture = network.architecture();
        let bytes = network.to_bytes();
        let read = Network::borrow(&bytes, architecture).unwrap_or_else(|error| panic!("{error}: {architecture:?}"));
        assert!(read.to_bytes() == bytes, "{architecture:?}");
        let mut generator = Generator::new(seed);
        for _ in 0..4 {
            let board = position(&mut generator);
            for bucket in 0..network.buckets() {
                let slow = Trace::with_bucket(&network, &board, bucket).evaluation;
                let fast = AccumulatorStack::new(&read).evaluate_with_bucket(&board, bucket);
                assert_eq!(fast, slow, "{architecture:?} {board}");
            }
        }
        true
    }
    QuickCheck::new().tests(60).quickcheck(holds as fn(u64) -> bool);
}

#[cfg(feature = "toml")]
const SMALL: &str = r#"
    width = 4
    inputs = [{ pieces = { planes = 704 } }]
    activation = ["pairwise 255 >> 9"]
    layers = [{ outputs = 2, activation = ["clip", "square"] }, { outputs = 1 }]
    file = "u16 7; hex ?? ff; pieces i16; l0b i16; l1w i8; l1b f32; l2w f32; l2b f32; fill 64 bullet"
"#;

#[cfg(feature = "toml")]
#[test]
fn a_description_that_contradicts_itself_is_refused_with_the_reason() {
    for (before, after, reason) in [
        ("width = 4", "width = 5", "5 sums do not have two halves"),
        ("width = 4", "width = 0", "the width cannot be 0"),
        ("704", "705", "a bucket of pieces has 640, 704 or 768 inputs, not 705"),
        ("pairwise", "pairwize", "\"pairwize 255 >> 9\" is not a function in line 4"),
        ("{ outputs = 1 }", "{ outputs = 3 }", "the last layer does not have one output"),
        ("outputs = 2,", "outputs = 2, inputs = [1],", "layer 1 asks for the result 1"),
        ("outputs = 2,", "outputs = 2, residual = 0, forward = 1,", "layer 1 has 2 results, and 4 are added to them"),
        ("; l1b f32", "", "the biases of layer 1 are not in the file"),
        ("l0b i16", "l0b f32", "the biases of the first layer cannot be stored in this way"),
        ("l0b i16", "l0b i16; l0b i16", "the biases of the first layer are in the file twice"),
        ("l0b i16", "l0b i16; threats i8", "the weights of threats are in the file, but not in the network"),
        ("l1w i8", "l1w i8 [in][bucket]", "[out] is not once in the order of the weights of layer 1"),
        ("l0b i16", "l0b i16 joined", "\"l0b i16 joined\" is not after a block"),
        ("fill 64", "full 64", "\"full 64 bullet\" is not a part of a file"),
        ("[{ pieces = { planes = 704 } }]", "[]", "a network has one set of pieces, and other sets at most once"),
    ] {
        let error = Architecture::from_toml(&SMALL.replacen(before, after, 1)).expect_err(after);
        assert_eq!(error.to_string(), reason, "{after}");
    }
}

#[cfg(feature = "toml")]
#[test]
fn a_file_that_does_not_fit_its_description_is_refused_with_the_array_and_the_bytes() {
    let architecture = Architecture::from_toml(SMALL).expect("a description");
    let bytes = Network::build(&architecture, |_, i| (i % 99) as f64).expect("a network").to_bytes();
    // 704 rows of four numbers, four biases, four weights for each of two outputs, then floats.
    assert_eq!(bytes.len(), 5696);
    let error =
        |bytes: &[u8]| Network::borrow(bytes, &architecture).map(|_| ()).expect_err("not this file").to_string();
    assert_eq!(
        error(&bytes[..5640]),
        "the biases of the first layer at byte 5636 needs 8 bytes, but the file has 4 more"
    );
    assert_eq!(error(&bytes[..5650]), "the weights of layer 1 at byte 5644 needs 8 bytes, but the file has 6 more");
    assert_eq!(error(&[&bytes[..], &[0]].concat()), "the network ends at byte 5696, but the file has 1 more bytes");
    let changed = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        changed
    };
    assert_eq!(error(&changed(0)), "the byte 0 is 0x06, expected 0x07");
    assert_eq!(error(&changed(5690)), "the byte 5690 is 0x64, expected 0x65");
    let any = changed(2);
    assert!(Network::borrow(&any, &architecture).expect("any byte").to_bytes() == any);
}

#[cfg(all(feature = "toml", feature = "zstd"))]
#[test]
fn a_frame_is_bounded_by_what_the_network_has() {
    let text = SMALL.replacen("u16 7; ", "u16 7; zstd; ", 1);
    let architecture = Architecture::from_toml(&text).expect("a description");
    let network = Network::build(&architecture, |_, i| (i % 99) as f64).expect("a network");
    let bytes = network.to_bytes();
    assert!(bytes.len() < 1000 && Network::borrow(&bytes, &architecture).expect("a network") == network);
    let long = [b"\x07\0", &zstd::encode_all(&vec![0; 1 << 20][..], 0).expect("memory")[..]].concat();
    let error = Network::borrow(&long, &architecture).expect_err("too long").to_string();
    assert!(error.starts_with("the byte 1 is 0x00"), "{error}");
    assert!(Network::borrow(&bytes[..bytes.len() - 4], &architecture).is_err());
}
