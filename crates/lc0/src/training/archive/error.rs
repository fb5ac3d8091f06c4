//! The errors of archives and their chunks.

use std::io;
use std::path::PathBuf;
use std::string::String;

use gardez_types::errors;

errors! {
    /// An error while reading an archive or a chunk in it.
    ///
    /// ```
    /// use gardez_lc0::training::{Archive, ArchiveError};
    ///
    /// let error = Archive::open("no such file").expect_err("it does not exist");
    /// assert!(matches!(error, ArchiveError::File { .. }));
    /// ```
    #[derive(Debug)]
    pub enum ArchiveError {
        File { path: PathBuf, error: io::Error } = "file", "cannot read {}: {error}", path.display() => source error;
        NotAChunk { path: PathBuf } = "not-a-chunk", "{} is neither a chunk nor a tar", path.display();
        /// A tar is compressed; use [`Chunks`](crate::training::Chunks).
        PackedTar { path: PathBuf } = "packed-tar",
            "{} is a compressed tar, whose chunks can only be read in order", path.display();
        Changed { path: PathBuf, name: String } = "changed",
            "{} has changed since its chunks were listed: {name} is not there", path.display();
        Chunk { path: PathBuf, name: String, error: io::Error } = "chunk",
            "cannot read the chunk {name} in {}: {error}", path.display() => source error;
        /// An unpacked chunk has more bytes than [the limit](crate::training::ArchiveOptions::with_longest_chunk).
        TooLong { path: PathBuf, name: String, limit: u64 } = "too-long",
            "the chunk {name} in {} has more than {limit} bytes", path.display();
    }
}
