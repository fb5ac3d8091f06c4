from gardez.chess.syzygy import *
