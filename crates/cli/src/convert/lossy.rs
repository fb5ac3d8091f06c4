//! The treatment of entries that a format cannot hold.

use clap::{Args, ValueEnum};
use gardez::data::OnUnrepresentable;
use gardez_formats::Lossy;

/// What happens to entries that the output cannot hold.
#[derive(Args, Debug)]
#[command(next_help_heading = "What does not fit")]
pub(super) struct OnLoss {
    /// Leave out entries that the output format cannot hold
    ///
    /// Without this option, such an entry is an error.
    #[arg(long)]
    skip: bool,

    /// What may be lost, separated by commas
    ///
    /// - rule50: a fifty-move counter loses its high bits
    /// - castling: castling rights that do not fit are left out
    /// - fullmove: a move number becomes the largest that fits, and in
    ///   .binpack that of the ply
    /// - ply: a ply becomes the largest that fits
    /// - score: -32768 becomes 32767 where it is negated
    #[arg(long, value_name = "WHAT", value_delimiter = ',', hide_possible_values = true, verbatim_doc_comment)]
    lose: Vec<Loss>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Loss {
    Rule50,
    Castling,
    Fullmove,
    Ply,
    Score,
}

impl OnLoss {
    pub(super) fn lossy(&self) -> Lossy {
        self.lose.iter().fold(Lossy::NONE, |lossy, loss| {
            lossy
                | match loss {
                    Loss::Rule50 => Lossy::RULE50_HIGH_BITS,
                    Loss::Castling => Lossy::CASTLING_RIGHTS,
                    Loss::Fullmove => Lossy::FULLMOVE,
                    Loss::Ply => Lossy::PLY,
                    Loss::Score => Lossy::SCORE,
                }
        })
    }

    pub(super) const fn on_unrepresentable(&self) -> OnUnrepresentable {
        if self.skip { OnUnrepresentable::Skip } else { OnUnrepresentable::Stop }
    }
}
