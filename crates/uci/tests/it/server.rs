//! The loop of an engine, with the example engine and with scripts of commands.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use gardez_uci::server::{Search, Server, serve};
use gardez_uci::{Answer, BestMove, EngineOption, Go, Info, SetOption, SetPosition};

/// Searches until it is stopped, or returns at once if there is a depth.
#[derive(Default)]
struct Waiter {
    options: Vec<String>,
}

impl Server for Waiter {
    fn name(&self) -> String {
        "Waiter\nquit".into()
    }

    fn author(&self) -> String {
        "Nobody".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        let variant = EngineOption::combo("UCI_Variant", "chess", ["chess", "horde"]);
        [EngineOption::spin("Hash", 16, 1, 64), variant].into_iter().flatten().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        self.options.push(option.to_string());
        if option.to_string().ends_with("value 64") {
            thread::sleep(Duration::from_millis(300));
        }
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        if position.moves().is_empty() { Ok(()) } else { Err("no moves\nplease".into()) }
    }

    fn search(&mut self, go: &Go, search: &Search) -> BestMove {
        while go.depth.is_none() && !search.is_stopped() && (search.is_pondering() || go.movetime.is_none()) {
            thread::sleep(Duration::from_millis(1));
        }
        if go.depth == Some(11) {
            search.info(&Info::default().with_nodes(11));
        }
        if search.is_pondering() { BestMove::none() } else { BestMove::new("e2e4".parse().expect("a move")) }
    }

    fn other_command(&mut self, line: &str, search: &Search) -> bool {
        let is_known = line.starts_with("eval");
        if is_known {
            search.print(format_args!("an answer to: {line}"));
        }
        is_known
    }
}

/// An input that waits for what is sent to it.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let length = buffer.len().min(self.1.len());
        buffer[..length].copy_from_slice(&self.1[..length]);
        self.1.drain(..length);
        Ok(length)
    }
}

/// An output that sends each write to a channel.
struct Sent(Sender<Vec<u8>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A running loop, as a GUI sees it.
struct Gui {
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    received: String,
    thread: thread::JoinHandle<Waiter>,
}

impl Gui {
    fn new() -> Self {
        let (input, commands) = channel();
        let (answers, output) = channel();
        let thread = thread::spawn(move || {
            let mut waiter = Waiter::default();
            serve(&mut waiter, Pipe(commands, Vec::new()), Sent(answers));
            waiter
        });
        Self { input, output, received: String::new(), thread }
    }

    fn say(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).expect("the loop reads");
    }

    /// The next line, if it comes within this time.
    fn line(&mut self, time: Duration) -> Option<String> {
        while !self.received.contains('\n') {
            let bytes = self.output.recv_timeout(time).ok()?;
            self.received.push_str(&String::from_utf8(bytes).expect("answers are text"));
        }
        let (line, rest) = self.received.split_once('\n').map(|(line, rest)| (line.to_string(), rest.to_string()))?;
        self.received = rest;
        Some(line)
    }

    fn expect(&mut self, expected: &str) {
        assert_eq!(self.line(Duration::from_secs(30)).as_deref(), Some(expected));
    }

    fn expect_silence(&mut self) {
        assert_eq!(self.line(Duration::from_millis(80)), None);
    }
}

#[test]
fn the_engine_introduces_itself_and_takes_options_and_positions() {
    let mut gui = Gui::new();
    gui.say("uci");
    for line in [
        "id name Waiter quit",
        "id author Nobody",
        "option name Hash type spin default 16 min 1 max 64",
        "option name UCI_Variant type combo default chess var chess var horde",
        "uciok",
    ] {
        gui.expect(line);
        assert!(Answer::parse(line).is_ok());
    }
    gui.say("setoption name hash value 32\nsetoption name Hash value 65\nsetoption name Cache value 1\nisready");
    gui.expect("info string Hash: 65 is not from 1 to 64");
    gui.expect("info string no option \"Cache\"");
    gui.expect("readyok");
    gui.say("position startpos moves e2e4\nposition startpos\nucinewgame\ngo depth 1");
    gui.expect("info string no moves please");
    gui.expect("bestmove e2e4");
    gui.say("quit");
    assert_eq!(gui.thread.join().expect("the loop ends").options, ["setoption name Hash value 32"]);
}

#[test]
fn a_search_without_limits_ends_with_stop_and_the_engine_is_ready_meanwhile() {
    let mut gui = Gui::new();
    gui.say("go infinite\nisready");
    gui.expect("readyok");
    gui.say("ponderhit");
    gui.expect_silence();
    gui.say("stop");
    gui.expect("bestmove e2e4");
    // A second `stop` has no effect.
    gui.say("stop\nisready");
    gui.expect("readyok");
}

#[test]
fn a_move_that_is_found_early_waits_for_stop() {
    let mut gui = Gui::new();
    gui.say("go infinite depth 1");
    gui.expect_silence();
    gui.say("stop");
    gui.expect("bestmove e2e4");
    gui.say("go ponder depth 1");
    gui.expect_silence();
    gui.say("ponderhit");
    gui.expect("bestmove b1a3");
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut gui = Gui::new();
    gui.say("go ponder movetime 1");
    gui.expect_silence();
    gui.say("ponderhit");
    gui.expect("bestmove e2e4");
    gui.say("go ponder movetime 1");
    gui.say("stop");
    gui.expect("bestmove b1a3");
}

#[test]
fn an_engine_without_a_move_plays_the_first_one_that_the_gui_allows() {
    let mut gui = Gui::new();
    let mut answer = |position: &str, go: &str, best: &str| {
        gui.say(&format!("position {position}\ngo ponder movetime 1 {go}"));
        gui.say("stop");
        gui.expect(best);
    };
    answer("startpos", "searchmoves e2e4 d2d4", "bestmove d2d4");
    answer("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "searchmoves e1g1", "bestmove e1g1");
    // Checkmate, and moves that are not legal.
    answer("fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", "bestmove 0000");
    answer("startpos", "searchmoves e2e5", "bestmove 0000");
    // The moves of another variant are not known here.
    gui.say("setoption name UCI_Variant value horde\nposition startpos\ngo ponder movetime 1\nstop");
    gui.expect("bestmove 0000");
}

#[test]
fn the_end_of_the_input_ends_a_search_and_the_loop() {
    let mut gui = Gui::new();
    gui.say("go infinite");
    drop(std::mem::replace(&mut gui.input, channel().0));
    gui.expect("bestmove e2e4");
    assert!(gui.thread.join().is_ok());
}

#[test]
fn a_second_search_replaces_the_first() {
    let mut gui = Gui::new();
    gui.say("go infinite\ngo depth 3\nisready");
    let mut lines = [(); 3].map(|()| gui.line(Duration::from_secs(30)).expect("an answer"));
    lines.sort();
    assert_eq!(lines, ["bestmove e2e4", "bestmove e2e4", "readyok"]);
}

#[test]
fn a_flood_of_commands_during_a_search_does_not_hide_stop() {
    let mut gui = Gui::new();
    gui.say("go infinite");
    gui.say(&"ucinewgame\n".repeat(1_000));
    gui.say("stop");
    let mut ignored = 0;
    loop {
        match gui.line(Duration::from_secs(30)).expect("an answer").as_str() {
            "info string ignored: too many commands during a search" => ignored += 1,
            line => break assert_eq!(line, "bestmove e2e4"),
        }
    }
    assert!((900..1_000).contains(&ignored), "{ignored}");
}

#[test]
fn a_search_that_waits_for_a_slow_engine_is_not_lost() {
    let mut gui = Gui::new();
    // The largest hash table takes a while.
    gui.say("setoption name Hash value 64");
    // As many commands as can wait, and then the search.
    gui.say(&["ucinewgame\n"; 64].concat());
    gui.say("go depth 1");
    gui.expect("bestmove e2e4");
}

#[test]
fn garbage_and_long_lines_are_reported() {
    let mut gui = Gui::new();
    gui.say("go away\n\n");
    gui.expect("info string unexpected text at byte 3: away");
    gui.say("hello\ngo depth 1 fast");
    gui.expect("info string unknown command: hello");
    gui.expect("bestmove e2e4");
    gui.say(&format!("position {}", "x".repeat(70_000)));
    gui.expect("info string ignored a line of 70009 bytes");
    gui.say("debug on\n\nplease isready");
    gui.expect("info string ignored: the line is empty at byte 0");
    gui.expect("info string unexpected text at byte 0: please");
    gui.expect("readyok");
}

#[test]
fn authors_get_counts_drawings_benchmarks_and_answers_of_the_engine() {
    let mut gui = Gui::new();
    gui.say("position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\ngo perft 2");
    let mut sum = 0;
    let total = loop {
        let line = gui.line(Duration::from_secs(30)).expect("a count");
        match line.split_once(": ") {
            Some(("Nodes searched", total)) => break total.to_owned(),
            Some((_, count)) => sum += count.parse::<u64>().expect("a number"),
            None => assert_eq!(line, ""),
        }
    };
    // The published count.
    assert_eq!((total.as_str(), sum), ("191", 191));
    gui.expect("");

    gui.say("d");
    let drawn: Vec<String> = (0..25).map_while(|_| gui.line(Duration::from_millis(500))).collect();
    assert!(drawn.iter().any(|line| line == "Fen: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), "{drawn:?}");

    // A search to depth 11 sends 11 nodes.
    gui.say("eval of this\nbench 11 1\nbench 11\nisready");
    gui.expect("an answer to: eval of this");
    gui.expect("info string bench: no option Threads");
    for _ in 0..8 {
        gui.expect("info nodes 11");
    }
    let last = gui.line(Duration::from_secs(30)).expect("the result");
    assert!(last.starts_with("88 nodes ") && last.ends_with(" nps"), "{last}");
    gui.expect("readyok");
    gui.say("bench deep\nquit");
    gui.expect("info string bench: deep is not a depth");
}

#[test]
fn a_long_count_and_a_long_benchmark_can_be_stopped() {
    let mut gui = Gui::new();
    gui.say("go perft 12\nisready\nstop");
    gui.expect("readyok");
    gui.say("go depth 1");
    gui.expect("bestmove e2e4");
}

#[test]
fn a_script_gets_all_answers_whatever_follows_a_benchmark() {
    for (end, last) in [("", "88 nodes "), ("\nquit\n", "88 nodes "), ("\ngo depth 1\nquit\n", "bestmove ")] {
        let mut output = Vec::new();
        let script = format!("position startpos\ngo perft 3\nbench 11{end}");
        serve(&mut Waiter::default(), script.as_bytes(), &mut output);
        let output = String::from_utf8(output).expect("text");
        assert!(output.contains("\nNodes searched: 8902\n") && output.contains("\n88 nodes "), "{output}");
        assert!(output.lines().last().is_some_and(|line| line.starts_with(last)), "{output}");
    }
}
