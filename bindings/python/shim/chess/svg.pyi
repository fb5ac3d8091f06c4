from gardez.chess.svg import *
