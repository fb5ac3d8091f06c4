"""Engines without `await`: commands wait, and an event loop runs in a thread."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import threading
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, overload

from ..._streams import Closing
from .. import Board, Move
from .results import AnalysisResult
from .uci import Protocol, popen_uci, popen_xboard
from .values import INFO_ALL, BestMove, ConfigMapping, EngineTerminatedError
from .values import Info, InfoDict, Limit, Option, UciOptionMap

if TYPE_CHECKING:
    from typing import Self

P = ParamSpec("P")
T = TypeVar("T")

EventLoopPolicy = asyncio.DefaultEventLoopPolicy


def run_in_background(
    coroutine: "Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]]",
    *,
    name: str | None = None,
    debug: bool | None = None,
) -> T:
    """Runs a coroutine on an event loop in a new thread, and waits for the value that it gives to the future.

    The coroutine goes on after that. An error before is raised.
    """
    assert asyncio.iscoroutinefunction(coroutine)
    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def background() -> None:
        try:
            asyncio.run(coroutine(future), debug=debug)
            future.cancel()
        except BaseException as error:
            if future.done():
                raise
            future.set_exception(error)

    threading.Thread(target=background, name=name, daemon=True).start()
    return future.result()


def _waiting(command: "Callable[Concatenate[Protocol, P], Coroutine[Any, Any, T]]") -> "Callable[Concatenate[SimpleEngine, P], T]":
    """The same command, which waits for its result."""

    @functools.wraps(command)
    def wait(engine: "SimpleEngine", /, *args: P.args, **options: P.kwargs) -> T:
        limits = (value for value in (*args, *options.values()) if isinstance(value, Limit))
        running: Coroutine[Any, Any, T] = getattr(engine.protocol, command.__name__)(*args, **options)
        return engine._wait(running, engine._limit(next(limits, Limit(time=0.0))))

    return wait


class SimpleEngine(Closing):
    """An engine whose commands wait for their results. Use it as a context, or call `quit` or `close`."""

    def __init__(
        self, transport: asyncio.SubprocessTransport, protocol: Protocol, *, timeout: float | None = 10.0
    ) -> None:
        self.transport = transport
        self.protocol = protocol
        self.timeout = timeout
        self._lock = threading.Lock()
        self._closed = False
        self._shutdown = asyncio.Event()
        self.returncode: concurrent.futures.Future[int] = concurrent.futures.Future()

    @contextmanager
    def _open(self) -> Generator[None, None, None]:
        with self._lock:
            if self._closed:
                raise EngineTerminatedError("engine event loop dead")
            yield

    def _limit(self, limit: Limit) -> float | None:
        """How long to wait for a search."""
        if self.timeout is None or limit.time is None:
            return None
        return self.timeout + limit.time

    def _wait(self, coroutine: Coroutine[Any, Any, T], timeout: float | None) -> T:
        with self._open():
            waiting = asyncio.wait_for(coroutine, timeout)
            future = asyncio.run_coroutine_threadsafe(waiting, self.protocol.loop)
        return future.result()

    def _read(self, name: str) -> Any:
        async def get() -> Any:
            return getattr(self.protocol, name).copy()

        return self._wait(get(), self.timeout)

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options of the engine, by their names."""
        found: UciOptionMap[Option] = self._read("options")
        return found

    @property
    def id(self) -> dict[str, str]:
        """Name and author of the engine."""
        found: dict[str, str] = self._read("id")
        return found

    def communicate(self, command_factory: Callable[[Protocol], Any]) -> Any:
        """Not here. Raises EngineError."""
        return self._wait(self.protocol.communicate(command_factory), self.timeout)

    configure = _waiting(Protocol.configure)
    send_opponent_information = _waiting(Protocol.send_opponent_information)
    ping = _waiting(Protocol.ping)
    play = _waiting(Protocol.play)
    send_game_result = _waiting(Protocol.send_game_result)
    quit = _waiting(Protocol.quit)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> list[InfoDict]: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> list[InfoDict] | InfoDict: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> list[InfoDict] | InfoDict:
        """Searches up to a limit, and returns the newest values: a list of them if `multipv` is given."""
        analysing = self.protocol.analyse(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return self._wait(analysing, self._limit(limit))

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> "SimpleAnalysisResult":
        """Begins a search, without an end if there is no limit."""
        beginning = self.protocol.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return SimpleAnalysisResult(self, self._wait(beginning, self.timeout))

    def close(self) -> None:
        """Ends the process and the thread. Nothing happens if they have ended."""
        with self._lock:
            if self._closed:
                return
            self._closed = True

            def end() -> None:
                self.transport.close()
                self._shutdown.set()

            self.protocol.loop.call_soon_threadsafe(end)

    @classmethod
    def popen(
        cls, start: Any, command: str | list[str], timeout: float | None, debug: bool | None, options: dict[str, Any]
    ) -> Self:
        """Starts an engine by an asynchronous function."""

        async def background(future: "concurrent.futures.Future[Self]") -> None:
            transport, protocol = await asyncio.wait_for(start(command, **options), timeout)
            engine = cls(transport, protocol, timeout=timeout)
            try:
                future.set_result(engine)
                ended = asyncio.ensure_future(engine._shutdown.wait())
                await asyncio.wait([protocol.returncode, ended], return_when=asyncio.FIRST_COMPLETED)
                ended.cancel()
                code = await asyncio.wait_for(asyncio.shield(protocol.returncode), 5)
                engine.returncode.set_result(code)
            finally:
                with engine._lock:
                    engine._closed = True
                # Who waits for something gets the error of the process that ended.
                others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
                if others:
                    await asyncio.wait(others, timeout=0.5)

        return run_in_background(background, name=f"{cls.__name__} (command={command!r})", debug=debug)

    @classmethod
    def popen_uci(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Self:
        """Starts an engine and waits until it is ready. Raises EngineError if it does not speak UCI."""
        return cls.popen(popen_uci, command, timeout, debug, {"setpgrp": setpgrp, **popen_args})

    @classmethod
    def popen_xboard(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Self:
        """Not here: engines that speak XBoard are not supported. Raises EngineError."""
        return cls.popen(popen_xboard, command, timeout, debug, {"setpgrp": setpgrp, **popen_args})

    def __repr__(self) -> str:
        pid = self.transport.get_pid()
        return f"<{type(self).__name__} (pid={pid})>"


class SimpleAnalysisResult:
    """An analysis: an iterator of what the engine says. `info` has the newest values, `multipv` those of each line."""

    def __init__(self, simple_engine: SimpleEngine, inner: AnalysisResult) -> None:
        self.simple_engine = simple_engine
        self.inner = inner

    def _do(self, work: Callable[[], Any]) -> Any:
        async def run() -> Any:
            found = work()
            return await found if asyncio.iscoroutine(found) else found

        return self.simple_engine._wait(run(), None)

    @property
    def info(self) -> InfoDict:
        """The newest values of the best line."""
        found: InfoDict = self._do(lambda: self.inner.info.copy())
        return found

    @property
    def multipv(self) -> list[InfoDict]:
        """The newest values of each line."""
        found: list[InfoDict] = self._do(lambda: [info.copy() for info in self.inner.multipv])
        return found

    def stop(self) -> None:
        """Asks the engine to stop; what it has found is still to be read."""
        self._do(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits for the result."""
        best: BestMove = self._do(self.inner.wait)
        return best

    def would_block(self) -> bool:
        """Returns true if `get` would have to wait."""
        return bool(self._do(self.inner.would_block))

    def empty(self) -> bool:
        """Returns true if nothing is to be read at once."""
        return bool(self._do(self.inner.empty))

    def get(self) -> InfoDict:
        """Waits for what the engine says next. Raises AnalysisComplete at the end."""
        info: InfoDict = self._do(self.inner.get)
        return info

    def next(self) -> InfoDict | None:
        """Waits for what the engine says next; None at the end."""
        info: InfoDict | None = self._do(self.inner.next)
        return info

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> "SimpleAnalysisResult":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(EngineTerminatedError):
            self.stop()


