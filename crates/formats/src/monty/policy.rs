//! Policy games: moves with probabilities and visit counts.

use alloc::vec::Vec;
use core::ops::Range;

use gardez_io::{Input, Sink};
use gardez_position::{Board, IllegalMoveError};
use gardez_types::Move;

use super::{POLICY_FORMAT, START_SIZE, moves, start};
use crate::error::{Fault, FormatErrorKind, ReadError};
use crate::format::Format;
use crate::game::GameMove;
use crate::games::{GameLayout, GameReader, GameWriter};
use crate::read::Strictness;
use crate::unrepresentable::{Lossy, Unrepresentable, WriteError};
use crate::view::{SideToMove, Wdl};

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
    moves: Vec<PolicyMove>,
    /// The visit counts of all positions, one after the other.
    visits: Vec<u8>,
}

/// A move of a [`PolicyGame`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyMove {
    /// The move that was played.
    pub mv: Move,
    /// The probability that the side to move wins, before the move.
    pub win: WinProbability,
    /// The end of the visit counts in the list of all counts, where the next move's begin.
    visits_end: usize,
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

    /// Returns the probability of a score by Monty's rule for value games, 400 · ln(p / (1 - p)), as `f32`, rounded down.
    #[cfg(feature = "std")]
    pub fn from_score(score: i16) -> Self {
        let probability = 1.0 / (1.0 + (f32::from(score) / -400.0).exp());
        Self((probability * 65535.0) as u16)
    }

    /// Returns the score of the probability, from -32767 to 32767; see [`WinProbability::from_score`].
    #[cfg(feature = "std")]
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

    /// Yields the positions of the game: one for each move, made on demand. Ends with an error at a move that is not legal.
    pub fn positions(&self) -> impl Iterator<Item = Result<PolicyPosition<'_>, IllegalMoveError>> {
        let (mut board, mut moves) = (self.start, self.moves.iter().enumerate());
        core::iter::from_fn(move || {
            let (index, &PolicyMove { mv, win, .. }) = moves.next()?;
            let position = PolicyPosition { board, mv, win, counts: &self.visits[self.visits_of(index)] };
            let made = board.play(mv);
            if made.is_err() {
                moves = [].iter().enumerate();
            }
            Some(made.map(|()| position))
        })
    }

    fn visits_of(&self, index: usize) -> Range<usize> {
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

/// The layout of a policy game.
#[derive(Clone, Copy, Debug)]
pub enum PolicyLayout {}

/// The place of the number of visit counts in a move, which they follow.
const COUNT: usize = 4;

impl GameLayout<START_SIZE> for PolicyLayout {
    type View = SideToMove;

    const FORMAT: Format = POLICY_FORMAT;
    const END: usize = 2;
    const MOVE: usize = COUNT + 1;

    fn decode_start(bytes: &[u8; START_SIZE], strictness: Strictness) -> Result<(Board, Wdl), Fault> {
        start::decode(bytes, strictness)
    }

    fn encode_start(start: &Board, result: Wdl, lossy: Lossy) -> Result<[u8; START_SIZE], Unrepresentable> {
        start::encode(start, result, lossy)
    }

    fn decode_move(board: &Board, raw: u16, strictness: Strictness) -> Option<Move> {
        moves::decode(board, raw, strictness)
    }

    fn encode_move(board: &Board, m: Move) -> u16 {
        moves::encode(board, m)
    }

    fn decode_score(board: &Board, bytes: &[u8]) -> Result<(i16, usize), Fault> {
        let found = bytes[COUNT].into();
        if found != 0 && found != board.legal_move_count() {
            let expected = board.legal_move_count();
            return Err(Fault::new(FormatErrorKind::VisitCounts { expected, found }, COUNT));
        }
        // Without the standard library, only whole games are read, which have no scores.
        #[cfg(feature = "std")]
        let score = win_of(bytes).to_score();
        #[cfg(not(feature = "std"))]
        let score = 0;
        Ok((score, found))
    }

    fn encode_score(score: i16, bytes: &mut Vec<u8>) {
        #[cfg(feature = "std")]
        let score = WinProbability::from_score(score).raw();
        bytes.extend_from_slice(&score.to_le_bytes());
        bytes.push(0);
    }
}

fn win_of(bytes: &[u8]) -> WinProbability {
    WinProbability::from_raw(u16::from_le_bytes([bytes[2], bytes[3]]))
}

/// A reader of policy games.
///
/// Every move is checked. A game of more than [`MOST_MOVES`](crate::MOST_MOVES) moves is an error.
///
/// ```
/// use gardez_formats::Wdl;
/// use gardez_formats::monty::{PolicyGame, PolicyReader, PolicyWriter, WinProbability};
/// use gardez_position::Board;
///
/// let mut game = PolicyGame::new(Board::start(), Wdl::Draw);
/// game.push(game.start.parse_uci("e2e4")?, WinProbability::from_raw(35000), [7; 20]);
/// let mut writer = PolicyWriter::new(Vec::new());
/// writer.write_game(&game)?;
/// let bytes = writer.finish()?;
/// assert_eq!(bytes.len(), 43 + 5 + 20 + 2);
/// assert_eq!(PolicyReader::new(&bytes[..]).next_game()?, Some(&game));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolicyReader<S> {
    games: GameReader<S, PolicyLayout, START_SIZE>,
    game: PolicyGame,
}

impl<S: Input> PolicyReader<S> {
    /// Creates a strict reader of these bytes.
    pub fn new(source: S) -> Self {
        Self { games: GameReader::new(source), game: PolicyGame::new(Board::start(), Wdl::Draw) }
    }

    /// Sets the treatment of values that no writer writes.
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        self.games = self.games.with_strictness(strictness);
        self
    }

    /// Returns the byte at which the next game begins, or at which reading stopped.
    pub const fn offset(&self) -> u64 {
        self.games.offset()
    }

    /// Returns the next game, or `None` at the end of the input and after an error. A game with a damaged end is lost.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not policy games, or if the stream reports an error.
    pub fn next_game(&mut self) -> Result<Option<&PolicyGame>, ReadError> {
        let Self { games, game } = self;
        game.moves.clear();
        game.visits.clear();
        let start = games.read_game(|GameMove { mv, .. }, bytes| {
            game.push(mv, win_of(bytes), bytes[COUNT + 1..].iter().copied());
        })?;
        let Some(start) = start else { return Ok(None) };
        (game.start, game.result) = (start.board, start.white_result());
        Ok(Some(game))
    }

    /// Returns a reader of the positions without their visit counts, in no memory for a game. The score of an entry is
    /// [`WinProbability::to_score`].
    #[cfg(feature = "std")]
    pub fn into_entries(self) -> GameReader<S, PolicyLayout, START_SIZE> {
        self.games
    }
}

/// A writer of policy games; see [`PolicyReader`]. Entries become games without visit counts, and their scores
/// probabilities, by [`WinProbability::from_score`].
pub type PolicyWriter<W> = GameWriter<W, PolicyLayout, START_SIZE>;

impl<W: Sink> PolicyWriter<W> {
    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal, if the number of visit counts is neither 0 nor the number of legal moves, if
    /// the format cannot hold the game, or if the stream reports an error. Nothing of a game that does not fit is written.
    pub fn write_game(&mut self, game: &PolicyGame) -> Result<(), WriteError> {
        let played = game.moves.iter().map(|played| GameMove { mv: played.mv, score: 0 });
        let mut next = game.moves.iter().enumerate();
        self.write_moves((&game.start, game.result), played, |board, bytes| {
            let Some((index, PolicyMove { win, .. })) = next.next() else { return Ok(()) };
            let visits = &game.visits[game.visits_of(index)];
            if !visits.is_empty() && visits.len() != board.legal_move_count() {
                return Err(Unrepresentable::VisitCounts(visits.len()));
            }
            // In place of the probability of a score, and of no counts.
            bytes.truncate(bytes.len() - (COUNT - 1));
            bytes.extend_from_slice(&win.raw().to_le_bytes());
            bytes.push(visits.len() as u8);
            bytes.extend_from_slice(visits);
            Ok(())
        })
    }
}
