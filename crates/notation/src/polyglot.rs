//! Opening books of the Polyglot format: 16-byte records sorted by the key of the position.
//!
//! A [`Book`] looks moves up in a slice, or in anything that holds bytes, such as a file mapped into memory (feature
//! `mmap`); a [`BookBuilder`] writes one. Castling is stored as king takes rook, as the format demands; a book that
//! stores the king's way to the g- or c-file instead is understood too, where no step of the king leads there.
//!
//! ```
//! use gardez_notation::polyglot::{Book, BookBuilder};
//! use gardez_position::Board;
//!
//! let board = Board::start();
//! let mut builder = BookBuilder::new();
//! builder.add(&board, board.parse_uci("e2e4")?, 3);
//! builder.add(&board, board.parse_uci("d2d4")?, 1);
//! let book = Book::new(builder.to_bytes())?;
//! let moves: Vec<_> = book.moves(&board).map(|book_move| (book_move.m, book_move.weight)).collect();
//! assert_eq!(moves, [(board.parse_uci("e2e4")?, 3), (board.parse_uci("d2d4")?, 1)]);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

#[cfg(feature = "mmap")]
mod map;
mod raw;
mod write;

use core::fmt;

use gardez_position::Board;
use gardez_types::Move;

#[cfg(feature = "mmap")]
pub use map::MappedBook;
pub use raw::{Entry, RawMove};
pub use write::BookBuilder;

/// An opening book in bytes that are sorted by key.
#[derive(Clone, Debug)]
pub struct Book<B>(B);

/// A move of a book that is legal at its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How good it is thought to be, compared with the other moves of the position.
    pub weight: u16,
    /// Data of programs that learn.
    pub learn: u32,
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BookError {
    /// The length is no multiple of the 16 bytes of a record.
    Length(usize),
    /// A record has a smaller key than the one before it.
    NotSorted {
        /// Which record, from 0.
        index: usize,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => write!(f, "{length} bytes are no number of 16-byte records"),
            Self::NotSorted { index } => write!(f, "record {index} has a smaller key than the one before it"),
        }
    }
}

impl core::error::Error for BookError {}

impl<B: AsRef<[u8]>> Book<B> {
    /// A book in these bytes. The order of the records is not looked at; see [`Book::check`].
    ///
    /// # Errors
    ///
    /// If the length is no multiple of 16.
    pub fn new(bytes: B) -> Result<Self, BookError> {
        let length = bytes.as_ref().len();
        if length % Entry::SIZE == 0 { Ok(Self(bytes)) } else { Err(BookError::Length(length)) }
    }

    /// Looks at the order of all records. In a book that is not sorted some moves are not found.
    ///
    /// # Errors
    ///
    /// If a record has a smaller key than the one before it.
    pub fn check(&self) -> Result<(), BookError> {
        let mut last = 0;
        for (index, entry) in self.entries().enumerate() {
            if entry.key < last {
                return Err(BookError::NotSorted { index });
            }
            last = entry.key;
        }
        Ok(())
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().len() / Entry::SIZE
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All records in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// The records of a key, in order. Binary search.
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle).key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..self.len()).map(|index| self.entry(index)).take_while(move |entry| entry.key == key)
    }

    /// The moves of the book that are legal at a position, in the order of the book. What is not legal is left out: it
    /// belongs to another position with the same key, or is damaged.
    pub fn moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = BookMove> + 'a {
        self.find(board.polyglot_key()).filter_map(|entry| {
            let m = entry.mv.to_move(board)?;
            Some(BookMove { mv: m, weight: entry.weight, learn: entry.learn })
        })
    }

    /// The move with the highest weight; of equal ones the first. A weight of 0 forbids a move.
    pub fn best(&self, board: &Board) -> Option<BookMove> {
        let allowed = self.moves(board).filter(|book_move| book_move.weight != 0);
        allowed.reduce(|best, book_move| if best.weight < book_move.weight { book_move } else { best })
    }

    /// A move by chance, each as likely as its weight says; `random` is any number, evenly distributed.
    pub fn pick(&self, board: &Board, random: u64) -> Option<BookMove> {
        let total: u64 = self.moves(board).map(|book_move| u64::from(book_move.weight)).sum();
        if total == 0 {
            return None;
        }
        let mut place = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        self.moves(board).find(|book_move| {
            let is_here = place < u64::from(book_move.weight);
            place = place.saturating_sub(book_move.weight.into());
            is_here
        })
    }

    fn entry(&self, index: usize) -> Entry {
        let start = index * Entry::SIZE;
        let bytes = self.0.as_ref().get(start..start + Entry::SIZE).and_then(|bytes| bytes.try_into().ok());
        Entry::from_bytes(bytes.unwrap_or([0; Entry::SIZE]))
    }
}
