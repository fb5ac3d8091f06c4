"""Calls everything that the package offers with arguments that nobody should give, and prints what goes wrong.

    python hostile.py SEED CALLS [THREADS]

With THREADS, several threads make the calls at the same time, on the same objects. They switch as often as Python can. A call may return or raise an `Exception`. A panic of the compiled code is a `BaseException` that is not one, and writes to the
standard error. The name of each call is in the file `call.txt` while it runs, for the process that sees this one die.
"""

import contextlib
import faulthandler
import inspect
import io
import itertools
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import gardez
import gardez.chess.pgn
import gardez.chess.polyglot
import gardez.chess.svg
import gardez.formats
import gardez.lc0
import gardez.nnue
import gardez.openings
import gardez.chess.syzygy
from public_api import Entry, classes, everything

# The seconds that a call may take: none should take more than some milliseconds.
SECONDS = 20

PGN = '[Event "x"]\n[FEN "8/8/8/8/8/8/8/K2k4 w - - 0 1"]\n\n1. Ka2 {[%eval 0.3]} (1. Kb2 Kd2 {?} $4) 1... Kd2 *\n\n1. e4 e5 2. Ke3 1-0\n'

BOOK = bytes.fromhex("463b96181691fc9c 031c 0003 00000000")

ENTRY = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\n"

TABLES = Path(__file__).parents[3] / "crates/syzygy/tests/tables"
ENDING = "8/8/8/8/4P3/2k5/8/K7 w - - 0 1"
ONE = b'width = 1\ninputs = [{ pieces = {} }]\nactivation = ["clip 255"]\nfile = "l0w i16; l0b i16; l1w i16; l1b i16"'

# The counts of moves to a depth take as long as they take.
COUNTS = ("perft", "divide")


class Hostile:
    """An object whose every method raises."""

    def fail(self, *_: object) -> Any:
        raise ArithmeticError("hostile")

    __iter__ = __len__ = __index__ = __int__ = __float__ = __bool__ = __getitem__ = __contains__ = fail
    __fspath__ = __str__ = __repr__ = __eq__ = __hash__ = __lt__ = __enter__ = __call__ = __array__ = fail
    read = readinto = readline = seek = tell = close = write = fail


class Liar:
    """A sequence that is shorter than it says, and a file that gives something else than bytes."""

    def __len__(self) -> int:
        return 1 << 20

    def __getitem__(self, index: object) -> str:
        if index == 5:
            raise IndexError
        return "x"

    def read(self, *_: object) -> object:
        return [3]

    def readinto(self, *_: object) -> int:
        return 1 << 40

    def __index__(self) -> int:
        return -(1 << 70)


def closed_file() -> object:
    file = open(__file__, "rb")
    file.close()
    return file


def nested() -> object:
    inner: list[object] = []
    inner.append(inner)
    return inner


def read_only() -> object:
    array = np.zeros((1, 112, 8, 8), np.float32)
    array.flags.writeable = False
    return array


# Functions that make an argument, so that no call sees what another one did to it.
ARGUMENTS: list[Callable[[], object]] = [
    lambda: None, lambda: True, lambda: False, lambda: 0, lambda: 1, lambda: -1, lambda: 6, lambda: 7, lambda: 63, lambda: 64,
    lambda: 255, lambda: 256, lambda: 1 << 15, lambda: 1 << 16, lambda: (1 << 31) - 1, lambda: 1 << 31, lambda: 1 << 32,
    lambda: (1 << 63) - 1, lambda: 1 << 63, lambda: 1 << 64, lambda: -(1 << 63), lambda: 10**40, lambda: 0.5, lambda: float("nan"),
    lambda: float("inf"), lambda: -0.0, lambda: 1e308, lambda: 1j, lambda: "", lambda: "x", lambda: "e4", lambda: "e2e4",
    lambda: "e7e8k", lambda: "0000", lambda: "--", lambda: "O-O", lambda: "\ud800", lambda: "e\x00", lambda: "ＫÆ🙂", lambda: "q" * 100_000,
    lambda: gardez.Board().fen(), lambda: "8/8/8/8/8/8/8/8 w - - 0 1", lambda: "9/8 w", lambda: "K" * 64, lambda: "white", lambda: "legal",
    lambda: "lc0", lambda: "skip", lambda: "float32", lambda: b"", lambda: b"\x00\xff" * 5000, lambda: bytearray(8356), lambda: memoryview(b"abc")[::2],
    lambda: [], lambda: [None], lambda: ["e4", 3], lambda: [gardez.Board().fen()] * 3, lambda: [gardez.Board(), gardez.Board()], lambda: ["x"] * 1000,
    lambda: (), lambda: ("a", 1), lambda: {}, lambda: {"a": []}, lambda: {3: None, "x": float("nan")}, lambda: set(), lambda: range(3), lambda: range(1 << 60),
    lambda: slice(-5, 1 << 70, 0), lambda: ..., lambda: NotImplemented, lambda: object(), lambda: int, lambda: len, lambda: iter(["x"]), nested, Hostile, Liar, closed_file,
    lambda: io.StringIO(PGN), lambda: io.BytesIO(PGN.encode()), lambda: io.BytesIO(b"\x1f\x8b\x08" + bytes(50)), lambda: io.BytesIO(b"\x28\xb5\x2f\xfd" + b"\xff" * 50),
    lambda: Path("missing"), lambda: "missing.pgn", lambda: Path("."), lambda: "game.pgn", lambda: Path("noise.bin"), lambda: ["noise.bin"], lambda: [Path("game.pgn")], lambda: "\x00",
    lambda: np.zeros(0), lambda: np.array(3), lambda: np.zeros((2, 3), np.float16), lambda: np.full((1, 112, 8, 8), np.nan, np.float32), read_only,
    lambda: np.zeros((4, 112, 8, 8), np.float32)[::2], lambda: np.zeros((112, 8, 8, 2), np.float32).T, lambda: np.zeros((2, 112), np.uint64), lambda: np.full(2, np.nan),
    lambda: np.array(["x", None], object), lambda: np.zeros(3, [("a", "i4")]), lambda: np.array([1 << 15, 1857, 1858, 65535], np.uint16), lambda: np.zeros((2, 1858), bool), lambda: np.array([-1, 99], np.int64),
    lambda: np.zeros((0, 112), np.uint64), lambda: np.zeros(8356, np.uint8), lambda: np.array(["e2e4", "\ud800"]), lambda: np.datetime64("NaT"),
    gardez.Board, lambda: gardez.Move(12, 28), gardez.Move.null, lambda: gardez.Move(0, 0, 6), *[lambda: gardez.SquareSet(3)] * hasattr(gardez, "SquareSet"), lambda: gardez.Piece(1, True),
]  # fmt: skip


def chess_game() -> Any:
    return gardez.chess.pgn.read_game(io.StringIO(PGN))


# Functions that make an object of each class whose constructor needs arguments, or that has none.
MADE: list[Callable[[], object]] = [
    lambda: gardez.Move(12, 28),
    lambda: gardez.Piece(2, True),
    lambda: gardez.SquareSet(3),
    lambda: gardez.Termination(1),
    lambda: gardez.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome(),
    lambda: gardez.Board().legal_moves,
    lambda: gardez.Board().pseudo_legal_moves,
    lambda: iter(gardez.Board().legal_moves),
    lambda: next(gardez.chess.pgn.read_games(io.StringIO("1. e4 e9"))).problems[0],
    lambda: gardez.openings.Opening("A00", "x"),
    lambda: gardez.nnue.Network(bytes(1544), ONE),
    lambda: gardez.chess.syzygy.open_tablebase(TABLES),
    lambda: gardez.chess.syzygy.open_tablebase(TABLES).probe_root(gardez.Board(ENDING)),
    lambda: gardez.chess.syzygy.open_tablebase(TABLES).probe_root(gardez.Board(ENDING))[0],
    lambda: gardez.chess.syzygy.WdlTable(str(TABLES / "KQvK.rtbw")),
    lambda: gardez.chess.syzygy.DtzTable(str(TABLES / "KQvK.rtbz")),
    lambda: gardez.chess.Board().status(),
    lambda: chess_game(),
    lambda: chess_game().next(),
    lambda: chess_game().mainline(),
    lambda: gardez.chess.pgn.FileExporter(io.StringIO()),
    lambda: gardez.chess.pgn.SKIP,
    lambda: gardez.chess.pgn.TimeControlType.BLITZ,
    lambda: gardez.chess.polyglot.open_reader("book.bin"),
    lambda: gardez.chess.polyglot.open_reader("book.bin")[0],
    lambda: gardez.chess.polyglot.ZobristHasher(gardez.chess.polyglot.POLYGLOT_RANDOM_ARRAY),
    lambda: gardez.chess.svg.Arrow(0, 9),
    lambda: gardez.lc0.Record(record()[:1].tobytes()),
    lambda: gardez.lc0.records("chunk"),
    lambda: gardez.lc0.Batches("chunk", batch=2, rule50="engine"),
    lambda: next(iter(gardez.lc0.Batches("chunk", batch=2, rule50="engine"))),
    lambda: gardez.formats.read(ENTRY, format="bullet.txt"),
    lambda: gardez.formats.Features("entries.bullet.txt", 1),
    lambda: next(iter(gardez.formats.Features("entries.bullet.txt", 1))),
]


def instances() -> dict[type, Callable[[], object]]:
    """The functions by the classes of what they make."""
    return {type(make()): make for make in MADE}


def record() -> Any:
    records = np.zeros(3, gardez.lc0.V6)
    records["version"], records["input_format"], records["probabilities"] = 6, 1, -1
    return records


def files() -> None:
    """Files in the current directory for the calls to open."""
    Path("game.pgn").write_text(PGN)
    Path("noise.bin").write_bytes(random.Random(1).randbytes(20_000))
    Path("book.bin").write_bytes(BOOK)
    Path("entries.bullet.txt").write_bytes(ENTRY * 5)
    Path("chunk").write_bytes(record().tobytes())


def parameters(value: object) -> int:
    """The number of arguments that a call takes, if it says so."""
    try:
        return len(inspect.signature(value).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 2


# The errors of an object that another call uses. Only an array that is written may raise one, with its name.
IN_USE = ("borrow", "is in use", "already in use")


# They start processes, replace modules, or have no objects.
NOT_CALLED = ("gardez.chess.engine.", "gardez.chess.gaviota.", "gardez.chess.install", "gardez.chess.pgn.BaseVisitor", "gardez.chess.pgn.GameNode")


def called() -> list[Entry]:
    return [entry for entry in everything() if not entry.name.startswith(NOT_CALLED)]


class Calls:
    """Random calls."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.entries = called()
        self.instances = instances()
        self.problems: list[str] = []

    def arguments(self, name: str, count: int) -> list[object]:
        return [self.argument(name) for _ in range(count)]

    def argument(self, name: str) -> object:
        while True:
            value = self.choose.choice(ARGUMENTS)()
            if not (name in COUNTS and type(value) is int and 6 <= value <= 256):
                return value

    def instance(self, cls: type) -> Any:
        for ancestor in cls.__mro__:
            if ancestor in self.instances:
                return self.instances[ancestor]()
        with contextlib.suppress(Exception):
            return cls()
        return None

    def work(self, entry: Entry) -> Callable[[], object] | None:
        """A call of the entry, with arguments. None if there is no object to call it on."""
        target: Any = entry.value
        if entry.owner is not None:
            static = isinstance(entry.value, staticmethod | classmethod)
            thing = entry.owner if static else self.instance(entry.owner)
            if thing is None:
                return None
            if isinstance(entry.value, property) or inspect.isdatadescriptor(entry.value):
                value = self.argument(entry.member)
                return self.choose.choice(
                    [lambda: getattr(thing, entry.member), lambda: setattr(thing, entry.member, value), lambda: delattr(thing, entry.member)]
                )
            # Members of a class that is an enumeration are not those of its objects.
            target = getattr(thing, entry.member, None)
            if not callable(target):
                return None
        count = min(parameters(target), 12)
        named: dict[str, object] = {}
        if self.choose.random() < 0.5:
            count = self.choose.randint(0, count)
            with contextlib.suppress(TypeError, ValueError):
                rest = list(inspect.signature(target).parameters)[count:]
                named = {name: self.argument(entry.member) for name in rest if self.choose.random() < 0.5}
        given = self.arguments(entry.member, count)
        return lambda: target(*given, **named)

    def call(self, entry: Entry) -> None:
        work = self.work(entry)
        if work is None:
            return
        try:
            result: Any = work()
            # What a reader or a loader makes is part of the call.
            if hasattr(result, "__next__"):
                for _ in itertools.islice(result, 3):
                    pass
            elif isinstance(result, float | int | str | bytes | np.ndarray | list | dict | tuple | None):
                pass
            elif type(result).__module__.startswith("gardez"):
                repr(result)
                hash(result)
        except Exception as error:
            with contextlib.suppress(ArithmeticError):
                if any(text in str(error) for text in IN_USE):
                    self.problems.append(f"{entry.name} raises {type(error).__name__}: {error}")
        except BaseException as error:
            self.problems.append(f"{entry.name} raises {type(error).__name__}: {error}")

    def run(self, calls: int) -> None:
        with open("call.txt", "w") as log:
            for number in range(calls):
                entry = self.entries[number % len(self.entries)]
                log.seek(0)
                log.truncate()
                log.write(entry.name)
                log.flush()
                faulthandler.dump_traceback_later(SECONDS, exit=True)
                if self.choose.random() < 0.1:
                    thread = threading.Thread(target=self.call, args=(entry,))
                    thread.start()
                    thread.join()
                else:
                    self.call(entry)
        faulthandler.cancel_dump_traceback_later()


class Shared(Calls):
    """Random calls on objects that other threads use, too."""

    # The calls after which the objects are made anew, because many are exhausted or closed then.
    RENEWED = 500

    def __init__(self, seed: int, objects: dict[type, Any]) -> None:
        super().__init__(seed)
        self.objects = objects

    def instance(self, cls: type) -> Any:
        if cls not in self.objects or self.choose.randrange(self.RENEWED) == 0:
            self.objects[cls] = super().instance(cls)
        return self.objects[cls]

    def argument(self, name: str) -> object:
        """Often one of the shared objects, or a number that is a square, a type and a color."""
        chance = self.choose.random()
        # A set of squares is a depth, too.
        if name in COUNTS:
            return self.choose.randrange(4)
        if chance < 0.3:
            return self.instance(self.choose.choice([gardez.Board, gardez.Move, gardez.SquareSet, gardez.chess.pgn.Game]))
        return self.choose.randrange(2) if chance < 0.5 else super().argument(name)

    def run(self, calls: int) -> None:
        # A board is the object that threads share most.
        owners = (gardez.Board, gardez.chess.BaseBoard, gardez.chess.pgn.Headers)
        boards = [entry for entry in self.entries if entry.owner in owners]
        for _ in range(calls):
            self.call(self.choose.choice(boards if self.choose.random() < 0.5 else self.entries))


def in_threads(seed: int, count: int, threads: int) -> list[str]:
    """The problems of calls in this many threads."""
    sys.setswitchinterval(1e-6)
    faulthandler.dump_traceback_later(SECONDS + count // 200, exit=True)
    objects: dict[type, Any] = {}
    calls = [Shared(seed * threads + number, objects) for number in range(threads)]
    started = [threading.Thread(target=each.run, args=(count // threads,)) for each in calls]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    faulthandler.cancel_dump_traceback_later()
    return [problem for each in calls for problem in each.problems]


def unmade() -> list[str]:
    """The classes of which no object can be made here, so that their methods are never called."""
    calls = Calls(0)
    return [name for name, cls in classes().items() if not name.startswith(NOT_CALLED) and calls.instance(cls) is None]


def main() -> int:
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    files()
    lacking = unmade()
    if lacking:
        print("hostile.py must know how to make an object of", ", ".join(lacking))
        return 1
    if len(sys.argv) > 3:
        problems = in_threads(seed, count, int(sys.argv[3]))
    else:
        calls = Calls(seed)
        calls.run(count)
        problems = calls.problems
    for problem in sorted(set(problems)):
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    # A file that a call asks for is in the directory for it, and nothing is read from the terminal.
    os.close(0)
    sys.exit(main())
