//! Commands and answers implement `serde::Serialize` and `serde::Deserialize` as their lines, which are read strictly.

use crate::answer::Answer;
use crate::command::Command;

gardez_types::serde_as_text! {
    Command: "a command of UCI",
    Answer: "an answer of UCI",
}
