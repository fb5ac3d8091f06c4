//! Readers and writers of packed positions and games, as the trainers of networks and databases exchange them.
//!
//! | format | module | contents | perspective of scores |
//! |---|---|---|---|
//! | bulletformat | [`bullet`] | positions from the side to move's point of view | side to move |
//! | its text form | [`bullet_text`] | positions | White |
//! | Stockfish's `.bin` | [`bin`] | positions with moves | side to move |
//! | Stockfish's `.binpack` | [`binpack`] | chains of positions with moves, in chunks | side to move |
//! | Stockfish's plain text | [`plain`] | positions with moves | side to move |
//! | marlinformat | [`marlin`] | positions, also of Chess960 | White |
//! | viriformat | [`viri`] | games, also of Chess960 | White |
//! | montyformat | [`monty`] | games with values or with visit counts, also of Chess960 | White; policy games: side to move |
//! | Lichess's binary FEN | [`binary_fen`] | a position, also of Chess960 | - |
//! | chess-library's 24 bytes | [`chess_library`] | boards, also of Chess960 | - |
//! | canonical boards | [`packed_board`] | boards, also of Chess960 | - |
//!
//! # The model
//!
//! All formats are read to and written from two types. An [`Entry`] is a position with its move, score, result and ply. A
//! [`Game`] is a start position with its moves and their scores. The type parameter is the perspective of the scores,
//! [`White`] or [`SideToMove`]. A conversion reports a score that cannot be negated.
//!
//! # Reading
//!
//! A reader takes its bytes from an [`Input`]: a slice, which is not copied, or a [`Stream`] (feature `std`). It implements
//! [`ReadEntries`] or [`ReadGames`], which borrow the entry or game; `entries()` and `games()` are iterators over copies.
//! Every damaged input yields the entries up to the damage, then an error with the format, the reason and the byte, then
//! the end. Nothing is allocated for a number in the input before the bytes are there. [`Strictness`] says what is done
//! with values that no writer writes.
//!
//! # Writing
//!
//! A writer puts its bytes into a [`Sink`]: a `Vec<u8>`, or with `std` any `std::io::Write`. It implements
//! [`WriteEntries`] or [`WriteGames`], and `finish` returns the target. The bytes are those of the program that defines
//! the format. A value that does not fit is an [`UnrepresentableError`], such as *rule50 128 does not fit .bin*, unless
//! the caller accepts the loss ([`Lossy`]). Fields that a format does not have are left out.
//!
//! # Adding a format
//!
//! A format is a module with a `Reader<S: Input>`, a `Writer<W: Sink>`, and a [`FormatRow`] as the constant `FORMAT`: all
//! that programs know about the format. [`FormatRow::fits`] says what its files look like; [`can_read`] tries to read those
//! without a mark. Records of a fixed size implement [`Layout`]. A program adds a format of its own with
//! `gardez_data::table::register`.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | [`Stream`], and writers to anything that implements `std::io::Write` |
//! | `mmap` | no | files mapped into memory; implies `std` |
//!
//! The crate is `no_std` and needs an allocator.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod bin;
pub mod binary_fen;
pub mod binpack;
pub mod bullet;
pub mod bullet_text;
pub mod chess_library;
mod cpu;
mod entry;
mod error;
mod format;
mod game;
mod games;
mod lines;
#[cfg(feature = "mmap")]
mod mapped;
pub mod marlin;
pub mod monty;
mod moves;
pub mod packed_board;
mod pieces;
pub mod plain;
mod raw;
mod read;
mod records;
mod unrepresentable;
mod view;
pub mod viri;
mod write;

pub use binpack::ChainRule;
pub use entry::Entry;
pub use error::{Fault, FormatError, FormatErrorKind, ReadError};
pub use format::{
    AnyReader, AnyWriter, CHUNK_HEAD, Division, Fact, Format, FormatRow, GAME_CONTEXT, InView, ReadFn, ReadOptions,
    Source, WriteFn, WriteOptions,
};
pub use game::{Game, GameMove};
pub use games::{GameReader, GameWriter, MOST_MOVES};
pub use lines::{TextReader, TextWriter};
#[cfg(feature = "mmap")]
pub use mapped::Mapped;
pub use pieces::PieceList;
pub use raw::{RawEntry, RawLayout};
pub use read::{LeftOut, ReadEntries, ReadGames, Strictness, can_read};
pub use records::{Layout, RecordReader, RecordWriter};
pub use unrepresentable::{Lossy, Unrepresentable, UnrepresentableError, WriteError};
pub use view::{NegationError, SideToMove, View, Wdl, White};
pub use write::{WriteEntries, WriteGames};

#[cfg(feature = "std")]
pub use gardez_io::{Feed, Stream};
pub use gardez_io::{Input, InputError, Sink};
pub use gardez_types::{Color, ErrorInfo, Move, Piece, Square};
#[doc(no_inline)]
pub use {gardez_position, gardez_types};
