//! The reader of a PGN.

#[cfg(feature = "std")]
use alloc::boxed::Box;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::io;
#[cfg(feature = "std")]
use std::path::Path;

use crate::pgn::board::PgnBoard;
use crate::pgn::parse::{Parser, ReadError};
use crate::pgn::play::{Passthrough, Player};
use crate::pgn::report::Limits;
#[cfg(feature = "std")]
use crate::pgn::scan::StreamSource;
use crate::pgn::scan::{SliceSource, Source};
use crate::pgn::visitor::{Boards, Visitor, Words};
use crate::san::Letters;
#[cfg(feature = "std")]
use gardez_io::decompress;

/// Reads the games of a PGN one after another, from a slice, a file, or a stream that may be compressed.
///
/// The reader keeps the longest comment or tag pair and the boards of open variations; it allocates nothing per move.
/// With the default [`Limits`] and a visitor that keeps nothing, a stream of any length takes less than 16 MiB. After a
/// problem, reading goes on with what can still be understood, at the latest with the next game.
///
/// ```
/// use core::convert::Infallible;
/// use core::ops::ControlFlow;
///
/// use gardez_notation::pgn::{GameResult, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Wins(u32);
///
/// impl Visitor for Wins {
///     type Break = Infallible;
///
///     fn result(&mut self, result: GameResult) -> ControlFlow<Infallible> {
///         self.0 += u32::from(result == GameResult::WhiteWins);
///         ControlFlow::Continue(())
///     }
/// }
///
/// let pgn = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Event \"?\"]\n\n1. d4 *";
/// let mut wins = Wins::default();
/// let mut reader = Reader::from_bytes(pgn.as_bytes());
/// while reader.read(&mut wins)? {}
/// assert_eq!((wins.0, reader.game_count()), (1, 2));
/// # Ok::<_, Infallible>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    parser: Parser<S>,
    letters: Option<Letters>,
    /// Made when it is needed.
    player: Option<Player>,
}

impl<'a> Reader<SliceSource<'a>> {
    /// Creates a reader of a PGN in memory.
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        Self::with_source(SliceSource::new(bytes))
    }
}

#[cfg(feature = "std")]
impl<R: io::Read> Reader<StreamSource<R>> {
    /// Creates a reader of a stream, with a buffer of its own.
    pub fn new(reader: R) -> Self {
        Self::with_source(StreamSource::new(reader))
    }

    /// Returns the stream, of which more may have been read than the returned games.
    pub fn into_inner(self) -> R {
        self.parser.into_source().into_inner()
    }
}

#[cfg(feature = "std")]
impl Reader<StreamSource<Box<dyn io::Read>>> {
    /// Opens a file that may be compressed, with the limits of [`decompress`].
    ///
    /// For other limits, pass the result of [`decompress_with`](crate::pgn::decompress_with) to [`Reader::new`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::from_compressed`], or that the file cannot be opened. The error names the file.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    ///
    /// # let path = std::env::temp_dir().join(format!("gardez-open-{}.pgn", std::process::id()));
    /// # std::fs::write(&path, "1. e4 e5 *")?;
    /// for game in Reader::open(&path)?.games() {
    ///     println!("{} plies", game?.game.main_line().count());
    /// }
    /// # std::fs::remove_file(&path)?;
    /// let error = Reader::open("absent.pgn").err().expect("there is no such file");
    /// assert!(error.to_string().starts_with("absent.pgn: "));
    /// # Ok::<_, std::io::Error>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let reader = File::open(path).and_then(Self::from_compressed);
        reader.map_err(|error| io::Error::new(error.kind(), std::format!("{}: {error}", path.display())))
    }
}

#[cfg(feature = "std")]
impl<'a> Reader<StreamSource<Box<dyn io::Read + 'a>>> {
    /// Creates a reader of a stream that may be compressed, as [`decompress`] unpacks it.
    ///
    /// # Errors
    ///
    /// Returns an error if the first bytes cannot be read, or if the stream is compressed in a format whose feature is
    /// not enabled ([`io::ErrorKind::Unsupported`]).
    pub fn from_compressed<R: io::Read + 'a>(reader: R) -> io::Result<Self> {
        decompress(reader).map(Self::new)
    }
}

impl<S: Source> Reader<S> {
    fn with_source(source: S) -> Self {
        Self { parser: Parser::new(source), letters: None, player: None }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.parser.set_limits(limits);
        self
    }

    /// Sets the letters of the pieces in all games. With `None`, the default, each game shows them: a game that is legal in
    /// English is English, and of any other game the letters are found from all its moves and
    /// [reported](crate::pgn::ProblemKind::Letters); with `--cfg gardez_small`, a game is in English.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    /// use gardez_notation::san::Letters;
    ///
    /// let pgn = b"1. e4 e5 2. Sf3 Sc6 3. Lb5 *";
    /// let read = Reader::from_bytes(pgn).read_game()?.expect("there is a game");
    /// assert_eq!(read.game.main_line().count(), 5);
    /// assert_eq!(read.problems[0].kind.to_string(), "German letters (S = N, L = B, T = R, D = Q)");
    ///
    /// let mut reader = Reader::from_bytes(pgn);
    /// reader.set_letters(Letters::from_code("de"));
    /// assert!(reader.read_game()?.expect("there is a game").problems.is_empty());
    /// # Ok::<_, core::convert::Infallible>(())
    /// ```
    pub fn set_letters(&mut self, letters: Option<Letters>) {
        (self.letters, self.player) = (letters, None);
    }

    /// Returns the number of games so far.
    pub const fn game_count(&self) -> u64 {
        self.parser.game_count()
    }

    /// Returns the offset of the last game, which ends at [`Reader::offset`] or before blanks and line ends there.
    ///
    /// ```
    /// use gardez_notation::pgn::Reader;
    ///
    /// let pgn = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
    /// let mut reader = Reader::from_bytes(pgn.as_bytes());
    /// let mut texts = Vec::new();
    /// while reader.read_game()?.is_some() {
    ///     texts.push(pgn[reader.game_start() as usize..reader.offset() as usize].trim_end());
    /// }
    /// assert_eq!(texts, ["[White \"A\"]\n\n1. e4 *", "[White \"B\"]\n\n1. d4 *"]);
    /// # Ok::<_, core::convert::Infallible>(())
    /// ```
    pub const fn game_start(&self) -> u64 {
        self.parser.game_start()
    }

    /// Returns the number of bytes read so far: unpacked bytes of a compressed stream, and the UTF-8 of UTF-16.
    pub const fn offset(&self) -> u64 {
        self.parser.offset()
    }

    /// Reads the next game and makes its moves on boards; returns `false` if there is none.
    ///
    /// Problems of the PGN are reported to the visitor.
    ///
    /// # Errors
    ///
    /// - [`ReadError::Source`] if the stream fails, or if it is not a PGN
    ///   ([`ProblemKind::Foreign`](crate::pgn::ProblemKind::Foreign), which a slice reports to the visitor). All games
    ///   before the error are read first; a game in which the stream fails ends there. If the stream would block or has
    ///   timed out, the error is returned at once: the calls for this game end, and the rest of the game is read as
    ///   another game.
    /// - [`ReadError::Stopped`] if the visitor stops. The next call of `read` reads the next game.
    pub fn read<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, ReadError<S::Error, V::Break>> {
        self.parser.read(self.player.get_or_insert_with(|| Player::new(self.letters)), visitor)
    }

    /// Reads the next game as [`read`](Reader::read) does, on boards of another kind.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::read`].
    pub fn read_on<B: PgnBoard, V: Visitor<Boards<B>>>(
        &mut self,
        visitor: &mut V,
    ) -> Result<bool, ReadError<S::Error, V::Break>> {
        self.parser.read(&mut Player::new(self.letters), visitor)
    }

    /// Reads the next game as text, without boards; returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reader::read`].
    pub fn read_text<V: Visitor<Words>>(&mut self, visitor: &mut V) -> Result<bool, ReadError<S::Error, V::Break>> {
        self.parser.read(&mut Passthrough, visitor)
    }
}
