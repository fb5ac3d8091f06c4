//! Tables of attacks, and of lines between squares.

use gardez_bitboard::{Bitboard, bishop_attacks, line, path_to, piece_attacks, ray_pass, rook_attacks};
use gardez_types::{Piece, Square};
use gardez_zobrist::Generator;

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// Compares the one record of `tables`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [digest, pseudo, samples, sliders, slider_digest, pretty] =
        record.fields(["digest", "pseudo", "samples", "sliders", "slider_digest", "pretty"])?;
    digests(findings, &digest)?;
    pseudo_attacks(findings, &pseudo)?;
    for sample in samples.filled_list()? {
        pair(findings, &sample)?;
    }
    for slider in sliders.filled_list()? {
        let [square, occupied, bishop, rook] = slider.tuple(["square", "occupied", "bishop", "rook"])?;
        let (square, occupied) = (this_square(&square)?, Bitboard::from_bits(occupied.hex()?));
        findings.set(&bishop, bishop_attacks(square, occupied))?;
        findings.set(&rook, rook_attacks(square, occupied))?;
    }
    findings.hex(&slider_digest, digest_of_sliders())?;
    for drawn in pretty.filled_list()? {
        let [set, text] = drawn.tuple(["set", "text"])?;
        findings.text(&text, Bitboard::from_bits(set.hex()?).pretty())?;
    }
    Ok(())
}

/// A digest of words by FNV-1a, with 64-bit words instead of bytes.
struct Digest(u64);

impl Digest {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    const fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// The digest of one number for each pair of squares.
    fn of_pairs(value: impl Fn(Square, Square) -> u64) -> u64 {
        let mut digest = Self::new();
        for first in Square::ALL {
            for second in Square::ALL {
                digest.add(value(first, second));
            }
        }
        digest.0
    }
}

fn digests(findings: &mut Findings<'_>, expected: &Node<'_>) -> Outcome {
    let [line_digest, between_digest, ray_digest, distance_digest] =
        expected.fields(["line", "between", "ray_pass", "distance"])?;
    findings.hex(&line_digest, Digest::of_pairs(|a, b| line(a, b).bits()))?;
    findings.hex(&between_digest, Digest::of_pairs(|a, b| path_to(a, b).bits()))?;
    findings.hex(&ray_digest, Digest::of_pairs(|a, b| ray_pass(a, b).bits()))?;
    findings.hex(&distance_digest, Digest::of_pairs(|a, b| a.distance(b).into()))
}

/// The digest of the attacks of both sliders on each square, with occupied squares from a generator.
fn digest_of_sliders() -> u64 {
    let (mut generator, mut digest) = (Generator::new(1), Digest::new());
    for square in Square::ALL {
        for _ in 0..256 {
            let occupied = Bitboard::from_bits(generator.next_u64());
            digest.add(bishop_attacks(square, occupied).bits());
            digest.add(rook_attacks(square, occupied).bits());
        }
    }
    digest.0
}

fn pseudo_attacks(findings: &mut Findings<'_>, expected: &Node<'_>) -> Outcome {
    let of_pieces = expected.fields(["white_pawn", "black_pawn", "knight", "bishop", "rook", "queen", "king"])?;
    let pieces = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::WhiteBishop,
        Piece::WhiteRook,
        Piece::WhiteQueen,
        Piece::WhiteKing,
    ];
    for (of_piece, piece) in of_pieces.iter().zip(pieces) {
        for (expected, square) in of_piece.items::<64>()?.iter().zip(Square::ALL) {
            findings.set(expected, piece_attacks(piece, square, Bitboard::EMPTY))?;
        }
    }
    Ok(())
}

fn pair(findings: &mut Findings<'_>, sample: &Node<'_>) -> Outcome {
    let [first, second, wanted_line, wanted_between, wanted_ray, distance] =
        sample.tuple(["s1", "s2", "line", "between", "ray_pass", "distance"])?;
    let (first, second) = (this_square(&first)?, this_square(&second)?);
    findings.set(&wanted_line, line(first, second))?;
    findings.set(&wanted_between, path_to(first, second))?;
    findings.set(&wanted_ray, ray_pass(first, second))?;
    findings.number(&distance, first.distance(second))
}

fn this_square(node: &Node<'_>) -> Outcome<Square> {
    node.square()?.ok_or_else(|| node.error("expected a square, found none"))
}
