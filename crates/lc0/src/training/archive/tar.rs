//! The chunks of a tar, listed.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use gardez_io::Positioned;
use gardez_io::tar::Tar;

use super::index::{self, Stamp};
use super::listing::Listing;
use super::options::ArchiveOptions;
use super::skipped::reason;

/// Returns the chunks of a tar, from its index or from its headers.
pub(super) fn list(path: &Path, file: &File, options: ArchiveOptions) -> io::Result<Listing> {
    let metadata = file.metadata()?;
    let stamp = Stamp::new(&metadata).filter(|_| options.has_index_files());
    if let Some(listing) = stamp.and_then(|stamp| index::load(path, stamp)) {
        return Ok(listing);
    }
    let mut listing = Listing::default();
    let mut members = Tar::of_file(Arc::new(Positioned::new(file.try_clone()?)), metadata.len());
    while let Some(member) = members.next_member()? {
        match reason(&member) {
            None => listing.push(0, &member.name, member.at, member.size),
            Some(reason) => listing.skip(path, &member.name, member.at, member.size, reason),
        }
    }
    // A tar that is still being written would be listed again in any case.
    let stamp = stamp.filter(|&stamp| file.metadata().is_ok_and(|after| Stamp::new(&after) == Some(stamp)));
    if let Some(stamp) = stamp {
        // Without the file, the list is in memory only.
        let _ = index::store(path, stamp, &listing);
    }
    Ok(listing)
}
