//! Conversions of the entries of random games, held against obvious loops.

use std::collections::HashSet;
use std::env;

use gardez_data::{FORMATS, Filter, GameSplit, Memory, Rejection, Shuffled, Statistics, WinRate};
use gardez_formats::monty::{self, PolicyGame, PolicyReader, PolicyWriter, WinProbability};
use gardez_formats::{
    Entry, Fact, Format, ReadEntries, ReadOptions, SideToMove, Wdl, White, WriteEntries, WriteOptions, bin, binary_fen,
};
use gardez_position::Board;
use gardez_types::Generator;

/// The entries of random games with known scores, as a file.
fn games(count: u64) -> Vec<u8> {
    let mut writer = bin::Writer::new(Vec::new());
    for seed in 0..count {
        let (mut generator, mut board) = (Generator::new(seed), Board::start());
        let result = Wdl::ALL[seed as usize % 3];
        for _ in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[generator.next_below(moves.len())];
            let score = generator.next_u64() as i16;
            let entry = Entry::<White>::new(board, Some(m), score.max(-i16::MAX), result);
            writer.write_entry(&entry.to_side_to_move().expect("the score has a negation")).expect("a game fits");
            board.do_move(m);
        }
    }
    writer.finish().expect("a list has no errors")
}

fn read(bytes: &[u8]) -> Vec<Entry<SideToMove>> {
    all(bin::Reader::new(bytes))
}

fn all<R: ReadEntries>(reader: R) -> Vec<Entry<R::View>> {
    reader.entries().collect::<Result<_, _>>().expect("the file is sound")
}

/// Too little memory for the entries of a hundred games.
fn little() -> Memory {
    Memory::new(0, env::temp_dir())
}

fn much() -> Memory {
    Memory::new(1 << 30, env::temp_dir())
}

/// An entry with everything that `==` of boards leaves out.
fn text(entry: &Entry<SideToMove>) -> String {
    let Entry { board, mv, score, result, ply, .. } = entry;
    format!("{board} {mv:?} {score} {result:?} {ply}")
}

#[test]
fn shuffling_gives_every_entry_once_in_an_order_that_the_seed_alone_decides() {
    let bytes = games(100);
    let shuffled = |seed, memory: &Memory| -> Vec<String> {
        let reader = Shuffled::new(bin::Reader::new(&bytes[..]), seed, memory).expect("the disk has room");
        all(reader).iter().map(text).collect()
    };
    let order = shuffled(1, &much());
    assert_eq!(order, shuffled(1, &little()));
    assert_ne!(order, shuffled(2, &much()));

    let mut in_order: Vec<String> = read(&bytes).iter().map(text).collect();
    assert_ne!(order, in_order);
    let mut sorted = order;
    sorted.sort();
    in_order.sort();
    assert_eq!(sorted, in_order);
}

#[test]
fn the_first_entry_of_each_position_is_kept_in_order() {
    let bytes = games(100);
    let mut seen = HashSet::new();
    let mut expected = read(&bytes);
    let total = expected.len();
    expected.retain(|entry| seen.insert(*entry.board.packed().expect("at most 32 pieces").as_bytes()));
    let expected: Vec<String> = expected.iter().map(text).collect();
    for memory in [little(), much()] {
        let unique = Shuffled::unique(bin::Reader::new(&bytes[..]), None, &memory).expect("the disk has room");
        assert_eq!(unique.duplicates(), (total - expected.len()) as u64);
        assert_eq!(all(unique).iter().map(text).collect::<Vec<_>>(), expected);
    }
    assert!(expected.len() + 99 <= total, "all games begin with the same position");
}

#[test]
fn what_is_read_before_a_damage_is_given_and_then_the_error() {
    let mut bytes = games(2);
    let entries = bytes.len() / bin::SIZE;
    bytes.push(0);
    let shuffled = Shuffled::new(bin::Reader::new(&bytes[..]), 1, &much()).expect("no file is needed");
    let results: Vec<bool> = shuffled.entries().map(|entry| entry.is_ok()).collect();
    assert_eq!(results.len(), entries + 1);
    assert_eq!(results.iter().position(|is_ok| !is_ok), Some(entries));
    let unique = Shuffled::unique(bin::Reader::new(&bytes[..]), None, &much()).expect("no file is needed");
    assert!(unique.entries().last().is_some_and(|last| last.is_err()));
}

#[test]
fn a_filter_keeps_what_an_obvious_loop_keeps() {
    let bytes = games(20);
    let filter = Filter {
        plies: 10..=50,
        pieces: 4..=30,
        score: 20_000,
        without_checks: true,
        without_captures: true,
        without_promotions: true,
        with_move: true,
        ..Filter::ALL
    };
    let keeps = |entry: &Entry<SideToMove>| {
        let m = entry.mv.expect("every entry has a move");
        (10..=50).contains(&entry.ply)
            && (4..=30).contains(&entry.board.occupied().len())
            && entry.score.unsigned_abs() <= 20_000
            && entry.board.checkers().is_empty()
            && entry.board.piece_on(m.to()).is_none_or(|piece| piece.color() == entry.board.side_to_move())
            && m.promotion().is_none()
    };
    let all = read(&bytes);
    let kept: Vec<_> = all.iter().filter(|entry| filter.rejects(entry).is_none()).map(text).collect();
    let expected: Vec<String> = all.iter().filter(|entry| keeps(entry)).map(text).collect();
    // The captures en passant are no captures for the loop above.
    assert!(!expected.is_empty() && kept.iter().all(|line| expected.contains(line)));
    assert!(expected.len() - kept.len() < 5);
    assert!(all.iter().any(|entry| filter.rejects(entry) == Some(Rejection::Ply)));
}

/// Returns the entries of a file that a filter keeps.
fn kept(bytes: &[u8], filter: &Filter) -> Vec<Entry<SideToMove>> {
    let keeps = |entry: &Entry<SideToMove>| {
        let white = entry.to_white().expect("no score is -32768");
        assert_eq!(filter.rejects(&white), filter.rejects(entry), "who sees the score changes nothing");
        filter.rejects(entry).is_none()
    };
    read(bytes).into_iter().filter(keeps).collect()
}

#[test]
fn conditions_by_name_keep_what_they_say() {
    let bytes = games(300);
    let all = read(&bytes);
    let is = |name: &str, value: &str, keeps: &dyn Fn(&Entry<SideToMove>) -> bool| {
        let mut filter = Filter::ALL;
        filter.set(name, value).expect("the condition is known");
        let expected: Vec<_> = all.iter().filter(|&entry| keeps(entry)).copied().collect();
        assert!(expected.len() < all.len() && kept(&bytes, &filter) == expected, "{name} {value}");
    };
    is("scores", "-500..900", &|entry| (-500..=900).contains(&entry.score));
    is("early-fen-skipping", "12", &|entry| 12 <= entry.ply);
    is("material", "20-60", &|entry| {
        let value = |c: char| match c.to_ascii_lowercase() {
            'p' => 1,
            'n' | 'b' => 3,
            'r' => 5,
            'q' => 9,
            _ => 0,
        };
        let fen = entry.board.to_string();
        (20..=60).contains(&fen.split(' ').next().map_or(0, |pieces| pieces.chars().map(value).sum::<u32>()))
    });
    is("max-incorrectness", "100", &|entry| match entry.result {
        Wdl::Win => -100 <= entry.score,
        Wdl::Draw => entry.score.unsigned_abs() <= 100,
        Wdl::Loss => entry.score <= 100,
    });
    is("no-castling", "", &|entry| entry.mv.is_none_or(|m| m.kind() != gardez_types::MoveKind::Castling));
    is("smart_fen_skipping", "", &|entry| {
        !entry.board.in_check() && entry.mv.is_none_or(|m| !entry.board.is_capture(m))
    });
}

#[test]
fn chance_keeps_the_share_that_it_should_and_the_seed_decides_which() {
    let bytes = games(200);
    let count = read(&bytes).len() as f64;
    let random = Filter { probability: 0.25, ..Filter::ALL };
    let first = kept(&bytes, &random);
    assert!((0.22..0.28).contains(&(first.len() as f64 / count)), "{} of {count}", first.len());
    assert_eq!(kept(&bytes, &random), first);
    assert_ne!(kept(&bytes, &Filter { seed: 2, ..random }), first);

    let win_rate = WinRate { half: 300.0, scale: 100.0 };
    let likely: f64 = read(&bytes).iter().map(|entry| win_rate.probability(entry.score, entry.result)).sum();
    let doubtless = kept(&bytes, &Filter { win_rate: Some(win_rate), ..Filter::ALL }).len() as f64;
    assert!((doubtless - likely).abs() < 4.0 * count.sqrt(), "{doubtless} of {count}, {likely} expected");
}

#[test]
fn statistics_are_those_of_an_obvious_loop() {
    let bytes = games(20);
    let (entries, mut statistics) = (read(&bytes), Statistics::default());
    entries.iter().for_each(|entry| statistics.add(entry));
    assert_eq!((statistics.entries as usize, statistics.games), (entries.len(), 20));
    assert_eq!(statistics.moves as usize, entries.len());
    let white = |result| {
        entries.iter().filter(|entry| entry.to_white().expect("it has a negation").result == result).count() as u64
    };
    assert_eq!(statistics.results, Wdl::ALL.map(white));
    let sum: i64 = entries.iter().map(|entry| i64::from(entry.score)).sum();
    assert_eq!(statistics.scores.mean(), Some(sum as f64 / entries.len() as f64));
    let mut scores: Vec<i64> = entries.iter().map(|entry| entry.score.into()).collect();
    scores.sort_unstable();
    assert_eq!(statistics.scores.quantile(0.0), scores.first().copied());
    assert_eq!(statistics.scores.quantile(0.5), Some(scores[scores.len().div_ceil(2) - 1]));
    assert_eq!(statistics.scores.quantile(1.0), scores.last().copied());
    assert_eq!(statistics.scores.steps(100).map(|(_, count)| count).sum::<u64>(), statistics.entries);
    let checks = entries.iter().filter(|entry| entry.board.in_check()).count();
    assert_eq!(statistics.checks as usize, checks);
}

#[test]
fn a_game_is_held_out_whole_or_not_at_all() {
    let bytes = games(200);
    let mut split = GameSplit::from_sizes(&[1.0, 1.0], 1).expect("two parts");
    let mut parts: Vec<bool> = Vec::new();
    for entry in read(&bytes) {
        let is_held_out = split.part(&entry) == 0;
        match entry.ply {
            0 => parts.push(is_held_out),
            _ => assert_eq!(parts.last(), Some(&is_held_out)),
        }
    }
    let held_out = parts.iter().filter(|&&part| part).count();
    assert!(parts.len() == 200 && (70..130).contains(&held_out), "{held_out} of {}", parts.len());
}

#[test]
fn policy_games_are_read_by_name_as_entries_without_visit_counts() {
    let mut game = PolicyGame::new(Board::start(), Wdl::Win);
    let mut board = Board::start();
    for text in ["e2e4", "e7e5"] {
        let mv = board.parse_uci(text).expect("a legal move");
        game.push(mv, WinProbability::from_raw(40_000), []);
        board.do_move(mv);
    }
    let mut writer = PolicyWriter::new(Vec::new());
    writer.write_game(&game).expect("the game fits");
    let bytes = writer.finish().expect("a list has no errors");
    let reader = monty::POLICY_FORMAT.reader(&bytes[..], ReadOptions::default()).expect("the format has entries");
    let results: Vec<_> = all(reader.in_view::<SideToMove>()).iter().map(|entry| (entry.ply, entry.result)).collect();
    assert_eq!(results, [(0, Wdl::Win), (1, Wdl::Loss)]);
}

#[test]
fn each_position_once_in_random_order_is_what_both_steps_give() {
    let bytes = games(100);
    let sorted = |mut entries: Vec<String>| {
        entries.sort();
        entries
    };
    let unique = Shuffled::unique(bin::Reader::new(&bytes[..]), None, &much()).expect("no file is needed");
    let duplicates = unique.duplicates();
    let expected = sorted(all(unique).iter().map(text).collect());
    let shuffled = |seed, memory: &Memory| {
        let reader = Shuffled::unique(bin::Reader::new(&bytes[..]), Some(seed), memory).expect("the disk has room");
        assert_eq!(reader.duplicates(), duplicates);
        all(reader).iter().map(text).collect::<Vec<_>>()
    };
    let order = shuffled(1, &much());
    assert_eq!(order, shuffled(1, &little()));
    assert_ne!(order, shuffled(2, &much()));
    assert_eq!(sorted(order), expected);
}

#[test]
fn games_are_divided_into_parts_of_the_given_sizes() {
    let bytes = games(400);
    let mut split = GameSplit::from_sizes(&[2.0, 1.0, 1.0], 1).expect("sizes are positive");
    let (mut parts, mut games) = (Vec::new(), [0; 3]);
    for entry in read(&bytes) {
        let part = split.part(&entry);
        match entry.ply {
            0 => {
                parts.push(part);
                games[part] += 1;
            }
            _ => assert_eq!(parts.last(), Some(&part)),
        }
    }
    assert!((160..240).contains(&games[0]) && (70..130).contains(&games[1]), "{games:?}");
    assert_eq!(games.iter().sum::<i32>(), 400);
    for sizes in [&[][..], &[1.0, -1.0], &[f64::NAN], &[f64::INFINITY, 1.0], &[f64::MAX, f64::MAX]] {
        assert!(GameSplit::from_sizes(sizes, 1).is_none(), "{sizes:?}");
    }
}

#[test]
fn a_policy_game_that_is_cut_gives_the_entries_before_the_cut() {
    let mut game = PolicyGame::new(Board::start(), Wdl::Win);
    let mut board = Board::start();
    for text in ["e2e4", "e7e5", "g1f3"] {
        let mv = board.parse_uci(text).expect("a legal move");
        game.push(mv, WinProbability::from_raw(40_000), vec![1; board.legal_move_count()]);
        board.do_move(mv);
    }
    let mut writer = PolicyWriter::new(Vec::new());
    writer.write_game(&game).expect("the game fits");
    let bytes = writer.finish().expect("a list has no errors");
    for cut in 0..bytes.len() {
        let mut results = PolicyReader::new(&bytes[..cut]).into_entries().entries();
        // Each move has 5 bytes and the counts.
        let starts = [43, 43 + 25, 43 + 50, bytes.len() - 2];
        let whole = starts[1..].iter().filter(|&&end| end <= cut).count();
        assert_eq!(results.by_ref().take_while(Result::is_ok).count(), whole, "{cut}");
        assert!(results.next().is_none());
    }
}

/// A file of this format with one entry, if the crate writes it: a capture at ply 4 with the score 77 in a game that White wins.
fn one_entry(format: Format) -> Option<Vec<u8>> {
    let board: Board = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3".parse().expect("a FEN");
    let entry = Entry::<White>::new(board, Some(board.parse_uci("e4d5").expect("a capture")), 77, Wdl::Win);
    if format == monty::POLICY_FORMAT {
        let mut writer = PolicyWriter::new(Vec::new());
        writer.write_entry(&entry.to_side_to_move().expect("a small score")).expect("the entry fits");
        return writer.finish().ok();
    }
    let mut bytes = Vec::new();
    let mut writer = format.writer(&mut bytes, WriteOptions::default())?;
    writer.write(&entry).expect("the entry fits");
    writer.finish().expect("a list has no errors");
    Some(bytes)
}

#[test]
fn an_entry_comes_back_with_the_facts_that_its_format_has() {
    for &format in FORMATS {
        let Some(bytes) = one_entry(format) else { continue };
        let reader = format.reader(&bytes[..], ReadOptions::default()).expect("what is written is read");
        let entry = &all(reader.in_view::<White>())[0];
        let found = [entry.mv.is_some(), entry.score != 0, entry.ply == 4, entry.result == Wdl::Win];
        assert_eq!(found, Fact::ALL.map(|fact| format.has(fact)), "{format}");
    }
}

#[test]
fn every_format_is_what_its_row_says() {
    for &format in FORMATS {
        assert!(format.row().read.is_some(), "{format}");
        let Some(bytes) = one_entry(format) else { continue };
        assert!(format.record_size().is_none_or(|size| size == bytes.len()), "{format}");
        assert_eq!(format.is_text(), std::str::from_utf8(&bytes).is_ok_and(|text| text.ends_with('\n')), "{format}");
        let two = [&bytes[..], &bytes].concat();
        let reader = format.reader(&two[..], ReadOptions::default()).expect("what is written is read");
        assert_eq!(all(reader.in_view::<White>()).len(), 2, "{format}");
    }
}

#[test]
fn a_filter_is_checked_against_every_format() {
    let all = Filter::ALL;
    let filters = [
        ("plies", Filter { plies: 16..=u32::MAX, ..all.clone() }),
        ("plies to", Filter { plies: 0..=200, ..all.clone() }),
        ("pieces", Filter { pieces: 2..=6, ..all.clone() }),
        ("score", Filter { score: 3000, ..all.clone() }),
        ("checks", Filter { without_checks: true, ..all.clone() }),
        ("captures", Filter { without_captures: true, ..all.clone() }),
        ("promotions", Filter { without_promotions: true, ..all.clone() }),
        ("move", Filter { with_move: true, ..all.clone() }),
        ("nothing", all),
    ];
    let all_formats = FORMATS.iter().filter(|format| !format.name().starts_with("lc0")).chain([&binary_fen::FORMAT]);
    let rows: Vec<String> = all_formats
        .map(|&format| {
            let answers = filters.each_ref().map(|(_, filter)| if filter.check(format).is_ok() { "+" } else { "-" });
            format!("{} {}", format.extension(), answers.concat())
        })
        .collect();
    // plies, plies to, pieces, score, checks, captures, promotions, move, nothing
    let expected = [
        "binpack +++++++++",
        "bin +++++++++",
        "plain +++++++++",
        "bullet --+++---+",
        "bullet.txt +++++---+",
        "marlin +++++---+",
        "viri +++++++++",
        "montyvalue +++++++++",
        "clib24 --+-+---+",
        "packed --+-+---+",
        "pgn +++++++++",
        "monty +++++++++",
        "jsonl +++++++++",
        "csv +++++++++",
        "epd +++++++++",
        "book +++++---+",
        "bag +++++++++",
        "binfen +++-+---+",
    ];
    assert_eq!(rows, expected, "{:?}", filters.map(|(name, _)| name));
}
