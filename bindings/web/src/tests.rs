//! Hostile calls: nothing that JavaScript passes may end in a trap.

use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{Chess, PgnReader, validate_fen};

/// A text that is often nearly right.
#[derive(Clone, Debug)]
struct Text(String);

const SEEDS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/P6k/8/8/8/8/p6K/8 b - - 99 70",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "e4",
    "exd5",
    "O-O",
    "e7e8q",
    "--",
    "1. e4 e5 (1... c5 $1 {Sicilian} 2. Nf3) 2. Nf3 *",
    "[Event \"?\"]\n[FEN \"8/8/8/8/8/4k3/8/4K2Q w - - 0 1\"]\n\n1. Qh8 -- 2. Qe5+ 1-0\n",
    "\u{1f600} \u{0} 1. \u{fe0f}e4",
];

impl Arbitrary for Text {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut text: Vec<char> = g.choose(&SEEDS).copied().unwrap_or_default().chars().collect();
        for _ in 0..u8::arbitrary(g) % 4 {
            let at = usize::arbitrary(g) % (text.len() + 1);
            match u8::arbitrary(g) % 3 {
                0 => text.insert(
                    at,
                    *g.choose(&['K', 'q', '8', '/', ' ', '-', '(', '{', '$', '\u{1f600}', 'x']).unwrap_or(&' '),
                ),
                1 if at < text.len() => _ = text.remove(at),
                _ => text.truncate(at),
            }
        }
        Self(text.into_iter().collect())
    }
}

/// A call and its arguments.
type Call = (u8, u16, u8, u8, Text);

/// Makes a call on a game. The result does not matter, only that there is one.
fn call(chess: &mut Chess, &(which, word, a, b, Text(ref text)): &Call) {
    match which % 32 {
        0 => _ = chess.load(text, a % 4),
        1 => _ = chess.fen(a, b),
        2..=4 => {
            let moves = chess.legal_moves();
            if let Some(&raw) = moves.get(usize::from(word) % moves.len().max(1)) {
                chess.play(raw).expect("a legal move can be played");
            }
        }
        5 => _ = chess.play(word),
        6 => _ = chess.play_text(text),
        7 => _ = (chess.find_squares(a, b, text), chess.plane_transform(a.into())),
        8 => _ = chess.undo(),
        9 => _ = chess.history_san(),
        10 => _ = chess.squares(),
        11 => _ = chess.legal_moves_from(a),
        12 => _ = chess.facts(),
        13 => _ = chess.outcome(),
        14 => _ = chess.castling_rights(),
        15 => _ = chess.moves_san(),
        16 => _ = (chess.san(word), chess.uci(word), chess.policy_index(word, a.into())),
        17 => _ = (chess.find_text(text), chess.find_squares(b, a, text)),
        18 => _ = (chess.san_line(&[word, 0, word]), chess.resume(&[0, word]), chess.ply_count()),
        19 => _ = chess.play_line(text),
        // A depth is up to 9, and 4 to 9 take long.
        20 => _ = (chess.perft(u32::from(a % 3)), chess.perft(10 + u32::from(word))),
        21 => _ = (chess.divide(u32::from(a % 3)), chess.divide(u32::MAX)),
        22 => _ = (chess.planes(a.into()), chess.dense_planes(u32::from(a % 6)), chess.legal_mask(5)),
        23 => _ = (chess.key(), chess.polyglot_key(), chess.legal_count(), chess.castling_rights()),
        24 => _ = (chess.move_number(), chess.rule50(), chess.chess960_number(), chess.is_chess960(), chess.is_black()),
        25 => _ = (chess.legal_moves_from(a), chess.problems()),
        26 => _ = validate_fen(text),
        27 => _ = Chess::chess960(word),
        28 | 29 => read(text, f64::from(word) - 2.0),
        _ => _ = (chess.plane_values(a.into()), chess.history()),
    }
}

fn read(text: &str, offset: f64) {
    let mut reader = PgnReader::new(text);
    _ = reader.tree(offset);
    _ = reader.tree(f64::NAN);
    for _ in 0..3 {
        _ = reader.next_game(true);
        _ = (reader.tags(), reader.moves(), reader.about(), reader.tree(reader.offset()));
    }
}

#[test]
fn no_call_ends_in_a_trap() {
    let runs = std::env::var("GARDEZ_WEB_CALLS").ok().and_then(|runs| runs.parse::<u64>().ok()).unwrap_or(50_000) / 50;
    let law = |calls: Vec<Call>| {
        let mut chess = Chess::new(SEEDS[0], 0).expect("the start position is a position");
        calls.iter().for_each(|it| call(&mut chess, it));
        true
    };
    QuickCheck::new().tests(runs).quickcheck(law as fn(Vec<Call>) -> bool);
}

#[test]
fn a_wrong_fen_is_underlined_in_utf16_units() {
    assert_eq!(
        validate_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"),
        "44 45 expected w or b for the side to move, found 'x' (at byte 44)"
    );
    assert!(validate_fen("\u{1f600}").starts_with("0 2 "), "{}", validate_fen("\u{1f600}"));
}

#[test]
fn null_moves_are_taken_back_like_others() {
    let mut chess = Chess::new(SEEDS[0], 0).expect("the start position is a position");
    let start = chess.fen(0, 0);
    chess.play_line("e4 -- d4").expect("these moves are legal");
    assert_eq!(chess.history_san(), "e4 -- d4");
    while chess.undo().is_some() {}
    assert_eq!(chess.fen(0, 0), start);
}

#[test]
fn the_pieces_of_the_page_are_those_of_gardez_svg() {
    let picture = gardez_svg::Diagram::from(&gardez_position::Board::start()).to_string();
    let (_, after) = picture.split_once("<defs>\n").expect("a diagram with pieces has shapes");
    let (shapes, _) = after.split_once("</defs>").expect("the shapes end");
    assert!(include_str!("../npm/src/pieces.js").contains(shapes));
}

#[test]
fn the_transform_is_that_of_the_encoded_planes() {
    use gardez_lc0::{Encoder, InputFormat, PositionHistory};

    let starts = ["8/8/8/8/8/5k2/8/QK6 w - - 0 1", "8/1k6/8/3pP3/8/8/8/4K3 w - d6 0 1", SEEDS[0], SEEDS[1], SEEDS[3]];
    for fen in starts {
        let mut chess = Chess::new(fen, 0).expect("a FEN");
        for ply in 0..60 {
            for format in InputFormat::ALL {
                let encoded = Encoder::new(format).encode(&PositionHistory::from(&chess.position)).1;
                assert_eq!(chess.plane_transform(format.raw()), Ok(encoded.raw()), "{}", chess.fen(0, 0));
            }
            let moves = chess.legal_moves();
            let Some(&raw) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            chess.play(raw).expect("a legal move can be played");
        }
    }
}
