//! Bit scans that are slow on AMD, in the machine code of the hot paths.
//!
//! A plain build asks for the lowest bit of a set with `tzcnt` if it has asked for the empty set before. Otherwise the
//! compiler chooses `bsf`, which takes several times as long on AMD, and which counts of instructions do not show.

use std::path::Path;
use std::process::Command;

use crate::process::output;

/// Returns a line for each function of this workspace that contains a `bsf` or `bsr`.
pub(super) fn unexpected(program: &Path) -> Result<Vec<String>, String> {
    let text = output(Command::new("objdump").args(["-d", "--demangle", "--no-show-raw-insn"]).arg(program))?;
    let functions = functions(&text);
    if functions.is_empty() {
        return Err("objdump names no function of this workspace".into());
    }
    let mut found = Vec::new();
    for (name, scans) in functions {
        if scans > 0 {
            found.push(format!("{name} has {scans} times bsf or bsr, which are slow on AMD"));
        }
    }
    Ok(found)
}

/// Returns the functions of this workspace with their number of slow bit scans.
fn functions(disassembly: &str) -> Vec<(&str, usize)> {
    let mut functions: Vec<(&str, usize)> = Vec::new();
    let mut is_ours = false;
    for line in disassembly.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            let path = name.trim_start_matches('<');
            is_ours = path.starts_with("gardez_") || path.starts_with("instructions::");
            if is_ours {
                functions.push((name, 0));
            }
        } else if is_ours {
            let instruction = line.split('\t').nth(1).and_then(|text| text.split_whitespace().next());
            if let (Some("bsf" | "bsr"), Some((_, scans))) = (instruction, functions.last_mut()) {
                *scans += 1;
            }
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_scans_are_counted_in_the_functions_of_this_workspace() {
        let disassembly = "\
0000000000001000 <<gardez_position::board::Board>::pawns>:
    1000:\ttzcnt  %rdx,%rdx
    1005:\tbsf    %rdx,%rdx
    1009:\tbsr    %rax,%rdx

0000000000001010 <core::slice::sort::sort::<gardez_types::Move>>:
    1010:\tbsr    %rdx,%rdx

0000000000001020 <instructions::paths::measured>:
    1020:\tret
";
        let expected = [("<gardez_position::board::Board>::pawns", 2), ("instructions::paths::measured", 0)];
        assert_eq!(functions(disassembly), expected);
    }
}
