"""Calls that are repeated do not need more and more memory."""

import copy
import gc
import io
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gardez
import gardez.chess
import gardez.chess.pgn
import gardez.chess.svg
import gardez.chess.variant
from gardez import batch, formats, lc0
from oracle import SLOW

# All calls together, and the growth in bytes of each repeated call that is accepted.
CALLS = 1_000_000 if SLOW else 60_000
GAME = '[White "a"]\n\n1. e4 {[%eval 0.3]} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Ke2 *\n\n'
ENTRY = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n"
BOARD = gardez.Board()
MOVE = gardez.Move.from_uci("e2e4")
RECORD = np.zeros(1, lc0.V6)
RECORD["version"], RECORD["input_format"], RECORD["probabilities"] = 6, 1, -1


def refused(call: Callable[[], object]) -> Callable[[], None]:
    """A call that raises."""

    def run() -> None:
        with pytest.raises(ValueError):
            call()

    return run


def pushed(board: Any) -> Callable[[], None]:
    def run() -> None:
        board.push(MOVE)
        board.pop()

    return run


def each(board: Any) -> dict[str, Callable[[], object]]:
    """Calls of a board."""
    cls = type(board)
    return {
        "Board": cls,
        "push": pushed(board),
        "moves": lambda: list(board.legal_moves),
        "pseudo-legal moves": lambda: list(board.pseudo_legal_moves),
        "san": lambda: board.parse_san(board.san(MOVE)),
        "uci": lambda: board.parse_uci(board.uci(MOVE)),
        "wrong move": refused(lambda: board.parse_san("Qh5")),
        "wrong FEN": refused(lambda: cls("x")),
        "fen": lambda: cls(board.fen()),
        "epd": lambda: board.set_epd(board.epd(c1="x")),
        "copies": lambda: (copy.copy(board), copy.deepcopy(board), board.mirror(), board.root(), board == board.copy()),
        "pickle": lambda: pickle.loads(pickle.dumps(board)),
        "pieces": lambda: (board.piece_map(), board.pieces(1, True), board.attackers(True, 20), board.pin(True, 12)),
        "endings": lambda: (board.outcome(claim_draw=True), board.is_checkmate(), board.can_claim_draw()),
        "texts": lambda: (repr(board), str(board), board._repr_svg_() if hasattr(board, "_repr_svg_") else None),
    }


WORK: dict[str, Callable[[], object]] = {
    **each(BOARD),
    "moves are compared": lambda: (gardez.Move(12, 28) == MOVE, hash(MOVE), gardez.Move.from_uci("a7a8q"), repr(MOVE)),
    "sets": lambda: list((gardez.SquareSet(3) | [5]) - ~gardez.SquareSet(255)),
    "chess.pgn": lambda: str(gardez.chess.pgn.read_game(io.StringIO(GAME))),
    "chess.pgn.read_headers": lambda: dict(gardez.chess.pgn.read_headers(io.StringIO(GAME)) or ()),
    "chess.variant": lambda: gardez.chess.variant.CrazyhouseBoard().push_san("e4"),
    "chess.svg": lambda: gardez.chess.svg.board(BOARD, arrows=[(1, 2)]),
    "chess.pgn.read_games": lambda: [str(game) for game in gardez.chess.pgn.read_games(io.StringIO(GAME))],
    "batch": lambda: (batch.planes([BOARD]), batch.legal_mask([BOARD]), batch.fens(batch.boards([BOARD]))),
    "batch.pgn": lambda: list(batch.pgn(io.StringIO(GAME), headers=["White"], comments=True)),
    "batch with an error": refused(lambda: batch.keys(["x"])),
    "formats": lambda: [formats.fens(table) for table in formats.read(ENTRY, format="bullet.txt")],
    "lc0": lambda: (lc0.decode(RECORD.tobytes(), rule50="engine"), [record.best_q for record in lc0.records(RECORD.tobytes())]),
    "keys": lambda: (BOARD.key, BOARD.polyglot_key, gardez.Board.from_packed(BOARD.packed()), BOARD.planes()),
    "moves are changed": lambda: setattr(gardez.Move(12, 28), "promotion", 5),
}


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_calls_that_are_repeated_leave_nothing_behind() -> None:
    count = CALLS // len(WORK)
    grown = {}
    for name, call in WORK.items():
        for _ in range(max(count // 5, 100)):
            call()
        gc.collect()
        before = resident()
        for _ in range(count):
            call()
        gc.collect()
        grown[name] = resident() - before
    # Memory that the allocators keep for later is not a leak: a pointer in each call would be 8 bytes, and a string 50.
    lost = {name: growth for name, growth in grown.items() if growth > max(400_000, 24 * count)}
    assert not lost
