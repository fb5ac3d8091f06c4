//! Engines that are broken on purpose, and engines that are not.

use std::env;
use std::io;

use gardez_position::{Board, EnPassantPolicy, Position};
use gardez_types::{CastlingSide, Color, Move, MoveKind, PieceType, Square};
use gardez_uci::server::{Search, Server, serve};
use gardez_uci::{BestMove, EngineOption, FenMode, SetOption, SetPosition};

use super::{Run, perft};

/// An engine with a fault. The option `UCI_Chess960` is the only one.
struct Broken {
    fault: String,
    position: Position,
    mode: FenMode,
}

impl Broken {
    /// The texts of the moves that the engine believes to be legal, and the moves themselves if they can be made.
    fn moves(&self, board: &Board, last: Option<(Move, bool)>) -> Vec<(String, Option<Move>)> {
        let us = board.side_to_move();
        let text = |mv: Move| mv.uci(board.castling_mode()).to_string();
        let mut moves: Vec<Move> = board.legal_moves().into_iter().collect();
        let mut more: Vec<String> = Vec::new();
        let pseudo_legal = || board.moves().pseudo_legal().into_iter().filter(|&mv| !board.is_legal(mv));
        match self.fault.as_str() {
            "castling through attack" => {
                let side = CastlingSide::KingSide;
                let (king, rook) = (board.king(us), side.standard_rook(us));
                let is_free = board.castling_rights().to_string().contains(if us == Color::White { 'K' } else { 'k' })
                    && (king.index() + 1..rook.index()).all(|at| board.piece_on(square(at)).is_none());
                let mv = Move::castling(king, rook);
                if is_free && board.checkers().is_empty() && !moves.contains(&mv) {
                    more.push(text(mv));
                }
            }
            "en passant pin" => {
                let pawns = board.pieces(us, PieceType::Pawn);
                if let (Some(to), None) = (board.ep_square_by(EnPassantPolicy::PseudoLegal), board.ep_square()) {
                    let captures = pawns.into_iter().filter(|&from| board.attacks_from(from).contains(to));
                    more.extend(captures.map(|from| text(Move::en_passant(from, to))));
                }
            }
            "pinned pieces move" => {
                let pinned = board.blockers(us);
                more.extend(
                    pseudo_legal().filter(|mv| pinned.contains(mv.from()) && board.checkers().is_empty()).map(text),
                );
            }
            "double check" if board.checkers().len() == 2 => {
                for from in board.pieces(us, PieceType::Knight) {
                    let targets = board.attacks_from(from) - board.by_color(us);
                    more.extend(targets.into_iter().map(|to| text(Move::normal(from, to))));
                }
            }
            "knight promotion" => moves.retain(|mv| mv.promotion() != Some(PieceType::Knight)),
            "no double push" => moves.retain(|mv| {
                board.piece_on(mv.from()).map(|piece| piece.piece_type()) != Some(PieceType::Pawn)
                    || mv.from().index().abs_diff(mv.to().index()) != 16
            }),
            "no en passant" => moves.retain(|mv| mv.kind() != MoveKind::EnPassant),
            "castling after the rook was captured" => {
                let corner = CastlingSide::KingSide.standard_rook(us);
                let was_captured = last.is_some_and(|(mv, captures)| captures && mv.to() == corner);
                let king = board.king(us);
                if was_captured && king.file() == gardez_types::File::E && board.checkers().is_empty() {
                    more.push(format!("{king}{}", square(king.index() + 2)));
                }
            }
            "Chess960 castling" => moves.retain(|mv| {
                // The king passes over the square of its rook.
                mv.kind() != MoveKind::Castling || mv.to().file() != gardez_types::File::G
            }),
            _ => {}
        }
        let mut all: Vec<_> = moves.iter().map(|&mv| (text(mv), Some(mv))).collect();
        all.extend(more.into_iter().map(|text| (text, None)));
        all
    }

    fn count(&self, board: &Board, depth: u32, last: (Move, bool)) -> u64 {
        if depth == 0 {
            return 1;
        }
        let below = self.moves(board, Some(last)).into_iter().map(|(_, mv)| match mv {
            Some(mv) => self.count(&board.after(mv), depth - 1, (mv, board.is_capture(mv))),
            None => 1,
        });
        // The move before has left something behind.
        let is_left_behind = self.fault == "undo" && depth == 1 && last.0 == Move::normal(Square::F1, Square::F2);
        below.sum::<u64>() + u64::from(is_left_behind)
    }
}

fn square(index: usize) -> Square {
    Square::from_index(index as u8).expect("on the board")
}

impl Server for Broken {
    fn name(&self) -> String {
        self.fault.clone()
    }

    fn author(&self) -> String {
        "the tests".into()
    }

    fn options(&self) -> Vec<EngineOption> {
        EngineOption::check("UCI_Chess960", false).into_iter().collect()
    }

    fn set_option(&mut self, option: &SetOption) {
        self.mode = if option.value() == Some("true") { FenMode::Chess960 } else { FenMode::Standard };
    }

    fn set_position(&mut self, position: &SetPosition) -> Result<(), String> {
        self.position = position.to_position(self.mode).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn search(&mut self, _: &gardez_uci::Go, _: &Search) -> BestMove {
        BestMove::none()
    }

    fn other_command(&mut self, line: &str, search: &Search) -> bool {
        let Some(depth) = line.strip_prefix("go perft ") else { return false };
        if self.fault == "crash" {
            std::process::exit(3);
        }
        if self.fault == "searches" {
            search.print("bestmove e2e4");
            return true;
        }
        let depth: u32 = depth.parse().expect("a depth");
        let board = *self.position;
        let mut before = self.position.clone();
        let last = before.undo_move().map(|mv| (mv, before.is_capture(mv)));
        let mut total = 0;
        for (text, mv) in self.moves(&board, last) {
            let below = mv.map_or(1, |mv| self.count(&board.after(mv), depth - 1, (mv, board.is_capture(mv))));
            if self.fault == "pauses" && board.occupied().len() < 10 && total != 0 {
                std::thread::sleep(std::time::Duration::from_millis(700));
            }
            search.print(format_args!("{text}: {below}"));
            total += below;
        }
        search.print(format_args!("Nodes searched: {total}"));
        true
    }
}

/// Not a test but the process of [`Broken`], if a test has set the variable.
#[test]
fn engine() {
    if let Ok(fault) = env::var("GARDEZ_TEST_FAULT") {
        serve(&mut Broken { fault, position: Position::start(), mode: FenMode::Standard }, io::stdin(), io::stdout());
    }
}

/// Compares an engine with this fault.
fn compare(fault: &str, arguments: &[&str]) -> Run {
    let program = env::current_exe().expect("this program");
    let engine = format!("{} --exact cli::compare::engine --nocapture", program.display());
    let mut command = super::command(["--compare", &engine]);
    let output = command.args(arguments).env("GARDEZ_TEST_FAULT", fault).output().expect("the program runs");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A fault, the arguments, the moves before the wrong move, and the parts of what is printed.
const FAULTS: [(&str, &[&str], &str, &str); 10] = [
    (
        "castling through attack",
        &["--position", "kiwipete", "--depth", "3"],
        "after c3b5 h3g2:",
        "it lists e1g1; illegal: the king cannot castle: the pawn on g2 attacks f1 on its way",
    ),
    (
        "en passant pin",
        &["--position", "position3", "--depth", "3"],
        " c7c5:",
        "it lists b5c6; illegal: the move from b5 to c6 leaves the king attacked: without both pawns, the rook on h5",
    ),
    (
        "pinned pieces move",
        &["--position", "position3", "--depth", "2"],
        "in this position:",
        "it lists b5b6; illegal: the move from b5 to b6 leaves the king attacked: the rook on h5 pins the piece",
    ),
    (
        "double check",
        &["--fen", "4k3/8/8/1n6/8/8/4B3/4RK2 w - - 0 1", "--depth", "2"],
        "after e2h5:",
        "give check, so the king must move",
    ),
    (
        "knight promotion",
        &["--fen", "8/P6k/8/8/8/8/7K/8 w - -", "--depth", "2"],
        "",
        "it lacks a7a8n: the pawn becomes a knight",
    ),
    ("no double push", &["--depth", "3"], "", "it lacks a2a4: double push of the pawn on a2"),
    (
        "no en passant",
        &["--moves", "e4 a6 e5", "--depth", "2"],
        "after d7d5:",
        "it lacks e5d6: en passant: the pawn on d5 ",
    ),
    (
        "castling after the rook was captured",
        &["--fen", "4k3/8/8/8/8/8/6b1/4K2R b K - 0 1", "--depth", "3"],
        "after g2h1:",
        "it lists e1g1; illegal: the king cannot castle: there is no right to castle on the king side",
    ),
    ("undo", &["--fen", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", "--depth", "2"], "", "below f1f2: it counts 1 more"),
    (
        "Chess960 castling",
        &["--fen", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "--depth", "2"],
        "",
        "it lacks f1g1: castling on the king's side: the right is there, and ",
    ),
];

#[test]
fn the_wrong_move_of_a_broken_engine_is_found_with_its_reason() {
    for (fault, arguments, after, wrong) in FAULTS {
        let run = compare(fault, arguments);
        assert_eq!(run.code, Some(1), "{fault}: {run:?}");
        assert!(run.stdout.contains(after) && run.stdout.contains(wrong), "{fault}: {run:?}");
    }
}

#[test]
fn a_right_engine_agrees_in_a_suite_and_in_json() {
    let suite = super::suite("perftsuite.epd");
    let run = compare("none", &["--suite", suite.to_str().expect("text"), "--max-nodes", "20000"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.stdout.starts_with("compared ") && run.stdout.ends_with(", wrong 0\n"), "{run:?}");
    let json = compare("none", &["--depth", "2", "--json"]).json();
    assert_eq!((json["agrees"].as_bool(), json["faults"].as_array().map(Vec::len)), (Some(true), Some(0)));
    let json = compare("knight promotion", &["--fen", "8/P6k/8/8/8/8/7K/8 w - -", "--depth", "1", "--json"]).json();
    assert_eq!(json["faults"][0]["kind"], "missing");
    assert_eq!((&json["faults"][0]["move"], &json["depth"]), (&"a7a8n".into(), &1.into()));
}

#[test]
fn an_engine_that_pauses_within_an_answer_is_waited_for() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20";
    let few = "8/8/8/8/8/K7/P7/k7 w - - 0 1 ;D1 3";
    let suite = super::file("pauses.epd", format!("{start}\n{few}\n8/8/8/8/8/k7/p7/K7 b - - 0 1 ;D1 3\n"));
    let run = compare("pauses", &["--suite", suite.to_str().expect("text")]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "compared 3, wrong 0\n"), "{run:?}");
}

#[test]
fn what_a_suite_has_besides_positions_is_an_error_with_its_place() {
    let suite =
        super::file("compare.epd", "8/8/8/8/8/K7/P7/k7 w - - 0 1 ;D1 3 ;D2 7\nx\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 1\n");
    let path = suite.to_str().expect("text");
    let run = compare("none", &["--suite", path]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), "compared 1, wrong 0\n"), "{run:?}");
    let places: Vec<_> = run.stderr.lines().map(|line| line.split(": ").nth(1)).collect();
    assert_eq!(places, [Some(&*format!("{path}:2")), Some(&*format!("{path}:3"))], "{run:?}");
    let run = compare("none", &["--suite", path, "--max-nodes", "1"]);
    assert!(run.code == Some(2) && run.stdout == "compared 0, wrong 0\n", "{run:?}");
}

#[test]
fn an_engine_without_counts_is_an_error_and_not_a_guess() {
    let run = compare("searches", &["--depth", "2"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("it searches for a move instead of counting: it has no `go perft`"), "{run:?}");
    let run = compare("crash", &["--depth", "2"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("the engine has ended"), "{run:?}");
    assert!(perft(["--compare", "/nonexistent/engine"]).only_error().contains("/nonexistent/engine"));
}
