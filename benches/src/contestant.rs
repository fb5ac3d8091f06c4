//! The libraries that take part, each used in the way that its documentation recommends.

mod chess;
mod cozy_chess;
mod gardez;
mod shakmaty;

use gardez_position::CastlingMode;

/// A library that takes part, told by the type of its positions.
pub trait Contestant: Clone {
    /// Its name in the results; the others are compared with `gardez`.
    const NAME: &'static str;

    /// Reads a FEN, with a Shredder castling field in Chess960; `None` if the library does not know that game.
    ///
    /// # Panics
    ///
    /// If the library does not accept the text.
    fn read(fen: &str, mode: CastlingMode) -> Option<Self>;

    /// The FEN of the position.
    fn fen(&self, mode: CastlingMode) -> String;

    /// Makes a list of the legal moves, and returns how many it holds.
    fn list_moves(&self) -> usize;

    /// How many legal moves there are, in the fastest way that the library offers.
    fn count_moves(&self) -> usize;

    /// The number of sequences of `depth` legal moves; the last move is counted without being made.
    fn perft(&mut self, depth: u32) -> u64;

    /// The same number, with the last move made as well.
    fn perft_leaves(&mut self, depth: u32) -> u64;

    /// The same number, and at each end the checkers, and the pins and check squares that the library knows, are asked
    /// for. `None` if it keeps none.
    fn perft_checks(&mut self, _depth: u32) -> Option<u64> {
        None
    }

    /// How many legal moves give check, in the fastest way that the library offers.
    fn count_checks(&self) -> usize;

    /// How many legal moves there are, listed as a move picker does: what captures first, then the rest. `None` if the
    /// library does not tell them apart when it generates them.
    fn count_staged(&self) -> Option<usize> {
        None
    }

    /// All keys of the positions after a legal move, combined. `None` if positions of the library carry no key.
    fn keys_after(&self) -> Option<u64> {
        None
    }

    /// A move of unknown origin, as a hash table holds it; none, if the library has no moves apart from a position.
    type Question;

    /// The move of a UCI text that is no castling.
    fn question(uci: &str) -> Option<Self::Question>;

    /// True if the rules allow the move here.
    fn allows(&self, question: &Self::Question) -> bool;
}

#[cfg(test)]
mod tests {
    use gardez_position::{Board, Position};

    use super::*;
    use crate::positions::{CASES, CHESS960};
    use crate::{PLAYOUTS, playouts};

    fn check_counts<C: Contestant>(fen: &str, mode: CastlingMode, nodes: &[u64]) {
        let Some(mut position) = C::read(fen, mode) else { return };
        for (depth, &nodes) in (1..).zip(nodes) {
            assert_eq!(position.perft(depth), nodes, "{}: {fen} at depth {depth}", C::NAME);
            assert_eq!(position.perft_leaves(depth), nodes, "{}: {fen} at depth {depth}, no bulk", C::NAME);
            assert!(position.perft_checks(depth).is_none_or(|counted| counted == nodes), "{}: {fen}", C::NAME);
        }
        assert_eq!(position.count_moves() as u64, nodes[0], "{}: {fen}", C::NAME);
        assert_eq!(position.list_moves() as u64, nodes[0], "{}: {fen}", C::NAME);
        assert!(position.count_staged().is_none_or(|staged| staged as u64 == nodes[0]), "{}: {fen}", C::NAME);
    }

    /// The fields of a FEN on which there is no choice: those that tell castling rights and en passant have dialects.
    fn plain_fields(fen: &str) -> Vec<&str> {
        let fields: Vec<_> = fen.split(' ').collect();
        assert_eq!(fields.len(), 6, "{fen}");
        [0, 1, 4, 5].map(|field| fields[field]).to_vec()
    }

    fn check_playouts<C: Contestant>() {
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let playouts = playouts(mode);
            assert_eq!(playouts.len(), PLAYOUTS);
            for ours in playouts {
                let fen = ours.to_string();
                let Some(theirs) = C::read(&fen, mode) else { continue };
                assert_eq!(theirs.list_moves(), ours.list_moves(), "{}: {fen}", C::NAME);
                assert_eq!(theirs.count_moves(), ours.list_moves(), "{}: {fen}", C::NAME);
                assert_eq!(theirs.count_checks(), ours.count_checks(), "{}: {fen}", C::NAME);
                assert!(theirs.count_staged().is_none_or(|staged| staged == ours.list_moves()), "{}: {fen}", C::NAME);
                let written = theirs.fen(mode);
                if !written.is_empty() {
                    assert_eq!(plain_fields(&written), plain_fields(&fen), "{}", C::NAME);
                    let again = C::read(&written, mode).expect("it was read before");
                    assert_eq!(again.fen(mode), written, "{}", C::NAME);
                }
            }
        }
    }

    macro_rules! contestants {
        ($($name:ident: $type:ty,)*) => { $(
            mod $name {
                use super::*;

                #[test]
                fn has_the_known_counts() {
                    for case in CASES {
                        check_counts::<$type>(case.fen, CastlingMode::Standard, &case.nodes[..3]);
                    }
                    for (fen, nodes) in CHESS960 {
                        check_counts::<$type>(fen, CastlingMode::Chess960, nodes);
                    }
                }

                #[test]
                fn agrees_on_the_playouts() {
                    check_playouts::<$type>();
                }
            }
        )* };
    }

    contestants! {
        position: Position,
        board: Board,
        shakmaty: ::shakmaty::Chess,
        cozy_chess: ::cozy_chess::Board,
        chess: ::chess::Board,
    }
}
