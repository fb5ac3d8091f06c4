//! Patterns for the positions and moves of a main line.

use core::convert::Infallible;
use core::ops::{ControlFlow, RangeInclusive};

use gardez_notation::pgn::{Game, GameError, PgnBoard, Played, Reader, Verdict, Visitor, Word, Words};
use gardez_notation::san::San;
use gardez_position::{Board, FenError, material_key};
use gardez_types::{CastlingRights, Color, ParseError, Piece, PieceType, errors};

use super::squares::Squares;

/// The most moves that are looked for anywhere: a bit for each.
const MOST_MOVES: usize = 64;

/// A pattern for the main line of a game: a position, material or moves. Games of variants match none.
///
/// ```
/// use gardez_data::GameTexts;
/// use gardez_data::select::{Condition, LinePattern, Selection};
///
/// let pgn = "1. e4 c5 2. Nf3 *\n\n1. e4 e5 2. Nf3 *\n\n1. Nf3 c5 2. e4 *";
/// for (pattern, games) in [
///     (LinePattern::fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -")?, 2),
///     (LinePattern::fen("*/*/*/??p*/4P3/*/*/*")?, 2),
///     (LinePattern::moves("1. e4 c5")?, 1),
///     (LinePattern::moves_anywhere("c5 Nf3")?, 1),
/// ] {
///     let mut selection = Selection { conditions: vec![Condition::Line(pattern)], ..Selection::default() };
///     selection.each(&mut GameTexts::new(pgn.as_bytes()), |_, _| Ok::<_, gardez_data::GameTextError>(()))?;
///     assert_eq!(selection.found, games);
/// }
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinePattern {
    kind: Kind,
    plies: RangeInclusive<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Position(Box<Board>),
    Squares {
        squares: Squares,
        side_to_move: Option<Color>,
        castling: Option<CastlingRights>,
    },
    Material {
        keys: [u64; 2],
        kept: u64,
    },
    /// A start position, and moves without their marks.
    Moves(Box<Board>, Vec<String>),
    MovesAnywhere(Vec<String>),
}

errors! {
    /// The reason a text is not a [`LinePattern`].
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum LinePatternError {
        /// The FEN cannot be read.
        Fen(error: FenError) = error => span error.span()? => from FenError;
        /// The moves cannot be read.
        Moves(error: Box<GameError>) = error => span error.span()?;
        /// The text is something else than expected.
        Other(error: ParseError) = error => span error.span()? => from ParseError;
    }
}

/// How far a pattern is matched; the number is for the pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    Open(u64),
    Met,
    Failed,
}

impl LinePattern {
    /// Returns the pattern of a position that a FEN describes. What the FEN does not say makes no difference.
    ///
    /// A FEN of four fields or more is read as usual, and its counters are ignored. With fewer fields, only these are
    /// compared. In place of the pieces on squares, a FEN can have:
    ///
    /// | text | matches |
    /// |---|---|
    /// | `?` | any square |
    /// | `*` | any number of squares, also none |
    /// | `!`, `A`, `a` | any piece, any white piece, any black piece |
    /// | `[Qr]`, `[^Pp]` | one of these, anything else; `A` and `a` may occur |
    ///
    /// In a FEN with such marks, and for fields that are `?` or `*`, the en passant square is ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is neither a FEN nor such a pattern.
    pub fn fen(text: &str) -> Result<Self, LinePatternError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, rest) = fields.split_first().map_or(("", &[][..]), |(board, rest)| (*board, rest));
        let is_open = |field: &&str| matches!(*field, "?" | "*");
        let is_whole = 3 <= rest.len() && !rest.iter().take(3).any(is_open);
        if is_whole && !board.contains(['?', '*', '!', 'A', 'a', '[']) {
            return Ok(Kind::Position(Box::new(text.parse()?)).into());
        }
        let squares = board.parse()?;
        let given = |index: usize| rest.get(index).copied().filter(|field| !is_open(field));
        let refused = |_| ParseError::Word { expected: "w or b, then castling rights, after the squares; ? for any" };
        let side_to_move = given(0).map(str::parse).transpose().map_err(refused)?;
        let castling = given(1).map(str::parse).transpose().map_err(refused)?;
        Ok(Kind::Squares { squares, side_to_move, castling }.into())
    }

    /// Returns the pattern of material such as `KRPvKR`, of which either color can have the first half. The material
    /// does not change for this number of plies.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not the pieces of two sides.
    pub fn material(text: &str, kept: u32) -> Result<Self, LinePatternError> {
        const EXPECTED: &str = "the pieces of two sides, such as KRPvKR";
        let second = text.char_indices().skip(1).find(|(_, letter)| matches!(letter, 'v' | 'V' | 'K'));
        let (at, letter) = second.ok_or(ParseError::Word { expected: EXPECTED })?;
        let after = at + usize::from(letter != 'K');
        let mut keys = [[0; Piece::COUNT]; 2];
        for (start, side, color) in [(0, &text[..at], Color::White), (after, &text[after..], Color::Black)] {
            let mut counts = [0_u8; 6];
            for (offset, found) in side.char_indices() {
                let wrong = ParseError::Character { expected: EXPECTED, found, at: start + offset };
                let piece_type = PieceType::from_letter(found.to_ascii_lowercase()).ok_or(wrong)?;
                let count = &mut counts[piece_type.index()];
                *count += 1;
                if *count > if piece_type == PieceType::King { 1 } else { 10 } {
                    return Err(wrong.into());
                }
            }
            counts[PieceType::King.index()] = 1;
            for piece_type in PieceType::ALL {
                for (counted, color) in keys.iter_mut().zip([color, !color]) {
                    counted[Piece::new(color, piece_type).index()] = counts[piece_type.index()];
                }
            }
        }
        Ok(Kind::Material { keys: keys.map(|counts| material_key(&counts)), kept: kept.into() }.into())
    }

    /// Returns the pattern of moves with which a game begins, such as `1. e4 c5`, from the start position.
    ///
    /// # Errors
    ///
    /// Returns an error if a move is not legal.
    pub fn moves(text: &str) -> Result<Self, LinePatternError> {
        let game: Game = text.parse().map_err(|error| LinePatternError::Moves(Box::new(error)))?;
        let (start, mut board) = (Box::new(*game.start()), *game.start());
        let words = game.main_line().filter_map(|id| game.node(id).mv()).map(|m| {
            let san = San::new(&board, m);
            board.do_move(m);
            without_mark(&san).to_owned()
        });
        Ok(Kind::Moves(start, words.collect()).into())
    }

    /// Returns the pattern of moves in SAN that follow each other anywhere in a game, such as `Bxh7+ Kxh7 Ng5+`.
    ///
    /// # Errors
    ///
    /// Returns an error if a word is not SAN, or if there are more than 64 moves, or none.
    pub fn moves_anywhere(text: &str) -> Result<Self, LinePatternError> {
        let mut words = Collected::default();
        let Ok(_) = Reader::from_bytes(text.as_bytes()).read_text(&mut words);
        let is_san = |word: &String| {
            let target = word.split('=').next().unwrap_or_default().as_bytes();
            matches!(target, [.., b'a'..=b'h', b'1'..=b'8'] | b"O-O" | b"O-O-O")
                && word.bytes().all(|byte| b"KQRBNabcdefgh12345678x=O-".contains(&byte))
        };
        if !(1..=MOST_MOVES).contains(&words.0.len()) || !words.0.iter().all(is_san) {
            return Err(ParseError::Word { expected: "1 to 64 moves in SAN, such as Bxh7+ Kxh7" }.into());
        }
        Ok(Kind::MovesAnywhere(words.0).into())
    }

    /// Sets the plies at which positions, material and moves anywhere are looked for. Ply 0 is the start.
    #[must_use]
    pub fn with_plies(self, plies: RangeInclusive<u32>) -> Self {
        Self { plies, ..self }
    }

    /// Continues with the position after this number of plies.
    pub(super) fn position(&self, ply: u32, board: &Board, progress: &mut Progress) {
        let Progress::Open(count) = *progress else { return };
        let is_met = match &self.kind {
            Kind::Moves(start, _) if ply == 0 && **start != *board => {
                *progress = Progress::Failed;
                return;
            }
            Kind::Moves(..) | Kind::MovesAnywhere(_) => return,
            _ if ply < *self.plies.start() => return,
            _ if *self.plies.end() < ply => {
                *progress = Progress::Failed;
                return;
            }
            Kind::Position(wanted) => wanted.raw_key() == board.raw_key() && **wanted == *board,
            Kind::Squares { squares, side_to_move, castling } => {
                side_to_move.is_none_or(|side| side == board.side_to_move())
                    && squares.matches(board.piece_array())
                    && castling.is_none_or(|rights| rights == board.castling_rights())
            }
            Kind::Material { keys, kept } => {
                let is_there = keys.contains(&board.state().material_key());
                *progress = Progress::Open(if is_there { count + 1 } else { 0 });
                is_there && *kept <= count
            }
        };
        if is_met {
            *progress = Progress::Met;
        }
    }

    /// Continues with the move that leads to the position after this number of plies.
    pub(super) fn play<B: PgnBoard>(&self, ply: u32, played: &Played<'_, B>, progress: &mut Progress) {
        let Progress::Open(state) = *progress else { return };
        *progress = match &self.kind {
            Kind::Moves(_, words) => match words.get(ply as usize - 1) {
                Some(word) if !is_played(word, played) => Progress::Failed,
                Some(_) if (ply as usize) < words.len() => Progress::Open(0),
                _ => Progress::Met,
            },
            Kind::MovesAnywhere(_) if *self.plies.end() < ply => Progress::Failed,
            Kind::MovesAnywhere(words) if *self.plies.start() < ply => {
                // Bit n says that the last n + 1 moves are the first words.
                let mut after = 0;
                for (index, word) in words.iter().enumerate() {
                    let bit = 1 << index;
                    if ((state << 1) | 1) & bit != 0 && is_played(word, played) {
                        after |= bit;
                    }
                }
                if after >> (words.len() - 1) == 0 { Progress::Open(after) } else { Progress::Met }
            }
            _ => return,
        };
    }
}

impl From<Kind> for LinePattern {
    fn from(kind: Kind) -> Self {
        Self { kind, plies: 0..=u32::MAX }
    }
}

/// Returns `true` if a move is written so in SAN.
fn is_played<B: PgnBoard>(word: &str, played: &Played<'_, B>) -> bool {
    match played.mv {
        Some(m) if !played.repairs.is_empty() => without_mark(&played.before.san(m)) == word,
        _ => {
            let text = played.text.as_bytes();
            text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")).unwrap_or(text) == word.as_bytes()
        }
    }
}

fn without_mark(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

#[derive(Default)]
struct Collected(Vec<String>);

impl Visitor<Words> for Collected {
    type Break = Infallible;

    fn play(&mut self, word: Word<'_>) -> ControlFlow<Infallible, Verdict> {
        self.0.push(without_mark(&word.text.to_str()).to_owned());
        ControlFlow::Continue(Verdict::Take)
    }
}
