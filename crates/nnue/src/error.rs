//! The error of files that are not networks.

use alloc::string::String;

use gardez_types::errors;

errors! {
    /// The reason bytes are not a network: the part of the file, and the byte at which it begins.
    ///
    /// ```
    /// use gardez_nnue::{Network, gardez_types::ErrorInfo};
    ///
    /// let error = Network::read(b"\x20\x2f\xf3\x7a\0\0").expect_err("the file ends");
    /// assert_eq!(error.to_string(), "the file hash at byte 4 needs 4 bytes, but the file has 2 more");
    /// assert_eq!((error.kind_name(), error.span()), ("incomplete", Some(4..6)));
    /// ```
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum NetworkError {
        Incomplete { part: String, at: usize, needed: usize, left: usize } = "incomplete",
            "{part} at byte {at} needs {needed} bytes, but the file has {left} more" => span *at..*at + *left;
        Version { found: u32 } = "version",
            "0x{found:08X} at byte 0 is not the version of a network of Stockfish, and others need a description" => span 0..4;
        /// A hash is not the one that networks with these inputs and layers have.
        Hash { part: String, at: usize, expected: u32, found: u32 } = "hash",
            "{part} at byte {at} is 0x{found:08X}, expected 0x{expected:08X}" => span *at..*at + 4;
        /// The hash of the first layer belongs to no known inputs, or to a width that is not supported.
        Inputs { found: u32, at: usize } = "inputs",
            "no known first layer has the hash 0x{found:08X}, at byte {at}" => span *at..*at + 4;
        Description { at: usize } = "description", "the description is not UTF-8 at byte {at}" => span *at..*at + 1;
        Mark { part: String, at: usize } = "mark",
            "{part} at byte {at} does not begin with COMPRESSED_LEB128" => span *at..*at + 17;
        Compressed { part: String, at: usize, left: usize } = "compressed",
            "{part} ends at byte {at}, {left} bytes before the end that it states" => span *at..*at + *left;
        Number { part: String, at: usize, found: i64 } = "number",
            "{found} at byte {at} of {part} is out of range" => span *at..*at + 1;
        Trailing { at: usize, left: usize } = "trailing",
            "the network ends at byte {at}, but the file has {left} more bytes" => span *at..*at + *left;
        /// A byte of the header is not the one in the description.
        Header { at: usize, expected: u8, found: u8 } = "header",
            "the byte {at} is 0x{found:02X}, expected 0x{expected:02X}" => span *at..*at + 1;
        /// A description that no network has.
        Architecture { reason: String } = "architecture", "{reason}";
        /// A part that is not a Zstandard frame, or cannot be read without the feature `zstd`.
        Zstd { at: usize, reason: String } = "zstd", "no Zstandard frame at byte {at}: {reason}";
        /// A shape that no network has, such as a width of 0.
        Shape { what: &'static str, found: usize } = "shape", "{what} cannot be {found}";
    }
}
