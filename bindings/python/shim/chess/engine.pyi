from gardez.chess.engine import *
