"""Random calls of everything public in python-chess with sane arguments, on both packages, one beside the other.

`GARDEZ_SLOW=1` makes that 200,000 calls instead of 10,000, and `GARDEZ_SEED` chooses others.
"""

import inspect
import itertools
import operator
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import chess
import chess.pgn
import chess.polyglot
import chess.svg
import chess.variant
import pytest

import gardez.chess
import gardez.chess.pgn
import gardez.chess.polyglot
import gardez.chess.svg
import gardez.chess.variant

CALLS = 200_000 if os.environ.get("GARDEZ_SLOW") else 10_000
SEED = int(os.environ.get("GARDEZ_SEED", "20"))

# What is not called, because nothing of it can be compared, or because another test compares it.
ELSEWHERE = {
    "accept", "accept_subgame", "builder", "eval", "set_eval", "eval_depth", "arrows", "set_arrows", "clock", "set_clock", "emt", "set_emt",
}  # fmt: skip

SQUARE_SETS: list[Callable[[Any, Any], Any]] = [
    operator.and_, operator.or_, operator.xor, operator.sub, operator.iand, operator.ior, operator.ixor, operator.isub,
    operator.eq, operator.ne, operator.le, operator.lt, operator.ge, operator.gt,
]  # fmt: skip
PLAIN: list[Callable[[Any], Any]] = [repr, str, bool]


class Named:
    """A function of the package."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


# What the table of differences in docs/python.md has.
DIFFERENT = {
    "Crazyhouse": {"legal_drop_squares_mask", "apply_mirror"}, "Three-check": {"apply_mirror"},
}  # fmt: skip


def made(package: Any, value: Any) -> Any:
    """A value of python-chess as one of the package."""
    if isinstance(value, Named):
        return getattr(package, value.name)
    if isinstance(value, chess.Move):
        return package.Move(value.from_square, value.to_square, value.promotion, value.drop)
    if isinstance(value, chess.Piece):
        return package.Piece(value.piece_type, value.color)
    if isinstance(value, chess.SquareSet):
        return package.SquareSet(int(value))
    if isinstance(value, dict):
        return {key: made(package, element) for key, element in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(made(package, element) for element in value)
    return value


def shown(value: Any) -> Any:
    """A value as both packages show it."""
    kind = type(value).__name__
    if isinstance(value, chess.Board | gardez.chess.Board):
        state = value.fen(en_passant="fen", promoted=True), value.turn, value.castling_rights, value.ep_square, value.promoted, value.chess960
        return kind, *state, [move.uci() for move in value.move_stack]
    if isinstance(value, chess.pgn.GameNode | gardez.chess.pgn.GameNode):
        return kind, value.move and value.move.uci(), value.ply(), value.comment
    if isinstance(value, chess.pgn.Headers | gardez.chess.pgn.Headers):
        return kind, list(value.items())
    if isinstance(value, dict):
        return [(key, shown(element)) for key, element in value.items()]
    if isinstance(value, list | tuple):
        return kind, *map(shown, value)
    if hasattr(value, "__next__") or kind in ("Mainline", "LegalMoveGenerator", "PseudoLegalMoveGenerator"):
        return [shown(element) for element in value]
    return re.sub(" at 0x[0-9a-f]+", "", repr(value))


def told(call: Callable[[], Any]) -> Any:
    """What a call returns, or the kind of its exception."""
    try:
        return shown(call())
    except Exception as error:
        return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


class Pair:
    """An object of python-chess and the same object of the package."""

    def __init__(self, theirs: Any, ours: Any, about: Any) -> None:
        self.theirs, self.ours, self.log = theirs, ours, [about]

    def same(self, what: str, call: Callable[[Any, Any], Any], *state: Any) -> bool:
        """Calls a function of a package and an object on both sides, and reports whether the answers are the same."""
        self.log.append(what)
        before = told(lambda: self.theirs)
        wanted, found = told(lambda: call(chess, self.theirs)), told(lambda: call(gardez.chess, self.ours))
        if wanted == found and told(lambda: self.theirs) == told(lambda: self.ours):
            return True
        FOUND.append((what, before, f"python-chess: {wanted} {told(lambda: self.theirs)}", f"gardez.chess: {found} {told(lambda: self.ours)}", self.log[0]))
        return False


FOUND: list[Any] = []
COUNTS: Counter[str] = Counter()


def public(kind: Any) -> list[str]:
    """The public names of a class that can be called with arguments."""
    return [name for name in dir(kind) if not name.startswith("_") and name not in ELSEWHERE]


class Draws:
    """Sane arguments, by the names of the parameters."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chance(self, part: float) -> bool:
        return self.random.random() < part

    def square(self) -> int:
        return self.random.randrange(64)

    def mask(self) -> int:
        draw = self.random
        bits = draw.getrandbits(64)
        return draw.choice([bits, bits & draw.getrandbits(64), 1 << draw.randrange(64), chess.BB_ALL, 0, chess.BB_RANKS[draw.randrange(8)]])

    def squares(self) -> Any:
        """What makes a set of squares."""
        mask = self.mask()
        return self.random.choice([mask, chess.SquareSet(mask), list(chess.SquareSet(mask))])

    def piece(self) -> chess.Piece:
        return chess.Piece(self.random.randint(1, 6), self.chance(0.5))

    def any_move(self) -> chess.Move:
        draw = self.random
        if self.chance(0.1):
            return chess.Move.null()
        if self.chance(0.1):
            square = self.square()
            return chess.Move(square, square, drop=draw.randint(1, 5))
        origin, target = draw.sample(range(64), 2)
        return chess.Move(origin, target, draw.choice([None, None, None, 2, 3, 4, 5]))

    def move(self, board: chess.Board, kind: float) -> chess.Move:
        """A move that is legal, pseudo-legal or neither."""
        moves = list(board.legal_moves if kind < 0.7 else board.pseudo_legal_moves) if kind < 0.95 else []
        return self.random.choice(moves) if moves else self.any_move()

    def text(self, board: chess.Board) -> str:
        """The text of a move, mostly of a legal one."""
        draw = self.random
        moves = list(board.legal_moves)
        if not moves or self.chance(0.1):
            return draw.choice(["", "e4", "Nf3", "e2e4", "--", "0000", "Z0", "O-O", "0-0-0", "x", "Kxe9", "e8=Q", "Q@e4"])
        move = draw.choice(moves)
        text = draw.choice([board.san, board.lan, board.uci, board.xboard])(move)
        return draw.choice([text, text, text, text.rstrip("+#"), text + "+", text + "!?", text.replace("x", ""), text.replace("=", ""), text.replace("O", "0")])

    def board(self, kind: Any) -> chess.Board:
        """A board after a random game, possibly edited."""
        draw = self.random
        board: chess.Board = kind()
        if kind in (chess.Board, chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard, chess.variant.KingOfTheHillBoard) and self.chance(0.3):
            board.set_chess960_pos(draw.randrange(960))
            board.chess960 = True
        if self.chance(0.15):
            board = kind(None)
            for _ in range(draw.randrange(12)):
                board.set_piece_at(self.square(), chess.Piece(draw.randint(1, 5), self.chance(0.5)))
            for color in (True, False):
                board.set_piece_at(self.square(), chess.Piece(chess.KING, color))
            board.turn = self.chance(0.5)
        return board

    def argument(self, method: str, name: str, board: chess.Board) -> Any:
        """An argument for a parameter of a method of boards."""
        draw = self.random
        match name:
            case "square" | "from_square" | "to_square" | "a" | "b":
                return self.square()
            case "color" | "orientation":
                return self.chance(0.5)
            case "move":
                return self.move(board, draw.random() * (1 if method in ANY_MOVE else 0.95))
            case "san" | "uci" | "xboard":
                return self.text(board)
            case "from_mask" | "to_mask" | "mask":
                return self.mask()
            case "piece_type":
                return draw.randint(1, 6)
            case "promotion":
                return draw.choice([None, None, 2, 5])
            case "piece":
                return self.piece()
            case "pieces":
                return {self.square(): self.piece() for _ in range(draw.randrange(10))}
            case "scharnagl":
                return draw.choice([draw.randrange(960), 518, 0, 959, -1, 960])
            case "count":
                return draw.randint(1, 5)
            case "stack":
                return draw.choice([True, False, 0, 1, 2, 500])
            case "en_passant":
                return draw.choice(["legal", "fen", "xfen"])
            case "promoted":
                return self.chance(0.5)
            case "f":
                return Named(draw.choice(["flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal"]))
            case "variation":
                copy, moves = board.copy(), []
                for _ in range(draw.randrange(6)):
                    move = self.move(copy, draw.random() * (0.69 if method == "add_line" else 0.72))
                    if method == "variation_san" or copy.is_legal(move):
                        moves.append(move)
                    if not copy.is_legal(move):
                        break
                    copy.push(move)
                return moves
            case "fen":
                return draw.choice([board.fen(), type(board).starting_fen, "8/8/8/8/8/8/8/8 w - - 0 1", "x", board.board_fen() + " b"])
            case "castling_fen":
                return draw.choice(["-", "KQkq", "Kq", "HAha", "Bg", "", "kQ"])
            case "epd":
                return draw.choice([board.epd(), board.epd(hmvc=board.halfmove_clock, fmvn=3), board.epd() + ' id "x"; c0 1.5;'])
            case "empty_square":
                return "."
            case "occupied":
                return draw.choice([None, self.mask(), self.mask()])
            case _:
                return self.chance(0.5)

    def arguments(self, method: str, board: chess.Board) -> tuple[list[Any], dict[str, Any]]:
        """Arguments for all parameters without a default, and for some of the others."""
        positional, named = [], {}
        for name, parameter in inspect.signature(getattr(board, method)).parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if parameter.default is parameter.empty:
                positional.append(self.argument(method, name, board))
            elif self.chance(0.4):
                named[name] = self.argument(method, name, board)
        return positional, named


# Methods that take moves of pieces that are not there.
ANY_MOVE = {"is_legal", "is_pseudo_legal", "is_capture", "is_en_passant", "is_zeroing", "is_castling", "uci"}
ATTRIBUTES = (
    "turn castling_rights ep_square halfmove_clock fullmove_number promoted chess960 move_stack pawns knights bishops rooks queens kings "
    "occupied legal_moves pseudo_legal_moves"
).split()
# Boards grow by moves, which are legal or pseudo-legal; what changes a board in another way is rare.
CHANGES = {
    "apply_mirror", "apply_transform", "clear", "clear_board", "remove_piece_at", "reset", "reset_board", "set_board_fen", "set_castling_fen",
    "set_chess960_pos", "set_epd", "set_fen", "set_piece_at", "set_piece_map", "clear_stack",
}  # fmt: skip


def is_sane(board: chess.Board) -> bool:
    """Reports whether a game of the variant can have the kings and pieces of a board."""
    kings = [len(board.pieces(chess.KING, color)) for color in (True, False)]
    if type(board) is chess.Board:
        return True
    if board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8) and not isinstance(board, chess.variant.HordeBoard):
        return False
    if isinstance(board, chess.variant.SuicideBoard):
        return all(board.occupied_co)
    if isinstance(board, chess.variant.HordeBoard):
        return kings == [0, 1] and board.occupied_co[True] != 0
    if isinstance(board, chess.variant.AtomicBoard) and board.move_stack:
        return sorted(kings) in ([1, 1], [0, 1])
    is_race_in_check = isinstance(board, chess.variant.RacingKingsBoard) and board.is_check()
    return kings == [1, 1] and not board.was_into_check() and not is_race_in_check


def calls_of_boards(draws: Draws) -> None:
    draw = draws.random
    kind: Any = chess.Board if draws.chance(0.5) else draw.choice(chess.variant.VARIANTS)
    theirs = draws.board(kind)
    same_kind = getattr(gardez.chess.variant, kind.__name__, gardez.chess.Board)
    ours = same_kind(theirs.fen(en_passant="fen", promoted=True), chess960=theirs.chess960)
    pair = Pair(theirs, ours, kind.__name__)
    methods = [name for name in public(kind) if callable(getattr(kind, name)) and name not in DIFFERENT.get(kind.aliases[0], ())]
    changes = [name for name in methods if name in CHANGES]
    moves, questions = ["push", "push", "push", "push_san", "pop"], [name for name in methods if name not in CHANGES and name not in ("push", "pop")]
    edits = draw.choice([0, 0, 0.03])
    for _ in range(draw.randint(10, 120)):
        if not is_sane(theirs):
            return
        if draws.chance(0.05):
            name = draw.choice(ATTRIBUTES)
            COUNTS[name] += 1
            if not pair.same(name, lambda _, board: getattr(board, name)):
                return
            continue
        if draws.chance(edits / 3):
            name, value = draw.choice([
                ("turn", draws.chance(0.5)), ("castling_rights", draw.choice([0, chess.BB_CORNERS, theirs.rooks])), ("halfmove_clock", draw.choice([0, 99, 100, 149, 150])),
                ("fullmove_number", draw.randint(1, 99)), ("ep_square", draw.choice([None, draw.randrange(16, 24), draw.randrange(40, 48)])), ("chess960", draws.chance(0.5)),
            ])
            if not pair.same(f"{name} = {value}", lambda _, board: changed(board, name, value)):
                return
            continue
        name = draw.choice(changes if draws.chance(edits) else moves if draws.chance(0.4) else questions)
        COUNTS[name] += 1
        if not any(theirs.legal_moves) and "move" in inspect.signature(getattr(theirs, name)).parameters and name not in ANY_MOVE:
            continue
        if name == "push":
            given: tuple[list[Any], dict[str, Any]] = [draws.move(theirs, draw.random() * 0.75)], {}
            if given[0][0].drop and kind is not chess.variant.CrazyhouseBoard or not (theirs.is_pseudo_legal(given[0][0]) or not given[0][0]):
                continue
        else:
            given = draws.arguments(name, theirs)
        what = f"{name}({', '.join([*map(repr, given[0]), *(f'{key}={value!r}' for key, value in given[1].items())])})"
        if not pair.same(what, lambda package, board: getattr(board, name)(*made(package, given[0]), **made(package, given[1]))):
            return
        if draws.chance(0.02):
            asks: list[Callable[[Any], Any]] = [str, repr, lambda board: board == board.copy(), lambda board: board.copy(), chess_hash, svg_repr]
            ask = draw.choice(asks)
            if not pair.same(getattr(ask, "__name__", ""), lambda _, board: ask(board)):
                return


def changed(board: Any, name: str, value: Any) -> None:
    """Assigns to an attribute, without the moves before: python-chess loses such a change when it takes moves back to look for repetitions."""
    board.clear_stack()
    setattr(board, name, value)


def chess_hash(board: Any) -> int:
    package = chess if isinstance(board, chess.Board) else gardez.chess
    return int(package.polyglot.zobrist_hash(board))


def svg_repr(board: Any) -> bool:
    return board._repr_svg_().startswith("<svg")  # type: ignore[no-any-return]


def calls_of_moves(draws: Draws) -> None:
    draw, move, other = draws.random, draws.any_move(), draws.any_move()
    text = draw.choice([move.uci(), move.uci().upper(), move.uci() + "q", "a1a1", "0000", "P@e4", "e9e4", "", "e2e4k", "e7e8p"])
    pair = Pair(move, made(gardez.chess, move), "Move")
    for ask in draw.sample([
        *(lambda _, m, call=call: call(m) for call in PLAIN), lambda _, m: m.uci(), lambda _, m: m.xboard(), lambda p, m: p.Move.from_uci(text),
        lambda p, m: m == made(p, other), lambda p, m: m == p.Move.from_uci(m.uci()), lambda p, m: (m.from_square, m.to_square, m.promotion, m.drop),
        lambda p, m: hash(m) == hash(made(p, move)), lambda p, m: m in {made(p, other), made(p, move)}, lambda p, m: p.Move.null(),
    ], 4):  # fmt: skip
        COUNTS["Move"] += 1
        pair.same(f"{move!r} {text}", ask)


def calls_of_pieces(draws: Draws) -> None:
    draw, piece, other = draws.random, draws.piece(), draws.piece()
    text = draw.choice("PNBRQKpnbrqkxX1 ♔")
    pair = Pair(piece, made(gardez.chess, piece), "Piece")
    invert = draws.chance(0.5)
    for ask in draw.sample([
        *(lambda _, m, call=call: call(m) for call in PLAIN), lambda _, m: m.symbol(), lambda _, m: m.unicode_symbol(invert_color=invert),
        lambda p, m: p.Piece.from_symbol(text), lambda p, m: m == made(p, other), lambda p, m: hash(m) == hash(p.Piece(m.piece_type, m.color)),
        lambda p, m: (m.piece_type, m.color), lambda p, m: {m: 1}.get(made(p, other)), lambda p, m: hash(m),
    ], 3):  # fmt: skip
        COUNTS["Piece"] += 1
        pair.same(f"{piece!r} {text}", ask)


def calls_of_sets(draws: Draws) -> None:
    draw, squares = draws.random, chess.SquareSet(draws.mask())
    pair = Pair(squares, made(gardez.chess, squares), "SquareSet")
    names = [name for name in public(chess.SquareSet)]
    for _ in range(20):
        name, other, square = draw.choice([*names, "operator", "more"]), draws.squares(), draws.square()
        COUNTS[name] += 1
        if name == "operator":
            call = draw.choice(SQUARE_SETS)
            done = pair.same(f"{call.__name__} {other!r}", lambda p, s: call(s, made(p, other)))
        elif name == "more":
            shift = draw.randrange(70)
            asks: list[Callable[[Any], Any]] = [
                str, repr, bool, len, int, list, lambda s: list(reversed(s)), lambda s: ~s, lambda s: s << shift, lambda s: s >> shift, lambda s: square in s,
                operator.index, lambda s: hash(type(s)) and s._repr_svg_().startswith("<svg"), lambda s: s == int(s), max, sum,
            ]  # fmt: skip
            ask = draw.choice(asks)
            done = pair.same(f"more {square}", lambda _, s: ask(s))
        elif name == "carry_rippler":
            done = pair.same(name, lambda _, s: list(itertools.islice(s.carry_rippler(), 40)))
        else:
            kinds = {"square": square, "a": square, "b": draws.square(), "other": other, "others": other}
            given = [kinds[key] for key in inspect.signature(getattr(squares, name)).parameters]
            done = pair.same(f"{name}{given!r}", lambda p, s: getattr(s, name)(*made(p, given)))
        if not done:
            return


FUNCTIONS = [name for name in dir(chess) if inspect.isfunction(getattr(chess, name)) and not name.startswith("_") and getattr(chess, name).__module__ == "chess"]
CONSTANTS = [name for name in dir(chess) if name.isupper() and not name.startswith("_")]


def calls_of_functions(draws: Draws) -> None:
    name = draws.random.choice(FUNCTIONS)
    kinds: dict[str, Callable[[], Any]] = {
        "square": draws.square, "a": draws.square, "b": draws.mask if "shift" in name else draws.square, "bb": draws.mask,
        "name": lambda: draws.random.choice([*chess.SQUARE_NAMES, "", "e9", "E4"]), "piece_type": lambda: draws.random.randint(1, 6),
        "file_index": lambda: draws.random.randrange(8), "rank_index": lambda: draws.random.randrange(8),
    }  # fmt: skip
    given = [kinds[key]() for key in inspect.signature(getattr(chess, name)).parameters]
    COUNTS[name] += 1
    Pair(None, None, "functions").same(f"{name}{given!r}", lambda package, _: getattr(package, name)(*given))


def calls_of_games(draws: Draws) -> None:
    draw = draws.random
    pair = Pair(chess.pgn.Game(), gardez.chess.pgn.Game(), "Game")
    if draws.chance(0.3):
        board = draws.board(draw.choice([chess.Board, *chess.variant.VARIANTS]))
        pair.same(f"setup {board!r}", lambda p, g: g.setup(getattr(p.variant, type(board).__name__, p.Board)(board.fen(), chess960=board.chess960)))
    game = pair
    nodes = [pair]
    for _ in range(draw.randint(5, 60)):
        at = draw.choice(nodes) if draws.chance(0.5) else nodes[-1]
        name = draw.choice([*public(type(at.theirs)), "add_variation", "add_variation", "add_main_variation"])
        board = at.theirs.board()
        if name.startswith("add_") and not any(board.legal_moves):
            continue
        if name == "errors" or name.startswith("remove") and len(nodes) < 9:
            continue
        COUNTS[name] += 1
        if not callable(getattr(at.theirs, name)):
            done = at.same(name, lambda _, node: getattr(node, name))
        elif name.startswith("add_"):
            line: Any = draws.argument("add_line", "variation", board) if name == "add_line" else draws.move(board, 0.1)
            options: dict[str, Any] = {"comment": draw.choice(["", "good", "{x"])} if draws.chance(0.3) else {"nags": [draw.randrange(20)]} if draws.chance(0.3) else {}
            added: list[Any] = []

            def add(package: Any, node: Any) -> Any:
                added.append(getattr(node, name)(made(package, line), **options))
                return added[-1]

            done = at.same(f"{name} {line} {options}", add)
            if done and len(added) == 2:
                nodes.append(Pair(added[0], added[1], "Game"))
        elif name in ("without_tag_roster", "from_board", "setup"):
            done = at.same(name, lambda p, node: str(p.pgn.Game.from_board(node.board())) + str(p.pgn.Game.without_tag_roster()))
        elif "move" in (given := inspect.signature(getattr(at.theirs, name)).parameters):
            moves = [node.move for node in at.theirs.variations]
            wanted: Any = draw.choice([0, 1, -1, *moves, draws.any_move()])
            done = at.same(f"{name} {wanted}", lambda p, node: getattr(node, name)(made(p, wanted)))
            if name == "remove_variation":
                nodes = [game]
        else:
            options = {"chess960": draws.chance(0.5)} if "chess960" in given and draws.chance(0.5) else {}
            done = at.same(f"{name} {options}", lambda _, node: getattr(node, name)(**options))
        if not done or not game.same(f"{name} str", lambda _, game: str(game)):
            return


TAGS = ["Event", "White", "Result", "FEN", "SetUp", "Variant", "ECO", "Odd_1", "Termination"]
VALUES = ["", "?", "Anna", '"q"', "1", "Chess960", "Crazyhouse", "Wild/2", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR b - - 0 1"]


def calls_of_headers(draws: Draws) -> None:
    draw = draws.random
    start = {draw.choice(TAGS): draw.choice(VALUES)}
    pair = Pair(chess.pgn.Headers(start), gardez.chess.pgn.Headers(start), "Headers")
    for _ in range(10):
        tag, value = draw.choice(TAGS), draw.choice(VALUES)
        name = draw.choice([*public(chess.pgn.Headers), "set", "delete", "in", "len", "repr", "variant", "board"])
        COUNTS[name] += 1
        calls: dict[str, Callable[[Any, Any], Any]] = {
            "set": lambda _, h: operator.setitem(h, tag, value), "delete": lambda _, h: operator.delitem(h, tag), "in": lambda _, h: tag in h,
            "len": lambda _, h: len(h), "repr": lambda _, h: repr(h), "get": lambda _, h: h.get(tag, 3), "pop": lambda _, h: h.pop(tag, None),
            "setdefault": lambda _, h: h.setdefault(tag, value), "update": lambda _, h: h.update({tag: value}), "variant": lambda _, h: h.variant().__name__,
            "items": lambda _, h: list(h.items()), "keys": lambda _, h: list(h.keys()), "values": lambda _, h: list(h.values()),
        }  # fmt: skip
        if not pair.same(f"{name} {tag} {value}", calls.get(name, lambda _, h: getattr(h, name)())):
            return


KINDS: list[Callable[[Draws], None]] = [
    *[calls_of_boards] * 8, calls_of_moves, calls_of_pieces, calls_of_sets, calls_of_sets, calls_of_functions, calls_of_games, calls_of_games, calls_of_headers,
]  # fmt: skip


def test_random_calls_answer_as_those_of_python_chess() -> None:
    FOUND.clear()
    COUNTS.clear()
    draws = Draws(SEED)
    while COUNTS.total() < CALLS:
        draws.random.choice(KINDS)(draws)
    assert not FOUND, "\n".join(map(str, [len(FOUND), *FOUND[0]]))


def test_constants_are_those_of_python_chess() -> None:
    for name in CONSTANTS:
        assert shown(getattr(gardez.chess, name)) == shown(getattr(chess, name)), name


@pytest.mark.parametrize("kind", ["Board", "BaseBoard", "Move", "Piece", "SquareSet", "Outcome", "LegalMoveGenerator", "PseudoLegalMoveGenerator", "Status", "Termination"])
def test_classes_have_all_public_names_of_python_chess(kind: str) -> None:
    theirs, ours = getattr(chess, kind), getattr(gardez.chess, kind)
    assert not set(public(theirs)) - set(dir(ours))
