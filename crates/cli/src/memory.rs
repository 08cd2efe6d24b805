//! How much memory the program has used.

/// The most memory that the program has had at a time so far, in bytes: its peak resident size. `None`
/// where the system does not say: only Linux does, in `/proc`.
pub(crate) fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    high_water(&status)
}

/// The line `VmHWM:   1234 kB` of a process's status.
fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_high_water_mark_is_read_in_bytes() {
        let status =
            "Name:\tquadrille\nVmPeak:\t   99999 kB\nVmHWM:\t    1234 kB\nVmRSS:\t 17 kB\n";
        assert_eq!(high_water(status), Some(1234 * 1024));
        for other in
            ["", "VmHWM:\t12 pages\n", "VmHWM:\t kB\n", "VmHWM:\t99999999999999999999 kB\n"]
        {
            assert_eq!(high_water(other), None, "{other:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_was_used_is_in_the_peak() {
        let used = vec![1u8; 64 << 20];
        let peak = peak_bytes().expect("linux says so");
        assert!(peak >= used.len() as u64, "{peak}");
    }
}
