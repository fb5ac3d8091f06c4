//! Tars: their members, with what is damaged between them; and tars whose bytes depend on names and contents only.
//!
//! [`Tar`] reads what POSIX (ustar, pax), GNU tar and old programs write, from a [file](Tar::of_file), of which only headers
//! are read, or a [stream](Tar::of_stream). [`write_member`] and [`write_end`] write a tar.
//!
//! ```
//! use std::io::Read;
//!
//! use gardez_io::tar::{Tar, write_end, write_member};
//!
//! let mut bytes = Vec::new();
//! write_member(&mut bytes, "a.txt", b"one")?;
//! write_member(&mut bytes, "b.txt", b"two")?;
//! write_end(&mut bytes)?;
//!
//! let mut tar = Tar::of_stream(&bytes[..]);
//! let mut texts = Vec::new();
//! while let Some(member) = tar.next_member()? {
//!     let mut text = String::new();
//!     tar.contents(&member).read_to_string(&mut text)?;
//!     texts.push((member.name, text));
//! }
//! assert_eq!(texts, [("a.txt".into(), "one".into()), ("b.txt".into(), "two".into())]);
//! # Ok::<_, std::io::Error>(())
//! ```

mod header;
mod member;
mod tape;
mod walk;
mod write;

pub use self::header::{BLOCK, Header};
pub use self::member::{Contents, Member, MemberKind};
pub use self::tape::{FileTape, StreamTape, Tape};
pub use self::walk::Tar;
pub use self::write::{write_end, write_member};
