"""Comparisons of the speed of gardez with that of other packages: `python -m bench`."""
