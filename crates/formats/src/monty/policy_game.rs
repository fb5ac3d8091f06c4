//! A policy game: moves with probabilities and visit counts.

use alloc::vec::Vec;
use core::ops::Range;

use gardez_position::{Board, IllegalMoveError};
use gardez_types::Move;

use super::moves;
use crate::view::Wdl;

/// A policy game: a start position, a result, and legal moves, each with what a search of the position before it found.
///
/// [`PolicyGame::positions`] makes the positions on demand.
///
/// ```
/// use gardez_formats::monty::{PolicyGame, WinProbability, scale_visits};
/// use gardez_formats::Wdl;
/// use gardez_position::Board;
///
/// let mut game = PolicyGame::new(Board::start(), Wdl::Draw);
/// // One count for each legal move, in the order of the format.
/// let visits = scale_visits([3, 9, 12].into_iter().chain([0; 17]));
/// game.push(game.start.parse_uci("e2e4")?, WinProbability::from_raw(32768), visits);
///
/// let position = game.positions().next().expect("the game has one move")?;
/// let counts: Vec<_> = position.visits().map(|(m, count)| (m.from(), m.to(), count)).collect();
/// assert_eq!(counts[2].2, 255);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyGame {
    /// The position before the first move.
    pub start: Board,
    /// The result of the game, from White's point of view.
    pub result: Wdl,
    pub(super) moves: Vec<PolicyMove>,
    /// The visit counts of all positions, one after the other.
    pub(super) visits: Vec<u8>,
}

/// A move of a [`PolicyGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyMove {
    /// The move that was played.
    pub mv: Move,
    /// The probability that the side to move wins, before the move.
    pub win: WinProbability,
    /// The end of the visit counts in the list of all counts, where the next move's begin.
    pub(super) visits_end: usize,
}

/// The probability that the side to move wins, in steps of 1/65535.
///
/// ```
/// use gardez_formats::monty::WinProbability;
///
/// assert_eq!(WinProbability::from_raw(65535).to_f32(), 1.0);
/// assert_eq!(WinProbability::from_f32(0.25).map(WinProbability::raw), Some(16383));
/// assert_eq!(WinProbability::from_f32(1.5), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WinProbability(u16);

impl WinProbability {
    /// Returns the probability with this number: 65535 for a certain win.
    #[inline]
    pub const fn from_raw(raw: u16) -> Self {
        Self(raw)
    }

    /// Returns the number of the probability.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0
    }

    /// Returns the largest probability that is not above this number, or `None` if it is not between 0 and 1.
    pub fn from_f32(probability: f32) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Self((probability * 65535.0) as u16))
    }

    /// Returns the probability as a number between 0 and 1.
    pub fn to_f32(self) -> f32 {
        f32::from(self.0) / 65535.0
    }

    /// Returns the probability of a score by Monty's rule for value games, 400 · ln(p / (1 - p)), in 32-bit floats and
    /// rounded down.
    ///
    /// ```
    /// use gardez_formats::monty::WinProbability;
    ///
    /// assert_eq!(WinProbability::from_score(0).raw(), 32767);
    /// assert_eq!(WinProbability::from_score(400).to_score(), 399);
    /// assert_eq!(WinProbability::from_raw(0).to_score(), -32767);
    /// ```
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn from_score(score: i16) -> Self {
        let probability = 1.0 / (1.0 + (f32::from(score) / -400.0).exp());
        Self((probability * 65535.0) as u16)
    }

    /// Returns the score of the probability, from -32767 to 32767; see [`WinProbability::from_score`].
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    pub fn to_score(self) -> i16 {
        let probability = f64::from(self.0) / 65535.0;
        let score = 400.0 * (probability / (1.0 - probability)).ln();
        score.clamp(-32767.0, 32767.0) as i16
    }
}

/// Returns visit counts as the format stores them: the largest becomes 255, and the others keep their ratio to it, in
/// 32-bit floats and rounded away from zero.
///
/// ```
/// assert_eq!(gardez_formats::monty::scale_visits([0, 10, 400]), [0, 6, 255]);
/// ```
pub fn scale_visits(counts: impl IntoIterator<Item = u32>) -> Vec<u8> {
    let counts: Vec<u32> = counts.into_iter().collect();
    let largest = counts.iter().copied().max().unwrap_or(0).max(1) as f32;
    let scaled = |&count: &u32| {
        let exact = count as f32 * 255.0 / largest;
        let below = exact as u8;
        below + u8::from(exact - f32::from(below) >= 0.5)
    };
    counts.iter().map(scaled).collect()
}

impl PolicyGame {
    /// Creates a game without moves.
    pub const fn new(start: Board, result: Wdl) -> Self {
        Self { start, result, moves: Vec::new(), visits: Vec::new() }
    }

    /// Adds a move with the visit counts of all legal moves, in the order of [`PolicyPosition::visits`], or with none.
    pub fn push(&mut self, mv: Move, win: WinProbability, visits: impl IntoIterator<Item = u8>) {
        self.visits.extend(visits);
        self.moves.push(PolicyMove { mv, win, visits_end: self.visits.len() });
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[PolicyMove] {
        &self.moves
    }

    /// Returns the positions of the game: one for each move, made on demand.
    pub const fn positions(&self) -> PolicyPositions<'_> {
        PolicyPositions { game: self, board: self.start, next: 0 }
    }

    /// Returns where the visit counts of this move are.
    pub(super) fn visits_of(&self, index: usize) -> Range<usize> {
        let before = index.checked_sub(1).and_then(|before| self.moves.get(before));
        before.map_or(0, |before| before.visits_end)..self.moves[index].visits_end
    }
}

/// A position of a [`PolicyGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyPosition<'a> {
    /// The position.
    pub board: Board,
    /// The move that was played.
    pub mv: Move,
    /// The probability that the side to move wins.
    pub win: WinProbability,
    /// The visit counts as they are stored: none, or one for each legal move.
    pub counts: &'a [u8],
}

impl PolicyPosition<'_> {
    /// Returns the legal moves with their visit counts, in the order of the format, if there are any.
    pub fn visits(&self) -> impl Iterator<Item = (Move, u8)> {
        let mut legal: Vec<Move> = self.board.legal_moves().into_iter().collect();
        legal.sort_unstable_by_key(|&m| moves::encode(&self.board, m));
        legal.into_iter().zip(self.counts.iter().copied())
    }
}

/// The positions of a [`PolicyGame`]. Ends with an error if a move of the game is not legal, which no reader yields.
#[derive(Clone, Debug)]
pub struct PolicyPositions<'a> {
    game: &'a PolicyGame,
    board: Board,
    next: usize,
}

impl<'a> Iterator for PolicyPositions<'a> {
    type Item = Result<PolicyPosition<'a>, IllegalMoveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game;
        let &PolicyMove { mv, win, .. } = game.moves.get(self.next)?;
        let counts = &game.visits[game.visits_of(self.next)];
        let position = PolicyPosition { board: self.board, mv, win, counts };
        self.next += 1;
        Some(match self.board.play(mv) {
            Ok(()) => Ok(position),
            Err(error) => {
                self.next = usize::MAX;
                Err(error)
            }
        })
    }
}
