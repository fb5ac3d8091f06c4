//! JSON as the vector files need it: no field twice, and every value knows where it stands.
//!
//! A record is taken apart by naming all of its fields at once ([`Node::fields`]), so that a field that is missing,
//! misspelled or new is damage, and one that is read but not used is a warning of the compiler.

use std::array;
use std::fmt;

use gardez_types::Square;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::Outcome;
use crate::report::TableErrorKind;

/// A value of a vector file.
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
    /// Reads a whole text; an error names the field in which it occurs.
    pub(crate) fn read(text: &str) -> Outcome<Self> {
        serde_json::from_str(text).map_err(|error| {
            let before = text.lines().take(error.line()).map(|line| line.len() + 1).sum::<usize>();
            let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
            let at = (before + error.column()).saturating_sub(line.len() + 1);
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            TableErrorKind::new(last_field(text, at), format!("{reason} (at column {})", error.column()))
        })
    }
}

/// The name of the last field that begins before byte `at`.
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
        number.try_into().map(Json::Number).map_err(|_| E::custom("a number is beyond 2^63"))
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

/// Where a value stands in its record, such as `moves[3: e2e4].see`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path<'a> {
    up: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Field(&'a str),
    /// An item of a list, with a name for people or an empty text.
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

/// A value and where it stands.
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

    /// Something is wrong with this value.
    pub(crate) fn flaw(&self, what: impl Into<String>) -> TableErrorKind {
        TableErrorKind::new(self.path.to_string(), what)
    }

    fn wrong_type(&self, expected: &str) -> TableErrorKind {
        let found = match self.value {
            Json::Null => "null".to_owned(),
            Json::Truth(truth) => truth.to_string(),
            Json::Number(number) => number.to_string(),
            Json::Fraction(fraction) => fraction.to_string(),
            Json::Text(text) => format!("{text:?}"),
            Json::List(items) => format!("a list of {}", items.len()),
            Json::Object(_) => "an object".to_owned(),
        };
        self.flaw(format!("expected {expected}, found {found}"))
    }

    /// The fields of an object that has these and no others.
    pub(crate) fn fields<const N: usize>(&self, required: [&'static str; N]) -> Outcome<[Node<'_>; N]> {
        let (fields, [], []) = self.parts(required, [], [])?;
        Ok(fields)
    }

    /// The fields of an object that has the `required` and the `shared` ones, perhaps the `optional` ones, and no
    /// others.
    pub(crate) fn parts<const N: usize, const S: usize, const O: usize>(
        &self,
        required: [&'static str; N],
        shared: [&'static str; S],
        optional: [&'static str; O],
    ) -> Outcome<Parts<'_, N, S, O>> {
        let Json::Object(fields) = self.value else { return Err(self.wrong_type("an object")) };
        let is_known = |name: &str| required.iter().chain(&shared).chain(&optional).any(|known| *known == name);
        if let Some((name, _)) = fields.iter().find(|(name, _)| !is_known(name)) {
            return Err(TableErrorKind::new(self.below(Step::Field(name)).to_string(), "this field is unknown"));
        }
        let field = |name: &'static str| {
            let found = fields.iter().find(|(other, _)| other == name);
            found.map(|(_, value)| Node { value, path: self.below(Step::Field(name)) })
        };
        if let Some(missing) = required.iter().chain(&shared).find(|&&name| field(name).is_none()) {
            return Err(TableErrorKind::new(self.below(Step::Field(missing)).to_string(), "this field is missing"));
        }
        let present = |name| field(name).expect("that it is there was checked before");
        Ok((required.map(present), shared.map(present), optional.map(field)))
    }

    fn below<'n>(&'n self, step: Step<'n>) -> Path<'n> {
        Path { up: Some(&self.path), step }
    }

    /// The same value under a name for people: `name` is what is called so in an item of a list.
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

    /// The items of a list that must have some.
    pub(crate) fn filled_list(&self) -> Outcome<impl ExactSizeIterator<Item = Node<'_>>> {
        let items = self.list()?;
        if items.len() == 0 { Err(self.flaw("the list is empty")) } else { Ok(items) }
    }

    /// The items of a list of this length.
    pub(crate) fn items<const N: usize>(&self) -> Outcome<[Node<'_>; N]> {
        match self.value {
            Json::List(items) if items.len() == N => {
                Ok(array::from_fn(|index| Node { value: &items[index], path: self.below(Step::Item(index, "")) }))
            }
            _ => Err(self.wrong_type(&format!("a list of {N}"))),
        }
    }

    /// The items of a list of this length, by their names.
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

    /// A number of the type that is asked for.
    pub(crate) fn number_as<T: TryFrom<i64>>(&self) -> Outcome<T> {
        T::try_from(self.number()?).map_err(|_| self.wrong_type("a number within its bounds"))
    }

    pub(crate) fn truth(&self) -> Outcome<bool> {
        match self.value {
            Json::Truth(truth) => Ok(*truth),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A number in single precision; null stands for one that is none.
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

/// 16 hexadecimal digits in lower case as a number.
pub(crate) fn hex(text: &str) -> Option<u64> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hex = text.len() == 16 && text.bytes().all(is_digit);
    is_hex.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(text: &str, read: impl Fn(&Node<'_>) -> Outcome<()>) -> String {
        let error = match Json::read(text) {
            Ok(value) => read(&Node::record(&value)).expect_err("it is damaged"),
            Err(error) => error,
        };
        format!("{}: {}", error.field, error.what)
    }

    #[test]
    fn missing_unknown_and_repeated_fields_are_named() {
        let read = |record: &Node<'_>| record.fields(["a", "b"]).map(|_| ());
        assert_eq!(flaw(r#"{"a":1}"#, read), "b: this field is missing");
        assert_eq!(flaw(r#"{"a":1,"b":2,"bb":3}"#, read), "bb: this field is unknown");
        assert!(flaw(r#"{"a":1,"b":2,"a":3}"#, read).contains("the field `a` occurs twice"));
    }

    #[test]
    fn a_text_that_is_cut_names_the_field_where_it_ends() {
        let nothing = |_: &Node<'_>| Ok(());
        assert!(flaw(r#"{"a":1,"fen":"8/8"#, nothing).starts_with("fen: EOF"));
        assert!(flaw(r#"{"a":1,"plies":[{"key":[1,2"#, nothing).starts_with("key: EOF"));
        assert!(flaw("é", nothing).starts_with(": "));
    }

    #[test]
    fn values_of_the_wrong_type_name_their_place() {
        let text = r#"{"list":1.5}"#;
        let read = |record: &Node<'_>| record.fields(["list"])?[0].number().map(|_| ());
        assert_eq!(flaw(text, read), "list: expected a whole number, found 1.5");
        let text = r#"{"list":[{"key":"00"}]}"#;
        let read = |record: &Node<'_>| {
            let [list] = record.fields(["list"])?;
            let [item] = list.items()?;
            let item = item.named("e2e4");
            let [key] = item.fields(["key"])?;
            key.hex().map(|_| ())
        };
        let expected = "list[0: e2e4].key: expected 16 hexadecimal digits in lower case, found \"00\"";
        assert_eq!(flaw(text, read), expected);
    }
}
