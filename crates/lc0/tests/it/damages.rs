//! Each rule of training records refuses a game with a single damage.

use crate::common::chunk;
use gardez_lc0::training::{F32, Found, Record, Rule, Strictness, V6, V7, check_game};
use gardez_lc0::{ErrorInfo, InputFormat};

/// A damage to a game, the record that is refused, the rule, and the name of the field.
type Damage = (fn(&mut Vec<V6>), usize, Rule, &'static str);

/// Returns a game from the start position of chess, won by black.
fn game(format: InputFormat) -> Vec<V6> {
    chunk(&[0, 11, 3, 15, 7, 2, 9, 4], format).0
}

/// The record that most damages change.
const AT: usize = 2;

/// Expands to damages that set fields of the record to a value.
macro_rules! set {
    ($($field:ident = $value:expr, $rule:ident;)+) => {
        [$(((|game| game[AT].$field = $value.into()) as fn(&mut Vec<V6>), AT, Rule::$rule, stringify!($field)),)+]
    };
}

/// Returns the index of a legal move of the record that is neither the best nor the played one.
fn other_move(record: &V6) -> usize {
    let chosen = [record.best_idx.get(), record.played_idx.get()].map(usize::from);
    let others = record.probabilities.iter().enumerate().filter(|(_, p)| p.get() >= 0.0);
    others.map(|(index, _)| index).find(|index| !chosen.contains(index)).expect("there are many moves")
}

/// Moves the probability of a move to another one.
fn give(record: &mut V6, from: usize, to: usize) {
    let share = record.probabilities[from].get() + record.probabilities[to].get();
    record.probabilities[from] = F32::new(-1.0);
    record.probabilities[to] = F32::new(share);
}

/// Makes the record exempt from the rule about `played_idx`, so that only later rules are left.
fn without_visits(record: &mut V6) {
    record.visits = 0.into();
}

/// What lc0 refuses, in a game of format 3.
fn damages_for_lc0() -> Vec<Damage> {
    let mut damages = Vec::from(set! {
        input_format = 0, InputFormat;
        input_format = 6, InputFormat;
        best_d = 1.0001, D;
        root_d = -0.1, D;
        best_q = f32::NAN, Q;
        root_q = -1.5, Q;
        root_m = -1.0, M;
        best_m = f32::NAN, M;
        plies_left = f32::NAN, M;
        castling_them_oo = 0x84, Castling;
        castling_them_ooo = 3, Castling;
        castling_us_oo = 0x81, Castling;
        castling_us_ooo = 255, Castling;
        side_to_move_or_enpassant = 0x11, SideToMoveOrEnPassant;
        result_q = 2.0, Q;
        result_d = -0.5, D;
        result_d = f32::NAN, D;
        rule50_count = 101, Rule50;
        best_idx = 1859, Index;
        played_idx = u16::MAX, Index;
        played_q = f32::INFINITY, Q;
        played_d = f32::NAN, D;
        played_m = -0.5, M;
        orig_q = 1.2, Q;
        orig_d = 1.01, D;
        orig_m = -3.0, M;
        result_q = 0.5, Result;
    });
    let more: [Damage; 17] = [
        (|game| game.clear(), 0, Rule::NoRecords, "records"),
        (|game| game[AT].probabilities[7] = F32::new(1.5), AT, Rule::Probability, "probabilities"),
        (|game| game[AT].probabilities[7] = F32::new(-0.5), AT, Rule::Probability, "probabilities"),
        (|game| game[AT].probabilities[7] = F32::new(f32::NEG_INFINITY), AT, Rule::Probability, "probabilities"),
        (
            |game| {
                let (best, other) = (usize::from(game[AT].best_idx.get()), other_move(&game[AT]));
                give(&mut game[AT], best, other);
            },
            AT,
            Rule::ChosenMove,
            "probabilities",
        ),
        (
            |game| {
                let (played, other) = (usize::from(game[AT].played_idx.get()), other_move(&game[AT]));
                give(&mut game[AT], played, other);
            },
            AT,
            Rule::ChosenMove,
            "probabilities",
        ),
        (
            |game| {
                let played = usize::from(game[AT].played_idx.get());
                let half = game[AT].probabilities[played].get() + 0.5;
                game[AT].probabilities[played] = F32::new(half);
            },
            AT,
            Rule::ProbabilitySum,
            "probabilities",
        ),
        (|game| game[AT].probabilities.fill(F32::new(-1.0)), AT, Rule::ChosenMove, "probabilities"),
        (
            |game| {
                without_visits(&mut game[AT]);
                game[AT].probabilities.fill(F32::new(f32::NAN));
            },
            AT,
            Rule::ProbabilitySum,
            "probabilities",
        ),
        // One of their pieces is where one of ours is. The first move does not show it.
        (|game| game[0].planes[6] = game[0].planes[0], 0, Rule::StartPosition, "planes"),
        (|game| game.insert(AT, game[AT]), AT, Rule::NotPlayed, "played_idx"),
        (|game| game.swap(AT, AT + 2), AT, Rule::NoMove, "planes"),
        (|game| _ = game.remove(AT), AT - 1, Rule::NoMove, "planes"),
        (|game| game[AT].played_idx = (other_move(&game[AT]) as u16).into(), AT, Rule::NotPlayed, "played_idx"),
        (
            |game| {
                let (played, other) = (usize::from(game[AT].played_idx.get()), other_move(&game[AT]));
                without_visits(&mut game[AT]);
                give(&mut game[AT], played, other);
            },
            AT,
            Rule::NotListed,
            "probabilities",
        ),
        // A pawn that vanishes without a new piece makes lc0's null move.
        (
            |game| {
                let pawns = game[AT].planes[6].get();
                game[AT].planes[6] = (pawns & (pawns - 1)).into();
            },
            AT - 1,
            Rule::NotPlayed,
            "played_idx",
        ),
        // The queen is where it cannot have come from.
        (
            |game| {
                let last = game.len() - 1;
                let [mover, newest] = [last - 1, last];
                without_visits(&mut game[mover]);
                game[mover].invariance_info |= V6::MARKED_FOR_DELETION;
                for plane in 6..12 {
                    game[newest].planes[plane] = game[mover].planes[plane - 6].get().swap_bytes().into();
                }
                game[newest].planes[10] = (0x80 >> 4 << (8 * 4)).into();
            },
            5,
            Rule::IllegalMove,
            "planes",
        ),
    ];
    damages.extend(more);
    damages
}

/// What lc0 overlooks, in a game of format 3.
fn damages_for_strict() -> Vec<Damage> {
    let mut damages = Vec::from(set! {
        version = 99, Version;
        version = 7, Version;
        dummy = 1, Unused;
        result_d = 7.0, D;
        best_idx = 1858, Index;
        root_m = f32::INFINITY, M;
        best_m = f32::INFINITY, M;
        plies_left = f32::INFINITY, M;
        played_m = f32::INFINITY, M;
        orig_m = f32::INFINITY, M;
        result_d = 1.0, WinDrawLoss;
        policy_kld = f32::NAN, Divergence;
        policy_kld = -1.0, Divergence;
        policy_kld = f32::INFINITY, Divergence;
        input_format = 5, FormatChanges;
        castling_them_oo = 0, Position;
        castling_us_ooo = 2, Position;
        side_to_move_or_enpassant = 8, Position;
        rule50_count = 77, Position;
    });
    let more: [Damage; 13] = [
        (|game| game[6].played_idx = 1858.into(), 6, Rule::Index, "played_idx"),
        (|game| (game[AT].root_q, game[AT].root_d) = (F32::new(-0.75), F32::new(0.5)), AT, Rule::WinDrawLoss, "root_d"),
        (|game| (game[AT].best_q, game[AT].best_d) = (F32::new(-0.75), F32::new(0.5)), AT, Rule::WinDrawLoss, "best_d"),
        (
            |game| (game[AT].played_q, game[AT].played_d) = (F32::new(-0.75), F32::new(0.5)),
            AT,
            Rule::WinDrawLoss,
            "played_d",
        ),
        (|game| (game[AT].orig_q, game[AT].orig_d) = (F32::new(-0.75), F32::new(0.5)), AT, Rule::WinDrawLoss, "orig_d"),
        (
            |game| {
                let (other, best) = (other_move(&game[AT]), usize::from(game[AT].best_idx.get()));
                give(&mut game[AT], other, best);
                game[AT].probabilities[other] = F32::new(f32::NAN);
            },
            AT,
            Rule::Probability,
            "probabilities",
        ),
        (|game| game[AT].result_q = F32::new(0.0), AT, Rule::Result, "result_d"),
        (|game| game[AT].invariance_info ^= V6::BLACK_TO_MOVE, AT, Rule::Position, "invariance_info"),
        // The last record: no move shows what we have there.
        (|game| game[6].planes[1] = 0.into(), 6, Rule::Position, "planes"),
        (|game| game[6].planes[5] = game[6].planes[0], 6, Rule::Position, "planes"),
        (
            |game| {
                let (other, best) = (other_move(&game[AT]), usize::from(game[AT].best_idx.get()));
                give(&mut game[AT], other, best);
            },
            AT,
            Rule::LegalMoves,
            "probabilities",
        ),
        (|game| game[AT].probabilities[1857] = F32::new(0.0), AT, Rule::LegalMoves, "probabilities"),
        (
            |game| {
                game[6].probabilities[1857] = F32::new(0.0);
                game[6].played_idx = 1857.into();
            },
            6,
            Rule::LastMove,
            "played_idx",
        ),
    ];
    damages.extend(more);
    damages
}

/// Checks that a game is refused for this reason, and that the text names everything. Returns what is wrong.
fn wrong(game: &[V6], strictness: Strictness, (_, record, rule, field): Damage) -> Option<String> {
    let Err(error) = check_game(game, strictness) else { return Some(format!("{rule:?} accepts {field}")) };
    let text = error.to_string();
    let is_named = text.contains(field) || matches!(error.broken.found, Found::Planes(_));
    let is_expected = (error.record, error.broken.rule, error.broken.field.name()) == (record, rule, field)
        && text.starts_with(&format!("record {record}: "))
        && text.ends_with(&rule.to_string())
        && is_named
        && error.kind_name() == rule.name();
    (!is_expected).then(|| format!("{rule:?}, {field} of record {record}: {text}"))
}

#[test]
fn every_rule_refuses_a_damage_of_its_own() {
    let whole = game(InputFormat::Canonical);
    assert_eq!(whole.len(), 7, "the damages name its records");
    let (mut wrongs, mut seen) = (vec![], vec![]);
    for damage in damages_for_lc0() {
        let mut game = whole.clone();
        damage.0(&mut game);
        wrongs.extend(wrong(&game, Strictness::Lc0, damage));
        wrongs.extend(wrong(&game, Strictness::Strict, damage));
        seen.push(damage.2);
    }
    for damage in damages_for_strict() {
        let mut game = whole.clone();
        damage.0(&mut game);
        wrongs.extend(check_game(&game, Strictness::Lc0).err().map(|error| format!("lc0 overlooks it: {error}")));
        wrongs.extend(wrong(&game, Strictness::Strict, damage));
        seen.push(damage.2);
    }
    assert!(wrongs.is_empty(), "{wrongs:#?}");
    assert!(seen.len() >= 40);
    for &rule in Rule::ALL {
        assert!(seen.contains(&rule), "{rule:?} refuses nothing");
    }
}

#[test]
fn formats_1_and_2_have_rules_of_their_own() {
    type Case = (InputFormat, fn(&mut V6), Rule);
    let damages: [Case; 5] = [
        (InputFormat::Classical, |record| record.castling_us_oo = 2, Rule::Castling),
        (InputFormat::Classical, |record| record.side_to_move_or_enpassant = 2, Rule::SideToMoveOrEnPassant),
        (InputFormat::CastlingPlane, |record| record.side_to_move_or_enpassant = 4, Rule::SideToMoveOrEnPassant),
        (InputFormat::Classical, |record| record.side_to_move_or_enpassant ^= 1, Rule::Position),
        (InputFormat::CastlingPlane, |record| record.castling_us_oo = 64, Rule::Position),
    ];
    for (format, damage, rule) in damages {
        let mut game = game(format);
        assert!(check_game(&game, Strictness::Strict).is_ok(), "{format:?}");
        damage(&mut game[AT]);
        let error = check_game(&game, Strictness::Strict).expect_err("it is damaged");
        assert_eq!((error.record, error.broken.rule), (AT, rule), "{format:?}: {error}");
        let is_overlooked = check_game(&game, Strictness::Lc0).is_ok();
        assert_eq!(is_overlooked, rule == Rule::Position, "{format:?}: {error}");
    }
}

#[test]
fn the_fields_of_version_7_are_checked_strictly() {
    type Case = (fn(&mut V7), Rule, &'static str);
    let damages: [Case; 5] = [
        (|record| record.q_st = F32::new(-1.5), Rule::Q, "q_st"),
        (|record| record.d_st = F32::new(f32::NAN), Rule::D, "d_st"),
        (|record| record.opp_played_idx = 1858.into(), Rule::Index, "opp_played_idx"),
        (|record| record.next_played_idx = 65534.into(), Rule::Index, "next_played_idx"),
        (|record| record.version = 6.into(), Rule::Version, "version"),
    ];
    let whole = V7::from_game(&game(InputFormat::CanonicalV2), V7::DEFAULT_THETA);
    assert!(check_game(&whole, Strictness::Strict).is_ok());
    for (damage, rule, field) in damages {
        let mut game = whole.clone();
        damage(&mut game[AT]);
        assert!(check_game(&game, Strictness::Lc0).is_ok(), "{field}");
        let error = check_game(&game, Strictness::Strict).expect_err("it is damaged");
        assert_eq!((error.record, error.broken.rule, error.broken.field.name()), (AT, rule, field));
    }
    // A game that begins with one version ends with it.
    let mut mixed = Vec::from_iter(whole.iter().map(|&record| Record::from(record)));
    mixed[AT] = Record::from(mixed[AT].clone().into_v6().as_ref().to_owned());
    assert!(check_game(&mixed, Strictness::Lc0).is_ok());
    let error = check_game(&mixed, Strictness::Strict).expect_err("two versions");
    assert_eq!((error.record, error.broken.rule), (AT, Rule::Version));
    assert_eq!(error.broken.found, Found::Differs { found: 6, expected: 7 });
}
