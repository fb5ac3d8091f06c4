//! The driver, with engines that behave and with engines that hang, crash, flood or print garbage.
//!
//! The engines are this program: a test starts it with the name of a role in the environment.

use std::future::Future;
use std::io::{self, BufRead, Write};
use std::pin::pin;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use gardez_uci::process::{Engine, EngineError, Event, Launch, Received};
use gardez_uci::{Answer, BestMove, Command, ErrorInfo, Go, OptionError, SetPosition};
use static_assertions::assert_impl_all;

assert_impl_all!(Engine: Send, Sync);
assert_impl_all!(EngineError: Send, Sync);

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(200);

fn launch(role: &str) -> Launch {
    crate::common::launch("driver::engine_in_another_process", role).with_timeout(LONG)
}

fn start(role: &str) -> Engine {
    Engine::start(launch(role)).unwrap_or_else(|error| panic!("{role}: {error}"))
}

/// Not a test: the engines that the tests start.
#[test]
fn engine_in_another_process() {
    crate::common::act_if_started(act);
}

fn act(role: &str) {
    let mut out = io::stdout();
    let mut say = |line: &str| {
        let written = writeln!(out, "{line}").and_then(|()| out.flush());
        if written.is_err() {
            process::exit(1);
        }
    };
    if role == "deaf" {
        // Reads nothing, and cannot be asked to end.
        thread::sleep(LONG);
        return;
    }
    let mut is_searching = false;
    let mut hash = String::from("16");
    for line in io::stdin().lock().lines() {
        let line = line.expect("the driver writes text");
        match line.split(' ').next().unwrap_or_default() {
            "uci" if role == "mute" => {}
            "uci" if role == "flood at start" => loop {
                say("info depth 1 nodes 1");
            },
            "uci" => {
                say(&format!("id name {}", process::id()));
                say("id author Nobody");
                say("option name Hash type spin default 16 min 1 max 1024");
                say("option name Clear Hash type button");
                if role == "garbage" {
                    say("\u{1b}[31mWarning\u{1b}[0m: no book");
                    say(&"x".repeat(200_000));
                    out_bytes(b"info depth \xff\xfe\n\0\0\0\n");
                }
                say("uciok");
                if role == "deaf later" {
                    thread::sleep(LONG);
                    return;
                }
            }
            "isready" => {
                if role == "slow" {
                    thread::sleep(2 * SHORT);
                }
                say("readyok");
            }
            "setoption" => hash = line.rsplit(' ').next().unwrap_or_default().into(),
            "go" => match role {
                "crash" => process::exit(3),
                "crash once" if hash == "16" => process::exit(3),
                "hang" => {}
                "flood" => {
                    for depth in 1..=5_000 {
                        say(&format!("info depth {depth} nodes {depth}"));
                    }
                    say("bestmove e2e4");
                }
                "patient" => {
                    is_searching = true;
                    say("info depth 1");
                }
                _ => {
                    say(&format!("info string hash {hash}"));
                    say("bestmove e2e4 ponder e7e5");
                }
            },
            "stop" if is_searching => {
                is_searching = false;
                say("bestmove d2d4");
            }
            "quit" if role == "stubborn" => {}
            "quit" => return,
            _ => {}
        }
    }
    if role == "stubborn" {
        thread::sleep(LONG);
    }
}

fn out_bytes(bytes: &[u8]) {
    let mut out = io::stdout();
    assert!(out.write_all(bytes).and_then(|()| out.flush()).is_ok());
}

/// Returns `true` if the process that the engine named itself after exists, as a zombie or otherwise.
fn exists(name: &str) -> bool {
    cfg!(target_os = "linux") && std::path::Path::new("/proc").join(name).exists()
}

fn best(text: &str) -> BestMove {
    BestMove::new(text.parse().expect("a move"))
}

#[test]
fn an_engine_introduces_itself_and_plays() {
    let mut engine = start("good");
    assert_eq!(engine.author(), Some("Nobody"));
    assert_eq!(engine.options().len(), 2);
    engine.set_option("hash", Some("32")).expect("a value in the limits");
    engine.set_option("Clear Hash", None).expect("a button");
    engine.wait_ready().expect("it is ready");
    engine.new_game().expect("it reads");
    let played = engine.best_move(&SetPosition::start(), &Go::default().with_depth(1), LONG).expect("a move");
    assert_eq!(played, best("e2e4").with_ponder("e7e5".parse().expect("a move")));
    assert!(engine.is_running());
    assert!(engine.quit().is_some_and(|status| status.success()));
}

#[test]
fn values_that_an_option_does_not_take_are_not_sent() {
    let mut engine = start("good");
    let error = engine.set_option("Hash", Some("0")).expect_err("too small");
    assert!(matches!(error, EngineError::Option(OptionError::Range { value: 0, min: 1, max: 1024 })));
    let error = engine.set_option("Threads", Some("1")).expect_err("not declared");
    assert_eq!((error.kind_name(), error.to_string().as_str()), ("undeclared", "the engine has no option \"Threads\""));
}

#[test]
fn a_search_streams_its_news_until_it_is_stopped() {
    let mut engine = start("patient");
    engine.set_position(&SetPosition::start()).expect("it reads");
    let mut search = engine.go(&Go::infinite()).expect("it reads");
    let Ok(Event::Info(info)) = search.next(LONG) else { panic!("news") };
    assert_eq!(info.depth, Some(1));
    assert!(matches!(search.try_next(), Ok(None)));
    assert!(matches!(search.next(SHORT), Err(EngineError::Timeout { expected: "info or bestmove", .. })));
    search.stop().expect("it reads");
    assert_eq!(search.best_move(LONG).expect("a move"), best("d2d4"));
    assert!(matches!(search.next(LONG), Err(EngineError::NotSearching)));
}

#[test]
fn a_dropped_search_is_stopped_and_its_move_does_not_answer_the_next_one() {
    let mut engine = start("patient");
    drop(engine.go(&Go::infinite()).expect("it reads"));
    let mut search = engine.go(&Go::infinite()).expect("the first search ends");
    let Ok(Event::Info(_)) = search.next(LONG) else { panic!("news of the second search") };
    search.stop().expect("it reads");
    assert_eq!(search.best_move(LONG).expect("a move"), best("d2d4"));
}

#[test]
fn a_search_beyond_its_time_is_stopped() {
    let mut engine = start("patient");
    let played = engine.best_move(&SetPosition::start(), &Go::infinite(), SHORT).expect("a move after stop");
    assert_eq!(played, best("d2d4"));
}

#[test]
fn an_engine_that_does_not_exist_is_an_error() {
    let error = Engine::start(Launch::new("/no/such/engine")).expect_err("nothing to start");
    assert_eq!(error.kind_name(), "start");
}

#[test]
fn an_engine_that_says_nothing_is_killed_after_its_time() {
    for role in ["mute", "deaf", "flood at start"] {
        let before = Instant::now();
        let quick = launch(role).with_timeout(SHORT).with_quit_timeout(SHORT);
        let error = Engine::start(quick).expect_err("no uciok");
        assert!(matches!(error, EngineError::Timeout { expected: "uciok", .. }), "{role}: {error}");
        assert!(before.elapsed() < LONG / 2, "{role}");
    }
}

#[test]
fn a_crash_is_an_error_with_its_status_and_a_restart_sets_the_options_again() {
    let mut engine = start("crash once");
    let first = engine.name().map(String::from);
    let go = Go::default().with_depth(1);
    let error = engine.best_move(&SetPosition::start(), &go, LONG).expect_err("it crashes");
    assert!(matches!(error, EngineError::Exited { status: Some(status) } if status.code() == Some(3)), "{error}");
    assert!(!engine.is_running());
    assert!(engine.wait_ready().is_err());

    engine.restart().expect("it starts");
    assert_ne!(engine.name().map(String::from), first);
    engine.set_option("Hash", Some("64")).expect("a value in the limits");
    engine.restart().expect("it starts");
    engine.set_position(&SetPosition::start()).expect("it reads");
    let mut search = engine.go(&go).expect("it reads");
    let Ok(Event::Info(info)) = search.next(LONG) else { panic!("news") };
    assert_eq!(info.to_string(), "info string hash 64");
}

#[test]
fn a_crash_is_repaired_as_often_as_allowed() {
    let mut engine = Engine::start(launch("crash").with_restarts(2)).expect("it starts");
    let first = engine.name().map(String::from);
    let error = engine.best_move(&SetPosition::start(), &Go::infinite(), LONG).expect_err("it crashes three times");
    assert_eq!(error.kind_name(), "exited");
    assert_ne!(engine.name().map(String::from), first);
}

#[test]
fn an_engine_that_hangs_in_a_search_is_an_error_in_time() {
    let quick = launch("hang").with_quit_timeout(SHORT);
    let mut engine = Engine::start(quick.clone()).expect("it starts");
    let mut search = engine.go(&Go::infinite()).expect("it reads");
    assert!(matches!(search.best_move(SHORT), Err(EngineError::Timeout { expected: "bestmove", .. })));
    search.stop().expect("it reads");
    assert!(matches!(search.best_move(SHORT), Err(EngineError::Timeout { expected: "bestmove", .. })));
}

#[test]
fn an_answer_that_comes_too_late_does_not_answer_the_next_question() {
    let mut engine = start("slow");
    engine.send(&Command::IsReady).expect("it reads");
    assert!(matches!(engine.receive(SHORT / 10), Err(EngineError::Timeout { expected: "line", .. })));
    engine.wait_ready().expect("it is ready twice");
    // Both answers were awaited.
    assert!(matches!(engine.receive(4 * SHORT), Err(EngineError::Timeout { .. })));
}

#[test]
fn garbage_is_reported_and_skipped() {
    let mut engine = start("garbage");
    assert_eq!(engine.author(), Some("Nobody"));
    engine.restart().expect("it starts");
    engine.send(&Command::Uci).expect("it reads");
    let (mut unknown, mut long, mut damaged) = (0, 0, 0);
    loop {
        match engine.receive(LONG).expect("a line") {
            Received::Unknown { line, error } => {
                unknown += 1;
                assert!(!error.text(&line).is_empty());
            }
            Received::TooLong { length } => {
                long += 1;
                assert_eq!(length, 200_000);
            }
            Received::Answer { problems, .. } if !problems.is_empty() => damaged += 1,
            Received::Answer { answer, .. } if answer.to_string() == "uciok" => break,
            _ => {}
        }
    }
    assert_eq!((unknown, long, damaged), (2, 1, 1));
    assert!(engine.best_move(&SetPosition::start(), &Go::infinite(), LONG).is_ok());
}

#[test]
fn a_flood_is_discarded_except_for_the_move() {
    let mut engine = Engine::start(launch("flood").with_max_queue(16)).expect("it starts");
    engine.send(&Command::Go(Go::infinite())).expect("it reads");
    // The engine goes on although nobody reads.
    let before = Instant::now();
    while engine.discarded() == 0 {
        assert!(before.elapsed() < LONG, "nothing was discarded");
        thread::sleep(Duration::from_millis(1));
    }
    let (mut news, mut last) = (0, None);
    let played = loop {
        match engine.receive(LONG).expect("a line") {
            Received::Answer { answer: Answer::Info(info), .. } => {
                assert!(last < info.depth, "the order is kept");
                last = info.depth;
                news += 1;
            }
            Received::Answer { answer: Answer::BestMove(played), .. } => break played,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((played, last), (best("e2e4"), Some(5_000)));
    assert_eq!(engine.discarded() + news, 5_000);
}

#[test]
fn sending_to_an_engine_that_does_not_read_is_an_error_and_never_waits() {
    let mut engine = Engine::start(launch("deaf later").with_quit_timeout(SHORT).with_max_queue(4)).expect("it starts");
    let position = SetPosition::start().with_moves(vec!["e2e4".parse().expect("a move"); 10_000]);
    let before = Instant::now();
    let mut sent = 0;
    let error = loop {
        match engine.set_position(&position) {
            Ok(()) => sent += 1,
            Err(error) => break error,
        }
        assert!(sent < 100, "nothing is read");
    };
    assert!(matches!(error, EngineError::NotReading { waiting: 4 }), "{error}");
    assert!(before.elapsed() < LONG / 2);
}

#[test]
fn a_dropped_engine_leaves_no_process() {
    for role in ["good", "stubborn", "patient", "hang"] {
        let mut engine = Engine::start(launch(role).with_quit_timeout(SHORT)).expect("it starts");
        let name = engine.name().expect("it has a name").to_string();
        assert!(exists(&name) || !cfg!(target_os = "linux"), "{role}");
        drop(engine.go(&Go::infinite()));
        let before = Instant::now();
        drop(engine);
        assert!(!exists(&name), "{role}");
        assert!(before.elapsed() < LONG / 2, "{role}");
    }
}

/// Runs a future, and sleeps while it waits. Also returns the number of times it was woken.
fn block_on<F: Future>(future: F) -> (F::Output, usize) {
    struct Unpark(thread::Thread, AtomicUsize);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.1.fetch_add(1, Ordering::SeqCst);
            self.0.unpark();
        }
    }

    let unpark = Arc::new(Unpark(thread::current(), AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&unpark));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return (output, unpark.1.load(Ordering::SeqCst)),
            Poll::Pending => thread::park_timeout(LONG),
        }
    }
}

#[test]
fn futures_are_woken_by_the_lines_of_the_engine() {
    let (played, woken) = block_on(async {
        let mut engine = Engine::start_async(launch("patient")).await?;
        engine.set_option("Hash", Some("8"))?;
        engine.wait_ready_async().await?;
        drop(engine.go(&Go::infinite())?);
        engine.settle_async().await?;
        let mut search = engine.go(&Go::infinite())?;
        let Event::Info(_) = search.next_async().await? else { panic!("news") };
        search.stop()?;
        let played = search.best_move_async().await?;
        drop(search);
        engine.restart_async().await?;
        Ok::<_, EngineError>(played)
    });
    assert_eq!(played.expect("a move"), best("d2d4"));
    assert!(woken > 0);
}

#[test]
fn a_future_ends_when_the_engine_does() {
    let (error, _) = block_on(async {
        let mut engine = Engine::start_async(launch("crash")).await?;
        engine.go(&Go::infinite())?.best_move_async().await
    });
    assert_eq!(error.expect_err("it crashes").kind_name(), "exited");
}

#[test]
fn a_future_that_is_dropped_loses_no_line() {
    let mut engine = start("patient");
    let mut search = engine.go(&Go::infinite()).expect("it reads");
    {
        let future = pin!(search.next_async());
        let waker = Waker::noop();
        // It may be ready at once; then the news are read here.
        if let Poll::Ready(event) = future.poll(&mut Context::from_waker(waker)) {
            assert!(matches!(event, Ok(Event::Info(_))));
            return;
        }
    }
    assert!(matches!(search.next(LONG), Ok(Event::Info(_))));
}
