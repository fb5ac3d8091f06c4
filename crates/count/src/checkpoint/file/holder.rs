//! The process that has locked a file, where the system reports it.

use std::fs::File;

/// Returns the process that has locked the file. `None` if no process has, or if it is unknown.
#[cfg(target_os = "linux")]
pub(super) fn holder(file: &File) -> Option<u32> {
    use alloc::format;
    use alloc::string::String;
    use std::io::Read as _;
    use std::os::unix::fs::MetadataExt;

    /// The list of all locks of the machine. A longer one is read up to here.
    const MAX_BYTES: u64 = 1 << 20;
    let metadata = file.metadata().ok()?;
    let (device, inode) = (metadata.dev(), metadata.ino());
    // The numbers of a device in the form of the C library.
    let major = (device >> 8) & 0xfff | (device >> 32) & !0xfff;
    let minor = device & 0xff | (device >> 12) & !0xff;
    let mut locks = String::new();
    File::open("/proc/locks").ok()?.take(MAX_BYTES).read_to_string(&mut locks).ok()?;
    find(&locks, &format!("{major:02x}:{minor:02x}:{inode}"))
}

/// Returns other systems do not say it.
#[cfg(not(target_os = "linux"))]
pub(super) fn holder(_: &File) -> Option<u32> {
    None
}

/// Returns the process in the line of a lock of this file, which its device and inode name.
#[cfg(any(target_os = "linux", test))]
fn find(locks: &str, file: &str) -> Option<u32> {
    locks.lines().find_map(|line| {
        // A line with an arrow is a process that waits for the lock.
        let mut fields = line.split_whitespace().skip(1);
        let is_lock = fields.next() == Some("FLOCK");
        let (process, place) = (fields.nth(2)?, fields.next()?);
        // A process that this one cannot see, outside its container, has the number 0 or -1.
        (is_lock && place == file).then(|| process.parse().ok().filter(|process| *process != 0))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_of_a_lock_is_found_among_other_locks_and_those_who_wait() {
        let locks = "\
1: POSIX  ADVISORY  WRITE 11 fe:00:77 0 EOF
2: FLOCK  ADVISORY  WRITE 22 fe:01:77 0 EOF
3: FLOCK  ADVISORY  WRITE 33 fe:00:77 0 EOF
3: -> FLOCK  ADVISORY  WRITE 44 fe:00:99 0 EOF
4: FLOCK  ADVISORY  WRITE -1 fe:00:88 0 EOF
5: FLOCK
";
        assert_eq!(find(locks, "fe:00:77"), Some(33));
        for file in ["fe:00:99", "fe:00:88", "fe:00:7"] {
            assert_eq!(find(locks, file), None, "{file}");
        }
    }
}
