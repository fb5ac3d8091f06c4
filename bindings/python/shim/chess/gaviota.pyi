from gardez.chess.gaviota import *
