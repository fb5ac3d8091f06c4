//! The order of the pieces in a table, and the factor of each group in the number of a position.

use gardez_types::{Color, Piece, PieceType};

use super::numbering::{BINOMIAL, KINGS, LEADING_PAWNS, THREE};
use crate::material::{MAX_PIECES, Material};

/// The leading pieces of a table. They decide how positions are flipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// The pawns of one side: if both sides have pawns, of the side with fewer pawns, or White's if the numbers are equal.
    Pawns { count: u8, are_on_both_sides: bool },
    /// The two kings, if no other piece is the only piece of its kind.
    Kings,
    /// Three pieces, each the only piece of its kind.
    Three,
}

impl Lead {
    pub(super) fn from_material(material: &Material) -> Self {
        let [white, black] = Color::ALL.map(|side| material.count(side, PieceType::Pawn) as u8);
        if white != 0 || black != 0 {
            let count = if black == 0 || (white != 0 && white <= black) { white } else { black };
            return Self::Pawns { count, are_on_both_sides: white != 0 && black != 0 };
        }
        let kinds = Color::ALL.into_iter().flat_map(|side| PieceType::ALL.map(|kind| material.count(side, kind)));
        if kinds.filter(|&count| count == 1).count() == 2 { Self::Kings } else { Self::Three }
    }

    /// Returns the number of leading pieces.
    const fn piece_count(self) -> u8 {
        match self {
            Self::Pawns { count, .. } => count,
            Self::Kings => 2,
            Self::Three => 3,
        }
    }
}

/// Pieces of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The piece; white is the stronger side.
    pub(super) piece: Piece,
    pub(super) count: u8,
}

/// Pieces after the leading ones that are numbered together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    pub(super) piece_count: u8,
    /// The factor of the number of these pieces in the number of the position.
    pub(super) factor: u64,
}

/// The pieces of a table in its order.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    pub(super) lead: Lead,
    pub(super) lead_factor: u64,
    runs: [Run; MAX_PIECES],
    run_count: u8,
    groups: [Group; MAX_PIECES],
    group_count: u8,
    /// The number of positions.
    pub(super) size: u64,
}

impl Groups {
    /// Puts the pieces in the order of a table. The number of positions is a product with a factor for each group: `order`
    /// is the place of the leading pieces, and `pawn_order` of the other side's pawns. `file` is for pawns only.
    ///
    /// Returns `None` if the pieces are not the material, or if their order or one of the two places is impossible.
    pub(super) fn new(
        material: &Material,
        pieces: &[u8],
        order: u8,
        pawn_order: Option<u8>,
        file: usize,
    ) -> Option<Self> {
        let lead = Lead::from_material(material);
        let mut runs = [Run { piece: Piece::WhiteKing, count: 0 }; MAX_PIECES];
        let mut run_count = 0;
        for &code in pieces {
            let piece = Piece::from_raw(code)?;
            match runs[..run_count].last_mut() {
                Some(run) if run.piece == piece => run.count += 1,
                _ => {
                    *runs.get_mut(run_count)? = Run { piece, count: 1 };
                    run_count += 1;
                }
            }
        }
        // A run contains all pieces of its kind, so no kind can occur twice.
        let is_whole = |run: &Run| material.count(run.piece.color(), run.piece.piece_type()) == usize::from(run.count);
        if pieces.len() != material.piece_count()
            || !runs[..run_count].iter().all(is_whole)
            || !leads(lead, &runs[..run_count])
        {
            return None;
        }

        // The groups after the leading pieces: the other side's pawns, if both sides have pawns, then each run.
        let skipped = match lead {
            Lead::Pawns { .. } => 1,
            Lead::Kings => 2,
            Lead::Three => 3,
        };
        let mut groups = [Group::default(); MAX_PIECES];
        let mut group_count = 0;
        for run in &runs[skipped..run_count] {
            groups[group_count].piece_count = run.count;
            group_count += 1;
        }

        let places = group_count as u8 + 1;
        if places <= order || pawn_order.is_some_and(|at| places <= at || at == order) {
            return None;
        }
        let pawns = usize::from(pawn_order.is_some());
        let mut free =
            64 - u64::from(lead.piece_count()) - if pawns == 1 { u64::from(groups[0].piece_count) } else { 0 };
        let (mut size, mut lead_factor, mut next) = (1_u64, 0, pawns);
        for place in 0..places {
            if place == order {
                lead_factor = size;
                size *= match lead {
                    Lead::Pawns { count, .. } => LEADING_PAWNS.ways[usize::from(count) - 1][file],
                    Lead::Kings => KINGS,
                    Lead::Three => THREE,
                };
            } else if pawn_order == Some(place) {
                groups[0].factor = size;
                size *= BINOMIAL[usize::from(groups[0].piece_count)][48 - usize::from(lead.piece_count())];
            } else {
                let group = &mut groups[next];
                group.factor = size;
                size *= BINOMIAL[usize::from(group.piece_count)][free as usize];
                free -= u64::from(group.piece_count);
                next += 1;
            }
        }
        let (run_count, group_count) = (run_count as u8, group_count as u8);
        Some(Self { lead, lead_factor, runs, run_count, groups, group_count, size })
    }

    #[inline]
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs[..usize::from(self.run_count)]
    }

    #[inline]
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..usize::from(self.group_count)]
    }
}

/// Returns `true` if the first runs are the leading pieces.
fn leads(lead: Lead, runs: &[Run]) -> bool {
    let is = |place: usize, kind| runs.get(place).is_some_and(|run| run.piece.piece_type() == kind);
    match lead {
        // If both sides have the same number of pawns, white's pawns lead.
        Lead::Pawns { count, are_on_both_sides } => {
            let second = !are_on_both_sides || is(1, PieceType::Pawn);
            let is_leading = runs.first().is_some_and(|run| run.count == count);
            let is_white = runs.first().is_some_and(|run| run.piece.color() == Color::White);
            let is_equal = are_on_both_sides && runs.get(1).is_some_and(|run| run.count == count);
            is(0, PieceType::Pawn) && second && is_leading && (!is_equal || is_white)
        }
        Lead::Kings => is(0, PieceType::King) && is(1, PieceType::King),
        Lead::Three => runs.len() >= 3 && runs[..3].iter().all(|run| run.count == 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        name.parse().expect("the name of an ending")
    }

    #[test]
    fn the_leading_pieces_follow_from_the_material() {
        assert_eq!(Lead::from_material(&material("KRvK")), Lead::Three);
        assert_eq!(Lead::from_material(&material("KNNvK")), Lead::Kings);
        assert_eq!(Lead::from_material(&material("KRRvKR")), Lead::Three);
        assert_eq!(Lead::from_material(&material("KPPvK")), Lead::Pawns { count: 2, are_on_both_sides: false });
        assert_eq!(Lead::from_material(&material("KPPvKP")), Lead::Pawns { count: 1, are_on_both_sides: true });
        assert_eq!(Lead::from_material(&material("KQvKP")), Lead::Pawns { count: 1, are_on_both_sides: false });
    }

    #[test]
    fn every_position_has_a_number() {
        let groups = Groups::new(&material("KRvK"), &[14, 6, 4], 0, None, 0).expect("as in the file");
        assert_eq!(groups.size, THREE);
        let groups = Groups::new(&material("KNNvK"), &[6, 14, 2, 2], 0, None, 0).expect("a possible order");
        assert_eq!(groups.size, KINGS * 62 * 61 / 2);
        let groups = Groups::new(&material("KPvKP"), &[1, 9, 6, 14], 0, Some(1), 0).expect("a possible order");
        assert_eq!(groups.size, 6 * 47 * 62 * 61);
    }

    #[test]
    fn wrong_pieces_and_impossible_orders_are_refused() {
        let new = |name: &str, pieces: &[u8], order, pawn_order| {
            Groups::new(&material(name), pieces, order, pawn_order, 0).is_some()
        };
        assert!(!new("KRvK", &[14, 6, 5], 0, None), "a queen");
        assert!(!new("KRvK", &[14, 6], 0, None), "one is missing");
        assert!(!new("KRvK", &[14, 6, 7], 0, None), "not a piece");
        assert!(!new("KRvK", &[14, 6, 4], 1, None), "no such place");
        assert!(!new("KNNvK", &[2, 6, 2, 14], 0, None), "knights apart");
        assert!(!new("KNNvK", &[2, 2, 6, 14], 0, None), "knights before kings");
        assert!(!new("KPvKP", &[9, 1, 6, 14], 0, Some(1)), "black pawns first");
        assert!(!new("KPvKP", &[1, 9, 6, 14], 1, Some(1)), "both in one place");
        assert!(!new("KRPvK", &[4, 1, 6, 14], 0, None), "no pawn first");
    }
}
