"""Claims about training records and their batches."""

import gzip
import os
import pickle
import shutil
import signal
import sys
import tarfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gardez import lc0
from hypothesis import given, settings
from hypothesis import strategies as st

GAMES, LENGTH = 12, 25
ALL = GAMES * LENGTH


def game(first: int, length: int = LENGTH) -> Any:
    """Records whose number of visits is their own number."""
    records = np.zeros(length, lc0.V6)
    records["version"], records["input_format"] = 6, 1
    records["probabilities"] = -1
    numbers = np.arange(first, first + length)
    records["visits"] = numbers
    records["probabilities"][np.arange(length), numbers % 1858] = 1
    records["planes"][:, 0] = numbers
    records["rule50_count"] = numbers % 100
    records["plies_left"] = np.arange(length, 0, -1)
    records["best_q"] = 0.5
    records["best_d"] = 0.25
    records["result_q"] = 1 - numbers % 3
    records["result_d"] = numbers % 3 == 1
    return records


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chunks")
    for number in range(GAMES):
        data = game(number * LENGTH).tobytes()
        (folder / f"game_{number:06}.gz").write_bytes(gzip.compress(data))
    return folder


def ids(batches: Any) -> list[int]:
    """The numbers of the records of batches whose output is the mask of plane 0."""
    return [int(number) for batch in batches for number in batch.masks[:, 0]]


def flip(numbers: Any) -> Any:
    """Records keep the bits of each byte in the other order."""
    rows = np.asarray(numbers, np.uint64).reshape(-1, 1).view(np.uint8)
    table = np.array([int(f"{byte:08b}"[::-1], 2) for byte in range(256)], np.uint8)
    return table[rows].reshape(-1, 8).copy().view(np.uint64)[:, 0]


FLIPPED = [int(number) for number in flip(np.arange(ALL))]


def load(folder: Path, **options: Any) -> lc0.Batches:
    given = {"batch": 32, "rule50": "engine", "outputs": ["masks", "counter"], "shuffle": 40, "seed": 7}
    return lc0.Batches(folder, **{**given, **options})


def read_past_errors(loader: lc0.Batches) -> tuple[list[Any], list[lc0.RecordError]]:
    """The batches and the errors of a loader that raises, in their orders."""
    batches: list[Any] = []
    errors: list[lc0.RecordError] = []
    while True:
        try:
            batch = loader.read()
        except lc0.RecordError as error:
            errors.append(error)
            continue
        if batch is None:
            return batches, errors
        batches.append(batch)


def numpy_planes(records: Any) -> Any:
    """The first 104 planes, as NumPy alone reads them."""
    planes = records["planes"].copy().view(np.uint8).reshape(-1, 104, 8, 1)
    return np.unpackbits(planes, axis=3).astype(np.float32)


def test_planes_are_those_that_numpy_reads() -> None:
    records = game(0)
    records["castling_us_ooo"] = records["castling_them_oo"] = 1
    records["side_to_move_or_enpassant"] = 1
    batch = lc0.decode(records.tobytes(), rule50="training")
    assert np.array_equal(batch.planes[:, :104], numpy_planes(records))
    assert (batch.planes[:, [104, 107, 108, 111]] == 1).all()
    assert (batch.planes[:, [105, 106, 110]] == 0).all()
    expected = records["rule50_count"].astype(np.float32) / np.float32(99)
    assert np.array_equal(batch.planes[:, 109, 3, 3], expected)
    engine = lc0.decode(records.tobytes(), rule50="engine").planes
    assert np.array_equal(engine[:, 109, 3, 3], records["rule50_count"])
    assert np.array_equal(batch.policy, records["probabilities"])
    assert np.array_equal(batch.plies_left, records["plies_left"])
    assert np.array_equal(batch.wdl[:3], np.eye(3))
    assert (batch.q == 0.5).all()


def test_all_outputs_say_the_same() -> None:
    data = game(0).tobytes()
    names = [name for name in lc0.OUTPUTS if name not in ("masks", "counter")]
    batch = lc0.decode(data, rule50="engine", outputs=names)
    packed = lc0.decode(data, rule50="engine", outputs=["masks", "counter"])
    bits = (packed.masks[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    expected = bits.astype(np.float32)
    expected[:, 109] *= packed.counter[:, None]
    assert np.array_equal(batch.planes.reshape(-1, 112, 64), expected)
    for dtype in ("float16", "uint8"):
        planes = lc0.decode(data, rule50="engine", dtype=dtype, outputs=["planes"]).planes
        assert planes.dtype == dtype and np.array_equal(planes, batch.planes)
    tokens = lc0.decode(data, rule50="engine", layout="tokens").planes
    assert np.array_equal(tokens.transpose(0, 2, 1), batch.planes.reshape(-1, 112, 64))
    assert np.array_equal(batch.legal, batch.policy >= 0)
    assert np.array_equal(batch.wdls[:, 0], batch.wdl)
    assert np.array_equal(batch.wdls[:, 1], batch.best_wdl)
    assert np.array_equal(batch.values[:, 1, 0], batch.q)
    assert np.array_equal(batch.values[:, 0, 2], batch.plies_left)
    assert np.allclose(batch.best_wdl, [0.625, 0.25, 0.125])
    assert np.array_equal(batch.origin[:, 1], np.arange(LENGTH))
    assert batch.moves.tolist()[0] == [0, 0, 65535, 65535]


def test_records_have_the_fields_of_their_bytes(folder: Path) -> None:
    found = list(lc0.records(folder))
    expected = game(0)
    assert [record.visits for record in found] == list(range(ALL))
    assert (found[30].chunk, found[30].index) == ("game_000001.gz", 5)
    for record, row in zip(found[:LENGTH], expected, strict=True):
        assert row.dtype.names is not None
        for name in row.dtype.names:
            if name not in ("version", "probabilities", "planes", "dummy"):
                assert getattr(record, name) == row[name], name
        assert np.array_equal(record.probabilities, row["probabilities"])
        assert len(bytes(record)) == 8356
        assert lc0.Record(bytes(record)) == record == pickle.loads(pickle.dumps(record))
        planes = lc0.decode(bytes(record), rule50="training").planes[0]
        assert np.array_equal(record.planes("training"), planes)


@pytest.mark.parametrize(("version", "size"), [(3, 8276), (4, 8292), (5, 8308)])
def test_old_versions_are_converted(version: int, size: int) -> None:
    data = bytearray(size)
    data[0] = version
    if version == 5:
        data[4] = 1
    data[{3: 8275, 4: 8275, 5: 8279}[version]] = 255
    [record] = lc0.records(bytes(data))
    assert (record.version, record.input_format, record.result_q) == (version, 1, -1)
    assert np.isnan(record.orig_q) and record.opp_played_idx is None
    assert lc0.decode(bytes(data), rule50="engine").wdl.tolist() == [[0, 0, 1]]


def test_version_7_keeps_its_fields() -> None:
    records = np.zeros(1, lc0.V7)
    records["version"], records["input_format"], records["d_st"] = 7, 3, 0.5
    records["opp_played_idx"], records["next_played_idx"] = 17, 65535
    [record] = lc0.records(records.tobytes())
    assert (record.version, record.d_st, record.opp_played_idx, record.next_played_idx) == (7, 0.5, 17, None)
    assert bytes(record) == records.tobytes()


def test_tars_files_and_bytes_are_read(folder: Path, tmp_path: Path) -> None:
    for mode, name in (("w", "games.tar"), ("w:gz", "games.tar.gz")):
        with tarfile.open(tmp_path / name, mode) as tar:  # type: ignore[call-overload]
            tar.add(folder, "games")
    for source in (tmp_path / "games.tar", str(tmp_path / "games.tar.gz"), (tmp_path / "games.tar").read_bytes()):
        assert sorted(record.visits for record in lc0.records(source)) == list(range(ALL))
    assert sorted(ids(load(tmp_path / "games.tar"))) == sorted(FLIPPED)
    first = next(iter(sorted(folder.iterdir())))
    assert [record.visits for record in lc0.records([first, first])] == [*range(LENGTH)] * 2
    with pytest.raises(ValueError, match="in order"):
        load(tmp_path / "games.tar.gz")


@pytest.mark.parametrize("shuffle", [0, 1, 40, 10_000])
def test_every_record_comes_once_in_each_epoch(folder: Path, shuffle: int) -> None:
    found = ids(load(folder, shuffle=shuffle, epochs=2))
    assert sorted(found[:ALL]) == sorted(found[ALL:]) == sorted(FLIPPED)
    assert found[:ALL] != found[ALL:]


def test_the_order_does_not_depend_on_threads_or_sizes_but_on_the_seed(folder: Path) -> None:
    expected = ids(load(folder))
    for options in ({"threads": 1}, {"threads": 3, "batch": 7}, {"batch": ALL, "reuse": True}):
        assert ids(load(folder, **options)) == expected
    assert ids(load(folder, seed=8)) != expected


def test_the_last_batch_is_shorter_or_dropped(folder: Path) -> None:
    assert [len(batch.masks) for batch in load(folder, batch=128)] == [128, 128, 44]
    dropping = load(folder, batch=128, drop_last=True)
    assert [len(batch.masks) for batch in dropping] == [128, 128]
    assert dropping.stats["records_not_batched"] == 44
    assert dropping.read() is None


@settings(max_examples=20, deadline=None)
@given(taken=st.integers(0, 11), threads=st.integers(0, 2), shuffle=st.sampled_from([0, 5, 400]))
def test_a_loader_goes_on_where_another_one_was(folder: Path, taken: int, threads: int, shuffle: int) -> None:
    expected = ids(load(folder, shuffle=shuffle))
    loader = load(folder, shuffle=shuffle, threads=threads)
    found = ids(next(loader) for _ in range(taken) if loader.stats["records_used"] < ALL)
    state = pickle.loads(pickle.dumps(loader.state_dict()))
    again = load(folder, shuffle=shuffle, batch=50)
    again.load_state_dict(state)
    assert found + ids(again) == expected
    copied = pickle.loads(pickle.dumps(loader))
    assert found + ids(copied) == expected
    assert found + ids(loader) == expected


def test_a_state_of_other_options_is_refused(folder: Path) -> None:
    state = load(folder).state_dict()
    with pytest.raises(ValueError, match="other options"):
        load(folder, seed=8).load_state_dict(state)
    with pytest.raises(ValueError, match="shard"):
        load(folder, rank=1, world=2).load_state_dict(state)
    for wrong in ({}, {**state, "state": b"x"}, {**state, "state": None}, {**state, "version": 2}, None):
        with pytest.raises(ValueError, match="state"):
            load(folder).load_state_dict(wrong)  # type: ignore[arg-type]


def test_a_state_of_other_files_with_the_same_names_is_refused(folder: Path, tmp_path: Path) -> None:
    loader = load(folder)
    next(loader)
    state = loader.state_dict()
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    load(copy).load_state_dict(state)
    path = sorted(path for path in copy.rglob("*") if path.is_file())[0]
    data = bytearray(path.read_bytes())
    data[min(len(data), 4096) - 1] ^= 1
    path.write_bytes(data)
    with pytest.raises(ValueError, match="other chunks with the same names"):
        load(copy).load_state_dict(state)


def test_a_state_of_an_earlier_release_is_refused_by_its_version(folder: Path) -> None:
    checksum, body = 0, b"lc0load\x01" + bytes(8 * 24)
    for byte in body:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    state = {**load(folder).state_dict(), "state": body + checksum.to_bytes(8, "little")}
    with pytest.raises(ValueError, match="version 1 of another release"):
        load(folder).load_state_dict(state)


@pytest.mark.parametrize("world", [1, 2, 5, 20])
def test_shards_are_disjoint_and_complete(folder: Path, world: int) -> None:
    found = [number for rank in range(world) for number in ids(load(folder, rank=rank, world=world))]
    assert sorted(found) == sorted(FLIPPED)


def test_workers_of_torch_divide_a_shard(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Info:
        id, num_workers = 0, 3

    class Data:
        @staticmethod
        def get_worker_info() -> type[Info]:
            return Info

    parent = load(folder, world=2)
    expected = ids(load(folder, world=2))
    next(parent)
    monkeypatch.setitem(sys.modules, "torch.utils.data", Data)
    found: list[int] = []
    for number in range(3):
        Info.id = number
        worker = pickle.loads(pickle.dumps(parent))
        found += ids(worker)
    # A worker begins its own part, also if the loader was used before.
    assert sorted(found) == sorted(expected)
    Info.id = 1
    assert ids(parent) == ids(load(folder, rank=0, world=2))


def test_splits_are_disjoint_and_complete(folder: Path) -> None:
    parts = [ids(load(folder, split=split)) for split in ((0, 0.4), (0.4, 1))]
    assert all(parts) and sorted(parts[0] + parts[1]) == sorted(FLIPPED)


def test_eight_threads_with_loaders_of_their_own_get_what_one_gets(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda seed: ids(load(folder, seed=seed // 2, threads=seed % 3)), range(8)))
    assert results == [ids(load(folder, seed=seed // 2)) for seed in range(8)]


def test_threads_may_share_a_loader(folder: Path) -> None:
    loader = load(folder, epochs=20, batch=10)
    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(lambda _: ids(loader), range(8)))
    assert sorted(sum(parts, [])) == sorted(FLIPPED * 20)


def in_child(work: Callable[[], bool]) -> bool:
    """Whether `work` returns true in a forked process, within ten seconds."""
    with warnings.catch_warnings():
        # Python warns of forks beside threads, which is what is tested.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os._exit(0 if work() else 1)
        finally:
            os._exit(2)
    for _ in range(1000):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("threads", [0, 2])
def test_a_forked_process_goes_on_by_itself(folder: Path, threads: int) -> None:
    loader = load(folder, threads=threads)
    found = ids([next(loader), next(loader)])
    expected = ids(load(folder))[len(found) :]
    assert in_child(lambda: ids(loader) == expected)
    assert ids(loader) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_records_do_not_go_on_in_a_forked_process(folder: Path) -> None:
    records = lc0.records(folder)
    next(records)

    def refuses() -> bool:
        try:
            next(records)
        except RuntimeError:
            return True
        return False

    assert in_child(refuses)
    assert next(records).index == 1


def total(arguments: tuple[Path, int]) -> list[int]:
    folder, rank = arguments
    return ids(load(folder, rank=rank, world=2, threads=1))


def test_spawned_processes_read_their_shards(folder: Path) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("forkserver")) as pool:
        assert sorted(sum(pool.map(total, [(folder, 0), (folder, 1)]), [])) == sorted(FLIPPED)


def test_batches_can_be_pickled(folder: Path) -> None:
    for options in ({}, {"outputs": ["policy", "q"]}):
        batch = next(load(folder, **options))
        again = pickle.loads(pickle.dumps(batch))
        assert type(again) is type(batch) and again._fields == batch._fields
        assert all(np.array_equal(one, other) for one, other in zip(batch, again, strict=True))


def test_an_old_batch_is_overwritten_and_reuse_does_so_by_itself(folder: Path) -> None:
    usual = ["planes", "policy", "wdl", "q", "plies_left"]
    loader = load(folder, outputs=usual)
    expected = [np.copy(batch.policy) for batch in load(folder, outputs=usual)]
    first = loader.read()
    assert first is not None
    found = [np.copy(first.policy)]
    while (batch := loader.read(out=first)) is not None:
        assert np.shares_memory(batch.planes, first.planes)
        found.append(np.copy(batch.policy))
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))
    reusing = load(folder, outputs=usual, reuse=True)
    one, other = next(reusing), next(reusing)
    assert np.shares_memory(one.policy, other.policy)
    fresh = load(folder, outputs=usual)
    one, other = next(fresh), next(fresh)
    assert not np.shares_memory(one.policy, other.policy)


def test_an_out_that_does_not_fit_is_refused(folder: Path) -> None:
    loader = load(folder, outputs=["policy", "q"], batch=4)
    right = [np.empty((4, 1858), np.float32), np.empty(4, np.float32)]
    wrongs: list[Any] = [
        right[:1],
        [right[0], np.empty(3, np.float32)],
        [right[0], np.empty(4, np.float64)],
        [np.empty((1858, 4), np.float32).T, right[1]],
        [right[0], [0.0] * 4],
        [right[0], right[0].reshape(-1)[:4]],
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="out"):
            loader.read(out=wrong)
    frozen = right[0].copy()
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        loader.read(out=[frozen, right[1]])
    batch = loader.read(out=right)
    assert batch is not None and batch.policy is right[0]
    assert loader.stats["records_used"] == 4


def test_damage_is_counted_or_raised_and_costs_nothing_else(folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "game_000003.gz").write_bytes((folder / "game_000003.gz").read_bytes()[:100])
    records = game(4 * LENGTH)
    records["input_format"][7] = 99
    (tmp_path / "game_000004.gz").write_bytes(gzip.compress(records.tobytes()))
    skipping = load(tmp_path)
    assert len(ids(skipping)) == ALL - LENGTH - 1
    assert skipping.stats["chunks_unreadable"] == 1 and skipping.stats["refused_format"] == 1
    assert len(skipping.problems) == 2
    batches, errors = read_past_errors(load(tmp_path, errors="raise", shuffle=0))
    assert sum(len(batch.masks) for batch in batches) == ALL - LENGTH - 1
    [damaged] = [error for error in errors if error.chunk == "game_000003.gz"]
    [refused] = [error for error in errors if error.chunk == "game_000004.gz"]
    assert damaged.record is None
    assert (refused.record, refused.offset) == (7, 7 * 8356)


@pytest.mark.parametrize("shuffle", [0, 40])
def test_the_records_before_a_cut_arrive_and_the_error_names_the_chunk_and_the_byte(shuffle: int, tmp_path: Path) -> None:
    length = 168
    packed = gzip.compress(game(0, length).tobytes())[:-1]
    (tmp_path / "cut.gz").write_bytes(packed)
    expected = sorted(int(number) for number in flip(np.arange(length)))
    skipping = load(tmp_path, shuffle=shuffle)
    assert sorted(ids(skipping)) == expected
    assert skipping.stats["chunks_unreadable"] == 1
    batches, errors = read_past_errors(load(tmp_path, shuffle=shuffle, errors="raise"))
    assert sorted(ids(batches)) == expected
    [raised] = errors
    assert raised.chunk == "cut.gz" and f"byte {len(packed)}" in str(raised)
    [problem] = skipping.problems
    assert "cut.gz" in problem and f"byte {len(packed)}" in problem


def test_an_iterator_yields_the_records_before_a_cut(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    packed = gzip.compress(game(0).tobytes())
    path.write_bytes(packed[:-1])
    iterator, found = lc0.records(path), []
    with pytest.raises(lc0.RecordError, match=rf"byte {len(packed) - 1}") as caught:
        for record in iterator:
            found.append(record.visits)
    assert found == list(range(LENGTH))
    assert (caught.value.chunk, caught.value.record, caught.value.offset) == ("cut.gz", LENGTH, LENGTH * 8356)
    skipping = lc0.records([path, path], errors="skip")
    assert [record.visits for record in skipping] == found * 2
    assert skipping.problem_count == 2 and "cut.gz" in skipping.problems[0]


def test_errors_of_records_name_the_chunk_and_the_byte(tmp_path: Path) -> None:
    data = game(0, 3).tobytes()
    for wrong, offset in ((data + b"xyz", 3 * 8356), (data[:-1], 2 * 8356)):
        for call in (lambda data: list(lc0.records(data)), lambda data: lc0.decode(data, rule50="engine")):
            with pytest.raises(lc0.RecordError) as caught:
                call(wrong)
            assert caught.value.offset == offset
    path = tmp_path / "game.gz"
    path.write_bytes(gzip.compress(data + b"xyz"))
    with pytest.raises(lc0.RecordError, match=r"game\.gz") as caught:
        list(lc0.records(path))
    assert (caught.value.chunk, caught.value.record) == ("game.gz", 3)
    unknown = bytearray(data)
    unknown[8356] = 9
    iterator = lc0.records(bytes(unknown), errors="skip")
    assert [record.visits for record in iterator] == [0, 2]
    assert iterator.problem_count == 1 and "version 9" in iterator.problems[0]
    with pytest.raises(lc0.RecordError, match="gzip"):
        lc0.decode(gzip.compress(data), rule50="engine")


def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "no such file"
    for call in (lambda: load(missing), lambda: next(lc0.records(missing))):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == str(missing)
    (tmp_path / "text").write_text("no records")
    with pytest.raises(ValueError, match="text"):
        load(tmp_path / "text")


@pytest.mark.parametrize(
    "options",
    [
        {"batch": 0}, {"batch": -1}, {"batch": 1 << 40}, {"batch": 2.5}, {"batch": float("nan")}, {"batch": None},
        {"batch": True}, {"seed": -1}, {"seed": 1 << 64}, {"shuffle": -1}, {"shuffle": "many"}, {"threads": 10**9},
        {"rule50": "both"}, {"rule50": None}, {"outputs": []}, {"outputs": ["q", "q"]}, {"outputs": "q"},
        {"outputs": ["planes", "masks"]}, {"outputs": ["nothing"]}, {"outputs": [None]}, {"dtype": "float64"},
        {"layout": "rows"}, {"format": 6}, {"format": -1}, {"rank": 1}, {"rank": -1}, {"world": 0}, {"epochs": -1},
        {"split": (0.5, 0.1)}, {"split": (float("nan"), 1)}, {"split": (0, 2)}, {"split": 1}, {"split": None},
        {"games": ("probability", 2)}, {"games": ("none", 1)}, {"games": 0.5}, {"games": ("hanse", float("nan"))},
        {"sampling": ("every", 0.5)}, {"sampling": ("probability", float("nan"))}, {"sampling": ("share", 0)},
        {"sampling": ("per_game", -1)}, {"sampling": "all"}, {"focus": {"other": 1}}, {"focus": 3},
        {"weight": {"alpha": "x"}}, {"weight": []}, {"check": ("records", "hard")}, {"check": "records"},
        {"short_term": float("nan")}, {"errors": "ignore"}, {"chunk_order": "random"}, {"ahead": -1}, {"chunk_limit": 0},
    ],
)
def test_options_out_of_range_are_normal_errors(folder: Path, options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        load(folder, **options)


@pytest.mark.parametrize("paths", [b"bytes", 5, None, [None], ["a\0b"], [b"x"]])
def test_paths_that_are_none_are_normal_errors(paths: Any) -> None:
    with pytest.raises((ValueError, TypeError, OSError)):
        load(paths)


@given(data=st.binary(max_size=200))
def test_any_bytes_are_records_or_a_normal_error(data: bytes) -> None:
    for call in (
        lambda: lc0.decode(data, rule50="engine"),
        lambda: list(lc0.records(data)),
        lambda: lc0.Record(data),
        lambda: list(lc0.records(gzip.compress(data), errors="skip")),
    ):
        try:
            call()
        except (ValueError, OSError):
            pass


@settings(max_examples=50, deadline=None)
@given(place=st.integers(0, 8355), byte=st.integers(0, 255), strict=st.booleans())
def test_a_changed_record_is_read_or_a_normal_error(place: int, byte: int, strict: bool) -> None:
    data = bytearray(game(3, 1).tobytes())
    data[place] = byte
    try:
        record = lc0.Record(bytes(data))
        record.check(strict)
        record.planes("training")
        lc0.decode(bytes(data), rule50="training")
    except ValueError:
        pass


def test_checks_say_which_rule_a_record_breaks() -> None:
    records = game(0, 1)
    assert lc0.Record(records.tobytes()).check() is None
    records["best_q"] = 7
    text = lc0.Record(records.tobytes()).check()
    assert text is not None and "best_q" in text


def test_sampling_filters_and_checks_reach_the_loader(folder: Path) -> None:
    assert len(ids(load(folder, sampling=("every", 5)))) == ALL // 5
    assert len(ids(load(folder, sampling=("per_game", 2)))) == GAMES * 2
    assert 0 < len(ids(load(folder, games=("probability", 0.5)))) < ALL
    assert ids(load(folder, format=3, errors="skip")) == []
    assert 0 < len(ids(load(folder, focus={"min": 0.5}, seed=1))) <= ALL
    checking = load(folder, check=("games", "strict"))
    assert ids(checking) == [] and checking.stats["chunks_refused"] == GAMES
    weights = load(folder, outputs=["weight"], weight={"default_weight": 0.5, "q_weight": 1.0}).read()
    assert weights is not None and (weights.weight >= 0).all()
    values = load(folder, outputs=["values"], short_term=5 / 6).read()
    assert values is not None and not np.isnan(values.values[:, 5, 0]).any()


def test_a_closed_loader_is_an_error(folder: Path) -> None:
    with load(folder, threads=2) as loader:
        next(loader)
    for call in (loader.read, loader.state_dict, lambda: loader.stats):
        with pytest.raises(ValueError, match="closed"):
            call()
    loader.close()
    records = lc0.records(folder)
    records.close()
    with pytest.raises(ValueError, match="closed"):
        next(records)


def test_control_c_ends_the_waiting_and_no_record_is_lost(folder: Path) -> None:
    # The first batch comes when all chunks have been read.
    options: dict[str, Any] = {"shuffle": 10**9, "batch": 1000}
    loader, uninterrupted = (lc0.Batches([folder] * 600, rule50="engine", outputs=["masks"], **options) for _ in "12")
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        loader.read()
    timer.join()
    assert 0 < loader.stats["chunks"] < 600 * GAMES
    assert ids([loader.read()]) == ids([uninterrupted.read()])


def test_the_gil_is_free_while_a_batch_is_made(folder: Path) -> None:
    loader = load(folder, epochs=200, batch=ALL * 100, shuffle=0)
    ticks, done = 0, threading.Event()

    def read() -> None:
        loader.read()
        done.set()

    thread = threading.Thread(target=read)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 5


def test_records_are_written_as_they_are_read(tmp_path: Path) -> None:
    array = np.zeros(3, lc0.V6)
    array["version"], array["input_format"], array["probabilities"], array["best_q"] = 6, 1, -1, [0, 0.5, -1]
    path = tmp_path / "game_000001.gz"
    for given in (array, array.tobytes(), list(lc0.records(array.tobytes())), bytearray(array.tobytes())):
        assert lc0.write(path, given) == 3
        assert b"".join(map(bytes, lc0.records(path))) == array.tobytes()
        assert path.read_bytes()[:2] == b"\x1f\x8b"
    seventh = np.zeros(1, lc0.V7)
    seventh["version"], seventh["input_format"], seventh["probabilities"] = 7, 1, -1
    assert lc0.write(os.fsencode(path), seventh) == 1 and next(lc0.records(path)).version == 7
    before = path.read_bytes()
    for wrong in (array.tobytes()[:-1], b"\xff" * 8356):
        with pytest.raises(lc0.RecordError):
            lc0.write(path, wrong)
    with pytest.raises(TypeError):
        lc0.write(path, np.zeros(3))
    assert path.read_bytes() == before
    with pytest.raises(OSError):
        lc0.write(tmp_path / "none" / "game", array)


def test_a_named_path_that_cannot_be_read_is_skipped(folder: Path, tmp_path: Path) -> None:
    loader = load([tmp_path / "missing", folder], shuffle=0)
    assert sum(len(batch.masks) for batch in loader) == ALL
    assert "missing" in loader.skipped[0]
    with pytest.raises(FileNotFoundError):
        load([tmp_path / "missing", folder], errors="raise")
    with pytest.raises(FileNotFoundError):
        load([tmp_path / "missing"])
