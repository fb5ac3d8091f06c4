"""nnue-pytorch's library of data loading, loaded and called as its Python side does."""

import ctypes
import gzip
import os
from collections.abc import Iterator
from ctypes import POINTER, Structure, c_bool, c_char_p, c_double, c_float, c_int, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gardez import formats

DATA = Path(__file__).parents[3] / "conformance/data/features"
ALL_SETS = "Full_Threats+PP_3Wide+HalfKAv2_hm"


class Config(Structure):
    _fields_ = [
        ("filtered", c_bool), ("random_fen_skipping", c_int), ("wld_filtered", c_bool), ("early_fen_skipping", c_int),
        ("soft_early_fen_skipping", c_int), ("simple_eval_skipping", c_int), ("param_index", c_int),
        *((f"pc_y{i}", c_double) for i in range(5)),
        *((f"ply_{axis}{i}", c_double) for i in range(1, 5) for axis in "xy"),
    ]


class Ddp(Structure):
    _fields_ = [("rank", c_int), ("world_size", c_int)]


class SparseBatch(Structure):
    _fields_ = [
        ("num_inputs", c_int), ("size", c_int), ("is_white", POINTER(c_float)), ("outcome", POINTER(c_float)),
        ("score", POINTER(c_float)), ("num_active_white_features", c_int), ("num_active_black_features", c_int),
        ("max_active_features", c_int), ("white", POINTER(c_int)), ("black", POINTER(c_int)), ("piece_count", POINTER(c_int)),
    ]


class Fen(Structure):
    _fields_ = [("length", c_int), ("text", c_char_p)]


class FenBatch(Structure):
    _fields_ = [("size", c_int), ("fens", POINTER(Fen))]


TEXTS = POINTER(c_char_p)
REST = [c_int, c_int, TEXTS, c_int, c_bool, Config, Ddp]
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "create_sparse_batch_stream": (c_void_p, [c_char_p, *REST]),
    "destroy_sparse_batch_stream": (None, [c_void_p]),
    "fetch_next_sparse_batch": (POINTER(SparseBatch), [c_void_p]),
    "destroy_sparse_batch": (None, [POINTER(SparseBatch)]),
    "get_sparse_batch_from_fens": (POINTER(SparseBatch), [c_char_p, c_int, TEXTS, *[POINTER(c_int)] * 3]),
    "create_fen_batch_stream": (c_void_p, REST),
    "destroy_fen_batch_stream": (None, [c_void_p]),
    "fetch_next_fen_batch": (POINTER(FenBatch), [c_void_p]),
    "destroy_fen_batch": (None, [POINTER(FenBatch)]),
}


@pytest.fixture(scope="module")
def library() -> Any:
    library = ctypes.CDLL(os.environ["GARDEZ_TRAINING_DATA_LOADER"])
    for name, (result, arguments) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    assert ctypes.sizeof(Config) == 136 and ctypes.sizeof(SparseBatch) == 72 and ctypes.sizeof(FenBatch) == 16
    return library


def config(**changes: Any) -> Config:
    shares, points = (0, 0.4, 1, 1, 0.75), (0, 0.1, 6, 0.15, 10, 0.25, 18, 0.75)
    made = Config(True, 0, True, -1, 20, -1, 0, *shares, *points)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


OFF: dict[str, Any] = {"filtered": False, "wld_filtered": False, "soft_early_fen_skipping": 0}


def texts(values: list[Any]) -> Any:
    return (c_char_p * len(values))(*(str(value).encode() for value in values))


class Rows:
    """The two blocks of a batch, cut as nnue-pytorch cuts them."""

    def __init__(self, pointer: Any) -> None:
        batch, n = pointer.contents, pointer.contents.size
        m = batch.max_active_features
        floats = np.ctypeslib.as_array(batch.is_white, shape=(3 * n,)).copy() if n else np.zeros(0)
        ints = np.ctypeslib.as_array(batch.white, shape=(2 * n * m + n,)).copy() if n else np.zeros(0, int)
        self.inputs, self.width = batch.num_inputs, m
        self.is_white, self.outcome, self.score = list(floats.reshape(3, n))
        self.white, self.black = ints[: 2 * n * m].reshape(2, n, m)
        self.pieces = ints[2 * n * m :]
        active = [int((side >= 0).sum()) for side in (self.white, self.black)]
        assert active == [batch.num_active_white_features, batch.num_active_black_features]

    def indices(self, perspective: str, row: int) -> list[int]:
        found = getattr(self, perspective)[row].tolist()
        count = sum(index >= 0 for index in found)
        assert found[count:] == [-1] * (self.width - count)
        return sorted(found[:count])


def batches(
    library: Any, paths: list[Any], names: str = ALL_SETS, size: int = 1000, concurrency: int = 1, cyclic: bool = False,
    rank: int = 0, world: int = 1, most: int = 1 << 30, **changes: Any,
) -> Iterator[Rows]:
    stream = library.create_sparse_batch_stream(
        names.encode(), concurrency, len(paths), texts(paths), size, cyclic, config(**changes), Ddp(rank, world)
    )
    for _ in range(most):
        batch = library.fetch_next_sparse_batch(stream)
        if not batch:
            assert not library.fetch_next_sparse_batch(stream)
            break
        yield Rows(batch)
        library.destroy_sparse_batch(batch)
    library.destroy_sparse_batch_stream(stream)


def scores(library: Any, paths: list[Any], **options: Any) -> list[int]:
    return [int(score) for rows in batches(library, paths, "PP_3Wide", **options) for score in rows.score]


ENTRIES = [line.split("\t") for line in gzip.decompress((DATA / "filters.tsv.gz").read_bytes()).decode().splitlines()[1:]]
KEPT = [int(row[3]) for row in ENTRIES if row[14] == "keep"]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The entries in several formats, by the end of the file's name."""
    directory = tmp_path_factory.mktemp("entries")
    plain = directory / "entries.plain"
    entry = "fen {1}\nmove {2}\nscore {3}\nply {4}\nresult {5}\ne\n"
    plain.write_text("".join(entry.format(*row) for row in ENTRIES))
    found = {"plain": plain}
    for end in ("bin", "binpack"):
        found[end] = directory / f"entries.{end}"
        formats.write(found[end], formats.read(plain))
    for end in ("plain", "bin", "binpack"):
        packed = directory / f"entries.{end}.gz"
        packed.write_bytes(gzip.compress(found[end].read_bytes()))
        found[f"{end}.gz"] = packed
    return found


def test_lists_are_the_librarys_own(library: Any, tmp_path: Path) -> None:
    rows = [line.split("\t") for line in (DATA / "composed.tsv").read_text().splitlines()[1:]]
    for names in {row[1] for row in rows}:
        chosen = [row for row in rows if row[1] == names]
        fens, zeros = [row[0] for row in chosen], (c_int * len(chosen))()
        values = (c_int * len(chosen))(*range(len(chosen)))
        given = library.get_sparse_batch_from_fens(names.encode(), len(fens), texts(fens), values, zeros, zeros)
        (tmp_path / "fens.plain").write_text("".join(f"fen {fen}\nscore 7\nply 1\nresult 1\ne\n" for fen in fens))
        os.environ["GARDEZ_SHUFFLE"] = "0"
        [streamed] = batches(library, [tmp_path / "fens.plain"], names, 1000, **OFF)
        del os.environ["GARDEZ_SHUFFLE"]
        made = Rows(given)
        library.destroy_sparse_batch(given)
        for found in made, streamed:
            for place, (fen, _, perspective, pieces, indices) in enumerate(chosen):
                assert found.indices(perspective, place) == [int(index) for index in indices.split(",")]
                assert (found.pieces[place], found.is_white[place]) == (int(pieces), " w " in fen)
        assert made.score.tolist() == list(range(len(fens))) and set(made.outcome) == {0.5}
        assert set(streamed.score) == {7} and set(streamed.outcome) == {1}
    assert (made.inputs, made.width) == (streamed.inputs, streamed.width)


@pytest.mark.parametrize("concurrency", [0, 1, 2, 4, 8])
def test_the_filters_keep_what_the_library_keeps(library: Any, paths: dict[str, Path], concurrency: int) -> None:
    for end, path in paths.items():
        found = scores(library, [path], concurrency=concurrency, size=7)
        assert sorted(found) == sorted(KEPT), end
        if end.startswith("bin") and not end.startswith("binpack"):
            assert found == KEPT, "a .bin keeps its order"
        assert found == scores(library, [path], concurrency=1)
        everything = scores(library, [path], concurrency=concurrency, **OFF)
        assert sorted(everything) == sorted(int(row[3]) for row in ENTRIES)
        for column, changes in ((12, {"early_fen_skipping": 28}), (13, {"early_fen_skipping": 0, "simple_eval_skipping": 1000})):
            kept = scores(library, [path], concurrency=concurrency, **OFF, **changes)
            # What is left passes the filter by piece count, too.
            allowed = [int(row[3]) for row in ENTRIES if row[column] == "keep"]
            assert 0 < len(kept) < len(allowed) and not set(kept) - set(allowed)


class Twister:
    """MT19937-64 with its usual seed."""

    def __init__(self) -> None:
        self.words, self.place, mask = [5489], 312, (1 << 64) - 1
        for i in range(1, 312):
            before = self.words[-1]
            self.words.append((6364136223846793005 * (before ^ before >> 62) + i) & mask)

    def draw(self) -> int:
        if self.place == 312:
            self.place = 0
            for i in range(312):
                x = self.words[i] >> 31 << 31 | self.words[(i + 1) % 312] & 0x7FFFFFFF
                self.words[i] = self.words[(i + 156) % 312] ^ x >> 1 ^ (0xB5026F5AA96619E9 if x & 1 else 0)
        x = self.words[self.place]
        self.place += 1
        x ^= x >> 29 & 0x5555555555555555
        x ^= x << 17 & 0x71D67FFFEDA60000
        x ^= x << 37 & 0xFFF7EEE000000000
        return x ^ x >> 43


class Balance:
    """The chance of an entry by the numbers of pieces so far."""

    def __init__(self, ys: list[float]) -> None:
        slopes = [ys[1] - ys[0], *((ys[i + 1] - ys[i - 1]) / 2 for i in (1, 2, 3)), ys[4] - ys[3]]
        self.wanted = []
        for count in range(33):
            i = min(count // 8, 3)
            t = count / 8 - i
            low, high = ys[i] * (2 * t**3 - 3 * t**2 + 1), ys[i + 1] * (3 * t**2 - 2 * t**3)
            self.wanted.append(max(0.0, low + high + slopes[i] * (t**3 - 2 * t**2 + t) + slopes[i + 1] * (t**3 - t**2)))
        self.counts, self.steps, self.factor = [0.0] * 33, 0, 1.0

    def chance(self, pieces: int) -> float:
        self.counts[pieces] += 1
        self.steps += 1
        seen, total, wanted = self.counts, sum(self.counts), sum(self.wanted)
        if self.steps in (100, 500, 1000, 2500, 5000) or self.steps > 5000 and self.steps % 10_000 == 0:
            ratios = [total * w / (wanted * c) for w, c in zip(self.wanted, seen, strict=True) if w > 0 and c > 0]
            self.factor = 0.025 / min(ratios)
        result = self.factor * total * self.wanted[pieces] / (wanted * seen[pieces])
        if self.steps % 10_000 == 0:
            self.counts = [count / 2 for count in self.counts]
        return min(1.0, max(0.0, result))


def test_the_steps_of_the_piece_counts_go_on_for_ever(library: Any, paths: dict[str, Path]) -> None:
    for ys, steps in (([0, 0.4, 1, 1, 0.75], 12_000), ([0.5, 0, 2, 0, 3], 3000)):
        entries = [row for row in ENTRIES if row[3] != "32002"]
        balance, random, expected = Balance(ys), Twister(), []
        given = {row.split("\t")[1]: row.split("\t") for row in (DATA / "pieces.tsv").read_text().splitlines()[1:]}
        shares = ",".join(map(str, ys))
        given = {step: row for step, row in given.items() if row[0] == shares}
        for step in range(steps):
            # The first entry of a game is too early.
            row = entries[step % len(entries)]
            chance = balance.chance(int(row[9]))
            if str(step + 1) in given:
                assert abs(float(given[str(step + 1)][4]) - chance) < 1e-12
        balance, previous, last = Balance(ys), -1, 0
        for step in range(steps):
            row = ENTRIES[step % len(ENTRIES)]
            score, ply, result = (int(row[i]) for i in (3, 4, 5))
            before, previous = previous, ply
            if score == 32002 or score == 0 and result != 0 and ply > before and abs(last) > 100:
                continue
            last = score
            if ply > 0 and random.draw() >= int((1 - balance.chance(int(row[9]))) * 2**64):
                expected.append(score)
        changes = {f"pc_y{i}": y for i, y in enumerate(ys)}
        size = len(expected) // 3
        found = scores(
            library, [paths["bin"]], cyclic=True, size=size, most=3, concurrency=2, **OFF, early_fen_skipping=0, **changes
        )
        assert len(found) == 3 * size and found == expected[: 3 * size]


def test_fens_come_with_six_fields(library: Any, paths: dict[str, Path]) -> None:
    for path, cyclic in ((paths["plain"], False), (paths["binpack"], False), (paths["bin.gz"], True)):
        stream = library.create_fen_batch_stream(4, 1, texts([path]), 90, cyclic, config(**OFF), Ddp(0, 1))
        found: list[str] = []
        while len(found) < 600 and (batch := library.fetch_next_fen_batch(stream)):
            for place in range(batch.contents.size):
                fen = batch.contents.fens[place]
                assert fen.length == len(fen.text)
                found.append(fen.text.decode())
            library.destroy_fen_batch(batch)
        library.destroy_fen_batch_stream(stream)
        fens = [row[1] for row in ENTRIES]
        assert len(found) == (630 if cyclic else 300)
        assert [fen.split()[:2] for fen in found] == [fen.split()[:2] for fen in (fens * 3)[: len(found)]]
        assert all(len(fen.split()) == 6 for fen in found)
        if not cyclic:
            assert found == fens


def test_ranks_share_the_chunks(library: Any, paths: dict[str, Path], tmp_path: Path, capfd: Any) -> None:
    many = tmp_path / "many.bin"
    many.write_bytes(paths["bin"].read_bytes() * 200)
    everything = sorted(scores(library, [many], **OFF))
    for world in (1, 2, 3, 4):
        parts = [scores(library, [many], rank=rank, world=world, **OFF) for rank in range(world)]
        assert sorted(score for part in parts for score in part) == everything and all(parts)
    capfd.readouterr()
    assert scores(library, [paths["bin"]], rank=1, world=2, cyclic=True) == []
    assert "no chunk for rank 1 of 2" in capfd.readouterr().err
    assert scores(library, [paths["bin"]], rank=2, world=2) == []
    assert "no rank 2 of 2" in capfd.readouterr().err


def test_what_crashes_or_hangs_elsewhere_is_a_line_and_null(
    library: Any, paths: dict[str, Path], tmp_path: Path, capfd: Any
) -> None:
    (tmp_path / "unknown.xyz").write_bytes(bytes(range(256)))
    (tmp_path / "empty.binpack").write_bytes(b"")
    (tmp_path / "damaged.binpack").write_bytes(paths["binpack"].read_bytes()[:-60])
    for names in ("", "+", "HalfKP", "HalfKAv2_hm^", "PP_3Wide++PP_3Wide", "Full_Threats+PP"):
        assert scores(library, [paths["bin"]]) and not list(batches(library, [paths["bin"]], names))
        assert capfd.readouterr().err.count("\n") == 1
    for wrong in ([tmp_path / "missing.binpack"], [tmp_path / "unknown.xyz"], [tmp_path], [], [paths["bin"], tmp_path / "x.bin"]):
        assert scores(library, wrong) == scores(library, wrong, cyclic=True) == []
        assert "training_data_loader: " in capfd.readouterr().err
    assert scores(library, [tmp_path / "empty.binpack"], cyclic=True, concurrency=8) == []
    assert 0 < len(scores(library, [tmp_path / "damaged.binpack"], concurrency=4, **OFF)) < 300
    assert "skipped" in capfd.readouterr().err
    assert scores(library, [paths["binpack"]], cyclic=True, early_fen_skipping=500) == []
    assert "passes the filters" in capfd.readouterr().err
    assert scores(library, [paths["bin"]], size=0) == [] and scores(library, [paths["bin"]], size=1 << 30) == []
    [twice] = batches(library, [paths["bin"]], "PP_3Wide+PP_3Wide+")
    assert (twice.inputs, twice.width) == (9120, 256)
    # Null is accepted everywhere.
    for name in ("destroy_sparse_batch_stream", "fetch_next_sparse_batch", "destroy_sparse_batch",
                 "destroy_fen_batch_stream", "fetch_next_fen_batch", "destroy_fen_batch"):
        assert not getattr(library, name)(None)
    zeros = (c_int * 1)()
    for fens in (["8/8 w"], ["8/8/8/8/8/8/8/8 w - - 0 1"]):
        assert not library.get_sparse_batch_from_fens(b"PP_3Wide", 1, texts(fens), zeros, zeros, zeros)
    nothing = library.get_sparse_batch_from_fens(b"PP_3Wide", 0, texts([]), zeros, zeros, zeros)
    assert nothing.contents.size == 0
    library.destroy_sparse_batch(nothing)
    assert not library.create_fen_batch_stream(1, 1, texts([tmp_path / "x"]), 1, False, config(), Ddp(0, 1))


def test_a_thousand_streams_are_opened_read_and_closed(library: Any, paths: dict[str, Path]) -> None:
    ends = list(paths)
    for number in range(1000):
        path, concurrency = paths[ends[number % len(ends)]], (1, 2, 4, 8)[number % 4]
        changes = {} if number % 3 else OFF
        arguments = (concurrency, 1, texts([path]), 16, number % 5 != 0, config(**changes), Ddp(0, 1))
        stream = library.create_sparse_batch_stream(ALL_SETS.encode(), *arguments)
        held = [library.fetch_next_sparse_batch(stream) for _ in range(number % 4)]
        library.destroy_sparse_batch_stream(stream)
        for batch in held:
            if batch:
                # A batch outlives its stream.
                assert Rows(batch).pieces.min() >= 2
            library.destroy_sparse_batch(batch)
        if number % 10 == 0:
            stream = library.create_fen_batch_stream(*arguments)
            batch = library.fetch_next_fen_batch(stream)
            library.destroy_fen_batch_stream(stream)
            library.destroy_fen_batch(batch)


def test_a_seed_is_another_order(library: Any, paths: dict[str, Path]) -> None:
    orders = []
    for seed in ("", "7", "8", "7"):
        os.environ["GARDEZ_SEED"] = seed or "0"
        orders.append(scores(library, [paths["binpack"]], **OFF))
    os.environ["GARDEZ_SEED"] = "x"
    assert scores(library, [paths["binpack"]]) == []
    del os.environ["GARDEZ_SEED"]
    assert orders[1] == orders[3] and len({tuple(order) for order in orders}) == 3
    assert orders[0] == scores(library, [paths["binpack"]], **OFF)
