//! What a target is.

use gardez_types::Generator;

/// A function that changes an input of a format and keeps its structure: lengths, checksums, the order of parts.
pub type Mutate = fn(&mut Vec<u8>, &mut Generator);

/// A function of a byte string that panics if a promise is broken.
pub struct Target {
    /// The name on the command line, of the file of seeds, and in the totals.
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// The longest input that programs make.
    pub max_len: usize,
    /// What separates words, for the mutator.
    pub separators: &'static [u8],
    /// Changes inputs of this format. Without one, only bytes and words are changed.
    pub mutate: Option<Mutate>,
    /// The name of its dictionary.
    pub dictionary: Option<&'static str>,
    /// Inputs that are not text. Texts are in `seeds/NAME.txt`.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Raised when the target compares more or its inputs are made in another way, so that older runs no longer count.
    pub version: u32,
    /// One input takes long: tables, checkpoints, archives.
    pub is_slow: bool,
    /// What the target checks, as a sentence for `docs/reliability.md`.
    pub promise: &'static str,
}

impl Target {
    /// Returns a target of short texts.
    pub const fn new(name: &'static str, run: fn(&[u8]), promise: &'static str) -> Self {
        Self {
            name,
            run,
            max_len: 256,
            separators: b"",
            mutate: None,
            dictionary: None,
            seeds: Vec::new,
            version: 1,
            is_slow: false,
            promise,
        }
    }

    /// Sets the longest input.
    #[must_use]
    pub const fn max_len(mut self, bytes: usize) -> Self {
        self.max_len = bytes;
        self
    }

    /// Sets the separators of words and the dictionary.
    #[must_use]
    pub const fn words(mut self, separators: &'static [u8], dictionary: &'static str) -> Self {
        self.separators = separators;
        self.dictionary = Some(dictionary);
        self
    }

    /// Sets the function that changes inputs and keeps their structure.
    #[must_use]
    pub const fn mutate(mut self, mutate: Mutate) -> Self {
        self.mutate = Some(mutate);
        self
    }

    /// Sets the function that makes inputs which are not text.
    #[must_use]
    pub const fn seeds(mut self, seeds: fn() -> Vec<Vec<u8>>) -> Self {
        self.seeds = seeds;
        self
    }

    /// Sets the version.
    #[must_use]
    pub const fn version(mut self, version: u32) -> Self {
        self.version = version;
        self
    }

    /// Marks a target whose inputs take long.
    #[must_use]
    pub const fn slow(mut self) -> Self {
        self.is_slow = true;
        self
    }
}
