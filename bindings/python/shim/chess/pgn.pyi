from gardez.chess.pgn import *
