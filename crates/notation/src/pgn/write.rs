//! Writes games as PGN.

mod layout;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use gardez_types::Color;

use self::layout::WordWriter;
use crate::pgn::board::{PgnBoard, StartTags};
use crate::pgn::tree::{Game, Keep, NodeId, ROSTER};
use crate::quoted::write_escaped;
use crate::san::Letters;

/// The style in which a game is written.
///
/// The default is the standard's export format: seven tags first, lines of at most 79 characters, SAN, glyphs by number.
///
/// ```
/// use gardez_notation::pgn::{ExportStyle, Game};
///
/// let game: Game = "1. e4 e5 *".parse()?;
/// let text = game.to_pgn(ExportStyle::default().with_width(Some(5)));
/// assert!(text.ends_with("\n1. e4\ne5 *\n"));
/// # Ok::<_, gardez_notation::pgn::GameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExportStyle {
    /// The greatest length of a line of moves in characters, by default 79; `None` for one line. A word may be longer.
    pub width: Option<usize>,
    /// [`Keep::Normalized`], the default, writes the export format.
    ///
    /// [`Keep::Text`] writes only the tags of the game, in their order, comments and moves as they were read and kept, and
    /// `!`, `?!` and the like in place of the numbers of glyphs.
    pub keep: Keep,
    /// The form of the moves, by default SAN in English.
    pub notation: MoveNotation,
}

/// The form in which the moves of a game are written. Moves of a variant of chess are in SAN in any case.
///
/// ```
/// use gardez_notation::pgn::{ExportStyle, Game, MoveNotation};
///
/// let game: Game = "1. e4 e5 2. Nf3 *".parse()?;
/// let moves = |code| {
///     let notation = MoveNotation::from_code(code).expect(code);
///     game.to_pgn(ExportStyle::default().with_notation(notation)).lines().last().map(str::to_owned)
/// };
/// assert_eq!(moves("de").as_deref(), Some("1. e4 e5 2. Sf3 *"));
/// assert_eq!(moves("uci").as_deref(), Some("1. e2e4 e7e5 2. g1f3 *"));
/// assert_eq!(moves("iccf").as_deref(), Some("1. 5254 5755 2. 7163 *"));
/// # Ok::<_, gardez_notation::pgn::GameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveNotation {
    /// SAN with these letters.
    San(Letters),
    /// UCI text.
    Uci,
    /// The digits of correspondence chess (ICCF): files and ranks, then 1 to 4 for a queen, rook, bishop or knight.
    Iccf,
}

impl Default for MoveNotation {
    fn default() -> Self {
        Self::San(Letters::ENGLISH)
    }
}

impl MoveNotation {
    /// Returns the notation `uci` or `iccf`, or SAN with the letters of this [code](Letters::from_code).
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "uci" => Some(Self::Uci),
            "iccf" => Some(Self::Iccf),
            code => Letters::from_code(code).map(Self::San),
        }
    }

    fn text<B: PgnBoard>(self, board: &B, m: B::Move) -> String {
        let uci = board.uci(m);
        match (self, uci) {
            (Self::Uci, Some(uci)) => uci,
            (Self::Iccf, Some(uci)) => uci.char_indices().map(|(at, c)| digit(at, c)).collect(),
            (Self::San(letters), _) => letters.spell(&board.san(m)),
            _ => (*board.san(m)).into(),
        }
    }
}

fn digit(at: usize, letter: char) -> char {
    match (at, letter) {
        (4, 'q') => '1',
        (4, 'r') => '2',
        (4, 'b') => '3',
        (4, 'n') => '4',
        (_, 'a'..='h') => char::from(letter as u8 - b'a' + b'1'),
        _ => letter,
    }
}

impl Default for ExportStyle {
    fn default() -> Self {
        Self { width: Some(79), keep: Keep::Normalized, notation: MoveNotation::default() }
    }
}

impl ExportStyle {
    /// The style of a game as it was read with [`Keep::Text`].
    pub const AS_GIVEN: Self = Self { width: None, keep: Keep::Text, notation: MoveNotation::San(Letters::ENGLISH) };

    /// Sets the greatest length of a line in characters; `None` for all moves on one line.
    #[must_use]
    pub const fn with_width(mut self, characters: Option<usize>) -> Self {
        self.width = characters;
        self
    }

    /// Sets the form of the moves.
    #[must_use]
    pub const fn with_notation(mut self, notation: MoveNotation) -> Self {
        self.notation = notation;
        self
    }

    /// Sets how much of the text that was read is written.
    #[must_use]
    pub const fn with_keep(mut self, keep: Keep) -> Self {
        self.keep = keep;
        self
    }
}

impl<B: PgnBoard> Game<B> {
    /// Returns the game as PGN in this style. `Display` writes the export format.
    pub fn to_pgn(&self, style: ExportStyle) -> String {
        let mut text = String::new();
        write(&mut text, self, style).expect("a string takes any text");
        text
    }
}

impl<B: PgnBoard> fmt::Display for Game<B> {
    /// Writes the game in the export format, with a line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, self, ExportStyle::default())
    }
}

/// Writes a game, with a line end.
fn write<B: PgnBoard>(out: &mut impl Write, game: &Game<B>, style: ExportStyle) -> fmt::Result {
    write_tags(out, game, style)?;
    let mut words = WordWriter::new(out, style);
    write_moves(&mut words, game)?;
    words.word(game.result.as_str())?;
    words.line_end()
}

const START_TAGS: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// Returns whether the tags of a game are right about its start or cannot be read, or `None` without such tags.
fn is_right<B: PgnBoard>(game: &Game<B>) -> Option<bool> {
    let [variant, set_up, fen] = START_TAGS.map(|name| game.tags.get(name));
    if variant.is_none() && fen.is_none() {
        return None;
    }
    let [variant, fen] = [variant, fen].map(|value| value.map(String::from));
    let (board, _) = StartTags { variant, fen, set_up: set_up == Some("1") }.set_up(&B::usual());
    Some(board.is_none_or(|board| board.same_state(game.start())))
}

fn write_tags<B: PgnBoard>(out: &mut impl Write, game: &Game<B>, style: ExportStyle) -> fmt::Result {
    let is_right = is_right(game);
    let is_kept = |&(name, _): &(&str, &str)| is_right != Some(false) || !START_TAGS.contains(&name);
    if style.keep == Keep::Text {
        for (name, value) in game.tags.iter().filter(is_kept) {
            write_tag(out, name, value)?;
        }
    } else {
        for name in ROSTER {
            write_tag(out, name, game.tags.roster(name, game.result))?;
        }
        for (name, value) in game.tags.others().filter(is_kept) {
            write_tag(out, name, value)?;
        }
    }
    let start_tags = if is_right == Some(true) { Vec::new() } else { game.start().start_tags() };
    for (name, value) in &start_tags {
        write_tag(out, name, value)?;
    }
    let is_set_up = !start_tags.is_empty();
    if style.keep == Keep::Text && game.tags.is_empty() && !is_set_up { Ok(()) } else { out.write_char('\n') }
}

/// Writes a tag, unless its name has no character that can be written, or would become another name with a meaning.
fn write_tag(out: &mut impl Write, name: &str, value: &str) -> fmt::Result {
    let written = name.chars().filter(|c| !matches!(c, '\0'..=' ' | '\x7f' | '"' | '[' | ']'));
    let mut known = START_TAGS.iter().chain(&ROSTER);
    if written.clone().next().is_none() || known.any(|known| *known != name && written.clone().eq(known.chars())) {
        return Ok(());
    }
    out.write_char('[')?;
    for c in written {
        out.write_char(c)?;
    }
    out.write_str(" \"")?;
    write_escaped(out, value)?;
    out.write_str("\"]\n")
}

/// A line of moves while it is written.
struct Line<B> {
    /// The board before the move `last`.
    board: B,
    /// The number of that move.
    number: u32,
    last: NodeId,
    /// The number of siblings of the move that have been written, as variations after it.
    written: usize,
    /// `true` if the move is the main continuation, so that its siblings are variations to it.
    has_siblings: bool,
    is_variation: bool,
}

fn write_moves<B: PgnBoard, W: Write>(words: &mut WordWriter<'_, W>, game: &Game<B>) -> fmt::Result {
    words.annotations(game.node(game.root()).nags.as_slice(), &game.node(game.root()).comments)?;
    let Some(&first) = game.node(game.root()).children().first() else { return Ok(()) };
    let (board, number) = (*game.start(), game.start().fullmove_number());
    let mut lines =
        alloc::vec![Line { board, number, last: first, written: 0, has_siblings: true, is_variation: false }];
    write_move(words, game, &lines[0], true)?;
    while let Some(line) = lines.last_mut() {
        let siblings = match game.node(line.last).parent() {
            Some(parent) if line.has_siblings => &game.node(parent).children()[1..],
            _ => &[],
        };
        if let Some(&variation) = siblings.get(line.written) {
            line.written += 1;
            let variation = Line {
                board: line.board,
                number: line.number,
                last: variation,
                written: 0,
                has_siblings: false,
                is_variation: true,
            };
            words.open();
            write_move(words, game, &variation, true)?;
            lines.push(variation);
            continue;
        }
        match game.node(line.last).children().first() {
            Some(&next) => {
                let was_interrupted = line.written != 0 || !game.node(line.last).comments.is_empty();
                if line.board.side_to_move() == Color::Black {
                    line.number = line.number.saturating_add(1);
                }
                line.board = line.board.after(game.node(line.last).mv());
                (line.last, line.written, line.has_siblings) = (next, 0, true);
                write_move(words, game, line, was_interrupted)?;
            }
            None => {
                if line.is_variation {
                    words.close()?;
                }
                lines.pop();
            }
        }
    }
    Ok(())
}

/// Writes the last move of a line with its annotations.
fn write_move<B: PgnBoard, W: Write>(
    words: &mut WordWriter<'_, W>,
    game: &Game<B>,
    line: &Line<B>,
    needs_number: bool,
) -> fmt::Result {
    let node = game.node(line.last);
    let mut needs_number = needs_number;
    if let Some(before) = &node.before {
        words.annotations(&before.nags, &before.comments)?;
        needs_number = true;
    }
    match line.board.side_to_move() {
        Color::White => words.word(&alloc::format!("{}.", line.number))?,
        Color::Black if needs_number => words.word(&alloc::format!("{}...", line.number))?,
        Color::Black => {}
    }
    match (node.given(), node.mv()) {
        (Some(given), _) if words.style().keep == Keep::Text => words.word(given)?,
        (_, Some(m)) => words.word(&words.style().notation.text(&line.board, m))?,
        (_, None) => words.word("--")?,
    }
    words.annotations(&node.nags, &node.comments)
}
