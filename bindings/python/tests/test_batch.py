"""Batches of positions: planes, policy indices, keys and counts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Literal

import chess
import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

import gardez
from gardez import batch
from planes_oracle import FORMATS, encode, index_of, random_game, transform_of

FILLS: list[Literal["no", "fen_only", "always"]] = ["no", "fen_only", "always"]

# No pawns and no castling: the boards that canonical formats may turn in all eight ways.
BARE = [
    "3r4/4k3/8/1K6/8/8/8/8 w - - 3 40",
    "8/8/2k5/8/5K2/8/2N5/8 b - - 7 60",
    "8/8/8/3k4/8/5K2/6R1/8 w - - 0 60",
    "6k1/8/8/8/8/8/1B6/K7 w - - 10 60",
    "k7/8/8/8/3N4/8/6K1/8 w - - 10 60",
    "8/1k6/8/8/4K3/8/5B1R/8 w - - 1 60",
]
EN_PASSANT = [
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
]
CHESS960 = [
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1",
]


def same(left: Iterable[Any], right: Iterable[Any]) -> bool:
    """Whether two lists have the same arrays."""
    return all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


def games() -> list[tuple[list[chess.Board], list[str]]]:
    """Games of random moves, each with its moves."""
    starts = [chess.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", *BARE, *EN_PASSANT]
    list_of_games = []
    for seed in range(22):
        board = chess.Board(starts[seed % len(starts)])
        game = random_game(seed, 5 + 2 * seed, board.fen(en_passant="fen"))
        moves = []
        for before, after in zip(game, game[1:]):
            moves.append(next(m.uci() for m in before.legal_moves if played(before, m) == after.fen()))
        list_of_games.append((game, moves))
    return list_of_games


def played(board: chess.Board, move: chess.Move) -> str:
    board = board.copy(stack=False)
    board.push(move)
    return board.fen()


GAMES = games()
FENS = [board.fen() for game, _ in GAMES for board in game]


@pytest.mark.parametrize("format", FORMATS)
def test_planes_are_those_of_the_definition(format: int) -> None:
    starts = [game[0].fen(en_passant="fen") for game, _ in GAMES]
    histories = [moves for _, moves in GAMES]
    for fill in FILLS:
        found = batch.planes(starts, format, fill, histories=histories)
        planes, transforms = found if format >= 3 else (found, [0] * len(starts))
        for i, (game, _) in enumerate(GAMES):
            expected, transform = encode(game, format, fill)
            assert transforms[i] == transform, f"game {i}"
            wrong = [p for p in range(112) if not np.array_equal(planes[i, p], expected[p])]
            assert not wrong, f"game {i}, fill {fill}"


@pytest.mark.parametrize("format", FORMATS)
def test_a_fen_alone_has_no_earlier_positions(format: int) -> None:
    fens = BARE + EN_PASSANT + CHESS960 + random.Random(format).sample(FENS, 20)
    found = batch.planes(fens, format)
    planes, transforms = found if format >= 3 else (found, [0] * len(fens))
    for i, fen in enumerate(fens):
        board = chess.Board(fen, chess960=fen in CHESS960)
        expected, transform = encode([board], format)
        assert transforms[i] == transform, fen
        assert np.array_equal(planes[i], expected), fen


def test_all_eight_transforms_occur() -> None:
    # Two kings and a rook on random squares.
    choose = random.Random(8)
    boards: list[chess.Board] = []
    while len(boards) < 200:
        board = chess.Board(None)
        squares = choose.sample(range(64), 3)
        for square, letter in zip(squares, "KkR"):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid():
            boards.append(board)
    _, transforms = batch.planes([board.fen() for board in boards], 4, dtype=np.uint8)
    assert transforms.tolist() == [transform_of(board) for board in boards]
    assert set(transforms.tolist()) == set(range(8))


def test_the_training_scale_divides_the_counter_by_99_or_100() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 33 60"
    for format, engine, training in [(1, 33, 33 / 99), (2, 33, 33 / 99), (3, 33, 33 / 99), (4, 0.33, 0.33)]:
        assert batch.packed([fen], format)[1][0] == np.float32(engine)
        assert batch.packed([fen], format, rule50="training")[1][0] == np.float32(training)


@pytest.mark.parametrize("format", [1, 4])
def test_other_types_have_the_same_numbers(format: int) -> None:
    def planes(dtype: DTypeLike) -> NDArray[np.float32]:
        found: Any = batch.planes(FENS[:100], format, dtype=dtype)
        array: NDArray[np.float32] = found[0] if format == 4 else found
        return array

    single = planes("float32")
    assert np.array_equal(planes(np.float16), single.astype(np.float16))
    bytes_ = planes(np.dtype("u1")).astype(np.float32)
    if format == 4:
        # uint8 has the plain counter.
        bytes_[:, 109] /= 100
    assert np.array_equal(bytes_, single)


@pytest.mark.parametrize("format", FORMATS)
def test_unpacked_planes_are_the_dense_ones(format: int) -> None:
    masks, counter, *transform = batch.packed(FENS[:50], format)
    dense = batch.planes(FENS[:50], format)
    if transform:
        dense, transforms = dense
        assert np.array_equal(transform[0], transforms)
    assert np.array_equal(batch.unpack(masks, counter), dense)
    assert np.array_equal(batch.unpack(masks, counter, dtype=np.float16), dense.astype(np.float16))
    # Each byte is a rank.
    ranks = masks.view(np.uint8).reshape(-1, 112, 8)
    bits = (ranks[..., None] >> np.arange(8, dtype=np.uint8)) & 1
    by_hand = bits.astype(np.float32)
    by_hand[:, 109] *= counter[:, None, None]
    assert np.array_equal(by_hand, dense)


def test_unpacking_accepts_any_counter_and_any_strides() -> None:
    counter = np.array([np.nan, -1, 1e30, 254.4, np.inf], np.float32)
    masks = np.full((5, 112), 2**64 - 1, np.uint64)
    single = batch.unpack(masks, counter)
    assert np.array_equal(single[:, 109, 3, 3], counter, equal_nan=True)
    assert (single[:, 108] == 1).all()
    assert batch.unpack(masks, counter, dtype=np.uint8)[:, 109, 0, 0].tolist() == [0, 0, 255, 254, 255]
    half = batch.unpack(masks, counter, dtype=np.float16)[:, 109, 0, 0]
    with np.errstate(over="ignore"):
        assert np.array_equal(half, counter.astype(np.float16), equal_nan=True)
    spread = np.zeros((10, 224), np.uint64)
    spread[::2, ::2] = masks
    assert np.array_equal(batch.unpack(spread[::2, ::2], counter), single, equal_nan=True)


@pytest.mark.parametrize("format", [1, 3])
@pytest.mark.parametrize("indexing", ["lc0", "geometric"])
def test_indices_and_masks_are_those_of_the_definition(format: int, indexing: Literal["lc0", "geometric"]) -> None:
    fens = BARE + EN_PASSANT + CHESS960 + random.Random(2).sample(FENS, 40)
    fens.append("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    fens.append("1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1")
    mask = batch.legal_mask(fens, format, indexing)
    for fen, found in zip(fens, mask):
        board = chess.Board(fen, chess960=fen in CHESS960)
        moves = list(board.legal_moves)
        texts = [move.uci() for move in moves]
        expected = [index_of(board, move, format, indexing) for move in moves]
        assert np.flatnonzero(found).tolist() == sorted(expected), fen
        indices = batch.policy_index([fen] * len(moves), texts, format, indexing)
        assert indices.tolist() == expected, fen
        back = batch.move_from_index([fen] * len(moves), indices, format, indexing)
        again = batch.policy_index([fen] * len(moves), back, format, indexing)
        assert again.tolist() == expected, fen


def test_moves_may_be_encoded_as_16_bits() -> None:
    start = chess.STARTING_FEN
    e2e4 = np.array([12 << 6 | 28, 6 << 6 | 21], np.uint16)
    assert batch.policy_index([start, start], e2e4).tolist() == [322, 159]
    with pytest.raises(gardez.IllegalMoveError, match=r"moves\[1\]: "):
        batch.policy_index([start, start], np.array([e2e4[0], 12 << 6 | 36], np.uint16))
    with pytest.raises(gardez.InvalidMoveError, match=r"moves\[1\]: no move is encoded as 0"):
        batch.policy_index([start, start], np.array([e2e4[0], 0], np.uint16))


def test_counts_and_perft_are_those_of_python_chess() -> None:
    fens = FENS[::7]
    boards = [chess.Board(fen) for fen in fens]
    assert batch.legal_counts(fens).tolist() == [board.legal_moves.count() for board in boards]
    assert batch.perft(fens, 1).tolist() == [board.legal_moves.count() for board in boards]
    assert batch.perft(fens, 0).tolist() == [1] * len(fens)
    assert batch.perft([chess.STARTING_FEN], 6).tolist() == [119_060_324]


def test_equal_positions_have_equal_keys() -> None:
    keys = dict[int, set[str]]()
    for fen, key in zip(FENS, batch.keys(FENS)):
        # The key also depends on the counter, in steps.
        keys.setdefault(int(key), set()).add(" ".join(fen.split()[:4]))
    assert all(len(positions) == 1 for positions in keys.values())


def test_fens_that_are_skipped_are_listed() -> None:
    fens = [chess.STARTING_FEN, "", "8/8/8/8/8/8/8/8 w - - 0 1", BARE[0], "x"]
    boards, skipped = batch.read_fens(fens, "skip")
    assert [board.fen() for board in boards] == [fens[0], fens[3]]
    assert skipped.dtype == np.int64 and skipped.tolist() == [1, 2, 4]
    assert [board.fen() for board in batch.read_fens(BARE)] == BARE
    with pytest.raises(gardez.FenError, match=r"^fens\[1\]: ") as raised:
        batch.read_fens(fens)
    assert getattr(raised.value, "index") == 1


def test_sequences_of_all_kinds_are_read() -> None:
    expected = batch.keys(FENS)
    kinds: list[Any] = [tuple(FENS), np.array(FENS), np.array(FENS, object), [np.str_(fen) for fen in FENS]]
    for kind in kinds:
        assert np.array_equal(batch.keys(kind), expected)
    boards = batch.read_fens(FENS)
    mixed = [board if i % 2 else fen for i, (board, fen) in enumerate(zip(boards, FENS))]
    kinds = [boards, tuple(boards), np.array(boards, object), mixed]
    for kind in kinds:
        assert np.array_equal(batch.keys(kind), expected)
    assert np.array_equal(batch.keys(np.array(FENS)[::-1]), expected[::-1])


def test_empty_batches_are_empty() -> None:
    empties: list[Any] = [[], (), np.array([], str), np.array([], object)]
    for empty in empties:
        assert batch.planes(empty).shape == (0, 112, 8, 8)
        assert batch.planes(empty, 3)[1].shape == (0,)
        assert [array.shape for array in batch.packed(empty)] == [(0, 112), (0,)]
        assert batch.legal_mask(empty).shape == (0, 1858)
        assert batch.policy_index(empty, []).shape == (0,)
        assert batch.move_from_index(empty, []) == []
        assert batch.read_fens(empty) == []
        assert batch.legal_counts(empty, threads=8).shape == (0,)
        assert batch.keys(empty).shape == (0,)
        assert batch.perft(empty, 3).shape == (0,)
    assert batch.unpack(np.empty((0, 112), np.uint64), np.empty(0, np.float32)).shape == (0, 112, 8, 8)


def test_a_board_brings_its_history() -> None:
    boards = []
    for game, moves in GAMES:
        board = gardez.Board(game[0].fen(en_passant="fen"))
        for move in moves:
            board.push_uci(move)
        boards.append(board)
    starts = [game[0].fen(en_passant="fen") for game, _ in GAMES]
    histories = [moves for _, moves in GAMES]
    for format in FORMATS:
        expected, found = batch.packed(starts, format, histories=histories), batch.packed(boards, format)
        assert same(expected, found)
    # Histories continue the game of a board.
    halves = []
    for game, moves in GAMES:
        board = gardez.Board(game[0].fen(en_passant="fen"))
        for move in moves[: len(moves) // 2]:
            board.push_uci(move)
        halves.append(board)
    rest = [" ".join(moves[len(moves) // 2 :]) for _, moves in GAMES]
    expected, found = batch.packed(boards), batch.packed(halves, histories=rest)
    assert same(expected, found)
    # A history may also be a list of Moves.
    found = batch.packed(starts, histories=[board.move_stack for board in boards])
    assert same(expected, found)


def test_a_null_move_ends_the_history() -> None:
    board = gardez.Board()
    for move in ("e2e4", "0000", "d2d4"):
        board.push_uci(move)
    after = gardez.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2")
    after.push_uci("d2d4")
    assert np.array_equal(board.planes(fill="no"), after.planes(fill="no"))


def test_a_board_alone_sees_what_a_batch_sees() -> None:
    for fen in [*BARE, *FENS[::20]]:
        board = gardez.Board(fen)
        assert np.array_equal(board.planes(), batch.planes([fen])[0])
        planes, transform = board.planes(4, rule50="training")
        expected, transforms = batch.planes([fen], 4, rule50="training")
        assert np.array_equal(planes, expected[0]) and transform == transforms[0]
        assert np.array_equal(board.legal_mask(3, "geometric"), batch.legal_mask([fen], 3, "geometric")[0])
        for move in board.legal_moves:
            assert board.policy_index(move, 3) == batch.policy_index([fen], [move], 3)[0]
            assert board.policy_index(move.uci()) == batch.policy_index([board], [move])[0]
        assert batch.keys([fen])[0] == batch.keys([board])[0]
    with pytest.raises(gardez.IllegalMoveError):
        gardez.Board().policy_index("e2e5")
    with pytest.raises(gardez.InvalidMoveError):
        gardez.Board().policy_index("what?")


def test_packed_boards_are_read_back() -> None:
    fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 30",
        "4k3/8/8/8/8/8/8/4K2R b K - 99 200",
    ]
    boards = batch.boards(fens)
    assert boards.shape == (3, 24) and boards.dtype == np.uint8
    assert batch.fens(boards, [0, 7, 99], [1, 30, 200]) == fens
    assert batch.fens(boards, fullmove=np.array([1, 30, 200], np.uint32)) == [fen.replace(" 7 ", " 0 ").replace(" 99 ", " 0 ") for fen in fens]
    assert batch.boards([gardez.Board(fen) for fen in fens], threads=2).tolist() == boards.tolist()
    with pytest.raises(ValueError, match=r"fens\[1\]") as caught:
        batch.boards([fens[0], "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/K6k b - - 0 1"])
    assert caught.value.index == 1  # type: ignore[attr-defined]
    for wrong in (np.zeros((1, 23), np.uint8), np.zeros((1, 24), np.int8), np.zeros(24, np.uint8)):
        with pytest.raises(ValueError):
            batch.fens(wrong)
    with pytest.raises(ValueError, match="as long as"):
        batch.fens(boards, [0])
    with pytest.raises(ValueError, match=r"rule50\[1\]: -1 is not a number of uint16"):
        batch.fens(boards, np.array([0, -1, 2]))
    with pytest.raises(ValueError, match=r"fullmove\[2\]: 4294967296 is not a number of uint32"):
        batch.fens(boards, fullmove=[1, 2, 1 << 32])
    with pytest.raises(ValueError, match="rule50 must be an array of uint16"):
        batch.fens(boards, np.array([0.5, 1, 2]))
    assert batch.fens(boards, np.array([0, 7, 99]), np.array([1, 30, 200])) == fens
    with pytest.raises(ValueError, match=r"move\[0\]"):
        batch.moves(boards, np.full(3, 65535, np.uint16))
    assert batch.moves(boards, np.zeros(3, np.uint16)) == [None] * 3


def test_shapes_are_named_as_python_writes_them() -> None:
    start = gardez.Board().fen()
    with pytest.raises(ValueError, match=r"expected the shape \(1, 112, 8, 8\), found \(3,\)"):
        batch.planes([start], out=np.empty(3, np.float32))
    with pytest.raises(ValueError, match=r"expected the shape \(1,\), found \(2,\)"):
        batch.unpack(np.zeros((1, 112), np.uint64), np.zeros(2, np.float32))
