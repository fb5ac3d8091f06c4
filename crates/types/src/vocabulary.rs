//! Macros that write an enum of the vocabulary: its values in order, and the conversions from and to numbers.

/// Declares a `repr(u8)` enum with `ALL`, `COUNT` and a constructor from its number.
///
/// The numbers of a run are consecutive, and a semicolon separates two runs. The enum itself names only the first number of
/// each run: while the compiler builds a table, it counts faster than it reads.
///
/// The constructor is a match over all values. The compiler turns it into one comparison, or into nothing where it knows the
/// range, so no `unsafe` is needed to make a value from a number.
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $name:ident, $what:literal, $new:ident {
            $(
                $(#[$first_meta:meta])* $first:ident = $first_index:literal
                $(, $(#[$variant_meta:meta])* $variant:ident = $index:literal)*
            );+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$first_meta])* $first = $first_index, $($(#[$variant_meta])* $variant,)*)+
        }

        impl $name {
            /// Every value, in ascending order.
            pub const ALL: [Self; [$($first_index, $($index),*),+].len()] = [$(Self::$first, $(Self::$variant),*),+];

            /// The number of values.
            pub const COUNT: usize = Self::ALL.len();

            #[doc = concat!("The ", $what, " with this number, or `None` if there is none.")]
            #[inline]
            pub const fn $new(number: u8) -> Option<Self> {
                match number {
                    $(
                        $first_index => Some(Self::$first),
                        $($index => Some(Self::$variant),)*
                    )+
                    _ => None,
                }
            }

            /// The value with a number that is known to be in range, so that the panic is compiled away.
            #[allow(dead_code)]
            #[inline]
            const fn known(number: u8) -> Self {
                match Self::$new(number) {
                    Some(value) => value,
                    None => panic!("the number is in range"),
                }
            }
        }

        const _: () = {
            $($(assert!($name::$variant as u8 == $index, "the numbers of a run are consecutive");)*)+
        };
    };
}

/// Adds `index` to enums that are numbered from 0.
macro_rules! ordinal {
    ($name:ident, $what:literal) => {
        impl $name {
            #[doc = concat!("The number of the ", $what, ", for use as an index of an array; see [`", stringify!($name), "::from_index`].")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
