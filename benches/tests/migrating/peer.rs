//! shakmaty.

use gardez_notation::san::{self, San};
use gardez_position::{Bitboard, Board, Builder, EnPassantPolicy, Move, Outcome};
use gardez_types::{CastlingMode, CastlingSide, Color, MoveKind, PieceType, Square};
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, KnownOutcome, Position as _, Role};

use crate::walk::{Case, fen, peer_move};
use crate::{Checks, NONE};

const COLORS: [(Color, shakmaty::Color); 2] =
    [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)];

const SIDES: [(CastlingSide, shakmaty::CastlingSide); 2] = [
    (CastlingSide::KingSide, shakmaty::CastlingSide::KingSide),
    (CastlingSide::QueenSide, shakmaty::CastlingSide::QueenSide),
];

fn roles() -> impl Iterator<Item = (PieceType, Role)> {
    PieceType::ALL.into_iter().zip(Role::ALL)
}

fn same(ours: Bitboard, theirs: shakmaty::Bitboard) -> bool {
    ours.bits() == u64::from(theirs)
}

fn at(ours: Option<Square>, theirs: Option<shakmaty::Square>) -> bool {
    ours.map(|square| square as usize) == theirs.map(|square| square as usize)
}

/// Returns `true` if the moves are the same.
fn all<'a>(ours: impl Iterator<Item = &'a Move>, theirs: &[shakmaty::Move]) -> bool {
    let mut ours: Vec<_> = ours.map(|m| m.uci(CastlingMode::Chess960).to_string()).collect();
    let mut theirs: Vec<_> = theirs.iter().map(|m| m.to_uci(shakmaty::CastlingMode::Chess960).to_string()).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    ours == theirs
}

/// Returns `true` if a board is the same as a position of shakmaty, with its counters and the square of the last double
/// step.
fn agree(ours: &Board, theirs: &Chess) -> bool {
    let setup = theirs.to_setup(EnPassantMode::Always);
    let rooks: Bitboard = COLORS
        .iter()
        .flat_map(|&(color, _)| SIDES.map(|(side, _)| ours.castling_rook(color, side)))
        .flatten()
        .collect();
    roles().all(|(piece, role)| same(ours.by_type(piece), setup.board.by_role(role)))
        && COLORS.iter().all(|&(color, other)| same(ours.by_color(color), setup.board.by_color(other)))
        && (ours.side_to_move() == Color::White) == (setup.turn == shakmaty::Color::White)
        && same(rooks, setup.castling_rights)
        && at(ours.ep_square_by(EnPassantPolicy::Always), setup.ep_square)
        && u32::from(ours.halfmove_clock()) == setup.halfmoves
        && ours.fullmove_number() == setup.fullmoves.get()
}

/// Mate and insufficient material.
fn outcome(board: &Board) -> shakmaty::Outcome {
    let known = match board.mate() {
        Some(Outcome::Checkmate { winner: Color::White }) => KnownOutcome::Decisive { winner: shakmaty::Color::White },
        Some(Outcome::Checkmate { winner: Color::Black }) => KnownOutcome::Decisive { winner: shakmaty::Color::Black },
        Some(_) => KnownOutcome::Draw,
        None if board.has_insufficient_material() => KnownOutcome::Draw,
        None => return shakmaty::Outcome::Unknown,
    };
    shakmaty::Outcome::Known(known)
}

/// A legal move of each library, the same one.
fn some_move(case: &mut Case) -> Option<(Move, shakmaty::Move)> {
    let moves = case.ours.legal_moves();
    let m = moves.get(case.random.next_below(moves.len().max(1))).copied()?;
    Some((m, peer_move(&case.peer, m)))
}

/// A row for each method.
pub(crate) const ROWS: Checks = &[
    ("board", |case| {
        Square::ALL.into_iter().zip(shakmaty::Square::ALL).all(|(square, theirs)| {
            let piece = case.ours.placement().piece_on(square).map(|piece| piece.letter());
            piece == case.peer.board().piece_at(theirs).map(|piece| piece.char())
        })
    }),
    ("capture_moves", |case| {
        let moves = case.ours.legal_moves();
        let of_kind = |kind| moves.iter().filter(move |m| m.kind() == kind);
        all(moves.iter().filter(|&&m| case.ours.is_capture(m)), &case.peer.capture_moves())
            && all(of_kind(MoveKind::EnPassant), &case.peer.en_passant_moves())
            && all(of_kind(MoveKind::Promotion), &case.peer.promotion_moves())
            && SIDES
                .into_iter()
                .all(|(side, theirs)| all(case.ours.legal_castling(side).iter(), &case.peer.castling_moves(theirs)))
    }),
    ("castles", |case| {
        let castles = case.peer.castles();
        COLORS.into_iter().all(|(color, theirs)| {
            SIDES.into_iter().all(|(side, other)| {
                let rook = case.ours.castling_rook(color, side);
                at(rook, castles.rook(theirs, other))
                    && rook.is_some() == castles.has(theirs, other)
                    && case.ours.castling_path(color, side).is_none_or(|path| same(path, castles.path(theirs, other)))
            })
        })
    }),
    ("checkers", |case| {
        let occupied = case.ours.occupied() ^ Bitboard::from_bits(case.random.next_sparse());
        let through = shakmaty::Bitboard::from(occupied.bits());
        same(case.ours.checkers(), case.peer.checkers())
            && case.ours.in_check() == case.peer.is_check()
            && Square::ALL.into_iter().zip(shakmaty::Square::ALL).all(|(square, theirs)| {
                COLORS.into_iter().all(|(color, other)| {
                    let attackers = case.ours.attackers_through(square, occupied) & case.ours.by_color(color);
                    same(attackers, case.peer.king_attackers(theirs, other, through))
                })
            })
    }),
    ("ep_square", |case| {
        let by = |policy| case.ours.ep_square_by(policy);
        at(case.ours.ep_square(), case.peer.legal_ep_square())
            && at(by(EnPassantPolicy::Legal), case.peer.ep_square(EnPassantMode::Legal))
            && at(by(EnPassantPolicy::PseudoLegal), case.peer.pseudo_legal_ep_square())
            && at(by(EnPassantPolicy::PseudoLegal), case.peer.ep_square(EnPassantMode::PseudoLegal))
            && at(by(EnPassantPolicy::Always), case.peer.maybe_ep_square())
            && at(by(EnPassantPolicy::Always), case.peer.ep_square(EnPassantMode::Always))
            && at(case.ours.state().double_push(), case.peer.maybe_ep_square())
    }),
    ("fullmoves", |case| {
        case.ours.fullmove_number() == case.peer.fullmoves().get()
            && u32::from(case.ours.halfmove_clock()) == case.peer.halfmoves()
            && (case.ours.side_to_move() == Color::White) == (case.peer.turn() == shakmaty::Color::White)
    }),
    ("has_insufficient_material", |case| {
        case.ours.has_insufficient_material() == case.peer.is_insufficient_material()
            && COLORS.into_iter().all(|(color, theirs)| {
                case.ours.has_insufficient_material_for(color) == case.peer.has_insufficient_material(theirs)
            })
    }),
    ("is_checkmate", |case| {
        let is_over = case.ours.mate().is_some() || case.ours.has_insufficient_material();
        case.ours.is_checkmate() == case.peer.is_checkmate()
            && case.ours.is_stalemate() == case.peer.is_stalemate()
            && is_over == case.peer.is_game_over()
    }),
    ("is_irreversible", |case| {
        let Some((m, theirs)) = some_move(case) else { return true };
        let after = case.board().after(m);
        let loses_rights = after.castling_rights() != case.ours.castling_rights();
        let is_irreversible = after.halfmove_clock() == 0 || loses_rights || case.ours.ep_square().is_some();
        is_irreversible == case.peer.is_irreversible(theirs)
    }),
    ("is_legal", |case| {
        if case.earlier.is_empty() {
            return true;
        }
        let place = case.random.next_below(case.earlier.len());
        let (board, _, chess) = &case.earlier[place];
        let (moves, now) = (board.legal_moves(), &case.ours);
        moves.iter().all(|&m| {
            let theirs = peer_move(chess, m);
            // A move of shakmaty also says which pieces it moves and captures.
            let is_same = now.piece_on(m.from()).map(|piece| piece.piece_type())
                == board.piece_on(m.from()).map(|piece| piece.piece_type())
                && now.captured_piece(m).map(|piece| piece.piece_type())
                    == board.captured_piece(m).map(|piece| piece.piece_type());
            (now.is_legal(m) && is_same) == case.peer.is_legal(theirs)
        })
    }),
    ("is_variant_end", NONE),
    ("legal_moves", |case| all(case.ours.legal_moves().iter(), &case.peer.legal_moves())),
    ("new", |_| agree(&Board::start(), &Chess::new())),
    ("our", |case| {
        let (board, us) = (case.board(), case.ours.side_to_move());
        same(board.by_color(us), case.peer.us())
            && same(board.by_color(!us), case.peer.them())
            && roles().all(|(piece, role)| {
                same(board.pieces(us, piece), case.peer.our(role))
                    && same(board.pieces(!us, piece), case.peer.their(role))
            })
    }),
    ("outcome", |case| outcome(case.board()) == case.peer.outcome()),
    ("play", |case| {
        let Some((m, theirs)) = some_move(case) else { return true };
        let (mut ours, mut unchecked) = (case.ours.clone(), case.peer.clone());
        unchecked.play_unchecked(theirs);
        let checked = case.peer.clone().play(theirs);
        ours.play(m).is_ok()
            && agree(ours.board(), &unchecked)
            && checked.is_ok_and(|checked| agree(&case.board().after(m), &checked))
    }),
    ("san_candidates", |case| {
        Square::ALL.into_iter().zip(shakmaty::Square::ALL).all(|(square, theirs)| {
            roles().all(|(piece, role)| {
                let found = case.peer.san_candidates(role, theirs);
                let found: Bitboard =
                    found.iter().filter_map(|m| m.from()).filter_map(|from| Square::from_index(from as u8)).collect();
                case.ours.legal_origins(piece, square, Bitboard::FULL) == found
            })
        })
    }),
    ("swap_turn", |case| {
        let theirs = case.peer.clone().swap_turn();
        if case.ours.in_check() {
            return theirs.is_err();
        }
        // Theirs keeps the move number.
        let after = Builder::from_board(&case.board().after_null())
            .with_fullmove_number(case.ours.fullmove_number())
            .build_board();
        after.is_ok_and(|after| theirs.is_ok_and(|theirs| agree(&after, &theirs)))
    }),
    ("to_setup", |case| {
        let built = Builder::from_board(case.board()).build_board();
        agree(case.board(), &case.peer) && built.is_ok_and(|built| fen(&built) == case.fen())
    }),
    ("update_zobrist_hash", |case| {
        let key = case.peer.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal);
        let Some((m, theirs)) = some_move(case) else { return case.ours.polyglot_key() == key.0 };
        let next = case.peer.update_zobrist_hash(key, theirs, EnPassantMode::PseudoLegal);
        case.ours.polyglot_key() == key.0 && next.is_none_or(|next| next.0 == case.board().after(m).polyglot_key())
    }),
];

/// Rows of docs/crates.md whose methods have no row of their own.
pub(crate) const CRATES: Checks = &[
    ("parse_uci", |case| {
        let modes = [
            (CastlingMode::Standard, shakmaty::CastlingMode::Standard),
            (CastlingMode::Chess960, shakmaty::CastlingMode::Chess960),
        ];
        case.ours.legal_moves().into_iter().all(|m| {
            let theirs = peer_move(&case.peer, m);
            modes.into_iter().all(|(mode, other)| theirs.to_uci(other).to_string() == m.uci(mode).to_string())
        })
    }),
    ("san::parse", |case| {
        case.ours.legal_moves().into_iter().all(|m| {
            let text = SanPlus::from_move(case.peer.clone(), peer_move(&case.peer, m)).to_string();
            text == San::new(case.board(), m).to_string() && san::parse(case.board(), &text) == Ok(m)
        })
    }),
    ("a == b", |case| case.earlier.iter().all(|(board, _, other)| (*case.board() == *board) == (case.peer == *other))),
];
