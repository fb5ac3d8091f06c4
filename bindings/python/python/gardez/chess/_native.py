"""What the compiled half of the package has for `gardez.chess`."""

from .. import _gardez

BaseBoard = _gardez._chess.BaseBoard
Board = _gardez._chess.Board
LegalMoveGenerator = _gardez._chess.LegalMoveGenerator
PseudoLegalMoveGenerator = _gardez._chess.PseudoLegalMoveGenerator
Tree = _gardez._chess.Tree
_polyglot_numbers = _gardez._chess._polyglot_numbers
_read_game = _gardez._chess._read_game
_read_tree = _gardez._chess._read_tree
_restore = _gardez._chess._restore
_shapes = _gardez._chess._shapes
_Tags = _gardez._chess._Tags
_Trees = _gardez._chess._Trees
