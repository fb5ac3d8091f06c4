//! How much memory the machine can spare.

use std::fs;

/// What is taken where the machine does not tell, in MiB.
const UNKNOWN: usize = 256;
/// The most that is taken without being asked for.
const MOST: usize = 2048;

/// A quarter of the free memory, in MiB.
pub(crate) fn share() -> usize {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    available(&text).map_or(UNKNOWN, |mebibytes| (mebibytes / 4).clamp(1, MOST))
}

/// The available memory in MiB that Linux tells in KiB.
fn available(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read_from_its_line() {
        let text = "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8192000 kB\n";
        assert_eq!(available(text), Some(8000));
        assert_eq!(available("MemTotal: 1 kB"), None);
        assert_eq!(available("MemAvailable: much"), None);
    }
}
