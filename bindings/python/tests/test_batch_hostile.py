"""Batches with arguments that nobody should give, and from many threads."""

from __future__ import annotations

import _thread
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import gardez.batch

# Without its types, which forbid most of what follows.
batch: Any = gardez.batch

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ENDGAME = "3r4/4k3/8/1K6/8/8/8/8 w - - 3 40"
SHORT = "8/8/8/8 w - - 0 1"

# Everything that takes positions, with the other arguments that it needs.
CALLS: list[Callable[..., Any]] = [
    batch.planes,
    batch.packed,
    batch.legal_mask,
    lambda x, **options: batch.policy_index(x, ["e2e4"] * len(x), **options),
    lambda x, **options: batch.move_from_index(x, [322] * len(x), **options),
    batch.legal_counts,
    batch.keys,
    lambda x, **options: batch.perft(x, 1, **options),
]


def place(error: Exception) -> object:
    """The place of the element that is wrong."""
    return getattr(error, "index")


class Lying:
    """A sequence whose length is wrong."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int) -> str:
        return START

    def __iter__(self) -> Iterator[str]:
        for _ in range(10):
            yield START


class Raising(Lying):
    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("no elements today")


@pytest.mark.parametrize("call", CALLS)
def test_an_error_names_the_first_element_that_is_wrong(call: Callable[..., Any]) -> None:
    for threads in (1, 2, 8):
        for wrong in ([17], [17, 400, 2999], [2999], [0, 1]):
            fens = [START] * 3000
            for index in wrong:
                fens[index] = SHORT
            with pytest.raises(gardez.FenError, match="there are 4 ranks") as raised:
                call(fens, threads=threads)
            assert str(raised.value).startswith(f"fens[{wrong[0]}]: ")
            assert place(raised.value) == wrong[0]


@pytest.mark.parametrize("call", [*CALLS, batch.read_fens])
def test_what_is_not_a_sequence_of_positions_is_a_type_error(call: Callable[..., Any]) -> None:
    wrong: list[Any] = [None, 3, 0.5, object(), START.encode(), {START: 1}, {START}, iter([START])]
    wrong += [(START for _ in range(2)), gardez, int, lambda: START, bytearray(b"x"), np.float64(1)]
    wrong += [START, gardez.Board()] if call is batch.read_fens else []
    for x in wrong:
        with pytest.raises(TypeError):
            call(x)
    elements: list[Any] = [None, 3, float("nan"), START.encode(), [START], object(), gardez.Board]
    for element in elements:
        with pytest.raises(TypeError, match=r"\[1\]: expected ") as raised:
            call([START, element])
        assert place(raised.value) == 1
    with pytest.raises(TypeError, match=r"\[0\]: expected "):
        call(np.zeros(4))
    with pytest.raises(ValueError, match="1 dimension"):
        call(np.array([[START]]))


@pytest.mark.parametrize("call", [*CALLS, batch.read_fens])
def test_texts_that_are_not_fens_are_fen_errors(call: Callable[..., Any]) -> None:
    wrong = ["", " ", "\0", "\ud800", "é", "x" * 100_000, "/" * 100_000, "8/" * 100_000, START + " x", "🙂/8 w"]
    wrong += ["8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1"]
    for text in wrong:
        with pytest.raises(gardez.FenError, match=r"^fens\[1\]: "):
            call([START, text])


def test_sequences_that_lie_about_their_length() -> None:
    # It has ten elements, whatever it says.
    assert len(batch.keys(Lying(11))) == 10
    with pytest.raises(ValueError, match="too long"):
        batch.keys(Lying(2**62))
    with pytest.raises(ValueError, match="too long"):
        batch.keys(range(2**62))
    assert len(batch.keys(Lying(4))) == 4
    with pytest.raises(ValueError):
        batch.keys(Lying(-1))
    with pytest.raises(RuntimeError, match="no elements today"):
        batch.keys(Raising(3))


@pytest.mark.parametrize("call", CALLS)
def test_numbers_of_threads(call: Callable[..., Any]) -> None:
    for threads in (0, -1, 257, 10**6, 10**30, -(10**30)):
        with pytest.raises(ValueError, match="threads: expected 1 to 256"):
            call([START], threads=threads)
    for wrong in (1.0, float("nan"), "1", None, [1]):
        with pytest.raises(TypeError):
            call([START], threads=wrong)
    call([START] * 300, threads=256)


def test_options_that_do_not_exist() -> None:
    for format in (0, 6, -1, 131, 10**40):
        with pytest.raises(ValueError, match="format: expected one of 1, 2, 3, 4, 132, 5, 133"):
            batch.planes([START], format)
        with pytest.raises(ValueError, match="format"):
            gardez.Board().legal_mask(format)
    with pytest.raises(ValueError, match="1 dimension"):
        batch.keys(np.array(START))
    calls: list[Callable[[Any], Any]] = [
        lambda x: batch.planes([START], fill=x),
        lambda x: batch.planes([START], rule50=x),
        lambda x: batch.legal_mask([START], indexing=x),
        lambda x: batch.read_fens([START], x),
    ]
    for call in calls:
        for wrong in ("", "LC0", "\ud800", "x" * 10_000):
            with pytest.raises(ValueError, match="expected "):
                call(wrong)
        for other in (1, 0.5, b"lc0", [], object()):
            with pytest.raises(TypeError):
                call(other)
    for dtype in (np.float64, "int8", "bool", "U3", ">f4", [("a", "f4")]):
        with pytest.raises(TypeError):
            batch.planes([START], dtype=dtype)
    for depth in (-1, 65, 10**30):
        with pytest.raises(ValueError, match="depth: expected 0 to 64"):
            batch.perft([START], depth)
    with pytest.raises(TypeError):
        batch.perft([START], 1.5)


def test_out_is_written_and_returned() -> None:
    fens = [START, ENDGAME, START]
    for dtype in (np.float32, np.float16, np.uint8):
        out = np.full((3, 112, 8, 8), 77, dtype)
        for order in (fens, fens[::-1]):
            assert batch.planes(order, out=out) is out
            assert np.array_equal(out, batch.planes(order, dtype=dtype))
        whole = np.full((5, 112, 8, 8), 77, dtype)
        view = whole[1:4]
        assert batch.planes(fens, out=view) is view
        assert (whole[[0, 4]] == 77).all() and np.array_equal(view, out[::-1][[0, 1, 2]][::-1][[0, 1, 2]])
    masks, counter = np.full((3, 112), 77, np.uint64), np.full(3, 77, np.float32)
    found = batch.packed(fens, out=(masks, counter))
    assert found[0] is masks and found[1] is counter
    assert np.array_equal(batch.unpack(masks, counter), batch.planes(fens))
    mask = np.ones((3, 1858), bool)
    assert batch.legal_mask(fens, out=mask) is mask
    assert mask.sum(axis=1).tolist() == batch.legal_counts(fens).tolist()


def wrong_arrays(shape: tuple[int, ...], dtype: type) -> Iterator[tuple[type[Exception], Any]]:
    """Arrays that nothing can be written to."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    yield TypeError, [[1.0]]
    yield TypeError, "out"
    yield TypeError, memoryview(bytearray(size))
    yield TypeError, np.empty(shape, np.complex64)
    yield TypeError, np.empty(shape, object)
    if np.dtype(dtype).itemsize > 1:
        yield TypeError, np.empty(shape, np.dtype(dtype).newbyteorder())
        yield ValueError, np.frombuffer(bytearray(size + 1), np.uint8)[1:].view(dtype).reshape(shape)
    yield ValueError, np.empty((shape[0] + 1, *shape[1:]), dtype)
    yield ValueError, np.empty((*shape, 1), dtype)
    yield ValueError, np.empty(0, dtype)
    yield ValueError, np.empty((2 * shape[0], *shape[1:]), dtype)[::2]
    yield ValueError, np.empty(shape[::-1], dtype).T
    yield ValueError, np.broadcast_to(np.zeros(1, dtype), shape)
    frozen: Any = np.empty(shape, dtype)
    frozen.flags.writeable = False
    yield ValueError, frozen
    yield ValueError, np.frombuffer(bytes(size), dtype).reshape(shape)


def test_arrays_that_cannot_be_written_are_refused() -> None:
    fens = [START, ENDGAME]
    masks, counter = batch.packed(fens)
    for kind, out in wrong_arrays((2, 112, 8, 8), np.float32):
        with pytest.raises(kind):
            batch.planes(fens, out=out)
        with pytest.raises(kind):
            batch.unpack(masks, counter, out=out)
    for kind, out in wrong_arrays((2, 1858), np.bool_):
        with pytest.raises(kind):
            batch.legal_mask(fens, out=out)
    for kind, out in wrong_arrays((2, 112), np.uint64):
        with pytest.raises(kind):
            batch.packed(fens, out=(out, counter))
    for kind, out in wrong_arrays((2,), np.float32):
        # One dimension has no order.
        if isinstance(out, np.ndarray) and out.shape == (2,) and out.dtype == np.float32 and out.flags.writeable:
            if out.flags.c_contiguous and out.flags.aligned:
                continue
        with pytest.raises(kind):
            batch.packed(fens, out=(masks, out))
    for pair in (masks, (masks,), (masks, counter, counter), 3):
        with pytest.raises(TypeError):
            batch.packed(fens, out=pair)
    # The two arrays may not share their memory.
    memory = np.zeros(2 * 112 * 8 + 8, np.uint8)
    with pytest.raises(ValueError, match="in use"):
        both = memory[: 2 * 112 * 8].view(np.uint64).reshape(2, 112), memory[8:16].view(np.float32)
        batch.packed(fens, out=both)


def test_wrong_masks_and_counters_are_refused() -> None:
    masks, counter = batch.packed([START, ENDGAME])
    for wrong in (masks.astype(np.int64), masks.astype(float), masks.tolist(), None, masks.astype(">u8")):
        with pytest.raises(TypeError, match="masks: expected "):
            batch.unpack(wrong, counter)
    for wrong in (masks[:, :111], masks[0], masks[None], masks.T):
        with pytest.raises(ValueError, match="masks: expected "):
            batch.unpack(wrong, counter)
    for wrong in (counter.astype(float), [0.0, 0.0], None, 3.0):
        with pytest.raises(TypeError, match="counter: expected "):
            batch.unpack(masks, wrong)
    for wrong in (counter[:1], counter[None], np.zeros(3, np.float32)):
        with pytest.raises(ValueError, match="counter: expected "):
            batch.unpack(masks, wrong)


def test_moves_and_indices_that_do_not_fit() -> None:
    fens = [START, START]
    for moves in (["e2e4"], ["e2e4"] * 3, np.zeros(3, np.uint16)):
        with pytest.raises(ValueError, match="moves: expected 2 elements"):
            batch.policy_index(fens, moves)
    for text in ("", "e2", "e2e9", "0000", "e2e4x", "\ud800", "é" * 5, "e" * 100_000):
        with pytest.raises(gardez.InvalidMoveError, match=r"^moves\[1\]: "):
            batch.policy_index(fens, ["e2e4", text])
    for text in ("e2e5", "e7e5", "a1a1", "e2e4q", "e2e4k"):
        with pytest.raises(gardez.IllegalMoveError, match=r"^moves\[1\]: ") as raised:
            batch.policy_index(fens, ["e2e4", text])
        assert place(raised.value) == 1
    for wrong in (None, 5, 0.5, b"e2e4", ["e2e4"]):
        with pytest.raises(TypeError, match=r"moves\[1\]: expected "):
            batch.policy_index(fens, ["e2e4", wrong])
    for number in (-1, 1858, 65535, 65536, 10**30):
        with pytest.raises(ValueError, match=r"^indices\[1\]: expected 0 to 1857"):
            batch.move_from_index(fens, [322, number])
    with pytest.raises(gardez.IllegalMoveError, match=r"^indices\[1\]: no legal move has the index 0"):
        batch.move_from_index(fens, [322, 0])
    for other in (None, 0.5, "3", float("nan")):
        with pytest.raises(TypeError, match=r"indices\[1\]: expected an integer"):
            batch.move_from_index(fens, [322, other])


def test_histories_that_do_not_fit() -> None:
    fens = [START, START]
    with pytest.raises(ValueError, match="histories: expected 2 lists, found 1"):
        batch.planes(fens, histories=[[]])
    for history in ("e2e4 e2e4", ["e2e4", "e2e4"], ("e2e4", "e2e4"), np.array(["e2e4", "e2e4"])):
        with pytest.raises(gardez.IllegalMoveError, match=r"^histories\[1\]\[1\]: ") as raised:
            batch.planes(fens, histories=[None, history])
        assert place(raised.value) == 1
    for history in ("e2e4 x", ["e2e4", ""], ["e2e4", "0000"]):
        with pytest.raises(gardez.InvalidMoveError, match=r"^histories\[1\]\[1\]: "):
            batch.planes(fens, histories=["", history])
    for wrong in (3, [3], {"e2e4": 1}, [["e2e4"]], b"e2e4", object()):
        with pytest.raises(TypeError, match=r"histories\[1\]"):
            batch.planes(fens, histories=[[], wrong])
    # A game as long as no rule allows.
    knights = ["g1f3", "g8f6", "f3g1", "f6g8"] * 5000
    masks, counter = batch.packed([START], histories=[knights])
    assert counter[0] == 20_000 and masks[0, 12] == 2**64 - 1


def everything(threads: int, fens: list[str]) -> list[Any]:
    """The results of all calls."""
    results: list[Any] = [*batch.packed(fens, 4, threads=threads)]
    results.append(batch.planes(fens[:500], dtype=np.uint8, threads=threads))
    results.append(batch.unpack(results[0][:500], results[1][:500], threads=threads))
    results.append(batch.legal_mask(fens, 3, threads=threads))
    results.append(batch.legal_counts(fens, threads=threads))
    results.append(batch.keys(fens, threads=threads))
    results.append(batch.perft(fens[:500], 2, threads=threads))
    first = [int(np.flatnonzero(mask)[0]) for mask in results[5]]
    moves = batch.move_from_index(fens, first, 3, threads=threads)
    results.append(batch.policy_index(fens, moves, 3, threads=threads))
    boards, skipped = batch.read_fens([*fens, SHORT], "skip", threads=threads)
    results.append(np.array([board.fen() for board in boards]))
    results.append(skipped)
    return results


def positions(count: int) -> list[str]:
    """Positions with a rook and two kings; none is over."""
    fens = []
    for square in range(64):
        for counter in range(count // 40 + 1):
            ranks = [["1"] * 8 for _ in range(8)]
            ranks[0][0], ranks[2][1] = "k", "K"
            if ranks[square // 8][square % 8] != "1":
                continue
            ranks[square // 8][square % 8] = "R"
            fens.append("/".join("".join(rank) for rank in ranks) + f" w - - {counter} 60")
    boards, skipped = batch.read_fens([merged(fen) for fen in fens], "skip")
    return [board.fen() for board in boards][:count]


def merged(fen: str) -> str:
    """The FEN with its single empty squares added up."""
    board, rest = fen.split(" ", 1)
    for length in range(8, 1, -1):
        board = board.replace("1" * length, str(length))
    return f"{board} {rest}"


def test_the_number_of_threads_does_not_change_a_result() -> None:
    fens = positions(10_000)
    assert len(fens) == 10_000
    expected = everything(1, fens)
    for threads in (2, 8):
        for a, b in zip(everything(threads, fens), expected, strict=True):
            assert np.array_equal(a, b)


def test_threads_of_python_share_nothing() -> None:
    fens = positions(600)
    expected = everything(1, fens)
    results: list[list[Any]] = [[] for _ in range(8)]
    def fill(i: int) -> None:
        results[i].extend(everything(1 + i % 2, fens))

    threads = [threading.Thread(target=fill, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        assert all(np.array_equal(a, b) for a, b in zip(result, expected, strict=True))


def test_two_calls_cannot_write_to_one_array() -> None:
    fens = positions(10_000)
    out = np.empty((len(fens), 1858), bool)
    outcomes: list[str] = []

    def write() -> None:
        for _ in range(10):
            try:
                batch.legal_mask(fens, out=out)
                outcomes.append("")
            except ValueError as error:
                outcomes.append(str(error))

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(outcomes) <= {"", "out: the array is in use by another call"}
    assert "" in outcomes
    assert np.array_equal(out, batch.legal_mask(fens))


def test_a_list_that_changes_during_the_call() -> None:
    fens = positions(4000)
    changing = list(fens)
    end = threading.Event()

    def change() -> None:
        while not end.is_set():
            changing.clear()
            changing.extend(fens)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(30):
            try:
                assert len(batch.keys(changing)) in (0, len(fens))
            except ValueError as error:
                assert "the length has changed" in str(error)
    finally:
        end.set()
        thread.join()


def test_control_c_stops_a_long_count() -> None:
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.perft([START], 12)
    timer.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    script = f"""
import os
from gardez import batch
fens = ["{START}"] * 5000
expected = int(batch.keys(fens, threads=2).sum())
pid = os.fork()
if pid == 0:
    os._exit(0 if int(batch.keys(fens, threads=2).sum()) == expected else 1)
assert os.waitpid(pid, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
