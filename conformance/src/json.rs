//! JSON records: reading them, and writing values as the records do.
//!
//! Inputs are taken out of a record ([`take`]). The rest must be equal to the value that the crates make of them, so a
//! field that is missing, misspelled or new is a damage.

use gardez_bitboard::Bitboard;
use gardez_types::Square;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::report::{Outcome, RecordError};

/// Reads a whole text. An error names the field.
pub(crate) fn read(text: &str) -> Outcome<Value> {
    serde_json::from_str(text).map_err(|error| {
        let before = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let field = last_field(&text.as_bytes()[..text.len().min(before + error.column())]);
        RecordError::new(field, format!("{reason} (at column {})", error.column()))
    })
}

fn last_field(text: &[u8]) -> String {
    let Some(colon) = text.windows(2).rposition(|pair| pair == b"\":") else { return String::new() };
    let name = text[..colon].rsplit(|&byte| byte == b'"').next().unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

/// Takes an input out of a record, or a list of such fields out of a list.
pub(crate) fn take<T: DeserializeOwned>(record: &mut Value, name: &str) -> Outcome<T> {
    let value = record.as_object_mut().and_then(|fields| fields.remove(name));
    into(name, value.ok_or_else(|| RecordError::new(name, "this field is missing"))?)
}

pub(crate) fn take_if_any<T: DeserializeOwned>(record: &mut Value, name: &str) -> Outcome<Option<T>> {
    if record.get(name).is_some() { take(record, name).map(Some) } else { Ok(None) }
}

pub(crate) fn into<T: DeserializeOwned>(field: &str, value: Value) -> Outcome<T> {
    serde_json::from_value(value).map_err(|error| RecordError::new(field, error.to_string()))
}

/// Returns the items of a list, which must not be empty.
pub(crate) fn filled<T>(field: &str, list: Vec<T>) -> Outcome<Vec<T>> {
    if list.is_empty() { Err(RecordError::new(field, "the list is empty")) } else { Ok(list) }
}

pub(crate) fn merged(mut fields: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut fields, more) {
        fields.extend(more);
    }
    fields
}

/// Replaces a text of digits by the list of them, so that each is compared.
pub(crate) fn split_digits(value: &mut Value) {
    if let Some(text) = value.as_str() {
        *value = text.chars().map(|digit| digit.to_digit(10)).collect();
    }
}

pub(crate) fn hex(number: u64) -> String {
    format!("{number:016x}")
}

pub(crate) fn set(squares: Bitboard) -> String {
    hex(squares.bits())
}

pub(crate) fn square(square: Option<Square>) -> String {
    square.map_or("-".to_owned(), |square| square.to_string())
}

/// Returns the number that 16 hexadecimal digits in lower case represent.
pub(crate) fn parse_hex(field: &str, text: &str) -> Outcome<u64> {
    let number = u64::from_str_radix(text, 16).ok().filter(|&number| hex(number) == text);
    number
        .ok_or_else(|| RecordError::new(field, format!("expected 16 hexadecimal digits in lower case, found {text:?}")))
}
