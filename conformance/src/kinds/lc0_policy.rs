//! Policy indices of lc0: the list, the moves of positions, and the maps of network heads. Sets under transforms.

use gardez_bitboard::Bitboard;
use gardez_lc0::{Move, PolicyIndex, PolicyIndexing, Transform, attention_head_map, convolutional_head_map};
use gardez_types::Color;
use serde_json::{Map, Value, json};

use crate::findings::Findings;
use crate::json::{filled, into, parse_hex, set, take};
use crate::lc0::{start, text};
use crate::report::Outcome;

/// Returns the text of a move of the list. Promotions to a knight have no letter there.
fn name(m: Move) -> String {
    text(m, Color::White)
}

pub(crate) fn map(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let all: Vec<_> = PolicyIndex::all().collect();
    let moves: Vec<_> = all.iter().map(|index| index.to_move(Transform::NONE, PolicyIndexing::Lc0)).collect();
    let mut transforms = Map::new();
    for transform in Transform::ALL {
        let mut indices = |indexing| {
            let index = |&m: &Move| {
                let index = PolicyIndex::from_move(m, transform, indexing);
                let is_back = index.is_none_or(|index| index.to_move(transform, indexing) == m);
                findings.holds("transforms", "the same move from its index", is_back);
                index.map(PolicyIndex::index)
            };
            moves.iter().map(index).collect::<Value>()
        };
        let of_transform = json!({
            "ref_to_index": indices(PolicyIndexing::Lc0),
            "geometric_to_index": indices(PolicyIndexing::Geometric),
            "ref_from_index":
                all.iter().map(|index| name(index.to_move(transform, PolicyIndexing::Lc0))).collect::<Value>(),
        });
        transforms.insert(transform.raw().to_string(), of_transform);
    }
    let found = json!({
        "count": all.len(),
        "moves": moves.into_iter().map(name).collect::<Value>(),
        "transforms": transforms,
    });
    findings.same("", record, &found)
}

pub(crate) fn position(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    take::<u64>(record, "id")?;
    take::<String>(record, "kind")?;
    let fen: String = take(record, "fen")?;
    let history = start(findings, &fen)?;
    let board = history.last().board();
    let (transform, legal) = (Transform::canonical(board), board.legal_moves());
    let mut moves = Vec::new();
    for &m in &legal {
        let index = |transform, indexing| PolicyIndex::from_move(m, transform, indexing);
        let number = |index: Option<PolicyIndex>| index.map_or(-1, |index| i64::from(index.index()));
        let back = |transform| {
            let index = index(transform, PolicyIndexing::Lc0);
            index.map(|index| name(index.to_move(transform, PolicyIndexing::Lc0))).unwrap_or_default()
        };
        moves.push(json!([
            text(m, board.side_to_move()),
            m.raw(),
            back(Transform::NONE),
            number(index(Transform::NONE, PolicyIndexing::Lc0)),
            number(index(transform, PolicyIndexing::Lc0)),
            number(index(transform, PolicyIndexing::Geometric)),
            back(transform),
        ]));
        for indexing in [PolicyIndexing::Geometric, PolicyIndexing::Lc0] {
            let found = index(transform, indexing).and_then(|index| index.among(&legal, transform, indexing));
            findings.holds("moves", "the same legal move from its index", found == Some(m));
        }
    }
    findings.parts(moves.len());
    findings.same("", record, &json!({"canonical_transform": transform.raw(), "moves": moves}))
}

pub(crate) fn head_maps(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let (convolutional, attention) = (convolutional_head_map(), attention_head_map());
    let found = json!({
        "conv_len": convolutional.len(),
        "conv": convolutional.to_vec(),
        "attn_len": attention.len(),
        "attn": attention.to_vec(),
    });
    findings.same("", record, &found)
}

/// Compares the one record of `bitboards`: sets of squares flipped, transposed and counted.
pub(crate) fn bitboards(findings: &mut Findings<'_>, record: &mut Value) -> Outcome {
    let rows: Vec<Value> = filled("rows", take(record, "rows")?)?;
    let fields = ["value", "mirror_ranks", "flip_files", "transpose", "count", "lowest_bit"];
    findings.same("", record, &json!({"fields": fields}))?;
    for row in rows {
        let squares = Bitboard::from_bits(parse_hex("rows", &into::<String>("rows", row[0].clone())?)?);
        let found = json!([
            set(squares),
            set(Transform::FLIP_VERTICAL.apply(squares)),
            set(Transform::FLIP_HORIZONTAL.apply(squares)),
            set(Transform::TRANSPOSE.apply(squares)),
            squares.len(),
            squares.lsb().map_or(-1, |square| i64::from(square as u8)),
        ]);
        findings.same("rows", &row, &found)?;
    }
    Ok(())
}
