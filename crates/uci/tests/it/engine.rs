//! The smallest UCI engine, which looks one move ahead.

use std::io;

use gardez_io::output::Stdout;
use gardez_position::{Position, Value};
use gardez_types::Move;
use gardez_uci::server::{Search, Server, serve};
use gardez_uci::{BestMove, EngineOption, FenMode, Go, Info, Score, SetOption, SetPosition, UciText};

/// The value of a move that mates, above the value of every exchange.
const MATE: Value = 100_000;

/// Reads commands until the input ends.
pub(crate) fn run() {
    serve(&mut Engine { position: Position::start(), mode: FenMode::Standard }, io::stdin(), Stdout);
}

/// The engine: its position and its option.
struct Engine {
    position: Position,
    mode: FenMode,
}

impl Server for Engine {
    fn name(&self) -> String {
        format!("Gardez example {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "The Gardez authors".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        let options = [EngineOption::check("UCI_Chess960", false), EngineOption::check("Ponder", false)];
        options.into_iter().flatten().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        if option.is("UCI_Chess960") {
            self.mode = if option.value() == Some("true") { FenMode::Chess960 } else { FenMode::Standard };
        }
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(self.mode).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, go: &Go, search: &Search) -> BestMove {
        let position = &self.position;
        let text = |m: Move| -> UciText { m.uci(position.castling_mode()) };
        let value = |m: Move| if position.board().after(m).is_checkmate() { MATE } else { position.see(m) };
        let moves = position.legal_moves().into_iter();
        let moves = moves.filter(|&m| go.searchmoves.is_empty() || go.searchmoves.contains(&text(m)));
        let Some((value, m)) = moves.map(|m| (value(m), m)).max_by_key(|&(value, _)| value) else {
            return BestMove::none();
        };
        let score = if value == MATE { Score::mate(1) } else { Score::cp(value) };
        search.info(&Info::default().with_depth(1).with_score(score).with_pv([text(m)]));
        BestMove::new(text(m))
    }
}
