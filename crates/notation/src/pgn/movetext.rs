//! The moves of a game: words, signs, comments, variations, and where it ends.

use memchr::memchr3;

use super::bytes::{Class, blanks, class, is_space, is_tag_start, is_word};
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::{Answer, GameResult, ProblemKind, Text, TextVisitor};

/// No move is longer; the longest known spelling has some twenty bytes.
pub(super) const LONGEST_WORD: usize = 255;

/// What the reader knows of the game while it reads its moves.
pub(super) struct State {
    /// False if the visitor skips the game.
    is_wanted: bool,
    /// How many variations are open.
    pub(super) depth: usize,
    /// The depth of the line whose rest is passed over, and whether the visitor was told of its beginning.
    muted: Option<(usize, bool)>,
    /// Words and signs so far in the main line.
    pub(super) plies: u32,
    pub(super) result: Option<GameResult>,
    /// True if the moves have no board: comments are told up to the first of them, and nothing from there on.
    is_boardless: bool,
}

impl State {
    #[inline]
    pub(super) const fn tells(&self) -> bool {
        self.is_wanted && self.muted.is_none()
    }

    /// Passes over the rest of the current line.
    fn mute(&mut self) {
        if self.muted.is_none() {
            self.muted = Some((self.depth, true));
        }
    }
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    End,
}

impl<S: Source> Reader<S> {
    pub(super) fn read_moves(&mut self, visitor: &mut impl TextVisitor, is_wanted: bool) -> Result<(), S::Error> {
        let mut state = State { is_wanted, depth: 0, muted: None, plies: 0, result: None, is_boardless: false };
        if is_wanted {
            let answer = visitor.begin_moves();
            match (answer, self.fen_place) {
                (Answer::Noted(kind), Some(place)) => self.report_at(visitor, place, *kind),
                (Answer::Refused(kind), place) => {
                    let place = place.unwrap_or_else(|| self.place(self.offset()));
                    self.report_at(visitor, place, *kind);
                    state.is_boardless = true;
                }
                (answer, _) => self.odd_answer(visitor, &mut state, answer, self.offset()),
            }
        }
        self.read_words(visitor, &mut state)?;
        self.finish(visitor, &state);
        Ok(())
    }

    /// The loop over everything that may stand among moves.
    fn read_words(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        loop {
            self.ensure()?;
            let odd = if state.is_boardless { None } else { self.read_common(visitor, state) };
            if let Some((answer, offset)) = odd {
                self.odd_answer(visitor, state, answer, offset);
                continue;
            }
            let rest = self.rest();
            let Some(space) = rest.iter().position(|&byte| !is_space(byte)) else {
                self.pos += rest.len();
                if self.source.is_complete() {
                    return Ok(());
                }
                continue;
            };
            let byte = rest[space];
            let left = rest.len() - space;
            self.pos += space;
            if left < MARGIN && !self.source.is_complete() {
                continue;
            }
            if self.check_at < self.offset() {
                self.check_limits(visitor, state);
            }
            match class(byte) {
                Class::Letter => self.read_word(visitor, state)?,
                Class::Digit => {
                    if self.read_digits(visitor, state)? == Flow::End {
                        return Ok(());
                    }
                }
                Class::Brace => self.read_comment(visitor, state.tells())?,
                Class::Dot => self.pos += 1,
                Class::Suffix => self.read_suffix(visitor, state),
                Class::Dollar => self.read_nag(visitor, state),
                Class::Open => self.open(visitor, state),
                Class::Close => self.close(visitor, state),
                Class::Sign => self.read_sign(visitor, state)?,
                Class::Semicolon => self.read_line_comment(visitor, state.tells())?,
                Class::Star => {
                    self.pos += 1;
                    if self.read_result(visitor, state, GameResult::Unknown, 1)? == Flow::End {
                        return Ok(());
                    }
                }
                Class::Percent if self.is_at_line_start() => self.skip_line()?,
                Class::Bracket => {
                    let rest = self.rest();
                    if is_tag_start(rest) {
                        return Ok(());
                    }
                    let length = memchr3(b']', b'\n', b'\r', rest);
                    let length = length.map_or(1, |at| at + usize::from(rest[at] == b']'));
                    self.stray(visitor, state, byte, length);
                }
                Class::Angle => {
                    let rest = self.rest();
                    match memchr3(b'>', b'\n', b'\r', &rest[..rest.len().min(LONGEST_WORD)]) {
                        Some(at) if rest[at] == b'>' => {
                            let offset = self.offset();
                            self.pos += at + 1;
                            if state.tells() {
                                self.report(visitor, offset, ProblemKind::Reserved);
                            }
                        }
                        _ => self.stray(visitor, state, byte, 1),
                    }
                }
                Class::Percent | Class::Stray | Class::Space => self.stray(visitor, state, byte, 1),
            }
        }
    }

    #[cold]
    fn stray(&mut self, visitor: &mut impl TextVisitor, state: &State, byte: u8, length: usize) {
        let offset = self.offset();
        self.pos += length;
        if state.tells() {
            self.report(visitor, offset, ProblemKind::Stray(byte));
        }
    }

    #[cold]
    fn check_limits(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        let offset = self.offset();
        self.count_lines(offset);
        let kind = if self.limits.game < offset - self.game_start {
            ProblemKind::GameLimit
        } else if self.limits.line < offset.saturating_sub(self.lines.start) {
            ProblemKind::LineLimit
        } else {
            self.check_at = self.next_check();
            return;
        };
        if state.tells() {
            self.report(visitor, offset, kind);
        }
        // The main line is given up, and every variation of it.
        self.check_at = u64::MAX;
        state.muted = match state.muted {
            Some((0, told)) => Some((0, told)),
            Some((depth, told)) => {
                self.end_variations(visitor, depth - 1 + usize::from(told));
                Some((0, true))
            }
            None => {
                self.end_variations(visitor, state.depth);
                Some((0, true))
            }
        };
    }

    fn end_variations(&mut self, visitor: &mut impl TextVisitor, count: usize) {
        for _ in 0..count {
            if let Answer::Noted(kind) | Answer::Refused(kind) = visitor.end_variation() {
                self.report(visitor, self.offset(), *kind);
            }
        }
    }

    /// What is due when the moves have ended.
    fn finish(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        if !state.is_wanted {
            return;
        }
        let open = match state.muted {
            None => state.depth,
            Some((0, _)) => 0,
            Some((depth, told)) => depth - 1 + usize::from(told),
        };
        if open != 0 || matches!(state.muted, Some((1.., _))) {
            self.report(visitor, self.offset(), ProblemKind::UnclosedVariation);
        }
        self.end_variations(visitor, open);
        match (state.result, self.result_tag) {
            (None, _) => self.report(visitor, self.offset(), ProblemKind::MissingResult),
            (Some(moves), Some(tag)) if moves != tag => {
                self.report(visitor, self.offset(), ProblemKind::ResultMismatch { tag, moves });
            }
            _ => {}
        }
        if let Some(result) = state.result {
            visitor.result(result);
        }
    }

    /// A word that begins with a letter: a move, or one of a few signs.
    fn read_word(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let rest = self.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let mut length = rest[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
        // Few words are followed by anything but a blank.
        match rest.get(length) {
            None | Some(b' ' | b'\n' | b'\r') => {}
            Some(_) => length = with_tail(rest, length),
        }
        if LONGEST_WORD < length {
            return self.too_long(visitor, state);
        }
        let last = rest[length - 1];
        if !last.is_ascii_digit() && !matches!(last, b'+' | b'#') && self.is_sign(visitor, state, length) {
            return Ok(());
        }
        self.tell_move(visitor, state, length);
        Ok(())
    }

    /// Hands a word of the next `length` bytes to the visitor as a move.
    pub(super) fn tell_move(&mut self, visitor: &mut impl TextVisitor, state: &mut State, length: usize) {
        if state.is_boardless {
            state.mute();
        }
        let text = Text(&self.source.window()[self.pos..self.pos + length]);
        state.plies += u32::from(state.depth == 0);
        let answer = if state.tells() { visitor.san(text) } else { Answer::Take };
        let offset = self.offset();
        self.pos += length;
        self.odd_answer(visitor, state, answer, offset);
    }

    #[cold]
    fn odd_answer(&mut self, visitor: &mut impl TextVisitor, state: &mut State, answer: Answer, offset: u64) {
        match answer {
            Answer::Take => {}
            Answer::Skip => state.mute(),
            Answer::Noted(kind) => self.report(visitor, offset, *kind),
            Answer::Refused(kind) => {
                self.report(visitor, offset, *kind);
                state.mute();
            }
        }
    }

    /// A word that goes on and on.
    #[cold]
    pub(super) fn too_long(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let offset = self.offset();
        if state.tells() {
            self.report(visitor, offset, ProblemKind::TooLongWord);
        }
        state.mute();
        loop {
            let rest = self.rest();
            let length = rest.iter().position(|&byte| !is_word(byte));
            self.pos += length.unwrap_or(rest.len());
            if length.is_some() || self.source.is_complete() {
                return Ok(());
            }
            self.refill()?;
        }
    }

    /// Digits: the number of a move, a result, castling with zeros, or a null move.
    fn read_digits(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<Flow, S::Error> {
        let rest = self.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let digits = rest[..bound].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bound);
        if LONGEST_WORD < digits {
            self.too_long(visitor, state)?;
            return Ok(Flow::On);
        }
        match rest.get(digits) {
            Some(b'-' | b'/' | b':' | 0x80..) => {
                let length = rest[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
                if LONGEST_WORD < length {
                    self.too_long(visitor, state)?;
                } else if let Some((result, is_standard)) = GameResult::read(&rest[..length]) {
                    let offset = self.offset();
                    self.pos += length;
                    if !is_standard && state.tells() {
                        self.report(visitor, offset, ProblemKind::ResultForm);
                    }
                    return self.read_result(visitor, state, result, length);
                } else {
                    self.tell_move(visitor, state, length);
                }
            }
            Some(b'.') if self.begins_again(state, digits) => return Ok(Flow::End),
            _ if &rest[..digits] == b"0000" => self.tell_move(visitor, state, digits),
            _ => self.pos += digits,
        }
        Ok(Flow::On)
    }

    /// True if a `1.` at the start of a line must be the first move of another game.
    fn begins_again(&self, state: &State, digits: usize) -> bool {
        let rest = self.rest();
        rest[0] == b'1'
            && digits == 1
            && 2 <= state.plies
            && state.depth == 0
            && rest.get(2) != Some(&b'.')
            && self.is_at_line_start()
    }

    /// A result has been passed: what stands behind it in its line tells whether it ends the game.
    fn read_result(
        &mut self,
        visitor: &mut impl TextVisitor,
        state: &mut State,
        result: GameResult,
        length: usize,
    ) -> Result<Flow, S::Error> {
        let offset = self.offset() - length as u64;
        if state.depth != 0 {
            if state.tells() {
                self.report(visitor, offset, ProblemKind::ResultInVariation);
            }
            return Ok(Flow::On);
        }
        if result != GameResult::Unknown || state.result.is_none() {
            state.result = Some(result);
        }
        loop {
            self.ensure()?;
            let rest = self.rest();
            let space = blanks(rest);
            if space == rest.len() && !self.source.is_complete() {
                self.pos += space;
                continue;
            }
            let rest = &rest[space..];
            match *rest {
                [] | [b'\n' | b'\r' | b'[', ..] | [b'1', b'.', ..] => return Ok(Flow::End),
                [b'{', ..] => {
                    self.pos += space;
                    self.read_comment(visitor, state.tells())?;
                }
                [b';', ..] => {
                    self.pos += space;
                    self.read_line_comment(visitor, state.tells())?;
                }
                [byte, ..] if is_space(byte) => self.pos += space + 1,
                [_, ..] => {
                    self.pos += space;
                    if state.tells() {
                        self.report(visitor, offset, ProblemKind::ResultWithin);
                    }
                    return Ok(Flow::On);
                }
            }
        }
    }

    fn open(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        let offset = self.offset();
        self.pos += 1;
        if state.is_boardless {
            state.mute();
        }
        state.depth += 1;
        if !state.tells() {
            return;
        }
        let answer = if self.limits.depth < state.depth {
            Answer::refused(ProblemKind::DepthLimit)
        } else {
            visitor.begin_variation()
        };
        match answer {
            Answer::Take => {}
            Answer::Noted(kind) => self.report(visitor, offset, *kind),
            Answer::Skip => state.muted = Some((state.depth, false)),
            Answer::Refused(kind) => {
                self.report(visitor, offset, *kind);
                state.muted = Some((state.depth, false));
            }
        }
    }

    fn close(&mut self, visitor: &mut impl TextVisitor, state: &mut State) {
        let offset = self.offset();
        self.pos += 1;
        if state.depth == 0 {
            if state.tells() {
                self.report(visitor, offset, ProblemKind::UnopenedVariation);
            }
            return;
        }
        let is_told = match state.muted {
            None => true,
            Some((depth, told)) if depth == state.depth => {
                state.muted = None;
                told
            }
            Some(_) => false,
        };
        state.depth -= 1;
        if is_told && state.is_wanted {
            if let Answer::Noted(kind) | Answer::Refused(kind) = visitor.end_variation() {
                self.report(visitor, offset, *kind);
            }
        }
    }
}

/// The length of a word with a promotion in parentheses or the dots of `e.p.`, if they follow.
#[cold]
fn with_tail(rest: &[u8], length: usize) -> usize {
    match &rest[length..] {
        [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', tail @ ..]
            if matches!(rest[length - 1], b'1' | b'8') =>
        {
            let more = tail.iter().take(4).take_while(|byte| matches!(byte, b'+' | b'#')).count();
            length + 3 + more
        }
        [b'.', b'p', b'.', ..] if rest[length - 1] == b'e' => length + 3,
        [b'.', b'p', ..] if rest[length - 1] == b'e' => length + 2,
        _ => length,
    }
}
