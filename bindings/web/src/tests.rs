//! Hostile calls: nothing that JavaScript passes may end in a trap.

use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{Chess, PgnReader};

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

/// The arguments of calls.
type Call = (u16, u8, u8, Text);

/// Makes calls on the game that begins with a text. The results do not matter, only that there are some.
fn call(&(word, a, b, Text(ref text)): &Call, moves: &[u16]) {
    read(text);
    let Ok(chess) = Chess::new(text, a % 2 == 0, moves) else { return };
    // A depth is up to 9, and 4 to 9 take long.
    _ = (chess.perft(u32::from(a % 3)), chess.perft(10 + u32::from(word)), chess.key(), chess.polyglot_key());
    _ = chess.can_mate(a % 2 == 0, u32::from(b));
    let format = u32::from(b);
    _ = (chess.planes(format), chess.dense_planes(u32::from(a % 6)), chess.plane_values(format));
    _ = (chess.legal_mask(5), chess.plane_transform(format), chess.policy_index(word, format));
}

fn read(text: &str) {
    let Ok(mut reader) = PgnReader::new(text, "en") else { return };
    for has_tree in [true, false, true] {
        _ = (reader.next_game(has_tree), reader.moves(), reader.tree(), reader.texts());
    }
}

#[test]
fn no_call_ends_in_a_trap() {
    let runs = std::env::var("GARDEZ_WEB_CALLS").ok().and_then(|runs| runs.parse::<u64>().ok()).unwrap_or(50_000) / 50;
    let law = |calls: Vec<Call>| {
        calls.iter().for_each(|it| call(it, &[]));
        calls.iter().for_each(|it| call(it, &[it.0, 0, it.0]));
        true
    };
    QuickCheck::new().tests(runs).quickcheck(law as fn(Vec<Call>) -> bool);
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
        let mut chess = Chess::new(fen, fen.contains("HFhf"), &[]).expect("a FEN");
        for ply in 0..60 {
            for format in InputFormat::ALL {
                let encoded = Encoder::new(format).encode(&PositionHistory::from(&chess.position)).1;
                assert_eq!(chess.plane_transform(format.raw()), Ok(encoded.raw()), "{}", chess.position.board());
            }
            let moves = chess.position.board().legal_moves();
            let Some(&m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            chess.position.play(m).expect("a legal move can be played");
        }
    }
}
