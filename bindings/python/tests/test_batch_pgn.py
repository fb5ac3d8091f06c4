"""gardez.batch.pgn: games as arrays; and batches of probes of endgame tables."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gardez
from gardez import Board, batch
from gardez.chess import pgn, syzygy
from gardez.formats import Table

TABLES = Path(__file__).parents[3] / "crates" / "syzygy" / "tests"

GAMES = """[Result "1-0"]

1. e4 {best} (1. d4) 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0

[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. a8=Q+ Kd7 0-1

1. d4 Ke6 1/2-1/2

*

1. e4 -- 2. d4 *
"""


def chunks(text: str, **options: Any) -> list[Table]:
    return list(batch.pgn(io.StringIO(text), **options))


def joined(parts: list[Table], name: str) -> Any:
    return np.concatenate([part[name] for part in parts])


def uci(raw: int) -> str:
    """The text of an encoded move that is not castling."""
    squares = [(raw >> shift & 63) for shift in (6, 0)]
    names = "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in squares)
    return names + ("nbrq"[raw >> 12 & 3] if raw >> 14 == 1 else "")


def test_games_become_offsets_moves_and_results() -> None:
    (arrays,) = chunks(GAMES)
    assert list(arrays) == ["offsets", "game", "result", "errors", "moves"]
    dtypes = [arrays[name].dtype for name in arrays]
    assert dtypes == [np.uint64, np.uint64, np.int8, np.uint32, np.uint16]
    assert arrays["offsets"].tolist() == [0, 7, 9, 10, 10, 13]
    assert arrays["result"].tolist() == [1, -1, 0, 2, 2]
    assert arrays["game"].tolist() == [0, 1, 2, 3, 4]
    assert arrays["errors"].tolist() == [0, 0, 1, 0, 0]
    moves = arrays["moves"].tolist()
    assert [uci(raw) for raw in moves[:6]] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert (moves[6] >> 14, uci(moves[6])[:4]) == (3, "e1h1")
    assert [uci(raw) for raw in moves[7:9]] == ["a7a8q", "e8d7"]
    assert moves[11] == 0, "a null move"


def test_planes_and_policy_are_those_of_the_boards() -> None:
    games = [game for game in pgn.read_games(io.StringIO(GAMES)) if all(game.mainline_moves())]
    boards = [node.parent.board() for game in games for node in game.mainline()]
    moves = [move for game in games for move in game.mainline_moves()]
    text = GAMES.rsplit("\n1. e4 --", 1)[0]
    for format in (1, 2, 3, 132):
        (arrays,) = chunks(text, planes=format)
        masks, counter, *transform = batch.packed(boards, format)
        assert np.array_equal(arrays["planes"], masks)
        assert np.array_equal(arrays["counter"], counter)
        assert np.array_equal(arrays["policy"], batch.policy_index(boards, moves, format))
        assert ("transform" in arrays) == bool(transform)
        if transform:
            assert np.array_equal(arrays["transform"], transform[0])
    assert "policy" not in chunks(text, planes=1, policy=False)[0]
    assert np.array_equal(chunks(text, policy=True)[0]["policy"], batch.policy_index(boards, moves))


def test_the_encoded_moves_are_taken_by_policy_index() -> None:
    (arrays,) = chunks("1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Kg6 5. gxh8=N+ *", policy=True)
    board = Board()
    boards = []
    for san in ["e4", "d5", "e5", "f5", "exf6", "Kf7", "fxg7", "Kg6", "gxh8=N+"]:
        boards.append(board.copy())
        board.push_san(san)
    assert np.array_equal(batch.policy_index(boards, arrays["moves"]), arrays["policy"])


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("planes", [None, 1])
def test_small_chunks_give_the_same_moves_and_say_which_game_goes_on(chunk: int, planes: int | None) -> None:
    (whole,) = chunks(GAMES, planes=planes)
    parts = chunks(GAMES, planes=planes, chunk=chunk)
    for part in parts:
        assert len(part["moves"]) <= chunk
        assert len(part["game"]) <= chunk
        assert part["offsets"][0] == 0
        assert part["offsets"][-1] == len(part["moves"])
        assert len(part["offsets"]) == len(part["game"]) + 1 == len(part["result"]) + 1
    for name in ("moves", "policy", "planes", "counter") if planes else ("moves",):
        assert np.array_equal(joined(parts, name), whole[name])
    counts: dict[int, int] = {}
    for part in parts:
        for game, count in zip(part["game"].tolist(), np.diff(part["offsets"]).tolist(), strict=True):
            counts[game] = counts.get(game, 0) + count
    assert list(counts.values()) == np.diff(whole["offsets"]).tolist()


def test_plies_are_selected_from_each_game() -> None:
    for planes in (None, 1):
        (arrays,) = chunks(GAMES, planes=planes, min_ply=1, max_ply=3)
        assert np.diff(arrays["offsets"]).tolist() == [2, 1, 0, 0, 2]
        assert [uci(raw) for raw in arrays["moves"][:3]] == ["e7e5", "g1f3", "e8d7"]
    (whole,), (part,) = chunks(GAMES, planes=1), chunks(GAMES, planes=1, min_ply=5)
    assert np.array_equal(part["planes"], whole["planes"][5:7])
    assert len(chunks(GAMES, min_ply=2**60)[0]["moves"]) == 0
    assert len(chunks(GAMES, min_ply=5, max_ply=2)[0]["moves"]) == 0


def test_a_long_game_is_divided_and_its_history_is_kept() -> None:
    text = "".join(f"{4 * n + 1}. Nf3 Nf6 {4 * n + 2}. Ng1 Ng8 " for n in range(1000)) + "*"
    parts = chunks(text, planes=1, chunk=512)
    assert len(parts) == 8
    planes = joined(parts, "planes")
    # Every position after the first four repeats, and has the same past.
    assert np.array_equal(planes[1020:1030], planes[2020:2030])
    assert np.array_equal(planes[2050:2060], planes[2150:2160])


def test_null_moves_have_no_index() -> None:
    (arrays,) = chunks("1. e4 -- 2. d4 *", planes=1)
    assert arrays["policy"].tolist() == [322, 65535, 293]


def test_files_and_compressed_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(GAMES.encode()))
    (wanted,) = chunks(GAMES)
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        (arrays,) = batch.pgn(source)
        assert all(np.array_equal(arrays[name], wanted[name]) for name in wanted)
    path.write_bytes(path.read_bytes()[:-9])
    reader = batch.pgn(path)
    assert len(next(reader)["moves"]) == 13
    with pytest.raises(OSError) as caught:
        next(reader)
    assert caught.value.filename == str(path)
    with pytest.raises(FileNotFoundError):
        batch.pgn(tmp_path / "missing.pgn")


def test_other_arguments_are_refused() -> None:
    values: list[dict[str, Any]] = [{"chunk": 0}, {"planes": 6}, {"fill": "x"}, {"indexing": "x"}, {"rule50": "x"}]
    for options in values:
        with pytest.raises(ValueError):
            chunks(GAMES, **options)
    types: list[dict[str, Any]] = [{"chunk": 1.5}, {"planes": "1"}, {"min_ply": None}, {"policy": 3}]
    for options in types:
        with pytest.raises(TypeError):
            chunks(GAMES, **options)
    with pytest.raises(OverflowError):
        chunks(GAMES, min_ply=-1)
    for source in (None, 3):
        with pytest.raises(TypeError):
            batch.pgn(source)  # type: ignore[arg-type]
    assert [table["moves"].size for table in batch.pgn(b"no such file")] == [0]


needs_tables = pytest.mark.skipif(not TABLES.is_dir(), reason="the tables of gardez-syzygy are missing")


@needs_tables
@pytest.mark.parametrize("threads", [1, 3])
def test_batches_of_probes_are_those_of_single_probes(threads: int) -> None:
    tablebase = syzygy.open_tablebase(TABLES / "tables")
    lines = (TABLES / "vectors.tsv").read_text().splitlines()
    fens = [line.split("\t")[0] for line in lines if not line.startswith("#")] + [gardez.STARTING_FEN]
    wdl = syzygy.probe_wdl_batch(tablebase, fens, threads=threads)
    dtz = syzygy.probe_dtz_batch(tablebase, fens, threads=threads)
    assert (str(wdl.dtype), str(dtz.dtype), len(wdl), len(dtz)) == ("int8", "int32", len(fens), len(fens))
    assert wdl.tolist() == [tablebase.get_wdl(Board(fen), -128) for fen in fens]
    assert dtz.tolist() == [tablebase.get_dtz(Board(fen), np.iinfo(np.int32).min) for fen in fens]
    assert wdl[-1] == -128
    out = np.empty(len(fens), np.int8)
    assert syzygy.probe_wdl_batch(tablebase, [Board(fen) for fen in fens], out=out) is out
    assert np.array_equal(out, wdl)


@needs_tables
def test_an_error_in_a_batch_of_probes_names_its_element(tmp_path: Path) -> None:
    tablebase = syzygy.open_tablebase(TABLES / "tables")
    good = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"
    with pytest.raises(gardez.FenError, match=r"^fens\[1\]: ") as caught:
        syzygy.probe_wdl_batch(tablebase, [good, "what"])
    assert getattr(caught.value, "index") == 1
    with pytest.raises(TypeError, match=r"^fens\[0\]|\[0\]"):
        syzygy.probe_dtz_batch(tablebase, [3])  # type: ignore[arg-type]
    (tmp_path / "KQvK.rtbw").write_bytes(b"x" * 300)
    with pytest.raises(OSError, match=r"fens\[0\]: ") as damaged:
        syzygy.probe_wdl_batch(syzygy.open_tablebase(tmp_path), [good])
    assert damaged.value.filename == str(tmp_path / "KQvK.rtbw")
    tablebase.close()
    with pytest.raises(ValueError, match="closed"):
        syzygy.probe_wdl_batch(tablebase, [good])


def test_letters_are_those_of_the_language() -> None:
    # S is a knight in German, and nothing in Spanish.
    text = b"1. d4 d5 2. Sf3 *"
    assert [len(table["moves"]) for letters in ("de", "es") for table in batch.pgn(text, letters=letters)] == [3, 2]
    [found] = batch.pgn(text, columns=["san"])
    assert found["san"] == ["d4", "d5", "Nf3"]
    with pytest.raises(ValueError, match='letters: expected .*"de".*, found'):
        batch.pgn(text, letters="deutsch")


def test_what_comments_say_is_in_columns_by_name() -> None:
    text = b"1. e4 {[%eval 0.3] [%clk 0:01:00]} e5 {-0.20/12 1s} 2. Nf3 *"
    [both] = batch.pgn(text, comments=True)
    [table] = batch.pgn(text, columns=["eval", "clock"], max_ply=2)
    assert table["eval"].tolist() == both["score"].tolist()[:2] == [32002, -30]
    assert np.array_equal(table["clock"], both["clock"][:2], equal_nan=True) and table["clock"][0] == 60
    assert "score" not in table and "eval" not in both
    [only] = batch.pgn(text, columns=["clock"])
    assert "eval" not in only and "key" not in only
    with pytest.raises(ValueError, match="'eval' or 'clock', found"):
        batch.pgn(text, columns=["evals"])  # type: ignore[list-item]
