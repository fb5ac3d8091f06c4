"""Training records and packed positions, next to the same with NumPy alone."""

import struct
import tempfile
from pathlib import Path

import numpy as np
from gardez import batch, formats, lc0

COUNT = 256


def _records() -> bytes:
    """Records of positions of the conformance tests. All slots of the history show the position itself."""
    lines = (Path(__file__).parents[3] / "conformance/data/features/features.tsv").read_text().splitlines()
    known = list(dict.fromkeys(line.split("\t")[0] for line in lines[1:]))
    fens = (known * COUNT)[:COUNT]
    masks, counters = batch.packed(fens, fill="always")[:2]
    records = np.zeros(COUNT, lc0.V6)
    records["version"], records["input_format"] = 6, 1
    legal = batch.legal_mask(fens)
    records["probabilities"] = np.where(legal, 1 / np.maximum(legal.sum(axis=1, keepdims=True), 1), -1)
    # Records keep the bits of each byte in the other order.
    bits = np.unpackbits(masks[:, :104].copy().view(np.uint8), bitorder="little")
    records["planes"] = np.packbits(bits).view(np.uint64).reshape(COUNT, 104)
    records["rule50_count"] = counters
    return records.tobytes()


DATA = _records()
PLANES = lc0.decode(DATA, rule50="engine", outputs=["planes", "policy"])
MASKS = lc0.decode(DATA, rule50="engine", outputs=["masks", "counter", "policy"])
THEIR_PLANES = np.empty((COUNT, 104, 8, 8), np.float32)
THEIR_POLICY = np.empty((COUNT, 1858), np.float32)


def decode() -> None:
    lc0.decode(DATA, rule50="engine", outputs=["planes", "policy"], out=PLANES)


def decode_masks() -> None:
    lc0.decode(DATA, rule50="engine", outputs=["masks", "counter", "policy"], out=MASKS)


def decode_with_numpy() -> None:
    """The stored planes only: 104 of 112, without castling, color and counter."""
    records = np.frombuffer(DATA, lc0.V6)
    bits = np.unpackbits(records["planes"].copy().view(np.uint8), axis=-1)
    THEIR_PLANES[...] = bits.reshape(COUNT, 104, 8, 8)
    THEIR_POLICY[...] = records["probabilities"]


# Both give the same planes and probabilities.
decode()
decode_with_numpy()
assert np.array_equal(PLANES.planes[:, :104], THEIR_PLANES) and np.array_equal(PLANES.policy, THEIR_POLICY)


def _positions(count: int) -> bytes:
    """The start position as records of bulletformat."""
    pieces = [3, 1, 2, 4, 5, 2, 1, 3] + [0] * 8
    codes = pieces + [8 | piece for piece in pieces[8:] + pieces[:8]]
    packed = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
    return struct.pack("<Q16shBBB3x", 0xFFFF00000000FFFF, packed, 0, 1, 4, 4) * count


_FOLDER = tempfile.TemporaryDirectory()
_PATH = Path(_FOLDER.name) / "start.bullet"
_PATH.write_bytes(_positions(1 << 15))


def features() -> int:
    loader = formats.Features(_PATH, 1 << 12, shuffle=1 << 12, reuse=True)
    return sum(len(part.us) for part in loader)


def columns() -> int:
    return sum(len(chunk["score"]) for chunk in formats.read(_PATH))


assert features() == columns() == 1 << 15

LINES = [
    ("V6 bytes to planes and policy", decode, {"numpy": decode_with_numpy}, COUNT),
    ("V6 bytes to packed planes and policy", decode_masks, {"numpy": decode_with_numpy}, COUNT),
    ("bulletformat to HalfKAv2_hm, shuffled", features, {}, 1 << 15),
    ("bulletformat to arrays", columns, {}, 1 << 15),
]
