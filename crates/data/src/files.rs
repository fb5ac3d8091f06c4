//! Sets of files: what their names mean, which format each of them has, and their entries as one.
//!
//! A [`Place`] is a file, or a chunk of a directory or a tar. An [`Opener`] opens a place, unpacks it and finds its format.
//! [`FileEntries`] reads several places one after the other, or [mixed](FileEntries::mixed), and says what became of each.
//!
//! ```
//! use gardez_data::files::{EntryOptions, FileEntries, FileOptions, Opener, Place};
//! use gardez_formats::{ReadEntries, White, bin};
//!
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("a.bullet.txt");
//! # std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n")?;
//! let opener = Opener::new(FileOptions::default());
//! let places = Place::all_of(&path)?;
//! let mut entries = FileEntries::<White>::new(&opener, &places, EntryOptions::new(bin::FORMAT));
//! while let Some(entry) = entries.next_entry()? {
//!     println!("{} {}", entry.board, entry.score);
//! }
//! assert_eq!(entries.finished().map(|file| file.entries).sum::<u64>(), 1);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod chain;
mod entries;
mod error;
mod games;
mod open;
mod place;
mod summary;
mod survey;

#[cfg(feature = "syzygy")]
pub(crate) use blocks::{Job, Step, Taken, read_all};
pub use chain::EntryOptions;
pub use entries::FileEntries;
pub use error::OpenError;
pub use games::{GamePart, read_games};
pub use open::{FileOptions, Opener};
pub use place::{Bytes, Member, Place};
pub use summary::FileSummary;
pub use survey::Survey;
