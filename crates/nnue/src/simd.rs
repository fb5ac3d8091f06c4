//! Vectors of the CPU: one interface, and a file for each back end.

mod scalar;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(all(target_arch = "x86_64", any(feature = "avx512", target_feature = "avx512bw")))]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse41;

use core::fmt;

use crate::network::{Block, Bytes, Sums};

/// The vectors of a CPU. A value of a type that implements it proves that the CPU has them.
pub(crate) trait Simd: Copy {
    /// 32 numbers of 16 bits.
    type Block: Copy;
    /// 16 numbers of 32 bits.
    type Sums: Copy;
    /// The number of blocks that are kept in registers while rows are added to them.
    const TILE: usize;
    /// The same for rows of bytes, which need registers of their own.
    const TILE_OF_BYTES: usize = Self::TILE;

    /// Runs a task in a function of its own.
    #[inline]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }

    fn load(self, from: &Block) -> Self::Block;

    fn store(self, block: Self::Block, to: &mut Block);

    /// Loads signed bytes as numbers of 16 bits.
    fn widen(self, from: &[u8; 32]) -> Self::Block;

    fn add(self, a: Self::Block, b: Self::Block) -> Self::Block;

    fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block;

    /// Returns the lower half of each product.
    fn mul(self, a: Self::Block, b: Self::Block) -> Self::Block;

    /// Cuts numbers to the range from 0 to `max`.
    fn clip(self, a: Self::Block, max: i16) -> Self::Block;

    /// Stores the products, which are unsigned, divided by two to the power of `shift`; all are below 256. Returns a bit
    /// for each four of them that are not all 0.
    fn store_products(self, a: Self::Block, b: Self::Block, shift: u32, to: &mut [u8; 32]) -> u8;

    fn load_sums(self, from: &Sums) -> Self::Sums;

    fn store_sums(self, sums: Self::Sums, to: &mut Sums);

    fn add_sums(self, a: Self::Sums, b: Self::Sums) -> Self::Sums;

    /// Adds to each sum four unsigned inputs, the same for all sums, times four signed weights.
    fn dot_quad(self, sums: Self::Sums, inputs: u32, weights: &Bytes) -> Self::Sums;

    /// Adds to each sum four unsigned inputs times four signed weights. Inputs are at most 127.
    fn dot(self, sums: Self::Sums, inputs: &Bytes, weights: &Bytes) -> Self::Sums;

    /// Adds to each sum two products.
    fn dot_pairs(self, sums: Self::Sums, a: Self::Block, b: Self::Block) -> Self::Sums;
}

/// Work for code that is compiled for a back end.
pub(crate) trait Task {
    type Output;

    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// The instructions with which networks are evaluated. All produce the same results.
///
/// ```
/// use gardez_nnue::Backend;
///
/// // The fastest one that this CPU has.
/// let backend = Backend::detect();
/// assert!(Backend::available().any(|other| other == backend));
/// assert_eq!(Backend::SCALAR.name(), "scalar");
/// ```
///
/// | name | CPUs | needs |
/// |---|---|---|
/// | `scalar` | any | |
/// | `sse4.1`, `avx2` | x86-64 | the feature `std`, or a program compiled for such CPUs |
/// | `avx-512` | x86-64 with AVX-512 BW and VNNI | the same, and the feature `avx512`, which needs Rust 1.89 |
/// | `neon` | AArch64 | |
/// | `simd128` | WebAssembly | a program compiled with `simd128` |
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Backend(Level);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Scalar(scalar::Scalar),
    #[cfg(target_arch = "x86_64")]
    Sse41(sse41::Sse41),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(all(target_arch = "x86_64", any(feature = "avx512", target_feature = "avx512bw")))]
    Avx512(avx512::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(simd128::Simd128),
}

impl Backend {
    /// Plain Rust, which every CPU runs.
    pub const SCALAR: Self = Self(Level::Scalar(scalar::Scalar));

    /// Returns the fastest back end that this CPU has.
    pub fn detect() -> Self {
        Self::available().last().unwrap_or(Self::SCALAR)
    }

    /// Returns all back ends that this CPU has, the slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let levels = [
            Some(Self::SCALAR.0),
            #[cfg(target_arch = "x86_64")]
            sse41::Sse41::new().map(Level::Sse41),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::new().map(Level::Avx2),
            #[cfg(all(target_arch = "x86_64", any(feature = "avx512", target_feature = "avx512bw")))]
            avx512::Avx512::new().map(Level::Avx512),
            #[cfg(target_arch = "aarch64")]
            Some(Level::Neon(neon::Neon::new())),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Level::Simd128(simd128::Simd128::new())),
        ];
        levels.into_iter().flatten().map(Self)
    }

    /// Returns the name, such as `"avx2"`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Scalar(_) => "scalar",
            #[cfg(target_arch = "x86_64")]
            Level::Sse41(_) => "sse4.1",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => "avx2",
            #[cfg(all(target_arch = "x86_64", any(feature = "avx512", target_feature = "avx512bw")))]
            Level::Avx512(_) => "avx-512",
            #[cfg(target_arch = "aarch64")]
            Level::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Level::Simd128(_) => "simd128",
        }
    }

    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Level::Scalar(scalar) => scalar.call(task),
            #[cfg(target_arch = "x86_64")]
            Level::Sse41(proof) => proof.call(task),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(proof) => proof.call(task),
            #[cfg(all(target_arch = "x86_64", any(feature = "avx512", target_feature = "avx512bw")))]
            Level::Avx512(proof) => proof.call(task),
            #[cfg(target_arch = "aarch64")]
            Level::Neon(proof) => proof.call(task),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Level::Simd128(proof) => proof.call(task),
        }
    }
}

impl Default for Backend {
    /// Returns the fastest back end that this CPU has.
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The part of the interface that loops over registers, which is the same for all CPUs: `$registers` of them have the
/// numbers of a block.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! registers {
    ($register:ty, $registers:literal [$($i:literal)+], tile $tile:literal $of_bytes:literal) => {
        type Block = [$register; $registers];
        type Sums = [$register; $registers];
        const TILE: usize = $tile;
        const TILE_OF_BYTES: usize = $of_bytes;

        #[inline(always)]
        fn load(self, from: &Block) -> Self::Block {
            [$(load(self, part::<_, { 32 / $registers }>(&from.0, $i))),+]
        }

        #[inline(always)]
        fn store(self, block: Self::Block, to: &mut Block) {
            $(store(self, block[$i], part_mut::<_, { 32 / $registers }>(&mut to.0, $i));)+
        }

        #[inline(always)]
        fn widen(self, from: &[u8; 32]) -> Self::Block {
            [$(widen(self, part::<_, { 32 / $registers }>(from, $i))),+]
        }

        #[inline(always)]
        fn add(self, a: Self::Block, b: Self::Block) -> Self::Block {
            [$(add_i16(self, a[$i], b[$i])),+]
        }

        #[inline(always)]
        fn sub(self, a: Self::Block, b: Self::Block) -> Self::Block {
            [$(sub_i16(self, a[$i], b[$i])),+]
        }

        #[inline(always)]
        fn mul(self, a: Self::Block, b: Self::Block) -> Self::Block {
            [$(mul_i16(self, a[$i], b[$i])),+]
        }

        #[inline(always)]
        fn clip(self, a: Self::Block, max: i16) -> Self::Block {
            [$(clip_i16(self, a[$i], max)),+]
        }

        #[inline(always)]
        fn load_sums(self, from: &Sums) -> Self::Sums {
            [$(load(self, part::<_, { 16 / $registers }>(&from.0, $i))),+]
        }

        #[inline(always)]
        fn store_sums(self, sums: Self::Sums, to: &mut Sums) {
            $(store(self, sums[$i], part_mut::<_, { 16 / $registers }>(&mut to.0, $i));)+
        }

        #[inline(always)]
        fn add_sums(self, a: Self::Sums, b: Self::Sums) -> Self::Sums {
            [$(add_i32(self, a[$i], b[$i])),+]
        }

        #[inline(always)]
        fn dot_quad(self, sums: Self::Sums, inputs: u32, weights: &Bytes) -> Self::Sums {
            let inputs = repeat(self, inputs);
            [$(dot(self, sums[$i], inputs, load(self, part::<_, { 64 / $registers }>(&weights.0, $i)))),+]
        }

        #[inline(always)]
        fn dot(self, sums: Self::Sums, inputs: &Bytes, weights: &Bytes) -> Self::Sums {
            [$(dot(
                self,
                sums[$i],
                load(self, part::<_, { 64 / $registers }>(&inputs.0, $i)),
                load(self, part::<_, { 64 / $registers }>(&weights.0, $i)),
            )),+]
        }

        #[inline(always)]
        fn dot_pairs(self, sums: Self::Sums, a: Self::Block, b: Self::Block) -> Self::Sums {
            [$(dot_i16(self, sums[$i], a[$i], b[$i])),+]
        }
    };
}
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use registers;

/// Returns one of the parts of `N` numbers that an array consists of.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn part<T, const N: usize>(numbers: &[T], index: usize) -> &[T; N] {
    numbers[index * N..(index + 1) * N].try_into().expect("a slice of this length")
}

/// Returns one of the parts of `N` numbers that an array consists of.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn part_mut<T, const N: usize>(numbers: &mut [T], index: usize) -> &mut [T; N] {
    (&mut numbers[index * N..(index + 1) * N]).try_into().expect("a slice of this length")
}

/// The functions of one register, each of which calls intrinsics on values and on slices of the register's width.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! one_register {
    ($register:ty; $($(#[$meta:meta])* fn $name:ident$(<$t:ident, $n:ident>)?($proof:ident: $type:ident $(, $argument:ident: $of:ty)*) $(-> $result:ty)? $body:block)+) => {
        $(
            $(#[$meta])*
            #[inline(always)]
            fn $name$(<$t, const $n: usize>)?(_: $type $(, $argument: $of)*) $(-> $result)? {
                $(const { assert!(size_of::<[$t; $n]>() == size_of::<$register>()) };)?
                // SAFETY: the CPU has the instructions, because the first argument proves it. What is loaded and stored is a
                // reference to an array of the width of the register.
                unsafe { $body }
            }
        )+
    };
}
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
use one_register;

/// A proof that the CPU has instructions, and tasks that are compiled for such CPUs.
#[cfg(target_arch = "x86_64")]
macro_rules! proof {
    ($(#[$meta:meta])* $name:ident, $features:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) struct $name(gardez_bitboard::cpu::$name);

        impl $name {
            /// Returns the proof, if the CPU has the instructions.
            pub(super) fn new() -> Option<Self> {
                gardez_bitboard::cpu::$name::detect().map(Self)
            }
        }

        /// Runs a task that is compiled for such CPUs.
        ///
        /// # Safety
        ///
        /// The CPU must have the features.
        #[target_feature(enable = $features)]
        unsafe fn compiled_here<T: super::Task>(proof: $name, task: T) -> T::Output {
            task.run(proof)
        }
    };
    (call) => {
        #[inline]
        fn call<T: super::Task>(self, task: T) -> T::Output {
            // SAFETY: the CPU has the features, because only `detect` makes the proof.
            unsafe { compiled_here(self, task) }
        }
    };
}
#[cfg(target_arch = "x86_64")]
use proof;
