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

#[test]
fn an_input_is_never_replaced() {
    let directory = directory("split-input");
    let input = file(&directory, "A.pgn", games(&["A"]));
    let run = gardez(["pgn", "split", &input, "--by", "White", "--dir", directory.to_str().expect("text"), "--force"]);
    assert!(run.only_error().ends_with("it is an input of this command"), "{run:?}");
    assert_eq!(read(input), games(&["A"]));
}
