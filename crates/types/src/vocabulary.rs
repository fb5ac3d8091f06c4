//! Macros that declare the enums of the vocabulary.

/// Declares a `repr(u8)` enum with `ALL`, `COUNT` and a constructor from a number.
///
/// The numbers within a run are consecutive, and a semicolon separates two runs. The enum states only the first number
/// of each run, which makes the constant evaluation of tables faster. The compiler turns the constructor, a match over
/// all values, into at most one comparison.
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
            /// All values, in ascending order.
            pub const ALL: [Self; [$($first_index, $($index),*),+].len()] = [$(Self::$first, $(Self::$variant),*),+];

            /// The number of values.
            pub const COUNT: usize = Self::ALL.len();

            #[doc = concat!("Returns the ", $what, " with this number, or `None` if there is none.")]
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

            /// Returns the value with a valid number. The compiler removes the panic.
            #[allow(dead_code)]
            #[inline]
            const fn from_valid(number: u8) -> Self {
                match Self::$new(number) {
                    Some(value) => value,
                    None => panic!("the number is valid"),
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
            #[doc = concat!("The number of the ", $what, ", for use as an array index. [`", stringify!($name), "::from_index`] is the inverse.")]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
