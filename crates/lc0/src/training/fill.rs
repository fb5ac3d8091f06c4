//! Setting the fields of a record that do not follow from planes.

use gardez_types::{Color, GameResult};
use zerocopy::FromZeros;
use zerocopy::little_endian::{F32, U16, U32};

use super::error::UnlistedMoveError;
use super::layout::V6;
use crate::moves::Move;
#[cfg(feature = "std")]
use crate::policy::POLICY_SIZE;
use crate::policy::{PolicyIndex, PolicyIndexing};

impl V6 {
    /// Bit of `invariance_info`: the best move is proven.
    pub const BEST_IS_PROVEN: u8 = 1 << 3;

    /// Bit of `invariance_info`: the game was ended because of its length.
    pub const MAX_LENGTH_EXCEEDED: u8 = 1 << 4;

    /// Bit of `invariance_info`: the game was adjudicated.
    pub const ADJUDICATED: u8 = 1 << 5;

    /// Bit of `invariance_info`: the record is marked for deletion.
    pub const MARKED_FOR_DELETION: u8 = 1 << 6;

    /// Bit of `invariance_info`: black is to move. Canonical formats use it.
    pub const BLACK_TO_MOVE: u8 = 1 << 7;

    /// Creates a record without pieces and legal moves, whose network's own values are unknown (NaN).
    pub fn empty() -> Self {
        let mut record = Self::new_zeroed();
        record.version = U32::new(Self::VERSION);
        record.probabilities.fill(F32::new(-1.0));
        for unknown in [&mut record.orig_q, &mut record.orig_d, &mut record.orig_m] {
            *unknown = F32::new(f32::NAN);
        }
        record
    }

    /// Returns the policy index of a move under the record's transform.
    ///
    /// # Errors
    ///
    /// Returns an error if the move does not have an index.
    pub fn index_of(&self, m: Move, indexing: PolicyIndexing) -> Result<PolicyIndex, UnlistedMoveError> {
        PolicyIndex::from_move(m, self.transform(), indexing).ok_or(UnlistedMoveError(m))
    }

    /// Returns the rule by which the record was written, from the legal moves of its board.
    ///
    /// Records do not store the rule. For most records both rules fit, and the result is [`PolicyIndexing::Lc0`]. It is
    /// `None` if neither rule fits.
    pub fn indexing(&self, legal: &[Move]) -> Option<PolicyIndexing> {
        let listed = self.probabilities.iter().filter(|p| p.get() >= 0.0).count();
        let is_listed = |m: &Move, indexing| {
            let index = self.index_of(*m, indexing).ok().map(|index| usize::from(index.index()));
            index.is_some_and(|index| self.probabilities[index].get() >= 0.0)
        };
        let fits = |&indexing: &PolicyIndexing| legal.iter().all(|m| is_listed(m, indexing));
        let rules = [PolicyIndexing::Lc0, PolicyIndexing::Geometric];
        rules.into_iter().find(fits).filter(|_| listed == legal.len())
    }

    /// Sets the probabilities and the number of visits from the visits of each legal move in a search.
    ///
    /// The probability of a move is its share of the visits, or the same for all without visits. Moves that are not
    /// listed are illegal, with the value -1. The number of visits is one more than the sum, because the search also
    /// visited the position itself.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the moves does not have an index. The record is unchanged then.
    pub fn set_visits(&mut self, visits: &[(Move, u32)], indexing: PolicyIndexing) -> Result<(), UnlistedMoveError> {
        for &(m, _) in visits {
            self.index_of(m, indexing)?;
        }
        let total = visits.iter().fold(0_u32, |total, &(_, count)| total.saturating_add(count));
        self.probabilities.fill(F32::new(-1.0));
        for &(m, count) in visits {
            let index = self.index_of(m, indexing)?;
            let share = if total == 0 { 1.0 / visits.len() as f32 } else { count as f32 / total as f32 };
            self.probabilities[usize::from(index.index())] = F32::new(share);
        }
        self.visits = U32::new(total.saturating_add(1));
        Ok(())
    }

    /// Sets the move that was played and the best move of the search.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the moves does not have an index. The record is unchanged then.
    pub fn set_moves(&mut self, played: Move, best: Move, indexing: PolicyIndexing) -> Result<(), UnlistedMoveError> {
        let (played, best) = (self.index_of(played, indexing)?, self.index_of(best, indexing)?);
        self.played_idx = U16::new(played.index());
        self.best_idx = U16::new(best.index());
        Ok(())
    }

    /// Sets the KL divergence of the probabilities, which [`V6::set_visits`] sets, from those of the network.
    ///
    /// It is the sum of `p * ln(p / n)` over the moves with a probability `p` above 0, where `n` is the network's, or
    /// the smallest probability of an [`f32`] if that is 0 or missing.
    ///
    /// ```
    /// use gardez_lc0::training::V6;
    /// use gardez_lc0::{Board, PolicyIndexing};
    ///
    /// let board = Board::start();
    /// let [e2e4, d2d4] = [board.parse_move("e2e4")?, board.parse_move("d2d4")?];
    /// let mut record = V6::empty();
    /// record.set_visits(&[(e2e4, 3), (d2d4, 1)], PolicyIndexing::Lc0)?;
    /// record.set_policy_kld(&[(e2e4, 0.5), (d2d4, 0.5)], PolicyIndexing::Lc0)?;
    /// assert_eq!(format!("{:.4}", record.policy_kld.get()), "0.1308");
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if one of the moves does not have an index. The record is unchanged then.
    #[cfg(feature = "std")]
    pub fn set_policy_kld(
        &mut self,
        network: &[(Move, f32)],
        indexing: PolicyIndexing,
    ) -> Result<(), UnlistedMoveError> {
        let mut priors = [f32::MIN_POSITIVE; POLICY_SIZE];
        for &(m, probability) in network {
            let prior = &mut priors[usize::from(self.index_of(m, indexing)?.index())];
            *prior = probability.max(f32::MIN_POSITIVE);
        }
        let searched = self.probabilities.iter().map(|p| p.get()).zip(priors).filter(|&(p, _)| p > 0.0);
        self.policy_kld = F32::new(searched.map(|(p, prior)| p * (p / prior).ln()).sum());
        Ok(())
    }

    /// Sets the result of the game for the side to move.
    ///
    /// An unknown result is a draw with the bits [`V6::MAX_LENGTH_EXCEEDED`] and [`V6::ADJUDICATED`], as in lc0.
    pub fn set_result(&mut self, result: GameResult, side_to_move: Color) {
        let (q, d) = match (result, side_to_move) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => (1.0, 0.0),
            (GameResult::WhiteWins | GameResult::BlackWins, _) => (-1.0, 0.0),
            (GameResult::Draw | GameResult::Unknown, _) => (0.0, 1.0),
        };
        if result == GameResult::Unknown {
            self.invariance_info |= Self::MAX_LENGTH_EXCEEDED | Self::ADJUDICATED;
        }
        self.result_q = F32::new(q);
        self.result_d = F32::new(d);
    }

    /// Sets the plies left in all records of a game: the plies to the last record, plus the `best_m` of the last record.
    pub fn set_plies_left(game: &mut [Self]) {
        let Some(last) = game.last() else { return };
        // Counted down from the first record, as in lc0, because the order affects the rounding.
        let mut plies_left = last.best_m.get() + (game.len() - 1) as f32;
        for record in game {
            record.plies_left = F32::new(plies_left);
            plies_left -= 1.0;
        }
    }
}
