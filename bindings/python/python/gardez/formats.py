"""Packed positions of network trainers: their columns as arrays, and batches of the inputs of NNUE networks.

    read(paths)                 the entries of files as tables of arrays, a chunk at a time
    write(path, tables)         a file of entries
    fens(chunk), moves(chunk)   boards as FENs, and moves as `gardez.Move`
    Features(paths, batch, ...) shuffled batches of the inputs of a network
    FORMATS                     all formats by name, each with what it is; `gardez.lc0` reads v6 and v7
    FILTERS                     all filters of `Features` by name, each with what it does

Files may be compressed with gzip or Zstandard. The extension of a file names its format, or `format` does:

    binpack      Stockfish's .binpack              bullet      bulletformat
    bin          Stockfish's .bin                  bullet.txt  its text form
    plain        Stockfish's plain text            viri        viriformat
    marlin       marlinformat                      montyvalue  montyformat, games with values
    clib24       chess-library's 24 bytes          monty       montyformat, games with visit counts
    packed       packed boards                     pgn         PGN: the moves with an evaluation in a comment
    jsonl        Lichess's evaluations             csv         tables with a column FEN, such as Lichess's puzzles
    epd          EPD and lists of FENs             book        FENs with a result in brackets
    bag          ChessBench's .bag and .bagz

Scores and results are converted to one view: that of White, or that of the side to move. The score -32768 becomes 32767
where its sign changes. `clib24` and `packed` have neither scores nor results, so every entry has the score 0 and is a
draw. No format says what the unit of its scores is.

>>> import numpy as np
>>> from gardez import formats
>>> text = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\\n"
>>> [chunk] = formats.read(text, format="bullet.txt")
>>> chunk["score"], chunk["result"]
(array([120], dtype=int16), array([1], dtype=int8))
>>> formats.fens(chunk)
['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1']
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from . import Move, _gardez, batch
from ._gardez import RecordError as RecordError, _FormatChunks as Chunks
from ._arrow import Table as Table
from ._streams import MOST_BATCH, Arrays, Field, Path, Paths, Stream, allocate, arrays_type, choice_of, count_of, paths_of

__all__ = ["COLUMNS", "FEATURES", "FILTERS", "FORMATS", "Chunks", "FeatureBatch", "Features", "RecordError", "Table", "fens", "moves", "read", "write"]

COLUMNS = ("board", "squares", "turn", "rule50", "fullmove", "move", "score", "result", "ply")

FORMATS: dict[str, str] = dict(_gardez._format_names())

FILTERS: dict[str, str] = dict(_gardez._filter_names())
"""The filters of `Features` by name, each with its value, if it has one, and what it does, as in `gardez convert`."""

FEATURES = {
    "Chess768": 768,
    "HalfKP": 41024,
    "HalfKAv2_hm": 22528,
    "HalfKAv2_hm_12planes": 24576,
    "FullThreats": 59808,
    "FullThreats79856": 79856,
    "PP_3Wide": 4560,
}

_View: TypeAlias = Literal["white", "side"]
_Entries: TypeAlias = Table | Mapping[str, Any]
_VIEWS = ("white", "side")


def read(
    paths: Paths | bytes | bytearray | memoryview,
    *,
    chunk: int = 65536,
    format: str | None = None,
    view: _View = "white",
    columns: Iterable[str] = ("board", "turn", "rule50", "fullmove", "move", "score", "result", "ply"),
    strict: bool = True,
    errors: Literal["raise", "skip"] = "raise",
    missing_score: int | None = None,
    missing_result: Literal[1, 0, -1] | None = None,
) -> Chunks:
    """Iterates over the entries of files, in their order, as a `Table` of arrays for each chunk.

    paths    a path, several, or bytes
    chunk    the number of entries of a table, 1 to 16,777,216; the last one, and one before an error, has less. The
             memory is bounded by it
    format   the format, by its name (see the module); `None`: as the name or the first bytes of a file say
    view     "white" or "side": who sees scores and results
    columns  the arrays, by their names
    strict   values that no writer writes are errors; otherwise they are ignored where the meaning is clear
    errors   "raise": after the entries before the damage, the next call raises it, and the one after that goes on with the
             next file; "skip": it is counted in `problem_count`, as a file that cannot be opened, and the first 100 texts
             are in `problems`
    missing_score, missing_result
             the score, and the result 1, 0 or -1, seen by White, where a line, record or game of `jsonl`, `csv`, `epd`,
             `book`, `bag` or `pgn` has none; `None`: such positions are left out

    The arrays of n entries are:

    board     (n, 24) uint8: packed boards, equal exactly if the positions are, except for counters
    squares   (n, 64) uint8, a1 first: 0 for nothing, 1 to 6 for White's pawn to king, 9 to 14 for Black's
    turn      (n,) bool: True if White is to move; always True in bulletformat
    rule50    (n,) uint16: plies since the last capture or pawn move, 0 where the format has none
    fullmove  (n,) uint32: the move number
    move      (n,) uint16: bits 0-5 target, 6-11 origin, 12-13 promotion (knight to queen), 14-15 kind (1 promotion,
              2 en passant, 3 castling, whose target is the rook); 0 without a move
    score     (n,) int16
    result    (n,) int8: 1 if the side of the view has won, 0 for a draw, -1 if it has lost
    ply       (n,) uint32: plies since the start of the game

    Raises `OSError` with `filename` if a file cannot be read, `ValueError` if the format is not clear, and `RecordError`
    for damage, with the attributes `filename` and `offset`, the byte of the file. The GIL is released.
    """
    names = [choice_of("columns", name, COLUMNS) for name in columns]
    if isinstance(columns, str) or not names or len(set(names)) != len(names):
        raise ValueError("columns must be names, each of them once")
    data = None
    if isinstance(paths, (bytes, bytearray, memoryview)):
        paths, data = (), bytes(paths)
    return Chunks(
        paths_of(paths),
        data,
        None if format is None else str(format),
        count_of("chunk", chunk, 1, 1 << 24),
        choice_of("view", view, _VIEWS) == "white",
        names,
        bool(strict),
        choice_of("errors", errors, ("raise", "skip")) == "skip",
        (
            None if missing_score is None else count_of("missing_score", missing_score, -(1 << 15), (1 << 15) - 1),
            None if missing_result is None else count_of("missing_result", missing_result, -1, 1),
        ),
    )


def fens(chunk: _Entries) -> list[str]:
    """The FENs of the entries of a chunk, a list of texts.

    `chunk` is a table of `read` with "board"; without "rule50" and "fullmove", the counters are 0 and 1. Raises
    `ValueError` for a row that is not a board.
    """
    return batch.fens(chunk["board"], *(chunk[name] if name in chunk else None for name in ("rule50", "fullmove")))


def moves(chunk: _Entries) -> list[Move | None]:
    """The moves of the entries of a chunk, a list of `gardez.Move`, or `None` for an entry without a move.

    `chunk` is a table of `read` with "board" and "move". Raises `ValueError` for a number that is not a move.

    >>> from gardez import formats
    >>> text = b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 120 | 1.0\\n"
    >>> [chunk] = formats.read(text, format="bullet.txt")
    >>> formats.moves(chunk)
    [None]
    """
    return batch.moves(chunk["board"], chunk["move"])


def write(
    path: Path,
    tables: _Entries | Iterable[_Entries],
    *,
    format: str | None = None,
    view: _View = "white",
    lossy: bool = False,
    errors: Literal["raise", "skip"] = "raise",
) -> int:
    """Writes entries to a file, and returns how many. The file appears, or replaces an older one, when it is complete.

    tables  a table, or an iterable of them, such as `read` returns: a mapping of arrays by the names of its columns, of
            which "board", "score" and "result" must be there
    format  the format, by its name (see the module); `None`: as the extension of the path says
    view    "white" or "side": who sees the scores and results of the tables
    lossy   values that the format cannot hold are changed to ones that it can: counters, plies, castling rights and the
            score -32768. Otherwise they do not fit
    errors  "raise" or "skip" entries that do not fit the format

    What the format does not have at all is left out, in `clib24` and `packed` also scores and results. Raises `ValueError`
    with the number of the entry that does not fit or of the row that is not one, and `OSError` with `filename` if the file
    cannot be written.

    >>> import pathlib, tempfile
    >>> from gardez import batch, formats
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.bullet.txt"
    >>> boards = batch.boards(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"])
    >>> formats.write(path, {"board": boards, "score": [120, 110], "result": [1, 1]})
    2
    >>> [table] = formats.read(path)
    >>> table["score"]
    array([120, 110], dtype=int16)
    """
    written: int = _gardez._format_write(
        map(_columns, [tables] if isinstance(tables, (Mapping, Table)) else tables),
        *paths_of(path),
        None if format is None else str(format),
        choice_of("view", view, _VIEWS) == "white",
        bool(lossy),
        choice_of("errors", errors, ("raise", "skip")) == "skip",
    )[0]
    return written


def _columns(table: _Entries) -> tuple[Any, ...]:
    """The columns of a table for `write`: all of them but the last."""
    rows, count = batch._rows(table["board"])
    missing = {"rule50": 0, "fullmove": 1, "move": 0, "score": None, "result": None}
    dtypes = {"rule50": np.uint16, "fullmove": np.uint32, "move": np.uint16, "score": np.int16, "result": np.int8}
    columns = [
        batch._column(name, table[name] if name in table else None, dtype, count, missing[name])
        for name, dtype in dtypes.items()
    ]
    ply = batch._column("ply", table["ply"], np.uint32, count) if "ply" in table else None
    return rows, *columns, ply


_NAMES = {"side": ("us", "them"), "white": ("white", "black")}
_REST: dict[str, type[np.generic]] = {"score": np.int16, "result": np.int8, "turn": np.bool_, "pieces": np.uint8}
_FACTS: dict[str, type[np.generic]] = {"move": np.uint16, "ply": np.uint16, "check": np.bool_, "bucket": np.uint8}


class FeatureBatch(Arrays):
    """The arrays of a batch of n positions, a tuple with names.

    us, them      with `view="side"`, the active inputs as the side to move and the other side see them. With
                  `layout="padded"`, (n, width) int32, where -1 follows the last input of a row; width is 32, or 256 for
                  FullThreats and 128 for PP_3Wide and Full_Threats, and the sum for several sets. With "flat", (m,) int32: the inputs of all positions in a row
    white, black  the same with `view="white"`
    us_offsets    and so on, only with "flat": (n + 1,) int32; the inputs of position i are `us[us_offsets[i]:us_offsets[i + 1]]`
    score         (n,) int16, as the view says
    result        (n,) int8: 1 for a win, 0 for a draw, -1 for a loss, as the view says
    turn          (n,) bool: True if White is to move; always True in bulletformat, which does not say
    pieces        (n,) uint8: the number of pieces, 2 to 32
    move          only if `facts` has it: (n,) uint16, the number of the move, as `batch.pgn` has it; 0 for none
    ply           only if `facts` has it: (n,) uint16, the plies since the start of the game, at most 65,535
    check         only if `facts` has it: (n,) bool, True if the side to move is in check
    bucket        only if `facts` has it: (n,) uint8, the output bucket in Stockfish's networks, `(pieces - 1) // 4`
    """

    __slots__ = ()
    us = Field[NDArray[np.int32]]()
    us_offsets = Field[NDArray[np.int32]]()
    them = Field[NDArray[np.int32]]()
    them_offsets = Field[NDArray[np.int32]]()
    white = Field[NDArray[np.int32]]()
    white_offsets = Field[NDArray[np.int32]]()
    black = Field[NDArray[np.int32]]()
    black_offsets = Field[NDArray[np.int32]]()
    score = Field[NDArray[np.int16]]()
    result = Field[NDArray[np.int8]]()
    turn = Field[NDArray[np.bool_]]()
    pieces = Field[NDArray[np.uint8]]()
    move = Field[NDArray[np.uint16]]()
    ply = Field[NDArray[np.uint16]]()
    check = Field[NDArray[np.bool_]]()
    bucket = Field[NDArray[np.uint8]]()


class Features(Stream[FeatureBatch]):
    """Shuffled batches of the inputs of an NNUE network, for a training loop.

        for us, them, score, result, turn, pieces in formats.Features("data.binpack", 16384, shuffle=1_000_000): ...

    An iterator of `FeatureBatch`. Blocks of the files come in another order in each epoch: 16,384 records of a format
    with records of one size, a chunk of .binpack, a mebibyte of a PGN, a file of any other format. The shuffle buffer
    then mixes their positions, of 48 bytes each. The order depends on the seed, the options and the files, and on nothing
    else. The GIL is released while batches are made, and Ctrl-C ends the waiting.

    paths        the files
    batch        the number of positions of a batch, 1 to 1,048,576. The last one may have less
    features     the set of inputs: a key of `FEATURES`, or "ChessBuckets" or "ChessBucketsMirrored" with `buckets`; or sets
                 of nnue-pytorch as it names them, such as "Full_Threats+PP_3Wide+HalfKAv2_hm": their numbers follow each
                 other in this order, and HalfKAv2_hm has 12 planes there
    buckets      the bucket of each square of the own king, a1 first: 64 numbers, or 32 for the files a to d if mirrored
    layout       "padded" or "flat"; see `FeatureBatch`. torch's `EmbeddingBag` takes "flat"
    view         "side": the side to move comes first, and sees scores and results; "white": White does
    shuffle      the number of positions in the shuffle buffer; a new one takes the place of a random one, which is used.
                 0: the positions of a block stay in their order
    seed         of everything that is random
    format       the format of all files, by its name (see the module); `None`: as each of them says
    block_order  "shuffled" or "source"
    epochs       how many times all files are used; `None` for ever
    drop_last    an incomplete last batch is left out
    reuse        every padded batch is in the same memory, so it is valid until the next one
    rank, world  this process uses each `world`-th block of an epoch. In a worker of a torch `DataLoader`, its part is
                 divided again among the workers. A file that has no blocks is read by all of them, and divided by entries
    strict       values that no writer writes are damage
    filters      which positions are left out before shuffling, as a dict: `{"plies": "16-", "no_checks": True}`; see
                 `FILTERS`. A filter that a format cannot answer is a `ValueError`. `{"nnue_pytorch": True}` are the
                 default filters of nnue-pytorch with its random numbers, and `{"nnue_pytorch": {"pc_y0": 0.1}}` others:
                 see below
    facts        which of "move", "ply", "check" and "bucket" follow the other arrays of a batch
    errors       "skip": damage and files that cannot be opened are counted in `stats`, and the file goes on with its next
                 block; "raise": it raises `RecordError`, and the next call goes on after it

    The options of "nnue_pytorch" are `filtered`, `wld_filtered`, `random_fen_skipping`, `early_fen_skipping`,
    `soft_early_fen_skipping`, `simple_eval_skipping`, `pc_y0` to `pc_y4`, and `ply_x1`, `ply_y1` to `ply_x4`, `ply_y4`. Its
    filters come after all others. They see the blocks one after the other, so they depend on the order of the blocks and on
    the shard. Where a result is nearly impossible, nnue-pytorch drops the entry if it is compiled for AVX-512, and keeps it
    on other CPUs: here it is dropped.

    The state has the places of the positions in the shuffle buffer, 8 bytes for each; to restore it, their blocks are
    read again. After `os.fork`, each process goes on by itself. A loader can be pickled.

    Raises `OSError` with `filename` if no file can be read, and `ValueError` for an option out of its range.

    >>> import pathlib, tempfile
    >>> from gardez import formats
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.bullet.txt"
    >>> _ = path.write_text("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 120 | 1.0\\n" * 100)
    >>> with formats.Features(path, 64, shuffle=16, seed=7) as batches:
    ...     sizes = [batch.us.shape for batch in batches]
    >>> sizes
    [(64, 32), (36, 32)]
    >>> batch = formats.Features(path, 64, features="Chess768", layout="flat").read()
    >>> batch.us[:3], batch.us_offsets[:3], batch.score[0], batch.result[0]
    (array([764, 436, 324], dtype=int32), array([0, 3, 6], dtype=int32), np.int16(-120), np.int8(-1))
    """

    def __init__(
        self,
        paths: Paths,
        batch: int,
        *,
        features: str = "HalfKAv2_hm",
        buckets: Iterable[int] | None = None,
        layout: Literal["padded", "flat"] = "padded",
        view: _View = "side",
        shuffle: int = 0,
        seed: int = 0,
        format: str | None = None,
        block_order: Literal["shuffled", "source"] = "shuffled",
        epochs: int | None = 1,
        drop_last: bool = False,
        reuse: bool = False,
        rank: int = 0,
        world: int = 1,
        strict: bool = True,
        errors: Literal["skip", "raise"] = "skip",
        facts: Iterable[Literal["move", "ply", "check", "bucket"]] = (),
        filters: Mapping[str, bool | int | str | Mapping[str, bool | float] | None] | None = None,
    ) -> None:
        self._arguments = {name: value for name, value in locals().items() if name != "self"}
        self._arguments["paths"] = paths_of(paths)
        self._loaders = {}
        self._size = count_of("batch", batch, 1, MOST_BATCH)
        self._facts = tuple(choice_of("facts", fact, tuple(_FACTS)) for fact in facts)
        if len(set(self._facts)) < len(self._facts):
            raise ValueError("facts: a name is there twice")
        self._is_flat = choice_of("layout", layout, ("padded", "flat")) == "flat"
        if self._is_flat and reuse:
            raise ValueError("reuse needs the layout \"padded\"")
        self._reuse = bool(reuse)
        self._world = count_of("world", world, 1, 1 << 20)
        self._rank = count_of("rank", rank, 0, self._world - 1)
        self._options = (
            str(features),
            None if buckets is None else [count_of("buckets", bucket, 0, 255) for bucket in buckets],
            count_of("seed", seed, 0, (1 << 64) - 1),
            count_of("shuffle", shuffle, 0, 1 << 40),
            choice_of("block_order", block_order, ("shuffled", "source")) == "shuffled",
        )
        filters = dict(filters or ())
        trainer = filters.pop("nnue_pytorch", None)
        if trainer is None or isinstance(trainer, bool):
            trainer = {} if trainer else None
        elif not isinstance(trainer, Mapping):
            raise ValueError("filters: nnue_pytorch must be True or a dict")
        self._more = (
            None if epochs is None else count_of("epochs", epochs, 0, 1 << 40),
            choice_of("view", view, _VIEWS) == "white",
            bool(strict),
            choice_of("errors", errors, ("skip", "raise")) == "skip",
            bool(drop_last),
            [
                (choice_of("filters", str(name).replace("_", "-"), FILTERS), "" if value is True else str(value))
                for name, value in filters.items()
                if value is not False and value is not None
            ],
            None if trainer is None else [(str(name), str(value)) for name, value in trainer.items()],
        )
        self._files = _gardez._FormatFiles(
            self._arguments["paths"], None if format is None else str(format), self._more[3]
        )
        # Options that are wrong are errors here, and not where the first batch is made.
        loader = self._make(self._rank, self._world)
        self._inputs, width = loader.inputs, loader.width
        self._firsts = _NAMES[view]
        if self._is_flat:
            names = [name for first in self._firsts for name in (first, f"{first}_offsets")]
            self._specs = {}
        else:
            names = list(self._firsts)
            self._specs = {name: ((self._size, width), np.dtype(np.int32)) for name in names}
        rest = _REST | {fact: _FACTS[fact] for fact in self._facts}
        self._specs.update({name: ((self._size,), np.dtype(dtype)) for name, dtype in rest.items()})
        self._type = arrays_type(FeatureBatch, (*names, *rest))

    def _make(self, shard: int, shards: int) -> Any:
        return _gardez._FeatureLoader(self._files, *self._options, (shard, shards), *self._more)

    def _fill(self, loader: Any, arrays: dict[str, Any]) -> int:
        given = dict(arrays)
        for name, first in zip(("first", "second"), self._firsts, strict=True):
            given[name] = given.pop(first)
        return cast(int, loader.fill(self._size, given))

    def read(self, out: Iterable[NDArray[Any]] | None = None) -> FeatureBatch | None:
        """The next `FeatureBatch`, or `None` after the last one.

        `out` is a padded batch with arrays of the full size, which are overwritten; an incomplete last batch is a view.
        """
        if not self._is_flat:
            return super().read(out)
        if out is not None:
            raise ValueError("out needs the layout \"padded\"")
        arrays = allocate(self._specs)
        count, lists = self._ready().flat(self._size, arrays)
        flat = [array for pair in lists for array in pair]
        return cast(FeatureBatch, self._type(*flat, *(array[:count] for array in arrays.values()))) if count else None

    @property
    def inputs(self) -> int:
        """The number of inputs of the set; all indices are below it."""
        return cast(int, self._inputs)

    @property
    def stats(self) -> dict[str, int]:
        """What was read so far, as a dict: entries read, positions used, batches and problems."""
        return cast(dict[str, int], self._ready().stats())
