//! Passes the digest of the code to the compiler, as the variable `SCALE_CODE`.

#[path = "build/sources.rs"]
mod sources;

use std::{env, io};

fn main() -> io::Result<()> {
    let root = env::current_dir()?.join("..").canonicalize()?;
    for part in sources::parts(&root)? {
        println!("cargo::rerun-if-changed={}", root.join(part).display());
    }
    println!("cargo::rustc-env=SCALE_CODE={}", sources::digest(&root)?);
    Ok(())
}
