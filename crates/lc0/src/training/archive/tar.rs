//! The chunks of a tar, listed.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use gardez_io::Positioned;
use gardez_io::tar::Tar;

use super::listing::Listing;
use super::skipped::reason;

/// Returns the chunks of a tar, by its headers.
pub(super) fn list(path: &Path, file: &File) -> io::Result<Listing> {
    let length = file.metadata()?.len();
    let mut listing = Listing::default();
    let mut members = Tar::of_file(Arc::new(Positioned::new(file.try_clone()?)), length);
    while let Some(member) = members.next_member()? {
        match reason(&member) {
            None => listing.push(0, &member.name, member.at, member.size),
            Some(reason) => listing.skip(path, &member.name, member.at, member.size, reason),
        }
    }
    Ok(listing)
}
