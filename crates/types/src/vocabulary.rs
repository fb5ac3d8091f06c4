//! The macro that writes an enumeration of the vocabulary: the values in order, and the way back from a number.

/// Declares a `repr(u8)` enum with `ALL`, `COUNT` and a constructor from the number.
///
/// The numbers of a run are consecutive, and a semicolon stands between two runs. The enum itself gives but the first of
/// each: while it builds a table, the compiler looks up one number after the other at each conversion, and is faster at
/// counting than at reading.
///
/// The constructor is a match over all values, which the compiler turns into one comparison, or into nothing where it knows the
/// range; so no `unsafe` is needed to make a value from an index.
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

            /// How many values there are.
            pub const COUNT: usize = Self::ALL.len();

            #[doc = concat!("The ", $what, " with this number, or `None` if there is none.")]
            #[inline]
            pub const fn $new(index: u8) -> Option<Self> {
                match index {
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
            const fn known(index: u8) -> Self {
                match Self::$new(index) {
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
