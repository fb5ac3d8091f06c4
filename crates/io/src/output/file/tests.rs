//! Files that appear whole, by every way that this system has.

use std::sync::Barrier;
use std::thread;

use tempfile::TempDir;

use super::*;

/// Every way of writing a file that this system has.
const BEST: bool = true;
const NAMED: bool = false;
const WAYS: [bool; 2] = [BEST, NAMED];

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Writes a whole file.
fn write(path: &Path, replaces: bool, way: bool, text: &str) -> io::Result<()> {
    let mut output = Output::begin(path, replaces, way)?;
    output.write_all(text.as_bytes())?;
    output.finish()
}

/// The names in a directory.
fn names(directory: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn a_file_appears_when_it_is_complete() {
    for way in WAYS {
        let directory = directory();
        let path = directory.path().join("a");
        let mut output = Output::begin(&path, false, way).expect("a file");
        output.write_all(b"all").expect("there is room");
        output.sync().expect("a disk");
        assert!(!path.exists());
        assert_eq!(output.path(), path);
        output.finish().expect("there is no other file");
        assert_eq!((text(&path).as_str(), names(&directory).len()), ("all", 1));
    }
}

#[test]
fn nothing_is_left_of_a_file_that_is_dropped() {
    for way in WAYS {
        let directory = directory();
        let path = directory.path().join("a");
        let mut output = Output::begin(&path, true, way).expect("a file");
        output.write_all(b"half").expect("there is room");
        assert_eq!(names(&directory).len(), usize::from(matches!(output.state, State::Named(_))));
        drop(output);
        assert_eq!(names(&directory), [""; 0]);
    }
}

#[test]
fn a_file_that_exists_or_appears_meanwhile_is_replaced_only_if_asked() {
    for way in WAYS {
        let directory = directory();
        let path = directory.path().join("a");
        let [late, replacing] = [false, true].map(|replaces| Output::begin(&path, replaces, way).expect("no file yet"));
        fs::write(&path, "other").expect("a file");
        for error in [write(&path, false, way, "new"), late.finish()] {
            assert_eq!(error.expect_err("there is a file").kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(text(&path), "other");
        replacing.finish().expect("it may be replaced");
        assert_eq!(text(&path), "");
        write(&path, true, way, "new").expect("it may be replaced");
        assert_eq!((text(&path).as_str(), names(&directory).len()), ("new", 1));
    }
}

#[test]
fn of_many_outputs_at_once_one_creates_the_file() {
    for way in WAYS {
        let directory = directory();
        let (path, barrier) = (directory.path().join("a"), Barrier::new(8));
        let created = thread::scope(|scope| {
            let writers: Vec<_> = (0..8)
                .map(|number| {
                    let (path, barrier) = (&path, &barrier);
                    scope.spawn(move || {
                        let mut output = Output::begin(path, false, way).expect("no file yet");
                        output.write_all(number.to_string().as_bytes()).expect("there is room");
                        barrier.wait();
                        output.finish().is_ok().then_some(number)
                    })
                })
                .collect();
            writers.into_iter().filter_map(|writer| writer.join().expect("no panic")).collect::<Vec<_>>()
        });
        assert_eq!(created.len(), 1);
        assert_eq!((text(&path), names(&directory).len()), (created[0].to_string(), 1));
    }
}

#[test]
fn many_outputs_replace_a_file_at_once_and_leave_nothing_else() {
    for way in WAYS {
        let directory = directory();
        let path = &directory.path().join("a");
        thread::scope(|scope| {
            for number in 0..8 {
                scope.spawn(move || {
                    for _ in 0..20 {
                        write(path, true, way, &number.to_string().repeat(1000)).expect("it may be replaced");
                    }
                });
            }
        });
        let text = text(path);
        assert!(text.len() == 1000 && text.bytes().all(|byte| byte == text.as_bytes()[0]));
        assert_eq!(names(&directory), ["a"]);
    }
}

#[test]
fn directories_and_paths_without_a_name_are_refused() {
    let directory = directory();
    for path in [directory.path().to_owned(), directory.path().join("new/"), directory.path().join(".."), "/".into()] {
        for replaces in [false, true] {
            let error = Output::begin(&path, replaces, BEST).expect_err("it is a directory");
            assert_eq!(error.kind(), io::ErrorKind::IsADirectory, "{}", path.display());
        }
    }
    let missing = Output::create(directory.path().join("no/a")).expect_err("no directory");
    assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    assert_eq!(names(&directory), [""; 0]);
}

#[test]
fn several_files_appear_under_names_that_are_decided_last() {
    for way in WAYS {
        let directory = directory();
        let outputs = ["a", "b", "c"].map(|name| {
            let mut output = Output::begin(&directory.path().join(name), false, way).expect("a file");
            output.write_all(name.as_bytes()).expect("there is room");
            output.sync().expect("a disk");
            output
        });
        for (number, output) in outputs.into_iter().enumerate() {
            output.with_name(format!("{number}.txt")).appear().expect("there are no other files");
        }
        sync_directory(directory.path()).expect("a directory");
        assert_eq!(names(&directory), ["0.txt", "1.txt", "2.txt"]);
        assert_eq!(text(directory.path().join("2.txt")), "c");
    }
}

#[test]
fn files_that_are_finished_together_all_appear_or_the_error_names_one() {
    for (way, count) in WAYS.into_iter().flat_map(|way| [(way, 3), (way, 100)]) {
        let directory = directory();
        let at = |number: usize| directory.path().join(number.to_string());
        let begin = |number| {
            let mut output = Output::begin(&at(number), false, way).expect("a file");
            output.write_all(b"all").expect("there is room");
            output
        };
        Output::finish_all((0..count).map(begin).collect()).expect("there are no other files");
        assert!(names(&directory).len() == count && (0..count).all(|number| text(at(number)) == "all"));

        let more = (count..count + 3).map(begin).collect();
        fs::write(at(count + 1), "other").expect("a file");
        let (path, error) = Output::finish_all(more).expect_err("there is a file");
        assert_eq!((path, error.kind()), (at(count + 1), io::ErrorKind::AlreadyExists));
        assert_eq!((names(&directory).len(), text(at(count + 1)).as_str()), (count + 2, "other"));
    }
}

#[test]
fn the_longest_names_can_be_written() {
    for way in WAYS {
        let directory = directory();
        for name in ["n".repeat(255), "\u{1d11e}".repeat(63)] {
            for replaces in [false, true] {
                write(&directory.path().join(&name), replaces, way, "").expect("a name");
            }
        }
        assert_eq!(names(&directory).len(), 2);
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_are_followed_as_far_as_they_lead() {
        for way in WAYS {
            let directory = directory();
            let at = |name: &str| directory.path().join(name);
            fs::create_dir(at("far")).expect("a directory");
            symlink("chain", at("first")).expect("a link");
            symlink(at("far/link"), at("chain")).expect("a link");
            symlink("../end", at("far/link")).expect("a link");
            write(&at("first"), false, way, "new").expect("the end does not exist");
            assert_eq!(text(at("end")), "new");
            assert_eq!(
                write(&at("first"), false, way, "").expect_err("it exists").kind(),
                io::ErrorKind::AlreadyExists
            );
            write(&at("first"), true, way, "newer").expect("it may be replaced");
            assert_eq!(text(at("end")), "newer");
            assert!(["first", "chain", "far/link"].iter().all(|name| at(name).is_symlink()));
            assert_eq!(names(&directory), ["chain", "end", "far", "first"]);
        }
    }

    #[test]
    fn a_loop_of_links_is_an_error() {
        let directory = directory();
        let at = |name: &str| directory.path().join(name);
        symlink("b", at("a")).expect("a link");
        symlink("a", at("b")).expect("a link");
        for replaces in [false, true] {
            let error = write(&at("a"), replaces, BEST, "").expect_err("it has no end");
            assert!(error.raw_os_error().is_some(), "{error}");
        }
        assert_eq!(names(&directory), ["a", "b"]);
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_new_one_has_the_usual_ones() {
        for way in WAYS {
            let directory = directory();
            let at = |name: &str| directory.path().join(name);
            let mode = |name: &str| fs::metadata(at(name)).expect("a file").permissions().mode() & 0o7777;
            fs::write(at("usual"), "").expect("a file");
            write(&at("new"), false, way, "").expect("no file");
            assert_eq!(mode("new"), mode("usual"));
            for permissions in [0o400, 0o600, 0o664, 0o755] {
                fs::set_permissions(at("new"), fs::Permissions::from_mode(permissions)).expect("own file");
                write(&at("new"), true, way, "").expect("it may be replaced");
                assert_eq!(mode("new"), permissions);
            }
        }
    }

    #[test]
    fn a_pipe_is_written_to_and_stays() {
        let directory = directory();
        let pipe = directory.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if !made.is_ok_and(|status| status.success()) {
            println!("skipped: mkfifo");
            return;
        }
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || text(pipe)
        });
        write(&pipe, false, BEST, "through").expect("there is a reader");
        assert_eq!(reader.join().expect("no panic"), "through");
        assert!(fs::metadata(&pipe).expect("it stays").file_type().is_fifo());
    }

    #[test]
    fn devices_are_written_to_directly() {
        write(Path::new("/dev/null"), false, BEST, "lost").expect("it takes everything");
        if Path::new("/dev/full").exists() {
            let error = write(Path::new("/dev/full"), true, BEST, "x").expect_err("it is full");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}

#[test]
fn a_temporary_file_of_a_program_that_was_killed_is_replaced() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    fs::write(at(".a.0.unfinished"), "left").expect("a file");
    let output = Output::begin(&at("a"), false, NAMED).expect("a file");
    assert_eq!(names(&directory), [".a.0.unfinished"]);
    assert_eq!(text(at(".a.0.unfinished")), "");
    // A file that is being written stays, and so does whatever is not a file.
    #[cfg(unix)]
    std::os::unix::fs::symlink("a", at(".a.1.unfinished")).expect("a link");
    #[cfg(not(unix))]
    fs::create_dir(at(".a.1.unfinished")).expect("a directory");
    fs::create_dir(at(".a.2.unfinished")).expect("a directory");
    let other = Output::begin(&at("a"), true, NAMED).expect("a file");
    assert_eq!(names(&directory).len(), 4);
    output.finish().expect("no file");
    other.finish().expect("it may be replaced");
    assert_eq!(names(&directory), [".a.1.unfinished", ".a.2.unfinished", "a"]);
}

#[cfg(windows)]
mod windows {
    use std::os::windows::fs::OpenOptionsExt;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_file_that_another_program_has_open_is_replaced_when_it_is_closed_or_an_error_says_so() {
        let directory = directory();
        let path = directory.path().join("a");
        fs::write(&path, "old").expect("a file");
        let open = || File::options().read(true).share_mode(0).open(&path).expect("no other has it open");
        let file = open();
        let closer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(300));
            drop(file);
        });
        write(&path, true, BEST, "new").expect("it is closed soon");
        closer.join().expect("no panic");
        assert_eq!((text(&path).as_str(), names(&directory).len()), ("new", 1));

        let (file, start) = (open(), Instant::now());
        assert!(write(&path, true, BEST, "newer").is_err());
        assert!((2..10).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
        drop(file);
        assert_eq!((text(&path).as_str(), names(&directory).len()), ("new", 1));
    }

    #[test]
    fn a_device_is_written_to_and_no_file_has_its_name() {
        let directory = directory();
        for replaces in [false, true] {
            for name in ["NUL", "nul", r"\\.\NUL"] {
                write(Path::new(name), replaces, BEST, "lost").expect("it takes everything");
            }
            for name in ["NUL.pgn", "con.txt", "Aux.bin.gz", "COM1.pgn", "lpt9.x"] {
                let error = write(&directory.path().join(name), replaces, BEST, "x").expect_err("a device");
                assert!(error.to_string().starts_with("Windows reserves the name"), "{name}: {error}");
            }
        }
        write(&directory.path().join("Conrad.pgn"), false, BEST, "").expect("a name");
        assert_eq!(names(&directory), ["Conrad.pgn"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_descriptor_is_continued_where_it_ends() {
    use std::os::fd::AsRawFd;

    let directory = directory();
    let path = directory.path().join("a");
    let mut file = File::create(&path).expect("a file");
    file.write_all(b"first ").expect("there is room");
    for root in ["/dev/fd", "/proc/self/fd"] {
        write(&Path::new(root).join(file.as_raw_fd().to_string()), false, BEST, "more ").expect("it is open");
    }
    assert_eq!(text(&path), "first more more ");
}

#[cfg(target_os = "linux")]
#[test]
fn this_system_has_files_without_names() {
    let directory = directory();
    match Output::create(directory.path().join("a")).expect("a file").state {
        State::Nameless => {}
        _ => println!("skipped: O_TMPFILE in {}", directory.path().display()),
    }
}
