"""gardez.nnue: networks of engines."""

from pathlib import Path

import numpy as np
import pytest

from gardez import Board, FenError, nnue

ROOKS = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


DESCRIPTION = """
name = "simple"
width = 2
inputs = [{ pieces = { planes = 768 } }]
activation = ["clip 100"]
scale = 100
divisor = 6400
file = "l0w i16; l0b i16; l1w i16; l1b i16"
"""

ONE = DESCRIPTION.replace("width = 2", "width = 1").encode()


def material(values: dict[int, int]) -> bytes:
    """A network of two neurons that count the value of the own and of the other pieces, without a sign."""
    weights = np.zeros((768, 2), np.int16)
    for piece_type, value in values.items():
        weights[64 * piece_type : 64 * piece_type + 64, 0] = value
        weights[384 + 64 * piece_type : 384 + 64 * piece_type + 64, 1] = value
    # Each perspective sees its own pieces first.
    return weights.tobytes() + np.array([0, 0, 64, -64, 0, 0, 0], np.int16).tobytes()


def test_a_network_made_with_numpy_counts_material() -> None:
    file = material({3: 5})
    network = nnue.Network(file, DESCRIPTION.encode())
    assert (network.kind, network.width, network.description) == ("simple", 2, "")
    fens = [ROOKS, ROOKS.replace(" w KQ ", " b KQ "), "startpos"][:2]
    values = network.evaluate(fens, threads=2)
    assert values.dtype == np.int32
    assert values.tolist() == [10, -10]
    assert network.evaluate([Board(fen) for fen in fens]).tolist() == [10, -10]
    out = np.zeros(2, np.int32)
    assert network.evaluate(fens, out=out) is out
    assert network.parts(fens).tolist() == [[0, 640, 0], [0, -640, 0]]


def test_errors_name_the_element_or_the_file(tmp_path: Path) -> None:
    network = nnue.Network(bytes(1544), ONE)
    with pytest.raises(FenError, match=r"fens\[1\]") as info:
        network.evaluate([ROOKS, "what"])
    assert info.value.index == 1
    with pytest.raises(TypeError):
        network.evaluate(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not the version of a network"):
        nnue.Network(b"what is this?")
    with pytest.raises(ValueError, match="the weights of pieces at byte 0 needs 1536 bytes, but the file has 10 more"):
        nnue.Network(bytes(10), ONE)
    with pytest.raises(ValueError, match='"tanh 100" is not a function'):
        nnue.Network(bytes(1544), ONE.replace(b"clip", b"tanh"))
    path = tmp_path / "x.nnue"
    path.write_bytes(b"what is this?")
    with pytest.raises(OSError, match="is not the version of a network") as error:
        nnue.Network(path)
    assert error.value.filename == str(path)
    with pytest.raises(FileNotFoundError):
        nnue.Network(tmp_path / "none")


def test_a_network_with_a_description_has_outputs_and_values(tmp_path: Path) -> None:
    file = material({3: 5})
    network = nnue.Network(file, DESCRIPTION.encode())
    assert network.kind == "simple"
    assert network.outputs([ROOKS]).tolist() == [640]
    assert network.evaluate([ROOKS]).tolist() == [10]
    path = tmp_path / "mine.toml"
    path.write_text(DESCRIPTION)
    assert nnue.Network(file, path).evaluate([ROOKS]).tolist() == [10]
    with pytest.raises(ValueError, match="the weights of layer 1 at byte 3076 needs 8 bytes, but the file has 4 more"):
        nnue.Network(file[:3080], path)
    path.write_text(DESCRIPTION.replace("clip", "clap"))
    with pytest.raises(OSError, match="\"clap 100\" is not a function") as error:
        nnue.Network(file, path)
    assert error.value.filename == str(path)
