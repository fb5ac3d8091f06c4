//! Evaluations in the comments of a PGN, in the spellings of all programs.

use gardez_notation::pgn::{Annotation, CommentPart, MoveEvaluation, Score, comment_parts};
use gardez_types::Color;

/// The evaluations that a comment after a move has for the positions before and after it, from White's point of view.
///
/// | spelling | program | about |
/// |---|---|---|
/// | `[%eval 0.36]`, `[%eval 0.36,22]`, `[%eval #-3]`, also `M3` and `-M3` | Lichess, chess.com | the position after the move |
/// | `+0.35/12 1.2s`, `-M4/20 0.1s`, `+0.31/12 0.103s, n=24680, ...` | cutechess, fastchess, others | before; its player sees it, and counts plies to the mate |
/// | `(Nf3 d5) +0.35/12 5` | Arena, XBoard | the same |
/// | `d=20, sd=34, mt=1034, ..., wv=0.35, ...` | TCEC | before; plies to the mate |
/// | `[%evp 0,3,20,15,19,31]` | ChessBase | a number of centipawns for each position of the game |
/// | `[%policy e2e4 550,d2d4 300]` | Gardez | the moves that a search preferred after the move |
///
/// The last command of a kind counts. Everything else is text.
///
/// ```
/// use gardez_data::Comment;
/// use gardez_notation::pgn::Score;
/// use gardez_types::Color;
///
/// let before = |text| Comment::read(text, Color::Black).before.map(|found| (found.score, found.depth));
/// assert_eq!(before("+0.35/12 1.2s"), Some((Score::Centipawns(-35), Some(12))));
/// assert_eq!(before("-M4/20 0.1s, mated"), Some((Score::Mate(2), Some(20))));
/// assert_eq!(before("d=31, mt=90, wv=0.35, R50=50"), Some((Score::Centipawns(35), Some(31))));
/// let after = Comment::read("[%clk 0:03:00] [%eval #-3]", Color::Black).after;
/// assert_eq!(after, Some(Score::Mate(-3).into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Comment<'a> {
    /// The position before the move.
    pub before: Option<MoveEvaluation>,
    /// The position after the move.
    pub after: Option<MoveEvaluation>,
    /// The positions of the whole game: the numbers of the first and the last one, and their centipawns.
    pub profile: Option<&'a str>,
    /// The preferred moves.
    pub policy: Option<&'a str>,
}

impl<'a> Comment<'a> {
    /// Reads a comment after a move of `mover`.
    pub fn read(comment: &'a str, mover: Color) -> Self {
        let mut read = Self::default();
        // Most comments are clocks, which have none of these letters.
        if !comment.bytes().any(|byte| matches!(byte, b'v' | b'/' | b'y')) {
            return read;
        }
        for part in comment_parts(comment) {
            match part {
                CommentPart::Command(Annotation::Evaluation { score, depth }) => {
                    read.after = Some(MoveEvaluation { score, depth });
                }
                CommentPart::Command(Annotation::Other { name: "evp", value }) => read.profile = Some(value),
                CommentPart::Command(Annotation::Other { name: "policy", value }) => read.policy = Some(value),
                CommentPart::Text(text) => read.before = read.before.or_else(|| of_move(text, mover)),
                CommentPart::Command(_) => {}
            }
        }
        read
    }

    /// Returns the evaluations of [`profile`](Self::profile) by position; 0 is the one before the first move.
    pub fn profile_items(&self) -> impl Iterator<Item = (usize, Score)> + use<'a> {
        let mut items = self.profile.unwrap_or_default().split(',').map(|item| item.trim().parse::<i32>().ok());
        let first = items.next().flatten().and_then(|first| usize::try_from(first).ok());
        let numbers = items.skip(1).enumerate();
        numbers.filter_map(move |(place, item)| Some((first?.checked_add(place)?, Score::Centipawns(item?))))
    }
}

/// Reads what an engine said when it made the move.
fn of_move(text: &str, mover: Color) -> Option<MoveEvaluation> {
    let (score, depth) = match of_mover(text) {
        Some((score, depth)) => (score.relative_to(mover), depth),
        None => of_white(text)?,
    };
    let score = match score {
        // The player who mates makes one ply more than the other.
        Score::Mate(plies) => Score::Mate(plies / 2 + plies % 2),
        score => score,
    };
    Some(MoveEvaluation { score, depth })
}

/// Reads `+0.35/12 1.2s` or `-M4/20 0.1s`, perhaps after moves in parentheses.
fn of_mover(text: &str) -> Option<(Score, Option<u32>)> {
    let text = text.trim_start();
    let text = text.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(text, |(_, rest)| rest);
    let word = text.split_ascii_whitespace().next()?.trim_end_matches(',');
    let (score, depth) = word.split_once('/')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // Always two digits after the point, so that a number in a text is not taken for an evaluation.
    let is_exact = score.contains('M') || score.contains('#') || score.split_once('.')?.1.len() == 2;
    let depth = depth.parse().ok().filter(|_| is_exact && is_number(depth))?;
    Some((Score::read(score)?, Some(depth)))
}

/// Reads the items `d` and `wv` of a list such as `d=20, sd=34, wv=0.35`.
fn of_white(text: &str) -> Option<(Score, Option<u32>)> {
    let item = |name: &str| text.split(',').find_map(|item| item.trim().strip_prefix(name)?.strip_prefix('='));
    Some((Score::read(item("wv")?)?, item("d").and_then(|depth| depth.parse().ok())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_engine_matches_are_read_and_texts_are_not() {
        use Score::{Centipawns, Mate};
        let before = |text| Comment::read(text, Color::White).before;
        for (text, score, depth) in [
            ("+0.35/12 1.2s", Centipawns(35), 12),
            ("-12.05/7 0.10s, Black resigns", Centipawns(-1205), 7),
            ("0.00/1, draw", Centipawns(0), 1),
            ("+M5/20 0.1s", Mate(3), 20),
            ("-M4/245", Mate(-2), 245),
            ("M5/20 0.1s", Mate(3), 20),
            ("-#4/9", Mate(-2), 9),
            ("+0.31/12 0.103s, n=24680, sd=20, pv=\"e2e4 e7e5\"", Centipawns(31), 12),
            ("[%clk 0:01:00] +0.31/12 0.103s", Centipawns(31), 12),
            ("(Nf3 d5) -0.20/14 5", Centipawns(-20), 14),
            ("d=20, sd=34, mt=1034, tl=90, pv=e4 e5, wv=0.35, R50=50,", Centipawns(35), 20),
            ("d=20,wv=-M4,", Mate(-2), 20),
        ] {
            assert_eq!(before(text), Some(MoveEvaluation { score, depth: Some(depth) }), "{text}");
        }
        for text in [
            "",
            "book",
            "1/2",
            "0.5/12",
            "0.355/12",
            "+0.35/",
            "/12",
            "+0.35",
            "M/5",
            "+-M5/20",
            "1.00/x",
            "-/1",
            "99999999.00/1",
            "+M99999999999/1",
            "(+0.35/12",
            "wv=book, d=1",
            "w=0.35",
            "+0.35/-2",
        ] {
            assert_eq!(before(text), None, "{text}");
        }
    }

    #[test]
    fn a_profile_names_the_positions_of_its_numbers() {
        let items = |text| Comment::read(text, Color::White).profile_items().collect::<Vec<_>>();
        let [a, b] = [19, -31].map(Score::Centipawns);
        assert_eq!(items("[%evp 0,2,19,-31,x]"), [(0, a), (1, b)]);
        assert_eq!(items("[%evp 7,8,19, -31]"), [(7, a), (8, b)]);
        for text in ["", "[%evp]", "[%evp -1,2,3]", "[%evp x,2,3]", "[%evp 5]"] {
            assert!(items(text).is_empty(), "{text}");
        }
    }
}
