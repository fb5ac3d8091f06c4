"""What the compiled half of the package has for `gardez.chess`."""

from .. import _gardez

BaseBoard = _gardez._chess.BaseBoard
Board = _gardez._chess.Board
LegalMoveGenerator = _gardez._chess.LegalMoveGenerator
Tree = _gardez._chess.Tree
_polyglot_numbers = _gardez._chess._polyglot_numbers
_read_game = _gardez._chess._read_game
_read_tree = _gardez._chess._read_tree
_restore = _gardez._chess._restore
_shapes = _gardez._chess._shapes
_Tags = _gardez._chess._Tags
_Trees = _gardez._chess._Trees


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board as it is when they are asked for."""

    def __init__(self, board):
        self.board = board

    def __bool__(self):
        return next(iter(self), None) is not None

    def count(self):
        """Returns the number of moves."""
        return len(list(self))

    def __iter__(self):
        return self.board.generate_pseudo_legal_moves()

    def __contains__(self, move):
        return self.board.is_pseudo_legal(move)

    def __repr__(self):
        board = self.board
        texts = [move.uci() if board.is_into_check(move) else board.san(move) for move in self]
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({', '.join(texts)})>"
