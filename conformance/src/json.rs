//! JSON for files of expected values. No field may occur twice, and every value knows its path.
//!
//! The fields of a record are read by naming all of them at once ([`Node::fields`]). A field that is missing,
//! misspelled or new is therefore a damage, and a field that is read but not used is a compiler warning.

use std::array;
use std::fmt;

use gardez_types::Square;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::Outcome;
use crate::report::RecordError;

/// A value of a JSON file.
#[derive(Debug)]
pub(crate) enum Json {
    Null,
    Truth(bool),
    Number(i64),
    Fraction(f64),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Json {
    /// Reads a whole text. An error names the field in which it occurs.
    pub(crate) fn read(text: &str) -> Outcome<Self> {
        serde_json::from_str(text).map_err(|error| {
            let before = text.lines().take(error.line()).map(|line| line.len() + 1).sum::<usize>();
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            let at = (before + error.column()).saturating_sub(line.len() + 1);
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            RecordError::new(last_field(text, at), format!("{reason} (at column {})", error.column()))
        })
    }
}

/// The name of the last field that starts before byte `at`.
fn last_field(text: &str, at: usize) -> &str {
    let mut end = at.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let Some(colon) = text[..end].rfind("\":") else { return "" };
    text[..colon].rsplit('"').next().unwrap_or_default()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a truth value, null, a list or an object")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Json, E> {
        Ok(Json::Truth(truth))
    }

    fn visit_f64<E>(self, fraction: f64) -> Result<Json, E> {
        Ok(Json::Fraction(fraction))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Json, E> {
        number.try_into().map(Json::Number).map_err(|_| E::custom("a number is above 2^63 - 1"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Json, A::Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        while let Some((name, value)) = object.next_entry::<String, _>()? {
            if fields.iter().any(|(other, _)| *other == name) {
                return Err(de::Error::custom(format_args!("the field `{name}` occurs twice")));
            }
            fields.push((name, value));
        }
        Ok(Json::Object(fields))
    }
}

/// The path of a value in its record, such as `moves[3: e2e4].see`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path<'a> {
    up: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Field(&'a str),
    /// An item of a list, with a name that is only printed, or an empty text.
    Item(usize, &'a str),
}

impl Path<'_> {
    /// The record itself.
    const RECORD: Self = Self { up: None, step: Step::Field("") };
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(up) = self.up else { return Ok(()) };
        up.fmt(f)?;
        match self.step {
            Step::Field(name) if up.up.is_none() => f.write_str(name),
            Step::Field(name) => write!(f, ".{name}"),
            Step::Item(index, "") => write!(f, "[{index}]"),
            Step::Item(index, name) => write!(f, "[{index}: {name}]"),
        }
    }
}

/// A value and its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'a> {
    value: &'a Json,
    pub(crate) path: Path<'a>,
}

/// The fields of an object: required ones, those of a shared group, and optional ones.
type Parts<'n, const N: usize, const S: usize, const O: usize> = ([Node<'n>; N], [Node<'n>; S], [Option<Node<'n>>; O]);

impl<'a> Node<'a> {
    /// A whole record.
    pub(crate) const fn record(value: &'a Json) -> Self {
        Self { value, path: Path::RECORD }
    }

    /// The error that something is wrong with this value.
    pub(crate) fn error(&self, what: impl Into<String>) -> RecordError {
        RecordError::new(self.path.to_string(), what)
    }

    fn wrong_type(&self, expected: &str) -> RecordError {
        let found = match self.value {
            Json::Null => "null".to_owned(),
            Json::Truth(truth) => truth.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Fraction(fraction) => fraction.to_string(),
            Json::Text(text) => format!("{text:?}"),
            Json::List(items) => format!("a list of {}", items.len()),
            Json::Object(_) => "an object".to_owned(),
        };
        self.error(format!("expected {expected}, found {found}"))
    }

    /// The fields of an object, which must have exactly these.
    pub(crate) fn fields<const N: usize>(&self, required: [&'static str; N]) -> Outcome<[Node<'_>; N]> {
        let (fields, [], []) = self.parts(required, [], [])?;
        Ok(fields)
    }

    /// The fields of an object, which must have all `required` and `shared` fields, may have the `optional` ones, and
    /// must not have others.
    pub(crate) fn parts<const N: usize, const S: usize, const O: usize>(
        &self,
        required: [&'static str; N],
        shared: [&'static str; S],
        optional: [&'static str; O],
    ) -> Outcome<Parts<'_, N, S, O>> {
        let Json::Object(fields) = self.value else { return Err(self.wrong_type("an object")) };
        let is_known = |name: &str| required.iter().chain(&shared).chain(&optional).any(|known| *known == name);
        if let Some((name, _)) = fields.iter().find(|(name, _)| !is_known(name)) {
            return Err(RecordError::new(self.below(Step::Field(name)).to_string(), "this field is unknown"));
        }
        let field = |name: &'static str| {
            let found = fields.iter().find(|(other, _)| other == name);
            found.map(|(_, value)| Node { value, path: self.below(Step::Field(name)) })
        };
        if let Some(missing) = required.iter().chain(&shared).find(|&&name| field(name).is_none()) {
            return Err(RecordError::new(self.below(Step::Field(missing)).to_string(), "this field is missing"));
        }
        let present = |name| field(name).expect("the presence of the field was checked above");
        Ok((required.map(present), shared.map(present), optional.map(field)))
    }

    fn below<'n>(&'n self, step: Step<'n>) -> Path<'n> {
        Path { up: Some(&self.path), step }
    }

    /// The same value, if it is an item of a list, with a name that is printed in its path.
    pub(crate) fn named<'n>(&self, name: &'n str) -> Node<'n>
    where
        'a: 'n,
    {
        let step = match self.path.step {
            Step::Item(index, _) => Step::Item(index, name),
            Step::Field(_) => self.path.step,
        };
        Node { value: self.value, path: Path { up: self.path.up, step } }
    }

    /// The fields of an object whose names are values, such as moves.
    pub(crate) fn entries(&self) -> Outcome<impl ExactSizeIterator<Item = (&str, Node<'_>)>> {
        let Json::Object(fields) = self.value else { return Err(self.wrong_type("an object")) };
        Ok(fields.iter().map(|(name, value)| (name.as_str(), Node { value, path: self.below(Step::Field(name)) })))
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Outcome<impl ExactSizeIterator<Item = Node<'_>>> {
        let Json::List(items) = self.value else { return Err(self.wrong_type("a list")) };
        let node = |(index, value)| Node { value, path: self.below(Step::Item(index, "")) };
        Ok(items.iter().enumerate().map(node))
    }

    /// The items of a list, which must not be empty.
    pub(crate) fn filled_list(&self) -> Outcome<impl ExactSizeIterator<Item = Node<'_>>> {
        let items = self.list()?;
        if items.len() == 0 { Err(self.error("the list is empty")) } else { Ok(items) }
    }

    /// The items of a list, which must have `N` of them.
    pub(crate) fn items<const N: usize>(&self) -> Outcome<[Node<'_>; N]> {
        match self.value {
            Json::List(items) if items.len() == N => {
                Ok(array::from_fn(|index| Node { value: &items[index], path: self.below(Step::Item(index, "")) }))
            }
            _ => Err(self.wrong_type(&format!("a list of {N}"))),
        }
    }

    /// The items of a list, which must have `N` of them, under these names.
    pub(crate) fn tuple<const N: usize>(&self, names: [&'static str; N]) -> Outcome<[Node<'_>; N]> {
        match self.value {
            Json::List(items) if items.len() == N => {
                Ok(array::from_fn(|index| Node { value: &items[index], path: self.below(Step::Field(names[index])) }))
            }
            _ => Err(self.wrong_type(&format!("a list of {N}"))),
        }
    }

    pub(crate) const fn is_null(&self) -> bool {
        matches!(self.value, Json::Null)
    }

    pub(crate) fn number(&self) -> Outcome<i64> {
        match self.value {
            Json::Number(number) => Ok(*number),
            _ => Err(self.wrong_type("a whole number")),
        }
    }

    /// A number of the type `T`.
    pub(crate) fn number_as<T: TryFrom<i64>>(&self) -> Outcome<T> {
        T::try_from(self.number()?).map_err(|_| self.wrong_type("a number within its bounds"))
    }

    pub(crate) fn truth(&self) -> Outcome<bool> {
        match self.value {
            Json::Truth(truth) => Ok(*truth),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A number in single precision. Null is NaN.
    pub(crate) fn single(&self) -> Outcome<f32> {
        match self.value {
            Json::Null => Ok(f32::NAN),
            Json::Number(number) => Ok(*number as f32),
            Json::Fraction(fraction) => Ok(*fraction as f32),
            _ => Err(self.wrong_type("a number or null")),
        }
    }

    pub(crate) fn flag(&self) -> Outcome<bool> {
        match self.value {
            Json::Number(0) => Ok(false),
            Json::Number(1) => Ok(true),
            _ => Err(self.wrong_type("0 or 1")),
        }
    }

    pub(crate) fn text(&self) -> Outcome<&'a str> {
        match self.value {
            Json::Text(text) => Ok(text),
            _ => Err(self.wrong_type("a text")),
        }
    }

    pub(crate) fn hex(&self) -> Outcome<u64> {
        let Json::Text(text) = self.value else { return Err(self.wrong_type("16 hexadecimal digits")) };
        hex(text).ok_or_else(|| self.wrong_type("16 hexadecimal digits in lower case"))
    }

    /// A square, or `-` for none.
    pub(crate) fn square(&self) -> Outcome<Option<Square>> {
        match self.value {
            Json::Text(text) if text == "-" => Ok(None),
            Json::Text(text) => text.parse().map(Some).map_err(|_| self.wrong_type("a square or -")),
            _ => Err(self.wrong_type("a square or -")),
        }
    }
}

/// The number that 16 hexadecimal digits in lower case represent.
pub(crate) fn hex(text: &str) -> Option<u64> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hex = text.len() == 16 && text.bytes().all(is_digit);
    is_hex.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str, read: impl Fn(&Node<'_>) -> Outcome<()>) -> String {
        let error = match Json::read(text) {
            Ok(value) => read(&Node::record(&value)).expect_err("a damaged record"),
            Err(error) => error,
        };
        format!("{}: {}", error.field, error.what)
    }

    #[test]
    fn missing_unknown_and_repeated_fields_are_named() {
        let read = |record: &Node<'_>| record.fields(["a", "b"]).map(|_| ());
        assert_eq!(message(r#"{"a":1}"#, read), "b: this field is missing");
        assert_eq!(message(r#"{"a":1,"b":2,"bb":3}"#, read), "bb: this field is unknown");
        assert!(message(r#"{"a":1,"b":2,"a":3}"#, read).contains("the field `a` occurs twice"));
    }

    #[test]
    fn the_error_of_a_truncated_text_names_its_last_field() {
        let nothing = |_: &Node<'_>| Ok(());
        assert!(message(r#"{"a":1,"fen":"8/8"#, nothing).starts_with("fen: EOF"));
        assert!(message(r#"{"a":1,"plies":[{"key":[1,2"#, nothing).starts_with("key: EOF"));
        assert!(message("é", nothing).starts_with(": "));
    }

    #[test]
    fn the_error_of_a_wrong_type_names_the_path_of_the_value() {
        let text = r#"{"list":1.5}"#;
        let read = |record: &Node<'_>| record.fields(["list"])?[0].number().map(|_| ());
        assert_eq!(message(text, read), "list: expected a whole number, found 1.5");
        let text = r#"{"list":[{"key":"00"}]}"#;
        let read = |record: &Node<'_>| {
            let [list] = record.fields(["list"])?;
            let [item] = list.items()?;
            let item = item.named("e2e4");
            let [key] = item.fields(["key"])?;
            key.hex().map(|_| ())
        };
        let expected = "list[0: e2e4].key: expected 16 hexadecimal digits in lower case, found \"00\"";
        assert_eq!(message(text, read), expected);
    }
}
