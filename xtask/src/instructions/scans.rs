//! Instructions that the hot paths must not contain: bit scans that are slow on AMD, and copies of lists of moves.
//!
//! The compiler chooses `bsf` for the lowest bit of a set unless the code has asked for the empty set before. It takes
//! several times as long as `tzcnt` on AMD. A copy of a list of moves moves 1 KiB with a call of `memcpy`.

use std::path::Path;
use std::process::Command;

use crate::process::output;

pub(super) fn disassembly(program: &Path) -> Result<String, String> {
    output(Command::new("objdump").args(["-d", "--demangle", "--no-show-raw-insn"]).arg(program))
}

/// Returns a line for each function of this workspace that contains a `bsf` or `bsr`.
pub(super) fn slow_scans(disassembly: &str) -> Vec<String> {
    let counted = functions(disassembly, |instruction| matches!(instruction.split(' ').next(), Some("bsf" | "bsr")));
    let slow = counted.into_iter().filter(|&(_, scans)| scans > 0);
    slow.map(|(name, scans)| format!("{name} has {scans} times bsf or bsr, which are slow on AMD")).collect()
}

/// Returns a line for each function that returns or receives a list of moves and contains a call of `memcpy`.
pub(super) fn copies(disassembly: &str) -> Result<Vec<String>, String> {
    let is_copy = |instruction: &str| instruction.contains("memcpy");
    let mut counted = functions(disassembly, is_copy);
    counted.retain(|(name, _)| name.contains("legal_moves") || name.contains(RECEIVER));
    if !counted.iter().any(|(name, _)| name.contains(RECEIVER)) {
        return Err(format!("objdump names no function {RECEIVER}"));
    }
    let copying = counted.into_iter().filter(|&(_, copies)| copies > 0);
    Ok(copying.map(|(name, copies)| format!("{name} calls memcpy {copies} times: a list of moves is copied")).collect())
}

/// The function of `instructions` that receives a list from each function that returns one.
const RECEIVER: &str = "returned_lists";

/// Returns the functions of this workspace with their number of certain instructions.
fn functions(disassembly: &str, is_counted: impl Fn(&str) -> bool) -> Vec<(&str, usize)> {
    let mut functions: Vec<(&str, usize)> = Vec::new();
    let mut is_ours = false;
    for line in disassembly.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            let path = name.trim_start_matches('<');
            is_ours = path.starts_with("gardez_") || path.starts_with("instructions::");
            if is_ours {
                functions.push((name, 0));
            }
        } else if is_ours
            && line.split('\t').nth(1).is_some_and(&is_counted)
            && let Some((_, counted)) = functions.last_mut()
        {
            *counted += 1;
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISASSEMBLY: &str = "\
0000000000001000 <<gardez_position::board::Board>::legal_moves>:
    1000:\ttzcnt  %rdx,%rdx
    1005:\tbsf    %rdx,%rdx
    1009:\tbsr    %rax,%rdx
    100d:\tcall   *0x3000(%rip)        # 4010 <memcpy@GLIBC_2.14>

0000000000001010 <core::slice::sort::sort::<gardez_types::Move>>:
    1010:\tbsr    %rdx,%rdx

0000000000001020 <instructions::paths::returned_lists>:
    1020:\tret

0000000000001030 <instructions::paths::measured>:
    1030:\tcall   900 <memcpy@plt>
";

    #[test]
    fn slow_scans_are_counted_in_the_functions_of_this_workspace() {
        let expected =
            ["<gardez_position::board::Board>::legal_moves has 2 times bsf or bsr, which are slow on AMD".to_owned()];
        assert_eq!(slow_scans(DISASSEMBLY), expected);
    }

    #[test]
    fn copies_are_counted_in_the_functions_that_return_or_receive_lists() {
        let expected =
            "<gardez_position::board::Board>::legal_moves calls memcpy 1 times: a list of moves is copied".to_owned();
        assert_eq!(copies(DISASSEMBLY), Ok(vec![expected]));
        copies(&DISASSEMBLY.replace("returned_lists", "other")).expect_err("nothing was looked at");
    }
}
