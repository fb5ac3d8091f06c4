//! Questions about 10,000 random games, held against slow and obvious definitions.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use gardez_data::select::{Condition, Facts, LinePattern, Selection, Unique};
use gardez_data::{EachPosition, GameTextError, GameTexts, GameTree, TreeLine};
use gardez_notation::pgn::Game;
use gardez_notation::san::San;
use gardez_position::Board;
use gardez_types::{GameResult, Generator, Piece, Square};

const GAMES: u64 = 10_000;

/// Where games begin; in most of them, little is needed to reach an ending.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/2pr4/8/8/3P4/8/2P5/R3K3 b Q - 3 20",
    "8/8/4k3/3pP3/2P5/4K3/8/8 w - - 0 40",
    "4k3/8/8/3n4/4P3/8/8/2R1K3 w - - 0 50",
];

/// A random game: the boards, the moves in SAN, and the result.
struct Line {
    boards: Vec<Board>,
    sans: Vec<String>,
    result: GameResult,
}

impl Line {
    fn random(seed: u64) -> Self {
        let mut generator = Generator::new(seed);
        let start = STARTS[generator.next_below(STARTS.len())];
        let (mut boards, mut sans) = (vec![start.parse::<Board>().expect("a FEN")], Vec::new());
        for _ in 0..generator.next_below(40) {
            let board = boards[boards.len() - 1];
            let moves = board.legal_moves();
            // A few moves more often, so that games meet.
            let Some(&m) = moves.get(generator.next_below(moves.len().max(1)).min(generator.next_below(30))) else {
                break;
            };
            sans.push(San::new(&board, m).to_string());
            boards.push(board.after(m));
        }
        Self { boards, sans, result: GameResult::ALL[generator.next_below(4)] }
    }

    fn pgn(&self, number: usize) -> String {
        let mut text = format!("[Round \"{number}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", self.boards[0]);
        self.sans.iter().for_each(|san| write!(text, "{san} ").expect("a string takes all"));
        format!("{text}{}\n\n", self.result)
    }

    fn moves(&self) -> Vec<&str> {
        self.sans.iter().map(|san| san.trim_end_matches(['+', '#'])).collect()
    }

    /// The letters of the pieces, in the order of the alphabet, at each ply.
    fn material(&self) -> Vec<String> {
        let letters = |board: &Board| {
            let mut letters: Vec<char> = board.piece_map().map(|(_, piece)| piece.letter()).collect();
            letters.sort_unstable();
            letters.into_iter().collect()
        };
        self.boards.iter().map(letters).collect()
    }

    /// The eight parts of the FENs.
    fn ranks(&self) -> Vec<Vec<String>> {
        let ranks = |fen: String| fen.split([' ', '/']).take(8).map(str::to_owned).collect();
        self.boards.iter().map(|board| ranks(board.to_string())).collect()
    }
}

fn all() -> (Vec<Line>, String) {
    let lines: Vec<Line> = (0..GAMES).map(Line::random).collect();
    let pgn = lines.iter().enumerate().map(|(number, line)| line.pgn(number)).collect();
    (lines, pgn)
}

fn found(pgn: &str, mut selection: Selection) -> Vec<usize> {
    let mut found = Vec::new();
    let each = |facts: &Facts, _: &GameTexts<_>| {
        found.push(facts.tag("Round").and_then(|round| round.parse().ok()).expect("a number"));
        Ok::<_, GameTextError>(())
    };
    selection.each(&mut GameTexts::new(pgn.as_bytes()), each).expect("bytes in memory are read");
    found
}

type Slow = Box<dyn Fn(&Line) -> bool>;

fn patterns() -> Vec<(LinePattern, Slow)> {
    let fen = |text: &str| LinePattern::fen(text).expect("a pattern");
    let any =
        |test: fn(&[String]) -> bool| -> Slow { Box::new(move |line| line.ranks().iter().any(|ranks| test(ranks))) };
    let reached = |text: &str| -> (LinePattern, Slow) {
        let wanted: Board = text.parse().expect("a FEN");
        (fen(text), Box::new(move |line| line.boards.contains(&wanted)))
    };
    let kept = |pieces: &str, plies: usize, one: &'static str, other: &'static str| -> (LinePattern, Slow) {
        let is_kept =
            move |material: &[String]| [one, other].iter().any(|wanted| material.iter().all(|is| is == wanted));
        let slow = move |line: &Line| line.material().windows(plies + 1).any(is_kept);
        (LinePattern::material(pieces, plies as u32).expect("material"), Box::new(slow))
    };
    let line = |text: &str, sans: &'static [&str]| -> (LinePattern, Slow) {
        let is_start = |line: &Line| line.boards[0] == Board::start();
        let slow = move |line: &Line| is_start(line) && line.moves().starts_with(sans);
        (LinePattern::moves(text).expect("moves"), Box::new(slow))
    };
    let anywhere = |text: &str, sans: &'static [&str]| -> (LinePattern, Slow) {
        let slow = move |line: &Line| line.moves().windows(sans.len()).any(|moves| moves == sans);
        (LinePattern::moves_anywhere(text).expect("moves"), Box::new(slow))
    };
    vec![
        reached(STARTS[1]),
        reached("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1"),
        reached(&Line::random(17).boards.last().expect("the start").to_string()),
        reached("8/8/4k3/3pP3/2P5/3K4/8/8 b - - 99 80"),
        (fen("8/8/*/*/*/*/8/8"), any(|ranks| [0, 1, 6, 7].iter().all(|&rank| ranks[rank] == "8"))),
        (
            fen("*/*/4k3/*/*/*/*/* b"),
            Box::new(|line| {
                line.boards
                    .iter()
                    .zip(line.ranks())
                    .any(|(board, ranks)| ranks[2] == "4k3" && board.to_string().contains(" b "))
            }),
        ),
        (fen("*R*k*/*/*/*/*/*/*/*"), any(|ranks| ranks[0].find('R').is_some_and(|at| ranks[0][at..].contains('k')))),
        (
            fen("*/*/*/*/*/*/*/R???K??R * KQ"),
            Box::new(|line| {
                line.boards.iter().any(|board| {
                    let fits = |square, piece| board.piece_on(square) == Some(piece);
                    board.to_string().split(' ').nth(2) == Some("KQ")
                        && fits(Square::A1, Piece::WhiteRook)
                        && fits(Square::E1, Piece::WhiteKing)
                        && fits(Square::H1, Piece::WhiteRook)
                })
            }),
        ),
        (
            fen("*/*/*/*[pn]A*/*/*/*/*"),
            any(|ranks| {
                let pairs: Vec<char> = ranks[3].chars().collect();
                pairs.windows(2).any(|pair| "pn".contains(pair[0]) && pair[1].is_ascii_uppercase())
            }),
        ),
        kept("KRRvK", 0, "KRRk", "Kkrr"),
        kept("KRvKR", 5, "KRkr", "KRkr"),
        kept("kvkpp", 2, "Kkpp", "KPPk"),
        kept("KPKN", 1, "KPkn", "KNkp"),
        line("1. a3", &["a3"]),
        line("1. a3 a6", &["a3", "a6"]),
        anywhere("... Ke7", &["Ke7"]),
        anywhere("Kd7+ Kd1", &["Kd7", "Kd1"]),
        anywhere("O-O", &["O-O"]),
        anywhere("Kd2 Kd7 Kd1", &["Kd2", "Kd7", "Kd1"]),
        anywhere("Kd2 Kd8 Kd1", &["Kd2", "Kd8", "Kd1"]),
    ]
}

#[test]
fn a_pattern_finds_the_games_of_its_slow_definition() {
    let (lines, pgn) = all();
    let mut empty = Vec::new();
    for (pattern, slow) in patterns() {
        let expected: Vec<usize> = (0..lines.len()).filter(|&number| slow(&lines[number])).collect();
        let select = |is_inverted, unique| {
            let conditions = vec![Condition::Line(pattern.clone())];
            found(&pgn, Selection { conditions, is_inverted, unique, ..Selection::default() })
        };
        empty.extend(expected.is_empty().then(|| pattern.clone()));
        assert_eq!(select(false, None), expected, "{pattern:?}");
        assert_eq!(select(true, None).len(), lines.len() - expected.len(), "{pattern:?}");
        let mut seen = HashSet::new();
        let is_new = |number: &usize| seen.insert((lines[*number].boards[0].to_string(), lines[*number].moves()));
        let first: Vec<usize> = expected.iter().copied().filter(is_new).collect();
        assert_eq!(select(false, Some(Unique::Moves)), first, "{pattern:?}");
        assert_eq!(select(false, Some(Unique::PlayersAndMoves)), first, "{pattern:?}");
    }
    assert_eq!(empty, []);
}

#[test]
fn plies_limit_where_a_pattern_is_looked_for() {
    let (lines, pgn) = all();
    for (first, last) in [(0, 0), (1, 6), (3, 3), (10, u32::MAX)] {
        let within = |line: &Line| {
            let plies = first as usize..=(last as usize).min(line.boards.len() - 1);
            plies.clone().map(|ply| line.material()[ply].clone()).any(|material| material == "KRkr") as usize
        };
        let expected: Vec<usize> = (0..lines.len()).filter(|&number| within(&lines[number]) == 1).collect();
        let pattern = LinePattern::material("KRvKR", 0).expect("material").with_plies(first..=last);
        let conditions = vec![Condition::Line(pattern)];
        assert_eq!(found(&pgn, Selection { conditions, ..Selection::default() }), expected, "{first} {last}");
        let expected: Vec<usize> = (0..lines.len())
            .filter(|&number| {
                let moves = lines[number].moves();
                moves.get(first as usize..moves.len().min(last as usize)).is_some_and(|moves| moves.contains(&"Kd2"))
            })
            .collect();
        let pattern = LinePattern::moves_anywhere("Kd2").expect("a move").with_plies(first..=last);
        let conditions = vec![Condition::Line(pattern)];
        assert_eq!(found(&pgn, Selection { conditions, ..Selection::default() }), expected, "{first} {last}");
    }
}

#[test]
fn what_is_not_a_pattern_is_refused() {
    for text in ["", "8/8", "x/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 x", "*/*/*/*/*/*/*/* w KX", "8/8/8/8/8/8/8/8 w - - 0 1"]
    {
        assert!(LinePattern::fen(text).is_err(), "{text}");
    }
    for text in ["", "K", "KR", "KXvK", "KKvK", "KPPPPPPPPPPPvK", "vKé"] {
        assert!(LinePattern::material(text, 0).is_err(), "{text}");
    }
    for text in ["", "1. e5", "1. e4 Ke6"] {
        assert!(LinePattern::moves(text).is_err(), "{text}");
    }
    let long = "Ke2 ".repeat(65);
    for text in ["", "e9", "hello", "Ke2 Zf3", &long] {
        assert!(LinePattern::moves_anywhere(text).is_err(), "{text}");
    }
}

#[test]
fn games_with_errors_equal_none() {
    let pgn = "[Round \"0\"]\n\n1. e4 e9 *\n\n[Round \"1\"]\n\n1. e4 e9 *\n\n[Round \"2\"]\n\n1. e4 *\n\n[Round \"3\"]\n[Black \"B\"]\n\n1. e4 *\n\n\
        [Round \"4\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Round \"5\"]\n[Variant \"Unknown\"]\n\n1. e4 *\n\n";
    let unique = |unique| found(pgn, Selection { unique: Some(unique), ..Selection::default() });
    assert_eq!(unique(Unique::Moves), [0, 1, 2, 4, 5]);
    assert_eq!(unique(Unique::PlayersAndMoves), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_tree_counts_every_line_of_its_slow_definition() {
    let (lines, pgn) = all();
    for (start, plies, most) in [(0, 3, usize::MAX), (0, 60, usize::MAX), (1, 5, usize::MAX), (3, 20, 50), (0, 0, 0)] {
        let root: Board = STARTS[start].parse().expect("a FEN");
        let (mut tree, mut line) = (GameTree::new(root, most), TreeLine::new(root, plies));
        let mut games = GameTexts::new(pgn.as_bytes());
        while games.read(&mut line).expect("bytes in memory are read") {
            tree.add(&line);
        }
        let mut expected: HashMap<Vec<&str>, [u32; 4]> = HashMap::new();
        for line in &lines {
            let Some(first) = line.boards.iter().position(|board| *board == root) else { continue };
            for length in 0..=(line.sans.len() - first).min(plies) {
                let path: Vec<&str> = line.sans[first..first + length].iter().map(String::as_str).collect();
                if !expected.contains_key(&path) && most < expected.len() {
                    break;
                }
                expected.entry(path).or_default()[line.result as usize] += 1;
            }
        }
        let (mut counted, mut path, mut sizes) = (HashMap::new(), Vec::new(), Vec::new());
        for row in tree.rows(1) {
            path.truncate(row.ply.saturating_sub(1));
            path.extend(row.mv.map(|(before, m)| San::new(&before, m).to_string()));
            sizes.truncate(row.ply);
            sizes.push(row.games());
            assert!(sizes.is_sorted_by(|a, b| a >= b), "{path:?}");
            counted.insert(path.clone(), row.results);
        }
        let counted: HashMap<Vec<&str>, [u32; 4]> =
            counted.iter().map(|(path, results)| (path.iter().map(String::as_str).collect(), *results)).collect();
        assert!(counted == expected, "{} and {} lines", counted.len(), expected.len());
        let game = tree.to_game(2);
        assert_eq!(game.len() + 1, expected.values().filter(|results| 2 <= results.iter().sum::<u32>()).count());
        assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(&game));
        assert_eq!(tree.is_full(), most < usize::MAX && plies > 0);
    }
}

#[test]
fn each_position_comes_once_a_game() {
    let (lines, pgn) = all();
    let mut games = GameTexts::new(pgn.as_bytes());
    for line in &lines {
        let mut boards = Vec::new();
        let mut each = EachPosition::new(2..=30, |ply, board: &Board| boards.push((ply as usize, *board)));
        assert!(games.read(&mut each).expect("bytes in memory are read"));
        let mut expected: Vec<(usize, Board)> = Vec::new();
        for (ply, board) in line.boards.iter().enumerate().take(31).skip(2) {
            if expected.iter().all(|(_, known)| known != board) {
                expected.push((ply, *board));
            }
        }
        assert_eq!(boards, expected);
    }
}
