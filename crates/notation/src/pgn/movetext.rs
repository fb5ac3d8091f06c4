//! The moves of a game: words, signs, comments, variations, and where it ends.

use memchr::{memchr, memchr2, memchr3};

use super::bytes::{Class, blanks, class, is_line_end, is_space, is_tag_start, is_word};
use super::reader::{MARGIN, Reader};
use super::source::Source;
use super::{Answer, GameResult, Nag, ProblemKind, Text, TextVisitor};
use crate::san::Repairs;

/// No move is longer; the longest known spelling has some twenty bytes.
const LONGEST_WORD: usize = 255;

/// What the reader knows of the game while it reads its moves.
struct State {
    /// False if the visitor skips the game.
    is_wanted: bool,
    /// How many variations are open.
    depth: usize,
    /// The depth of the line whose rest is passed over, and whether the visitor was told of its beginning.
    muted: Option<(usize, bool)>,
    /// Words and signs so far in the main line.
    plies: u32,
    result: Option<GameResult>,
    /// True if the moves have no board: comments are told up to the first of them, and nothing from there on.
    is_boardless: bool,
}

impl State {
    #[inline]
    const fn tells(&self) -> bool {
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

    /// What nearly all of a movetext is made of: moves, their numbers, and short comments. It stops before anything
    /// else, and behind a move that the visitor has something to say about.
    ///
    /// The place is kept in a register here, which the general loop above cannot.
    fn read_common(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Option<(Answer, u64)> {
        let window = self.source.window();
        let at_hand = if self.source.is_complete() { window.len() } else { window.len() - MARGIN };
        let stop = at_hand.min(usize::try_from(self.check_at.saturating_sub(self.base)).unwrap_or(usize::MAX));
        let tells = state.tells();
        let counted = u32::from(state.depth == 0);
        let mut pos = self.pos;
        let mut odd = None;
        while pos < stop {
            let byte = window[pos];
            match class(byte) {
                Class::Space | Class::Dot => pos += 1,
                Class::Letter => {
                    let length = common_word(&window[pos..]);
                    if length == 0 {
                        break;
                    }
                    state.plies += counted;
                    if tells {
                        match visitor.san(Text(&window[pos..pos + length])) {
                            Answer::Take => {}
                            answer => {
                                odd = Some((answer, self.base + pos as u64));
                                pos += length;
                                break;
                            }
                        }
                    }
                    pos += length;
                }
                Class::Digit => {
                    let mut end = pos + 1;
                    while end < window.len() && window[end].is_ascii_digit() {
                        end += 1;
                    }
                    let may_begin_again = byte == b'1' && end == pos + 1 && 2 <= state.plies;
                    if window.get(end) != Some(&b'.') || may_begin_again || LONGEST_WORD < end - pos {
                        break;
                    }
                    pos = end + 1;
                }
                Class::Brace => {
                    let Some(length) = common_comment(&window[pos + 1..]) else { break };
                    if tells {
                        visitor.comment(Text(&window[pos + 1..pos + 1 + length]));
                    }
                    pos += length + 2;
                }
                _ => break,
            }
        }
        self.pos = pos;
        odd
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
    fn tell_move(&mut self, visitor: &mut impl TextVisitor, state: &mut State, length: usize) {
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

    /// True if the word of this length is no move but a sign, an en passant suffix or a result; then it is passed.
    #[cold]
    fn is_sign(&mut self, visitor: &mut impl TextVisitor, state: &mut State, length: usize) -> bool {
        let word = &self.rest()[..length];
        let offset = self.offset();
        let (nag, kind) = if matches!(word, b"e.p." | b"ep" | b"e.p") {
            (None, ProblemKind::Repaired(Repairs::EN_PASSANT_SUFFIX))
        } else if let Some(nag) = Nag::of_sign(word) {
            (Some(nag), ProblemKind::Sign)
        } else if let Some((result, _)) = GameResult::read(word) {
            if state.depth == 0 {
                state.result = Some(result);
            }
            (None, if state.depth == 0 { ProblemKind::ResultForm } else { ProblemKind::ResultInVariation })
        } else if word.iter().all(|&byte| !byte.is_ascii()) && is_blank_or_dots(word) {
            self.pos += length;
            return true;
        } else {
            return false;
        };
        self.pos += length;
        if state.tells() {
            if let Some(nag) = nag {
                visitor.nag(nag);
            }
            self.report(visitor, offset, kind);
        }
        true
    }

    /// A word that goes on and on.
    #[cold]
    fn too_long(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
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

    /// `!`, `?!` and the like.
    fn read_suffix(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        let rest = self.rest();
        let length = rest.iter().take(8).take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let offset = self.offset();
        let nag = Nag::of_suffix(&rest[..length]);
        self.pos += length;
        match nag {
            _ if !state.tells() => {}
            Some(nag) => visitor.nag(nag),
            None => self.report(visitor, offset, ProblemKind::Nag),
        }
    }

    /// `$` and a number.
    fn read_nag(&mut self, visitor: &mut impl TextVisitor, state: &State) {
        let offset = self.offset();
        let digits = self.rest()[1..].iter().take(LONGEST_WORD).take_while(|byte| byte.is_ascii_digit());
        let (length, number) = digits.fold((1, 0u32), |(length, number), digit| {
            (length + 1, number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
        });
        self.pos += length;
        match u8::try_from(number) {
            _ if !state.tells() => {}
            Ok(number) if 1 < length => visitor.nag(Nag(number)),
            _ => self.report(visitor, offset, ProblemKind::Nag),
        }
    }

    /// A sign such as `+-`, or a null move such as `--`.
    fn read_sign(&mut self, visitor: &mut impl TextVisitor, state: &mut State) -> Result<(), S::Error> {
        let rest = self.rest();
        let bound = rest.len().min(LONGEST_WORD + 1);
        let length = rest[..bound].iter().position(|&byte| !is_word(byte)).unwrap_or(bound);
        if LONGEST_WORD < length {
            return self.too_long(visitor, state);
        }
        let is_null_move = matches!(&rest[..length], b"--" | b"@@@@");
        if is_null_move || !self.is_sign(visitor, state, length) {
            self.tell_move(visitor, state, length);
        }
        Ok(())
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

    /// A comment in braces, which may go over many lines.
    pub(super) fn read_comment(&mut self, visitor: &mut impl TextVisitor, tells: bool) -> Result<(), S::Error> {
        let start = self.offset();
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let searched = usize::try_from(self.no_brace_to.saturating_sub(start)).unwrap_or(usize::MAX);
            let from = searched.clamp(1, bound.max(1));
            if let Some(length) = memchr(b'}', &window[from..bound]) {
                let text = Text(&window[1..from + length]);
                let is_utf8 = !tells || text.is_utf8();
                if tells {
                    visitor.comment(text);
                }
                self.pos += from + length + 1;
                if !is_utf8 {
                    self.report(visitor, start, ProblemKind::NotUtf8);
                }
                return Ok(());
            }
            self.no_brace_to = self.no_brace_to.max(start + bound as u64);
            let is_at_limit = bound < window.len() || self.limits.comment.saturating_add(2) == bound;
            if is_at_limit || self.source.is_complete() {
                return self.read_endless_comment(visitor, tells, bound, is_at_limit);
            }
            self.refill()?;
        }
    }

    /// A comment without its end, as far as can be seen: a game that begins in it is not lost.
    #[cold]
    fn read_endless_comment(
        &mut self,
        visitor: &mut impl TextVisitor,
        tells: bool,
        bound: usize,
        is_at_limit: bool,
    ) -> Result<(), S::Error> {
        let start = self.offset();
        let window = &self.source.window()[self.pos..self.pos + bound];
        let next_game = line_ends(window).find(|&at| is_tag_start(&window[at + 1..])).map(|at| at + 1);
        let is_unclosed = next_game.is_some() || !is_at_limit;
        let end = next_game.unwrap_or(if is_at_limit { bound - 1 } else { bound });
        if tells {
            visitor.comment(Text(window[1..end].trim_ascii_end()));
            let kind = if is_unclosed { ProblemKind::UnclosedComment } else { ProblemKind::CommentLimit };
            self.report(visitor, start, kind);
        }
        self.pos += end;
        if !is_unclosed {
            self.skip_comment()?;
        }
        Ok(())
    }

    /// Passes over the rest of a comment, up to its brace or the next game.
    fn skip_comment(&mut self) -> Result<(), S::Error> {
        loop {
            self.ensure()?;
            let rest = self.rest();
            let Some(at) = memchr3(b'}', b'\n', b'\r', rest) else {
                self.pos += rest.len();
                if self.source.is_complete() {
                    return Ok(());
                }
                continue;
            };
            let is_brace = rest[at] == b'}';
            self.pos += at + 1;
            self.ensure()?;
            if is_brace || is_tag_start(self.rest()) {
                return Ok(());
            }
        }
    }

    /// A comment up to the end of the line.
    pub(super) fn read_line_comment(&mut self, visitor: &mut impl TextVisitor, tells: bool) -> Result<(), S::Error> {
        let start = self.offset();
        loop {
            let window = &self.source.window()[self.pos..];
            let bound = window.len().min(self.limits.comment.saturating_add(2));
            let end = memchr2(b'\n', b'\r', &window[..bound]);
            let is_at_limit = bound == self.limits.comment.saturating_add(2);
            if end.is_none() && !is_at_limit && !self.source.is_complete() {
                self.refill()?;
                continue;
            }
            let text = Text(&window[1..end.unwrap_or(if is_at_limit { bound - 1 } else { bound })]);
            let is_utf8 = !tells || text.is_utf8();
            if tells {
                visitor.comment(text);
            }
            let is_cut = end.is_none() && is_at_limit;
            self.pos += end.unwrap_or(bound);
            if tells && is_cut {
                self.report(visitor, start, ProblemKind::CommentLimit);
            }
            if !is_utf8 {
                self.report(visitor, start, ProblemKind::NotUtf8);
            }
            return self.skip_line();
        }
    }
}

/// The length of the word at the front if it can be nothing but a move with a blank behind it, else 0.
#[inline]
fn common_word(bytes: &[u8]) -> usize {
    // The longest of them are like `Qa1xb2#`. No CPU can guess the length, so it is counted without a branch.
    let Some(front) = bytes.first_chunk::<8>() else { return 0 };
    let mut words = 0;
    for (index, &byte) in front.iter().enumerate() {
        words |= u32::from(is_word(byte)) << index;
    }
    let length = words.trailing_ones() as usize;
    if front.len() <= length {
        return 0;
    }
    let last = front[length - 1];
    let is_move = last.is_ascii_digit()
        || matches!(last, b'+' | b'#')
        || (3 <= length && matches!(last, b'O' | b'Q' | b'R' | b'B' | b'N'));
    if is_move && matches!(front[length], b' ' | b'\n' | b'\r') { length } else { 0 }
}

/// How long a comment is that is short and ASCII.
#[inline]
fn common_comment(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let mut seen = 0;
    for (index, chunk) in bytes.chunks_exact(8).take(8).enumerate() {
        let chunk = u64::from_le_bytes(chunk.try_into().ok()?);
        seen |= chunk;
        // The lowest of the highest bits that are set belongs to the first byte that is a brace.
        let other = chunk ^ (ONES * b'}' as u64);
        let braces = other.wrapping_sub(ONES) & !other & HIGHS;
        if braces != 0 {
            return (seen & HIGHS == 0).then_some(8 * index + braces.trailing_zeros() as usize / 8);
        }
    }
    None
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

/// True for no-break spaces and ellipses.
fn is_blank_or_dots(word: &[u8]) -> bool {
    matches!(core::str::from_utf8(word), Ok(text) if text.chars().all(|c| c == '…' || c.is_whitespace() || c == '\u{feff}'))
        || word.iter().all(|&byte| byte == 0xa0)
}

/// The places of line ends.
fn line_ends(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    memchr::memchr2_iter(b'\n', b'\r', bytes).filter(|&at| is_line_end(bytes[at]))
}
