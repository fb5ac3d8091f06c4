"""Squares, files, ranks and pieces as numbers, and sets of squares that have names.

A square is a number from 0 (a1) to 63 (h8), a file and a rank one from 0 to 7, a color True (white) or False (black), a piece
type one from 1 (pawn) to 6 (king). A name that begins with `BB_` is a set of squares: an int of 64 bits, with bit 0 for a1.

>>> from gardez import squares
>>> squares.square_name(squares.E4), hex(squares.BB_RANK_2)
('e4', '0xff00')
"""

from operator import index as _index

from ._gardez import (
    between as between,
    lsb as lsb,
    msb as msb,
    popcount as popcount,
    ray as ray,
    scan_forward as scan_forward,
    scan_reversed as scan_reversed,
)

WHITE, BLACK = COLORS = [True, False]
COLOR_NAMES = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = dict(zip("RrNnBbQqKkPp", "♖♜♘♞♗♝♕♛♔♚♙♟", strict=True))

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

SQUARES = list(range(64))
FILE_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"]
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]

BB_EMPTY = 0
BB_ALL = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
BB_FILES = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS
BB_BACKRANKS = BB_RANK_1 | BB_RANK_8
BB_CORNERS = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES = 0xAA55_AA55_AA55_AA55


def _checked(square: int) -> int:
    """The square itself, if it is one."""
    number = _index(square)
    if not 0 <= number < 64:
        raise ValueError(f"a square is from 0 to 63, not {number}")
    return number


def square(file_index: int, rank_index: int) -> int:
    """The square on a file and a rank, each from 0 to 7.

    >>> import gardez
    >>> gardez.square(4, 3) == gardez.E4
    True
    """
    if not (0 <= file_index < 8 and 0 <= rank_index < 8):
        raise ValueError(f"a file and a rank are from 0 to 7, not {file_index} and {rank_index}")
    return 8 * rank_index + file_index


def parse_square(name: str) -> int:
    """The square with a name such as `e4`. Raises ValueError for another text.

    >>> import gardez
    >>> gardez.parse_square("e4") == gardez.E4
    True
    """
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"expected a square such as e4, not {name!r}") from None


def square_name(square: int) -> str:
    """The name of a square.

    >>> import gardez
    >>> gardez.square_name(gardez.E4)
    'e4'
    """
    return SQUARE_NAMES[_checked(square)]


def square_file(square: int) -> int:
    """The file of a square, from 0 for the a-file to 7.

    >>> import gardez
    >>> gardez.square_file(gardez.E4)
    4
    """
    return _checked(square) & 7


def square_rank(square: int) -> int:
    """The rank of a square, from 0 for the first rank to 7.

    >>> import gardez
    >>> gardez.square_rank(gardez.E4)
    3
    """
    return _checked(square) >> 3


def square_mirror(square: int) -> int:
    """The square on the other side of the board, on the same file.

    >>> import gardez
    >>> gardez.square_mirror(gardez.E4) == gardez.E5
    True
    """
    return _checked(square) ^ 56


def square_distance(a: int, b: int) -> int:
    """The number of steps that a king needs from one square to another.

    >>> import gardez
    >>> gardez.square_distance(gardez.A1, gardez.H3)
    7
    """
    return max(abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b)))


def square_manhattan_distance(a: int, b: int) -> int:
    """The number of steps along files and ranks from one square to another.

    >>> import gardez
    >>> gardez.square_manhattan_distance(gardez.A1, gardez.H3)
    9
    """
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: int, b: int) -> int:
    """The number of moves that a knight needs from one square to another.

    >>> import gardez
    >>> gardez.square_knight_distance(gardez.A1, gardez.B2)
    4
    """
    reached = {_checked(a)}
    target = _checked(b)
    moves = 0
    while target not in reached:
        moves += 1
        reached = {
            square
            for origin in reached
            for square in SQUARES
            if {abs(square_file(origin) - square_file(square)), abs(square_rank(origin) - square_rank(square))} == {1, 2}
        }
    return moves


def piece_symbol(piece_type: int) -> str:
    """The lower-case letter of a piece type.

    >>> import gardez
    >>> gardez.piece_symbol(gardez.KNIGHT)
    'n'
    """
    if not 1 <= piece_type <= 6:
        raise ValueError(f"a piece type is from 1 to 6, not {piece_type}")
    return "pnbrqk"[piece_type - 1]


def piece_name(piece_type: int) -> str:
    """The name of a piece type.

    >>> import gardez
    >>> gardez.piece_name(gardez.KNIGHT)
    'knight'
    """
    names = ("pawn", "knight", "bishop", "rook", "queen", "king")
    return names["pnbrqk".index(piece_symbol(piece_type))]
