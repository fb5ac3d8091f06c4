//! The law of readers: whatever the size of the reads, the same items come first, and then the same error.

use std::env;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use gardez_types::Generator;

/// The sizes of reads.
pub(crate) const STEPS: [usize; 5] = [1, 7, 32, 8192, 65_536];

/// What a reader gave before the end or an error.
#[derive(PartialEq, Eq, Default)]
pub(crate) struct Found {
    pub(crate) items: Vec<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) error: Option<String>,
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last = self.items.last();
        write!(f, "{} bytes, {} items up to {last:?}, {:?}", self.bytes.len(), self.items.len(), self.error)
    }
}

impl Found {
    /// All items of an iterator up to the first error.
    pub(crate) fn items<T, E: ToString>(
        mut next: impl FnMut() -> Result<Option<T>, E>,
        text: impl Fn(T) -> String,
    ) -> Self {
        let mut found = Self::default();
        loop {
            match next() {
                Ok(Some(item)) => found.items.push(text(item)),
                Ok(None) => return found,
                Err(error) => return Self { error: Some(error.to_string()), ..found },
            }
        }
    }

    /// All items of a reader to which pieces are fed, and at last `None`. It returns `None` if it needs more.
    pub(crate) fn fed<R, T, E: ToString>(
        mut pieces: Pieces,
        mut reader: R,
        feed: impl Fn(&mut R, Option<&[u8]>),
        next: impl Fn(&mut R) -> Option<Result<Option<T>, E>>,
        text: impl Fn(T) -> String,
    ) -> Self {
        let (mut found, mut buffer) = (Self::default(), [0; 4096]);
        loop {
            match pieces.read(&mut buffer) {
                Ok(length @ 1..) => feed(&mut reader, Some(&buffer[..length])),
                ended => {
                    feed(&mut reader, None);
                    found.error = ended.err().map(|error| error.to_string());
                }
            }
            while let Some(result) = next(&mut reader) {
                match result {
                    Ok(Some(item)) => found.items.push(text(item)),
                    Ok(None) => return found,
                    Err(error) => return Self { error: Some(error.to_string()), ..found },
                }
            }
        }
    }

    /// All bytes of a stream, read with a buffer of this size.
    pub(crate) fn bytes(stream: io::Result<impl Read>, size: usize) -> Self {
        let (mut found, mut buffer) = (Self::default(), vec![0; size]);
        let result = stream.and_then(|mut stream| {
            loop {
                match stream.read(&mut buffer)? {
                    0 => return Ok(()),
                    length => found.bytes.extend(&buffer[..length]),
                }
            }
        });
        Self { error: result.err().map(|error| error.to_string()), ..found }
    }
}

/// A stream that yields at most `step` bytes at a time, and then ends or fails.
pub(crate) struct Pieces {
    bytes: Arc<[u8]>,
    at: usize,
    pub(crate) step: usize,
    fails: bool,
}

impl Pieces {
    /// Returns `true` if the stream fails after its bytes.
    pub(crate) const fn fails(&self) -> bool {
        self.fails
    }
}

const BROKEN: &str = "the stream is broken";

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() && self.fails {
            return Err(io::Error::other(BROKEN));
        }
        let length = rest.len().min(buffer.len()).min(self.step);
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}

/// A reader: of a stream, with buffers of a size if it yields bytes, and of a slice.
pub(crate) struct Law<S = fn(Pieces, usize) -> Found, B = fn(&[u8]) -> Found> {
    pub(crate) name: &'static str,
    pub(crate) stream: S,
    /// The same from a slice, if there is such a reader.
    pub(crate) slice: Option<B>,
}

impl<S: Fn(Pieces, usize) -> Found, B: Fn(&[u8]) -> Found> Law<S, B> {
    /// Checks the law for these files, for the same files cut at many places, and for many with altered bytes.
    pub(crate) fn check(&self, seeds: &[Vec<u8>]) {
        self.check_repaired(seeds, |_| ());
    }

    /// The same, where `repair` makes checksums and sizes of most altered files right again.
    pub(crate) fn check_repaired(&self, seeds: &[Vec<u8>], repair: fn(&mut [u8])) {
        let mut random = Generator::new(seeds.len() as u64);
        let rounds = if env::var_os("GARDEZ_SLOW").is_some() { 2000 } else { 150 };
        let cuts = rounds / seeds.len();
        for seed in seeds {
            assert_eq!(self.holds(seed), None, "{}: the file is sound", self.name);
            for length in (0..seed.len()).step_by(1 + seed.len() / (cuts + 1)) {
                self.holds(&seed[..length]);
            }
        }
        let mut altered = |round: usize| {
            let mut altered = alter(&seeds[round % seeds.len()], &mut random);
            if random.next_below(8) != 0 {
                repair(&mut altered);
            }
            altered
        };
        let damaged = (0..rounds).filter(|&round| self.holds(&altered(round)).is_some()).count();
        // Whatever is in a file, no reader panics: read once, many more are read in the same time.
        for round in 0..10 * rounds {
            let bytes = altered(round);
            let read =
                || (self.stream)(Pieces { bytes: bytes[..].into(), at: 0, step: usize::MAX, fails: false }, 4096);
            assert!(panic::catch_unwind(AssertUnwindSafe(read)).is_ok(), "{}: {bytes:?}", self.name);
        }
        println!("{}: {} files, {damaged} of {rounds} altered ones are damaged", self.name, seeds.len());
    }

    /// Checks the law for a file. Returns its error.
    pub(crate) fn holds(&self, bytes: &[u8]) -> Option<String> {
        let shared: Arc<[u8]> = bytes.into();
        let read = |step: usize, size: usize, fails: bool| {
            (self.stream)(Pieces { bytes: Arc::clone(&shared), at: 0, step, fails }, size)
        };
        let whole = read(usize::MAX, 4096, false);
        let broken = read(usize::MAX, 4096, true);
        let is_bytes = !whole.bytes.is_empty();
        for step in STEPS {
            for size in if is_bytes { &STEPS[..] } else { &STEPS[4..] } {
                let found = read(step, *size, false);
                assert!(found == whole, "{}: {step} and {size}: {found:?}, {whole:?}, {bytes:?}", self.name);
            }
            let found = read(step, step, true);
            assert!(found == broken, "{}: {step}, a broken stream: {found:?}, {broken:?}, {bytes:?}", self.name);
        }
        if let Some(slice) = &self.slice {
            let found = slice(bytes);
            assert!(found == whole, "{}: a slice: {found:?}, {whole:?}, {bytes:?}", self.name);
        }
        // All before the place where the stream breaks is there, but for the item that it breaks.
        let is_there = whole.items.starts_with(&broken.items) && whole.items.len() <= broken.items.len() + 1;
        assert!(is_there && whole.bytes == broken.bytes, "{}: {broken:?} instead of {whole:?}, {bytes:?}", self.name);
        assert!(broken.error.is_some(), "{}: {broken:?}", self.name);
        whole.error
    }
}

/// Numbers at which readers differ.
const NUMBERS: [u64; 10] = [0, 1, 63, 64, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, u64::MAX];

/// The file with some bytes altered, removed or twice.
pub(crate) fn alter(bytes: &[u8], random: &mut Generator) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.next_below(4) {
        let at = random.next_below(bytes.len().max(1));
        let end = bytes.len().min(at + 1 + random.next_below(20));
        let number = NUMBERS[random.next_below(NUMBERS.len())];
        match random.next_below(10) {
            0 | 1 => bytes[at..].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.next_below(8)),
            2 | 3 => bytes[at..].iter_mut().take(1).for_each(|byte| *byte = random.next_u64() as u8),
            4 => drop(bytes.drain(at..end)),
            5 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            6 => bytes.truncate(end),
            7 => {
                let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                bytes.splice(at..at + digits, number.to_string().into_bytes());
            }
            _ => {
                let length = [1, 2, 4, 8][random.next_below(4)];
                bytes[at..].iter_mut().zip(number.to_le_bytes()).take(length).for_each(|(old, new)| *old = new);
            }
        }
    }
    bytes
}
