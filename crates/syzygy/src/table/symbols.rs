//! The symbols of a compressed table: values, and pairs of symbols.

use crate::error::TableErrorKind;

use super::reader::Reader;

/// A symbol in 32 bits: two parts, and the number of its values minus one. The first part of a value is the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symbol(u32);

/// As the second part: the symbol is a value.
const VALUE: u32 = 0xfff;

impl Symbol {
    #[inline]
    pub(super) const fn more(self) -> u32 {
        self.0 >> 24
    }

    #[inline]
    pub(super) const fn first(self) -> u16 {
        (self.0 & 0xfff) as u16
    }

    #[inline]
    pub(super) const fn second(self) -> u16 {
        (self.0 >> 12 & 0xfff) as u16
    }

    const fn is_value(self) -> bool {
        self.0 >> 12 & 0xfff == VALUE
    }

    const fn with_more(self, more: u32) -> Self {
        Self(self.0 & 0xff_ffff | more << 24)
    }
}

/// Reads `count` symbols. Checks that their parts exist, and that no symbol contains itself or more than 256 values.
pub(super) fn read(reader: &mut Reader<'_>, count: u16) -> Result<Box<[Symbol]>, TableErrorKind> {
    let error = TableErrorKind::Header { what: "symbol", at: reader.at };
    // Twelve bits number the symbols, and one of these numbers marks a value.
    if count == 0 || VALUE < u32::from(count) {
        return Err(error);
    }
    let bytes = reader.take(3 * u64::from(count))?;
    let parts = bytes.chunks_exact(3).map(|part| Symbol(u32::from_le_bytes([part[0], part[1], part[2], 0])));
    let mut symbols: Box<[Symbol]> = parts.collect();
    reader.align(2);
    if !measure(&mut symbols) {
        return Err(error);
    }
    Ok(symbols)
}

/// The state of computing the length of a symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unknown,
    /// The lengths of its parts are being computed.
    Begun,
    Known,
}

/// Computes the number of values of each symbol. Returns `false` if that is impossible.
fn measure(symbols: &mut [Symbol]) -> bool {
    let mut progress = vec![Progress::Unknown; symbols.len()];
    // Symbols still to be measured, never more than there are symbols: each is a part of the one before it.
    let mut waiting = Vec::new();
    for index in 0..symbols.len() {
        waiting.push(index);
        while let Some(&index) = waiting.last() {
            let symbol = symbols[index];
            if symbol.is_value() || progress[index] == Progress::Known {
                progress[index] = Progress::Known;
                waiting.pop();
                continue;
            }
            progress[index] = Progress::Begun;
            let parts = [symbol.first(), symbol.second()].map(usize::from);
            if parts.iter().any(|&part| symbols.len() <= part) {
                return false;
            }
            match parts.into_iter().find(|&part| progress[part] != Progress::Known) {
                Some(part) if progress[part] == Progress::Begun => return false,
                Some(part) => waiting.push(part),
                None => {
                    let more = parts.map(|part| symbols[part].more()).iter().sum::<u32>() + 1;
                    if 255 < more {
                        return false;
                    }
                    symbols[index] = symbol.with_more(more);
                    progress[index] = Progress::Known;
                    waiting.pop();
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pair(first: u32, second: u32) -> Symbol {
        Symbol(first | second << 12)
    }

    #[test]
    fn a_symbol_is_as_long_as_its_parts_together() {
        let mut symbols = [pair(2, 2), pair(4, VALUE), pair(1, 1), pair(0, 1)];
        assert!(measure(&mut symbols));
        assert_eq!(symbols.map(Symbol::more), [3, 0, 1, 4]);
    }

    #[test]
    fn parts_that_form_a_cycle_or_do_not_exist_are_refused() {
        assert!(!measure(&mut [pair(0, 0)]));
        assert!(!measure(&mut [pair(1, 2), pair(2, 2), pair(0, 0)]));
        assert!(!measure(&mut [pair(1, 1), pair(2, 2)]));
        // Each symbol doubles the one before: the ninth represents 256 values, the tenth would represent 512.
        let mut doubling: Vec<_> = (0..10).map(|n| if n == 0 { pair(0, VALUE) } else { pair(n - 1, n - 1) }).collect();
        assert!(!measure(&mut doubling));
        assert!(measure(&mut doubling[..9]));
        assert_eq!(doubling[8].more(), 255);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let mut chain: Vec<_> = (0..4000).map(|n| pair(n + 1, n + 1)).collect();
        chain.push(pair(0, VALUE));
        assert!(!measure(&mut chain), "it represents too many values");
    }
}
