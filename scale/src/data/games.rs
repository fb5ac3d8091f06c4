//! The table of games: a row for each, with everything that its tags say.

use std::sync::Arc;

use arrow_array::builder::{
    Int8Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, MapBuilder, StringBuilder,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use gardez_types::CastlingMode;

use super::game::{Game, result};
use crate::schema;

/// The tags that have columns of their own.
const COLUMNS: [&str; 6] = ["Event", "Site", "Date", "White", "Black", "TimeControl"];

/// Games that are being collected.
pub(super) struct Games {
    game: Int64Builder,
    source: StringBuilder,
    offset: Int64Builder,
    texts: [StringBuilder; COLUMNS.len()],
    elo: [Int16Builder; 2],
    result: Int8Builder,
    moves: ListBuilder<StringBuilder>,
    clocks: ListBuilder<Int32Builder>,
    tags: MapBuilder<StringBuilder, StringBuilder>,
}

impl Games {
    pub(super) fn new() -> Self {
        Self {
            game: Int64Builder::new(),
            source: StringBuilder::new(),
            offset: Int64Builder::new(),
            texts: Default::default(),
            elo: Default::default(),
            result: Int8Builder::new(),
            moves: ListBuilder::new(StringBuilder::new()).with_field(schema::element(DataType::Utf8)),
            clocks: ListBuilder::new(Int32Builder::new()).with_field(schema::element(DataType::Int32)),
            tags: MapBuilder::new(Some(schema::tag_names()), StringBuilder::new(), StringBuilder::new()),
        }
    }

    /// Appends a game of this file, which begins at this byte of its text.
    pub(super) fn push(&mut self, game: &Game, number: u64, source: &str, offset: Option<u64>) {
        let kept = &game.kept;
        self.game.append_value(number as i64);
        self.source.append_value(source);
        self.offset.append_option(offset.map(|offset| offset as i64));
        for (builder, column) in self.texts.iter_mut().zip(COLUMNS) {
            builder.append_option(kept.tags.iter().find(|(name, _)| name == column).map(|(_, value)| value));
        }
        for (builder, elo) in self.elo.iter_mut().zip([kept.white_elo, kept.black_elo]) {
            builder.append_option(elo.and_then(|elo| i16::try_from(elo).ok()));
        }
        self.result.append_option(result(game));
        for mv in kept.rows.iter().filter_map(|row| row.mv) {
            // The rows of Chess960 say that a game is one; a castling move is the king's move to the rook in both.
            self.moves.values().append_value(mv.uci(CastlingMode::Chess960).to_string());
        }
        self.moves.append(true);
        for mv in 0..kept.rows.len().saturating_sub(1) {
            let left = kept.clocks.get(mv).copied().flatten();
            self.clocks.values().append_option(left.and_then(|left| i32::try_from(left).ok()));
        }
        self.clocks.append(true);
        // A map has each key once.
        for (at, (name, value)) in kept.tags.iter().enumerate() {
            if kept.tags[..at].iter().all(|(before, _)| before != name) {
                self.tags.keys().append_value(name);
                self.tags.values().append_value(value);
            }
        }
        self.tags.append(true).expect("each tag has a name and a value");
    }

    /// Returns the games since the last batch.
    pub(super) fn finish(&mut self) -> RecordBatch {
        let mut columns: Vec<Arc<dyn Array>> =
            vec![Arc::new(self.game.finish()), Arc::new(self.source.finish()), Arc::new(self.offset.finish())];
        columns.extend(self.texts.iter_mut().map(|column| Arc::new(column.finish()) as Arc<dyn Array>));
        columns.extend(self.elo.iter_mut().map(|column| Arc::new(column.finish()) as Arc<dyn Array>));
        columns.push(Arc::new(self.result.finish()));
        columns.push(Arc::new(self.moves.finish()));
        columns.push(Arc::new(self.clocks.finish()));
        columns.push(Arc::new(self.tags.finish()));
        RecordBatch::try_new(schema::games().schema, columns).expect("all columns have a value for each game")
    }
}
