//! The libraries that are compared, each used in the way that its documentation recommends.
//!
//! Only the workspace `benches/peers` has the feature `peers`, and the libraries that need it.

#[cfg(feature = "peers")]
mod chess;
mod cozy_chess;
mod gardez;
mod shakmaty;

use gardez_position::CastlingMode;

/// A library that is compared, represented by the type of its positions.
pub trait Contestant: Clone {
    /// Its name in the results. `gardez` is compared with the others.
    const NAME: &'static str;

    /// Reads a FEN, with a Shredder castling field in Chess960. Returns `None` if the library does not support `mode`.
    ///
    /// # Panics
    ///
    /// If the library does not accept the text.
    fn read(fen: &str, mode: CastlingMode) -> Option<Self>;

    /// Returns the FEN of the position.
    fn fen(&self, mode: CastlingMode) -> String;

    /// Makes a list of the legal moves, and returns its length.
    fn list_moves(&self) -> usize;

    /// Counts the legal moves, in the fastest way that the library offers.
    fn count_moves(&self) -> usize;

    /// Counts the sequences of `depth` legal moves. The last move is counted but not made.
    fn perft(&mut self, depth: u32) -> u64;

    /// Counts the same sequences. The last move is made as well.
    fn perft_leaves(&mut self, depth: u32) -> u64;

    /// Counts the same sequences, and computes the checkers, pins and check squares at the end of each, as far as the
    /// library supports them. Returns `None` if it does not support them.
    fn perft_checks(&mut self, _depth: u32) -> Option<u64> {
        None
    }

    /// Counts the legal moves that give check, in the fastest way that the library offers.
    fn count_checks(&self) -> usize;

    /// Counts the legal moves in two stages, as a move picker does: first the captures, then the other moves. Returns
    /// `None` if the library cannot generate them separately.
    fn count_staged(&self) -> Option<usize> {
        None
    }

    /// Returns the XOR of the keys of the positions after each legal move. Returns `None` if the library has no keys.
    fn keys_after(&self) -> Option<u64> {
        None
    }

    /// A move that was not generated in this position, such as one from a hash table.
    type ParsedMove;

    /// Reads a move from UCI text. The move must not be castling.
    fn parse_move(uci: &str) -> Option<Self::ParsedMove>;

    /// Returns `true` if the move is legal in this position.
    fn allows(&self, m: &Self::ParsedMove) -> bool;
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
            assert_eq!(position.perft_leaves(depth), nodes, "{}: {fen} at depth {depth}, last move made", C::NAME);
            assert!(position.perft_checks(depth).is_none_or(|counted| counted == nodes), "{}: {fen}", C::NAME);
        }
        assert_eq!(position.count_moves() as u64, nodes[0], "{}: {fen}", C::NAME);
        assert_eq!(position.list_moves() as u64, nodes[0], "{}: {fen}", C::NAME);
        assert!(position.count_staged().is_none_or(|staged| staged as u64 == nodes[0]), "{}: {fen}", C::NAME);
    }

    /// The fields of a FEN that all libraries write alike: not castling rights and en passant, which have dialects.
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
                fn counts_the_known_numbers_of_nodes() {
                    for case in CASES {
                        check_counts::<$type>(case.fen, CastlingMode::Standard, &case.nodes[..3]);
                    }
                    for (fen, nodes) in CHESS960 {
                        check_counts::<$type>(fen, CastlingMode::Chess960, nodes);
                    }
                }

                #[test]
                fn agrees_with_gardez_on_the_playouts() {
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
    }

    #[cfg(feature = "peers")]
    contestants! { chess: ::chess::Board, }
}
