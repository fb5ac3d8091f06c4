//! `gardez pgn split`.

use crate::{directory, file, gardez, names, read};

fn games(values: &[&str]) -> String {
    values.iter().map(|value| format!("[White \"{value}\"]\n\n1. e4 *\n\n")).collect()
}

#[test]
fn there_is_a_file_for_each_value() {
    let directory = directory("split-value");
    let input = file(&directory, "in.pgn", games(&["A", "B", "A", "../x", ""]));
    let target = directory.join("players");
    let target = target.to_str().expect("text");
    let run = gardez(["pgn", "split", &input, "--by", "White", "--dir", target]);
    assert_eq!(run.quiet(), (Some(0), "5 games in 4 files\n"));
    assert_eq!(names(target.as_ref()), ["A.pgn", "B.pgn", "_x.pgn", "unknown.pgn"]);
    assert_eq!(read(format!("{target}/A.pgn")), games(&["A", "A"]));
    assert_eq!(read(format!("{target}/_x.pgn")), games(&["../x"]));

    let again = gardez(["pgn", "split", &input, "--by", "White", "--dir", target]);
    assert!(again.only_error().ends_with("A.pgn: it exists; --force replaces it"), "{again:?}");
    assert_eq!(names(target.as_ref()).len(), 4);
    assert_eq!(gardez(["pgn", "split", &input, "--by", "White", "--dir", target, "--force"]).code, Some(0));
    assert_eq!(read(format!("{target}/A.pgn")), games(&["A", "A"]));
}

#[test]
fn no_two_names_are_the_same_without_regard_to_case_and_none_is_reserved() {
    // The values of the tag, in the order of the games, and the file of each.
    const ROWS: &[(&str, &str)] = &[
        ("Smith", "Smith"),
        ("smith", "smith-2"),
        ("SMITH", "SMITH-3"),
        ("Smith", "Smith"),
        ("SMITH-2", "SMITH-2-2"),
        ("Straße", "Straße"),
        ("STRASSE", "STRASSE-2"),
        ("Ångström", "Ångström"),
        ("ångström", "ångström-2"),
        ("CON", "_CON"),
        ("con", "_con-2"),
        ("nul", "_nul"),
        ("aux", "_aux"),
        ("COM1", "_COM1"),
        ("prn.txt", "_prn.txt"),
        ("Carlsen.", "Carlsen"),
        ("Carlsen ", "Carlsen"),
        ("carlsen", "carlsen-2"),
        ("?", "unknown"),
        ("Unknown", "Unknown-2"),
    ];
    let directory = directory("split-case");
    let values: Vec<&str> = ROWS.iter().map(|(value, _)| *value).collect();
    let input = file(&directory, "in.pgn", games(&values));
    let target = directory.join("players");
    let run = gardez(["pgn", "split", &input, "--by", "White", "--dir", target.to_str().expect("text")]);
    let files: std::collections::BTreeSet<_> = ROWS.iter().map(|(_, name)| format!("{name}.pgn")).collect();
    assert_eq!(run.quiet(), (Some(0), format!("{} games in {} files\n", ROWS.len(), files.len()).as_str()));
    assert!(names(&target).into_iter().eq(files.iter().cloned()));
    for (_, name) in ROWS {
        let expected: Vec<&str> = ROWS.iter().filter(|(_, file)| file == name).map(|(value, _)| *value).collect();
        assert_eq!(read(target.join(format!("{name}.pgn"))), games(&expected), "{name}");
    }
}

#[test]
fn there_is_a_file_for_each_number_of_games() {
    let directory = directory("split-number");
    let input = file(&directory, "in.pgn", games(&["A", "B", "C", "D", "E"]));
    let target = directory.join("parts");
    let target = target.to_str().expect("text");
    assert_eq!(gardez(["pgn", "split", &input, "--games", "2", "--dir", target]).quiet().1, "5 games in 3 files\n");
    assert_eq!(read(format!("{target}/2.pgn")), games(&["C", "D"]));
    assert_eq!(read(format!("{target}/3.pgn")), games(&["E"]));
}

#[test]
fn more_files_than_can_be_open_are_written() {
    let directory = directory("split-many");
    let values: Vec<String> = (0..300).map(|number| (number % 150).to_string()).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let input = file(&directory, "in.pgn", games(&values));
    let target = directory.join("many");
    let target = target.to_str().expect("text");
    assert_eq!(
        gardez(["pgn", "split", &input, "--by", "White", "--dir", target]).quiet().1,
        "300 games in 150 files\n"
    );
    for number in ["0", "77", "149"] {
        assert_eq!(read(format!("{target}/{number}.pgn")), games(&[number, number]));
    }
}

#[test]
fn too_many_files_are_an_error_and_none_is_left() {
    let directory = directory("split-limit");
    let input = file(&directory, "in.pgn", games(&["A", "B", "C"]));
    let target = directory.join("few");
    let target = target.to_str().expect("text");
    let run = gardez(["pgn", "split", &input, "--by", "White", "--dir", target, "--max-files", "2"]);
    assert_eq!(run.only_error(), "there are more than 2 files; --max-files allows more");
    assert_eq!(names(target.as_ref()), [""; 0]);
}
