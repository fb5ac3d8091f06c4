//! Damaged FENs and games of every variant: whatever is in them, they are read or refused, and nothing panics.
//!
//! `GARDEZ_SLOW=1` reads 100,000 of each kind for each variant.

use gardez_notation::pgn::Reader;
use gardez_types::Generator;
use gardez_variants::pgn::{Game, GameBoard, games};
use gardez_variants::{Color, Dialect, Variant, VariantBoard};

fn rounds() -> u64 {
    if std::env::var_os("GARDEZ_SLOW").is_some() { 100_000 } else { 300 }
}

/// Returns a random number below `end`.
fn below(generator: &mut Generator, end: usize) -> usize {
    (generator.next_u64() % end.max(1) as u64) as usize
}

/// Returns the boards of a random game, from the start on.
fn random_game(variant: Variant, generator: &mut Generator) -> (Game, Vec<VariantBoard>) {
    let mut boards = vec![VariantBoard::start(variant)];
    let mut game = Game::from_board(boards[0]);
    let mut node = game.root();
    for _ in 0..below(generator, 120) {
        let board = boards[boards.len() - 1];
        let moves = board.legal_moves();
        let Some(&m) = moves.get(below(generator, moves.len())) else { break };
        node = game.push(node, Some(m));
        boards.push(board.after(m));
    }
    (game, boards)
}

/// Replaces, inserts or removes some bytes.
fn mutate(text: &str, letters: &[u8], generator: &mut Generator) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=below(generator, 4) {
        let (at, byte) = (below(generator, bytes.len()), letters[below(generator, letters.len())]);
        match below(generator, 3) {
            0 if !bytes.is_empty() => bytes[at] = byte,
            1 if !bytes.is_empty() => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Asks a board everything.
fn ask(board: &VariantBoard) {
    for dialect in [Dialect::Lichess, Dialect::Libraries] {
        let text = board.fen(dialect).to_string();
        assert_eq!(VariantBoard::from_fen(board.variant(), &text).as_ref(), Ok(board), "{text}");
        let _ = (board.outcome_by(dialect), board.has_insufficient_material(dialect));
    }
    for color in Color::ALL {
        let _ = board.has_insufficient_material_for(color, Dialect::Lichess);
    }
    let _ = (board.is_closed(), board.material_difference(), board.to_chess(), board.checkers());
    for text in ["e5", "Nf3", "Qxd2+", "N@e4", "e8=K", "O-O", "e2e4"] {
        assert!(board.parse_san(text).is_err() || board.why_illegal(text).is_none(), "{board}: {text}");
    }
    let mut made = *board;
    for &m in &board.legal_moves() {
        assert_eq!(board.parse_san(&board.san(m)), Ok(m), "{board}");
        let undo = made.make_move(m);
        made.undo_move(&undo);
        assert_eq!(made, *board, "{board}: {m}");
    }
}

#[test]
fn damaged_fens_are_read_or_refused() {
    for variant in Variant::ALL {
        let mut generator = Generator::new(1);
        let mut read = 0;
        while read < rounds() {
            let (_, boards) = random_game(variant, &mut generator);
            for board in boards {
                let fen = board.fen([Dialect::Lichess, Dialect::Libraries][below(&mut generator, 2)]).to_string();
                let text = mutate(&fen, b"pnbrqkPNBRQKw-/12345678[]~+ 0abcdefgh\xff", &mut generator);
                read += 1;
                match VariantBoard::from_fen(variant, &text) {
                    Ok(board) => ask(&board),
                    Err(error) => assert!(error.span.end <= text.len() && !error.to_string().is_empty(), "{text}"),
                }
            }
        }
    }
}

#[test]
fn damaged_games_are_read_to_their_end() {
    let letters = b"()[]{};$!?+#=@-xO0123456789abcdefghNBRQKP \n\"\\%\xff";
    for variant in Variant::ALL {
        let mut generator = Generator::new(2);
        for _ in 0..rounds() {
            let (game, _) = random_game(variant, &mut generator);
            let text = mutate(&game.to_string(), letters, &mut generator);
            let mut reader = Reader::from_bytes(text.as_bytes());
            for Ok(read) in games(&mut reader) {
                let _ = read.game.to_string();
            }
            assert_eq!(reader.offset(), text.len() as u64, "{text}");
            let mut reader = Reader::from_bytes(text.as_bytes());
            while let Ok(Some(read)) = reader.read_game_on::<GameBoard>(gardez_notation::pgn::Keep::Normalized) {
                let _ = read.game.to_string();
            }
        }
    }
}
