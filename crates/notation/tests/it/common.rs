//! A stream and mutated texts for the tests of the readers.
#![allow(dead_code)] // each test uses only a part of it

use std::env;
use std::io::{self, Read};

use gardez_zobrist::Generator;

/// A stream that yields a few bytes at a time.
pub(crate) struct SmallReads<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for SmallReads<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(buffer.len()).min(self.1);
        buffer[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// Random numbers, the same in every run.
pub(crate) struct Random(Generator);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }

    /// Any number.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.next_below(bound)
    }

    /// Alters, removes, inserts or copies some bytes, or cuts the end.
    pub(crate) fn mutate(&mut self, text: &[u8]) -> Vec<u8> {
        const LIKELY: &[u8] = b"{}()[]\";%$<>*!?.-+=#/\\ \n\r\tONBRQKx0123456789abcdefgh\xef\xbb\xbf\xe2\x99\x98\xbd\0";
        let mut text = text.to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(text.len() + 1);
            let byte = if self.below(4) == 0 { self.below(256) as u8 } else { LIKELY[self.below(LIKELY.len())] };
            match self.below(5) {
                0 if at < text.len() => text[at] = byte,
                1 if at < text.len() => {
                    text.remove(at);
                }
                2 => text.insert(at, byte),
                3 => {
                    let end = text.len().min(at + self.below(40));
                    let piece = text[at..end].to_vec();
                    let to = self.below(text.len() + 1);
                    text.splice(to..to, piece);
                }
                _ => text.truncate(text.len().saturating_sub(self.below(30))),
            }
            if text.is_empty() {
                text.push(byte);
            }
        }
        text
    }
}

/// The number of inputs of a kind: `all` if `GARDEZ_SLOW` is set, else a tenth.
pub(crate) fn rounds(all: usize) -> usize {
    if env::var_os("GARDEZ_SLOW").is_some() { all } else { all / 10 }
}

/// Games with everything that a PGN can contain.
pub(crate) const PGNS: [&str; 5] = [
    "[Event \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4! {good [%clk 0:01:00]} e5 $14 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 ; line\n3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 1-0\n\n[Event \"B\"]\n\n1. d4 --  2. c4 *\n",
    "[SetUp \"1\"]\r\n[FEN \"4k3/P6p/8/3pP3/8/8/7P/R3K2R w KQ d6 0 31\"]\r\n\r\n31. exd6 e.p. h5 32. a8=Q+ Kf7 33. 0-0+ Kg7 (33... Kg6 34. Qg8+) 1/2-1/2\r\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. O-O O-O-O 2. f4 { unclosed ",
    "% escape\n\u{feff}1.e4 e5 2.♘f3 ({empty}) Nb8-c6 +- 3.Bf1b5?! <x> 0-1 4. a3\n1. d4 d5 1/2\n[A \"b\n[C d]\n[E]\n1. c4 (1. b4",
    "1. f3 e5 2. g4 Qh4# 0-1 {mate} 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\n[Event \"x\"]\n[Site \"y\"]\n\n*",
];
