"""`AnalysisResult`: what an engine finds, while it searches.

    with await engine.analysis(board) as analysis:
        async for info in analysis:
            print(info.get("score"), info.get("pv"))
"""

import asyncio
from collections.abc import Callable

from .values import AnalysisComplete, BestMove, InfoDict


class AnalysisResult:
    """An analysis: an asynchronous iterator of what the engine says. `info` has the newest values, `multipv` those of each line."""

    def __init__(self, stop: Callable[[], None] | None = None) -> None:
        self._stop = stop
        self._queue: asyncio.Queue[InfoDict | None] = asyncio.Queue()
        self._best: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        self._has_ended = False
        self.multipv: list[InfoDict] = [{}]

    @property
    def info(self) -> InfoDict:
        """The newest values of the best line."""
        return self.multipv[0]

    def post(self, info: InfoDict) -> None:
        """Adds what the engine said."""
        if not info:
            return
        number = info.get("multipv", 1)
        while len(self.multipv) < number:
            self.multipv.append({})
        self.multipv[number - 1].update(info)
        self._queue.put_nowait(info)

    def set_finished(self, best: BestMove) -> None:
        """Ends the analysis with a result."""
        if not self._best.done():
            self._best.set_result(best)
        self._queue.put_nowait(None)

    def set_exception(self, exc: Exception) -> None:
        """Ends the analysis with an error."""
        if not self._best.done():
            self._best.set_exception(exc)
            # Nobody may ask for the result.
            self._best.exception()
        self._queue.put_nowait(None)

    def stop(self) -> None:
        """Asks the engine to stop; what it has found is still to be read."""
        if self._stop is not None and not self._best.done():
            stop, self._stop = self._stop, None
            stop()

    async def wait(self) -> BestMove:
        """Waits for the result."""
        return await asyncio.shield(self._best)

    async def get(self) -> InfoDict:
        """Waits for what the engine says next. Raises AnalysisComplete at the end."""
        if self._has_ended:
            raise AnalysisComplete
        info = await self._queue.get()
        if info is None:
            self._has_ended = True
            await self.wait()
            raise AnalysisComplete
        return info

    def would_block(self) -> bool:
        """Returns true if `get` would have to wait."""
        return not self._has_ended and self._queue.empty()

    def empty(self) -> bool:
        """Returns true if nothing is to be read at once."""
        return self._has_ended or self._queue.empty()

    async def next(self) -> InfoDict | None:
        """Waits for what the engine says next; None at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def __aiter__(self) -> "AnalysisResult":
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> "AnalysisResult":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
