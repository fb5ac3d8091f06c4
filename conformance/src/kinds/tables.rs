//! The tables of keys, of attacks, and of lines between squares.

use gardez_bitboard::{Bitboard, bishop_attacks, line, path_to, piece_attacks, ray_pass, rook_attacks};
use gardez_types::{CastlingRights, File, Piece, Square};
use gardez_zobrist::{self as zobrist, Generator, SEED, internals};
use serde_json::{Value, json};

use crate::findings::Findings;
use crate::json::{filled, hex, parse_hex, set, take};
use crate::report::{Outcome, RecordError};

/// Compares the one record of `zobrist`.
pub(crate) fn keys(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let xor = |keys: &[u64]| keys.iter().fold(0, |sum, key| sum ^ key);
    let hexes = |keys: &[u64]| keys.iter().map(|&key| hex(key)).collect::<Value>();
    let pieces = Piece::ALL.map(|piece| (piece, Square::ALL.map(|square| zobrist::piece(piece, square))));
    let of_piece = |&(piece, keys): &(Piece, [u64; 64])| {
        (piece.letter().to_string(), json!({"values": hexes(&keys), "xor": hex(xor(&keys))}))
    };
    let files = File::ALL.map(zobrist::en_passant);
    let rights: [u64; 16] = std::array::from_fn(|bits| zobrist::castling(CastlingRights::from_bits_retain(bits as u8)));
    let [all_pieces, all_files, all_rights] = [xor(&pieces.map(|(_, keys)| xor(&keys))), xor(&files), xor(&rights)];
    let mut generator = Generator::new(SEED);
    let found = json!({
        "psq": pieces.iter().map(of_piece).collect::<serde_json::Map<_, _>>(),
        "enpassant": hexes(&files),
        "castling": hexes(&rights),
        "side": hex(zobrist::black_to_move()),
        "noPawns": hex(zobrist::no_pawns()),
        "xor_psq": hex(all_pieces),
        "xor_enpassant": hex(all_files),
        "xor_castling": hex(all_rights),
        "xor_all": hex(all_pieces ^ all_files ^ all_rights ^ zobrist::black_to_move() ^ zobrist::no_pawns()),
        "cuckoo": cuckoo_table(),
        "prng_first": hexes(&[0; 8].map(|_| generator.next_u64())),
        "make_key": hexes(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(zobrist::mix)),
    });
    findings.same("", record, &found)
}

fn cuckoo_table() -> Value {
    let used: Vec<_> =
        (0..internals::SLOTS).filter_map(|slot| internals::entry(slot).map(|(key, step)| (slot, key, step))).collect();
    let hash = used.iter().fold(0_u64, |hash, &(slot, key, step)| {
        let word = key.wrapping_add(slot as u64).wrapping_add(u64::from(step.raw()) << 16);
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)
    });
    json!({
        "entries": used.len(),
        "in_first_slot": used.iter().filter(|&&(slot, key, _)| internals::first_slot(key) == slot).count(),
        "xor_keys": hex(used.iter().fold(0, |sum, &(_, key, _)| sum ^ key)),
        "digest": hex(hash),
        "first_used": used.iter().take(24).map(|&(slot, key, step)| json!([slot, hex(key), step.raw()])).collect::<Value>(),
    })
}

pub(crate) fn attacks(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let samples: Vec<[Value; 6]> = filled("samples", take(record, "samples")?)?;
    for [first, second, expected @ ..] in samples {
        let (first, second): (Square, Square) = (parse("samples", &first)?, parse("samples", &second)?);
        let found = json!([
            set(line(first, second)),
            set(path_to(first, second)),
            set(ray_pass(first, second)),
            first.distance(second),
        ]);
        findings.same(format!("samples of {first}{second}"), &json!(expected), &found)?;
    }
    let sliders: Vec<(Value, String, Value, Value)> = filled("sliders", take(record, "sliders")?)?;
    for (square, occupied, bishop, rook) in sliders {
        let square = parse("sliders", &square)?;
        let occupied = Bitboard::from_bits(parse_hex("sliders", &occupied)?);
        let found = json!([set(bishop_attacks(square, occupied)), set(rook_attacks(square, occupied))]);
        findings.same(format!("sliders of {square}"), &json!([bishop, rook]), &found)?;
    }
    let pretty: Vec<(String, String)> = filled("pretty", take(record, "pretty")?)?;
    for (squares, text) in pretty {
        findings.text("pretty", &text, Bitboard::from_bits(parse_hex("pretty", &squares)?).pretty());
    }
    let pseudo = |piece| Square::ALL.map(|square| set(piece_attacks(piece, square, Bitboard::EMPTY))).to_vec();
    let found = json!({
        "digest": {
            "line": digest_of_pairs(|a, b| line(a, b).bits()),
            "between": digest_of_pairs(|a, b| path_to(a, b).bits()),
            "ray_pass": digest_of_pairs(|a, b| ray_pass(a, b).bits()),
            "distance": digest_of_pairs(|a, b| a.distance(b).into()),
        },
        "pseudo": {
            "white_pawn": pseudo(Piece::WhitePawn),
            "black_pawn": pseudo(Piece::BlackPawn),
            "knight": pseudo(Piece::WhiteKnight),
            "bishop": pseudo(Piece::WhiteBishop),
            "rook": pseudo(Piece::WhiteRook),
            "queen": pseudo(Piece::WhiteQueen),
            "king": pseudo(Piece::WhiteKing),
        },
        "slider_digest": digest_of_sliders(),
    });
    findings.same("", record, &found)
}

fn parse(field: &str, square: &Value) -> Outcome<Square> {
    let square = square.as_str().and_then(|text| text.parse().ok());
    square.ok_or_else(|| RecordError::new(field, "expected a square"))
}

/// Returns a digest of words by FNV-1a, with 64-bit words instead of bytes.
fn digest(words: impl Iterator<Item = u64>) -> String {
    hex(words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)))
}

fn digest_of_pairs(value: impl Fn(Square, Square) -> u64) -> String {
    digest(Square::ALL.into_iter().flat_map(|first| Square::ALL.map(|second| value(first, second))))
}

/// Returns the digest of the attacks of both sliders on each square, with occupied squares from a generator.
fn digest_of_sliders() -> String {
    let mut generator = Generator::new(1);
    let squares = Square::ALL.into_iter().flat_map(|square| [square; 256]);
    digest(squares.flat_map(|square| {
        let occupied = Bitboard::from_bits(generator.next_u64());
        [bishop_attacks(square, occupied).bits(), rook_attacks(square, occupied).bits()]
    }))
}
