//! The values of lc0's boards, encoder, policy indices and training records.

pub(crate) mod bitboards;
pub(crate) mod boards;
pub(crate) mod chunks;
pub(crate) mod encodings;
pub(crate) mod fens;
pub(crate) mod histories;
pub(crate) mod parse_moves;
pub(crate) mod peer_tests;
pub(crate) mod pgn;
pub(crate) mod policy;
pub(crate) mod rescore;
pub(crate) mod training;
pub(crate) mod v7;
pub(crate) mod verdicts;

use std::fmt::Display;

use gardez_bitboard::Bitboard;
use gardez_lc0::{Board, Castlings, InputFormat, Move, PLANES, Planes, PositionHistory};
use gardez_types::{CastlingMode, Color};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The input format of a record.
fn format(node: &Node<'_>) -> Outcome<InputFormat> {
    InputFormat::try_from(node.number_as::<u32>()?).map_err(|error| node.error(error.to_string()))
}

/// A move as UCI text from white's side, with castling as king takes rook.
fn text(m: Move, side: Color) -> impl Display {
    m.uci(side, CastlingMode::Chess960)
}

/// Reads the position of a FEN. If it is refused, that is a difference, and the result is `None`.
fn start(findings: &mut Findings<'_>, fen: &Node<'_>) -> Outcome<Option<PositionHistory>> {
    let fen_text = fen.text()?;
    findings.about(fen_text);
    match PositionHistory::from_fen(fen_text) {
        Ok(history) => Ok(Some(history)),
        Err(error) => {
            findings.fails(fen.path, &"a position", &error);
            Ok(None)
        }
    }
}

/// Reads a move, which must be legal.
fn legal(findings: &mut Findings<'_>, board: &Board, node: &Node<'_>) -> Outcome<Option<Move>> {
    let found = board.parse_move(node.text()?).ok().filter(|m| board.legal_moves().contains(m));
    if found.is_none() {
        findings.fails(node.path, &"a legal move", &node.text()?);
    }
    Ok(found)
}

/// Makes the moves. Returns false if one of them is not legal.
fn play(findings: &mut Findings<'_>, history: &mut PositionHistory, moves: &Node<'_>) -> Outcome<bool> {
    for node in moves.list()? {
        let Some(m) = legal(findings, history.last().board(), &node)? else { return Ok(false) };
        history.push_relative(m);
    }
    Ok(true)
}

/// Compares a list item by item, and its length.
fn list<T>(
    findings: &mut Findings<'_>,
    expected: &Node<'_>,
    found: &[T],
    mut compare: impl FnMut(&mut Findings<'_>, &Node<'_>, &T) -> Outcome,
) -> Outcome {
    let items = expected.list()?;
    findings.compare(format_args!("{}, its length", expected.path), &items.len(), &found.len());
    for (item, found) in items.zip(found) {
        compare(findings, &item, found)?;
    }
    Ok(())
}

/// Compares castling rights and rook files.
fn castling(findings: &mut Findings<'_>, bits: &Node<'_>, files: &Node<'_>, castlings: &Castlings) -> Outcome {
    findings.number(bits, castlings.bits())?;
    for (expected, file) in files.items::<4>()?.iter().zip(castlings.files()) {
        findings.number(expected, file as u8)?;
    }
    Ok(())
}

/// Compares planes, which are listed as index, mask and, if it is not 1, value. Planes that are not listed are empty.
fn planes(findings: &mut Findings<'_>, expected: &Node<'_>, found: &Planes) -> Outcome {
    let mut listed = [false; PLANES];
    for item in expected.list()? {
        let fields = item.list()?.collect::<Vec<_>>();
        let ([index, mask] | [index, mask, _]) = &fields[..] else {
            return Err(item.error("expected an index, a mask and perhaps a value"));
        };
        let place = index.number_as::<usize>()?;
        let Some(listed) = listed.get_mut(place).filter(|listed| !**listed) else {
            return Err(index.error("unknown plane, or a plane that is listed twice"));
        };
        *listed = true;
        let plane = found.plane(place);
        findings.set(mask, plane.mask)?;
        match fields.get(2) {
            Some(value) => findings.single(value, plane.value)?,
            None => findings.compare(format_args!("{}, its value", item.path), &1.0, &plane.value),
        }
    }
    for (place, _) in listed.iter().enumerate().filter(|(_, listed)| !**listed) {
        let at = format_args!("{}, plane {place}", expected.path);
        findings.hex_of(at, Bitboard::EMPTY.bits(), found.plane(place).mask.bits());
    }
    Ok(())
}
