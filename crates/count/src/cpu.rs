//! The CPUs that have a slow PEXT instruction.

/// The maker and the family of a CPU, as CPUID reports them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cpu {
    pub(crate) vendor: [u8; 12],
    pub(crate) family: u32,
}

impl Cpu {
    /// Returns the CPU of this machine. `None` if it has no CPUID instruction.
    pub(crate) fn this() -> Option<Self> {
        #[cfg(all(target_arch = "x86_64", not(target_env = "sgx")))]
        {
            let vendor = core::arch::x86_64::__cpuid(0);
            let signature = core::arch::x86_64::__cpuid(1).eax;
            Some(Self::from_registers([vendor.ebx, vendor.edx, vendor.ecx], signature))
        }
        #[cfg(not(all(target_arch = "x86_64", not(target_env = "sgx"))))]
        None
    }

    /// Reads the three registers that contain the vendor, and the register that contains the family.
    #[cfg(any(test, all(target_arch = "x86_64", not(target_env = "sgx"))))]
    fn from_registers(vendor: [u32; 3], signature: u32) -> Self {
        let mut text = [0; 12];
        for (bytes, register) in text.chunks_exact_mut(4).zip(vendor) {
            bytes.copy_from_slice(&register.to_le_bytes());
        }
        let (family, extended) = (signature >> 8 & 15, signature >> 20 & 255);
        // Families from 15 on are a sum of two fields.
        Self { vendor: text, family: if family == 15 { family + extended } else { family } }
    }

    /// Returns `true` if PEXT is a program of the CPU with a hundred steps or more, as before Zen 3 (family 0x19).
    ///
    /// These CPUs are AMD's Excavator (0x15), and Zen, Zen+ and Zen 2 (0x17) with Hygon's copy of Zen (0x18).
    pub(crate) fn has_slow_pext(self) -> bool {
        matches!(&self.vendor, b"AuthenticAMD" | b"HygonGenuine") && self.family < 0x19
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vendor_and_family_are_read_from_the_registers() {
        // From published listings of CPUID: a Ryzen 5 1600, an EPYC 7763 and a Xeon of the generation Skylake.
        let amd = [0x6874_7541, 0x6974_6e65, 0x444d_4163];
        let intel = [0x756e_6547, 0x4965_6e69, 0x6c65_746e];
        assert_eq!(Cpu::from_registers(amd, 0x0080_0f11), Cpu { vendor: *b"AuthenticAMD", family: 0x17 });
        assert_eq!(Cpu::from_registers(amd, 0x00a0_0f11), Cpu { vendor: *b"AuthenticAMD", family: 0x19 });
        assert_eq!(Cpu::from_registers(intel, 0x0005_0654), Cpu { vendor: *b"GenuineIntel", family: 6 });
    }

    #[test]
    fn pext_is_slow_before_zen_3() {
        let is_slow = |vendor: &[u8; 12], family| Cpu { vendor: *vendor, family }.has_slow_pext();
        for family in [0x15, 0x16, 0x17, 0x18] {
            assert!(is_slow(b"AuthenticAMD", family), "{family:#x}");
        }
        assert!(is_slow(b"HygonGenuine", 0x18));
        for family in [0x19, 0x1a] {
            assert!(!is_slow(b"AuthenticAMD", family), "{family:#x}");
        }
        assert!(!is_slow(b"GenuineIntel", 6));
        assert!(!is_slow(b"CentaurHauls", 7));
    }
}
