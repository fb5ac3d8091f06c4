//! Memory for large tables, in large pages where the system gives them when asked.
// The system is asked by a function of the C library. docs/nnue.md says what large pages save.
#![allow(unsafe_code)]

use alloc::vec::Vec;

/// Returns copies of a value in memory of large pages, if there are enough of them and the system has such pages.
pub(super) fn filled<T: Copy>(value: T, count: usize) -> Vec<T> {
    let mut numbers = Vec::with_capacity(count);
    // Memory that was written has its pages already.
    #[cfg(all(feature = "std", target_os = "linux", not(miri)))]
    ask_for_large_pages(numbers.spare_capacity_mut());
    numbers.resize(count, value);
    numbers
}

#[cfg(all(feature = "std", target_os = "linux", not(miri)))]
fn ask_for_large_pages<T>(memory: &mut [core::mem::MaybeUninit<T>]) {
    use core::ffi::{c_int, c_void};

    unsafe extern "C" {
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    /// `MADV_HUGEPAGE` of Linux.
    const LARGE_PAGES: c_int = 14;
    const SMALL_PAGE: usize = 1 << 16;

    let start = memory.as_mut_ptr().cast::<u8>();
    let (skipped, length) = (start.align_offset(SMALL_PAGE), size_of_val(memory));
    if length >= 1 << 21 {
        // SAFETY: the range is a part of the memory, because `skipped` is below 2^16. The advice changes no byte.
        // It may be refused.
        unsafe {
            madvise(start.wrapping_add(skipped).cast(), (length - skipped) / SMALL_PAGE * SMALL_PAGE, LARGE_PAGES)
        };
    }
}
