//! Games, ply by ply: the state after every move. Undoing all moves must restore every state.

use gardez_position::observers::{DirtyPiece, DirtyThreats};
use gardez_position::{Board, Position};
use gardez_types::{Color, Move, Piece, Square};

use super::{moves, number, printed, set_up, state};
use crate::Outcome;
use crate::findings::Findings;
use crate::json::Node;

/// The number of a null move, and its text.
const NULL: (i64, &str) = (65, "0000");

/// The FEN is recorded after every this many plies.
const FEN_PERIOD: usize = 16;

/// The fields of each ply.
const PLY: [&str; 21] = [
    "m", "raw", "gc", "cap", "key", "key50", "pk", "mk", "mp", "np", "npm", "cr", "r50", "pfn", "ep", "gp", "chk",
    "rep", "hr", "ir", "id",
];

/// Compares a record of `games`.
pub(crate) fn check(findings: &mut Findings<'_>, record: &Node<'_>) -> Outcome {
    let [start, c960, kind, ply_args, init, plies, end_fen] =
        record.fields(["start", "c960", "kind", "ply_args", "init", "plies", "end_fen"])?;
    kind.text()?;
    let ply_args = ply_args.list()?.map(|item| item.number_as::<usize>()).collect::<Outcome<Vec<_>>>()?;
    let Some(mut position) = set_up(findings, &start, &c960)? else { return Ok(()) };
    let ([], fields, []) = init.parts([], state::FIELDS, [])?;
    state::compare(findings, &fields, &position)?;

    let mut boards = vec![*position.board()];
    for (index, item) in plies.list()?.enumerate() {
        findings.part();
        let ply = Ply::read(&item, index)?;
        if !ply.make(findings, &mut position)? {
            // Without this move, the next ones cannot be checked.
            return Ok(());
        }
        ply.compare(findings, &position, &ply_args)?;
        boards.push(*position.board());
    }
    findings.text(&end_fen, printed(&position))?;
    undo_all(findings, &plies, position, &boards);
    Ok(())
}

/// Undoes every move. After each, the board and the history must be the same as before the move.
fn undo_all(findings: &mut Findings<'_>, plies: &Node<'_>, mut position: Position, boards: &[Board]) {
    let history = position.history().to_vec();
    for (index, before) in boards.iter().enumerate().rev().skip(1) {
        let undone = position.undo_move().is_some() || position.undo_null_move();
        let field = || format!("{}[{index}] undone", plies.path);
        findings.holds(field(), "a move to undo", undone);
        findings.holds(field(), "the same board as before", position.same_state(before));
        findings.holds(field(), "the same history as before", position.history() == &history[..index]);
    }
}

/// A ply of a game.
struct Ply<'n> {
    item: Node<'n>,
    fields: [Node<'n>; PLY.len()],
    ur: Node<'n>,
    dp: Option<Node<'n>>,
    dt: Option<Node<'n>>,
    fen: Option<Node<'n>>,
}

impl<'n> Ply<'n> {
    fn read(item: &'n Node<'n>, index: usize) -> Outcome<Self> {
        let (fields, [ur], [dp, dt, fen]) = item.parts(PLY, ["ur"], ["dp", "dt", "fen"])?;
        let is_null = fields[1].number()? == NULL.0;
        for (field, name, is_due) in
            [(&dp, "dp", !is_null), (&dt, "dt", !is_null), (&fen, "fen", (index + 1).is_multiple_of(FEN_PERIOD))]
        {
            if field.is_some() != is_due {
                let what = if is_due { "is missing" } else { "is not expected here" };
                return Err(item.error(format!("the field {name} {what}")));
            }
        }
        Ok(Self { item: *item, fields, ur, dp, dt, fen })
    }

    /// Makes the move with every observer. Returns false if it is not legal.
    fn make(&self, findings: &mut Findings<'_>, position: &mut Position) -> Outcome<bool> {
        let [text, raw, gives_check, ..] = &self.fields;
        let at = self.item.path;
        if raw.number()? == NULL.0 {
            findings.text(text, NULL.1)?;
            findings.flag(gives_check, false)?;
            findings.holds(at, "a side to move that is not in check", !position.in_check());
            if position.in_check() {
                return Ok(false);
            }
            position.do_null_move();
            return Ok(true);
        }

        let m = Move::from_raw(raw.number_as()?).filter(|&m| position.is_legal(m));
        let Some(m) = m else {
            findings.fails(raw.path, &"a legal move", &raw.number()?);
            return Ok(false);
        };
        findings.text(text, m.uci(position.castling_mode()))?;
        findings.flag(gives_check, position.gives_check(m))?;
        let predicted = position.key_after(m);

        let mut piece = DirtyPiece::default();
        position.do_move_with(m, &mut piece);
        if let Some(expected) = &self.dp {
            dirty_piece(findings, expected, &piece)?;
        }
        let observed = *position.board();
        position.undo_move();

        let mut threats = DirtyThreats::default();
        position.do_move_with(m, &mut threats);
        if let Some(expected) = &self.dt {
            dirty_threats(findings, expected, &threats)?;
        }
        findings.holds(at, "the same board with any observer", position.same_state(&observed));
        findings.hex_of(format_args!("{at}.key50 by key_after"), position.key(), predicted);
        Ok(true)
    }

    /// Compares the state after the move.
    fn compare(&self, findings: &mut Findings<'_>, position: &Position, ply_args: &[usize]) -> Outcome {
        let [_, _, _, cap, key, key50, pk, mk, mp, np, npm, cr, r50, pfn, ep, gp, chk, rep, hr, ir, id] = &self.fields;
        findings.number(cap, moves::code(position.state().captured()))?;
        findings.hex(key, position.raw_key())?;
        findings.hex(key50, position.key())?;
        findings.hex(pk, position.pawn_key())?;
        findings.hex(mk, position.material_key())?;
        findings.hex(mp, position.minor_piece_key())?;
        for (expected, color) in np.items::<2>()?.iter().zip(Color::ALL) {
            findings.hex(expected, position.non_pawn_key(color))?;
        }
        for (expected, color) in npm.items::<2>()?.iter().zip(Color::ALL) {
            findings.number(expected, position.non_pawn_material(color))?;
        }
        findings.number(cr, position.state().castling_rights().bits())?;
        findings.number(r50, position.rule50())?;
        findings.number(pfn, position.state().plies_from_null())?;
        findings.square(ep, position.ep_square())?;
        findings.number(gp, position.game_ply())?;
        findings.set(chk, position.checkers())?;
        findings.number(rep, position.repetition())?;
        findings.flag(hr, position.has_repeated())?;
        answers(findings, ir, ply_args, |ply| position.is_repetition(ply))?;
        answers(findings, id, ply_args, |ply| position.is_draw(ply))?;
        answers(findings, &self.ur, ply_args, |ply| position.upcoming_repetition(ply))?;
        if let Some(fen) = &self.fen {
            findings.text(fen, printed(position))?;
        }
        match position.check_invariants() {
            Ok(()) => findings.holds(self.item.path, "every invariant", true),
            Err(broken) => findings.fails(self.item.path, &"every invariant", &broken),
        }
        Ok(())
    }
}

/// Compares a text that contains one answer, 0 or 1, for each ply.
fn answers(findings: &mut Findings<'_>, expected: &Node<'_>, plies: &[usize], ask: impl Fn(usize) -> bool) -> Outcome {
    let text = expected.text()?;
    if text.len() != plies.len() || text.bytes().any(|byte| byte != b'0' && byte != b'1') {
        return Err(expected.error(format!("expected 0 or 1 for each of {} plies, found {text:?}", plies.len())));
    }
    for (answer, &ply) in text.bytes().zip(plies) {
        let at = format_args!("{} at ply {ply}", expected.path);
        findings.compare(at, &u8::from(answer == b'1'), &u8::from(ask(ply)));
    }
    Ok(())
}

fn dirty_piece(findings: &mut Findings<'_>, expected: &Node<'_>, found: &DirtyPiece) -> Outcome {
    let [piece, from, to, removed_from, removed, added_to, added] =
        expected.tuple(["pc", "from", "to", "remove_sq", "remove_pc", "add_sq", "add_pc"])?;
    let place = |change: Option<(Piece, Square)>| change.map(|(_, square)| square);
    let code = |change: Option<(Piece, Square)>| moves::code(change.map(|(piece, _)| piece));
    findings.number(&piece, moves::code(found.piece))?;
    findings.square(&from, found.from)?;
    findings.square(&to, found.to)?;
    findings.square(&removed_from, place(found.removed))?;
    findings.number(&removed, code(found.removed))?;
    findings.square(&added_to, place(found.added))?;
    findings.number(&added, code(found.added))
}

fn dirty_threats(findings: &mut Findings<'_>, expected: &Node<'_>, found: &DirtyThreats) -> Outcome {
    let [us, previous_king, king, threatened, threatening, list] =
        expected.fields(["us", "pksq", "ksq", "ted", "ting", "list"])?;
    findings.number(&us, number(found.us))?;
    findings.square(&previous_king, Some(found.previous_king))?;
    findings.square(&king, Some(found.king))?;
    findings.set(&threatened, found.threatened())?;
    findings.set(&threatening, found.threatening())?;

    let mut entries: Vec<_> = found.raw_entries().iter().map(|&raw| i64::from(raw)).collect();
    entries.sort_unstable();
    let list_at = list.path;
    let wanted = list.list()?;
    findings.compare(format_args!("{list_at}, its length"), &wanted.len(), &entries.len());
    for (wanted, found) in wanted.zip(entries) {
        findings.number(&wanted, found)?;
    }
    Ok(())
}
