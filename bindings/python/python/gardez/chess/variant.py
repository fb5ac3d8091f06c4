"""Names of variants. Only standard chess and Chess960 are here.

>>> from gardez.chess import variant
>>> variant.find_variant("From Position").uci_variant
'chess'
"""

from . import Board

VARIANTS: list[type[Board]] = [Board]
"""The classes of boards, one for each variant."""


def find_variant(name: str) -> type[Board]:
    """The class of boards for a variant, by one of its names. Raises ValueError if there is none."""
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")
