"""Claims about packed positions and the inputs of networks."""

import gzip
import os
import pickle
import random
import signal
import struct
import sys
import threading
import time
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gardez import formats, lc0
from gardez.formats import RecordError
from hypothesis import given, settings
from hypothesis import strategies as st

DATA = Path(__file__).parents[3] / "conformance" / "data"
PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
BLACK = "4k3/4p3/8/8/8/8/4P3/3QK3 b - - 3 17"
ALL = 40_000


def bullet(count: int) -> bytes:
    """Records of bulletformat whose scores are their own numbers, less 20,000."""
    [row] = formats.read(f"{PAWN} | 0 | 0.5\n".encode(), format="bullet.txt", columns=["squares"])
    squares = row["squares"][0]
    occupied = sum(1 << int(square) for square in np.flatnonzero(squares))
    codes = [int(squares[square]) - 1 for square in np.flatnonzero(squares)] + [0]
    packed = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True)).ljust(16, b"\0")
    records = np.zeros(count, [("board", "S24"), ("score", "<i2"), ("result", "u1"), ("kings", "u1", 2), ("rest", "u1", 3)])
    records["board"] = struct.pack("<Q", occupied) + packed
    records["score"] = np.arange(count) - 20_000
    records["result"] = np.arange(count) % 3
    records["kings"] = (4, 4)
    return records.tobytes()


def viriformat(games: int, moves: int) -> bytes:
    """Games of knights that come and go; scores are the numbers of the plies."""
    pieces = [6, 1, 2, 4, 5, 2, 1, 6] + [0] * 8 + [8] * 8 + [14, 9, 10, 12, 13, 10, 9, 14]
    codes = bytes(low | high << 4 for low, high in zip(pieces[::2], pieces[1::2], strict=True))
    start = struct.pack("<Q16sBBHhBB", 0xFFFF00000000FFFF, codes, 64, 0, 1, 0, 2, 0)
    steps = [(6, 21), (62, 45), (21, 6), (45, 62)]
    data = b""
    for game in range(games):
        text = (struct.pack("<Hh", steps[i % 4][0] | steps[i % 4][1] << 6, game * moves + i) for i in range(moves))
        data += start + b"".join(text) + bytes(4)
    return data


def test_a_seed_gives_the_order_of_the_rust_loader() -> None:
    # A test of the crate gardez-data compares its loader with the same file.
    lines = (Path(__file__).parents[3] / "crates/data/tests/it/loader/orders.txt").read_text().splitlines()
    orders = {name: words for name, *words in map(str.split, lines)}
    files = {
        "binpack": [DATA / "formats" / f"chain.{name}.binpack" for name in ("sfbinpack", "tools")],
        "pgn": [DATA / "pgn" / "lichess_sample.pgn"],
    }
    for name, paths in files.items():
        batches = formats.Features(paths, 1000, features="Chess768", shuffle=50, seed=7, epochs=2)
        assert [str(score) for batch in batches for score in batch.score] == orders[name]
    chunks = [DATA / "lc0" / "validate" / f"{name}.gz" for name in ("d00", "d08", "d34", "d40")]
    records = lc0.Batches(chunks, 1000, rule50="engine", outputs=["origin"], shuffle=50, seed=7, epochs=2)
    assert [f"{chunk}:{record}" for batch in records for chunk, record in batch.origin] == orders["records"]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("formats") / "games.bullet"
    path.write_bytes(bullet(ALL))
    return path


def load(path: Any, **options: Any) -> formats.Features:
    given: dict[str, Any] = {"batch": 512, "features": "Chess768", "shuffle": 1000, "seed": 7}
    return formats.Features(path, **{**given, **options})


def ids(batches: Any) -> list[int]:
    scores = [batch.score.copy() for batch in batches]
    found: list[int] = np.concatenate(scores).tolist() if scores else []
    return found


EXPECTED = list(range(-20_000, ALL - 20_000))


def test_columns_say_what_a_text_says() -> None:
    text = f"{PAWN} | 120 | 1.0\n{BLACK} | -35 | 0.0\n".encode()
    [chunk] = formats.read(text, format="bullet.txt", columns=formats.COLUMNS)
    assert formats.fens(chunk) == [PAWN, BLACK]
    assert formats.moves(chunk) == [None, None]
    assert (chunk["score"].tolist(), chunk["result"].tolist()) == ([120, -35], [1, -1])
    assert (chunk["turn"].tolist(), chunk["rule50"].tolist()) == ([True, False], [0, 3])
    assert (chunk["fullmove"].tolist(), chunk["ply"].tolist()) == ([1, 17], [0, 33])
    assert chunk["squares"][1][[3, 4, 12, 52, 60]].tolist() == [5, 6, 1, 9, 14]
    [side] = formats.read(text, format="bullet.txt", view="side", columns=["score", "result"])
    assert (side["score"].tolist(), side["result"].tolist()) == ([120, 35], [1, 1])
    dtypes = {name: array.dtype.name for name, array in chunk.items()}
    assert dtypes == {
        "board": "uint8", "squares": "uint8", "turn": "bool", "rule50": "uint16", "fullmove": "uint32",
        "move": "uint16", "score": "int16", "result": "int8", "ply": "uint32",
    }


@pytest.mark.parametrize("chunk", [1, 7, 100, 65_536])
def test_chunks_have_the_size_that_was_asked_for(chunk: int) -> None:
    data = viriformat(5, 20)
    chunks = list(formats.read(data, format="viri", chunk=chunk))
    assert [len(part["score"]) for part in chunks[:-1]] == [chunk] * (len(chunks) - 1)
    assert np.concatenate([part["score"] for part in chunks]).tolist() == list(range(100))
    moves = [str(move) for part in chunks for move in formats.moves(part)]
    assert moves[:5] == ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"]


def test_chains_of_binpack_are_those_of_their_table() -> None:
    # The table has each chain whole and with one thing broken; the bytes are those of Stockfish's tools.
    lines = (DATA / "formats/chain.tsv").read_text().splitlines()
    rows = [dict(zip(lines[0].split("\t"), line.split("\t"), strict=True)) for line in lines[1:]]
    chunks = list(formats.read(DATA / "formats/chain.tools.binpack"))
    [chunk] = chunks
    assert [str(move) for move in formats.moves(chunk)] == [row["move"] for row in rows]
    assert chunk["score"].tolist() == [int(row["score_white"]) for row in rows]
    assert [fen.split()[0] for fen in formats.fens(chunk)] == [row["fen"].split()[0] for row in rows]


SETS: list[tuple[str, dict[str, Any]]] = [
    ("HalfKP", {"features": "HalfKP"}),
    ("HalfKAv2_hm", {"features": "HalfKAv2_hm"}),
    ("HalfKAv2_hm_12planes", {"features": "HalfKAv2_hm_12planes"}),
    ("FullThreats", {"features": "FullThreats"}),
    ("FullThreats_79856", {"features": "FullThreats79856"}),
    ("PP_3Wide", {"features": "PP_3Wide"}),
    ("chess768", {"features": "Chess768", "view": "side"}),
    ("buckets_hm32", {"features": "ChessBucketsMirrored", "buckets": range(32), "view": "side"}),
]


@pytest.mark.parametrize(("name", "options"), SETS)
def test_inputs_are_those_that_trainers_and_engines_compute(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    expected: dict[str, dict[str, list[int]]] = {}
    for line in (DATA / "features/features.tsv").read_text().splitlines()[1:]:
        fen, kind, perspective, indices = (line + "\t").split("\t")[:4]
        if kind == name:
            expected.setdefault(fen, {})[perspective] = [int(index) for index in indices.split(",") if index]
    fens = list(expected)
    path = tmp_path / "games.bullet.txt"
    path.write_text("".join(f"{fen} | 0 | 0.5\n" for fen in fens))
    given = {"view": "white", **options}
    [padded] = formats.Features(path, 1 << 12, **given)
    [flat] = formats.Features(path, 1 << 12, layout="flat", **given)
    assert len(fens) > 10 and len(padded.score) == len(fens)
    firsts = ("white", "black") if given["view"] == "white" else ("us", "them")
    keys = firsts if given["view"] == "white" else ("stm", "nstm")
    for first, key in zip(firsts, keys, strict=True):
        rows, indices, offsets = (getattr(batch, field) for batch, field in (
            (padded, first), (flat, first), (flat, f"{first}_offsets")))
        for place, fen in enumerate(fens):
            row = rows[place]
            count = int((row >= 0).sum())
            assert (row[count:] == -1).all()
            assert sorted(row[:count].tolist()) == sorted(expected[fen][key]), fen
            assert sorted(indices[offsets[place] : offsets[place + 1]].tolist()) == sorted(expected[fen][key])
        assert rows.max() < formats.Features(path, 1, **given).inputs
    pieces = [sum(map(str.isalpha, fen.split()[0])) for fen in fens]
    assert padded.pieces.tolist() == flat.pieces.tolist() == pieces
    assert padded.turn.tolist() == [" w " in fen for fen in fens]


def test_views_exchange_sides_and_signs(tmp_path: Path) -> None:
    path = tmp_path / "games.bullet.txt"
    path.write_text(f"{PAWN} | 120 | 1.0\n{BLACK} | 35 | 0.0\n")
    side, white = formats.Features(path, 2).read(), formats.Features(path, 2, view="white").read()
    assert side is not None and white is not None
    assert (side.score.tolist(), side.result.tolist()) == ([120, -35], [1, 1])
    assert (white.score.tolist(), white.result.tolist()) == ([120, 35], [1, -1])
    assert np.array_equal(side.us[0], white.white[0]) and np.array_equal(side.us[1], white.black[1])
    assert np.array_equal(side.them[1], white.white[1])
    with pytest.raises(AttributeError, match="white"):
        _ = side.white


@pytest.mark.parametrize("shuffle", [0, 1, 1000, ALL, 10 * ALL])
def test_every_position_comes_once_in_each_epoch(path: Path, shuffle: int) -> None:
    found = ids(load(path, shuffle=shuffle, epochs=2))
    assert sorted(found[:ALL]) == sorted(found[ALL:]) == EXPECTED
    assert found[:ALL] != found[ALL:]
    assert ids(load(path, shuffle=shuffle, epochs=0)) == []


def test_without_shuffling_positions_keep_their_order(path: Path) -> None:
    assert ids(load(path, shuffle=0, block_order="source")) == EXPECTED
    blocks = ids(load(path, shuffle=0))
    assert sorted(blocks) == EXPECTED and blocks != EXPECTED


def test_the_order_depends_on_the_seed_and_not_on_sizes_or_layouts(path: Path) -> None:
    expected = ids(load(path))
    for options in ({"batch": 77}, {"layout": "flat"}, {"reuse": True}, {"features": "HalfKP"}, {"batch": ALL}):
        assert ids(load(path, **options)) == expected
    assert ids(load(path, seed=8)) != expected
    assert ids(load(path, drop_last=True)) == expected[: ALL // 512 * 512]


def test_a_shuffle_buffer_mixes_blocks(path: Path) -> None:
    found = np.array(ids(load(path, shuffle=ALL // 2)))
    # Neighbors in the file are far from each other, as in a random order: the mean distance is a third of the file.
    assert abs(np.diff(found)).mean() > ALL / 5


@settings(max_examples=8, deadline=None)
@given(taken=st.integers(0, 170), shuffle=st.sampled_from([0, 10, 3000]), is_flat=st.booleans())
def test_a_loader_goes_on_where_another_one_was(path: Path, taken: int, shuffle: int, is_flat: bool) -> None:
    options = {"shuffle": shuffle, "epochs": 2, "layout": "flat" if is_flat else "padded"}
    expected = ids(load(path, **options))
    loader = load(path, **options)
    found = ids(islice(loader, taken))
    state = pickle.loads(pickle.dumps(loader.state_dict()))
    again = load(path, **options, batch=999)
    again.load_state_dict(state)
    assert found + ids(again) == expected
    assert found + ids(pickle.loads(pickle.dumps(loader))) == expected


def test_a_state_of_other_options_is_refused(path: Path) -> None:
    state = load(path).state_dict()
    with pytest.raises(ValueError, match="other options"):
        load(path, seed=8).load_state_dict(state)
    with pytest.raises(ValueError, match="shard"):
        load(path, world=2).load_state_dict(state)
    for wrong in (b"", b"x" * 40, state["state"][:-1] + b"x"):
        with pytest.raises(ValueError, match="not the state"):
            load(path).load_state_dict({**state, "state": wrong})


def test_a_pipe_is_an_error_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "games.bullet"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        load(pipe)


def test_a_state_of_another_file_with_the_same_name_is_refused(path: Path, tmp_path: Path) -> None:
    state = load(path).state_dict()
    copy = tmp_path / path.name
    data = bytearray(path.read_bytes())
    copy.write_bytes(data)
    load(copy).load_state_dict(state)
    data[1000] ^= 1
    copy.write_bytes(data)
    with pytest.raises(ValueError, match="other chunks with the same names"):
        load(copy).load_state_dict(state)


@pytest.mark.parametrize("world", [2, 3, 8])
@pytest.mark.parametrize("kind", ["bullet", "bullet.gz", "viri", "binpack"])
def test_shards_are_disjoint_and_complete(path: Path, tmp_path: Path, world: int, kind: str) -> None:
    source = tmp_path / f"games.{kind}"
    chain = (DATA / "formats/chain.tools.binpack").read_bytes()
    contents = {"bullet.gz": lambda: gzip.compress(bullet(3000), 1), "viri": lambda: viriformat(20, 150),
                "binpack": lambda: chain * 20, "bullet": path.read_bytes}
    source.write_bytes(contents[kind]())
    whole = ids(load(source, block_order="source"))
    parts = [ids(load(source, rank=rank, world=world)) for rank in range(world)]
    assert Counter(number for part in parts for number in part) == Counter(whole)
    assert sum(map(bool, parts)) >= min(world, 3)


def test_workers_of_torch_divide_a_shard(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Info:
        id, num_workers = 0, 2

    class Data:
        @staticmethod
        def get_worker_info() -> type[Info]:
            return Info

    expected = ids(load(path, rank=1, world=2, epochs=3))
    parent = load(path, rank=1, world=2, epochs=3)
    monkeypatch.setitem(sys.modules, "torch.utils.data", Data)
    found = []
    for Info.id in range(2):
        found += ids(pickle.loads(pickle.dumps(parent)))
    assert Counter(found) == Counter(expected)


def test_threads_get_what_one_gets(path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda seed: ids(load(path, seed=seed // 2)), range(8)))
        shared = load(path, epochs=2)
        parts = list(pool.map(lambda _: ids(shared), range(8)))
    assert results == [ids(load(path, seed=seed // 2)) for seed in range(8)]
    assert sorted(sum(parts, [])) == sorted(EXPECTED * 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_goes_on_by_itself(path: Path) -> None:
    loader = load(path)
    found = ids(islice(loader, 3))
    expected = ids(load(path))[len(found) :]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os._exit(0 if ids(loader) == expected else 1)
    # Both read the rest of a file that was open before.
    assert ids(loader) == expected
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_old_batch_is_overwritten(path: Path) -> None:
    loader = load(path)
    first = loader.read()
    assert first is not None
    copies = [first.score.copy()]
    while (batch := loader.read(out=first)) is not None:
        assert np.shares_memory(batch.us, first.us)
        copies.append(batch.score.copy())
    assert np.concatenate(copies).tolist() == ids(load(path))
    with pytest.raises(ValueError, match="padded"):
        load(path, layout="flat").read(out=first)
    with pytest.raises(ValueError, match="shape"):
        load(path, batch=5).read(out=first)
    assert first._fields == ("us", "them", "score", "result", "turn", "pieces")
    again = pickle.loads(pickle.dumps(first))
    assert again._fields == first._fields and np.array_equal(again.us, first.us)


def test_damage_ends_a_file_and_is_named(path: Path, tmp_path: Path) -> None:
    data = bytearray(bullet(100))
    data[32 * 40 + 26] = 9
    wrong = tmp_path / "wrong.bullet"
    wrong.write_bytes(data)
    chunks = formats.read([wrong, path])
    assert len(next(chunks)["score"]) == 40
    with pytest.raises(RecordError, match="9 is not a result") as caught:
        next(chunks)
    assert (caught.value.filename, caught.value.offset) == (str(wrong), 32 * 40 + 26)
    assert sum(len(chunk["score"]) for chunk in chunks) == ALL
    skipping = formats.read([wrong, path], errors="skip")
    assert sum(len(chunk["score"]) for chunk in skipping) == ALL + 40
    assert skipping.problem_count == 1 and "wrong.bullet" in skipping.problems[0]

    loader = load([path, wrong], shuffle=0)
    assert len(ids(loader)) == ALL + 40
    assert loader.stats["problems"] == 1 and len(loader.problems) == 1
    raising, found, errors = load([path, wrong], errors="raise"), 0, []
    while True:
        try:
            batch = raising.read()
        except RecordError as error:
            errors.append(error.offset)
            continue
        if batch is None:
            break
        found += len(batch.score)
    assert (found, errors) == (ALL + 40, [32 * 40 + 26])


def test_damage_in_a_later_block_is_named_by_the_byte_of_the_file(tmp_path: Path) -> None:
    data = bytearray(bullet(17_000))
    place = 32 * 16_500 + 26
    data[place] = 7
    (tmp_path / "a.bullet").write_bytes(data)
    with pytest.raises(RecordError) as caught:
        ids(load(tmp_path / "a.bullet", errors="raise", shuffle=0, block_order="source"))
    assert caught.value.offset == place


def test_a_missing_file_or_format_is_an_error_with_its_name(tmp_path: Path) -> None:
    missing = tmp_path / "missing.bullet"
    for call in (lambda: formats.read(missing), lambda: load(missing)):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert caught.value.filename == str(missing)
    with pytest.raises(OSError):
        formats.read(tmp_path)
    (tmp_path / "games.bfen").write_bytes(bytes(100))
    with pytest.raises(ValueError, match="not read here|not clear"):
        formats.read(tmp_path / "games.bfen", errors="raise")
    (tmp_path / "games.pgn").write_text('[Event "x"]\n\n1. e4 { [%eval 0.3] } e5 1-0\n')
    assert [chunk["score"].tolist() for chunk in formats.read(tmp_path / "games.pgn")] == [[30]]
    batch = formats.Features(tmp_path / "games.pgn", 8).read()
    assert batch is not None and batch.score.tolist() == [-30]
    (tmp_path / "nothing").write_bytes(b"")
    with pytest.raises(ValueError, match="format"):
        formats.read(tmp_path / "nothing")


def test_the_games_of_a_pgn_are_entries_too(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text('[Event "x"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. d4 1-0\n')
    [chunk] = formats.read(tmp_path / "games.pgn")
    assert chunk["score"].tolist() == [30, 20]
    assert chunk["result"].tolist() == [1, 1]


@pytest.mark.parametrize(
    "options",
    [
        {"batch": 0}, {"batch": 1 << 40}, {"batch": float("nan")}, {"batch": True}, {"features": "HalfK"},
        {"features": None}, {"features": "ChessBuckets"}, {"features": "ChessBuckets", "buckets": [0] * 32},
        {"features": "ChessBucketsMirrored", "buckets": [256] * 32}, {"buckets": [0] * 64}, {"layout": "rows"},
        {"view": "black"}, {"shuffle": -1}, {"seed": 1 << 64}, {"format": "lc0"}, {"format": 7}, {"block_order": ""},
        {"epochs": -1}, {"rank": 3}, {"world": 0}, {"errors": "ignore"}, {"layout": "flat", "reuse": True},
    ],
)
def test_options_out_of_range_are_normal_errors(path: Path, options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        load(path, **options)


def test_columns_that_are_not_are_normal_errors(path: Path) -> None:
    wrongs: tuple[dict[str, Any], ...] = ({"chunk": 0}, {"chunk": 1 << 60}, {"columns": []}, {"columns": ["x"]}, {"columns": "board"},
                                          {"columns": ["ply", "ply"]}, {"view": 1}, {"errors": 0}, {"format": "x"})
    for wrong in wrongs:
        with pytest.raises((ValueError, TypeError)):
            formats.read(path, **wrong)
    for chunk in ({"board": np.zeros((2, 24), np.uint8)}, {"board": np.zeros((2, 23), np.uint8)}, {"board": None}):
        with pytest.raises((ValueError, TypeError)):
            formats.fens(chunk)
    [right] = formats.read(bullet(1), format="bullet")
    with pytest.raises(ValueError, match="move"):
        formats.moves({**right, "move": np.array([65], np.uint16)})
    with pytest.raises(ValueError, match="as long"):
        formats.moves({**right, "move": np.zeros(2, np.uint16)})


FORMATS = ["binpack", "bin", "bullet", "bullet.txt", "plain", "viri", "marlin", "montyvalue", "monty", "clib24", "packed"]


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=300), format=st.sampled_from(FORMATS), strict=st.booleans(), magic=st.booleans())
def test_any_bytes_are_entries_or_a_normal_error(data: bytes, format: str, strict: bool, magic: bool) -> None:
    if magic:
        data = b"BINP" + data
    try:
        for _ in formats.read(data, format=format, strict=strict, columns=formats.COLUMNS):
            pass
    except ValueError:
        pass


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), changes=st.integers(1, 6), strict=st.booleans())
def test_changed_files_are_read_or_a_normal_error(tmp_path_factory: pytest.TempPathFactory, seed: int, changes: int,
                                                   strict: bool) -> None:
    generator = random.Random(seed)
    name, data = generator.choice([
        ("a.viri", viriformat(2, 30)), ("a.bullet", bullet(50)),
        ("a.binpack", (DATA / "formats/chain.tools.binpack").read_bytes() * 2),
    ])
    changed = bytearray(data)
    for _ in range(changes):
        changed[generator.randrange(len(changed))] = generator.randrange(256)
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(changed)
    for errors in ("skip", "raise"):
        try:
            loader = formats.Features(path, 16, features="FullThreats", shuffle=8, strict=strict, errors=errors)
            assert len(ids(loader)) <= 300
        except ValueError:
            assert errors == "raise" or changed[:4] != data[:4]


def test_an_epoch_without_positions_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.bullet").write_bytes(b"")
    assert ids(formats.Features(tmp_path / "a.bullet", 5, epochs=None, format="bullet")) == []
    (tmp_path / "a.bullet").write_bytes(b"?" * 32)
    assert ids(formats.Features(tmp_path / "a.bullet", 5)) == []
    with pytest.raises(ValueError, match="no entries"):
        formats.Features(tmp_path / "a.bullet", 5, epochs=None).read()


def test_a_closed_loader_is_an_error(path: Path) -> None:
    with load(path) as loader:
        next(loader)
    with pytest.raises(ValueError, match="closed"):
        loader.read()
    chunks = formats.read(path)
    chunks.close()
    with pytest.raises(ValueError, match="closed"):
        next(chunks)


def test_control_c_ends_the_waiting_and_no_position_is_lost(path: Path) -> None:
    # The first batch comes when all files have been read.
    loader, uninterrupted = (load([path] * 40, shuffle=10**9) for _ in "12")
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        loader.read()
    timer.join()
    assert 0 < loader.stats["entries_read"] < 40 * ALL
    assert ids([loader.read()]) == ids([uninterrupted.read()])


def test_the_gil_is_free_while_a_batch_is_made(path: Path) -> None:
    loader, done, ticks = load([path] * 5, batch=5 * ALL), threading.Event(), 0

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


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_memory_is_bounded_by_the_buffer(path: Path) -> None:
    def peak() -> int:
        status = Path("/proc/self/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    loader = load([path] * 20, shuffle=100_000, batch=16_384, reuse=True)
    next(loader)
    before = peak()
    for _ in loader:
        pass
    # 800,000 positions pass through a buffer of 3.2 MB.
    assert peak() - before < 8_000


def test_facts_follow_the_other_arrays_of_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[White "a"]\n\n1. e4 {+0.30/9 1s} f5 {-0.40/9 1s} 2. Qh5+ {+0.50/9 1s} g6 {-0.60/9 1s} 1-0\n')
    options: dict[str, Any] = {"features": "Chess768", "block_order": "source", "facts": ["ply", "move", "check"]}
    for layout in ("padded", "flat"):
        batch = formats.Features(path, 64, layout=layout, **options).read()
        assert batch is not None and batch._fields[-4:] == ("pieces", "ply", "move", "check")
        assert batch.ply.tolist() == [0, 1, 2, 3] and batch.check.tolist() == [False, False, False, True]
        assert [gardez_move(number) for number in batch.move] == ["e2e4", "f7f5", "d1h5", "g7g6"]
        assert batch.score.tolist() == [30, -40, 50, -60]
    with pytest.raises(ValueError, match="facts"):
        formats.Features(path, 64, facts=["moves"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="twice"):
        formats.Features(path, 64, facts=["ply", "ply"])
    with pytest.raises(AttributeError, match="ply is not among"):
        _ = next(formats.Features(path, 64)).ply


def gardez_move(number: np.uint16) -> str:
    """The squares of a move that a number stands for."""
    names = [int(number) >> 6 & 63, int(number) & 63]
    return "".join("abcdefgh"[square & 7] + str((square >> 3) + 1) for square in names)


GAMES = '[Event "a"]\n[Result "1-0"]\n\n1. e4 {+0.30/9} d5 {-0.40/9} 2. exd5 {+0.50/9} Nf6 {-0.60/9} 3. Bb5+ {+9.00/9} c6 {-0.10/9} 1-0\n\n'


@pytest.mark.parametrize("name", formats.FORMATS)
def test_every_format_of_entries_is_written_and_read_back(name: str, tmp_path: Path) -> None:
    [table] = formats.read(GAMES.encode(), format="pgn")
    path = tmp_path / f"games.{name}"
    try:
        written = formats.write(path, table, lossy=True)
    except ValueError as error:
        # Trees and records have more than entries do.
        assert "entry" in str(error) and not path.exists(), error
        assert name in ("pgn", "v6", "v7", "monty", "bfen", "jsonl", "csv", "epd", "book", "bag"), name
        return
    assert written == 6
    [again] = formats.read(path, columns=("board", "move", "score", "result"))
    # bulletformat does not say whose move it is, and boards alone have no scores.
    sides = table["turn"] if name == "bullet" else np.ones(6, bool)
    if name not in ("packed", "clib24"):
        assert again["score"].tolist() == np.where(sides, table["score"], -table["score"]).tolist()
        assert again["result"].tolist() == np.where(sides, table["result"], -table["result"]).tolist()
    if name != "bullet":
        assert again["board"].tolist() == table["board"].tolist()
    if again["move"].any():
        assert again["move"].tolist() == table["move"].tolist()


def test_tables_that_do_not_fit_are_refused_or_left_out(tmp_path: Path) -> None:
    [table] = formats.read(GAMES.encode(), format="pgn")
    path = tmp_path / "games.bin"
    changed: Any = dict(table.items()) | {"rule50": np.full(6, 140, np.uint16)}
    with pytest.raises(ValueError, match="entry 0: rule50 140"):
        formats.write(path, changed)
    assert not path.exists()
    changed["rule50"] = np.array([0, 140, 0, 140, 0, 0], np.uint16)
    assert formats.write(path, changed, errors="skip") == 4
    assert formats.write(path, [changed, table], lossy=True) == 12
    for column, value, reason in [("result", 2, r"result\[3\]"), ("move", 0xFFFF, r"move\[3\]"), ("board", 255, r"board\[3\]")]:
        damaged = {name: table[name].copy() for name in table}
        damaged[column][3] = value
        with pytest.raises(ValueError, match=reason):
            formats.write(path, damaged)
    for wrong in ({"board": table["board"]}, {**changed, "score": table["score"][:3]}, {**changed, "ply": np.zeros(6)}):
        with pytest.raises((ValueError, KeyError, TypeError)):
            formats.write(path, wrong)
    for name in ("games.x", "games.binpack.gz"):
        with pytest.raises(ValueError, match=name):
            formats.write(tmp_path / name, table)
    with pytest.raises(OSError) as caught:
        formats.write(tmp_path / "none" / "games.bin", table)
    assert "none" in str(caught.value.filename)

    def failing() -> Any:
        yield table
        raise KeyError("x")

    with pytest.raises(KeyError):
        formats.write(tmp_path / "half.bin", failing())
    assert not (tmp_path / "half.bin").exists()


def test_filters_are_those_of_the_crate(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)

    def scores(**filters: Any) -> list[int]:
        return sorted(int(score) for batch in load(path, batch=4, filters=filters) for score in batch.score)

    assert scores() == [-60, -40, -10, 30, 50, 900]
    assert scores(no_checks=True, no_captures=True, max_score=100) == [-60, -40, 30]
    assert scores(plies="1-3", no_checks=False, pieces=None) == [-60, -40, 50]
    assert scores(**{"no-tactical": True, "plies": 3}) == [-60]
    for wrong, reason in [({"no": True}, "filters"), ({"plies": "x"}, "plies: expected a number or a range"), ({"max_score": -1}, "max-score")]:
        with pytest.raises(ValueError, match=reason):
            load(path, filters=wrong)
    path = tmp_path / "games.bullet"
    path.write_bytes(bullet(3))
    with pytest.raises(ValueError, match="has no moves"):
        load(path, filters={"no_captures": True})
    assert set(formats.FILTERS) >= {"plies", "no-checks", "early-fen-skipping"}


def test_a_named_file_that_cannot_be_read_is_skipped(path: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.bullet"
    chunks = formats.read([missing, path], errors="skip")
    assert sum(len(chunk["score"]) for chunk in chunks) == ALL
    assert chunks.problem_count == 1 and "missing.bullet" in chunks.problems[0]
    loader = load([missing, path])
    assert sum(len(batch.score) for batch in loader) == ALL
    assert loader.stats["problems"] == 1 and "missing.bullet" in loader.problems[0]
    with pytest.raises(FileNotFoundError):
        load([missing, path], errors="raise")
    # A path in bytes is a path.
    assert len(next(load(os.fsencode(path))).score) > 0


def test_lines_without_a_result_are_read_with_the_one_that_is_given() -> None:
    text = f"FEN,Evaluation\n{PAWN},#+3\n{BLACK},-40\n".encode()
    assert not list(formats.read(text, format="csv"))
    [table] = formats.read(text, format="csv", missing_result=-1)
    assert (table["score"].tolist(), table["result"].tolist()) == ([31997, -40], [-1, -1])
    [table] = formats.read(f"{PAWN}\n".encode(), format="epd", missing_score=7, missing_result=1)
    assert (table["score"].tolist(), table["result"].tolist()) == ([7], [1])
    with pytest.raises(RecordError, match="a number, at line 2, column 33 of CSV"):
        list(formats.read(f"FEN,cp\n{PAWN},x\n".encode(), format="csv", missing_result=0))


def test_composed_inputs_are_nnue_pytorchs(tmp_path: Path) -> None:
    """Lists that its own library made, with the offsets in the order of the name."""
    rows = [line.split("\t") for line in (DATA / "features/composed.tsv").read_text().splitlines()[1:]]
    for name in {row[1] for row in rows}:
        chosen = [row for row in rows if row[1] == name]
        path = tmp_path / "positions.plain"
        path.write_text("".join(f"fen {row[0]}\nscore 0\nply 9\nresult 0\ne\n" for row in chosen))
        options: dict[str, Any] = {"features": name, "view": "white", "block_order": "source", "strict": False}
        loader = formats.Features(path, 1000, facts=["bucket"], **options)
        batch = loader.read()
        assert batch is not None and batch.white.shape[0] == len(chosen)
        for place, row in enumerate(chosen):
            found = getattr(batch, row[2])[place]
            assert sorted(found[found >= 0].tolist()) == [int(index) for index in row[4].split(",")]
            assert (batch.pieces[place], batch.bucket[place]) == (int(row[3]), (int(row[3]) - 1) // 4)
        flat = formats.Features(path, 1000, layout="flat", **options).read()
        assert flat is not None and flat.white.tolist() == batch.white[batch.white >= 0].tolist()
        assert flat.black.tolist() == batch.black[batch.black >= 0].tolist()
    for name in ("", "+", "A+PP_3Wide", "PP_3Wide++", "HalfKAv2_hm^", "PP_3Wide+" * 100_000):
        with pytest.raises(ValueError, match="^features: "):
            formats.Features(path, 10, features=name)


def test_the_filters_are_nnue_pytorchs(tmp_path: Path) -> None:
    """Its decisions on entries in their order, which its generator of random numbers makes."""
    text = gzip.decompress((DATA / "features/filters.tsv.gz").read_bytes()).decode()
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    path = tmp_path / "entries.plain"
    entry = "fen {1}\nmove {2}\nscore {3}\nply {4}\nresult {5}\ne\n"
    path.write_text("".join(entry.format(*row) for row in rows))

    def kept(filters: Any) -> list[tuple[int, int]]:
        loader = formats.Features(path, 1000, filters=filters, facts=["ply"], block_order="source")
        batch = loader.read()
        return [] if batch is None else list(zip(batch.ply.tolist(), batch.score.tolist(), strict=True))

    expected = [(int(row[4]), int(row[3])) for row in rows if row[14] == "keep"]
    assert kept({"nnue_pytorch": True}) == expected == kept({"nnue_pytorch": {"soft_early_fen_skipping": 20}})
    off = {"filtered": False, "wld_filtered": False, "soft_early_fen_skipping": 0}
    assert len(kept({"nnue_pytorch": off})) == len(rows) == len(kept({"nnue_pytorch": False}))
    assert len(kept({"nnue_pytorch": {**off, "early_fen_skipping": 28}})) < len(rows)
    for wrong in (5, {"x": 1}, {"pc_y0": "a"}, {"filtered": 2}):
        with pytest.raises(ValueError, match="nnue_pytorch"):
            kept({"nnue_pytorch": wrong})
