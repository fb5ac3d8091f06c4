//! Counts of the kinds of moves that end a sequence.

use core::iter::Sum;
use core::ops::AddAssign;

use gardez_position::{Board, CheckKind};
use gardez_types::MoveKind;

/// Declares the numbers by rows: the documentation and the field, the name and a short heading.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $field:ident $name:literal $heading:literal)+) => {
        /// The numbers of sequences whose last move is of each kind, as tables of perft print these numbers.
        ///
        /// A move can be of several kinds: an en passant capture is also a capture, and mate is also a check.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[cfg_attr(feature = "json", derive(serde::Serialize))]
        pub struct MoveTypes {
            $($(#[$doc])+ pub $field: u64,)+
        }

        impl MoveTypes {
            /// The names of the kinds, in the order of [`MoveTypes::numbers`].
            pub const NAMES: [&'static str; 9] = [$($name),+];

            /// The headings of a table: short names.
            #[cfg(feature = "cli")]
            pub(crate) const HEADINGS: [&'static str; 9] = [$($heading),+];

            /// Returns the numbers of all kinds.
            pub const fn numbers(&self) -> [u64; 9] {
                [$(self.$field),+]
            }
        }

        impl AddAssign for MoveTypes {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)+
            }
        }
    };
}

kinds! {
    /// All sequences.
    nodes "nodes" "nodes"
    /// Captures, en passant included.
    captures "captures" "captures"
    /// En passant captures.
    en_passant "en passant" "e.p."
    /// Castlings.
    castles "castles" "castles"
    /// Promotions.
    promotions "promotions" "promos"
    /// Checks of any kind, mates included.
    checks "checks" "checks"
    /// Checks by a slider alone whose line the move opened.
    discovered "discovered" "disc."
    /// Checks by the piece that moved and by a slider whose line it opened.
    double "double" "double"
    /// Checkmates.
    checkmates "checkmates" "mates"
}

impl Sum for MoveTypes {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), |mut sum, types| {
            sum += types;
            sum
        })
    }
}

/// Counts the sequences of `depth` legal moves from `board` by the kind of the last move.
///
/// At depth 0, the only sequence has no last move. The recursion is as deep as `depth`.
///
/// ```
/// use gardez_position::Board;
///
/// let types = gardez_perft::move_types(&Board::start(), 4);
/// assert_eq!((types.nodes, types.captures, types.checks, types.checkmates), (197_281, 1576, 469, 8));
/// ```
pub fn move_types(board: &Board, depth: u32) -> MoveTypes {
    match depth {
        0 => MoveTypes { nodes: 1, ..MoveTypes::default() },
        1 => last_moves(board),
        _ => board.legal_moves().into_iter().map(|m| move_types(&board.after(m), depth - 1)).sum(),
    }
}

/// Counts the legal moves by their kinds.
fn last_moves(board: &Board) -> MoveTypes {
    let info = board.check_info();
    let checked = board.with(&info);
    let mut types = MoveTypes::default();
    for m in checked.moves() {
        types.nodes += 1;
        types.captures += u64::from(board.is_capture(m));
        match m.kind() {
            MoveKind::Normal => {}
            MoveKind::EnPassant => types.en_passant += 1,
            MoveKind::Castling => types.castles += 1,
            MoveKind::Promotion => types.promotions += 1,
        }
        if checked.gives_check(m) {
            types.checks += 1;
            match board.check_kind(m) {
                Some(CheckKind::Discovered) => types.discovered += 1,
                Some(CheckKind::Double) => types.double += 1,
                Some(CheckKind::Direct) | None => {}
            }
            types.checkmates += u64::from(!board.after(m).has_legal_moves());
        }
    }
    types
}
