//! The targets: functions of a byte string that check promises.

use gardez_formats::Format;
use gardez_types::Generator;

use crate::structure::Mutate;
use crate::targets::formats;

/// One or several functions of a byte string that panic if a promise is broken.
pub struct Target {
    /// The name on the command line and in the table of runs.
    pub name: &'static str,
    /// The parts that it checks. If there are several parts, the first byte of an input chooses one of them.
    pub parts: &'static [Part],
}

impl Target {
    /// Returns the part that an input chooses, and the input of this part.
    pub fn part<'a>(&self, input: &'a [u8]) -> (usize, &'a [u8]) {
        match input.split_first() {
            _ if self.parts.len() == 1 => (0, input),
            Some((&choice, rest)) => (usize::from(choice) % self.parts.len(), rest),
            None => (0, input),
        }
    }

    /// Returns the number of bytes before the input of a part.
    pub fn head(&self) -> usize {
        usize::from(self.parts.len() > 1)
    }

    /// Returns the input that chooses this part.
    pub fn input(&self, part: usize, input: Vec<u8>) -> Vec<u8> {
        if self.head() == 0 { input } else { [&[part as u8], &*input].concat() }
    }

    /// Runs an input.
    ///
    /// # Panics
    ///
    /// If a promise is broken.
    pub fn run(&self, input: &[u8]) {
        let (part, input) = self.part(input);
        match (self.parts[part].format, self.parts[part].run) {
            (Some(format), _) => formats::check(format, input),
            (None, run) => run(input),
        }
    }

    /// Returns the length of the longest input that programs make.
    pub fn max_len(&self) -> usize {
        self.head() + self.parts.iter().map(|part| part.max_len).max().unwrap_or_default()
    }
}

/// A function of a byte string that panics if a promise is broken.
pub struct Part {
    /// The name of its seeds.
    pub name: &'static str,
    run: fn(&[u8]),
    /// A row of the table of formats, which is checked instead of calling a function.
    pub format: Option<Format>,
    /// The longest input that programs make.
    pub max_len: usize,
    /// Changes inputs of this format and keeps their structure.
    pub mutate: Option<Mutate>,
    /// The name of its dictionary.
    pub dictionary: Option<&'static str>,
    made: fn() -> Vec<Vec<u8>>,
    /// One input takes long: tables, checkpoints, archives.
    pub is_slow: bool,
    /// The promise that is checked, as a sentence.
    pub promise: &'static str,
}

impl Part {
    /// Returns a part for short texts.
    pub const fn new(name: &'static str, run: fn(&[u8]), promise: &'static str) -> Self {
        Self {
            name,
            run,
            format: None,
            max_len: 256,
            mutate: None,
            dictionary: None,
            made: Vec::new,
            is_slow: false,
            promise,
        }
    }

    /// Returns a part for a row of the table of formats.
    pub const fn format(name: &'static str, format: Format, structure: Mutate) -> Self {
        const PROMISE: &str = "a strict reader gives the first items of a lenient one, and the items of a stream; they \
            are valid, and what is written is read";
        Self { format: Some(format), ..Self::new(name, |_| (), PROMISE).max_len(1024).mutate(structure) }
    }

    /// Sets the longest input.
    #[must_use]
    pub const fn max_len(mut self, bytes: usize) -> Self {
        self.max_len = bytes;
        self
    }

    /// Sets the dictionary.
    #[must_use]
    pub const fn dictionary(mut self, dictionary: &'static str) -> Self {
        self.dictionary = Some(dictionary);
        self
    }

    /// Sets the function that changes inputs and keeps their structure.
    #[must_use]
    pub const fn mutate(mut self, mutate: Mutate) -> Self {
        self.mutate = Some(mutate);
        self
    }

    /// Sets the function that makes inputs which are not text. Texts are in `seeds/NAME.txt`.
    #[must_use]
    pub const fn seeds(mut self, seeds: fn() -> Vec<Vec<u8>>) -> Self {
        self.made = seeds;
        self
    }

    /// Marks a part whose inputs take long.
    #[must_use]
    pub const fn slow(mut self) -> Self {
        self.is_slow = true;
        self
    }

    /// Returns the inputs that are made by code.
    pub fn made(&self) -> Vec<Vec<u8>> {
        self.format.map_or_else(self.made, formats::seeds)
    }

    /// Changes an input and keeps its structure. Returns `false` if this part has no structure.
    pub fn change(&self, input: &mut Vec<u8>, random: &mut Generator) -> bool {
        match (self.mutate, self.format) {
            (None, _) => return false,
            (Some(structure), Some(format)) => formats::change(format, structure, input, random),
            (Some(mutate), None) => mutate(input, random),
        }
        true
    }
}
