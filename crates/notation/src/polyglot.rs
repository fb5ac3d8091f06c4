//! Opening books of the Polyglot format: 16-byte records sorted by the key of the position.
//!
//! A [`Book`] finds moves in a slice, a vector, or a mapped file (feature `mmap`). A [`BookBuilder`] writes a book.
//!
//! Castling is king takes rook, or in some books the king's target on the g- or c-file, unless the king can step there.
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
//! let moves: Vec<_> = book.moves(&board).map(|book_move| (book_move.mv, book_move.weight)).collect();
//! assert_eq!(moves, [(board.parse_uci("e2e4")?, 3), (board.parse_uci("d2d4")?, 1)]);
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

#[cfg(feature = "mmap")]
mod map;
mod raw;
mod write;

use gardez_position::Board;
use gardez_types::{Move, errors};

#[cfg(feature = "mmap")]
pub use map::{MappedBook, MappedBytes};
pub use raw::{Entry, RawMove};
pub use write::BookBuilder;

/// An opening book: records in bytes, sorted by key.
#[derive(Clone, Debug)]
pub struct Book<B>(B);

/// A move of a book that is legal in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The quality of the move compared with other moves of the position; 0 if it must not be played.
    pub weight: u16,
    /// Data of programs that learn.
    pub learn: u32,
}

errors! {
    /// The reason bytes are not a book. The span is the offending record; records are counted from 0.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum BookError {
        Length(length: usize) = "length",
            "expected a multiple of 16 bytes, found {length}" => span length - length % Entry::SIZE..*length;
        NotSorted { index: usize } = "not-sorted", "record {index} has a smaller key than the one before it"
            => span index * Entry::SIZE..(index + 1) * Entry::SIZE;
    }
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Creates a book in these bytes. [`Book::check`] checks the order of the records.
    ///
    /// # Errors
    ///
    /// Returns an error if the length is not a multiple of 16.
    pub fn new(bytes: B) -> Result<Self, BookError> {
        let length = bytes.as_ref().len();
        if length % Entry::SIZE == 0 { Ok(Self(bytes)) } else { Err(BookError::Length(length)) }
    }

    /// Checks that the records are sorted by key, without which some moves are not found.
    ///
    /// # Errors
    ///
    /// Returns the first record that has a smaller key than the one before it.
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

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.0.as_ref().len() / Entry::SIZE
    }

    /// Returns `true` if there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all records in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// Returns the records with this key in order, found by binary search.
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

    /// Returns the legal moves of the book in a position, in the order of the book.
    ///
    /// A record whose move is not legal is damaged or belongs to another position with the same key.
    pub fn moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = BookMove> + 'a {
        self.find(board.polyglot_key()).filter_map(|entry| {
            let m = entry.mv.to_move(board)?;
            Some(BookMove { mv: m, weight: entry.weight, learn: entry.learn })
        })
    }

    /// Returns the first move with the highest weight above 0.
    pub fn best(&self, board: &Board) -> Option<BookMove> {
        let allowed = self.moves(board).filter(|book_move| book_move.weight != 0);
        allowed.reduce(|best, book_move| if best.weight < book_move.weight { book_move } else { best })
    }

    /// Returns a random move, with a probability proportional to its weight, or `None` if no weight is above 0.
    ///
    /// `random` is a uniformly distributed number of 64 bits.
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
