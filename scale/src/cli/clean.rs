//! `scale clean`: removes what killed units have left.

use super::Place;
use crate::claim;
use crate::error::Result;

/// Remove the temporary files that killed units have left
///
/// Run this only while no unit is running: it removes their files, too. Files
/// have no names until they are complete; where the system has no such files,
/// they are called .NAME.NUMBER.unfinished.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    #[command(flatten)]
    place: Place,
}

pub(super) fn execute(args: &Args) -> Result<()> {
    let (store, _) = args.place.read()?;
    let mut files = store.list("", 4)?;
    files.retain(|name, _| name.split('/').any(is_temporary));
    let bytes: u64 = files.values().map(|entry| entry.bytes).sum();
    let names: Vec<_> = files.into_keys().collect();
    store.remove(&names)?;
    gardez_io::println!("{} temporary files removed, {bytes} bytes", names.len());
    Ok(())
}

/// Returns `true` if this is the name of a file that only a unit at work needs.
fn is_temporary(name: &str) -> bool {
    name.starts_with(".tmp-") || name == claim::FILE || name.starts_with('.') && name.ends_with(".unfinished")
}
