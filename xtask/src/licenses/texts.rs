//! The texts of licenses, as the packages contain them.

use std::fs;
use std::path::Path;

/// The license, the name of its file, and words that its text contains.
const MARKS: [(&str, &str, &str); 9] = [
    ("MIT", "MIT", "Permission is hereby granted, free of charge"),
    ("Apache-2.0", "APACHE", "Apache License"),
    ("BSD-2-Clause", "BSD-2", "Redistribution and use in source and binary forms"),
    ("BSD-3-Clause", "BSD-3", "Neither the name"),
    ("ISC", "ISC", "Permission to use, copy, modify, and"),
    ("Zlib", "ZLIB", "This software is provided 'as-is'"),
    ("Unicode-3.0", "UNICODE", "UNICODE LICENSE V3"),
    ("0BSD", "0BSD", "Permission to use, copy, modify, and"),
    ("Unlicense", "UNLICENSE", "This is free and unencumbered software"),
];

/// Returns the text of a license in the directory of a package, with the notices that go with it.
pub(super) fn text(directory: &Path, license: &str) -> Result<String, String> {
    let &(_, name, words) = MARKS.iter().find(|mark| mark.0 == license).ok_or("the license is unknown")?;
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut files: Vec<(String, String)> = entries
        .filter_map(Result::ok)
        .map(|entry| (entry.file_name().to_string_lossy().to_uppercase(), entry.path()))
        .filter(|(name, _)| ["LICEN", "COPYING", "UNLICEN", "NOTICE"].iter().any(|s| name.starts_with(s)))
        .filter_map(|(name, path)| Some((name, fs::read_to_string(path).ok()?)))
        .collect();
    files.sort_unstable();
    choose(&files, name, words).ok_or_else(|| format!("the package has no file with the text of {license}"))
}

/// Returns the text of the file that is called after the license, or of another one, that contains `words`; then all
/// notices.
fn choose(files: &[(String, String)], name: &str, words: &str) -> Option<String> {
    let fits = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(words);
    let mut fitting = files.iter().filter(|(_, text)| fits(text));
    let named = fitting.clone().find(|(file, _)| file.contains(name));
    let (_, license) = named.or_else(|| fitting.next())?;
    let notices = files.iter().filter(|(file, _)| file.starts_with("NOTICE")).map(|(_, text)| tidy(text));
    Some(std::iter::once(tidy(license)).chain(notices).collect::<Vec<_>>().join("\n"))
}

/// Returns a text without blanks at the ends of its lines and without empty lines around it.
fn tidy(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn the_file_that_is_called_after_the_license_comes_first() {
        let words = "hereby granted";
        let list = files(&[("LICENSE", "a: is hereby granted"), ("LICENSE-MIT", "b: is hereby\n  granted\t \n\n")]);
        assert_eq!(choose(&list, "MIT", words), Some("b: is hereby\n  granted\n".to_owned()));
        assert_eq!(choose(&list[..1], "MIT", words), Some("a: is hereby granted\n".to_owned()));
        assert_eq!(choose(&files(&[("LICENSE-MIT", "see elsewhere")]), "MIT", words), None);
    }

    #[test]
    fn notices_follow_the_license() {
        let list = files(&[("LICENSE", "the words"), ("NOTICE", "by A\r\n")]);
        assert_eq!(choose(&list, "MIT", "words"), Some("the words\n\nby A\n".to_owned()));
    }
}
