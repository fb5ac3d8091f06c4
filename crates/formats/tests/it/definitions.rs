//! Boards of packed positions are those that the slow way makes: piece by piece into parts, then `Board::from_parts`.

use gardez_formats::gardez_position::{Board, BoardError, BoardParts, EnPassantPolicy};
use gardez_formats::{
    Color, Entry, FormatErrorKind, Lossy, Piece, RawEntry, ReadEntries, ReadError, SideToMove, Square, Strictness, Wdl,
    White, WriteEntries, bin, binpack, bullet, marlin,
};
use gardez_types::{CastlingSide, Generator, PieceType};

/// What is wrong, and the byte of the record.
type Fault = (FormatErrorKind, u64);

type Decoded = Result<Board, Fault>;

/// The text of a board and four of its keys.
type Text = (String, [u64; 4]);

/// Squares with their codes, and the byte of each code.
type Codes = Vec<(Square, u8, u64)>;

/// The codes of the occupied squares.
fn codes(occupied: u64, list: &[u8]) -> Result<Codes, Fault> {
    let squares: Vec<Square> = Square::ALL.into_iter().filter(|&square| occupied >> square as u32 & 1 == 1).collect();
    if squares.len() > 32 {
        return Err((FormatErrorKind::TooManyPieces { found: squares.len() as u32 }, 0));
    }
    let code =
        |(index, square): (usize, Square)| (square, list[index / 2] >> (4 * (index % 2)) & 15, 8 + index as u64 / 2);
    Ok(squares.into_iter().enumerate().map(code).collect())
}

/// Returns the board of these parts, of which lenient readers leave out what cannot be.
fn board(mut parts: BoardParts, strictness: Strictness) -> Result<Board, BoardError> {
    loop {
        match (Board::from_parts(&parts), strictness) {
            (Err(BoardError::StaleEnPassantSquare(_)), Strictness::Lenient) => parts.double_push = None,
            (Err(BoardError::CastlingRight { color, rook }), Strictness::Lenient) => {
                parts.castling_rooks[color as usize].remove(rook);
            }
            (result, _) => return result,
        }
    }
}

/// bulletformat: 0 to 5 are the pieces of the side to move, 8 to 13 the other's.
fn bullet_board(bytes: &[u8], strictness: Strictness) -> Decoded {
    let occupied = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    let (mut parts, mut kings) = (BoardParts::EMPTY, [None; 2]);
    for (square, code, byte) in codes(occupied, &bytes[8..24])? {
        let Some(piece) = Piece::from_raw(code + 1) else {
            return Err((FormatErrorKind::PieceCode { square, code }, byte));
        };
        parts.squares[square as usize] = Some(piece);
        if piece.piece_type() == PieceType::King && kings[piece.color() as usize].replace(square).is_some() {
            return Err((FormatErrorKind::Board(BoardError::SeveralKings(piece.color())), byte));
        }
    }
    for (color, at, flip) in [(Color::White, 27, 0), (Color::Black, 28, 56)] {
        let king = kings[color as usize].ok_or((FormatErrorKind::Board(BoardError::MissingKing(color)), 0))?;
        let (expected, found) = (king as u8 ^ flip, bytes[at]);
        if expected != found && strictness == Strictness::Strict {
            return Err((FormatErrorKind::KingSquare { expected, found }, at as u64));
        }
    }
    Board::from_parts(&parts).map_err(|error| (FormatErrorKind::Board(error), 0))
}

/// The stem of a `.binpack`: two codes for each piece type, then the marks.
fn stem_board(bytes: &[u8], strictness: Strictness) -> Decoded {
    let occupied = u64::from_be_bytes(bytes[..8].try_into().expect("eight bytes"));
    let ply = u32::from(u16::from_be_bytes([bytes[28], bytes[29]])) & 0x3fff;
    let mut parts = BoardParts {
        en_passant: EnPassantPolicy::Always,
        halfmove_clock: bytes[31].into(),
        fullmove_number: ply / 2 + 1,
        ..BoardParts::EMPTY
    };
    for (square, code, byte) in codes(occupied, &bytes[8..24])? {
        let piece = |color: usize, index: u8| Piece::new(Color::ALL[color], PieceType::ALL[usize::from(index)]);
        let piece = match code {
            12 => {
                let color = match square as u8 / 8 {
                    3 => Color::White,
                    4 => Color::Black,
                    _ => return Err((FormatErrorKind::EnPassantMark { square }, byte)),
                };
                if parts.double_push.is_some() {
                    return Err((FormatErrorKind::EnPassantMark { square }, byte));
                }
                parts.double_push = square.step(color.up().opposite());
                Piece::new(color, PieceType::Pawn)
            }
            13 | 14 => {
                let rook = piece(usize::from(code - 13), 3);
                let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
                if sides.into_iter().any(|side| side.standard_rook(rook.color()) == square) {
                    parts.castling_rooks[rook.color() as usize].insert(square);
                } else if strictness == Strictness::Strict {
                    return Err((FormatErrorKind::CastlingMark { square }, byte));
                }
                rook
            }
            15 => {
                parts.side_to_move = Color::Black;
                Piece::BlackKing
            }
            code => piece(usize::from(code % 2), code / 2),
        };
        parts.squares[square as usize] = Some(piece);
    }
    board(parts, strictness).map_err(|error| (FormatErrorKind::Board(error), 0))
}

/// marlinformat without lenient repairs: 6 and 14 are rooks that may castle.
fn marlin_board(bytes: &[u8]) -> Decoded {
    let occupied = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    let mut parts = BoardParts { halfmove_clock: bytes[25].into(), ..BoardParts::EMPTY };
    parts.fullmove_number = u16::from_le_bytes([bytes[26], bytes[27]]).into();
    parts.side_to_move = if bytes[24] & 0x80 == 0 { Color::White } else { Color::Black };
    let passed = bytes[24] & 0x7f;
    parts.en_passant = EnPassantPolicy::Always;
    let list = codes(occupied, &bytes[8..24])?;
    if passed > 64 {
        return Err((FormatErrorKind::EnPassantSquare { found: passed }, 24));
    }
    parts.double_push = Square::from_index(passed);
    for &(square, code, byte) in &list {
        let color = usize::from(code / 8);
        let index = match code % 8 {
            6 => 3,
            7 => return Err((FormatErrorKind::PieceCode { square, code }, byte)),
            index => index,
        };
        if code % 8 == 6 {
            parts.castling_rooks[color].insert(square);
        }
        parts.squares[square as usize] = Some(Piece::new(Color::ALL[color], PieceType::ALL[usize::from(index)]));
    }
    let place = |square| list.iter().find(|(other, ..)| *other == square).map_or(0, |&(.., byte)| byte);
    let mut board = Board::from_parts(&parts);
    // The square is kept if a pawn attacks it legally, or if none does.
    if let Ok(read) = &board {
        if read.ep_square_by(EnPassantPolicy::PseudoLegal).is_some() {
            board = Board::from_parts(&BoardParts { en_passant: EnPassantPolicy::Legal, ..parts });
        }
    }
    board.map_err(|error| match error {
        BoardError::CastlingRight { rook: square, .. } => (FormatErrorKind::CastlingMark { square }, place(square)),
        BoardError::StaleEnPassantSquare(_) => (FormatErrorKind::Board(error), 24),
        BoardError::PawnOnBackRank(square) => (FormatErrorKind::Board(error), place(square)),
        _ => (FormatErrorKind::Board(error), 0),
    })
}

/// The first board of a reader, or its error. `head` bytes are before the record.
fn first<R: ReadEntries>(mut reader: R, head: u64) -> Decoded {
    match reader.next_entry() {
        Ok(entry) => Ok(entry.expect("a record").board),
        Err(ReadError::Format(error)) => Err((error.kind, error.offset - head)),
        Err(error) => panic!("{error}"),
    }
}

/// The same text for boards that are equal in everything that a FEN and a key have.
fn texts(decoded: Decoded) -> Result<Text, Fault> {
    decoded.map(|board| {
        board.check_invariants().expect("an intact board");
        let keys =
            [board.raw_key(), board.state().pawn_key(), board.state().material_key(), board.state().minor_piece_key()];
        (board.to_string(), keys)
    })
}

/// Checks that a record without a board says the same as its board.
fn same_raw(raw: Option<RawEntry>, board: &Decoded) {
    let (raw, board) = (raw.expect("a record"), board.as_ref().expect("an intact record"));
    assert!(raw.pieces().eq(board.piece_map()));
    for piece in Piece::ALL {
        assert_eq!(raw.count(piece), board.count(piece.color(), piece.piece_type()), "{piece:?} of {board}");
    }
    let (turn, pieces) = (raw.side_to_move(), raw.len());
    assert_eq!((turn, pieces, raw.occupied()), (board.side_to_move(), board.occupied().len(), board.occupied()));
    assert_eq!((raw.score(), raw.result()), (7, Some(Wdl::Draw)));
}

/// Calls `check` with boards of random games.
fn boards(games: u64, mut check: impl FnMut(&Board, &mut Generator)) {
    let mut generator = Generator::new(35);
    for number in 0..games {
        let mut board =
            if number % 3 == 0 { Board::chess960(number as u16 % 960).expect("a number") } else { Board::start() };
        for _ in 0..100 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            check(&board, &mut generator);
            board.do_move(moves[generator.next_below(moves.len())]);
        }
    }
}

/// Changes up to three bytes of the position, in most cases.
fn damage(bytes: &mut [u8], places: &[usize], generator: &mut Generator) {
    for _ in 0..generator.next_below(4) {
        let place = places[generator.next_below(places.len())];
        bytes[place] ^= 1 << generator.next_below(8);
    }
}

#[test]
fn boards_of_packed_positions_are_those_of_their_parts() {
    let places: Vec<usize> = (0..24).collect();
    boards(400, |board, generator| {
        let modes = [Strictness::Strict, Strictness::Lenient];
        let entry = Entry::<SideToMove>::new(*board, None, 7, Wdl::Draw);
        let mut bytes = bullet::ChessBoard::new(&entry).expect("at most 32 pieces").to_bytes();
        same_raw(RawEntry::all::<bullet::ChessBoard, 32>(&bytes).0.next(), &bullet_board(&bytes, modes[0]));
        damage(&mut bytes, &places, generator);
        for mode in modes {
            let read = first(bullet::Reader::new(&bytes[..]).with_strictness(mode), 0);
            assert_eq!(texts(read), texts(bullet_board(&bytes, mode)), "bulletformat: {bytes:?}");
        }

        let mut writer = marlin::Writer::new(Vec::new());
        writer.write_entry(&Entry::<White>::new(*board, None, 7, Wdl::Draw)).expect("it fits");
        let mut bytes = writer.finish().expect("a list");
        same_raw(RawEntry::all::<marlin::PackedBoard, 32>(&bytes).0.next(), &Ok(*board));
        damage(&mut bytes, &[&places[..], &[24]].concat(), generator);
        assert_eq!(texts(first(marlin::Reader::new(&bytes[..]), 0)), texts(marlin_board(&bytes)), "marlin: {bytes:?}");

        let mut writer = binpack::Writer::new(Vec::new()).with_lossy(Lossy::CASTLING_RIGHTS);
        writer.write_entry(&entry).expect("it fits");
        let mut bytes = writer.finish().expect("a list");
        damage(&mut bytes[8..], &places, generator);
        for mode in modes {
            let read = first(binpack::Reader::new(&bytes[..]).with_strictness(mode), 8);
            assert_eq!(texts(read), texts(stem_board(&bytes[8..], mode)), "binpack: {bytes:?}");
        }

        let mut writer = bin::Writer::new(Vec::new()).with_lossy(Lossy::CASTLING_RIGHTS);
        writer.write_entry(&entry).expect("it fits");
        let bytes = writer.finish().expect("a list");
        let rights = BoardParts { castling_rooks: Default::default(), ..BoardParts::from(board) };
        let (read, all) = (first(bin::Reader::new(&bytes[..]), 0).expect("a board"), Board::from_parts(&rights));
        assert_eq!(read.placement(), board.placement());
        assert_eq!(read.state().pawn_key(), all.expect("a board").state().pawn_key());
    });
}
