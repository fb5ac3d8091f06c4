//! The checksum of a frame: XXH64 with seed 0.

const PRIMES: [u64; 5] =
    [0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63, 0x27d4_eb2f_1656_67c5];

/// The bytes that are mixed at once.
const STRIPE: usize = 32;

/// The checksum of the bytes so far.
pub(super) struct Checksum {
    lanes: [u64; 4],
    /// Bytes that do not fill a stripe yet.
    rest: [u8; STRIPE],
    length: u64,
}

const fn mix(lane: u64, input: u64) -> u64 {
    lane.wrapping_add(input.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
}

fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

impl Checksum {
    pub(super) const fn new() -> Self {
        let first = PRIMES[0].wrapping_add(PRIMES[1]);
        let lanes = [first, PRIMES[1], 0, 0u64.wrapping_sub(PRIMES[0])];
        Self { lanes, rest: [0; STRIPE], length: 0 }
    }

    /// Adds bytes.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let mut bytes = bytes;
        let held = (self.length % STRIPE as u64) as usize;
        self.length += bytes.len() as u64;
        if held != 0 {
            let length = bytes.len().min(STRIPE - held);
            let (front, back) = bytes.split_at(length);
            self.rest[held..held + length].copy_from_slice(front);
            bytes = back;
            if held + length < STRIPE {
                return;
            }
            let stripe = self.rest;
            self.stripe(&stripe);
        }
        let stripes = bytes.chunks_exact(STRIPE);
        let rest = stripes.remainder();
        for stripe in stripes {
            self.stripe(stripe);
        }
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    #[inline]
    fn stripe(&mut self, stripe: &[u8]) {
        for (lane, bytes) in self.lanes.iter_mut().zip(stripe.chunks_exact(8)) {
            *lane = mix(*lane, word(bytes));
        }
    }

    /// Returns the checksum.
    pub(super) fn finish(&self) -> u64 {
        let [a, b, c, d] = self.lanes;
        let mut hash = if self.length < STRIPE as u64 {
            PRIMES[4]
        } else {
            let turned = a.rotate_left(1).wrapping_add(b.rotate_left(7));
            let turned = turned.wrapping_add(c.rotate_left(12)).wrapping_add(d.rotate_left(18));
            self.lanes
                .iter()
                .fold(turned, |hash, &lane| (hash ^ mix(0, lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]))
        };
        hash = hash.wrapping_add(self.length);
        let mut rest = &self.rest[..(self.length % STRIPE as u64) as usize];
        while let Some((bytes, after)) = rest.split_at_checked(8) {
            hash = (hash ^ mix(0, word(bytes))).rotate_left(27).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
            rest = after;
        }
        if let Some((bytes, after)) = rest.split_at_checked(4) {
            let word = u64::from(u32::from_le_bytes(bytes.try_into().expect("four bytes")));
            hash = (hash ^ word.wrapping_mul(PRIMES[0])).rotate_left(23).wrapping_mul(PRIMES[1]);
            hash = hash.wrapping_add(PRIMES[2]);
            rest = after;
        }
        for &byte in rest {
            hash = (hash ^ u64::from(byte).wrapping_mul(PRIMES[4])).rotate_left(11).wrapping_mul(PRIMES[0]);
        }
        hash = (hash ^ hash >> 33).wrapping_mul(PRIMES[1]);
        hash = (hash ^ hash >> 29).wrapping_mul(PRIMES[2]);
        hash ^ hash >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_definition_however_the_bytes_arrive() {
        let of = |bytes: &[u8]| {
            let mut sum = Checksum::new();
            sum.update(bytes);
            sum.finish()
        };
        assert_eq!(of(b""), 0xef46_db37_51d8_e999);
        assert_eq!(of(b"abc"), 0x44bc_2cf5_ad77_0999);
        let bytes: std::vec::Vec<u8> = (0..200).collect();
        for length in 0..200 {
            for cut in [0, 1, 7, 31, 32, 33, 64, length] {
                let (front, back) = bytes[..length].split_at(cut.min(length));
                let mut sum = Checksum::new();
                sum.update(front);
                sum.update(back);
                assert_eq!(sum.finish(), of(&bytes[..length]), "{length} bytes, cut after {cut}");
            }
        }
    }
}
