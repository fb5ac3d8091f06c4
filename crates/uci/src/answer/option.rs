//! The options of an engine: how it declares them, and which values they take.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::option_error::OptionError;
use crate::command::SetOption;
use crate::error::{LineError, LineErrorKind};
use crate::text::{LineText, TextError};
use crate::words::Words;

/// An option that an engine declares: its name, type, default and limits.
///
/// ```
/// use gardez_uci::{Answer, EngineOption, OptionKind};
///
/// let line = "option name Hash type spin default 16 min 1 max 1024";
/// let Answer::Option(hash) = Answer::parse(line)? else { panic!("an option") };
/// assert_eq!(hash, EngineOption::spin("Hash", 16, 1, 1024)?);
/// assert_eq!(hash.set(Some("64"))?.to_string(), "setoption name Hash value 64");
///
/// let error = hash.set(Some("2048")).expect_err("too large");
/// assert_eq!(error.to_string(), "2048 is not from 1 to 1024");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    name: LineText,
    kind: OptionKind,
}

/// The type of an option, with what the engine says about its values. Everything but the type may be absent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `check`: on or off.
    Check {
        /// The value that the engine has without `setoption`.
        default: Option<bool>,
    },
    /// `spin`: a whole number.
    Spin {
        /// The value that the engine has without `setoption`.
        default: Option<i64>,
        /// The smallest value.
        min: Option<i64>,
        /// The largest value.
        max: Option<i64>,
    },
    /// `combo`: one text of a list.
    Combo {
        /// The value that the engine has without `setoption`.
        default: Option<LineText>,
        /// The values that the option takes.
        vars: Vec<LineText>,
    },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text.
    String {
        /// The value that the engine has without `setoption`.
        default: Option<LineText>,
    },
}

impl EngineOption {
    fn new(name: &str, kind: OptionKind) -> Result<Self, TextError> {
        Ok(Self { name: LineText::option_name(name)?, kind })
    }

    /// Returns an option that is on or off.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is empty, or contains a line break or the word `value` or `type`.
    pub fn check(name: &str, default: bool) -> Result<Self, TextError> {
        Self::new(name, OptionKind::Check { default: Some(default) })
    }

    /// Returns a number from `min` to `max`.
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> Result<Self, TextError> {
        Self::new(name, OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) })
    }

    /// Returns a choice among `vars`.
    ///
    /// # Errors
    ///
    /// Like [`EngineOption::check`]. The values must not be empty or contain the words `default` or `var`, either.
    pub fn combo<'a>(name: &str, default: &str, vars: impl IntoIterator<Item = &'a str>) -> Result<Self, TextError> {
        let item = |text: &str| LineText::without(text, &["default", "var"]);
        let vars = vars.into_iter().map(item).collect::<Result<_, _>>()?;
        Self::new(name, OptionKind::Combo { default: Some(item(default)?), vars })
    }

    /// Returns an action.
    pub fn button(name: &str) -> Result<Self, TextError> {
        Self::new(name, OptionKind::Button)
    }

    /// Returns any text. An empty default is written as `<empty>`.
    ///
    /// # Errors
    ///
    /// Like [`EngineOption::check`]. The default must not contain a line break, either.
    pub fn string(name: &str, default: &str) -> Result<Self, TextError> {
        Self::new(name, OptionKind::String { default: Some(LineText::from_value(default)?) })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Returns the type and what it allows.
    pub const fn kind(&self) -> &OptionKind {
        &self.kind
    }

    /// Returns `true` if this is the option `name`, in upper or lower case.
    pub fn is(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    /// Returns the command that gives the option a value, or presses the button.
    ///
    /// # Errors
    ///
    /// Returns an error if the option does not take this value.
    pub fn set(&self, value: Option<&str>) -> Result<SetOption, OptionError> {
        let value = match (&self.kind, value) {
            (OptionKind::Button, None) => return SetOption::button(self.name()).map_err(OptionError::Text),
            (OptionKind::Button, Some(_)) => return Err(OptionError::Button),
            (_, None) => return Err(OptionError::MissingValue),
            (_, Some(value)) => value,
        };
        match &self.kind {
            OptionKind::Check { .. } if !matches!(value, "true" | "false") => return Err(OptionError::Check),
            OptionKind::Spin { min, max, .. } => {
                let number = value.parse().map_err(|_| OptionError::Number)?;
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                if !(min..=max).contains(&number) {
                    return Err(OptionError::Range { value: number, min, max });
                }
            }
            OptionKind::Combo { vars, .. } if !vars.iter().any(|var| var.as_str().eq_ignore_ascii_case(value)) => {
                return Err(OptionError::Unlisted { value: value.to_string() });
            }
            _ => {}
        }
        SetOption::new(self.name(), value).map_err(OptionError::Text)
    }

    pub(super) fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let name = words.option_name("option", "type")?;
        words.take("type");
        let found = words.next();
        let kind = match found.map(|word| word.text) {
            Some("check") => Self::read_check(words)?,
            Some("spin") => Self::read_spin(words)?,
            Some("combo") => Self::read_combo(words)?,
            Some("button") => OptionKind::Button,
            Some("string") => Self::read_string(words)?,
            _ => {
                let expected = "type check, spin, combo, button or string";
                let span = found.map_or(words.here(), |word| word.span());
                return Err(words.error(LineErrorKind::Word { expected }, span));
            }
        };
        Ok(Self { name, kind })
    }

    fn read_check(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
        words.set_keywords("default");
        let mut default = None;
        if words.take("default") {
            if let Some(word) = words.value("default")? {
                match word.text.to_ascii_lowercase().as_str() {
                    "true" => default = Some(true),
                    "false" => default = Some(false),
                    _ => words.problem(LineErrorKind::Word { expected: "true or false" }, word.span())?,
                }
                if default.is_some() && !matches!(word.text, "true" | "false") {
                    words.problem(LineErrorKind::UpperCase, word.span())?;
                }
            }
        }
        Ok(OptionKind::Check { default })
    }

    fn read_spin(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
        words.set_keywords("default min max");
        let (mut default, mut min, mut max) = (None, None, None);
        let start = words.here();
        while let Some(word) = words.next() {
            match words.keyword(word.text) {
                Some("default") => words.number_into(&mut default, "default", word)?,
                Some("min") => words.number_into(&mut min, "min", word)?,
                Some(_) => words.number_into(&mut max, "max", word)?,
                None => words.problem(LineErrorKind::UnknownWord, word.span())?,
            }
        }
        if default.is_some_and(|default| !(min.unwrap_or(i64::MIN)..=max.unwrap_or(i64::MAX)).contains(&default)) {
            words.problem(LineErrorKind::Default, start.start..words.here().end)?;
        }
        Ok(OptionKind::Spin { default, min, max })
    }

    /// Reads a value, which ends before the next `default` or `var`.
    fn read_combo(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
        words.set_keywords("default var");
        let (mut default, mut vars) = (None, Vec::new());
        let start = words.here();
        while let Some(word) = words.next() {
            let Some(field) = words.keyword(word.text) else {
                words.problem(LineErrorKind::UnknownWord, word.span())?;
                continue;
            };
            let text = match words.until(&["default", "var"]) {
                Some(text) => words.text(text, LineText::new)?,
                None => {
                    words.problem(LineErrorKind::MissingValue { after: field }, words.here())?;
                    continue;
                }
            };
            if field == "var" {
                vars.push(text);
            } else {
                words.once(default.is_some(), field, word)?;
                default = Some(text);
            }
        }
        if default.as_ref().is_some_and(|default| !vars.contains(default)) {
            words.problem(LineErrorKind::Default, start.start..words.here().end)?;
        }
        Ok(OptionKind::Combo { default, vars })
    }

    /// Reads the default of a string: the rest of the line, whatever words it contains.
    fn read_string(words: &mut Words<'_>) -> Result<OptionKind, LineError> {
        Ok(OptionKind::String { default: words.option_value("default")? })
    }
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => {
                f.write_str("check")?;
                default.map_or(Ok(()), |default| write!(f, " default {default}"))
            }
            OptionKind::Spin { default, min, max } => {
                f.write_str("spin")?;
                for (name, value) in [("default", default), ("min", min), ("max", max)] {
                    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))?;
                }
                Ok(())
            }
            OptionKind::Combo { default, vars } => {
                f.write_str("combo")?;
                default.as_ref().map_or(Ok(()), |default| write!(f, " default {default}"))?;
                vars.iter().try_for_each(|var| write!(f, " var {var}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => {
                f.write_str("string")?;
                default.as_ref().map_or(Ok(()), |default| write!(f, " default {}", default.as_value()))
            }
        }
    }
}
