//! Work in the instructions that a machine has: the same code, compiled for each.
#![allow(unsafe_code, reason = "to call a function for instructions that not every machine has")]

use super::vector::Boxes;
use crate::strategy::lanes::machine::Best;

/// Something to be done with registers of any kind.
pub(super) trait Task {
    /// What comes of it.
    type Output;

    /// Does it. To be marked `#[inline(always)]`, as all that it calls, so that it is compiled for the registers.
    fn run<V: Boxes>(self) -> Self::Output;
}

/// The best of what every machine of this kind has.
#[cfg(target_arch = "x86_64")]
type AnyWords = super::sse2::Words;
#[cfg(not(target_arch = "x86_64"))]
type AnyWords = super::portable::Bands;

/// Does it in these instructions.
#[inline]
pub(super) fn perform<T: Task>(best: Best, task: T) -> T::Output {
    match best {
        Best::Portable => task.run::<AnyWords>(),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: there is no value of this type unless the machine has these instructions.
        Best::Avx2(_) => unsafe { perform_avx2(task) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the same.
        Best::Avx512(_) => unsafe { perform_avx512(task) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
fn perform_avx2<T: Task>(task: T) -> T::Output {
    task.run::<super::avx2::Words>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt,avx512f,avx512bw,avx512vl")]
fn perform_avx512<T: Task>(task: T) -> T::Output {
    task.run::<super::avx512::Words>()
}
