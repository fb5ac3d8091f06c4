//! Every command and answer, read and written, strictly and leniently.

use gardez_uci::{
    Answer, BestMove, Command, EngineOption, ErrorInfo, FenMode, Go, Info, LineErrorKind, LineText, OptionError,
    OptionKind, Position, Register, Score, SetOption, SetPosition, SetupError, TextError, Wdl,
};
use static_assertions::assert_impl_all;

assert_impl_all!(Command: Send, Sync, Clone);
assert_impl_all!(Answer: Send, Sync, Clone);

/// Lines of a GUI in the form in which they are written.
const COMMANDS: [&str; 24] = [
    "uci",
    "debug on",
    "debug off",
    "isready",
    "setoption name Hash value 64",
    "setoption name Clear Hash",
    "setoption name NalimovPath value c:\\chess\\tb 4;d:\\tb 5",
    "setoption name SyzygyPath value <empty>",
    "register later",
    "register name Stefan MK code 4359874324",
    "register name Stefan",
    "register code 1 2",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
    "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves a7a8q e8e7",
    "go",
    "go infinite",
    "go ponder wtime -20 btime 1000 winc 0 binc 5 movestogo 40",
    "go depth 9 nodes 100000 mate 3 movetime 250 searchmoves e2e4 d2d4",
    "stop",
    "ponderhit",
    "quit",
];

/// Lines of an engine in the form in which they are written.
const ANSWERS: [&str; 26] = [
    "id name Deep Thought 4.2",
    "id author A. B. and C.",
    "uciok",
    "readyok",
    "bestmove g1f3",
    "bestmove g1f3 ponder d8f6",
    "bestmove 0000",
    "copyprotection checking",
    "copyprotection ok",
    "registration error",
    "info",
    "info depth 12 seldepth 20 multipv 1 score cp -214 nodes 1242 nps 34928 hashfull 3 tbhits 0 time 15 pv e2e4 e7e5",
    "info score mate -3 upperbound",
    "info depth 1 score cp 5 lowerbound wdl 20 970 10 sbhits 4 cpuload 998",
    "info currmove e2e4 currmovenumber 1",
    "info refutation d1h5 g6h5",
    "info refutation d1h5",
    "info currline 2 e2e4 e7e5",
    "info currline e2e4",
    "info depth 2 string depth 3  is next",
    "info string",
    "option name Nullmove type check default true",
    "option name Selectivity type spin default 2 min 0 max 4",
    "option name Style type combo default Normal var Solid var Normal var Very Risky",
    "option name Clear Hash type button",
    "option name SyzygyPath type string default <empty>",
];

#[test]
fn every_line_of_the_protocol_is_read_by_both_readers_and_written_as_it_was() {
    for line in COMMANDS {
        let command = Command::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string(), line);
        let parsed = Command::parse_lenient(line).expect("a strict line is a lenient line");
        assert_eq!((parsed.value, parsed.problems.len()), (command, 0), "{line}");
    }
    for line in ANSWERS {
        let answer = Answer::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(answer.to_string(), line);
        let parsed = Answer::parse_lenient(line).expect("a strict line is a lenient line");
        assert_eq!((parsed.value, parsed.problems.len()), (answer, 0), "{line}");
    }
}

#[test]
fn spaces_tabs_and_a_line_break_at_the_end_do_not_matter() {
    for line in COMMANDS.iter().filter(|line| !line.contains("NalimovPath")) {
        let spaced = format!("\t {}  \r\n", line.replace(' ', " \t "));
        let command = Command::parse(&spaced).unwrap_or_else(|error| panic!("{line}: {error}"));
        // A FEN keeps its spaces; they do not matter to its reader.
        if !line.contains("fen") && !line.contains("name") && !line.contains("code") {
            assert_eq!(command.to_string(), *line);
        }
    }
}

/// The kind and the text of the error of the strict reader of commands.
fn command_error(line: &str) -> (&'static str, &str) {
    let error = Command::parse(line).expect_err(line);
    (error.kind_name(), error.text(line))
}

/// The kind and the text of the error of the strict reader of answers.
fn answer_error(line: &str) -> (&'static str, &str) {
    let error = Answer::parse(line).expect_err(line);
    (error.kind_name(), error.text(line))
}

#[test]
fn the_strict_reader_names_the_word_that_is_wrong() {
    assert_eq!(command_error(""), ("empty", ""));
    assert_eq!(command_error(" \t\r\n"), ("empty", ""));
    assert_eq!(command_error("uci\nquit"), ("line-break", "\n"));
    assert_eq!(command_error("joho debug on"), ("unknown-command", "joho"));
    assert_eq!(command_error("uci now please"), ("unknown-word", "now please"));
    assert_eq!(command_error("debug maybe"), ("word", "maybe"));
    assert_eq!(command_error("debug"), ("missing-value", ""));
    assert_eq!(command_error("go depth x"), ("number", "x"));
    assert_eq!(command_error("go depth nodes 5"), ("missing-value", ""));
    assert_eq!(command_error("go depth 4294967296"), ("number", "4294967296"));
    assert_eq!(command_error("go movetime -1"), ("number", "-1"));
    assert_eq!(command_error("go depth 5 depth 6"), ("repeated", "depth"));
    assert_eq!(command_error("go searchmoves e2e4 e9e4 depth 3"), ("move", "e9e4"));
    assert_eq!(command_error("go perft 5"), ("unknown-word", "perft"));
    assert_eq!(command_error("position"), ("word", ""));
    assert_eq!(command_error("position start"), ("word", "start"));
    assert_eq!(command_error("position startpos moves e2e4 E7E5"), ("move", "E7E5"));
    assert_eq!(command_error("position startpos moves 0000"), ("move", "0000"));
    assert_eq!(command_error("position fen 4k3/8/8/8/8/8/8/4X3 w - - 0 1 moves e1e2"), ("fen", "X"));
    assert_eq!(command_error("setoption name value 3"), ("missing-value", ""));
    assert_eq!(command_error("setoption Hash value 3"), ("missing-value", ""));
    assert_eq!(command_error("register"), ("word", ""));
    assert_eq!(answer_error("bestmove"), ("missing-value", ""));
    assert_eq!(answer_error("bestmove (none)"), ("word", "(none)"));
    assert_eq!(answer_error("bestmove resign"), ("move", "resign"));
    assert_eq!(answer_error("info score cp 3.5"), ("number", "3.5"));
    assert_eq!(answer_error("info score depth 3"), ("missing-value", ""));
    assert_eq!(answer_error("info pv e2e4 and more nodes 3"), ("move", "and more"));
    assert_eq!(answer_error("info wdl 1 2"), ("missing-value", ""));
    assert_eq!(answer_error("registration perhaps"), ("word", "perhaps"));
    assert_eq!(answer_error("id elo 3000"), ("word", "elo"));
    assert_eq!(answer_error("option name A type slider"), ("word", "slider"));
    assert_eq!(answer_error("option name A type spin default 9 min 1 max 4").0, "default");
    assert_eq!(answer_error("option name A type combo default C var A var B").0, "default");
    assert_eq!(answer_error("option name A type check default True"), ("upper-case", "True"));
    assert_eq!(answer_error("option name A value type button").0, "text");
}

/// The line that the lenient reader of commands understood, and the texts of its problems.
fn lenient_command(line: &str) -> (String, Vec<&str>) {
    let parsed = Command::parse_lenient(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    (parsed.value.to_string(), parsed.problems.iter().map(|problem| problem.text(line)).collect())
}

/// The line that the lenient reader of answers understood, and the texts of its problems.
fn lenient_answer(line: &str) -> (String, Vec<&str>) {
    let parsed = Answer::parse_lenient(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    (parsed.value.to_string(), parsed.problems.iter().map(|problem| problem.text(line)).collect())
}

#[test]
fn the_lenient_reader_skips_what_it_does_not_know_and_reports_it() {
    let read = |text: &str, problems| (text.to_string(), problems);
    assert_eq!(lenient_command("joho debug on"), read("debug on", vec!["joho"]));
    assert_eq!(lenient_command("debug"), read("debug on", vec![""]));
    assert_eq!(lenient_command("go depth x movetime 5"), read("go movetime 5", vec!["x"]));
    assert_eq!(lenient_command("go depth movetime 5"), read("go movetime 5", vec![""]));
    assert_eq!(lenient_command("go depth 5 fast depth 6"), read("go depth 6", vec!["fast", "depth"]));
    assert_eq!(
        lenient_command("position startpos moves e2e4 E7E5"),
        read("position startpos moves e2e4 e7e5", vec!["E7E5"])
    );
    assert_eq!(lenient_command("setoption Hash value 3"), read("setoption name Hash value 3", vec![""]));
    assert_eq!(lenient_command("setoption name Log value"), read("setoption name Log value <empty>", vec![""]));
    assert_eq!(lenient_answer("bestmove (none)"), read("bestmove 0000", vec!["(none)"]));
    assert_eq!(lenient_answer("bestmove e7e8Q ponder (none)"), read("bestmove e7e8q", vec!["e7e8Q", "(none)"]));
    assert_eq!(lenient_answer("info depth 5 pv e2e4 ... nodes 7"), read("info depth 5 nodes 7 pv e2e4", vec!["..."]));
    assert_eq!(lenient_answer("info score cp 1.5 depth 3"), read("info depth 3", vec!["1.5", ""]));
    assert_eq!(
        lenient_answer("option name A type check default False"),
        read("option name A type check default false", vec!["False"])
    );
    assert!(Command::parse_lenient("hello").is_err());
    assert!(Answer::parse_lenient("Engine 1.0 by somebody").is_err());
    // A game in which one move is missing would be another game.
    assert!(Command::parse_lenient("position startpos moves e2e4 x e7e5").is_err());
}

#[test]
fn a_text_may_contain_the_names_of_fields() {
    let Ok(Answer::Info(info)) = Answer::parse("info string score cp 3") else { panic!("an info") };
    assert_eq!(info.string.as_ref().map(LineText::as_str), Some("score cp 3"));
    assert_eq!(info.score, None);
    let Ok(Answer::Option(option)) = Answer::parse("option name Log File type string default c:\\min max var") else {
        panic!("an option")
    };
    assert!(option.is("log file"));
    assert_eq!(option.kind(), &OptionKind::String { default: LineText::new("c:\\min max var").ok() });
    let Ok(Command::SetOption(option)) = Command::parse("setoption name Book value my value of name") else {
        panic!("a command")
    };
    assert_eq!((option.name(), option.value()), ("Book", Some("my value of name")));
}

#[test]
fn texts_that_would_end_a_line_or_a_field_are_refused() {
    assert_eq!(SetOption::new("a\nquit", "1"), Err(TextError::LineBreak { at: 1 }));
    assert_eq!(SetOption::new("Hash", "1\r\nquit"), Err(TextError::LineBreak { at: 1 }));
    assert_eq!(SetOption::new("a value", "1"), Err(TextError::Keyword { word: "value", at: 2 }));
    assert_eq!(SetOption::button(" "), Err(TextError::Empty));
    assert_eq!(Register::new("a code b", "1"), Err(TextError::Keyword { word: "code", at: 2 }));
    assert_eq!(EngineOption::combo("a", "b", ["b", "c var d"]), Err(TextError::Keyword { word: "var", at: 2 }));
    assert_eq!(Info::from_string("a\nquit").to_string(), "info string a quit");
    assert!(SetPosition::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1\nquit").is_err());
}

#[test]
fn an_option_checks_the_values_that_it_gets() {
    let hash = EngineOption::spin("Hash", 16, 1, 64).expect("a name");
    assert_eq!(hash.set(Some("x")), Err(OptionError::Number));
    assert_eq!(hash.set(Some("65")), Err(OptionError::Range { value: 65, min: 1, max: 64 }));
    assert_eq!(hash.set(None), Err(OptionError::MissingValue));
    let style = EngineOption::combo("Style", "Solid", ["Solid", "Risky"]).expect("names");
    assert_eq!(style.set(Some("Wild")), Err(OptionError::Unlisted { value: "Wild".into() }));
    assert_eq!(style.set(Some("risky")).expect("case does not matter").to_string(), "setoption name Style value risky");
    let clear = EngineOption::button("Clear").expect("a name");
    assert_eq!(clear.set(Some("1")), Err(OptionError::Button));
    assert_eq!(clear.set(None).expect("a button").to_string(), "setoption name Clear");
    let ponder = EngineOption::check("Ponder", false).expect("a name");
    assert_eq!(ponder.set(Some("yes")), Err(OptionError::Check));
}

#[test]
fn a_position_command_reports_the_move_that_is_not_legal() {
    let Ok(Command::Position(command)) = "position startpos moves e2e4 e7e5 e1e3".parse() else { panic!("a position") };
    let error = command.to_position(FenMode::Standard).expect_err("the king cannot do that");
    assert!(matches!(error, SetupError::Move { index: 2, .. }), "{error}");
}

#[test]
fn castling_is_written_as_the_position_writes_it() {
    let line = "position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1";
    let Ok(Command::Position(command)) = line.parse() else { panic!("a position") };
    let position = command.to_position(FenMode::Chess960).expect("castling is legal");
    assert_eq!(SetPosition::from_position(&position).to_string(), line);
    assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");

    let mut position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().expect("a FEN");
    let m = position.parse_uci("e1g1").expect("castling is legal");
    position.do_move(m);
    let text = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1";
    assert_eq!(SetPosition::from_position(&position).to_string(), text);
}

#[test]
fn a_start_position_of_chess960_is_sent_as_a_fen() {
    let position = Position::from_fen(&Position::start().to_string(), FenMode::Chess960).expect("a FEN");
    let command = SetPosition::from_position(&position);
    assert_eq!(command.fen(), Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"));
    assert_eq!(SetPosition::from_position(&Position::start()).fen(), None);
}

#[test]
fn defaults_are_empty_and_errors_have_texts() {
    assert_eq!(Go::default().to_string(), "go");
    assert_eq!(Go::infinite().to_string(), "go infinite");
    assert_eq!(BestMove::none().to_string(), "bestmove 0000");
    let info = Info { score: Some(Score::cp(3)), wdl: Some(Wdl { win: 1, draw: 998, loss: 1 }), ..Info::default() };
    assert_eq!(info.to_string(), "info score cp 3 wdl 1 998 1");
    let error = Command::parse("go depth x").expect_err("not a number");
    assert_eq!(error.to_string(), "not a number that `depth` can have at byte 9");
    assert_eq!(error.kind(), &LineErrorKind::Number { field: "depth" });
    assert_eq!(error.span(), Some(9..10));
    let error = Command::parse("position startpos moves e9e4").expect_err("not a move");
    assert_eq!(error.to_string(), "not a move: expected a rank from 1 to 8, found '9' at byte 1 at byte 24");
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_lines_and_reads_them_strictly() {
    let command: Command = serde_json::from_str(r#""go depth 5""#).expect("a command");
    assert_eq!(serde_json::to_string(&command).expect("text"), r#""go depth 5""#);
    let answer: Answer = serde_json::from_str(r#""bestmove e2e4""#).expect("an answer");
    assert_eq!(serde_json::to_string(&answer).expect("text"), r#""bestmove e2e4""#);
    assert!(serde_json::from_str::<Command>(r#""go deep""#).is_err());
}
