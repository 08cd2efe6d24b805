//! The machine that a comparison ran on, as far as it bears on the figures.

use serde::{Deserialize, Serialize};

/// What has to be known of the machine and the build to repeat a measurement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Machine {
    /// Instruction set, as Rust names it: `x86_64`.
    pub arch: String,
    /// Operating system, as Rust names it: `linux`.
    pub os: String,
    /// The processor's name, where the system tells it.
    pub cpu: Option<String>,
    /// Threads that can run at once.
    pub threads: usize,
    /// Vector and bit-manipulation extensions that the processor has.
    pub features: Vec<String>,
    /// Whether the build is unoptimised or has its debug assertions on: such figures say little.
    pub debug_build: bool,
}

impl Machine {
    /// This machine.
    pub fn detect() -> Self {
        Machine {
            arch: std::env::consts::ARCH.to_owned(),
            os: std::env::consts::OS.to_owned(),
            cpu: cpu_name(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            features: features(),
            debug_build: cfg!(debug_assertions),
        }
    }
}

/// Linux says it in a file; elsewhere it is left out.
fn cpu_name() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The detection macro takes only literals.
macro_rules! detected {
    ($detect:ident: $($name:tt)*) => {
        [$(($name, std::arch::$detect!($name))),*]
            .into_iter()
            .filter(|(_, present)| *present)
            .map(|(name, _)| name.to_owned())
            .collect()
    };
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<String> {
    detected!(is_x86_feature_detected:
        "sse4.2" "popcnt" "bmi1" "bmi2" "avx" "avx2" "avx512f" "avx512bw" "avx512vl"
        "avx512vpopcntdq" "avx512vbmi")
}

#[cfg(target_arch = "aarch64")]
fn features() -> Vec<String> {
    detected!(is_aarch64_feature_detected: "neon" "sve" "sve2")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_names_its_instruction_set() {
        let machine = Machine::detect();
        assert_eq!(machine.arch, std::env::consts::ARCH);
        assert!(machine.threads >= 1);
    }
}
