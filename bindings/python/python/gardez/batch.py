"""NumPy arrays from many positions at once: the inputs and outputs of networks, keys, and counts.

======================  =======================================================
`planes`                the input of a network like Leela's: 112 planes of 8 x 8
`packed`, `unpack`      the same as bits, 32 times smaller, and back
`legal_mask`            the legal moves among the 1858 outputs
`policy_index`          the output of a move
`move_from_index`       the move of an output
`read_fens`             boards from texts
`boards`, `fens`        positions in 24 bytes, and their texts
`moves`                 moves from numbers
`legal_counts`          numbers of legal moves
`keys`                  Zobrist keys
`perft`                 numbers of sequences of moves
`pgn`                   moves, results and positions of games
======================  =======================================================

The first argument is a sequence of FENs or of Boards: a list, a tuple, an array or column of NumPy, pandas, Polars or Arrow.
It may also be a Board or a FEN alone, which is a sequence of one, and packed boards of shape (n, 24), as `boards` and
`gardez.formats` have them:

>>> from gardez import Board, batch
>>> batch.legal_counts(Board()), batch.legal_counts(batch.boards([Board(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]))
(array([20], dtype=uint16), array([20,  5], dtype=uint16))

Speed
-----
A call copies its positions in chunks and releases the interpreter's lock, so other threads of Python go on. It uses
one thread unless ``threads`` asks for more, because data loaders already run many workers. The threads end with the
call, so a process may fork afterwards. New arrays cost several times the encoding: give ``out=``, and encode 256 to
4096 positions with each call. Best of all, send the packed planes to the GPU and unpack them there.

Errors
------
An exception about an element names it, and has its place as ``index``:

>>> from gardez import FenError, batch
>>> try:
...     batch.planes(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8 w - - 0 1"])
... except FenError as error:
...     print(error, "|", error.index)
fens[1]: there are 4 ranks instead of 8 (at byte 7) | 1

After an exception, the contents of ``out`` are not specified. While a call writes to an array, another call with the
same array raises a ValueError.

Unpacking on the GPU
--------------------
With PyTorch::

    import numpy as np, torch

    def unpack(masks, counter, device="cuda"):
        ranks = torch.from_numpy(masks.view(np.uint8).reshape(-1, 112, 8)).to(device, non_blocking=True)
        counter = torch.from_numpy(counter).to(device, non_blocking=True)
        bits = torch.arange(8, dtype=torch.uint8, device=device)
        planes = ((ranks[..., None] >> bits) & 1).float()  # (n, 112, 8, 8)
        planes[:, 109] *= counter[:, None, None]
        return planes

With JAX::

    import jax, jax.numpy as jnp, numpy as np

    @jax.jit
    def unpack(ranks, counter):  # ranks = masks.view(np.uint8).reshape(-1, 112, 8)
        bits = jnp.arange(8, dtype=jnp.uint8)
        planes = ((ranks[..., None] >> bits) & 1).astype(jnp.float32)  # (n, 112, 8, 8)
        return planes.at[:, 109].multiply(counter[:, None, None])

Each byte of a mask is a rank on a little-endian computer.
"""

import operator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from . import _gardez
from ._gardez import _batch

boards = _batch.boards
keys = _batch.keys
legal_counts = _batch.legal_counts
legal_mask = _batch.legal_mask
move_from_index = _batch.move_from_index
packed = _batch.packed
perft = _batch.perft
pgn = _batch.pgn
planes = _batch.planes
policy_index = _batch.policy_index
read_fens = _batch.read_fens

__all__ = [
    "boards",
    "fens",
    "keys",
    "legal_counts",
    "legal_mask",
    "move_from_index",
    "moves",
    "packed",
    "perft",
    "pgn",
    "planes",
    "policy_index",
    "read_fens",
    "unpack",
]


def _rows(boards):
    """The bytes of positions as packed boards, and their number."""
    if not isinstance(boards, np.ndarray) or boards.dtype != np.uint8:
        boards = _batch.boards(boards)
    if boards.ndim != 2 or boards.shape[1] != 24:
        raise ValueError("board must be an array (n, 24) of uint8")
    return boards.tobytes(), len(boards)


def _column(name, values, dtype, count, missing=None):
    """A number for each of `count` boards, as an array of this type."""
    array = np.full(count, missing, dtype) if values is None and missing is not None else np.asarray(values)
    if array.dtype.kind not in "iu" or array.shape != (count,):
        raise ValueError(f"{name} must be an array of {np.dtype(dtype)}, as long as the others")
    if array.dtype != dtype:
        fitting = array.astype(dtype)
        if (wrong := np.flatnonzero(fitting != array)).size:
            raise ValueError(f"{name}[{wrong[0]}]: {array[wrong[0]]} is not a number of {np.dtype(dtype)}")
        array = fitting
    return np.ascontiguousarray(array)


def _input(name, array, dtype, shape):
    """An array of this dtype and shape, in which None is any number."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name}: expected a NumPy array, found {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{name}: expected the dtype {np.dtype(dtype)}, found {array.dtype}")
    if len(shape) != array.ndim or any(wanted not in (None, found) for wanted, found in zip(shape, array.shape, strict=True)):
        raise ValueError(f"{name}: expected the shape {str(shape).replace('None', 'n')}, found {array.shape}")
    return array


def unpack(masks, counter, out=None, dtype=None, threads=1):
    """Unpacks the planes that `packed` returns into an array (n, 112, 8, 8).

    Parameters
    ----------
    masks : uint64 array (n, 112)
    counter : float32 array (n,)
        Any numbers, also NaN: the number on the squares of plane 109. uint8 takes the nearest of 0 to 255, and 0 for
        NaN; it is for a plain counter (formats 1, 2 and 3 with ``rule50="engine"``).
    out, dtype, threads
        See `planes`.

    Examples
    --------
    >>> import numpy as np
    >>> from gardez import batch
    >>> fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 7 60"]
    >>> masks, counter = batch.packed(fens)
    >>> np.array_equal(batch.unpack(masks, counter), batch.planes(fens))
    True
    """
    masks = _input("masks", masks, np.uint64, (None, 112))
    counter = _input("counter", counter, np.float32, (len(masks),))
    if not 1 <= operator.index(threads) <= 256:
        raise ValueError(f"threads: expected 1 to 256, found {threads}")
    planes = _batch._planes_array(len(masks), dtype, out)

    def write(rows):
        part = planes[rows]
        ranks = np.ascontiguousarray(masks[rows], "<u8").view(np.uint8)
        part[...] = np.unpackbits(ranks, axis=1, bitorder="little").reshape(part.shape)
        numbers = counter[rows, None, None]
        if part.dtype == np.uint8:
            numbers = np.nan_to_num(np.rint(numbers)).clip(0, 255)
        with np.errstate(over="ignore"):
            part[:, 109] = np.where(part[:, 109] != 0, numbers, 0)

    parts = [slice(start, start + 512) for start in range(0, len(masks), 512)]
    if threads == 1:
        for rows in parts:
            write(rows)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(write, parts))
    return planes


def fens(boards, rule50=None, fullmove=None):
    """The FENs of packed boards, a list of texts.

    Parameters
    ----------
    boards : uint8 array (n, 24), or other positions
        As `boards` returns, and `gardez.formats.read`. The counters of other positions do not count.
    rule50 : n integers below 65,536, a sequence or an array
        The halfmove clocks; 0 without.
    fullmove : n integers below 4,294,967,296, a sequence or an array
        The move numbers; 1 without.

    Raises
    ------
    ValueError
        ``board[17]: ...``, for a row that is not a board.

    Examples
    --------
    >>> from gardez import batch
    >>> batch.fens(batch.boards(["4k3/8/8/8/8/8/8/4K2R w K - 3 9"]), fullmove=[9])
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 9']
    """
    rows, count = _rows(boards)
    rule50, fullmove = _column("rule50", rule50, np.uint16, count, 0), _column("fullmove", fullmove, np.uint32, count, 1)
    return _gardez._format_fens(rows, rule50.tolist(), fullmove.tolist())


def moves(boards, moves):
    """The moves with these numbers on packed boards, a list of `gardez.Move`, or `None` for 0.

    Parameters
    ----------
    boards : uint8 array (n, 24), or other positions
    moves : uint16 array (n,)
        As `pgn` returns, and `gardez.formats.read`.

    Raises
    ------
    ValueError
        ``move[17]: ...``, for a number that is not a move.

    Examples
    --------
    >>> import numpy as np
    >>> from gardez import batch
    >>> castles = batch.boards(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    >>> batch.moves(castles, np.array([7 | 4 << 6 | 3 << 14], np.uint16))
    [Move.from_uci('e1g1')]
    """
    rows, count = _rows(boards)
    return _gardez._format_moves(rows, _column("move", moves, np.uint16, count).tolist())
