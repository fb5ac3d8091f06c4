//! Bits of a stream: from its first byte on, and from its last byte back.

/// Reads bits from the first byte on, the lowest bit of each byte first.
pub(super) struct ForwardBits<'a> {
    bytes: &'a [u8],
    /// The number of bits that were passed.
    at: usize,
}

impl<'a> ForwardBits<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the next bits, at most 16; zeros after the end.
    pub(super) fn peek(&self, count: u32) -> u32 {
        let byte = |index: usize| u32::from(self.bytes.get(self.at / 8 + index).copied().unwrap_or(0));
        let bits = byte(0) | byte(1) << 8 | byte(2) << 16;
        bits >> (self.at % 8) & ((1 << count) - 1)
    }

    pub(super) fn pass(&mut self, count: u32) {
        self.at += count as usize;
    }

    pub(super) fn read(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.pass(count);
        bits
    }

    /// Returns the number of bytes of which bits were passed; `None` if the stream is shorter.
    pub(super) fn length(&self) -> Option<usize> {
        Some(self.at.div_ceil(8)).filter(|&length| length <= self.bytes.len())
    }
}

/// Reads bits from the last byte back, the highest bit first. The highest bit that is set marks the beginning.
pub(super) struct BackwardBits<'a> {
    bytes: &'a [u8],
    /// The index of the first byte in `bits`.
    at: usize,
    /// Eight bytes; if there are fewer, the upper ones are zero, and count as passed.
    bits: u64,
    /// The number of upper bits of `bits` that were passed; more than 64 if the stream is too short.
    passed: u32,
}

impl<'a> BackwardBits<'a> {
    /// Returns the bits of a stream; `None` if it has no beginning.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let mark = bytes.last()?.checked_ilog2()?;
        let mut front = [0; 8];
        let at = bytes.len().saturating_sub(8);
        let length = bytes.len() - at;
        front[..length].copy_from_slice(&bytes[at..]);
        let passed = 8 - mark + 8 * (8 - length as u32);
        Some(Self { bytes, at, bits: u64::from_le_bytes(front), passed })
    }

    /// Ensures that at least 57 bits can be read, if the stream has them.
    #[inline]
    pub(super) fn refill(&mut self) {
        let step = (self.passed as usize / 8).min(self.at);
        self.at -= step;
        self.passed -= 8 * step as u32;
        if step != 0 {
            if let Some(bytes) = self.bytes.get(self.at..self.at + 8) {
                self.bits = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            }
        }
    }

    /// Returns the next bits, at most 57; meaningless after the end of the stream.
    #[inline]
    pub(super) fn peek(&self, count: u32) -> u64 {
        (self.bits << (self.passed & 63)) >> 1 >> (63 - count)
    }

    #[inline]
    pub(super) fn pass(&mut self, count: u32) {
        self.passed += count;
    }

    #[inline]
    pub(super) fn read(&mut self, count: u32) -> u64 {
        let bits = self.peek(count);
        self.pass(count);
        bits
    }

    /// Returns `true` if more bits were read than the stream has.
    #[inline]
    pub(super) fn is_exceeded(&self) -> bool {
        64 < self.passed
    }

    /// Returns `true` if exactly all bits were read.
    pub(super) fn is_finished(&self) -> bool {
        self.at == 0 && self.passed == 64
    }
}
