//! Which files are read and refused, and what happens on a full disk.

use super::*;

fn checkpoint() -> Checkpoint {
    Checkpoint::new(Path::new("no/such/file"), "8/8 w", 7, 3)
}

fn text(parts: &[(usize, u128)]) -> String {
    let checkpoint = checkpoint();
    let lines = parts.iter().map(|&(part, count)| checkpoint.line(part, count));
    checkpoint.head.clone() + &lines.collect::<String>()
}

fn refusal(text: &str) -> String {
    match checkpoint().read(text.as_bytes()) {
        Err(Stop::Failed(message)) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_of_the_same_count_is_read_up_to_its_incomplete_line() {
    let text = text(&[(2, 500), (0, 7)]);
    assert_eq!(text.lines().nth(3), Some("2 500 7d732170"));
    let head = checkpoint().head.len();
    for len in head..=text.len() {
        let lines = text[head..len].matches('\n').count();
        assert_eq!(checkpoint().read(&text.as_bytes()[..len]).ok(), Some(vec![(2, 500), (0, 7)][..lines].to_vec()));
    }
}

#[test]
fn another_count_is_refused_with_what_was_expected_and_found() {
    let text = text(&[(0, 77)]);
    let version = refusal("gardez-perft checkpoint 1\n");
    assert!(version.contains("version: expected \"gardez-perft checkpoint 2\", found \"gardez-perft checkpoint 1\""));
    assert!(
        refusal("")
            .ends_with("is not a checkpoint of this version: expected \"gardez-perft checkpoint 2\", found \"\"")
    );
    let position = refusal(&text.replace("8/8 w", "8/8 b"));
    assert!(
        position.ends_with("another position: expected \"position 8/8 w\", found \"position 8/8 b\""),
        "{position}"
    );
    let depth = refusal(&text.replace("depth 7", "depth 8"));
    assert!(depth.ends_with("another depth: expected \"depth 7 in 3 parts\", found \"depth 8 in 3 parts\""), "{depth}");
}

#[test]
fn a_damaged_file_is_refused_with_its_wrong_line() {
    let text = text(&[(0, 77)]);
    let again = text.lines().last().expect("a line");
    for rest in [again, &checkpoint().line(3, 1), "", "x", "1 1", "1 1 00000000", "1 77 00000000\0"] {
        assert!(refusal(&format!("{text}{rest}\n")).ends_with("is damaged at line 5"), "{rest}");
    }
    assert!(refusal(&text.replace("77", "78")).ends_with("is damaged at line 4"));
    let bytes = [text.as_bytes(), b"1 \xFF 00000000\n"].concat();
    assert!(matches!(checkpoint().read(&bytes), Err(Stop::Failed(message)) if message.ends_with("at line 5")));
}

/// Opening the file twice in one process has the same effect as in two processes.
#[test]
fn only_one_process_at_a_time_can_use_a_checkpoint() {
    let path = std::env::temp_dir().join(format!("perft-{}.checkpoint", std::process::id()));
    let open = || Checkpoint::open(&path, "8/8 w", 7, 3);
    let mut first = open().expect("it is not in use");
    first.note(1, 400).expect("there is room");
    match open() {
        Err(Stop::Failed(message)) => {
            assert!(message.ends_with(".checkpoint is in use by another process"), "{message}");
        }
        _ => panic!("two are open"),
    }
    assert!(!path.with_extension("checkpoint.new").exists());

    let second = thread::scope(|scope| {
        let ends = scope.spawn(move || {
            thread::sleep(PATIENCE / 10);
            drop(first);
        });
        let second = open().expect("the other one ends soon");
        ends.join().expect("it has ended");
        second
    });
    assert_eq!(second.finished(), [(1, 400)]);
    fs::remove_file(&path).expect("it is there");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_says_so() {
    let mut checkpoint = checkpoint();
    checkpoint.file = Some(File::options().write(true).open("/dev/full").expect("Linux has it"));
    match checkpoint.note(1, 400) {
        Err(Stop::Failed(message)) => {
            assert!(message.starts_with("the checkpoint no/such/file cannot be written: No space left"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}
