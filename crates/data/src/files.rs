//! Sets of files: which format each has, and their entries as one.
//!
//! A [`Place`] is a file, or a chunk of a directory or a tar. An [`Opener`] opens a place, unpacks it and finds its format.
//!
//! ```
//! use gardez_data::files::{FileOptions, Opener, Place};
//! use gardez_formats::{ReadEntries, White};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("a.bullet.txt");
//! # std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n")?;
//! let opener = Opener::new(FileOptions::default());
//! let mut scores = Vec::new();
//! for place in Place::all_of(&path)? {
//!     let mut entries = opener.open(&place)?.in_view::<White>();
//!     while let Some(entry) = entries.next_entry()? {
//!         scores.push(entry.score);
//!     }
//! }
//! assert_eq!(scores, [120]);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod games;
mod open;
mod place;
mod summary;
mod survey;

#[cfg(feature = "syzygy")]
pub(crate) use blocks::{Job, Step, Taken, read_all};
pub use games::{GamePart, read_games};
pub use open::{FileOptions, Opener};
pub use place::{Bytes, Member, OpenError, Place};
pub use summary::FileSummary;
pub use survey::Survey;
#[cfg(feature = "syzygy")]
pub(crate) use survey::{Counted, Counting};
