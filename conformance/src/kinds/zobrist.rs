//! The key tables.

use gardez_types::{CastlingRights, File, Piece, Square};
use gardez_zobrist::{self as zobrist, Generator, SEED, internals};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

const PIECES: [&str; 12] = ["P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"];

/// Compares the one record of `zobrist`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [
        psq,
        enpassant,
        castling,
        side,
        no_pawns,
        xor_psq,
        xor_enpassant,
        xor_castling,
        xor_all,
        cuckoo,
        prng,
        make_key,
    ] = record.fields([
        "psq",
        "enpassant",
        "castling",
        "side",
        "noPawns",
        "xor_psq",
        "xor_enpassant",
        "xor_castling",
        "xor_all",
        "cuckoo",
        "prng_first",
        "make_key",
    ])?;

    let mut all_pieces = 0;
    for (of_piece, piece) in psq.fields(PIECES)?.iter().zip(Piece::ALL) {
        let [values, xor] = of_piece.fields(["values", "xor"])?;
        let keys = Square::ALL.map(|square| zobrist::piece(piece, square));
        all_pieces ^= list(findings, &values, keys)?;
        findings.hex(&xor, keys.into_iter().fold(0, |sum, key| sum ^ key))?;
    }
    let all_files = list(findings, &enpassant, File::ALL.map(zobrist::en_passant))?;
    let rights = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(CastlingRights::from_bits_retain);
    let all_rights = list(findings, &castling, rights.map(zobrist::castling))?;
    findings.hex(&side, zobrist::black_to_move())?;
    findings.hex(&no_pawns, zobrist::no_pawns())?;
    findings.hex(&xor_psq, all_pieces)?;
    findings.hex(&xor_enpassant, all_files)?;
    findings.hex(&xor_castling, all_rights)?;
    findings.hex(&xor_all, all_pieces ^ all_files ^ all_rights ^ zobrist::black_to_move() ^ zobrist::no_pawns())?;

    let mut generator = Generator::new(SEED);
    list(findings, &prng, [0; 8].map(|_| generator.next_u64()))?;
    list(findings, &make_key, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(zobrist::mix))?;
    cuckoo_table(findings, &cuckoo)
}

/// Compares a list of numbers, and returns the XOR of the numbers found.
fn list<const N: usize>(findings: &mut Findings<'_>, expected: &Node<'_>, found: [u64; N]) -> Outcome<u64> {
    for (expected, &found) in expected.items::<N>()?.iter().zip(&found) {
        findings.hex(expected, found)?;
    }
    Ok(found.into_iter().fold(0, |sum, number| sum ^ number))
}

fn cuckoo_table(findings: &mut Findings<'_>, expected: &Node<'_>) -> Outcome {
    let [entries, in_first_slot, xor_keys, digest, first_used] =
        expected.fields(["entries", "in_first_slot", "xor_keys", "digest", "first_used"])?;
    let used: Vec<_> =
        (0..internals::SLOTS).filter_map(|slot| internals::entry(slot).map(|(key, step)| (slot, key, step))).collect();
    findings.number(&entries, used.len())?;
    findings
        .number(&in_first_slot, used.iter().filter(|&&(slot, key, _)| internals::first_slot(key) == slot).count())?;
    findings.hex(&xor_keys, used.iter().fold(0, |sum, &(_, key, _)| sum ^ key))?;
    let hash = used.iter().fold(0_u64, |hash, &(slot, key, step)| {
        let word = key.wrapping_add(slot as u64).wrapping_add(u64::from(step.raw()) << 16);
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)
    });
    findings.hex(&digest, hash)?;
    for (expected, &(slot, key, step)) in first_used.items::<24>()?.iter().zip(&used) {
        let [wanted_slot, wanted_key, wanted_step] = expected.tuple(["index", "key", "move"])?;
        findings.number(&wanted_slot, slot)?;
        findings.hex(&wanted_key, key)?;
        findings.number(&wanted_step, step.raw())?;
    }
    Ok(())
}
