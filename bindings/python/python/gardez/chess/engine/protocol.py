"""The process of an engine, and commands that follow each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .values import EngineError, EngineTerminatedError, Option, UciOptionMap

if TYPE_CHECKING:
    from typing import Self

LOGGER = logging.getLogger(__name__.rpartition(".")[0])
T = TypeVar("T")


class Process(asyncio.SubprocessProtocol):
    """An engine. One command runs at a time; a new one stops a search that is running, and waits for its end."""

    options: UciOptionMap[Option]
    """The options of the engine, by their names."""
    id: dict[str, str]
    """Name and author of the engine."""
    returncode: "asyncio.Future[int]"
    """How the process ended, once it has."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: Any = None
        self.returncode = self.loop.create_future()
        self.initialized = False
        self.options = UciOptionMap()
        self.id = {}
        self._rest = {1: b"", 2: b""}
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._turn = asyncio.Lock()
        self._listens = False
        # Stops what is running, if that can be stopped.
        self._interrupt: Callable[[], None] | None = None
        self._pending = 0

    # What the process does.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        LOGGER.debug("%s: Connection made", self)

    def connection_lost(self, exc: Exception | None) -> None:
        code = self.transport.get_returncode()
        code = -1 if code is None else code
        LOGGER.debug("%s: Connection lost (exit code: %d, error: %s)", self, code, exc)
        if not self.returncode.done():
            self.returncode.set_result(code)
        self._lines.put_nowait(None)

    def process_exited(self) -> None:
        LOGGER.debug("%s: Process exited", self)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        received = data.encode() if isinstance(data, str) else data
        *lines, self._rest[fd] = (self._rest[fd] + received).split(b"\n")
        for line in lines:
            text = line.rstrip(b"\r").decode("utf-8", "replace")
            if fd == 1:
                self.line_received(text)
            else:
                self.error_line_received(text)

    def error_line_received(self, line: str) -> None:
        """Called for each line of the engine's errors."""
        LOGGER.warning("%s: stderr >> %s", self, line)

    def line_received(self, line: str) -> None:
        """Called for each line of the engine."""
        LOGGER.debug("%s: >> %s", self, line)
        if self._listens:
            self._lines.put_nowait(line)

    def send_line(self, line: str) -> None:
        """Writes a line to the engine."""
        LOGGER.debug("%s: << %s", self, line)
        assert self.transport is not None, "cannot send line before connection is made"
        stdin = self.transport.get_pipe_transport(0)
        stdin.write((line + "\n").encode("utf-8"))

    # Commands.

    def _ended(self) -> EngineTerminatedError:
        code = self.returncode.result() if self.returncode.done() else "?"
        return EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")

    async def _line(self) -> str:
        """The next line of the engine. Raises EngineTerminatedError if there is none."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            raise self._ended()
        return line

    async def _command(self, work: Callable[[], Awaitable[T]]) -> T:
        """Does something when nothing else is running, after stopping what is."""
        if self.returncode.done():
            code = self.returncode.result()
            raise EngineTerminatedError(f"engine process dead (exit code: {code})")
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            interrupt()
        self._pending += 1
        try:
            await self._turn.acquire()
        finally:
            self._pending -= 1
        try:
            self._listens = True
            return await work()
        finally:
            self._interrupt = None
            self._release()

    def _release(self) -> None:
        """Lets the next command begin."""
        self._listens = False
        while not self._lines.empty():
            if self._lines.get_nowait() is None:
                self._lines.put_nowait(None)
                break
        self._turn.release()

    async def communicate(self, command_factory: Callable[[Self], Any]) -> Any:
        """Not here: commands are methods of this class. Raises EngineError."""
        raise EngineError("commands of other programs are not supported: use the methods of the engine")

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else "?"
        return f"<{type(self).__name__} (pid={pid})>"

    @classmethod
    async def popen(
        cls, command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
    ) -> tuple[asyncio.SubprocessTransport, Self]:
        """Starts an engine. Its name and options are not asked for yet."""
        if not isinstance(command, list):
            command = [command]
        if setpgrp:
            popen_args["start_new_session"] = True
        loop = asyncio.get_running_loop()
        transport, protocol = await loop.subprocess_exec(cls, *command, **popen_args)
        return transport, protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """A transport without a process, for tests: it expects lines, and answers them."""

    def __init__(self, protocol: Process) -> None:
        super().__init__()
        self.protocol = protocol
        self.expectations: list[tuple[str, list[str]]] = []
        self.expected_pings = 0
        self.stdin_buffer = bytearray()
        self.protocol.connection_made(self)

    def expect(self, expectation: str, responses: list[str] = []) -> None:
        """Adds a line that is expected, and its answers."""
        self.expectations.append((expectation, list(responses)))

    def expect_ping(self) -> None:
        """Allows one `isready`."""
        self.expected_pings += 1

    def assert_done(self) -> None:
        """Raises AssertionError if something that was expected did not happen."""
        assert not self.expectations, f"pending expectations: {self.expectations}"

    def get_pipe_transport(self, fd: int) -> asyncio.BaseTransport | None:
        assert fd == 0, f"expected 0 for stdin, got {fd}"
        return self

    def write(self, data: Any) -> None:
        self.stdin_buffer += data
        while b"\n" in self.stdin_buffer:
            line, _, rest = bytes(self.stdin_buffer).partition(b"\n")
            self.stdin_buffer = bytearray(rest)
            text = line.decode("utf-8")
            if text == "isready" and self.expected_pings:
                self.expected_pings -= 1
                self.protocol.line_received("readyok")
                continue
            assert self.expectations, f"unexpected: {text!r}"
            expectation, responses = self.expectations.pop(0)
            assert expectation == text, f"expected {expectation}, got: {text}"
            for response in responses:
                self.protocol.line_received(response)

    def get_pid(self) -> int:
        return id(self)

    def get_returncode(self) -> int | None:
        return None if self.expectations else 0
