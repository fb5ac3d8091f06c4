//! The facts in the tags and moves of a game.

use gardez_notation::pgn::Tag;
use gardez_openings::Opening;
use gardez_types::GameResult;

use super::line_pattern::Progress;

/// The tags of a game and what its moves show, as far as conditions need them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Facts {
    /// The tag pairs, in their order.
    pub tags: Vec<(String, String)>,
    /// The plies of the main line.
    pub plies: u32,
    /// The number of errors.
    pub errors: u32,
    /// The number of comments, those in variations included.
    pub comments: u32,
    /// The last position with a name, if the game begins in the start position.
    pub opening: Option<Opening>,
    /// A hash that equal games have in common, without errors and if [`Selection::unique`](super::Selection::unique) needs it.
    pub fingerprint: Option<u128>,
    pub(super) end: Option<GameResult>,
    /// The progress of the conditions that are patterns, in their order.
    pub(super) lines: Vec<Progress>,
    /// Tags of earlier games, whose memory is used again.
    pub(super) spare: Vec<(String, String)>,
}

impl Facts {
    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        // Where a name occurs twice, the reader uses the last value.
        self.tags.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the result after the moves, or else the tag's.
    pub fn result(&self) -> GameResult {
        let tag = || self.tag("Result").and_then(|text| text.parse().ok());
        self.end.or_else(tag).unwrap_or(GameResult::Unknown)
    }

    pub(super) fn clear(&mut self) {
        let Self { tags, lines, spare, .. } = core::mem::take(self);
        *self = Self { tags, lines, spare, ..Self::default() };
        self.spare.append(&mut self.tags);
        self.lines.clear();
    }

    pub(super) fn add_tag(&mut self, tag: Tag<'_>) {
        let (mut name, mut value) = self.spare.pop().unwrap_or_default();
        name.clear();
        name.push_str(&tag.name().to_str());
        value.clear();
        value.push_str(&tag.value());
        self.tags.push((name, value));
    }
}
