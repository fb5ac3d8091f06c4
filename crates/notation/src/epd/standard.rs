//! EPDs in standard form, merged, and as games.

use alloc::vec::Vec;
use core::mem;

use gardez_position::EnPassantPolicy;

use crate::epd::error::ValueError;
use crate::epd::operation::Operation;
use crate::epd::{Epd, Value};
use crate::pgn::{Annotation, Game};

impl Epd {
    /// Brings the operations into standard form: sorted, each opcode once, moves in SAN, names and comments in quotes, the
    /// counters as `hmvc` and `fmvn`, the length of a mate as `dm`.
    ///
    /// Operands that are not what their opcode requires stay as they are.
    ///
    /// ```
    /// use gardez_notation::epd::Epd;
    ///
    /// let mut epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 3 9 id mate-1; bm Rh1-h8 0-0".parse()?;
    /// epd.standardize();
    /// assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ O-O; fmvn 9; hmvc 3; id \"mate-1\";");
    /// # Ok::<_, gardez_notation::epd::EpdError>(())
    /// ```
    pub fn standardize(&mut self) {
        let board = self.board;
        for operation in mem::take(&mut self.operations) {
            let operation = match operation.value(&board) {
                Ok(value) => Operation::from_value(&value, &board),
                Err(ValueError::Mate { moves }) => {
                    Operation::from_value(&Value::DirectMate(moves.try_into().unwrap_or(i32::MAX)), &board)
                }
                Err(_) => operation,
            };
            self.add(operation);
        }
        if mem::take(&mut self.has_counters) {
            self.add(Operation::from_value(&Value::HalfmoveClock(board.halfmove_clock().into()), &board));
            self.add(Operation::from_value(&Value::FullmoveNumber(board.fullmove_number()), &board));
        }
        self.en_passant = EnPassantPolicy::Legal;
        self.operations.sort_by(|one, other| one.opcode.cmp(&other.opcode));
    }

    /// Adds what another EPD of the same position says: moves of `bm` and `am`, and operations with other opcodes. Both are
    /// in [standard form](Self::standardize).
    pub fn merge(&mut self, other: &Self) {
        other.operations.iter().for_each(|operation| self.add(operation.clone()));
        self.operations.sort_by(|one, other| one.opcode.cmp(&other.opcode));
    }

    /// Adds an operation. If its opcode is there, only moves of `bm` and `am` are added.
    fn add(&mut self, operation: Operation) {
        match self.operations.iter_mut().find(|known| known.opcode == operation.opcode) {
            None => self.operations.push(operation),
            Some(known) if ["bm", "am"].contains(&&*known.opcode) => {
                for operand in operation.operands {
                    if !known.operands.contains(&operand) {
                        known.operands.push(operand);
                    }
                }
            }
            Some(_) => {}
        }
    }

    /// Returns a game that begins with the position: `pv` and the moves of `bm` are its lines, `id` is its event, and
    /// comments and the evaluation, with the depth in `acd`, are its comment. A result in `c9` is its result.
    pub fn to_game(&self) -> Game {
        let mut game = Game::from_board(self.board);
        let root = game.root();
        let values: Vec<Value> = self.values().flatten().collect();
        let depth = values.iter().find_map(|value| match value {
            Value::AnalysisDepth(depth) => Some(*depth),
            _ => None,
        });
        for value in values {
            match value {
                Value::BestMoves(moves) => {
                    for mv in moves {
                        game.push(root, Some(mv));
                    }
                }
                Value::PredictedVariation(line) => {
                    let known = |game: &Game, node, mv| {
                        let children = game.node(node).children().iter();
                        children.copied().find(|&child| game.node(child).mv() == Some(mv))
                    };
                    let mut node = root;
                    for mv in line {
                        node = known(&game, node, mv).unwrap_or_else(|| game.push(node, Some(mv)));
                    }
                }
                Value::Id(id) => _ = game.tags.set("Event", id),
                Value::Comment(number, text) => match text.parse() {
                    Ok(result) if number == 9 => {
                        game.result = result;
                        game.tags.set("Result", text);
                    }
                    _ => game.node_mut(root).comments.push(text),
                },
                Value::Evaluation(score) => {
                    let score = score.relative_to(self.board.side_to_move());
                    game.node_mut(root).add_command(Annotation::Evaluation { score, depth });
                }
                _ => {}
            }
        }
        game
    }
}
