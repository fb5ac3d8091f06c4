//! The side of an engine: a loop that reads commands and calls the methods of a [`Server`].
//!
//! [`serve`] answers `isready`, `stop` and `ponderhit` during a search, and sends the move of `go infinite` and `go
//! ponder` only when the GUI allows it. `quit`, the end of the input and another `go` stop a search, but `bench` and
//! `go perft` are finished before. All other commands wait for the end of a search.

mod author;
mod control;

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::Ordering;
use std::io::{Read, Write};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;

use gardez_position::FenMode;
use gardez_types::UciText;

use self::control::{Control, lock};
use crate::answer::{Answer, BestMove, EngineOption, Id, Info};
use crate::command::{Command, Go, SetOption, SetPosition};
use crate::error::LineErrorKind;
use crate::lines::{Line, Lines, MAX_LINE};
use crate::text::LineText;

/// The largest number of commands that wait for the engine. During a search, more are ignored.
const QUEUE: usize = 64;

/// An engine: what [`serve`] calls for each command.
///
/// The example `engine` of `gardez` is an engine with a search.
pub trait Server {
    /// Returns the name of the engine.
    fn name(&self) -> String;

    /// Returns the author of the engine.
    fn author(&self) -> String;

    /// Returns the options, which are sent after `uci`.
    fn options(&self) -> Vec<EngineOption> {
        Vec::new()
    }

    /// Sets one of the options. The value is one that the option takes.
    fn set_option(&mut self, option: &SetOption) {
        let _ = option;
    }

    /// Announces that the next position is from another game.
    fn new_game(&mut self) {}

    /// Sets the position for the next search.
    ///
    /// # Errors
    ///
    /// The text of an error is sent as `info string`. The engine should keep the position that it has.
    fn set_position(&mut self, position: &SetPosition) -> Result<(), String>;

    /// Searches, and returns the move that the engine plays.
    ///
    /// It must return soon after [`Search::is_stopped`] becomes true. Time limits do not count while
    /// [`Search::is_pondering`] is true. The loop waits if the GUI does not allow a move yet.
    ///
    /// A search that has no move returns [`BestMove::none`], and the loop sends the first legal move of `searchmoves`,
    /// or of all. It sends `bestmove 0000` if there is none, or if `UCI_Variant` is not `chess`.
    fn search(&mut self, go: &Go, search: &Search) -> BestMove;

    /// Answers a command outside the protocol, such as `eval`, with [`Search::print`]. Returns `false` if it is unknown.
    ///
    /// Unless this method answers these commands, the loop does:
    ///
    /// - `go perft DEPTH` counts the sequences of legal moves after each first move.
    /// - `d` draws the position.
    /// - `bench [DEPTH] [THREADS] [HASH]` searches eight positions. Its last line is `NODES nodes SPEED nps`, with the
    ///   nodes of the last [`Info`] of each search.
    ///
    /// A command that nobody knows is reported as `info string`.
    fn other_command(&mut self, line: &str, search: &Search) -> bool {
        let _ = (line, search);
        false
    }
}

/// A running search, as the engine sees it.
pub struct Search<'a> {
    control: &'a Control,
    output: &'a dyn Output,
}

impl Search<'_> {
    /// Returns `true` if the search must end, because of `stop`, `quit` or the end of the input. It loads one number.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped.load(Ordering::Relaxed)
    }

    /// Returns `true` on the opponent's time: after `go ponder`, until `ponderhit`. The own time begins then.
    pub fn is_pondering(&self) -> bool {
        self.control.is_pondering.load(Ordering::Relaxed)
    }

    /// Sends news of the search.
    pub fn info(&self, info: &Info) {
        info.nodes.iter().for_each(|&nodes| self.control.nodes.store(nodes, Ordering::Relaxed));
        self.output.line(info);
    }

    /// Sends a line outside the protocol: the answer to a command that an author types.
    pub fn print(&self, line: impl fmt::Display) {
        self.output.line(&line);
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("control", self.control).finish_non_exhaustive()
    }
}

/// A stream that both threads write lines to.
trait Output: Sync {
    fn line(&self, line: &dyn fmt::Display);
}

struct Shared<W>(Mutex<W>);

impl<W: Write + Send> Output for Shared<W> {
    fn line(&self, line: &dyn fmt::Display) {
        let mut output = lock(&self.0);
        // There is nobody to report to if the output is closed.
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

/// A command that waits for the engine.
enum Task {
    Command(Command),
    Go(Go, Arc<Control>),
    /// A line outside the protocol.
    Other(String, Arc<Control>),
}

/// A task of the engine for a [`Control`]: a search, or the answer to a line outside the protocol.
struct Running {
    control: Arc<Control>,
    is_infinite: bool,
    is_search: bool,
}

/// Reads commands until `quit` or the end of the input, and calls the engine for each.
///
/// Commands are read leniently. After `debug on`, what was skipped is sent as `info string`. A `go` with words of which
/// none is known is reported and starts no search. A second thread reads the input until `serve` returns.
///
/// # Panics
///
/// If a method of the engine panics, after the input has ended: the thread that reads cannot be interrupted.
///
/// # Examples
///
/// ```
/// use gardez_uci::server::{Search, Server, serve};
/// use gardez_uci::{BestMove, Go, SetPosition};
///
/// /// An engine that always plays the same move.
/// struct Stubborn;
///
/// impl Server for Stubborn {
///     fn name(&self) -> String {
///         "Stubborn".into()
///     }
///
///     fn author(&self) -> String {
///         "Anonymous".into()
///     }
///
///     fn set_position(&mut self, _: &SetPosition) -> Result<(), String> {
///         Ok(())
///     }
///
///     fn search(&mut self, _: &Go, _: &Search) -> BestMove {
///         BestMove::new("e2e4".parse().expect("a move"))
///     }
/// }
///
/// // A program passes `std::io::stdin()` and `std::io::stdout()`.
/// let mut output = Vec::new();
/// serve(&mut Stubborn, &b"uci\nposition startpos\ngo depth 1\nquit\n"[..], &mut output);
/// assert!(output.ends_with(b"uciok\nbestmove e2e4\n"));
/// ```
pub fn serve(server: &mut impl Server, input: impl Read + Send, output: impl Write + Send) {
    let output = Shared(Mutex::new(output));
    let (sender, tasks) = mpsc::sync_channel(QUEUE);
    thread::scope(|scope| {
        let shared = &output;
        scope.spawn(move || read_commands(input, &sender, shared));
        work(server, &tasks, &output);
    });
}

/// Reads commands, and handles the ones that concern a running search.
fn read_commands(input: impl Read, tasks: &SyncSender<Task>, output: &dyn Output) {
    let mut lines = Lines::new(input, MAX_LINE);
    let mut last: Option<Running> = None;
    let mut is_debugging = false;
    loop {
        let text = match lines.next() {
            Ok(Some(Line::Text(text))) => text,
            Ok(Some(Line::TooLong { length })) => {
                output.line(&Info::from_string(&std::format!("ignored a line of {length} bytes")));
                continue;
            }
            Ok(None) | Err(_) => break,
        };
        let parsed = match Command::parse_lenient(&text) {
            Ok(parsed) => Some(parsed),
            // Before a command of the protocol there may be other words; before no command is a line for the engine.
            Err(error) if *error.kind() == LineErrorKind::UnknownCommand => None,
            Err(error) => {
                if is_debugging {
                    output.line(&Info::from_string(&std::format!("ignored: {error}")));
                }
                continue;
            }
        };
        let problems = parsed.iter().flat_map(|parsed| &parsed.problems);
        let is_nothing = parsed.as_ref().is_some_and(|read| {
            matches!(&read.value, Command::Go(go) if *go == Go::default()) && !read.problems.is_empty()
        });
        for problem in problems.filter(|_| is_debugging || is_nothing) {
            output.line(&Info::from_string(&std::format!("{problem}: {}", problem.text(&text))));
        }
        if is_nothing {
            continue;
        }
        let running = last.as_ref().filter(|last| !last.control.is_done.load(Ordering::Acquire));
        let is_running = running.is_some();
        let mut next = None;
        let task = match parsed.map(|parsed| parsed.value) {
            Some(Command::Quit) => break,
            Some(Command::Stop) => {
                running.iter().for_each(|running| running.control.stop());
                continue;
            }
            Some(Command::PonderHit) => {
                running.iter().for_each(|running| running.control.ponder_hit(running.is_infinite));
                continue;
            }
            Some(Command::IsReady) if running.is_some_and(|running| running.is_search) => {
                output.line(&Answer::ReadyOk);
                continue;
            }
            Some(Command::Debug { on }) => {
                is_debugging = on;
                continue;
            }
            Some(Command::Go(go)) => {
                // The protocol forbids a second search. It replaces the first.
                running.iter().filter(|running| running.is_search).for_each(|running| running.control.stop());
                let control = Arc::new(Control::new(&go));
                next = Some(Running {
                    control: Arc::clone(&control),
                    is_infinite: go.infinite,
                    is_search: go.perft.is_none(),
                });
                Task::Go(go, control)
            }
            Some(command) => Task::Command(command),
            None => {
                let control = Arc::new(Control::default());
                next = Some(Running { control: Arc::clone(&control), is_infinite: false, is_search: false });
                Task::Other(text, control)
            }
        };
        // Waiting for the engine during a search would keep `stop` from being read.
        match tasks.try_send(task) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) if is_running => {
                output.line(&Info::from_string("ignored: too many commands during a search"));
                continue;
            }
            Err(TrySendError::Full(task)) => {
                if tasks.send(task).is_err() {
                    break;
                }
            }
            Err(TrySendError::Disconnected(_)) => break,
        }
        // A search counts as running as soon as it waits for the engine.
        last = next.or(last);
    }
    // A count or a benchmark that a script asked for is finished.
    last.iter().filter(|running| running.is_search).for_each(|running| running.control.stop());
}

/// Calls the engine for each command, until there are no more.
fn work(server: &mut impl Server, tasks: &Receiver<Task>, output: &dyn Output) {
    let options = server.options();
    let (mut position, mut mode, mut is_chess) = (SetPosition::start(), FenMode::Standard, true);
    for task in tasks {
        match task {
            Task::Command(Command::Uci) => {
                output.line(&Answer::Id(Id::Name(LineText::cleaned(&server.name()))));
                output.line(&Answer::Id(Id::Author(LineText::cleaned(&server.author()))));
                options.iter().for_each(|option| output.line(option));
                output.line(&Answer::UciOk);
            }
            Task::Command(Command::IsReady) => output.line(&Answer::ReadyOk),
            Task::Command(Command::UciNewGame) => server.new_game(),
            Task::Command(Command::SetOption(command)) => {
                let option = options.iter().find(|option| option.is(command.name()));
                match option.map(|option| option.set(command.value())) {
                    Some(Ok(command)) => {
                        if command.name().eq_ignore_ascii_case("UCI_Chess960") {
                            mode = if command.value() == Some("true") { FenMode::Chess960 } else { FenMode::Standard };
                        }
                        if command.name().eq_ignore_ascii_case("UCI_Variant") {
                            is_chess = command.value() == Some("chess");
                        }
                        server.set_option(&command);
                    }
                    Some(Err(error)) => output.line(&Info::from_string(&std::format!("{}: {error}", command.name()))),
                    None => output.line(&Info::from_string(&std::format!("no option {:?}", command.name()))),
                }
            }
            Task::Command(Command::Position(command)) => match server.set_position(&command) {
                Ok(()) => position = command,
                Err(text) => output.line(&Info::from_string(&text)),
            },
            Task::Command(_) => {}
            Task::Other(line, control) => {
                let search = Search { control: &control, output };
                if !server.other_command(&line, &search) && !author::answer(server, &line, &position, mode, &search) {
                    output.line(&Info::from_string(&std::format!("unknown command: {line}")));
                }
                control.is_done.store(true, Ordering::Release);
            }
            Task::Go(go @ Go { perft: Some(depth), .. }, control) => {
                let search = Search { control: &control, output };
                if !server.other_command(&go.to_string(), &search) {
                    author::perft(&position, mode, depth, &search);
                }
                control.is_done.store(true, Ordering::Release);
            }
            Task::Go(go, control) => {
                let mut best = server.search(&go, &Search { control: &control, output });
                if best.mv().is_none() && is_chess {
                    best = any_move(&position, mode, &go).map_or(best, BestMove::new);
                }
                control.wait_for_release();
                control.is_done.store(true, Ordering::Release);
                output.line(&best);
            }
        }
    }
}

/// Returns a legal move that the GUI allows, if there is one.
fn any_move(position: &SetPosition, mode: FenMode, go: &Go) -> Option<UciText> {
    let position = position.to_position(mode).ok()?;
    let mut moves = position.legal_moves().into_iter().map(|m| m.uci(position.castling_mode()));
    moves.find(|m| go.searchmoves.is_empty() || go.searchmoves.contains(m))
}
