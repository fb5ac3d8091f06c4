#!/usr/bin/env python3
"""Writes random legal positions over endgame tables with the values that python-chess gives.

    python_chess_syzygy.py TABLES OUTPUT [--positions N] [--seed S]

OUTPUT is a file of the kind `vectors.tsv`. Put it in a directory called `syzygy`, and check it with

    cargo xtask conform --syzygy TABLES OUTPUT

This program needs python-chess 1.11.2 (`pip install chess==1.11.2`). The same seed gives the same positions, on any number
of processors. If both sides have pawns, about every third position has an en passant capture.
"""

import argparse
import multiprocessing
import os
import random
import sys

import chess
import chess.syzygy

VERSION = "1.11.2"
HEADING = "# fen\twdl\tdtz (python-chess %s)\ttable\n" % VERSION
LETTERS = {"K": chess.KING, "Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT, "P": chess.PAWN}


def names(directory):
    """The endgames for which there are both a WDL table and a DTZ table."""
    files = set(os.listdir(directory))
    stems = {name[:-5] for name in files if name.endswith(".rtbw") and name[:-5] + ".rtbz" in files}
    return sorted(stems, key=lambda stem: (len(stem), stem))


def scatter(rng, name):
    """The pieces of an endgame on random squares, with either side to move. The position is not always legal."""
    board = chess.Board(None)
    strong = rng.choice(chess.COLORS)
    squares = rng.sample(chess.SQUARES, len(name) - 1)
    for color, letters in zip((strong, not strong), name.split("v")):
        for letter in letters:
            board.set_piece_at(squares.pop(), chess.Piece(LETTERS[letter], color))
    board.turn = rng.choice(chess.COLORS)
    return board


def after_a_double_step(rng, board):
    """The board after a double step next to a pawn of the other side, or None if that is not possible."""
    board = board.copy()
    us, them = board.turn, not board.turn
    pawns = [board.pieces(chess.PAWN, color) for color in (us, them)]
    if not pawns[0] or not pawns[1]:
        return None
    rank = 4 if us == chess.WHITE else 3
    file = rng.randrange(8)
    neighbor = file + rng.choice((-1, 1))
    if not 0 <= neighbor < 8:
        return None
    behind = chess.square(file, rank + (1 if us == chess.WHITE else -1))
    origin = chess.square(file, rank + (2 if us == chess.WHITE else -2))
    for color, square in ((us, chess.square(neighbor, rank)), (them, chess.square(file, rank))):
        board.remove_piece_at(rng.choice(list(board.pieces(chess.PAWN, color))))
        if board.piece_at(square):
            return None
        board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    if board.piece_at(behind) or board.piece_at(origin):
        return None
    board.ep_square = behind
    return board if board.has_legal_en_passant() else None


def rows(job):
    """The lines for some positions of one endgame, and the number of positions for which a table is missing."""
    directory, name, seed, count = job
    rng = random.Random("%s %s" % (seed, name))
    lines, missing = [], 0
    with chess.syzygy.open_tablebase(directory) as tables:
        while len(lines) < count and missing <= 20 * count:
            board = scatter(rng, name)
            if len(lines) % 3 == 0 and rng.randrange(8):
                board = after_a_double_step(rng, board) or board
            if not board.is_valid():
                continue
            try:
                wdl, dtz = tables.probe_wdl(board), tables.probe_dtz(board)
            except chess.syzygy.MissingTableError:
                missing += 1
                continue
            lines.append("%s\t%d\t%d\t%s\n" % (board.fen(), wdl, dtz, name))
    return lines, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables")
    parser.add_argument("output")
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--seed", default="gardez")
    arguments = parser.parse_args()
    if chess.__version__ != VERSION:
        sys.exit("this program needs python-chess %s, found %s" % (VERSION, chess.__version__))
    endings = names(arguments.tables)
    if not endings:
        sys.exit("no tables in %s" % arguments.tables)

    shares = [arguments.positions // len(endings) + (at < arguments.positions % len(endings)) for at in range(len(endings))]
    jobs = [(arguments.tables, name, arguments.seed, share) for name, share in zip(endings, shares)]
    # The endgames with many pieces take the longest time, so they come first.
    with multiprocessing.Pool() as pool:
        results = pool.map(rows, reversed(jobs), chunksize=1)
    written = sum(len(lines) for lines, _ in results)
    with open(arguments.output, "w", encoding="ascii", newline="\n") as output:
        output.write(HEADING)
        for lines, _ in reversed(results):
            output.writelines(lines)
    en_passant = sum(line.split()[3] != "-" for lines, _ in results for line in lines)
    left_out = sum(missing for _, missing in results)
    print("%d positions of %d endgames, %d with en passant; %d skipped because a table is missing"
          % (written, len(endings), en_passant, left_out))
    if written < arguments.positions:
        sys.exit("fewer positions than wanted")


if __name__ == "__main__":
    main()
