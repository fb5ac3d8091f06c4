//! The command `register`.

use core::fmt;

use crate::error::{LineError, LineErrorKind};
use crate::text::{LineText, TextError};
use crate::words::Words;

/// The command `register`: the user's name and code, or `later`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    name: Option<LineText>,
    code: Option<LineText>,
}

impl Register {
    /// Returns the command `register later`.
    pub const fn later() -> Self {
        Self { name: None, code: None }
    }

    /// Registers with a name and a code.
    ///
    /// # Errors
    ///
    /// Returns an error if a text is empty or contains a line break, or if the name contains the word `code`.
    pub fn new(name: &str, code: &str) -> Result<Self, TextError> {
        Ok(Self { name: Some(LineText::without(name, &["code"])?), code: Some(LineText::without(code, &[])?) })
    }

    /// Returns the name of the user.
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref().map(LineText::as_str)
    }

    /// Returns the code of the registration.
    pub fn code(&self) -> Option<&str> {
        self.code.as_ref().map(LineText::as_str)
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        if words.take("later") {
            return Ok(Self::later());
        }
        let (mut name, mut code) = (None, None);
        if words.take("name") {
            match words.until(&["code"]) {
                Some(text) => name = Some(words.text(text, |text| LineText::without(text, &[]))?),
                None => words.problem(LineErrorKind::MissingValue { after: "name" }, words.here())?,
            }
        }
        if words.take("code") {
            if let Some(text) = words.rest_after("code")? {
                code = Some(words.text(text, |text| LineText::without(text, &[]))?);
            }
        }
        if name.is_none() && code.is_none() {
            let expected = "later, or a name and a code";
            return Err(words.error(LineErrorKind::Word { expected }, words.peek().map_or(words.here(), |w| w.span())));
        }
        Ok(Self { name, code })
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("register")?;
        if let Some(name) = &self.name {
            write!(f, " name {name}")?;
        }
        if let Some(code) = &self.code {
            write!(f, " code {code}")?;
        }
        if self.name.is_none() && self.code.is_none() { f.write_str(" later") } else { Ok(()) }
    }
}
