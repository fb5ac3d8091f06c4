//! Laws of the readers, over values and over damaged lines.

use gardez_types::{Generator, Square, UciText};
use gardez_uci::{
    Answer, BestMove, Bound, Command, CurrentLine, EngineOption, ErrorInfo, Go, Id, Info, LineText, Refutation,
    Register, Score, ScoreValue, SetOption, SetPosition, Wdl,
};
use quickcheck::quickcheck;

fn mv(seed: u16) -> UciText {
    let square = |n: u16| Square::from_index((n % 64) as u8).expect("below 64");
    let pieces = gardez_types::PieceType::PROMOTION_PIECES;
    if seed % 7 == 0 {
        let dropped = [gardez_types::PieceType::Pawn, pieces[0], pieces[1], pieces[2], pieces[3]];
        return UciText::drop_piece(dropped[usize::from(seed >> 12) % 5], square(seed >> 6));
    }
    let promotion = usize::from(seed >> 12) % 5;
    UciText::new(square(seed), square(seed >> 6), pieces.get(promotion).copied())
}

fn moves(seeds: &[u16]) -> Vec<UciText> {
    seeds.iter().copied().map(mv).collect()
}

/// The first numbers of a list; those beyond its end are absent.
fn first<T: Copy, const N: usize>(numbers: &[Option<T>]) -> [Option<T>; N] {
    std::array::from_fn(|index| numbers.get(index).copied().flatten())
}

fn survives_as_command(command: &Command) -> bool {
    Command::parse(&command.to_string()).as_ref() == Ok(command)
}

fn survives_as_answer(answer: &Answer) -> bool {
    Answer::parse(&answer.to_string()).as_ref() == Ok(answer)
}

/// What is true of every line: the readers return, errors point into the line, a value that was read is the same after
/// it is written and read again, and both readers agree if the strict one succeeds.
fn check(line: &str) {
    let inside = |error: &gardez_uci::LineError| {
        let span = error.span().expect("every error has a place");
        assert!(span.start <= span.end && span.end <= line.len() && line.is_char_boundary(span.start), "{line:?}");
        assert!(!error.to_string().is_empty());
    };
    match Command::parse(line) {
        Ok(command) => {
            assert_eq!(Command::parse(&command.to_string()), Ok(command.clone()), "{line:?}");
            let lenient = Command::parse_lenient(line).expect("the lenient reader reads more");
            assert_eq!((lenient.value, lenient.problems.len()), (command, 0), "{line:?}");
        }
        Err(error) => inside(&error),
    }
    match Answer::parse(line) {
        Ok(answer) => {
            assert_eq!(Answer::parse(&answer.to_string()), Ok(answer.clone()), "{line:?}");
            let lenient = Answer::parse_lenient(line).expect("the lenient reader reads more");
            assert_eq!((lenient.value, lenient.problems.len()), (answer, 0), "{line:?}");
        }
        Err(error) => inside(&error),
    }
    match Command::parse_lenient(line) {
        Ok(parsed) => {
            assert_eq!(parsed.problems.is_empty(), Command::parse(line).is_ok(), "{line:?}");
            parsed.problems.iter().for_each(inside);
        }
        Err(error) => inside(&error),
    }
    match Answer::parse_lenient(line) {
        Ok(parsed) => {
            assert_eq!(parsed.problems.is_empty(), Answer::parse(line).is_ok(), "{line:?}");
            parsed.problems.iter().for_each(inside);
        }
        Err(error) => inside(&error),
    }
}

const LINES: [&str; 14] = [
    "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 moves e7e5 g1f3 b8c6",
    "position startpos moves e2e4 e7e5 e1e2 a7a8q",
    "go ponder wtime -20 btime 1000 winc 0 binc 5 movestogo 40 searchmoves e2e4 d2d4",
    "go depth 9 nodes 100000 mate 3 movetime 250 infinite",
    "setoption name Clear Hash value two words",
    "register name Stefan MK code 4359874324",
    "id name Deep Thought 4.2",
    "bestmove g1f3 ponder d8f6",
    "info depth 12 seldepth 20 multipv 1 score cp -214 upperbound wdl 3 4 5 nodes 1242 nps 34928 pv e2e4 e7e5",
    "info currmove e2e4 currmovenumber 1 hashfull 3 tbhits 0 sbhits 1 cpuload 5 time 15 string hello pv",
    "info refutation d1h5 g6h5 currline 1 e2e4 d2d4 pv e2e4",
    "option name Style type combo default Normal var Solid var Normal var Risky",
    "option name Selectivity type spin default 2 min 0 max 4",
    "option name SyzygyPath type string default <empty>",
];

/// A line of the protocol with one to four changes: bytes, words, repetitions, cuts.
fn damaged(generator: &mut Generator) -> String {
    let pick = |generator: &mut Generator, n: usize| generator.next_below(n);
    let mut text: Vec<char> = LINES[pick(generator, LINES.len())].chars().collect();
    for _ in 0..=pick(generator, 4) {
        let at = pick(generator, text.len() + 1);
        match pick(generator, 6) {
            0 if at < text.len() => {
                text.remove(at);
            }
            1 => text.insert(at, ['\t', ' ', '\0', '-', '9', 'é', '\u{1F600}', '\r'][pick(generator, 8)]),
            2 => text.truncate(at),
            3 if at < text.len() => text[at] = char::from(pick(generator, 128) as u8),
            4 => {
                let words: Vec<_> = LINES[pick(generator, LINES.len())].split(' ').collect();
                let word = words[pick(generator, words.len())];
                text.splice(at..at, format!(" {word} ").chars());
            }
            _ => {
                let tail: Vec<_> = text[at..].to_vec();
                text.extend(tail);
            }
        }
        text.truncate(2_000);
    }
    text.into_iter().collect()
}

#[test]
fn a_hundred_thousand_damaged_lines_are_values_or_errors() {
    let mut generator = Generator::new(20_260_101);
    let mut read = 0;
    for _ in 0..100_000 {
        let line = damaged(&mut generator);
        check(&line);
        read += usize::from(Command::parse_lenient(&line).is_ok() || Answer::parse_lenient(&line).is_ok());
    }
    // Most lines keep their first word, and some become unreadable.
    assert!((50_000..100_000).contains(&read), "{read}");
}

#[test]
fn a_line_of_a_megabyte_takes_linear_time() {
    let many = "e2e4 ".repeat(200_000);
    for start in ["position startpos moves ", "info pv ", "go searchmoves ", "x ", "info string "] {
        let line = format!("{start}{many}");
        let before = std::time::Instant::now();
        check(&line);
        assert!(before.elapsed().as_secs() < 20, "{start}");
    }
}

quickcheck! {
    fn any_text_is_a_value_or_an_error(text: String) -> bool {
        check(&text);
        check(&format!("info {text}"));
        check(&format!("option name {text}"));
        check(&format!("setoption name {text}"));
        true
    }

    fn a_search_is_read_as_it_was_written(
        clocks: Vec<Option<i64>>,
        small: Vec<Option<u32>>,
        large: Vec<Option<u64>>,
        flags: (bool, bool),
        seeds: Vec<u16>
    ) -> bool {
        let mut go = Go::default().with_searchmoves(moves(&seeds));
        [go.wtime, go.btime, go.winc, go.binc] = first(&clocks);
        [go.movestogo, go.depth, go.mate] = first(&small);
        [go.nodes, go.movetime] = first(&large);
        (go.ponder, go.infinite) = flags;
        survives_as_command(&Command::Go(go))
    }

    fn an_info_is_read_as_it_was_written(
        small: Vec<Option<u32>>,
        large: Vec<Option<u64>>,
        score: Option<(i32, bool, u8)>,
        wdl: Option<(u16, u16, u16)>,
        lines: (Vec<u16>, Vec<u16>, Vec<u16>),
        text: Option<String>
    ) -> bool {
        let mut info = Info::default();
        [info.depth, info.seldepth, info.multipv, info.hashfull, info.cpuload, info.currmovenumber] = first(&small);
        [info.nodes, info.nps, info.tbhits, info.sbhits, info.time] = first(&large);
        info.score = score.map(|(value, is_mate, bound)| Score {
            value: if is_mate { ScoreValue::Mate(value) } else { ScoreValue::Cp(value) },
            bound: [None, Some(Bound::Lower), Some(Bound::Upper)][usize::from(bound % 3)],
        });
        info.wdl = wdl.map(|(win, draw, loss)| Wdl { win, draw, loss });
        info.currmove = lines.0.first().map(|&seed| mv(seed));
        info.pv = moves(&lines.0);
        info.refutation = lines.1.split_first().map(|(&first, rest)| Refutation { mv: mv(first), line: moves(rest) });
        info.currline = (!lines.2.is_empty()).then(|| CurrentLine { cpu: info.depth, line: moves(&lines.2) });
        info.string = text.map(|text| LineText::cleaned(&text));
        survives_as_answer(&Answer::Info(info.into()))
    }

    fn texts_that_are_accepted_are_read_as_they_were_written(name: String, value: String) -> bool {
        let commands = [
            SetOption::new(&name, &value).map(Command::SetOption),
            SetOption::button(&name).map(Command::SetOption),
            Register::new(&name, &value).map(Command::Register),
        ];
        let answers = [
            Id::name(&name).map(Answer::Id),
            Id::author(&value).map(Answer::Id),
            EngineOption::string(&name, &value).map(Answer::Option),
            EngineOption::combo(&name, &value, [value.as_str(), name.as_str()]).map(Answer::Option),
            EngineOption::button(&name).map(Answer::Option),
        ];
        commands.into_iter().flatten().all(|command| survives_as_command(&command))
            && answers.into_iter().flatten().all(|answer| survives_as_answer(&answer))
    }

    fn numbers_and_moves_are_read_as_they_were_written(limits: (i64, i64, i64), seeds: Vec<u16>, on: bool) -> bool {
        let (a, b, c) = limits;
        let (min, default, max) = (a.min(b).min(c), a.max(b).min(a.min(b).max(c)), a.max(b).max(c));
        let best = seeds.first().map_or(BestMove::none(), |&seed| BestMove::new(mv(seed)));
        let best = seeds.get(1).map_or(best, |&seed| best.with_ponder(mv(seed)));
        survives_as_answer(&Answer::Option(EngineOption::spin("Hash", default, min, max).expect("a name")))
            && survives_as_answer(&Answer::Option(EngineOption::check("Ponder", on).expect("a name")))
            && survives_as_answer(&Answer::BestMove(best))
            && survives_as_command(&Command::Debug { on })
            && survives_as_command(&Command::Position(SetPosition::start().with_moves(moves(&seeds))))
    }
}
