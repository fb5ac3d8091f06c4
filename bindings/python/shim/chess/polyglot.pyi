from gardez.chess.polyglot import *
