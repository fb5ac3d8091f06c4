#!/usr/bin/env python3
"""Writes random positions and games with what python-chess says about mates, claims, draws, material and lines in SAN.

    python_chess_rules.py OUTPUT [--positions N] [--games N] [--seed S]

OUTPUT is a file of the kind `rules.tsv`. Put it in a directory called `python-chess`, and check it with

    cargo xtask conform OUTPUT

This program needs python-chess 1.11.2 (`pip install chess==1.11.2`). The same seed gives the same lines, on any number of
processors. A position is a game without moves. Each game has a word for every ply, from ply 0 on:

    w, b    white or black has insufficient material
    f, t    a draw by fifty moves or threefold repetition can be claimed, in this position or by a move
    C, S    checkmate, stalemate
    I       insufficient material
    V, F    seventy-five moves, fivefold repetition
    -       none of these

The column `outcome` is the outcome after the last ply, claims included, with the winner.

The column `lines` has random legal lines from up to three plies: the ply and the moves. The column `variations` has their
texts in SAN with move numbers. Both separate lines by "; ".
"""

import argparse
import multiprocessing
import random
import sys

import chess

VERSION = "1.11.2"
HEADING = "# fen\tmode\tmoves\tplies\toutcome\tlines\tvariations\n"
LETTERS = {
    chess.Termination.CHECKMATE: "C",
    chess.Termination.STALEMATE: "S",
    chess.Termination.INSUFFICIENT_MATERIAL: "I",
    chess.Termination.SEVENTYFIVE_MOVES: "V",
    chess.Termination.FIVEFOLD_REPETITION: "F",
    chess.Termination.FIFTY_MOVES: "f",
    chess.Termination.THREEFOLD_REPETITION: "t",
}
CHUNK = 250


def scatter(rng, most):
    """Up to `most` pieces besides the kings on random squares, or None if that is not a position."""
    board = chess.Board(None)
    pieces = [chess.Piece(chess.KING, color) for color in chess.COLORS]
    for _ in range(rng.randrange(most + 1)):
        pieces.append(chess.Piece(rng.choice((1, 2, 2, 3, 3, 3, 4, 5)), rng.choice(chess.COLORS)))
    for piece, square in zip(pieces, rng.sample(chess.SQUARES, len(pieces))):
        if piece.piece_type == chess.PAWN and chess.square_rank(square) in (0, 7):
            return None
        board.set_piece_at(square, piece)
    board.turn = rng.choice(chess.COLORS)
    board.halfmove_clock = rng.choice((0, rng.randrange(160), 98, 99, 100, 149, 150))
    board.fullmove_number = 90
    return None if board.was_into_check() else board


def start(rng):
    """The first position of a game: mostly an endgame, in which positions come back."""
    kind = rng.randrange(8)
    if kind == 0:
        return chess.Board()
    if kind == 1:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    board = None
    while board is None:
        board = scatter(rng, 5)
    board.halfmove_clock = rng.choice((0, 0, 0, rng.randrange(100), 80, 95, 130))
    return board


def play(rng, board, plies):
    """Makes random moves. Half of them go back to where the piece came from, so that positions come back."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        if len(board.move_stack) > 1 and rng.randrange(2):
            last = board.move_stack[-2]
            back = [m for m in moves if (m.from_square, m.to_square) == (last.to_square, last.from_square)]
            moves = back or moves
        board.push(rng.choice(moves))


def word(board):
    """What holds after a ply."""
    letters = "".join(letter for letter, color in (("w", chess.WHITE), ("b", chess.BLACK))
                      if board.has_insufficient_material(color))
    letters += "f" * board.can_claim_fifty_moves() + "t" * board.can_claim_threefold_repetition()
    outcome = board.outcome()
    return letters + (LETTERS[outcome.termination] if outcome else "") or "-"


def variation(rng, board):
    """A random legal line of up to ten moves, as a list of moves in UCI, and its text in SAN."""
    after, moves, texts = board.copy(), [], []
    for _ in range(rng.randrange(1, 11)):
        legal = list(after.legal_moves)
        if not legal:
            break
        moves.append(rng.choice(legal))
        texts.append(after.uci(moves[-1]))
        after.push(moves[-1])
    return texts, board.variation_san(moves)


def row(rng, board):
    """The row of a game, with lines of the generator `rng`."""
    outcome = board.outcome(claim_draw=True)
    end = "-" if outcome is None else LETTERS[outcome.termination] + {True: "w", False: "b", None: ""}[outcome.winner]
    mode, moves = "960" if board.chess960 else "std", board.move_stack[:]
    board = board.root()
    fen, words, texts, lines, variations = board.fen(), [], [], [], []
    starts = rng.sample(range(len(moves) + 1), min(3, len(moves) + 1))
    for ply, move in enumerate(moves + [None]):
        words.append(word(board))
        line, text = variation(rng, board) if ply in starts else ([], "")
        if line:
            lines.append(" ".join([str(ply)] + line))
            variations.append(text)
        if move:
            texts.append(board.uci(move))
            board.push(move)
    cells = (fen, mode, " ".join(texts), " ".join(words), end, "; ".join(lines), "; ".join(variations))
    return "\t".join(cell or "-" for cell in cells) + "\n"


def chunk(job):
    """The rows of some positions or games."""
    what, seed, number, count = job
    rng = random.Random("%s %s %d" % (seed, what, number))
    rng_of_lines = random.Random("%s lines of %s %d" % (seed, what, number))
    rows = []
    while len(rows) < count:
        if what == "games":
            board = start(rng)
            play(rng, board, rng.randrange(20, 60))
        else:
            board = scatter(rng, 6)
        if board is not None:
            rows.append(row(rng_of_lines, board))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", default="gardez")
    arguments = parser.parse_args()
    if chess.__version__ != VERSION:
        sys.exit("this program needs python-chess %s, found %s" % (VERSION, chess.__version__))
    jobs = []
    for what, count in (("games", arguments.games), ("positions", arguments.positions)):
        starts = range(0, count, CHUNK)
        jobs += [(what, arguments.seed, number, min(CHUNK, count - first)) for number, first in enumerate(starts)]
    with multiprocessing.Pool() as pool:
        results = pool.map(chunk, jobs, chunksize=1)
    rows = [row for rows in results for row in rows]
    with open(arguments.output, "w", encoding="ascii", newline="\n") as output:
        output.write(HEADING)
        output.writelines(rows)
    words = [word for row in rows for word in row.split("\t")[3].split(" ")]
    counts = ", ".join("%d %s" % (sum(letter in word for word in words), letter) for letter in "wbftCSIVF")
    print("%d positions and %d games, %d plies: %s" % (arguments.positions, arguments.games, len(words), counts))
    lines = [line for row in rows for line in row.split("\t")[5].split("; ") if line != "-"]
    print("%d lines of %d moves" % (len(lines), sum(line.count(" ") for line in lines)))


if __name__ == "__main__":
    main()
