//! The program `scale`.
fn main() {}
