//! The treatment of entries that a format cannot hold.

use clap::Args;
use gardez::data::OnUnrepresentable;
use gardez_formats::Lossy;

use crate::range::choice;

/// The treatment of entries that the output cannot hold.
#[derive(Args, Debug)]
#[command(next_help_heading = "What does not fit")]
pub(super) struct OnLoss {
    /// Leave out entries that the output format cannot hold
    ///
    /// Without this option, such an entry is an error.
    #[arg(long)]
    skip: bool,

    /// Values that may be lost, separated by commas
    ///
    /// - rule50: a fifty-move counter loses its high bits
    /// - castling: castling rights that do not fit are left out
    /// - fullmove: a move number becomes the largest that fits, and in
    ///   .binpack that of the ply
    /// - ply: a ply becomes the largest that fits
    /// - score: -32768 becomes 32767 where it is negated
    #[arg(long, value_name = "WHAT", value_delimiter = ',', hide_possible_values = true, verbatim_doc_comment)]
    #[arg(value_parser = choice(LOSSES))]
    lose: Vec<Lossy>,
}

const LOSSES: &[(&str, Lossy)] = &[
    ("rule50", Lossy::RULE50_HIGH_BITS),
    ("castling", Lossy::CASTLING_RIGHTS),
    ("fullmove", Lossy::FULLMOVE),
    ("ply", Lossy::PLY),
    ("score", Lossy::SCORE),
];

impl OnLoss {
    pub(super) fn lossy(&self) -> Lossy {
        self.lose.iter().fold(Lossy::NONE, |all, &lossy| all | lossy)
    }

    pub(super) const fn on_unrepresentable(&self) -> OnUnrepresentable {
        if self.skip { OnUnrepresentable::Skip } else { OnUnrepresentable::Stop }
    }
}
