//! Tables of errors.

/// Declares error types as tables, with `Display`, `Error` and [`ErrorInfo`](crate::ErrorInfo).
///
/// A row is a variant, `=`, the name of its kind, and its text with the arguments of `format!`. The fields are in scope
/// as references; a field in parentheses is named for this, too. What follows the text, in this order:
///
/// | in a row | meaning |
/// |---|---|
/// | `=> span RANGE` | the byte range; `?` returns `None` |
/// | `=> source FIELD` | the error that caused it; `?` returns `None` |
/// | `=> from TYPE` | `From<TYPE>` makes this variant |
/// | `= error` or `= error, "text"` | the field `error` has the kind and, without a text, the text, too |
/// | `= (EXPRESSION), "text"` | the expression is the name of the kind |
/// | `= "kind", \|f\| EXPRESSION` | the expression writes the text to the formatter `f` |
///
/// Variants and fields need no documentation where the text says all. Enums are `non_exhaustive`. A type with own kinds
/// lists their names as `KINDS`.
///
/// ```
/// use gardez_types::{ErrorInfo, ParseError, Square};
///
/// gardez_types::errors! {
///     /// Why a line of a table is refused.
///     #[derive(Clone, PartialEq, Eq, Debug)]
///     pub enum LineErrorKind {
///         Empty = "empty", "the line is empty";
///         Square(error: ParseError) = error => from ParseError;
///         TooLong { found: usize, at: usize } = "too-long", "expected 2 numbers, found {found}" => span *at..*at + 1;
///     }
///
///     /// A line of a table that is refused.
///     #[derive(Clone, PartialEq, Eq, Debug)]
///     pub struct LineError {
///         /// The number of the line.
///         pub line: usize,
///         /// What is wrong with it.
///         pub kind: LineErrorKind,
///     } = kind, "line {line}: {kind}" => span kind.span()? => source kind;
/// }
///
/// let error = LineError { line: 3, kind: LineErrorKind::TooLong { found: 4, at: 9 } };
/// assert_eq!(error.to_string(), "line 3: expected 2 numbers, found 4");
/// assert_eq!((error.kind_name(), error.span()), ("too-long", Some(9..10)));
///
/// let error: LineErrorKind = "e9".parse::<Square>().expect_err("there is no ninth rank").into();
/// assert_eq!(error.kind_name(), "character");
/// assert_eq!(LineErrorKind::KINDS, ["empty", "too-long"]);
/// ```
#[macro_export]
macro_rules! errors {
    () => {};
    (
        $(#[$meta:meta])*
        $vis:vis enum $Name:ident {
            $(
                $(#[$variant_meta:meta])*
                $Variant:ident
                $(( $($item:ident : $Item:ty),+ ))?
                $({ $($(#[$field_meta:meta])* $field:ident : $Field:ty),+ $(,)? })?
                = $($kind:literal)? $($inner:ident)? $(($name:expr))?
                $(, $text:literal $(, $arg:expr)*)? $(, |$f:ident| $write:expr)?
                $(=> span $span:expr)? $(=> source $source:expr)? $(=> from $From:ty)?;
            )+
        }
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        #[non_exhaustive]
        $vis enum $Name {
            $(
                $(#[$variant_meta])*
                $(#[doc = concat!("\n\n``", $text, "``")])?
                $(#[doc = concat!("\n\nKind `", $kind, "`")])?
                $Variant
                $(( $($Item),+ ))?
                $({ $($(#[$field_meta])* #[allow(missing_docs)] $field: $Field),+ })?,
            )+
        }

        $crate::__error_traits! {
            $Name
            $({
                (Self::$Variant $(( $($item),+ ))? $({ $($field),+ })?)
                [$($kind)? $($inner)? $(($name))?]
                [$($text $(, $arg)*)? $(|$f| $write)?]
                [$($span)?]
                [$($source)?]
            })+
        }

        $($(
            impl ::core::convert::From<$From> for $Name {
                fn from(error: $From) -> Self {
                    Self::$Variant(error)
                }
            }
        )?)+

        $crate::errors! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident
        $({ $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $Field:ty),+ $(,)? })?
        = $($kind:literal)? $($inner:ident)? $(($name:expr))?
        $(, $text:literal $(, $arg:expr)*)? $(, |$f:ident| $write:expr)?
        $(=> span $span:expr)? $(=> source $source:expr)?;
        $($rest:tt)*
    ) => {
        $crate::__error_struct! {
            [$(#[$meta])* $vis struct $Name] $({ $($(#[$field_meta])* $field_vis $field: $Field),+ })?
        }

        $crate::__error_traits! {
            $Name
            {
                (Self $({ $($field),+ })?)
                [$($kind)? $($inner)? $(($name))?]
                [$($text $(, $arg)*)? $(|$f| $write)?]
                [$($span)?]
                [$($source)?]
            }
        }

        $crate::errors! { $($rest)* }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident($item_vis:vis $item:ident : $Item:ty)
        = $kind:literal, $text:literal $(, $arg:expr)*;
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        $vis struct $Name($item_vis $Item);

        $crate::__error_traits! { $Name { (Self($item)) [$kind] [$text $(, $arg)*] [] [] } }

        $crate::errors! { $($rest)* }
    };
}

/// Declares a struct with or without fields.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_struct {
    ([$($head:tt)*]) => {
        $($head)*;
    };
    ([$($head:tt)*] $fields:tt) => {
        $($head)* $fields
    };
}

/// Implements the traits of an error type. A row has a pattern, the kind, the text, the span and the source.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_traits {
    ($Name:ident $({
        ($pattern:pat)
        [$($kind:literal)? $($inner:ident)? $(($name:expr))?]
        $text:tt
        $span:tt
        $source:tt
    })+) => {
        $crate::__error_kinds! { $Name $($($kind)?)+ }

        #[allow(unused_variables)]
        impl ::core::fmt::Display for $Name {
            #[inline]
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $($pattern => $crate::__error_text!(formatter $text $($inner)?),)+
                }
            }
        }

        #[allow(unused_variables)]
        impl ::core::error::Error for $Name {
            #[inline]
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                match self {
                    $($pattern => $crate::__error_option!($source),)+
                }
            }
        }

        #[allow(unused_variables)]
        impl $crate::ErrorInfo for $Name {
            #[inline]
            fn kind_name(&self) -> &'static str {
                match self {
                    $($pattern => $($kind)? $($inner.kind_name())? $($name)?,)+
                }
            }

            #[inline]
            fn span(&self) -> ::core::option::Option<::core::ops::Range<usize>> {
                match self {
                    $($pattern => $crate::__error_option!($span),)+
                }
            }
        }
    };
}

/// Lists the kinds of an error type that has own ones.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_kinds {
    ($Name:ident) => {};
    ($Name:ident $($kind:literal)+) => {
        impl $Name {
            /// The names of the kinds, without the kinds of inner errors.
            #[allow(dead_code)]
            pub const KINDS: &'static [&'static str] = &[$($kind),+];
        }
    };
}

/// Writes the text of an error or of the inner error.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_text {
    ($formatter:ident [$text:literal $(, $arg:expr)*] $($inner:ident)?) => {
        ::core::write!($formatter, $text $(, $arg)*)
    };
    ($formatter:ident [|$f:ident| $write:expr] $($inner:ident)?) => {{
        let $f = $formatter;
        $write
    }};
    ($formatter:ident [] $inner:ident) => {
        ::core::fmt::Display::fmt($inner, $formatter)
    };
}

/// Returns an optional value.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_option {
    ([]) => {
        ::core::option::Option::None
    };
    ([$value:expr]) => {
        ::core::option::Option::Some($value)
    };
}
