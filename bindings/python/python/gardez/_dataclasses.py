"""Makes dataclasses of `Move` and `Piece`, whose fields are compiled."""

import dataclasses
from typing import Any

from ._gardez import Move, Piece

_FIELDS: dict[type, list[Any]] = {
    Move: [("from_square", int), ("to_square", int), ("promotion", int | None, None), ("drop", int | None, None)],
    Piece: [("piece_type", int), ("color", bool)],
}

for _cls, _fields in _FIELDS.items():
    _made = dataclasses.make_dataclass(_cls.__name__, _fields)
    for _name in ("__dataclass_fields__", "__dataclass_params__"):
        setattr(_cls, _name, getattr(_made, _name))
    setattr(_cls, "__replace__", dataclasses.replace)
