"""How visitors are called for a tree: in the order of the text, and without recursion."""

from collections.abc import Callable
from typing import Any

from .. import Board


def visit_game(visitor: Any, headers: Any, board: Board | Callable[[], Board], comment: str, first: Any) -> None:
    """Calls a visitor for a game that begins with a position."""
    from .visitors import SKIP

    if visitor.begin_game() is not SKIP:
        visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            if callable(board):
                board = board()
            visitor.visit_board(board)
            if comment:
                visitor.visit_comment(comment)
            if first is not None:
                visit_lines(visitor, board, first)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()


def visit_lines(visitor: Any, board: Board, first: Any, *, siblings: bool = True) -> None:
    """Calls a visitor for a node, the variations beside it, and all that follows. The board is changed."""
    from .visitors import SKIP

    # What is left to do: a node, the board before it, and whether the nodes beside it are visited; or None after a variation.
    stack: list[Any] = [(first, board, siblings, False)]
    while stack:
        task = stack.pop()
        if task is None:
            visitor.end_variation()
            continue
        node, board, siblings, is_variation = task
        if is_variation and visitor.begin_variation() is SKIP:
            visitor.end_variation()
            continue
        if is_variation:
            stack.append(None)
        others = [other for other in node.parent.variations if other is not node] if siblings else []
        before = board.copy() if others else board
        visit_node(visitor, board, node)
        if node.variations:
            stack.append((node.variations[0], board, True, False))
        for other in reversed(others):
            stack.append((other, before.copy(), False, True))


def visit_node(visitor: Any, board: Board, node: Any) -> None:
    """Calls a visitor for the move of a node, and makes it."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)
