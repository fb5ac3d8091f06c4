//! Architectures as TOML.

use alloc::format;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Architecture, reason};
use crate::error::NetworkError;

impl Architecture {
    /// Reads a description in TOML. Its keys are the fields, and what is not there is as in [`Architecture::NEW`].
    ///
    /// ```
    /// use gardez_nnue::architecture::Architecture;
    ///
    /// let text = r#"
    ///     width = 64
    ///     inputs = [{ pieces = { planes = 768, mirror = "a-d" } }]
    ///     activation = ["screlu 255"]
    ///     layers = [{ sum = { quotient = 255 } }]
    ///     scale = 400
    ///     divisor = 16320
    ///     file = "l0w i16; l0b i16; l1w i16; l1b i16; fill 64 bullet"
    /// "#;
    /// assert_eq!(Architecture::from_toml(text)?.divisor, 16320.0);
    /// let error = Architecture::from_toml("width = 64\nwidht = 64").expect_err("a field that is not known");
    /// assert!(error.to_string().starts_with("unknown field `widht`"), "{error}");
    /// # Ok::<_, gardez_nnue::NetworkError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NetworkError::Architecture`] with the reason.
    pub fn from_toml(text: &str) -> Result<Self, NetworkError> {
        let architecture: Self = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            reason(match line {
                Some(line) => format!("{} in line {line}", error.message()),
                None => error.message().into(),
            })
        })?;
        architecture.check()?;
        Ok(architecture)
    }

    /// Reads the description next to a network's file: its name with `.toml` instead of its ending, or after it. Returns
    /// `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a description.
    pub fn beside(network: &Path) -> io::Result<Option<Self>> {
        let mut longer = PathBuf::from(network).into_os_string();
        longer.push(".toml");
        for path in [PathBuf::from(longer), network.with_extension("toml")] {
            if path != network && path.is_file() {
                let text = fs::read_to_string(path)?;
                return Self::from_toml(&text).map(Some).map_err(io::Error::other);
            }
        }
        Ok(None)
    }
}
