//! The games of a PGN, read in several threads.

use std::io::Cursor;
use std::num::NonZeroUsize;

use gardez_notation::pgn::{PgnBoard, Problem};

use super::blocks::{Content, OpenInput};
use super::place::Bytes;
use crate::parallel::in_order;
use crate::pgn::PGN;
use crate::texts::{GameTextError, GameTexts};

/// Where a part of a PGN begins, for [`read_games`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct GamePart {
    /// The number of games before the part.
    pub games: u64,
    /// The number of lines before the part.
    pub lines: u64,
    /// The number of bytes before the part.
    pub bytes: u64,
}

impl GamePart {
    /// Returns a problem of the part with its place in the whole PGN.
    #[must_use]
    pub fn moved(&self, mut problem: Problem) -> Problem {
        problem.game += self.games;
        problem.line += self.lines;
        problem.offset += self.bytes;
        problem
    }
}

/// Reads the games of a PGN in this many threads, in bounded memory. `work` reads the games of a part and passes on what
/// it makes of them; `take` receives that in the order of the games, whatever the number of threads.
///
/// A part that cannot be divided, such as a PGN without tags, is read by the caller's thread alone.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use gardez_data::GameTextError;
/// use gardez_data::files::read_games;
/// use gardez_position::Board;
///
/// let pgn: &[u8] = b"[Event \"a\"]\n\n1.e4 *\n\n[Event \"b\"]\n\n1. d4 {best} *\n";
/// let threads = NonZeroUsize::new(2).expect("two");
/// let mut plies = Vec::new();
/// read_games::<Board, usize, GameTextError>(
///     (Box::new(pgn), "games.pgn"),
///     threads,
///     |games, emit| {
///         while let Some(read) = games.read_game()? {
///             emit(read.game.main_line().count())?;
///         }
///         Ok(())
///     },
///     |_, count| Ok(plies.push(count)),
/// )?;
/// assert_eq!(plies, [1, 1]);
/// # Ok::<_, GameTextError>(())
/// ```
///
/// # Errors
///
/// Returns the first error of `work` or `take`, after everything before it was taken.
pub fn read_games<B: PgnBoard, P: Send, E: From<GameTextError> + Send>(
    (stream, name): (Bytes, &str),
    threads: NonZeroUsize,
    work: impl Fn(&mut GameTexts<Bytes, B>, &mut dyn FnMut(P) -> Result<(), E>) -> Result<(), E> + Sync,
    mut take: impl FnMut(&GamePart, P) -> Result<(), E>,
) -> Result<(), E> {
    let texts = |bytes: Bytes| GameTexts::new(bytes).with_name(name).with_boards();
    let (mut input, mut part) = (Some(OpenInput::new(PGN, stream)), GamePart::default());
    in_order(
        threads,
        || {
            let (content, rest) = input.take()?.split(&mut Vec::new())?;
            input = rest;
            Some(content)
        },
        |content| {
            let bytes = match content {
                Content::Bytes(bytes) => bytes,
                Content::Stream(stream) => return Err(stream),
                Content::Closed => return Ok((GamePart::default(), Vec::new(), Ok(()))),
            };
            let (lines, bytes_read) = (count_lines(&bytes), bytes.len() as u64);
            let (mut games, mut pieces) = (texts(Box::new(Cursor::new(bytes))), Vec::new());
            let done = work(&mut games, &mut |piece| {
                pieces.push(piece);
                Ok(())
            });
            Ok((GamePart { games: games.count(), lines, bytes: bytes_read }, pieces, done))
        },
        |made| match made {
            Ok((size, pieces, done)) => {
                pieces.into_iter().try_for_each(|piece| take(&part, piece))?;
                part.games += size.games;
                part.lines += size.lines;
                part.bytes += size.bytes;
                done
            }
            Err(stream) => work(&mut texts(stream), &mut |piece| take(&part, piece)),
        },
    )
}

fn count_lines(bytes: &[u8]) -> u64 {
    let ends = bytes.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count();
    let pairs = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
    (ends - pairs) as u64
}
