//! Networks are read as they were written, damaged files are refused, and sums that follow a game equal the sums of its
//! boards.

use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs};

use gardez_nnue::architecture::{
    Function, InputSet, KingBuckets, LayerShape, Mirror, OutputBuckets, PieceSquares, Sum,
};
use gardez_nnue::definition::Trace;
use gardez_nnue::features::Pieces;
use gardez_nnue::{AccumulatorStack, Architecture, Array, Backend, Network, NetworkError};
use gardez_position::{Bitboard, Board, Position};
use gardez_types::{Color, ErrorInfo, Generator, MoveKind, Piece, PieceType, Square};
use quickcheck::QuickCheck;

use crate::architectures::random_network;

/// Random numbers in the ranges that the layers of a small network expect, so that few activations are cut.
fn number(generator: &mut Generator, array: Array) -> i32 {
    let most = match array {
        Array::Biases => 120,
        Array::Pieces => 70,
        Array::Threats | Array::Pairs => 24,
        Array::LayerWeights { .. } => 60,
        Array::LayerBiases { .. } => 4000,
        _ => 5000,
    };
    (generator.next_u64() >> 33) as i32 % (2 * most + 1) - most
}

/// A simple network with king buckets and four outputs.
fn simple(function: Function) -> Architecture {
    let kings = KingBuckets::Half(core::array::from_fn(|i| (i % 7) as u8));
    let inputs = PieceSquares { kings, mirror: Mirror::AToD, ..PieceSquares::CHESS_768 };
    let sum = if let Function::SCReLU { .. } = function { Sum::Quotient(255.0) } else { Sum::Shift(0) };
    Architecture {
        width: 40,
        inputs: vec![InputSet::Pieces(inputs)].into(),
        activation: vec![function].into(),
        buckets: OutputBuckets::material_count(4),
        layers: vec![LayerShape { sum, ..LayerShape::OUTPUT }].into(),
        file: "l0w i16; l0b i16; l1w i16 [in][bucket]; l1b i16; fill 64 bullet".into(),
        ..Architecture::SIMPLE
    }
}

/// A small network of each kind. Those of Stockfish are the first.
static NETWORKS: LazyLock<Vec<Network<'static>>> = LazyLock::new(|| {
    let mut generator = Generator::new(34);
    let mut networks: Vec<_> = Architecture::STOCKFISH
        .into_iter()
        .map(|known| {
            let architecture = Architecture { width: 64, ..known };
            let network = Network::build(&architecture, |array, _| number(&mut generator, array)).expect("in range");
            network.with_description("a test")
        })
        .collect();
    let (max, shift) = (255.0, 0);
    let relu = Function::Clip { max: f64::INFINITY, shift };
    for function in [relu, Function::Clip { max, shift }, Function::SCReLU { max, shift }] {
        let network = Network::build(&simple(function), |array, _| number(&mut generator, array));
        networks.push(network.expect("in range"));
    }
    // Weights that do not fit in 16 bits after they are multiplied by an activation.
    networks.push(
        Network::build(&simple(Function::SCReLU { max, shift }), |array, i| {
            let number = number(&mut generator, array);
            if let Array::LayerWeights { .. } = array { number * 500 + i as i32 % 3 } else { number }
        })
        .expect("in range"),
    );
    networks.extend((0..12).filter_map(random_network));
    networks
});

fn stockfish() -> &'static [Network<'static>] {
    &NETWORKS[..Architecture::STOCKFISH.len()]
}

fn read(network: &Network<'_>, bytes: &[u8]) -> Result<Network<'static>, NetworkError> {
    if network.architecture().name.starts_with("stockfish") {
        return Network::read(bytes);
    }
    Network::borrow(bytes, network.architecture()).map(Network::into_owned)
}

#[test]
fn a_network_is_read_as_it_was_written() {
    for network in &*NETWORKS {
        let bytes = network.to_bytes();
        let found = read(network, &bytes).expect("a network");
        assert!(found == *network, "{network:?}");
        assert!(found.to_bytes() == bytes, "{network:?}");
        assert!(Network::borrow(&bytes, network.architecture()).expect("a network") == found);
    }
}

/// Does nothing unless another test runs it in a process of its own: prints the peak memory that reading a file takes.
#[test]
fn peak_of_a_file() {
    let Ok(path) = env::var("GARDEZ_PEAK_OF") else { return };
    let peak = || {
        let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
    };
    let bytes = fs::read(path).expect("a file");
    let before = peak();
    let network = Architecture::recognize(&bytes).and_then(|architecture| Network::borrow(&bytes, &architecture));
    println!("peak {}", peak() - before);
    assert!(network.is_ok());
}

#[test]
fn a_network_takes_at_most_twice_its_file() {
    if !cfg!(target_os = "linux") {
        return;
    }
    for (number, network) in stockfish().iter().enumerate() {
        let (bytes, path) = (network.to_bytes(), format!("{}/peak-{number}", env!("CARGO_TARGET_TMPDIR")));
        fs::write(&path, &bytes).expect("written");
        let mut child = Command::new(env::current_exe().expect("this program"));
        child.args(["peak_of_a_file", "--nocapture", "--test-threads=1"]).env("GARDEZ_PEAK_OF", path);
        let output = String::from_utf8(child.output().expect("it runs").stdout).expect("text");
        let peak = output.lines().find_map(|line| line.split_once("peak ")?.1.trim().parse::<usize>().ok());
        // A file may have numbers in one byte each that take two in memory.
        let most = 2 * bytes.len() + 2 * 22_528 * 8 + (256 << 10);
        assert!(peak.expect("a number") <= most, "{output}: more than {most}");
    }
}

#[test]
fn a_file_that_ends_early_or_late_is_refused_with_the_part_and_the_place() {
    for network in &*NETWORKS {
        let mut bytes = network.to_bytes();
        let places = (0..bytes.len().min(400)).chain((0..bytes.len()).step_by(bytes.len() / 61 + 1));
        for length in places {
            let error = read(network, &bytes[..length]).expect_err("the file is cut");
            assert!(matches!(error.kind_name(), "incomplete" | "zstd"), "{length} of {network:?}: {error}");
            assert!(error.span().is_none_or(|span| span.end <= length), "{error}");
        }
        bytes.push(0);
        let error = read(network, &bytes).expect_err("a byte too many");
        assert!(matches!(error.kind_name(), "trailing" | "zstd" | "header"), "{error}");
    }
}

#[test]
fn a_changed_hash_or_mark_is_named() {
    let change = |name: &str, at: usize| {
        let network = stockfish().iter().find(|network| network.architecture().name == name).expect("a kind");
        let mut bytes = network.to_bytes();
        bytes[at] ^= 1;
        Network::read(&bytes).expect_err("a changed byte").to_string()
    };
    // The description has 6 bytes.
    let name = "stockfish-2026";
    assert_eq!(
        change(name, 0),
        "0x6A448AFB at byte 0 is not the version of a network of Stockfish, and others need a description"
    );
    assert!(change(name, 4).starts_with("the file hash at byte 4 is 0x"), "{}", change(name, 4));
    assert!(change(name, 18).starts_with("no known first layer has the hash 0x"), "{}", change(name, 18));
    let mark = "the weights of threats";
    assert!(change(name, 22).starts_with("no known first layer"), "{mark}: the first mark says what the network is");
    assert!(change("stockfish-15", 18).starts_with("no known first layer"));
}

#[test]
fn random_damage_gives_an_error_or_a_network() {
    let mut generator = Generator::new(5);
    for network in &*NETWORKS {
        let bytes = network.to_bytes();
        for _ in 0..12 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + generator.next_u64() % 3 {
                // Half of the changes are in the first bytes.
                let end = if generator.next_u64() % 2 == 0 { 200 } else { damaged.len() };
                let at = generator.next_u64() as usize % end;
                damaged[at] = generator.next_u64() as u8;
            }
            if let Ok(found) = read(network, &damaged) {
                // A number may be longer than it must be, and the unused bytes of a file are not kept.
                assert!(read(network, &found.to_bytes()).expect("a network") == found);
            }
        }
    }
}

#[test]
fn a_shape_that_no_network_has_is_refused() {
    let build = |width| {
        let architecture = Architecture { width, ..Architecture::STOCKFISH_15 };
        Network::build(&architecture, |array, i| if array == Array::Biases && i == 7 { 40_000 } else { 0 }).map(drop)
    };
    assert_eq!(build(0).expect_err("too narrow").to_string(), "the width cannot be 0");
    assert_eq!(build(1 << 14).expect_err("too wide").to_string(), "the width cannot be 16384");
    let error = build(64).expect_err("too large").to_string();
    assert_eq!(error, "40000 at byte 7 of the biases of the first layer is out of range");
}

/// Plays a random game with null moves and undone moves, and evaluates now and then.
fn follows_a_game(network: &Network<'_>, backend: Backend, start: u16, choices: &[u16]) -> u32 {
    let mut position = match start % 3 {
        0 => Position::start(),
        _ => Board::double_chess960(start % 960, start / 7 % 960).map(Position::from).expect("both below 960"),
    };
    let mut generator = Generator::new(1 + u64::from(start));
    let more: Vec<_> = (0..200).map(|_| (generator.next_u64() >> 48) as u16).collect();
    let (mut stack, mut nulls) = (AccumulatorStack::with_backend(network, backend), Vec::new());
    let (mut fresh, mut evaluations) = (AccumulatorStack::with_backend(network, backend), 0);
    for choice in choices.iter().chain(&more) {
        match choice % 16 {
            0..3 if !nulls.is_empty() => {
                for _ in 0..1 + choice / 16 % 4 {
                    match nulls.pop() {
                        Some(true) => assert!(position.undo_null_move()),
                        Some(false) => assert!(position.undo_move().is_some()),
                        None => break,
                    }
                    stack.undo_move();
                }
            }
            3 if !position.in_check() => {
                position.do_null_move_with(&mut stack);
                nulls.push(true);
            }
            _ => {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Rare kinds of moves are preferred.
                let rare = moves.iter().filter(|m| matches!(m.kind(), MoveKind::Castling | MoveKind::Promotion));
                let kings = moves.iter().filter(|m| m.from() == position.king(position.side_to_move()));
                let preferred: Vec<_> = if choice % 3 == 0 { rare.chain(kings).copied().collect() } else { Vec::new() };
                let moves = if preferred.is_empty() { &moves[..] } else { &preferred };
                let (m, before) = (moves[usize::from(choice / 16) % moves.len()], *position.board());
                if choice & 32 == 0 {
                    position.do_move_with(m, &mut stack);
                } else {
                    position.do_move(m);
                    let missing = |from: &Board, in_board: &Board| -> Vec<_> {
                        let pieces = from.piece_map().map(|(square, piece)| (piece, square));
                        pieces.filter(|&(piece, square)| in_board.piece_on(square) != Some(piece)).collect()
                    };
                    stack.record_changes(&missing(&before, &position), &missing(&position, &before));
                }
                nulls.push(false);
            }
        }
        assert_eq!(stack.len(), nulls.len());
        if choice / 64 % 3 > 0 {
            fresh.reset();
            assert_eq!(stack.evaluate(&position), fresh.evaluate(&position), "{backend} {network:?} {position}");
            evaluations += 1;
        }
    }
    evaluations
}

/// With `GARDEZ_SLOW`, a million boards are evaluated.
#[test]
fn changes_that_no_move_of_chess_makes_are_recorded() {
    let [before, after] = ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/1QN1K3 w - - 0 1"]
        .map(|fen| fen.parse::<Board>().expect(fen));
    let removed = [(Piece::WhiteRook, Square::A1)];
    let added = [(Piece::WhiteQueen, Square::B1), (Piece::WhiteKnight, Square::C1)];
    for network in &*NETWORKS {
        let mut stack = AccumulatorStack::new(network);
        stack.evaluate(&before);
        stack.record_changes(&removed, &added);
        assert_eq!(stack.evaluate(&after), network.evaluate_board(&after), "{network:?}");
        stack.undo_move();
        assert_eq!(stack.evaluate(&before), network.evaluate_board(&before), "{network:?}");
    }
}

#[test]
fn sums_that_follow_a_game_are_those_of_its_boards() {
    static EVALUATIONS: AtomicU32 = AtomicU32::new(0);
    #[allow(clippy::needless_pass_by_value)] // quickcheck passes values
    fn holds(start: u16, choices: Vec<u16>) -> bool {
        let backends: Vec<_> = Backend::available().collect();
        for (i, network) in NETWORKS.iter().enumerate() {
            let backend = backends[(usize::from(start) + i) % backends.len()];
            EVALUATIONS.fetch_add(follows_a_game(network, backend, start, &choices), Ordering::Relaxed);
        }
        true
    }
    let wanted = if env::var_os("GARDEZ_SLOW").is_some() { 1_000_000 } else { 10_000 };
    while EVALUATIONS.load(Ordering::Relaxed) < wanted {
        QuickCheck::new().quickcheck(holds as fn(u16, Vec<u16>) -> bool);
    }
    let evaluations = EVALUATIONS.load(Ordering::Relaxed);
    println!("{evaluations} evaluations");
}

#[test]
fn all_back_ends_agree_with_the_definition() {
    let mut generator = Generator::new(8);
    for game in 0..4 {
        let mut position = Board::chess960(game * 239).map(Position::from).expect("below 960");
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[generator.next_u64() as usize % moves.len()]);
            if ply % 20 == game {
                for network in &*NETWORKS {
                    agrees(network, &position);
                }
            }
        }
    }
    let queens = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QNBNQRQQ/QQQQRQQQ/QQQKQQQQ/QQQQQQQk b - - 0 1";
    for network in &*NETWORKS {
        agrees(network, &queens.parse().expect("a board"));
    }
}

/// A board that is no [`Board`].
struct Squares([Option<Piece>; 64], Color);

impl Pieces for Squares {
    fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let piece = Some(Piece::new(color, piece_type));
        Square::ALL.into_iter().filter(|&square| self.0[square as usize] == piece).collect()
    }

    fn side_to_move(&self) -> Color {
        self.1
    }
}

#[test]
fn a_board_of_ones_own_has_the_values_of_a_board() {
    let mut generator = Generator::new(56);
    for network in &*NETWORKS {
        let mut stack = AccumulatorStack::new(network);
        let mut position = Position::start();
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[generator.next_u64() as usize % moves.len()]);
            let own = Squares(*position.piece_array(), position.side_to_move());
            stack.reset();
            assert_eq!(stack.evaluate(&own), network.evaluate_board(&position), "{network:?} {position}");
        }
        let own = Squares(*position.piece_array(), position.side_to_move());
        assert_eq!(Trace::new(network, &own), Trace::new(network, &*position));
    }
}

fn agrees(network: &Network<'_>, board: &Board) {
    for bucket in 0..network.buckets() {
        let expected = Trace::with_bucket(network, board, bucket).evaluation;
        for backend in Backend::available() {
            let found = AccumulatorStack::with_backend(network, backend).evaluate_with_bucket(board, bucket);
            assert_eq!(found, expected, "{backend} {network:?} {board}");
        }
    }
    assert_eq!(network.evaluate_board(board), Trace::new(network, board).evaluation);
}
