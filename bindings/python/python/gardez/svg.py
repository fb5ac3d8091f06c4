"""Drawings of boards, pieces and sets as SVG, with python-chess's arguments: the same as `gardez.chess.svg`.

>>> import gardez
>>> from gardez import svg
>>> board = gardez.Board()
>>> e4 = board.push_san("e4")
>>> picture = svg.board(board, lastmove=e4, arrows=[svg.Arrow(gardez.G8, gardez.F6)], size=350)
>>> picture.startswith('<svg '), picture.count("<use ")
(True, 32)

Notebooks draw boards, sets and games by themselves.
"""

from .chess.svg import Arrow as Arrow, SvgWrapper as SvgWrapper, board as board, piece as piece
