//! The amount of memory that the machine can spare.

use std::fs;
use std::path::Path;

/// The size in MiB that is used if the free memory is unknown.
const UNKNOWN: usize = 256;
/// The largest size in MiB that is used without the option `--hash`.
const MOST: usize = 2048;

/// Returns a quarter of the free memory, or of the limit of the process if that is less, in MiB.
pub(crate) fn share() -> usize {
    let text = |path| fs::read_to_string(path).unwrap_or_default();
    let limit = limit(&text("/proc/self/cgroup"), |path| fs::read_to_string(path).ok());
    let free = available(&text("/proc/meminfo")).into_iter().chain(limit).min();
    free.map_or(UNKNOWN, |mebibytes| (mebibytes / 4).clamp(1, MOST))
}

/// Returns the smallest limit in MiB of the control groups of the process, such as a container's.
fn limit(groups: &str, read: impl Fn(&Path) -> Option<String>) -> Option<usize> {
    let places = groups.lines().filter_map(|line| match line.splitn(3, ':').collect::<Vec<_>>()[..] {
        [_, "", group] => Some(("/sys/fs/cgroup", "memory.max", group)),
        [_, "memory", group] => Some(("/sys/fs/cgroup/memory", "memory.limit_in_bytes", group)),
        _ => None,
    });
    let limits = places.flat_map(|(root, file, group)| {
        let groups = Path::new(group.trim_start_matches('/')).ancestors();
        groups.map(move |group| Path::new(root).join(group).join(file))
    });
    // Without a limit, the file contains a word, or a number larger than any memory.
    let limits = limits.filter_map(|path| read(&path)?.trim().parse::<u64>().ok());
    limits.min().and_then(|bytes| usize::try_from(bytes >> 20).ok())
}

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

    #[test]
    fn the_smallest_limit_of_a_group_and_its_parents_is_used() {
        let mebibytes = |count: u64| Some(format!("{}\n", count << 20));
        let new = |path: &Path| match path.to_str()? {
            "/sys/fs/cgroup/a/b/memory.max" => Some("max\n".to_owned()),
            "/sys/fs/cgroup/a/memory.max" => mebibytes(300),
            "/sys/fs/cgroup/memory.max" => mebibytes(500),
            _ => None,
        };
        assert_eq!(limit("0::/a/b\n", new), Some(300));
        assert_eq!(limit("0::/\n", new), Some(500));
        assert_eq!(limit("3:cpu:/a\nnonsense\n", new), None);
        let old = |path: &Path| match path.to_str()? {
            "/sys/fs/cgroup/memory/memory.limit_in_bytes" => mebibytes(700),
            _ => None,
        };
        assert_eq!(limit("4:memory:/of/another/name:space\n0::/\n", old), Some(700));
    }
}
