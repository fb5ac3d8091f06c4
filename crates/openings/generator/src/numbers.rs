//! The arrays of numbers, in the order in which the library reads them.

use std::collections::BTreeMap;

use crate::lines::Line;
use crate::names::Names;
use crate::tree::Tree;

/// The number of ECO codes.
const CODES: u16 = 500;

/// Returns the bytes of the arrays. An error names two lines that the library could not distinguish.
pub(crate) fn numbers(lines: &[Line], names: &Names) -> Result<Vec<u8>, String> {
    let sequences: Vec<Vec<u16>> = lines.iter().map(|line| line.moves.iter().map(|m| m.raw()).collect()).collect();
    let moves = Tree::new(sequences.iter().map(Vec::as_slice))?;
    let longest = sequences.iter().map(Vec::len).max().unwrap_or_default();
    let keys = keys(lines)?;

    let mut numbers = Numbers(Vec::new());
    for count in [lines.len(), moves.len(), names.tree().len(), names.part_count(), longest] {
        numbers.push(count)?;
    }
    for code in 0..=CODES {
        numbers.push(lines.partition_point(|line| line.code < code))?;
    }
    numbers.extend(sequences.iter().map(|sequence| moves.number(sequence)));
    numbers.extend(lines.iter().map(|line| names.number(&line.name)));
    numbers.extend(moves.last_elements().copied());
    numbers.extend(moves.parents());
    for part in names.tree().last_elements() {
        numbers.push(names.part(part))?;
    }
    numbers.extend(names.tree().parents());
    numbers.extend(keys.keys().flat_map(|&key| [key as u16, (key >> 16) as u16]));
    for &line in keys.values() {
        numbers.push(line)?;
    }
    Ok(numbers.0.into_iter().flat_map(u16::to_le_bytes).collect())
}

/// Returns the upper half of each key, with the number of its line.
fn keys(lines: &[Line]) -> Result<BTreeMap<u32, usize>, String> {
    let mut keys = BTreeMap::new();
    for (number, line) in lines.iter().enumerate() {
        if let Some(other) = keys.insert((line.board.raw_key() >> 32) as u32, number) {
            return Err(format!("{:?} and {:?} have the same half of a key", lines[other].name, line.name));
        }
    }
    Ok(keys)
}

/// Numbers of 16 bits.
struct Numbers(Vec<u16>);

impl Numbers {
    fn push(&mut self, number: usize) -> Result<(), String> {
        self.0.push(u16::try_from(number).map_err(|_| format!("{number} does not fit into 16 bits"))?);
        Ok(())
    }

    fn extend(&mut self, numbers: impl Iterator<Item = u16>) {
        self.0.extend(numbers);
    }
}
