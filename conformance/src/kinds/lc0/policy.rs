//! Policy indices: the list, the moves of positions, and the maps of network heads.

use gardez_lc0::{Move, PolicyIndex, PolicyIndexing, Transform, attention_head_map, convolutional_head_map};
use gardez_types::{CastlingMode, Color};

use super::{list, start, text};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The text of a move of the list. Promotions to a knight have no letter there.
fn name(m: Move) -> String {
    m.uci(Color::White, CastlingMode::Chess960).to_string()
}

/// Compares the one record of `policy_map`.
pub(crate) fn check_map(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [count, moves, transforms] = record.fields(["count", "moves", "transforms"])?;
    let all: Vec<_> = PolicyIndex::all().collect();
    let list_of_moves: Vec<_> = all.iter().map(|index| index.to_move(Transform::NONE, PolicyIndexing::Lc0)).collect();
    findings.number(&count, all.len())?;
    list(findings, &moves, &list_of_moves, |findings, node, &m| findings.text(node, name(m)))?;

    let names = ["0", "1", "2", "3", "4", "5", "6", "7"];
    for (of_transform, transform) in transforms.fields(names)?.iter().zip(Transform::ALL) {
        let [reference, geometric, inverse] =
            of_transform.fields(["ref_to_index", "geometric_to_index", "ref_from_index"])?;
        for (expected, indexing) in [(reference, PolicyIndexing::Lc0), (geometric, PolicyIndexing::Geometric)] {
            list(findings, &expected, &list_of_moves, |findings, node, &m| {
                let index = PolicyIndex::from_move(m, transform, indexing);
                findings.number_or_null(node, index.map(|index| usize::from(index.index())))?;
                let is_back = index.is_none_or(|index| index.to_move(transform, indexing) == m);
                findings.holds(node.path, "the same move from its index", is_back);
                Ok(())
            })?;
        }
        list(findings, &inverse, &all, |findings, node, index| {
            findings.text(node, name(index.to_move(transform, PolicyIndexing::Lc0)))
        })?;
    }
    Ok(())
}

/// Compares a record of `policy_positions`.
pub(crate) fn check_position(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [id, kind, fen, canonical, moves] = record.fields(["id", "kind", "fen", "canonical_transform", "moves"])?;
    id.number()?;
    kind.text()?;
    let Some(history) = start(findings, &fen)? else { return Ok(()) };
    let board = history.last().board();
    let transform = Transform::canonical(board);
    findings.number(&canonical, transform.raw())?;
    let legal = board.legal_moves();
    list(findings, &moves, &legal, |findings, node, &m| {
        findings.part();
        let [absolute, raw, entry, plain, reference, geometric, back] =
            node.tuple(["move", "raw", "entry", "plain", "ref", "geometric", "back"])?;
        findings.text(&absolute, text(m, board.side_to_move()))?;
        findings.number(&raw, m.raw())?;
        let index = |transform, indexing| PolicyIndex::from_move(m, transform, indexing);
        let number = |index: Option<PolicyIndex>| index.map_or(-1, |index| i64::from(index.index()));
        let of_plain = index(Transform::NONE, PolicyIndexing::Lc0);
        let entry_found = of_plain.map(|index| name(index.to_move(Transform::NONE, PolicyIndexing::Lc0)));
        findings.text(&entry, entry_found.unwrap_or_default())?;
        findings.number(&plain, number(of_plain))?;
        findings.number(&reference, number(index(transform, PolicyIndexing::Lc0)))?;
        findings.number(&geometric, number(index(transform, PolicyIndexing::Geometric)))?;
        let fed_back = index(transform, PolicyIndexing::Lc0);
        let fed_back = fed_back.map(|index| name(index.to_move(transform, PolicyIndexing::Lc0)));
        findings.text(&back, fed_back.unwrap_or_default())?;
        for indexing in [PolicyIndexing::Geometric, PolicyIndexing::Lc0] {
            let found = index(transform, indexing).and_then(|index| index.among(&legal, transform, indexing));
            findings.holds(node.path, "the same legal move from its index", found == Some(m));
        }
        Ok(())
    })
}

/// Compares the one record of `policy_head_maps`.
pub(crate) fn check_head_maps(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [conv_len, conv, attn_len, attn] = record.fields(["conv_len", "conv", "attn_len", "attn"])?;
    findings.number(&conv_len, convolutional_head_map().len())?;
    list(findings, &conv, convolutional_head_map(), |findings, node, &index| findings.number(node, index))?;
    findings.number(&attn_len, attention_head_map().len())?;
    list(findings, &attn, attention_head_map(), |findings, node, &index| findings.number(node, index))
}
