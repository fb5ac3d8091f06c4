"""The package `chess`, which is `gardez.chess`."""

import gardez.chess

gardez.chess.install()
