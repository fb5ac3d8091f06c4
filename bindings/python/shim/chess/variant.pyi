from gardez.chess.variant import *
