//! Which files are read and refused, who may use a file, and what happens if it cannot be written.

use std::fs;
use std::iter;
use std::thread;

use super::file::LOCK_TIMEOUT;
use super::*;
use crate::counter::Counter;

const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";

/// A count of three parts, one for each move of the white king.
fn job() -> Job<'static> {
    Job::new(Counter::new(), &KINGS.parse().expect("a legal position"), 3)
}

fn checkpoint() -> Checkpoint {
    Checkpoint::new(Path::new("no/such/file"), &job())
}

/// The positions after each first move.
fn positions() -> Vec<Board> {
    let start: Board = KINGS.parse().expect("a legal position");
    start.legal_moves().into_iter().map(|m| start.after(m)).collect()
}

fn text(parts: &[(usize, u128)]) -> String {
    let checkpoint = checkpoint();
    let lines = parts.iter().map(|&(part, count)| checkpoint.line(&positions()[part], count));
    checkpoint.head.clone() + &lines.collect::<String>()
}

fn read(bytes: &[u8]) -> Result<Vec<(Board, u128)>, CheckpointErrorKind> {
    checkpoint().read(bytes, &mut job())
}

fn refusal(text: &str) -> String {
    let error = read(text.as_bytes()).expect_err("it must be refused");
    checkpoint().error(error).to_string()
}

#[test]
fn a_file_of_the_same_count_is_read_up_to_its_incomplete_line() {
    let parts = [(2, 500), (0, 7)];
    let text = text(&parts);
    assert_eq!(text.lines().nth(3), Some("7k/8/8/8/8/8/1K6/8 b - - 500 581a9af7"));
    // The counters of the positions are not in the file.
    let packed =
        |parts: &[(Board, u128)]| -> Vec<_> { parts.iter().map(|(board, count)| (board.packed(), *count)).collect() };
    let expected = packed(&parts.map(|(part, count)| (positions()[part], count)));
    let head = checkpoint().head.len();
    for len in head..=text.len() {
        let lines = text[head..len].matches('\n').count();
        assert_eq!(packed(&read(&text.as_bytes()[..len]).expect("the head is complete")), expected[..lines]);
    }
}

#[test]
fn the_job_receives_the_finished_parts() {
    let mut job = job();
    let text = text(&[(1, 1000)]);
    checkpoint().read(text.as_bytes(), &mut job).expect("a checkpoint of this job");
    let counter = Counter::new();
    let others = [0, 2].map(|part| counter.count(&positions()[part], 2));
    let Ok(nodes) = job.run::<core::convert::Infallible>(|_| Ok(()));
    assert_eq!(nodes, 1000 + others.iter().sum::<u128>());
}

#[test]
fn another_count_is_refused_with_what_was_expected_and_found() {
    let text = text(&[(0, 77)]);
    let old = refusal("gardez-perft checkpoint 2\nposition 8/8 w\ndepth 7 in 3 parts\n");
    assert_eq!(
        old,
        "the checkpoint no/such/file is not a checkpoint of this version: \
         expected \"gardez-count checkpoint 3\", found \"gardez-perft checkpoint 2\""
    );
    assert!(refusal("").ends_with("expected \"gardez-count checkpoint 3\", found \"\""));
    let position = refusal(&text.replace("position 7k/", "position 6k1/"));
    let expected = format!("another position: expected \"position {KINGS}\", found \"position 6k1/");
    assert!(position.contains(&expected), "{position}");
    let depth = refusal(&text.replace("depth 3", "depth 4"));
    assert!(depth.ends_with("another depth: expected \"depth 3 in 3 parts\", found \"depth 4 in 3 parts\""), "{depth}");
}

#[test]
fn a_damaged_file_is_refused_with_its_wrong_line() {
    let text = text(&[(0, 77)]);
    let again = text.lines().last().expect("a line").to_owned();
    let start: Board = KINGS.parse().expect("a legal position");
    let no_part = checkpoint().line(&start, 1);
    let wrong_sum = no_part.rsplit_once(' ').map(|(part, _)| format!("{part} 00000000")).expect("a line");
    for rest in [again.as_str(), no_part.trim_end(), wrong_sum.as_str(), "", "x", "1 1", "1 77 00000000\0"] {
        assert!(refusal(&format!("{text}{rest}\n")).ends_with("is damaged at line 5"), "{rest}");
    }
    assert!(refusal(&text.replace("77", "78")).ends_with("is damaged at line 4"));
    let bytes = [text.as_bytes(), b"1 \xFF 00000000\n"].concat();
    assert!(matches!(read(&bytes), Err(CheckpointErrorKind::Damaged { line: 5 })));
}

/// A path in the directory of temporary files that only this test uses.
fn place(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("count-{}-{name}.checkpoint", std::process::id()))
}

/// Opening the file twice in one process has the same effect as in two processes.
#[test]
fn only_one_process_at_a_time_can_use_a_checkpoint() {
    let path = place("alone");
    let open = || Checkpoint::open(&path, &mut job());
    let mut first = open().expect("it is not in use");
    first.note(&positions()[1], 400).expect("there is room");
    let error = open().expect_err("two are open").to_string();
    if cfg!(target_os = "linux") {
        let expected = format!(".checkpoint is in use by process {}", std::process::id());
        assert!(error.ends_with(&expected), "{error}");
    } else {
        assert!(error.ends_with(".checkpoint is in use by another process"), "{error}");
    }

    let second = thread::scope(|scope| {
        let ends = scope.spawn(move || {
            thread::sleep(LOCK_TIMEOUT / 10);
            drop(first);
        });
        let second = open().expect("the other one ends soon");
        ends.join().expect("it has ended");
        second
    });
    assert_eq!(second.finished(), 1);
    fs::remove_file(&path).expect("it is there");
}

/// Each of them adds a part of its own while it has the file, and then closes it.
#[test]
fn those_who_open_a_new_checkpoint_together_use_it_one_after_the_other() {
    for round in 0..20 {
        let path = place(&format!("together-{round}"));
        let mut finished: Vec<usize> = thread::scope(|scope| {
            let one = |part: usize| {
                let path = &path;
                scope.spawn(move || {
                    // A busy machine may keep the others longer than one attempt waits.
                    let mut attempts = iter::repeat_with(|| Checkpoint::open(path, &mut job())).take(10);
                    let mut checkpoint = attempts.find_map(Result::ok).expect("the others are quick");
                    checkpoint.note(&positions()[part], 7).expect("there is room");
                    checkpoint.finished()
                })
            };
            [0, 1, 2].map(one).into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        finished.sort_unstable();
        assert_eq!(finished, [1, 2, 3]);
        assert_eq!(read(&fs::read(&path).expect("it is there")).expect("a checkpoint").len(), 3);
        fs::remove_file(&path).expect("it is there");
    }
}

#[test]
fn a_file_with_a_part_of_the_head_is_a_new_checkpoint() {
    let (path, head) = (place("head"), checkpoint().head);
    for len in 0..=head.len() {
        fs::write(&path, &head[..len]).expect("a file");
        assert_eq!(Checkpoint::open(&path, &mut job()).expect("a new one").finished(), 0);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), head);
    }
    fs::remove_file(&path).expect("it is there");
}

#[test]
fn an_incomplete_last_line_is_cut_off_and_a_refused_file_is_unchanged() {
    let (path, whole) = (place("cut"), text(&[(2, 500)]));
    fs::write(&path, whole.clone() + "7k/8/8/8/8/8/1K6/8 b - - 50").expect("a file");
    let mut checkpoint = Checkpoint::open(&path, &mut job()).expect("a checkpoint");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), whole);
    checkpoint.note(&positions()[0], 7).expect("there is room");
    drop(checkpoint);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text(&[(2, 500), (0, 7)]));

    let damaged = whole.replace("500", "501") + "7k/8";
    fs::write(&path, &damaged).expect("a file");
    let error = Checkpoint::open(&path, &mut job()).expect_err("it is damaged").to_string();
    assert!(error.ends_with("is damaged at line 4"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), damaged);
    fs::remove_file(&path).expect("it is there");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_missing_file_stays_and_the_file_is_created() {
    let (link, path) = (place("link"), place("target"));
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    let mut checkpoint = Checkpoint::open(&link, &mut job()).expect("a new one");
    checkpoint.note(&positions()[0], 7).expect("there is room");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("it was created"), text(&[(0, 7)]));
    fs::remove_file(&path).and_then(|()| fs::remove_file(&link)).expect("they are there");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_says_so() {
    let error = Checkpoint::open("/dev/full", &mut job()).expect_err("it is a device").to_string();
    assert_eq!(error, "the checkpoint /dev/full is not a regular file");
    let mut checkpoint = checkpoint();
    checkpoint.file = Some(LockedFile::full());
    let error = checkpoint.note(&positions()[1], 400).expect_err("there is no room").to_string();
    assert!(error.starts_with("the checkpoint no/such/file cannot be written: No space left"), "{error}");
    assert_eq!(checkpoint.finished(), 0);
}
