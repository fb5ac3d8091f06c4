//! The memory that an input takes: an allocator that counts.
//!
//! Each thread counts for itself, so that inputs on several threads do not disturb each other. What one thread allocates
//! and another frees is counted wrongly; no target passes memory between threads.
#![allow(unsafe_code)] // an allocator is unsafe by its trait; this one only counts and calls the system's

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The most bytes that one input may take.
pub const LIMIT: usize = 512 << 20;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, with numbers of bytes for each thread.
pub struct Counting;

fn add(bytes: isize) {
    // A thread that ends may have no counters any more.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

// SAFETY: every call goes to the system's allocator with the same arguments, and its result is returned unchanged. The
// counters are plain cells without destructors; using them allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`, and the memory came from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::realloc`, and the memory came from `System`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// Calls a function, and returns the most bytes that this thread held during the call, without what it held before.
///
/// Returns 0 in a program whose allocator is not [`Counting`]. A call may be inside of another.
pub fn peak(call: impl FnOnce()) -> usize {
    let (before, outer) = (LIVE.get(), PEAK.get());
    PEAK.set(before);
    call();
    let peak = PEAK.get();
    PEAK.set(outer.max(peak));
    usize::try_from(peak - before).unwrap_or(0)
}
