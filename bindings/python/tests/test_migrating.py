"""The table for users of python-chess in docs/migrating.md, row by row, with the functions of this package that call those of the table."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.polyglot
import pytest

import gardez
from oracle import SEED, SLOW, games

PAGE = Path(__file__).parents[3] / "docs/migrating.md"

# The positions in which each row is checked.
POSITIONS = 10_000 if SLOW else 600

COLORS = (chess.WHITE, chess.BLACK)


class Case:
    """A position on both boards, and a legal move of it."""

    def __init__(self, ours: gardez.Board, theirs: chess.Board, choose: random.Random) -> None:
        self.ours, self.theirs, self.choose = ours, theirs, choose
        self.their_moves = list(theirs.legal_moves)
        self.moves = [gardez.Move(move.from_square, move.to_square, move.promotion) for move in self.their_moves]
        # `Board::after` of each move.
        self.after = [ours.copy(stack=False) for _ in self.moves]
        for after, move in zip(self.after, self.moves, strict=True):
            after.push(move)
        self.square = choose.randrange(64)
        self.color = choose.random() < 0.5
        self.any = gardez.Move(choose.randrange(64), choose.randrange(64))
        self.their_any = chess.Move(self.any.from_square, self.any.to_square)

    def each(self, name: str, ours: Callable[[gardez.Move, gardez.Board], object]) -> bool:
        """Whether a method of python-chess with a move says what a function of the move and of the board after it does."""
        found = [ours(move, after) for move, after in zip(self.moves, self.after, strict=True)]
        return found == [getattr(self.theirs, name)(move) for move in self.their_moves]

    def same(self, *names: str) -> bool:
        """Whether methods without arguments, or fields, are the same."""

        def value(board: object, name: str) -> object:
            found = getattr(board, name)
            return found() if callable(found) else found

        return all(value(self.ours, name) == value(self.theirs, name) for name in names)

    def texts(self, name: str, ours: list[gardez.Move]) -> bool:
        """Whether a method of python-chess generates these moves."""
        return sorted(move.uci() for move in getattr(self.theirs, name)()) == sorted(move.uci() for move in ours)


def pinned(case: Case) -> bool:
    """`Board::pinned_pieces`, and the line from the king."""
    king = case.ours.king(case.color)
    for square in gardez.SquareSet(case.ours.occupied_co[case.color]):
        is_pinned = case.ours.is_pinned(case.color, square)
        line = gardez.SquareSet.ray(king, square) if is_pinned else gardez.SquareSet(gardez.BB_ALL)
        if is_pinned != case.theirs.is_pinned(case.color, square) or int(line) != case.theirs.pin_mask(case.color, square):
            return False
    return True


def counts(case: Case) -> bool:
    """What `Outcome::draws_by_count` says of the clock and the number of occurrences, if there is a legal move."""
    clock, can_move = case.ours.halfmove_clock, bool(case.moves)
    occurrences = max(count for count in range(1, 7) if case.ours.is_repetition(count))
    return (
        case.theirs.is_fifty_moves() == (clock >= 100 and can_move)
        and case.theirs.is_seventyfive_moves() == (clock >= 150 and can_move)
        and case.theirs.is_fivefold_repetition() == (occurrences >= 5)
        and case.theirs.is_repetition() == (occurrences >= 3)
    )


def irreversible(case: Case) -> bool:
    """`Board::castling_rights` and `Board::rule50` of `Board::after`, and `Board::ep_square`."""
    ours = case.ours
    return case.each(
        "is_irreversible",
        lambda _, after: after.halfmove_clock == 0 or after.castling_rights != ours.castling_rights or ours.has_legal_en_passant(),
    )


def passed(case: Case) -> bool:
    """`Position::play`, `Position::pass` and taking back."""
    for move, their_move, after in zip([*case.moves[:3], gardez.Move.null()], [*case.their_moves[:3], chess.Move.null()], [*case.after[:3], None], strict=False):
        if not move and case.theirs.is_check():
            continue
        ours, theirs = case.ours.copy(), case.theirs.copy()
        ours.push(move)
        theirs.push(their_move)
        if ours.fen() != theirs.fen() or after is not None and ours != after:
            return False
        if ours.pop().uci() != theirs.pop().uci() or ours.fen() != case.theirs.fen():
            return False
    return True


def claims(case: Case) -> bool:
    return case.same("can_claim_draw", "can_claim_fifty_moves", "can_claim_threefold_repetition")


def castling(case: Case) -> bool:
    rooks = case.ours.castling_rights
    files = {color: [chess.square_file(square) for square in chess.SquareSet(rooks & (chess.BB_RANK_1 if color else chess.BB_RANK_8))] for color in COLORS}
    return rooks == case.theirs.clean_castling_rights() and all(
        case.theirs.has_castling_rights(color) == bool(files[color])
        and case.theirs.has_kingside_castling_rights(color) == any(file > chess.square_file(case.ours.king(color)) for file in files[color])
        and case.theirs.has_queenside_castling_rights(color) == any(file < chess.square_file(case.ours.king(color)) for file in files[color])
        for color in COLORS
    )


def own_rooks(case: Case) -> bool:
    """`Board::castling_rook` of each right, and `CastlingSide::standard_rook`."""
    found = False
    for square in gardez.SquareSet(case.ours.castling_rights):
        king = case.ours.king(square < 8)
        found |= gardez.square_file(square) not in (0, 7) or gardez.square_file(king) != 4
    return case.theirs.has_chess960_castling_rights() == found and case.ours.chess960 == case.theirs.chess960


def outcome(case: Case) -> bool:
    """A stalemate with insufficient material is a stalemate in `Position::outcome`; its result is the same."""
    ours, theirs = case.ours.outcome(claim_draw=False), case.theirs.outcome()
    return (ours is None) == (theirs is None) and case.same("result", "is_game_over")


def irregular(case: Case) -> bool:
    """A random move is legal, pseudo-legal or neither; `Board::find_move` finds legal ones."""
    ours, theirs, move = case.ours, case.theirs, case.any
    try:
        found = ours.find_move(move.from_square, move.to_square).uci()
    except gardez.IllegalMoveError:
        found = ""
    try:
        expected = theirs.find_move(move.from_square, move.to_square).uci()
    except chess.IllegalMoveError:
        expected = ""
    # Castling is found in both forms here.
    return found == expected or found != "" and ours.is_castling(gardez.Move.from_uci(found))


def texts(case: Case) -> bool:
    ours, theirs = case.ours, case.theirs
    return (
        ours.fen() == theirs.fen()
        and ours.shredder_fen() == theirs.shredder_fen()
        and gardez.Board(theirs.shredder_fen(), chess960=theirs.chess960) == gardez.Board(theirs.fen(), chess960=theirs.chess960)
    )


# A check for each row, by the first name in it. A text says why there is none.
ROWS: dict[str, Callable[[Case], bool] | str] = {
    "aliases": "gardez.chess.variant has them, whose tests are in test_chess_variants.py",
    "apply_mirror": lambda case: case.ours.mirror().fen() == case.theirs.mirror().fen(),
    "apply_transform": "the package has no transformations",
    "attackers": lambda case: case.ours.attackers_mask(case.color, case.square) == case.theirs.attackers_mask(case.color, case.square),
    "attacks": lambda case: case.ours.attacks_mask(case.square) == case.theirs.attacks_mask(case.square),
    "bishops": lambda case: case.same("bishops", "kings", "knights", "pawns", "queens", "rooks"),
    "board_fen": lambda case: case.same("board_fen"),
    "can_claim_draw": claims,
    "castling_rights": castling,
    "castling_shredder_fen": lambda case: case.theirs.castling_shredder_fen() == case.ours.shredder_fen().split()[2]
    and case.theirs.castling_xfen() == case.ours.fen().split()[2],
    "checkers": lambda case: case.same("checkers_mask"),
    "chess960": own_rooks,
    "chess960_pos": lambda case: case.ours.chess960_pos() == case.theirs.chess960_pos()
    and gardez.Board.from_chess960_pos(case.square).fen() == chess.Board.from_chess960_pos(case.square).fen(),
    "clear": "gardez.SetUp, whose tests are in test_board.py",
    "clear_stack": lambda case: case.ours.root().fen() == case.theirs.root().fen(),
    "color_at": lambda case: str(case.ours.piece_at(case.square)) == str(case.theirs.piece_at(case.square)),
    "copy": lambda case: case.ours.copy() == case.ours and case.theirs.copy() == case.theirs,
    "ep_square": lambda case: case.same("ep_square"),
    "epd": lambda case: case.same("epd"),
    "fen": texts,
    "find_move": irregular,
    "fullmove_number": lambda case: case.same("fullmove_number", "halfmove_clock", "ply", "turn"),
    "generate_castling_moves": lambda case: case.texts("generate_castling_moves", list(case.ours.generate_castling_moves())),
    "generate_legal_captures": lambda case: case.texts("generate_legal_captures", [move for move in case.moves if case.ours.is_capture(move)])
    and case.texts("generate_legal_ep", [move for move in case.moves if case.ours.is_en_passant(move)]),
    "generate_legal_moves": lambda case: case.texts("generate_legal_moves", case.ours.legal_move_list()),
    "generate_pseudo_legal_captures": lambda case: case.texts("generate_pseudo_legal_moves", list(case.ours.pseudo_legal_moves)),
    "gives_check": lambda case: case.each("gives_check", lambda move, after: after.is_check() and case.ours.gives_check(move)),
    "has_insufficient_material": lambda case: case.same("is_insufficient_material")
    and all(case.ours.has_insufficient_material(color) == case.theirs.has_insufficient_material(color) for color in COLORS),
    "has_legal_en_passant": lambda case: case.same("has_legal_en_passant", "has_pseudo_legal_en_passant"),
    "is_attacked_by": lambda case: case.ours.is_attacked_by(case.color, case.square) == case.theirs.is_attacked_by(case.color, case.square),
    "is_capture": lambda case: case.each("is_capture", lambda move, _: case.ours.is_capture(move))
    and case.each("is_zeroing", lambda _, after: after.halfmove_clock == 0),
    "is_castling": lambda case: case.each("is_castling", lambda move, _: case.ours.is_castling(move))
    and case.each("is_kingside_castling", lambda move, _: case.ours.is_castling(move) and move.from_square < move.to_square)
    and case.each("is_en_passant", lambda move, _: case.ours.is_en_passant(move)),
    "is_check": lambda case: case.same("is_check"),
    "is_checkmate": lambda case: case.theirs.is_checkmate() == (not case.moves and case.ours.is_check())
    and case.theirs.is_stalemate() == (not case.moves and not case.ours.is_check()),
    "is_fifty_moves": counts,
    "is_game_over": outcome,
    "is_into_check": lambda case: all(
        case.theirs.is_into_check(chess.Move.from_uci(move.uci())) != case.ours.is_legal(move) for move in case.ours.pseudo_legal_moves
    ),
    "is_irreversible": irreversible,
    "is_legal": lambda case: case.ours.is_legal(case.any) == case.theirs.is_legal(case.their_any)
    and case.ours.is_pseudo_legal(case.any) == case.theirs.is_pseudo_legal(case.their_any),
    "is_pinned": pinned,
    "is_valid": lambda case: case.theirs.is_valid(),
    "is_variant_draw": "gardez.chess.variant has them, whose tests are in test_chess_variants.py",
    "king": lambda case: case.ours.king(case.color) == case.theirs.king(case.color),
    "lan": lambda case: case.each("lan", lambda move, _: case.ours.lan(move)) and case.each("san", lambda move, _: case.ours.san(move)),
    "move_stack": lambda case: [str(move) for move in case.ours.move_stack] == [str(move) for move in case.theirs.move_stack],
    "occupied": lambda case: case.same("occupied") and list(case.ours.occupied_co) == case.theirs.occupied_co,
    "parse_san": lambda case: all(
        case.ours.parse_san(case.theirs.san(theirs)) == case.ours.parse_uci(theirs.uci()) == ours
        for ours, theirs in zip(case.moves, case.their_moves, strict=True)
    ),
    "piece_map": lambda case: {at: str(piece) for at, piece in case.ours.piece_map().items()}
    == {at: str(piece) for at, piece in case.theirs.piece_map().items()},
    "pieces": lambda case: all(
        case.ours.pieces_mask(piece, color) == case.theirs.pieces_mask(piece, color) for piece in chess.PIECE_TYPES for color in COLORS
    ),
    "pop": passed,
    "promoted": "chess does not need to know",
    "push": passed,
    "push_san": passed,
    "remove_piece_at": "gardez.SetUp, whose tests are in test_board.py",
    "reset": lambda case: gardez.Board().fen() == chess.Board().fen(),
    "uci": lambda case: case.each("uci", lambda move, _: case.ours.uci(move)),
    "unicode": lambda case: case.ours.unicode() == case.theirs.unicode(),
    "variation_san": lambda case: all(
        case.ours.variation_san([ours]).replace("...", "... ").replace("  ", " ") == case.theirs.variation_san([theirs]).replace("...", "... ").replace("  ", " ")
        for ours, theirs in zip(case.moves[:3], case.their_moves[:3], strict=True)
    ),
}


def cases(count: int) -> Iterator[Case]:
    choose = random.Random(SEED)
    made = 0
    number = 0
    while made < count:
        number += 1
        for ours, theirs in games(SEED * 3_000_000 + number, plies=60):
            # Most games are far longer than what is new in them.
            if choose.random() < 0.2:
                made += 1
                yield Case(ours, theirs, choose)


@pytest.fixture(scope="module")
def wrong() -> dict[str, str]:
    """The rows that are wrong somewhere, with a position."""
    found: dict[str, str] = {}
    for case in cases(POSITIONS):
        for row, check in ROWS.items():
            if row not in found and not isinstance(check, str) and not check(case):
                found[row] = f"{case.ours!r} after {len(case.ours.move_stack)} plies"
    return found


@pytest.mark.parametrize("row", ROWS)
def test_each_row_of_the_table_holds(row: str, wrong: dict[str, str]) -> None:
    assert row not in wrong, wrong[row]


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not beside the package")
def test_no_row_is_without_a_check() -> None:
    table = PAGE.read_text().split("### python-chess: `chess.Board`")[1].split("\n### ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| `")][1:]
    assert [line.split("`")[1] for line in lines] == list(ROWS)
