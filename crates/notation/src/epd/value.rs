//! Typed values of operations.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use gardez_position::Board;
use gardez_types::Move;

use crate::epd::error::ValueError;
use crate::epd::operation::{Operand, Operation};
use crate::pgn::Score;
use crate::san::{self, San};

/// The typed value of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Value {
    /// `bm`: the best moves.
    BestMoves(Vec<Move>),
    /// `am`: the moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `id`: the name of the position.
    Id(String),
    /// `c0` to `c9`: a comment, with the last digit of the number.
    Comment(u8, String),
    /// `ce`: the evaluation by a program, from the side to move's point of view, such as `-35` or `+M2`.
    Evaluation(Score),
    /// `acd`: the depth of an analysis, in plies.
    AnalysisDepth(u32),
    /// `acn`: the number of nodes of an analysis.
    AnalysisNodes(u64),
    /// `acs`: the time of an analysis, in seconds.
    AnalysisSeconds(u64),
    /// `pv`: the expected line of moves.
    PredictedVariation(Vec<Move>),
    /// `pm`: the expected move.
    PredictedMove(Move),
    /// `sm`: the move that is made.
    SuppliedMove(Move),
    /// `dm`: moves until mate; negative if the side to move is mated.
    DirectMate(i32),
    /// `fmvn`: the number of the move.
    FullmoveNumber(u32),
    /// `hmvc`: plies since the last capture or pawn move.
    HalfmoveClock(u32),
    /// Any other operation, unchanged.
    Other(Operation),
}

impl Operation {
    /// Returns the typed value of the operation in this position.
    ///
    /// [`san::parse_lenient`] reads the moves. A mark after a blank belongs to the move before it.
    ///
    /// # Errors
    ///
    /// Returns an error if the operands are not what the opcode requires.
    pub fn value(&self, board: &Board) -> Result<Value, ValueError> {
        Ok(match self.opcode.as_str() {
            "bm" => Value::BestMoves(self.moves(board)?),
            "am" => Value::AvoidMoves(self.moves(board)?),
            "pm" => Value::PredictedMove(self.one_move(board)?),
            "sm" => Value::SuppliedMove(self.one_move(board)?),
            "pv" => Value::PredictedVariation(self.line(board)?),
            "id" => Value::Id(self.text()?),
            "ce" => Value::Evaluation(self.evaluation()?),
            "acd" => Value::AnalysisDepth(self.number()?),
            "acn" => Value::AnalysisNodes(self.number()?),
            "acs" => Value::AnalysisSeconds(self.number()?),
            "dm" => Value::DirectMate(self.number()?),
            "fmvn" => Value::FullmoveNumber(self.number()?),
            "hmvc" => Value::HalfmoveClock(self.number()?),
            opcode => match opcode.as_bytes() {
                [b'c', digit @ b'0'..=b'9'] => Value::Comment(digit - b'0', self.text()?),
                _ => Value::Other(self.clone()),
            },
        })
    }

    /// Returns the operation with this value in this position.
    ///
    /// # Panics
    ///
    /// May panic if a move is not legal in the position.
    pub fn from_value(value: &Value, board: &Board) -> Self {
        let word = |text: &dyn ToString| alloc::vec![Operand::from_word(&text.to_string())];
        let moves = |moves: &[Move]| moves.iter().map(|&m| Operand::from_word(&San::new(board, m))).collect();
        let (opcode, operands) = match value {
            Value::BestMoves(list) => ("bm", moves(list)),
            Value::AvoidMoves(list) => ("am", moves(list)),
            Value::PredictedMove(m) => ("pm", moves(&[*m])),
            Value::SuppliedMove(m) => ("sm", moves(&[*m])),
            Value::PredictedVariation(line) => {
                let mut board = *board;
                let mut operands = Vec::new();
                for &m in line {
                    operands.push(Operand::from_word(&San::new(&board, m)));
                    board = board.after(m);
                }
                ("pv", operands)
            }
            Value::Id(text) => ("id", alloc::vec![Operand::from_string(text)]),
            Value::Comment(number, text) => {
                let opcode = alloc::format!("c{}", number % 10);
                return Self { opcode, operands: alloc::vec![Operand::from_string(text)] };
            }
            Value::Evaluation(Score::Centipawns(value)) => ("ce", word(value)),
            Value::Evaluation(Score::Mate(moves)) => {
                let sign = if *moves < 0 { '-' } else { '+' };
                ("ce", word(&format_args!("{sign}M{}", moves.unsigned_abs())))
            }
            Value::DirectMate(number) => ("dm", word(number)),
            Value::AnalysisDepth(number) => ("acd", word(number)),
            Value::AnalysisNodes(number) => ("acn", word(number)),
            Value::AnalysisSeconds(number) => ("acs", word(number)),
            Value::FullmoveNumber(number) => ("fmvn", word(number)),
            Value::HalfmoveClock(number) => ("hmvc", word(number)),
            Value::Other(operation) => return operation.clone(),
        };
        Self { opcode: opcode.into(), operands }
    }

    /// Returns the operands as move texts, with separate marks joined to their moves.
    fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for operand in &self.operands {
            let text = operand.text();
            let is_mark = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?'));
            match texts.last_mut() {
                Some(last) if is_mark => last.push_str(&text),
                // Quotes may contain several moves, with commas between them.
                _ => texts.extend(text.split([' ', ',']).filter(|text| !text.is_empty()).map(String::from)),
            }
        }
        texts
    }

    fn moves(&self, board: &Board) -> Result<Vec<Move>, ValueError> {
        self.move_texts().iter().enumerate().map(|(index, text)| one(board, index, text)).collect()
    }

    fn one_move(&self, board: &Board) -> Result<Move, ValueError> {
        match self.moves(board)?[..] {
            [m] => Ok(m),
            ref moves => Err(ValueError::Count { found: moves.len() }),
        }
    }

    fn line(&self, board: &Board) -> Result<Vec<Move>, ValueError> {
        let mut board = *board;
        let mut line = Vec::new();
        for (index, text) in self.move_texts().iter().enumerate() {
            let m = one(&board, index, text)?;
            line.push(m);
            board = board.after(m);
        }
        Ok(line)
    }

    fn only(&self) -> Result<&Operand, ValueError> {
        match &self.operands[..] {
            [operand] => Ok(operand),
            operands => Err(ValueError::Count { found: operands.len() }),
        }
    }

    /// Returns the operands joined, because some writers omit the quotes.
    fn text(&self) -> Result<String, ValueError> {
        if self.operands.is_empty() {
            return Err(ValueError::Count { found: 0 });
        }
        let texts: Vec<_> = self.operands.iter().map(Operand::text).collect();
        Ok(texts.join(" "))
    }

    fn number<T: core::str::FromStr>(&self) -> Result<T, ValueError> {
        let text = self.only()?.text();
        text.parse().map_err(|_| ValueError::Number { found: text.into_owned() })
    }

    fn evaluation(&self) -> Result<Score, ValueError> {
        let text = self.only()?.text();
        evaluation(&text).ok_or_else(|| ValueError::Number { found: text.into_owned() })
    }
}

/// Reads centipawns such as `-35`, or moves until mate such as `+M2`.
fn evaluation(text: &str) -> Option<Score> {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mate, digits) = match rest.strip_prefix('M') {
        Some(digits) => (true, digits),
        None => (false, rest),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse::<i64>().ok()?;
    let number = i32::try_from(if is_negative { -number } else { number }).ok()?;
    Some(if mate { Score::Mate(number) } else { Score::Centipawns(number) })
}

fn one(board: &Board, index: usize, text: &str) -> Result<Move, ValueError> {
    if let Some(moves) = text.strip_prefix('#').and_then(|moves| moves.parse().ok()) {
        return Err(ValueError::Mate { moves });
    }
    let parsed = san::parse_lenient(board, text).map_err(|error| ValueError::Move { index, error })?;
    parsed.mv.ok_or(ValueError::NullMove { index })
}
