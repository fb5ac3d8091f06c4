//! The blocks of code in Markdown and in doc comments, and their commands. Tests of other packages contain this file, too.

use super::texts::Text;

/// A fenced block of code.
#[derive(Debug)]
pub(crate) struct Block {
    /// The line of its first fence, from 1.
    pub(crate) line: usize,
    /// The text after the first fence: the language, and what else rustdoc understands.
    pub(crate) language: String,
    pub(crate) code: String,
}

/// A command of a block, divided into words as by a shell.
#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) line: usize,
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
}

/// Returns the blocks of a Markdown text, or of the doc comments of a Rust file. A block may be indented, as in a list.
pub(crate) fn of(text: &Text) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The indentation and the fence of the block that is open.
    let mut open: Option<(&str, &str)> = None;
    for (number, line) in (1..).zip(text.text.lines()) {
        // Other lines are empty here, so a comment ends with its blocks.
        let line = if text.is("rs") { doc_comment(line) } else { line };
        let inner = line.trim_start();
        let indent = &line[..line.len() - inner.len()];
        let fence = ["```", "~~~"].into_iter().find(|fence| inner.starts_with(fence));
        match (open, fence, blocks.last_mut()) {
            (None, Some(fence), _) => {
                open = Some((indent, fence));
                let language = inner.trim_start_matches(&fence[..1]).trim().into();
                blocks.push(Block { line: number, language, code: String::new() });
            }
            (Some((_, opening)), Some(fence), _) if opening == fence => open = None,
            (Some((indent, _)), _, Some(block)) => {
                block.code += &format!("{}\n", line.strip_prefix(indent).unwrap_or(inner));
            }
            _ => {}
        }
    }
    blocks
}

fn doc_comment(line: &str) -> &str {
    let line = line.trim_start();
    let content = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or_default();
    content.strip_prefix(' ').unwrap_or(content)
}

/// Returns the commands of a block: all lines of a shell's block, and in a text those after `$`.
pub(crate) fn commands(block: &Block) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut lines = (block.line + 1..).zip(block.code.lines());
    while let Some((line, content)) = lines.next() {
        let content = if block.language == "text" { content.strip_prefix("$ ") } else { Some(content) };
        let Some(mut command) = content.map(str::to_owned).filter(|_| ["sh", "text"].contains(&&*block.language))
        else {
            continue;
        };
        while let Some(rest) = command.strip_suffix('\\') {
            command = format!("{rest}{}", lines.next().map_or("", |(_, next)| next));
        }
        commands
            .extend(split(&command).into_iter().filter(|words| !words.is_empty()).map(|words| Command { line, words }));
    }
    commands
}

/// Returns the words of each command of a line: quotes keep words together, `#` is a comment, redirections end commands.
fn split(line: &str) -> Vec<Vec<String>> {
    let (mut commands, mut word, mut quote) = (vec![Vec::new()], None::<String>, None);
    for c in line.chars().chain([' ']) {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => (quote, word) = (Some(c), word.or_else(|| Some(String::new()))),
            (None, '#') if word.is_none() => break,
            (None, ' ' | '&' | '|' | ';' | '>' | '<') => {
                let command: &mut Vec<_> = commands.last_mut().expect("there is a command");
                // A variable is set before the command.
                command.extend(word.take().filter(|word| !command.is_empty() || !word.contains('=')));
                match c {
                    '>' | '<' => break,
                    '&' | '|' | ';' => commands.push(Vec::new()),
                    _ => {}
                }
            }
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    commands
}
