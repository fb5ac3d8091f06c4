//! Boards: sets, castling, hashes, attacks, moves, and the boards after the moves.

use gardez_bitboard::Bitboard;
use gardez_lc0::{Board, Move, PositionHistory};
use gardez_position::BoardError;
use gardez_types::{CastlingMode, MoveKind, Square};

use super::{castling, list, start, text};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The fields that are given for a board and for the same board with colors swapped.
const SETS: [&str; 14] = [
    "fen4", "flipped", "ours", "theirs", "pawns", "ep", "knights", "bishops", "rooks", "queens", "kings", "castling",
    "hash", "in_check",
];

/// The other fields of a record.
const FIELDS: [&str; 14] = [
    "id",
    "kind",
    "fen",
    "rule50",
    "fullmove",
    "double_check",
    "pinned",
    "attack_lines",
    "mating_material",
    "n_pseudo",
    "pseudo_raw",
    "legal_raw",
    "legal",
    "mirror",
];

/// One of this many records contains the boards after the moves.
const CHILDREN_PERIOD: i64 = 5;

/// Compares a record of `boards`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    const SHARED: [&str; 15] = with_attacked();
    let (fields, sets, [forms, children]) = record.parts(FIELDS, SHARED, ["castle_forms", "children"])?;
    let [id, kind, fen, rule50, fullmove, double_check, pinned, lines, material, n_pseudo, pseudo, raw, legal, mirror] =
        &fields;
    kind.text()?;
    let Some(history) = start(findings, fen)? else { return Ok(()) };
    let position = history.last();
    let board = position.board();
    findings.number(rule50, position.rule50())?;
    findings.number(fullmove, position.game_ply() / 2 + 1)?;
    compare_sets(findings, &sets, board)?;

    let info = board.king_attack_info();
    findings.truth(double_check, info.double_check)?;
    findings.set(pinned, info.pinned)?;
    findings.set(lines, info.attack_lines)?;
    findings.holds(lines.path, "attack lines if and only if the king is in check", info.in_check() == board.in_check());
    findings.truth(material, board.has_mating_material())?;

    let pseudo_legal = board.pseudo_legal_moves();
    findings.number(n_pseudo, pseudo_legal.len())?;
    list(findings, pseudo, &pseudo_legal, |findings, node, m| findings.number(node, m.raw()))?;
    let moves = board.legal_moves();
    list(findings, raw, &moves, |findings, node, m| {
        findings.part();
        findings.number(node, m.raw())
    })?;
    let side = board.side_to_move();
    list(findings, legal, &moves, |findings, node, m| {
        let is_read = board.parse_move(node.text()?) == Ok(*m);
        findings.holds(node.path, "a text of this move", is_read);
        findings.text(node, text(*m, side))
    })?;
    castle_forms(findings, record, forms.as_ref(), board, &moves)?;

    match (&children, id.number()? % CHILDREN_PERIOD == 0) {
        (Some(children), true) => compare_children(findings, children, board, &moves)?,
        (None, false) => {}
        (_, is_due) => {
            return Err(id.error(if is_due {
                "the field children is missing"
            } else {
                "the field children is not expected here"
            }));
        }
    }
    let ([], sets, []) = mirror.parts([], SHARED, [])?;
    compare_sets(findings, &sets, &board.swap_colors())?;
    findings.holds(
        mirror.path,
        "the same board after swapping colors twice",
        board.swap_colors().swap_colors() == *board,
    );
    compare_with_position(findings, fen, &history)
}

/// The shared fields and the attacked squares.
const fn with_attacked() -> [&'static str; 15] {
    let mut names = [""; 15];
    let mut i = 0;
    while i < SETS.len() {
        names[i] = SETS[i];
        i += 1;
    }
    names[14] = "attacked_by_theirs";
    names
}

fn compare_sets(findings: &mut Findings<'_>, fields: &[Node<'_>; 15], board: &Board) -> Outcome {
    let [fen4, flipped, ours, theirs, pawns, ep, knights, bishops, rooks, queens, kings, rights, hash, check, attacked] =
        fields;
    findings.text(fen4, board.fen())?;
    findings.truth(flipped, board.is_flipped())?;
    for (expected, found) in [
        (ours, board.ours()),
        (theirs, board.theirs()),
        (pawns, board.pawns()),
        (ep, board.en_passant()),
        (knights, board.knights()),
        (bishops, board.bishops()),
        (rooks, board.rooks()),
        (queens, board.queens()),
        (kings, board.kings()),
    ] {
        findings.set(expected, found)?;
    }
    let [bits, files, string] = rights.fields(["bits", "files", "str"])?;
    castling(findings, &bits, &files, board.castlings())?;
    findings.text(&string, board.castlings())?;
    findings.hex(hash, board.hash())?;
    findings.truth(check, board.in_check())?;
    let is_attacked = |square: &Square| board.is_under_attack(*square);
    let found = Square::ALL.into_iter().filter(is_attacked).fold(Bitboard::EMPTY, |set, square| set | square.into());
    findings.set(attacked, found)
}

/// Compares both texts of each castling move. The field exists if there is such a move.
fn castle_forms(
    findings: &mut Findings<'_>,
    record: &Node<'_>,
    forms: Option<&Node<'_>>,
    board: &Board,
    moves: &[Move],
) -> Outcome {
    let side = board.side_to_move();
    let castling: Vec<_> = moves.iter().filter(|m| m.kind() == MoveKind::Castling).collect();
    let Some(forms) = forms else {
        findings.holds(format_args!("{}legal", record.path), "no castling", castling.is_empty());
        return Ok(());
    };
    findings.holds(forms.path, "castling", !castling.is_empty());
    list(findings, forms, &castling, |findings, node, m| {
        let [takes_rook, standard] = node.tuple(["takes_rook", "standard"])?;
        findings.text(&takes_rook, m.uci(side, CastlingMode::Chess960))?;
        findings.text(&standard, m.uci(side, CastlingMode::Standard))
    })
}

fn compare_children(findings: &mut Findings<'_>, children: &Node<'_>, board: &Board, moves: &[Move]) -> Outcome {
    list(findings, children, moves, |findings, node, m| {
        let [hash, resets, fen4] = node.tuple(["hash", "resets", "fen4"])?;
        let (child, is_irreversible) = (board.after(*m), board.is_zeroing(*m));
        findings.hex(&hash, child.hash())?;
        findings.flag(&resets, is_irreversible)?;
        findings.text(&fen4, child.fen())
    })
}

/// If the board is also a position of `gardez_position`, converting it there and back must lose nothing, and both
/// crates must have the same legal moves with the same results.
fn compare_with_position(findings: &mut Findings<'_>, fen: &Node<'_>, history: &PositionHistory) -> Outcome {
    let board = history.last().board();
    let absolute = match gardez_position::Board::try_from(board) {
        Ok(absolute) => absolute,
        // lc0 accepts boards on which a king can be captured.
        Err(BoardError::OpponentInCheck) => {
            findings.holds(fen.path, "the opponent in check", board.swap_colors().in_check());
            return Ok(());
        }
        Err(error) => {
            findings.fails(format_args!("{} as a position", fen.path), &"a position", &error);
            return Ok(());
        }
    };
    let back = Board::from(&absolute);
    let same_but_files = back.fen().to_string() == board.fen().to_string() && back.hash() == board.hash();
    findings.holds(fen.path, "the same board after conversion to a position and back", same_but_files);

    let side = board.side_to_move();
    let mut ours: Vec<_> = board.legal_moves().iter().map(|m| m.raw()).collect();
    let mut theirs: Vec<_> = absolute.legal_moves().iter().map(|&m| Move::from_absolute(m, side).raw()).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    findings.holds(fen.path, "the legal moves of a position", ours == theirs);
    for m in absolute.legal_moves() {
        let child = board.after(Move::from_absolute(m, side));
        let other = Board::from(&absolute.after(m));
        findings.holds(fen.path, "the same board after a move", child.hash() == other.hash());
    }
    Ok(())
}
