//! The fields of a stored record, one by one.

use gardez_bitboard::Bitboard;
use gardez_lc0::training::{F32, V6};

use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The fields in single precision.
const VALUES: [&str; 16] = [
    "root_q",
    "best_q",
    "root_d",
    "best_d",
    "root_m",
    "best_m",
    "plies_left",
    "result_q",
    "result_d",
    "played_q",
    "played_d",
    "played_m",
    "orig_q",
    "orig_d",
    "orig_m",
    "policy_kld",
];

/// Compares every field of the stored record. Fields that cannot be made from the game are copied to `made`.
pub(super) fn compare(findings: &mut Findings<'_>, fields: &Node<'_>, stored: &V6, made: &mut V6) -> Outcome {
    let (whole, values, []) = fields.parts(
        [
            "version",
            "input_format",
            "castling",
            "side_to_move_or_enpassant",
            "rule50_count",
            "invariance_info",
            "dummy",
            "visits",
            "played_idx",
            "best_idx",
            "reserved",
            "probabilities",
            "planes",
        ],
        VALUES,
        [],
    )?;
    let [
        version,
        input_format,
        castling,
        side,
        rule50,
        info,
        dummy,
        visits,
        played,
        best,
        reserved,
        probabilities,
        planes,
    ] = &whole;
    findings.number(version, stored.version.get())?;
    findings.number(input_format, stored.input_format.get())?;
    let rights = [stored.castling_us_ooo, stored.castling_us_oo, stored.castling_them_ooo, stored.castling_them_oo];
    for (expected, right) in castling.items::<4>()?.iter().zip(rights) {
        findings.number(expected, right)?;
    }
    findings.number(side, stored.side_to_move_or_enpassant)?;
    findings.number(rule50, stored.rule50_count)?;
    findings.number(info, stored.invariance_info)?;
    findings.number(dummy, stored.dummy)?;
    findings.number(visits, stored.visits.get())?;
    findings.number(played, stored.played_idx.get())?;
    findings.number(best, stored.best_idx.get())?;
    findings.number(reserved, stored.q_st.get().to_bits())?;

    let found = [
        stored.root_q,
        stored.best_q,
        stored.root_d,
        stored.best_d,
        stored.root_m,
        stored.best_m,
        stored.plies_left,
        stored.result_q,
        stored.result_d,
        stored.played_q,
        stored.played_d,
        stored.played_m,
        stored.orig_q,
        stored.orig_d,
        stored.orig_m,
        stored.policy_kld,
    ];
    for (expected, found) in values.iter().zip(found) {
        findings.single(expected, found.get())?;
    }

    // Probabilities that are not listed are -1, and planes that are not listed are empty.
    let mut unlisted = stored.probabilities;
    for (index, value) in probabilities.entries()? {
        let place = index.parse::<usize>().ok().and_then(|index| unlisted.get_mut(index));
        let Some(place) = place else { return Err(value.error("unknown move index")) };
        findings.single(&value, place.get())?;
        *place = F32::new(-1.0);
    }
    findings.holds(probabilities.path, "every probability other than -1", unlisted.iter().all(|p| p.get() == -1.0));
    let mut unlisted = stored.planes;
    for item in planes.list()? {
        let [index, mask] = item.tuple(["index", "mask"])?;
        let Some(place) = unlisted.get_mut(index.number_as::<usize>()?) else {
            return Err(index.error("unknown plane"));
        };
        findings.set(&mask, Bitboard::from_bits(place.get()))?;
        *place = 0.into();
    }
    findings.holds(planes.path, "every plane that is not empty", unlisted.iter().all(|plane| plane.get() == 0));

    // The values of the search and the network cannot be made from the game.
    made.root_q = stored.root_q;
    made.best_q = stored.best_q;
    made.root_d = stored.root_d;
    made.best_d = stored.best_d;
    made.root_m = stored.root_m;
    made.best_m = stored.best_m;
    made.played_q = stored.played_q;
    made.played_d = stored.played_d;
    made.played_m = stored.played_m;
    (made.orig_q, made.orig_d, made.orig_m) = (stored.orig_q, stored.orig_d, stored.orig_m);
    made.policy_kld = stored.policy_kld;
    Ok(())
}
