//! The legal moves of random positions, the insufficient material of each side, and values of networks, compared with
//! other libraries.

use std::collections::BTreeSet;
use std::env;
use std::thread;

use cozy_chess::Board as Cozy;
use gardez_bitboard::Bitboard;
use gardez_nnue::features::Pieces;
use gardez_nnue::{AccumulatorStack, Architecture, Network};
use gardez_position::{Board, Builder, FenStyle, Placement, Position};
use gardez_types::{CastlingMode, Color, Move, Piece, PieceType, Square};
use gardez_zobrist::Generator;
use shakmaty::fen::Fen;
use shakmaty::{Chess, Position as _};

/// The number of positions that are compared, and the number if `GARDEZ_SLOW` is set.
const POSITIONS: [usize; 2] = [100_000, 5_000_000];

/// The largest number of plies of a game. It is large enough for promotions and endgames with few pieces.
const PLIES: usize = 200;

/// A move as origin, target and promotion letter, with castling as king takes rook.
type Spelling = (u8, u8, char);

#[test]
fn cozy_chess_and_shakmaty_agree_on_the_legal_moves_of_random_positions() {
    let positions = POSITIONS[usize::from(env::var_os("GARDEZ_SLOW").is_some())];
    thread::scope(|scope| {
        for (seed, is_chess960) in [(1, false), (2, true)] {
            scope.spawn(move || compare(&mut Generator::new(seed), is_chess960, positions / 2));
        }
    });
}

/// Plays random games until this number of positions is compared.
fn compare(generator: &mut Generator, is_chess960: bool, positions: usize) {
    let mut compared = 0;
    while compared < positions {
        let mut position = if is_chess960 {
            let (white, black) = (generator.next_below(960) as u16, generator.next_below(960) as u16);
            // About half of the games start with different arrays for white and black.
            let black = if generator.next_u64().is_multiple_of(2) { white } else { black };
            Board::double_chess960(white, black).map(Position::from).expect("both are below 960")
        } else {
            Position::start()
        };
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            let fen = position.fen(if is_chess960 { FenStyle::Shredder } else { FenStyle::Standard }).to_string();
            let ours: BTreeSet<_> = moves.iter().map(|&m| spell(m)).collect();
            assert_eq!(ours.len(), moves.len(), "{fen}");
            assert_eq!(ours, by_cozy_chess(&fen, is_chess960), "cozy-chess: {fen}");
            assert_eq!(ours, by_shakmaty(&fen, is_chess960), "shakmaty: {fen}");
            compared += 1;
            if moves.is_empty() || compared == positions {
                break;
            }
            position.do_move(moves[generator.next_below(moves.len())]);
        }
    }
}

/// The kings and up to six other pieces on random squares, or `None` if that is not a position.
fn scatter(generator: &mut Generator) -> Option<Board> {
    /// Minor pieces are the most interesting ones.
    const LETTERS: &[u8; 20] = b"PpNNnnNnBBbbBbBbRrQq";
    let mut placement = Placement::EMPTY.with_piece(Square::ALL[generator.next_below(64)], Piece::WhiteKing);
    let mut letters = vec![b'k'];
    letters.extend((0..generator.next_below(7)).map(|_| LETTERS[generator.next_below(LETTERS.len())]));
    for letter in letters {
        let square = Square::ALL[generator.next_below(64)];
        placement.piece_on(square).is_none().then_some(())?;
        placement = placement.with_piece(square, Piece::from_letter(letter.into()).expect("the letter of a piece"));
    }
    let side = Color::ALL[generator.next_below(2)];
    Builder::from_placement(&placement).with_side_to_move(side).build_board().ok()
}

#[test]
fn shakmaty_agrees_on_the_insufficient_material_of_each_side_and_on_the_end_of_random_boards() {
    let mut generator = Generator::new(3);
    let (mut compared, mut insufficient) = (0, 0);
    while compared < POSITIONS[0] {
        let Some(board) = scatter(&mut generator) else { continue };
        let fen = board.to_string();
        let setup: Fen = fen.parse().expect("a FEN");
        // Boards on which shakmaty sees an impossible check are left out.
        let Ok(chess) = setup.into_position::<Chess>(shakmaty::CastlingMode::Standard) else { continue };
        for (color, theirs) in [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)] {
            let found = board.has_insufficient_material_for(color);
            assert_eq!(found, chess.has_insufficient_material(theirs), "{color:?}: {fen}");
            insufficient += u32::from(found);
        }
        assert_eq!(board.has_insufficient_material(), chess.is_insufficient_material(), "{fen}");
        let status = (board.is_checkmate(), board.is_stalemate(), board.status().is_ongoing());
        let theirs = (chess.is_checkmate(), chess.is_stalemate(), !chess.legal_moves().is_empty());
        assert_eq!(status, theirs, "{fen}");
        compared += 1;
    }
    assert!(insufficient > 10_000, "{insufficient}");
}

/// A board of cozy-chess that a network evaluates.
struct CozyPieces(Cozy);

impl Pieces for CozyPieces {
    fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let (color, piece) = (cozy_chess::Color::ALL[color as usize], cozy_chess::Piece::ALL[piece_type.index()]);
        Bitboard::from_bits(self.0.colored_pieces(color, piece).0)
    }

    fn side_to_move(&self) -> Color {
        Color::ALL[self.0.side_to_move() as usize]
    }
}

/// A position of shakmaty that a network evaluates.
struct ShakmatyPieces(Chess);

impl Pieces for ShakmatyPieces {
    fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let color = shakmaty::Color::from_white(color == Color::White);
        let piece = shakmaty::Role::ALL[piece_type.index()].of(color);
        Bitboard::from_bits(self.0.board().by_piece(piece).into())
    }

    fn side_to_move(&self) -> Color {
        if self.0.turn().is_white() { Color::White } else { Color::Black }
    }
}

#[test]
fn boards_of_cozy_chess_and_shakmaty_have_the_values_of_boards_along_games() {
    let number = |array, i: usize| (i * 31 % 61) as i32 - 30 + i32::from(array == gardez_nnue::Array::Biases) * 50;
    let architecture = Architecture { width: 64, ..Architecture::STOCKFISH_2026 };
    let network = Network::build(&architecture, number).expect("in range");
    let (mut generator, mut stack) = (Generator::new(56), AccumulatorStack::new(&network));
    for _ in 0..20 {
        let mut position = Position::start();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.do_move(moves[generator.next_below(moves.len())]);
            let (fen, expected) = (position.to_string(), network.evaluate_board(&position));
            stack.reset();
            let cozy = CozyPieces(Cozy::from_fen(&fen, false).expect("a FEN"));
            assert_eq!(stack.evaluate(&cozy), expected, "cozy-chess: {fen}");
            let chess = fen.parse::<Fen>().expect("a FEN").into_position(shakmaty::CastlingMode::Standard);
            stack.reset();
            assert_eq!(stack.evaluate(&ShakmatyPieces(chess.expect("legal"))), expected, "shakmaty: {fen}");
        }
    }
}

fn spell(m: Move) -> Spelling {
    let text = m.uci(CastlingMode::Chess960);
    (text.from() as u8, text.to() as u8, text.promotion().map_or(' ', |piece| piece.letter()))
}

fn by_cozy_chess(fen: &str, is_chess960: bool) -> BTreeSet<Spelling> {
    let board = Cozy::from_fen(fen, is_chess960).unwrap_or_else(|error| panic!("cozy-chess: {error:?}: {fen}"));
    let mut moves = BTreeSet::new();
    board.generate_moves(|of_piece| {
        let letter = |piece: cozy_chess::Piece| char::from(piece);
        moves.extend(of_piece.into_iter().map(|m| (m.from as u8, m.to as u8, m.promotion.map_or(' ', letter))));
        false
    });
    moves
}

fn by_shakmaty(fen: &str, is_chess960: bool) -> BTreeSet<Spelling> {
    let mode = if is_chess960 { shakmaty::CastlingMode::Chess960 } else { shakmaty::CastlingMode::Standard };
    let position: Chess = fen.parse::<Fen>().expect("a FEN").into_position(mode).expect("a legal position");
    let spell = |m: shakmaty::Move| {
        let from = m.from().expect("chess has no drops");
        (u8::from(from), u8::from(m.to()), m.promotion().map_or(' ', |role| role.char()))
    };
    position.legal_moves().into_iter().map(spell).collect()
}
