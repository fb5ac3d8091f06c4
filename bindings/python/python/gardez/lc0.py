"""Training records of lc0: single records, and shuffled batches for a training loop.

    records(paths)      the records of chunks, one after the other
    decode(data, ...)   the arrays of records in bytes
    write(path, ...)    a chunk of records
    Batches(paths, ...) shuffled batches of many chunks

A chunk is the records of one game. `paths` is a path, or several: tars as lc0's training data is published, directories
with all chunks and tars in them, and single chunks. Chunks may be compressed with gzip or Zstandard.

A position is 112 planes of 8 x 8 numbers, seen by the side to move: plane 0 has its pawns, and [plane, 0, 0] is a1. The
policy has 1858 numbers, -1 for a move that is not legal.

Every function that makes planes takes `rule50`. With "engine", plane 109 has the plies since the last capture or pawn
move as lc0's engine feeds them to a network; with "training", they are divided by 99 in input formats 1 to 3, as
lczero-training does, whose export multiplies the weights again. Numbers of one kind make a network play badly under
the other, so there is no default. In formats from 4 on, both divide by 100.

>>> import numpy as np
>>> from gardez import lc0
>>> records = np.zeros(3, lc0.V6)                      # or `np.fromfile` of an unpacked chunk
>>> records["version"], records["input_format"], records["probabilities"][:] = 6, 1, -1
>>> records["result_q"] = [1, -1, 1]
>>> planes, policy, wdl, q, plies_left = lc0.decode(records.tobytes(), rule50="engine")
>>> planes.shape, policy.shape
((3, 112, 8, 8), (3, 1858))
>>> wdl
array([[1., 0., 0.],
       [0., 0., 1.],
       [1., 0., 0.]], dtype=float32)

With PyTorch, each worker of a `DataLoader` reads its part of the chunks:

    class Games(torch.utils.data.IterableDataset):
        def __iter__(self):
            return lc0.Batches("data", 1024, rule50="training", shuffle=100_000)

    for planes, policy, wdl, q, plies_left in DataLoader(Games(), batch_size=None, num_workers=4):
        ...  # tensors

With JAX, packed planes are unpacked on the device, which needs a 32nd of the transfer:

    @jax.jit
    def unpack(masks, counter):
        bits = jnp.unpackbits(masks, axis=-1, bitorder="little").astype(jnp.float32)
        return bits.reshape(-1, 112, 8, 8).at[:, 109].multiply(counter[:, None, None] / 99)

    for masks, counter, policy in lc0.Batches("data", 1024, rule50="training", outputs=["masks", "counter", "policy"]):
        planes = unpack(masks.view(np.uint8), counter)
"""

import math
from collections.abc import Iterable
from typing import Any, Literal, Self, TypeAlias, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from . import _gardez
from ._gardez import RecordError as RecordError, _Lc0Records as Records
from ._streams import (
    MOST_BATCH,
    Arrays,
    Field,
    Path,
    Paths,
    Specs,
    Stream,
    allocate,
    arrays_type,
    choice_of,
    count_of,
    number_of,
    paths_of,
    reused,
)

__all__ = ["OUTPUTS", "V6", "V7", "Batch", "Batches", "Record", "RecordError", "Records", "decode", "records", "write"]

_Bytes: TypeAlias = bytes | bytearray | memoryview
_Rule50: TypeAlias = Literal["engine", "training"]
_Layout: TypeAlias = Literal["planes", "tokens"]
_Dtype: TypeAlias = Literal["float32", "float16", "uint8"]


class _Focus(TypedDict, total=False):
    q_weight: float
    policy_scale: float
    min: float
    slope: float


class _Weight(TypedDict, total=False):
    q_weight: float | None
    policy_scale: float | None
    alpha: float
    beta: float
    gamma: float
    tau: float
    default_weight: float


_V6: list[Any] = [
    ("version", "<u4"),
    ("input_format", "<u4"),
    ("probabilities", "<f4", (1858,)),
    ("planes", "<u8", (104,)),
    *((f"castling_{side}", "u1") for side in ("us_ooo", "us_oo", "them_ooo", "them_oo")),
    ("side_to_move_or_enpassant", "u1"),
    ("rule50_count", "u1"),
    ("invariance_info", "u1"),
    ("dummy", "u1"),
    *((name, "<f4") for name in ("root_q", "best_q", "root_d", "best_d", "root_m", "best_m", "plies_left")),
    *((name, "<f4") for name in ("result_q", "result_d", "played_q", "played_d", "played_m")),
    *((name, "<f4") for name in ("orig_q", "orig_d", "orig_m")),
    ("visits", "<u4"),
    ("played_idx", "<u2"),
    ("best_idx", "<u2"),
    ("policy_kld", "<f4"),
    ("q_st", "<f4"),
]

V6: np.dtype[np.void] = np.dtype(_V6)
V7: np.dtype[np.void] = np.dtype([*_V6, ("d_st", "<f4"), ("opp_played_idx", "<u2"), ("next_played_idx", "<u2"), ("reserved", "<f4", (8,))])

_NO_MOVE = 0xFFFF


class Record:
    """A training record of lc0: a position as planes, the probabilities of its moves, and the result of its game.

        Record(data, chunk="", index=0)

    `data` is one record of version 3 to 7. Versions 3 to 5 are converted to version 6 as lc0's reader does: fields that
    they do not have become 0, or NaN where that means unknown; `version` keeps the number. Other attributes have the names
    and the units of lc0's C++ structure; `q` is -1 to 1 as the side to move sees it, `d` a probability, `m` plies.

    Two records are equal if their bytes are, which are of version 6, or 7 if it was read as that. Records can be pickled.

    Raises `RecordError` if `data` is not one record; `.offset` is the byte.

    >>> import struct
    >>> from gardez.lc0 import Record
    >>> data = bytearray(8356)
    >>> struct.pack_into("<II", data, 0, 6, 1)
    >>> record = Record(bytes(data))
    >>> record.version, record.input_format, record.probabilities.shape
    (6, 1, (1858,))
    """

    __slots__ = {
        "_data": "The bytes.",
        "chunk": "The name of the chunk that the record comes from.",
        "index": "The place of the record in its chunk, from 0 on: the ply of the game.",
        "version": "The version of the record in its file, 3 to 7.",
    }
    _data: bytes
    chunk: str
    index: int
    version: int
    input_format = Field[int]("lc0's number of the input format. Versions 3 and 4 have format 1.")
    castling_us_ooo = Field[int]("Our right to castle queen side: 1 in format 1, the file of the rook as a bit in other formats.")
    castling_us_oo = Field[int]("Our right to castle king side.")
    castling_them_ooo = Field[int]("Their right to castle queen side.")
    castling_them_oo = Field[int]("Their right to castle king side.")
    side_to_move_or_enpassant = Field[int]("Formats 1 and 2: 1 if black is to move. Others: the file of the en passant flag as a bit, transformed.")
    rule50_count = Field[int]("Plies since the last capture or pawn move.")
    invariance_info = Field[int]("Bits 0 to 2: the transform; 3: the best move is proven; 4 and 5: the game was ended because of its length, or adjudicated; 6: marked for deletion; 7: black is to move.")
    root_q = Field[float]("The expected result of the position, -1 to 1.")
    best_q = Field[float]("The expected result after the best move.")
    root_d = Field[float]("The probability of a draw in the position.")
    best_d = Field[float]("The probability of a draw after the best move.")
    root_m = Field[float]("The expected number of plies left in the position.")
    best_m = Field[float]("The expected number of plies left after the best move.")
    plies_left = Field[float]("The number of plies that were left in the game.")
    result_q = Field[float]("1 if the side to move has won, -1 if it has lost, 0 otherwise.")
    result_d = Field[float]("1 if the game was a draw, 0 otherwise.")
    played_q = Field[float]("The expected result after the move that was played.")
    played_d = Field[float]("The probability of a draw after the move that was played.")
    played_m = Field[float]("The expected number of plies left after the move that was played.")
    orig_q = Field[float]("The result that the network itself expected, -1 to 1; NaN if it is unknown.")
    orig_d = Field[float]("The network's probability of a draw; NaN if it is unknown.")
    orig_m = Field[float]("The network's expected number of plies left; NaN if it is unknown.")
    visits = Field[int]("The number of visits of the search, or 0 in records of earlier versions.")
    played_idx = Field[int]("The index of the move that was played.")
    best_idx = Field[int]("The index of the best move.")
    policy_kld = Field[float]("The Kullback-Leibler divergence between the network's probabilities and the search's.")
    q_st = Field[float]("The short-term value: an average of `root_q` over this record and those after it; 0 and unused in version 6.")

    def __new__(cls, data: bytes, chunk: str = "", index: int = 0) -> Self:
        data, version = _gardez._lc0_record(data, chunk, index)
        return cls._of(data, version, chunk, index)

    @classmethod
    def _of(cls, data: bytes, version: int, chunk: str, index: int) -> Self:
        record = super().__new__(cls)
        record._data, record.version, record.chunk, record.index = data, version, chunk, index
        return record

    def _fields(self) -> Any:
        return np.frombuffer(self._data, V7 if len(self._data) == V7.itemsize else V6)[0]

    def _field(self, name: str) -> Any:
        return self._fields()[name].item()

    def _of_v7(self, name: str, missing: Any) -> Any:
        return self._field(name) if len(self._data) == V7.itemsize else missing

    @property
    def transform(self) -> int:
        """The transform of the planes and of the policy indices: bit 0 flips, bit 1 mirrors, bit 2 transposes."""
        return cast(int, _gardez._lc0_transform(self._data))

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """The share of visits of each move, (1858,) float32; -1 where a move is not legal. A new array each time."""
        return cast(NDArray[np.float32], self._fields()["probabilities"].copy())

    @property
    def d_st(self) -> float:
        """The short-term probability of a draw; NaN before version 7."""
        return float(self._of_v7("d_st", math.nan))

    @property
    def opp_played_idx(self) -> int | None:
        """The policy index of the opponent's reply, or `None` where it is not known."""
        index = self._of_v7("opp_played_idx", _NO_MOVE)
        return None if index == _NO_MOVE else index

    @property
    def next_played_idx(self) -> int | None:
        """The policy index of the side's own next move, or `None` where it is not known."""
        index = self._of_v7("next_played_idx", _NO_MOVE)
        return None if index == _NO_MOVE else index

    def planes(self, rule50: _Rule50, layout: _Layout = "planes") -> NDArray[np.float32]:
        """All 112 planes as the network sees them, a new float32 array (112, 8, 8), or (64, 112) if `layout` is "tokens".

        `rule50` scales the counter on plane 109: "engine" for a network that lc0's engine runs, "training" for one that
        lczero-training exports. Raises `ValueError` if the record has an unknown input format.
        """
        return cast(NDArray[np.float32], _gardez._lc0_planes(self._data, rule50, layout))

    def check(self, strict: bool = False) -> str | None:
        """The text of the first rule of lc0's rescorer, or of stricter ones, that the record breaks, or `None`."""
        return cast(str | None, _gardez._lc0_check(self._data, strict))

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._data)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data, self.chunk, self.index)

    def __repr__(self) -> str:
        return f"<Record {self.index} of {self.chunk!r}, version {self.version}>"


OUTPUTS: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
    "planes": ((112, 8, 8), np.float32),
    "masks": ((112,), np.uint64),
    "counter": ((), np.uint8),
    "policy": ((1858,), np.float32),
    "legal": ((1858,), np.bool_),
    "wdl": ((3,), np.float32),
    "q": ((), np.float32),
    "plies_left": ((), np.float32),
    "best_wdl": ((3,), np.float32),
    "values": ((6, 3), np.float32),
    "wdls": ((6, 3), np.float32),
    "moves": ((4,), np.uint16),
    "transform": ((), np.uint8),
    "weight": ((), np.float32),
    "origin": ((2,), np.uint32),
}

_USUAL = ("planes", "policy", "wdl", "q", "plies_left")
_DTYPES = {"float32": np.float32, "float16": np.float16, "uint8": np.uint8}


class Batch(Arrays):
    """The arrays of a batch, a tuple with names: `planes, policy, wdl, q, plies_left` unless others were asked for.

    n is the number of records; all values are seen by the side to move.

    planes      (n, 112, 8, 8) float32, float16 or uint8; (n, 64, 112) if the layout is "tokens"
    masks       (n, 112) uint64: the planes as sets of squares, a1 is bit 0; plane 109 is full
    counter     (n,) uint8: the plies since the last capture or pawn move, not scaled
    policy      (n, 1858) float32: the share of visits of each move; -1 where it is not legal
    legal       (n, 1858) bool: which moves are legal
    wdl         (n, 3) float32: the result of the game as win, draw and loss
    q           (n,) float32: the expected result after the best move, -1 to 1
    plies_left  (n,) float32: the plies to the end of the game
    best_wdl    (n, 3) float32: win, draw and loss after the best move, the target "q" of lczero-training
    values      (n, 6, 3) float32: q, d, m of the game, the best move, the played move, the network, the search and in
                the short term; NaN where a value is not known
    wdls        (n, 6, 3) float32: the same rows as win, draw and loss
    moves       (n, 4) uint16: policy indices of the played move, the best move, the reply and the move after it; 65535
                where one is not known
    transform   (n,) uint8: the transform of the planes and of the policy: bit 0 flips, bit 1 mirrors, bit 2 transposes
    weight      (n,) float32: the weight that `Batches(weight=...)` gives the position
    origin      (n, 2) uint32: the number of the chunk, and of the record in it
    """

    __slots__ = ()
    planes = Field[NDArray[Any]]()
    masks = Field[NDArray[np.uint64]]()
    counter = Field[NDArray[np.uint8]]()
    policy = Field[NDArray[np.float32]]()
    legal = Field[NDArray[np.bool_]]()
    wdl = Field[NDArray[np.float32]]()
    q = Field[NDArray[np.float32]]()
    plies_left = Field[NDArray[np.float32]]()
    best_wdl = Field[NDArray[np.float32]]()
    values = Field[NDArray[np.float32]]()
    wdls = Field[NDArray[np.float32]]()
    moves = Field[NDArray[np.uint16]]()
    transform = Field[NDArray[np.uint8]]()
    weight = Field[NDArray[np.float32]]()
    origin = Field[NDArray[np.uint32]]()


def _specs(size: int, outputs: Iterable[str], dtype: _Dtype, layout: _Layout) -> Specs:
    """The shape and dtype of each output."""
    if isinstance(outputs, str):
        raise TypeError("outputs must be a list of names")
    names = tuple(choice_of("outputs", name, OUTPUTS) for name in outputs)
    if not names or len(set(names)) != len(names):
        raise ValueError("outputs must be names, each of them once")
    if "planes" in names and ("masks" in names or "counter" in names):
        raise ValueError("outputs: there are planes, or masks and counter, but not both")
    choice_of("dtype", dtype, _DTYPES)
    choice_of("layout", layout, ("planes", "tokens"))
    specs: Specs = {name: ((size, *OUTPUTS[name][0]), np.dtype(OUTPUTS[name][1])) for name in names}
    if "planes" in specs:
        shape = (64, 112) if layout == "tokens" else (112, 8, 8)
        specs["planes"] = ((size, *shape), np.dtype(_DTYPES[dtype]))
    return specs


def _fill(loader: Any, size: int, arrays: dict[str, Any]) -> int:
    """Fills arrays by the names that the loader in Rust has for them."""
    given = dict(arrays)
    planes = given.pop("planes", None)
    if planes is not None and planes.dtype == np.float32:
        given["planes"] = planes
    elif planes is not None and planes.dtype == np.float16:
        given["half_planes"] = planes.view(np.uint16)
    elif planes is not None:
        given["byte_planes"] = planes
    if "masks" in given or "counter" in given:
        masks = given["masks"] if "masks" in given else np.empty((size, 112), np.uint64)
        given["masks"] = masks.view(np.uint8)
        given.setdefault("counter", np.empty(size, np.uint8))
    return cast(int, loader.fill(size, given))


def records(paths: Paths | _Bytes, *, errors: Literal["raise", "skip"] = "raise") -> Records:
    """Iterates over the records of chunks, one after the other, in the order of the files.

    paths   a path, several, or the bytes of a chunk or tar. Compressed tars are read, too
    errors  "raise": an error is raised, and the next call goes on after it; "skip": it is counted in `problem_count`,
            and the first 100 texts are in `problems`

    Returns an iterator of `Record`. Needs the memory of one chunk, at most 64 MiB. Versions 3 to 5 are converted to 6.

    Raises `OSError` with `filename` for a file that cannot be opened, `ValueError` for one that is neither a chunk nor a
    tar, and `RecordError` for a damaged chunk or record. Its attributes are `chunk` (the name), `record` (the number in the
    chunk) and `offset` (the byte of the unpacked chunk at which the record begins); they are `None` where not known.

    >>> import numpy as np
    >>> from gardez import lc0
    >>> array = np.zeros(2, lc0.V6)
    >>> array["version"], array["input_format"], array["best_q"] = 6, 1, [0.25, -0.5]
    >>> [record.best_q for record in lc0.records(array.tobytes())]
    [0.25, -0.5]
    """
    skips = choice_of("errors", errors, ("raise", "skip")) == "skip"
    if isinstance(paths, (bytes, bytearray, memoryview)):
        return Records([], bytes(paths), skips)
    return Records(paths_of(paths), None, skips)


def write(path: Path, records: NDArray[np.void] | _Bytes | Iterable[Record]) -> int:
    """Writes a game's records to a chunk that is compressed with gzip, and returns their number.

    records  an array of `V6` or `V7`, bytes, or several `Record`

    The file appears, or replaces an existing one, when it is complete. Raises `OSError` with `filename` if it cannot be
    written, and `RecordError` for bytes that are not records.

    >>> import pathlib, tempfile
    >>> import numpy as np
    >>> from gardez import lc0
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game_000001.gz"
    >>> array = np.zeros(2, lc0.V6)
    >>> array["version"], array["input_format"], array["best_q"] = 6, 1, [0.25, -0.5]
    >>> lc0.write(path, array)
    2
    >>> lc0.write(path, [record for record in lc0.records(path) if record.best_q > 0])
    1
    """
    if isinstance(records, np.ndarray):
        if records.dtype not in (V6, V7):
            raise TypeError("records must be an array of V6 or V7")
        records = records.tobytes()
    elif not isinstance(records, (bytes, bytearray, memoryview)):
        records = b"".join(map(bytes, records))
    return cast(int, _gardez._lc0_write(*paths_of(path), bytes(records)))


def decode(
    data: _Bytes,
    *,
    rule50: _Rule50,
    outputs: Iterable[str] = _USUAL,
    dtype: _Dtype = "float32",
    layout: _Layout = "planes",
    out: Iterable[NDArray[Any]] | None = None,
) -> Batch:
    """The arrays of the records in `data`, bytes of an unpacked chunk.

    rule50   "engine" or "training": the scale of plane 109; see the module
    outputs  the names of the arrays; see `Batch`
    dtype    of the planes: "float32", "float16" or "uint8", which has the plain counter on plane 109
    layout   of the planes: "planes" or "tokens"
    out      a `Batch` of the same outputs and number of records, which is overwritten. This is several times as fast as
             new arrays, whose memory must be made first

    Returns a `Batch`. The GIL is released. Raises `RecordError` at the first bytes that are not a record of version 3
    to 7, and at a record of an unknown input format; `.offset` is the byte at which the record begins.
    """
    chunks, count = _gardez._Lc0Chunks.from_bytes(bytes(data) if isinstance(data, memoryview) else data)
    specs = _specs(count, outputs, dtype, layout)
    arrays = allocate(specs) if out is None else reused(out, specs)
    options = {"skips": False, "shuffles_chunks": False, "chunk_limit": max(len(data), 1)}
    loader = _gardez._Lc0Loader(chunks, rule50, layout, options)
    if count:
        _fill(loader, count, arrays)
    return cast(Batch, arrays_type(Batch, tuple(specs))(*arrays.values()))


class Batches(Stream[Batch]):
    """Shuffled batches of the records of many chunks, for a training loop.

        for planes, policy, wdl, q, plies_left in lc0.Batches("data", 1024, rule50="training", shuffle=100_000): ...

    An iterator of `Batch`. The order depends on the seed, the options and the names of the chunks, and not on the number
    of threads, the size of the batches or the speed of anything. The memory is that of the shuffle buffer, `ahead`, and
    two chunks for each thread. The GIL is released while batches are made; Ctrl-C ends the waiting, and no record is lost.

    paths        tars, directories and chunks; tars that are compressed as a whole are refused
    batch        the number of records of a batch, 1 to 1,048,576. The last one may have less
    rule50       "engine" or "training": the scale of plane 109; see the module
    shuffle      the number of records in the shuffle buffer; a new record takes the place of a random one, which is used.
                 A record takes about 600 bytes, at most 8.5 kB. 0: the records of a chunk stay in their order
    seed         of everything that is random
    outputs      the names of the arrays; see `Batch`
    dtype        of the planes: "float32", "float16" or "uint8", which has the plain counter on plane 109
    layout       of the planes: "planes" for (n, 112, 8, 8), "tokens" for (n, 64, 112)
    reuse        every batch is in the same memory, so it is valid until the next one. This saves the time to make memory
    epochs       how many times all chunks are used; `None` for ever
    drop_last    an incomplete last batch is left out
    format       the only input format that is used; `None` for all, even mixed
    rank, world  this process uses each `world`-th chunk of an epoch. In a worker of a torch `DataLoader`, its part is
                 divided again among the workers
    threads      that read chunks besides the caller's thread
    chunk_order  "shuffled": another order in each epoch; "source": that of the files
    split        (start, end): the share of the games whose hashed name is in this range of 0 to 1, for test sets
    games        ("probability", p): each game with this probability; ("hanse", gamma): by the weights of its positions
    sampling     ("every", n), ("probability", p), ("share", s) or ("per_game", n) positions of a game; `None` for all
    focus        a dict of q_weight, policy_scale, min, slope: lczero-training's diff focus
    weight       a dict of q_weight, policy_scale, alpha, beta, gamma, tau, default_weight: weights of positions
    check        ("records", how) or ("games", how), where how is "lc0" or "strict": what breaks a rule is refused
    short_term   a factor, usually 5/6: the short-term values of all games are computed
    errors       "skip": damaged chunks and records are counted in `stats`; "raise": they raise `RecordError`, and the next
                 call goes on after them
    ahead        bytes of records that the threads read ahead
    chunk_limit  the greatest number of bytes of a chunk, packed and unpacked; a larger one counts as damaged

    Raises `OSError` with `filename` if a path cannot be read, `ValueError` for an option out of its range, and `RecordError`
    (see `records`). Threads may share a loader: each batch goes to one of them. After `os.fork`, each process goes on by
    itself. A loader can be pickled: the copy goes on with the batch that would be next, unless it is in a worker of a
    torch `DataLoader`, which begins its own part.

    >>> import gzip, pathlib, tempfile
    >>> import numpy as np
    >>> from gardez import lc0
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for game in range(10):
    ...     records = np.zeros(25, lc0.V6)
    ...     records["version"], records["input_format"], records["plies_left"] = 6, 1, range(25, 0, -1)
    ...     _ = (folder / f"game_{game}.gz").write_bytes(gzip.compress(records.tobytes()))
    >>> with lc0.Batches(folder, 100, rule50="training", shuffle=64, seed=7) as batches:
    ...     [len(batch.planes) for batch in batches]
    [100, 100, 50]
    >>> batches = lc0.Batches(folder, 100, rule50="training", outputs=["masks", "counter", "policy"], threads=2)
    >>> batches.read().masks.shape
    (100, 112)
    """

    def __init__(
        self,
        paths: Paths,
        batch: int,
        *,
        rule50: _Rule50,
        shuffle: int = 0,
        seed: int = 0,
        outputs: Iterable[str] = _USUAL,
        dtype: _Dtype = "float32",
        layout: _Layout = "planes",
        reuse: bool = False,
        epochs: int | None = 1,
        drop_last: bool = False,
        format: int | None = None,
        rank: int = 0,
        world: int = 1,
        threads: int = 0,
        chunk_order: Literal["shuffled", "source"] = "shuffled",
        split: tuple[float, float] = (0.0, 1.0),
        games: tuple[Literal["probability", "hanse"], float] | None = None,
        sampling: tuple[Literal["every", "probability", "share", "per_game"], float] | None = None,
        focus: _Focus | None = None,
        weight: _Weight | None = None,
        check: tuple[Literal["records", "games"], Literal["lc0", "strict"]] | None = None,
        short_term: float | None = None,
        errors: Literal["skip", "raise"] = "skip",
        ahead: int = 64 << 20,
        chunk_limit: int = 64 << 20,
    ) -> None:
        self._arguments = {name: value for name, value in locals().items() if name != "self"}
        self._arguments["paths"] = paths_of(paths)
        self._loaders = {}
        self._size = count_of("batch", batch, 1, MOST_BATCH)
        self._rule50 = rule50
        self._arguments["outputs"] = tuple(outputs) if not isinstance(outputs, str) else outputs
        self._specs = _specs(self._size, self._arguments["outputs"], dtype, layout)
        self._type = arrays_type(Batch, tuple(self._specs))
        self._layout, self._reuse = layout, bool(reuse)
        self._world = count_of("world", world, 1, 1 << 20)
        self._rank = count_of("rank", rank, 0, self._world - 1)
        start, end = split
        self._options = {
            "shuffle": count_of("shuffle", shuffle, 0, 1 << 40),
            "seed": count_of("seed", seed, 0, (1 << 64) - 1),
            "epochs": None if epochs is None else count_of("epochs", epochs, 0, 1 << 40),
            "drop_last": bool(drop_last),
            "format": None if format is None else count_of("format", format, 0, (1 << 32) - 1),
            "threads": count_of("threads", threads, 0, 256),
            "shuffles_chunks": choice_of("chunk_order", chunk_order, ("shuffled", "source")) == "shuffled",
            "split": (number_of("split", start, 0, 1), number_of("split", end, 0, 1)),
            "games": games,
            "sampling": sampling,
            "focus": focus,
            "weight": weight,
            "check": check,
            "short_term": None if short_term is None else number_of("short_term", short_term, 0, 1),
            "skips": choice_of("errors", errors, ("skip", "raise")) == "skip",
            "ahead": count_of("ahead", ahead, 0, 1 << 40),
            "chunk_limit": count_of("chunk_limit", chunk_limit, 1, 1 << 40),
        }
        self._chunks = _gardez._Lc0Chunks(
            self._arguments["paths"], self._options["chunk_limit"], self._options["skips"]
        )
        # Options that are wrong are errors here, and not where the first batch is made.
        self._make(self._rank, self._world).close()

    def _make(self, shard: int, shards: int) -> Any:
        options = {**self._options, "shard": (shard, shards)}
        return _gardez._Lc0Loader(self._chunks, self._rule50, self._layout, options)

    def _fill(self, loader: Any, arrays: dict[str, Any]) -> int:
        return _fill(loader, self._size, arrays)

    @property
    def stats(self) -> dict[str, int]:
        """What was read so far, as a dict: numbers of chunks, records, and of what was left out, and why."""
        return cast(dict[str, int], self._ready().stats())

    @property
    def skipped(self) -> list[str]:
        """What in the paths is not a chunk or cannot be read, and why: the first 10,000 texts."""
        return cast(list[str], self._chunks.skipped())

    @property
    def chunks_per_epoch(self) -> int:
        """The number of chunks in an epoch of this shard."""
        return cast(int, self._ready().chunks_per_epoch())

    def chunk_name(self, index: int) -> str:
        """The name of a chunk by its number in `origin`. Raises `IndexError` if there is no such chunk."""
        name: str | None = self._chunks.name(index) if isinstance(index, int | np.integer) and index >= 0 else None
        if name is None:
            raise IndexError(f"there is no chunk {index}")
        return name
