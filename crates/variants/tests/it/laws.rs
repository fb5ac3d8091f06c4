//! Laws about random games of every variant.

use gardez_position::Board as ChessBoard;
use gardez_variants::{
    Board, CastlingMode, CastlingSide, Chess, Color, Dialect, ErrorInfo, PieceType, Reason, Variant, VariantBoard,
    VariantFenError, VariantMove, VariantPosition,
};
use quickcheck::quickcheck;

/// The start position of a variant, or one of Chess960 with its pieces.
fn start(variant: Variant, number: u16) -> VariantBoard {
    if !variant.has_chess960() || number % 2 == 0 {
        return VariantBoard::start(variant);
    }
    let chess = ChessBoard::chess960(number % 960).expect("a number below 960").to_string();
    let fen = if variant == Variant::Antichess {
        chess.replace(chess.split(' ').nth(2).unwrap_or_default(), "-")
    } else {
        chess
    };
    VariantBoard::from_fen(variant, &fen).expect("a start position")
}

/// Calls `each` with the boards of a random game, and with the move that leads to the next one.
fn games(number: u16, choices: &[u8], mut each: impl FnMut(&VariantBoard, VariantMove) -> bool) -> bool {
    Variant::ALL.into_iter().all(|variant| {
        let mut board = start(variant, number);
        choices.iter().all(|&choice| {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return true;
            }
            let m = moves[usize::from(choice) % moves.len()];
            let holds = each(&board, m);
            board.do_move(m);
            holds
        })
    })
}

quickcheck! {
    fn both_dialects_are_read_as_the_same_board(number: u16, choices: Vec<u8>) -> bool {
        games(number, &choices, |board, _| {
            [Dialect::Lichess, Dialect::Libraries].into_iter().all(|dialect| {
                let text = board.fen(dialect).to_string();
                let read = VariantBoard::from_fen(board.variant(), &text);
                read.is_ok_and(|read| read == *board && read.fen(dialect).to_string() == text && read.key() == board.key())
            })
        })
    }

    fn a_text_of_a_move_is_read_as_the_move(number: u16, choices: Vec<u8>) -> bool {
        games(number, &choices, |board, m| {
            [CastlingMode::Standard, CastlingMode::Chess960].into_iter().all(|mode| {
                // In Chess960, the step of a king may have the same text as castling.
                let read = board.parse_uci(&m.uci(mode).to_string());
                read == Ok(m) || (mode == CastlingMode::Standard && read.is_ok())
            }) && board.parse_san(&board.san(m)) == Ok(m)
                && VariantMove::from_raw(m.raw()) == Some(m)
        })
    }

    fn moves_are_counted_and_listed_alike(number: u16, choices: Vec<u8>) -> bool {
        games(number, &choices, |board, m| {
            let moves = board.legal_moves();
            let mut sorted: Vec<_> = moves.iter().collect();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == moves.len()
                && moves.len() == board.legal_move_count() as usize
                && board.has_legal_moves()
                && board.is_legal(m)
        })
    }

    fn a_game_that_is_over_by_the_variant_has_no_moves(number: u16, choices: Vec<u8>) -> bool {
        games(number, &choices, |board, m| {
            let after = board.after(m);
            !after.outcome().is_some_and(|outcome| outcome.is_variant_end()) || !after.has_legal_moves()
        })
    }

    fn chess_among_the_variants_is_chess(number: u16, choices: Vec<u8>) -> bool {
        let mut chess = ChessBoard::chess960(number % 960).expect("a number below 960");
        let mut board: Board<Chess> = chess.to_string().parse().expect("a start position");
        choices.iter().all(|&choice| {
            let moves = chess.legal_moves();
            let mut ours: Vec<_> = board.legal_moves().iter().map(|m| m.raw()).collect();
            let mut theirs: Vec<_> = moves.iter().map(|m| m.raw()).collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            let texts = (board.to_string(), chess.fen(gardez_position::FenStyle::XFen).to_string());
            let holds = ours == theirs
                && texts.0 == texts.1
                && board.in_check() == chess.in_check()
                // Polyglot's own rule of en passant also counts captures that are not legal.
                && (board.key() == chess.polyglot_key() || chess.state().double_push().is_some())
                && Color::ALL.into_iter().all(|color| {
                    board.has_insufficient_material_for(color, Dialect::Lichess) == chess.has_insufficient_material_for(color)
                });
            if let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) {
                chess.do_move(m);
                board.do_move(m.into());
            }
            holds
        })
    }

    fn castling_is_refused_for_the_reasons_of_chess(number: u16, choices: Vec<u8>) -> bool {
        games(number, &choices, |board, _| {
            let VariantBoard::Chess(board) = board else { return true };
            let chess = board.to_chess().expect("a position of chess");
            let us = chess.side_to_move();
            let rooks = chess.pieces(us, PieceType::Rook).into_iter();
            let targets = CastlingSide::ALL.into_iter().map(|side| side.king_target(us));
            let texts = targets.chain(rooks).map(|to| format!("{}{to}", chess.king(us)));
            texts.into_iter().all(|text| match chess.parse_uci(&text) {
                Ok(_) => board.why_illegal(&text).is_none(),
                Err(error) if error.to_string().starts_with("the king cannot castle") => {
                    board.why_illegal(&text).is_some_and(|why| why.to_string() == error.to_string())
                }
                Err(_) => true,
            })
        })
    }

    fn undo_restores_the_position(number: u16, choices: Vec<u8>) -> bool {
        Variant::ALL.into_iter().all(|variant| {
            let mut position = VariantPosition::from(start(variant, number));
            let mut seen = Vec::new();
            for &choice in &choices {
                let moves = position.legal_moves();
                let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
                seen.push((position.to_string(), position.key(), position.occurrences(), moves.to_vec(), m));
                if position.play(m).is_err() {
                    return false;
                }
            }
            seen.into_iter().rev().all(|(fen, key, occurrences, moves, m)| {
                position.undo_move() == Some(m)
                    && (position.to_string(), position.key(), position.occurrences()) == (fen, key, occurrences)
                    && position.legal_moves()[..] == moves
            }) && position.undo_move().is_none()
        })
    }

    fn any_text_is_read_or_refused_at_a_place_in_it(variant: usize, text: String, cut: usize) -> bool {
        let variant = Variant::ALL[variant % Variant::ALL.len()];
        let fen = variant.start_fen();
        let cut = cut % (fen.len() + 1);
        [text.clone(), format!("{}{text}{}", &fen[..cut], &fen[cut..])].iter().all(|text| {
            let lies_inside = |error: VariantFenError| {
                let span = error.span().unwrap_or_default();
                span.start <= span.end && span.end <= text.len() && text.get(span).is_some()
            };
            VariantBoard::from_fen(variant, text).err().is_none_or(lies_inside)
        })
    }
}

#[test]
fn castling_as_a_move_of_the_king_is_refused_for_its_reason() {
    let why = |variant, fen, text| {
        let board = VariantBoard::from_fen(variant, fen).expect("a position");
        board.why_illegal(text).map(|why| why.to_string()).unwrap_or_default()
    };
    let (blocked, attacked) = ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1");
    for text in ["e1g1", "e1h1", "O-O"] {
        for variant in [Variant::Chess, Variant::Crazyhouse, Variant::Atomic, Variant::KingOfTheHill] {
            let reason = why(variant, blocked, text);
            assert_eq!(reason, "the king cannot castle: a piece on f1 is in the way", "{variant}, {text}");
            let reason = why(variant, attacked, text);
            assert_eq!(reason, "the king cannot castle: the rook on g8 attacks g1 on its way", "{variant}, {text}");
        }
        let reason = why(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", text);
        assert_eq!(reason, "the king cannot castle: there is no right to castle on the king side", "{text}");
    }
}

#[test]
fn positions_with_nothing_special_have_the_counts_of_chess() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        let chess = VariantBoard::from_fen(Variant::Chess, fen).expect("a position");
        for variant in [Variant::ThreeCheck, Variant::KingOfTheHill] {
            let board = VariantBoard::from_fen(variant, fen).expect("a position");
            assert_eq!(board.perft(3), chess.perft(3), "{board:?}");
        }
        assert_eq!(chess.perft(3), if fen.starts_with("rnbq") { 8902 } else { 97_862 });
    }
}

#[test]
fn the_fifth_occurrence_ends_a_game_and_the_third_can_be_claimed() {
    for variant in Variant::ALL {
        let mut position = VariantPosition::start(variant);
        let cycle = match variant {
            Variant::RacingKings => ["h2h3", "a2a3", "h3h2", "a3a2"],
            // A horde has no move that it can take back.
            Variant::Horde => continue,
            _ => ["g1f3", "g8f6", "f3g1", "f6g8"],
        };
        for (round, text) in (0..4).flat_map(|round| cycle.iter().map(move |text| (round, text))) {
            let m = position.parse_uci(text).expect("a legal move");
            let is_claim = position.claims_by_move().any(|claim| claim == m);
            position.play(m).expect("a legal move");
            assert_eq!(is_claim, (3..5).contains(&position.occurrences()), "{position:?} {round}");
        }
        assert_eq!(position.occurrences(), 5);
        assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::FivefoldRepetition), "{variant}");
        position.undo_move();
        assert!(position.can_claim_draw(), "{variant}");
    }
}

#[test]
fn the_keys_of_start_positions_are_those_of_polyglot() {
    for (variant, key) in [
        (Variant::Chess, 0x463b_9618_1691_fc9c),
        (Variant::Crazyhouse, 0x463b_9618_1691_fc9c),
        (Variant::ThreeCheck, 0x463b_9618_1691_fc9c),
        (Variant::Horde, 0xa8a8_7818_3978_f15b),
        (Variant::RacingKings, 0xda1c_d414_1a24_0380),
        (Variant::Antichess, 0x3d01_bbb3_c110_5375),
    ] {
        assert_eq!(VariantBoard::start(variant).key(), key, "{variant}");
    }
}

#[test]
fn every_name_of_a_variant_is_read() {
    for variant in Variant::ALL {
        for name in [variant.key(), variant.title(), variant.uci_name()] {
            assert_eq!(Variant::from_name(name), Some(variant), "{name}");
            assert_eq!(Variant::from_name(&name.to_uppercase()), Some(variant), "{name}");
        }
    }
    assert_eq!(Variant::from_name("Giveaway"), None);
}

#[test]
fn a_strict_reader_refuses_what_no_game_leads_to() {
    for (variant, fen) in [
        (Variant::Crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1"),
        (Variant::Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (Variant::Atomic, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNQ w Q - 0 1"),
        (Variant::Horde, "4k3/8/8/8/4P3/8/8/8 b - d3 0 1"),
        (Variant::Chess, "3rk3/8/8/8/8/2n5/6n1/b2K3r w - - 0 1"),
    ] {
        let strict = VariantBoard::from_fen_strict(variant, fen);
        match variant {
            Variant::Atomic => assert!(strict.is_ok(), "{fen}"),
            _ => assert!(strict.is_err(), "{fen}"),
        }
        assert!(VariantBoard::from_fen(variant, fen).is_ok(), "{fen}");
    }
}

#[test]
fn boards_are_small_and_can_be_sent_to_threads() {
    static_assertions::assert_impl_all!(VariantBoard: Send, Sync, Copy);
    static_assertions::assert_eq_size!(Option<VariantMove>, u16);
}
