//! The hot paths. Each returns an answer that shows that the work was done.

use std::hint::black_box;

use gardez_bitboard::{Bitboard, bishop_attacks, rook_attacks};
use gardez_count::{Counter, Level};
use gardez_position::observers::DirtyThreats;
use gardez_position::{FenMode, MoveClass, MoveList, Position};
use gardez_types::{Move, Square};

/// A path and its name. The answer is compared with the one in `baseline.tsv`.
pub(crate) type Path = (&'static str, fn() -> u64);

pub(crate) const PATHS: [Path; 22] = [
    ("do-undo", do_undo),
    ("copy-do", copy_do),
    ("legal-moves", legal_moves),
    ("returned-lists", || over_positions(returned_lists)),
    ("legal-count", || over_positions(|position| position.legal_move_count() as u64)),
    ("stages", stages),
    ("gives-check", || over_moves(|position, m| position.gives_check(m).into())),
    ("gives-check-info", gives_check_info),
    ("see-ge", see_ge),
    ("is-pseudo-legal", || over_foreign_moves(|position, m| position.is_pseudo_legal(m))),
    ("is-legal", || over_foreign_moves(|position, m| position.is_legal(m))),
    // The highest 16 bits of each key change if a key is wrong.
    ("key-after", || over_moves(|position, m| position.key_after(m) >> 48)),
    ("check-info", check_info),
    ("check-info-threats", check_info_and_threats),
    ("threats", threats),
    ("fen-read", fen_read),
    ("fen-write", || over_positions(|position| position.to_string().len() as u64)),
    ("sliders", sliders),
    ("count-baseline", || count(Level::Baseline)),
    ("count-bmi2", || count(Level::Bmi2)),
    ("count-drawn-baseline", || count_drawn(Level::Baseline)),
    ("count-drawn-bmi2", || count_drawn(Level::Bmi2)),
];

#[inline(never)]
fn measured<T>(path: impl FnOnce() -> T) -> T {
    black_box(path())
}

/// Returns the FENs, one on each line. They are read at run time, because the file is outside this package.
fn fens() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/data/positions.fen");
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn positions() -> Vec<Position> {
    let read = |fen| Position::from_fen(fen, FenMode::Standard).expect("a legal position");
    fens().lines().map(read).collect()
}

fn with_moves() -> Vec<(Position, MoveList)> {
    let with_moves = |position: Position| {
        let moves = position.legal_moves();
        (position, moves)
    };
    positions().into_iter().map(with_moves).collect()
}

fn over_moves(answer: impl Fn(&Position, Move) -> u64) -> u64 {
    let cases = with_moves();
    measured(|| {
        let over_moves =
            |(position, moves): &(Position, MoveList)| moves.iter().map(|&m| answer(position, m)).sum::<u64>();
        cases.iter().map(over_moves).sum()
    })
}

fn over_positions(answer: impl Fn(&Position) -> u64) -> u64 {
    let positions = positions();
    measured(|| positions.iter().map(answer).sum())
}

fn do_undo() -> u64 {
    let mut cases = with_moves();
    measured(|| {
        let mut made = 0;
        for (position, moves) in &mut cases {
            for &m in &*moves {
                position.do_move(m);
                black_box(&mut *position);
                position.undo_move();
                made += 1;
            }
        }
        made
    })
}

fn copy_do() -> u64 {
    over_moves(|position, m| {
        let mut child = *position.board();
        child.do_move(m);
        black_box(&child);
        1
    })
}

fn legal_moves() -> u64 {
    over_positions(|position| {
        let mut list = MoveList::new();
        position.moves().into(&mut list);
        black_box(&list).len() as u64
    })
}

/// Receives a list from each function that returns one. No list is copied: the machine code does not call `memcpy`.
#[inline(never)]
fn returned_lists(position: &Position) -> u64 {
    let all = position.legal_moves();
    let some = position.moves().from(position.occupied()).list();
    let captures = position.moves().captures().list();
    let pseudo_legal = position.moves().quiets().pseudo_legal().list();
    let regardless = position.moves().pseudo_legal().list();
    [&all, &some, &captures, &pseudo_legal, &regardless].map(|list| black_box(list).len() as u64).iter().sum()
}

fn stages() -> u64 {
    over_positions(|position| {
        let classes: &[_] =
            if position.in_check() { &[MoveClass::Evasions] } else { &[MoveClass::Captures, MoveClass::Quiets] };
        let legal = |class: &MoveClass| {
            position.moves().of(*class).pseudo_legal().list().iter().filter(|&&m| position.keeps_king_safe(m)).count()
                as u64
        };
        classes.iter().map(legal).sum()
    })
}

fn gives_check_info() -> u64 {
    let cases = with_moves();
    measured(|| {
        let checks = |(position, moves): &(Position, MoveList)| {
            let info = position.check_info();
            moves.iter().filter(|&&m| position.with(&info).gives_check(m)).count() as u64
        };
        cases.iter().map(checks).sum()
    })
}

fn see_ge() -> u64 {
    over_moves(|position, m| [-100, 0, 100].into_iter().map(|bound| u64::from(position.see_ge(m, bound))).sum())
}

/// Sums up an answer over the moves of one position in the next one, as a search does with moves from a hash table.
fn over_foreign_moves(answer: impl Fn(&Position, Move) -> bool) -> u64 {
    let cases = with_moves();
    measured(|| {
        let pairs = cases.iter().zip(cases.iter().skip(1));
        pairs.map(|((_, moves), (position, _))| moves.iter().filter(|&&m| answer(position, m)).count() as u64).sum()
    })
}

fn check_info() -> u64 {
    over_positions(|position| {
        let info = black_box(position.check_info());
        u64::from(info.checkers.len() + info.blockers[0].len() + info.blockers[1].len())
    })
}

fn check_info_and_threats() -> u64 {
    over_positions(|position| {
        let (info, threats) = black_box(position.check_info_and_threats());
        u64::from(info.checkers.len() + threats.all.len())
    })
}

/// Returns the number of entries.
fn threats() -> u64 {
    let mut cases = with_moves();
    measured(|| {
        let (mut threats, mut entries) = (DirtyThreats::default(), 0);
        for (position, moves) in &mut cases {
            for &m in &*moves {
                position.do_move_with(m, &mut threats);
                entries += black_box(&threats).raw_entries().len() as u64;
                position.undo_move();
            }
        }
        entries
    })
}

fn fen_read() -> u64 {
    let fens = fens();
    measured(|| {
        let read = |fen| {
            Position::from_fen(fen, FenMode::Standard).map_or(0, |position| u64::from(position.halfmove_clock()) + 1)
        };
        fens.lines().map(read).sum()
    })
}

fn sliders() -> u64 {
    let occupied: Vec<Bitboard> = positions().iter().map(|position| position.occupied()).collect();
    measured(|| {
        let attacks = |&occupied: &Bitboard| {
            let attacks = |square| bishop_attacks(square, occupied).len() + rook_attacks(square, occupied).len();
            Square::ALL.into_iter().map(attacks).sum::<u32>()
        };
        occupied.iter().map(attacks).map(u64::from).sum()
    })
}

fn count_drawn(level: Level) -> u64 {
    let Some(counter) = Counter::from_level(level) else { return 0 };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../benches/data/drawn.epd");
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let positions = text.lines().filter_map(|line| {
        let (fen, count) = line.split_once(" ;D")?;
        let (depth, _) = count.split_once(' ')?;
        Some((fen.parse::<Position>().expect("a legal position"), depth.parse().expect("a depth")))
    });
    let positions: Vec<(Position, u32)> = positions.collect();
    measured(|| positions.iter().map(|(position, depth)| counter.count(position, *depth) as u64).sum())
}

/// Counts with the engine of a level. Returns 0 if the CPU does not support the level.
fn count(level: Level) -> u64 {
    let Some(counter) = Counter::from_level(level) else { return 0 };
    let positions = positions();
    measured(|| positions.iter().take(100).map(|position| counter.count(position, 2) as u64).sum())
}
