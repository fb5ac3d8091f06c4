//! The command `setoption`.

use core::fmt;

use crate::error::LineError;
use crate::text::{LineText, TextError};
use crate::words::Words;

/// The command `setoption`: gives an option of the engine a value, or presses a button.
///
/// [`EngineOption::set`](crate::EngineOption::set) also checks the value.
///
/// ```
/// use gardez_uci::SetOption;
///
/// assert_eq!(SetOption::new("Hash", "64")?.to_string(), "setoption name Hash value 64");
/// assert_eq!(SetOption::button("Clear Hash")?.to_string(), "setoption name Clear Hash");
/// # Ok::<_, gardez_uci::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    name: LineText,
    value: Option<LineText>,
}

impl SetOption {
    /// Returns the command that gives the option `name` this value. An empty value is written as `<empty>`.
    ///
    /// # Errors
    ///
    /// Returns an error if a text contains a line break, or if the name is empty or contains the word `value` or `type`.
    pub fn new(name: &str, value: &str) -> Result<Self, TextError> {
        Ok(Self { name: LineText::option_name(name)?, value: Some(LineText::from_value(value)?) })
    }

    /// Returns the command that presses the button `name`.
    pub fn button(name: &str) -> Result<Self, TextError> {
        Ok(Self { name: LineText::option_name(name)?, value: None })
    }

    /// Returns the name of the option. Engines do not distinguish upper and lower case.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Returns the value, or `None` for a button.
    pub fn value(&self) -> Option<&str> {
        self.value.as_ref().map(LineText::as_str)
    }

    /// Returns `true` if this is the option `name`, in upper or lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let name = words.option_name("setoption", "value")?;
        let value = words.option_value("value")?;
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        self.value.as_ref().map_or(Ok(()), |value| write!(f, " value {}", value.as_value()))
    }
}
