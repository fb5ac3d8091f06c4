"""Games of a PGN as arrays and as objects, next to python-chess and bulletchess.

The sample is a file of lichess below the folder GARDEZ_DATA, or else games that are made here.
"""

import atexit
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import chess.pgn

import gardez
from bench.peers import bulletchess
from gardez import batch
from gardez.chess import pgn


def made() -> bytes:
    """Random games with headers and clocks."""
    choose, games = random.Random(1900), []
    for number in range(150):
        board = gardez.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(choose.choice(moves))
        result = "1-0" if number % 2 else "0-1"
        headers = {name: f"{name} {number}" for name in ("Event", "Site", "White", "Black", "WhiteElo", "BlackElo", "ECO")}
        game = pgn.Game.from_board(board)
        game.headers.update(headers | {"Date": "2026.01.01", "Round": "1", "Result": result})
        for ply, node in enumerate(game.mainline()):
            node.set_clock(max(0.0, 300.0 - ply))
        games.append(str(game))
    return "\n\n".join(games).encode()


def sample() -> Path:
    data = os.environ.get("GARDEZ_DATA")
    if data is not None and (path := Path(data) / "data" / "pgn" / "lichess_db_1000k.pgn").is_file():
        return path
    handle, name = tempfile.mkstemp(suffix=".pgn")
    os.write(handle, made())
    os.close(handle)
    atexit.register(os.unlink, name)
    return Path(name)


PATH = sample()
MEGABYTES = PATH.stat().st_size / 1e6


def arrays() -> int:
    return sum(len(part["moves"]) for part in batch.pgn(PATH))


def objects() -> int:
    count = 0
    for game in pgn.read_games(PATH):
        headers, moves = dict(game.headers), list(game.mainline_moves())
        count += len(moves) if headers else 0
    return count


def by_python_chess() -> int:
    count = 0
    with open(PATH, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            headers, moves = dict(game.headers), list(game.mainline_moves())
            count += len(moves) if headers else 0
    return count


bullet = bulletchess()


def by_bulletchess() -> int:
    count = 0
    with bullet.pgn.PGNFile.open(str(PATH)) as file:
        while (game := file.next_game()) is not None:
            count += len(game.moves) if game.event is not None else 0
    return count


PEERS: dict[str, Callable[[], object]] = {"python-chess": by_python_chess}
if bullet:
    PEERS["bulletchess"] = by_bulletchess

LINES: list[tuple[str, Callable[[], object], dict[str, Callable[[], object]], float]] = [
    ("PGN to arrays (MB)", arrays, PEERS, MEGABYTES),
    ("PGN to headers and list of moves (MB)", objects, PEERS, MEGABYTES),
]
