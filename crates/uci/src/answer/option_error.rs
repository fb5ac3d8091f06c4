//! The error of an option that does not take a value.

use alloc::string::String;

use gardez_types::errors;

use crate::text::TextError;

errors! {
    /// The reason an option does not take a value.
    ///
    /// Its span is the part of the value or name that cannot be written; `None` if the error is about the whole value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum OptionError {
        Undeclared { name: String } = "undeclared", "the engine has no option {name:?}";
        MissingValue = "missing-value", "the option needs a value";
        Button = "button", "a button takes no value";
        /// The option takes only `true` and `false`.
        Check = "check", "expected true or false";
        /// The option takes only numbers.
        Number = "number", "expected a number";
        Range { value: i64, min: i64, max: i64 } = "range", "{value} is not from {min} to {max}";
        Unlisted { value: String } = "unlisted", "{value:?} is not in the list of the option";
        /// The value cannot be written in a line.
        Text(error: TextError) = "text", "{error}" => span error.span()?;
    }
}
