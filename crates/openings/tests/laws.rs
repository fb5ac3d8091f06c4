//! What must be true of every opening, and of boards near them.

use std::collections::HashSet;

use gardez_openings::{Board, Eco, Name, Opening};
use gardez_position::{EnPassantPolicy, FenReader};
use gardez_types::ParseError;
use quickcheck::quickcheck;
use static_assertions::{assert_eq_size, assert_impl_all};

assert_eq_size!(Opening, u16);
assert_impl_all!(Opening: Copy, Ord, core::hash::Hash, Send, Sync);
assert_impl_all!(Name: Copy, Ord, core::hash::Hash, Send, Sync);

#[test]
fn every_opening_is_found_by_its_own_position() {
    for opening in Opening::all() {
        assert_eq!(Opening::from_board(&opening.board()), Some(opening));
        assert_eq!(Opening::from_moves(opening.moves()), Some(opening));
    }
}

#[test]
fn every_position_of_an_opening_is_reached_by_legal_moves() {
    for opening in Opening::all() {
        let mut board = Board::start();
        for m in opening.moves() {
            assert!(board.is_legal(m), "{opening}: {m:?}");
            board.do_move(m);
        }
        assert!(board.same_state(&opening.board()));
    }
}

#[test]
fn the_start_position_has_no_name() {
    assert_eq!(Opening::from_board(&Board::start()), None);
    assert_eq!(Opening::from_moves([]), None);
}

#[test]
fn all_openings_are_those_of_all_codes() {
    let codes = (0..Eco::COUNT as u16).filter_map(Eco::from_index);
    let by_code: Vec<_> = codes.flat_map(|code| Opening::by_eco(code).map(move |opening| (code, opening))).collect();
    assert_eq!(by_code.len(), Opening::COUNT);
    assert!(by_code.iter().all(|(code, opening)| opening.eco() == *code));
    assert!(by_code.iter().map(|(_, opening)| *opening).eq(Opening::all()));
    assert!((0..Eco::COUNT as u16).filter_map(Eco::from_index).all(|code| Opening::by_eco(code).len() > 0));
}

#[test]
fn a_name_is_the_text_of_its_parts() {
    let (mut names, mut texts) = (HashSet::new(), HashSet::new());
    for name in Opening::all().map(Opening::name) {
        let parts: Vec<_> = name.parts().collect();
        let text = match &parts[..] {
            [family] => family.to_string(),
            [family, variations @ ..] => format!("{family}: {}", variations.join(", ")),
            [] => panic!("a name without parts"),
        };
        assert_eq!(name.to_string(), text);
        assert_eq!(name.family(), parts[0]);
        assert_eq!(name.parent().map(|parent| parent.parts().count()), parts.len().checked_sub(1).filter(|&n| n > 0));
        names.insert(name);
        texts.insert(text);
    }
    assert_eq!(names.len(), texts.len());
}

#[test]
fn a_name_is_found_without_case_and_accents() {
    for (text, found) in [("grunfeld", true), ("GRÜNFELD DEFENSE", true), ("Bucker gambit", true), ("grunfield", false)]
    {
        assert_eq!(Opening::by_name(text).next().is_some(), found, "{text}");
    }
    // A text can contain the signs between the parts.
    assert!(Opening::by_name("najdorf variation, english attack").count() > 1);
    assert_eq!(Opening::by_name("").count(), Opening::COUNT);
}

#[test]
fn an_en_passant_square_that_does_not_count_does_not_hide_the_name() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let reader = FenReader::new().with_en_passant(EnPassantPolicy::Always);
    let board = reader.read_board(fen).expect("the FEN is valid").position;
    assert!(board.ep_square().is_some());
    let opening = Opening::from_board(&board).expect("1. e4 has a name");
    assert_eq!(opening.to_string(), "B00 King's Pawn Game");
}

#[test]
fn a_lost_castling_right_is_another_position() {
    let board: Board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse().expect("it is valid");
    assert!(Opening::from_board(&board).is_some());
    let board: Board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQk - 0 2".parse().expect("it is valid");
    assert_eq!(Opening::from_board(&board), None);
}

#[test]
fn a_game_keeps_its_last_name() {
    let line = |moves: &str| {
        let mut board = Board::start();
        let boards = moves.split(' ').map(|text| {
            board.do_move(board.parse_uci(text).expect("the move is legal"));
            board
        });
        Opening::from_boards(boards).expect("the game has a name").to_string()
    };
    assert_eq!(line("e2e4 e7e5 g1f3 b8c6 f1b5"), line("e2e4 e7e5 g1f3 b8c6 f1b5 h7h5 h2h4 a7a5"));
    // The same position after the same moves in another order.
    assert_eq!(line("d2d4 g8f6 c2c4 e7e6 g1f3 d7d5 b1c3"), line("g1f3 d7d5 d2d4 g8f6 c2c4 e7e6 b1c3"));
}

#[test]
fn an_illegal_move_ends_a_game() {
    let mut moves: Vec<_> = Opening::by_name("najdorf").next().expect("it has a name").moves().collect();
    let opening = Opening::from_moves(moves.iter().copied());
    moves.push(moves[0]);
    assert_eq!(Opening::from_moves(moves), opening);
}

#[test]
fn codes_are_read_as_they_are_printed() {
    for code in (0..Eco::COUNT as u16).filter_map(Eco::from_index) {
        assert_eq!(code.to_string().parse(), Ok(code));
        assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
    }
    assert_eq!(Eco::from_index(500), None);
    assert!(matches!("B9".parse::<Eco>(), Err(ParseError::Length { found: 2, .. })));
    assert!(matches!("F90".parse::<Eco>(), Err(ParseError::Character { found: 'F', at: 0, .. })));
    assert!(matches!("B9x".parse::<Eco>(), Err(ParseError::Character { found: 'x', at: 2, .. })));
    assert!(matches!("é00".parse::<Eco>(), Err(ParseError::Character { found: 'é', at: 0, .. })));
}

quickcheck! {
    /// Random moves after a random opening: what is found has exactly this position.
    fn a_position_gets_only_the_name_of_its_own(opening: u16, moves: Vec<u8>) -> bool {
        let opening = Opening::from_index(opening % Opening::COUNT as u16).expect("the index is in range");
        let mut board = opening.board();
        for choice in moves {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            board.do_move(legal[usize::from(choice) % legal.len()]);
            if let Some(found) = Opening::from_board(&board) {
                if found.board().packed() != board.packed() {
                    return false;
                }
            }
        }
        true
    }

    fn every_text_of_a_name_finds_it(opening: u16, start: usize, length: usize) -> bool {
        let opening = Opening::from_index(opening % Opening::COUNT as u16).expect("the index is in range");
        let name: Vec<char> = opening.name().to_string().chars().collect();
        let text: String = name.iter().skip(start % name.len()).take(length).collect();
        opening.name().contains(&text) && opening.name().contains(&text.to_uppercase())
    }

    fn codes_are_read_or_refused(text: String) -> bool {
        text.parse::<Eco>().map_or(true, |code| code.to_string() == text.to_uppercase())
    }
}
