"""Finds everything that the package offers: modules, classes, functions, and members of classes."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

import gardez

# Members that Python gives to every class, or that belong to the interpreter.
OMITTED = frozenset(dir(object)) - {"__eq__", "__init__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__repr__", "__str__", "__reduce__"}
OF_THE_INTERPRETER = frozenset(
    "__module__ __dict__ __weakref__ __doc__ __annotations__ __slots__ __match_args__ __static_attributes__ __firstlineno__ "
    "__parameters__ __orig_bases__ __class_getitem__ __members__ __annotate_func__ __annotations_cache__ __del__".split()
)


@dataclass(frozen=True)
class Entry:
    """A class, a function, or a member of a class."""

    name: str
    # The function, class or descriptor.
    value: object
    # The class of which it is a member.
    owner: type | None = None

    @property
    def member(self) -> str:
        """The last part of the name."""
        return self.name.rsplit(".", 1)[-1]


def modules() -> list[ModuleType]:
    """The package and its public modules."""
    found = [gardez]
    for info in pkgutil.walk_packages(gardez.__path__, "gardez."):
        if not any(part.startswith("_") for part in info.name.split(".")):
            found.append(importlib.import_module(info.name))
    return found


def is_ours(value: object) -> bool:
    """Whether a class or function was written for this package."""
    module = getattr(value, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] == "gardez"


def classes() -> dict[str, type]:
    """The public classes, by the name under which users reach them."""
    return {entry.name: entry.value for entry in top() if isinstance(entry.value, type)}


def top() -> Iterator[Entry]:
    """The public classes and functions of all modules, each under its first name."""
    seen: set[int] = set()
    for module in modules():
        for name in sorted(getattr(module, "__all__", None) or vars(module)):
            value = getattr(module, name)
            if name.startswith("_") or isinstance(value, ModuleType) or id(value) in seen:
                continue
            if is_ours(value) and (inspect.isclass(value) or inspect.isroutine(value)):
                seen.add(id(value))
                yield Entry(f"{module.__name__}.{name}", value)


def members(owner: type, name: str) -> Iterator[Entry]:
    """The members of a class, without those of `object` and of exceptions."""
    for member in sorted(dir(owner)):
        if member in OMITTED or member in OF_THE_INTERPRETER or member.startswith("_") and not member.endswith("__"):
            continue
        if issubclass(owner, BaseException) and hasattr(Exception, member):
            continue
        yield Entry(f"{name}.{member}", inspect.getattr_static(owner, member), owner)


def everything() -> list[Entry]:
    """All of it."""
    found = list(top())
    for name, owner in classes().items():
        found += members(owner, name)
    return found
