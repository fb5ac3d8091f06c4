"""The commands of UCI."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, overload

from .. import Board, Move
from .info import UCI_REGEX as UCI_REGEX, _parse_uci_bestmove, _parse_uci_info
from .protocol import LOGGER, Process
from .results import AnalysisResult
from .values import (
    INFO_ALL,
    INFO_NONE,
    ConfigMapping,
    ConfigValue,
    EngineError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    Option,
    PlayResult,
    UciOptionMap,
)

_WORDS = ("name", "type", "default", "min", "max", "var")


def _option(text: str) -> Option:
    """Reads what follows `option`."""
    fields: dict[str, list[str]] = {}
    var: list[list[str]] = []
    current: list[str] = []
    for word in text.split(" "):
        # A name may contain these words, but not `type`.
        in_name = "name" in fields and "type" not in fields and word != "type"
        if word in _WORDS and not in_name and (word == "var" or word not in fields):
            current = fields[word] = []
            if word == "var":
                var.append(current)
        else:
            current.append(word)
    kind = " ".join(fields.get("type", []))
    default: ConfigValue = " ".join(fields["default"]) if "default" in fields else ""

    def number(name: str) -> int | None:
        try:
            return int(" ".join(fields[name]))
        except KeyError:
            return None
        except ValueError:
            LOGGER.exception("Exception parsing option %s: %r", name, text)
            return None

    if kind == "check":
        default = default == "true" if default in ("true", "false") else None
    elif kind == "spin":
        default = number("default")
    elif kind == "button":
        default = None
    elif "default" not in fields and kind != "string":
        default = None
    name = " ".join(fields.get("name", []))
    return Option(name, kind, default, number("min"), number("max"), [" ".join(words) for words in var])


class Protocol(Process):
    """An engine that speaks UCI. One command runs at a time; a new one stops a search that is running, and waits for its end."""

    def __init__(self) -> None:
        super().__init__()
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()
        self.target_config: UciOptionMap[ConfigValue] = UciOptionMap()
        self.board = Board()
        self.game: object = None
        self.first_game = True
        self.may_ponderhit: Board | None = None
        self._searches_ponder = False
        self._opponent: ConfigValue = None

    async def initialize(self) -> None:
        """Asks the engine for its name and options."""
        if self.initialized:
            raise EngineError("engine already initialized")
        await self._command(self._initialize)

    async def _initialize(self) -> None:
        self.send_line("uci")
        while True:
            token, _, rest = (await self._line()).strip().partition(" ")
            if token == "uciok":
                break
            if token == "option":
                option = _option(rest.strip())
                self.options[option.name] = option
                if option.default is not None:
                    self.config[option.name] = option.default
                    if not option.is_managed() and option.name.lower() not in ("uci_analysemode", "uci_opponent"):
                        self.target_config[option.name] = option.default
            elif token == "id":
                key, _, value = rest.strip().partition(" ")
                self.id[key] = value.strip()
        self.initialized = True

    def debug(self, on: bool = True) -> None:
        """Switches the engine's messages about itself on or off."""
        self.send_line("debug on" if on else "debug off")

    async def ping(self) -> None:
        """Waits until the engine answers."""
        await self._command(self._ping)

    async def _ping(self) -> None:
        await self._end_ponder()
        await self._ready()

    async def _ready(self) -> None:
        self.send_line("isready")
        while (await self._line()).strip() != "readyok":
            pass

    # Options.

    def _set(self, name: str, value: ConfigValue) -> None:
        option = self.options.get(name)
        if option is None:
            raise EngineError(f"engine does not support option {name} (available options: {', '.join(self.options)})")
        parsed = option.parse(value)
        if name not in self.config or parsed != self.config[name]:
            text = f"setoption name {option.name}"
            if parsed is True or parsed is False:
                text += f" value {str(parsed).lower()}"
            elif parsed is not None:
                text += f" value {parsed}"
            self.send_line(text)
            self.config[name] = parsed

    def _configure(self, options: Mapping[str, ConfigValue]) -> None:
        wanted = self.target_config.copy()
        for name, value in options.items():
            if name.lower() in ("uci_chess960", "uci_variant", "multipv", "ponder"):
                raise EngineError(f"cannot set {name} which is automatically managed")
            wanted[name] = value
        for name, value in wanted.items():
            self._set(name, value)

    def _is_configured(self, options: Mapping[str, ConfigValue]) -> bool:
        """Returns true if the engine has all options already."""
        wanted = {**self.target_config, **options}
        known = (name in self.options and name in self.config for name in wanted)
        return all(known) and all(self.options[name].parse(value) == self.config[name] for name, value in wanted.items())

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises EngineError if the engine does not have them."""
        async def work() -> None:
            await self._end_ponder()
            self._configure(options)
            for name, value in options.items():
                self.target_config[name] = self.config[name] if name in self.config else value

        await self._command(work)

    def _set_opponent(self, opponent: Opponent | None) -> None:
        """Keeps who plays, for the next search."""
        self._opponent = self._opponent_after(opponent)

    def _opponent_after(self, opponent: Opponent | None) -> ConfigValue:
        """The value of the option when this opponent plays."""
        if opponent is None or "UCI_Opponent" not in self.options:
            return self._opponent
        kind = "computer" if opponent.is_engine else "human"
        rating = opponent.rating if opponent.rating is not None else "none"
        name = f"{opponent.title or 'none'} {rating} {kind} {opponent.name or 'unknown'}"
        return self.options["UCI_Opponent"].parse(name)

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Says against whom the engine plays."""
        async def work() -> None:
            self._set_opponent(opponent)

        await self._command(work)

    # Positions and searches.

    def _send_position(self, board: Board) -> None:
        variant = type(board).uci_variant
        if "UCI_Chess960" in self.options:
            self._set("UCI_Chess960", board.chess960)
        elif board.chess960:
            self._set("UCI_Chess960", True)
        if variant != "chess" or "UCI_Variant" in self.options:
            self._set("UCI_Variant", variant)
        root = board.root()
        fen = root.fen(shredder=board.chess960, en_passant="fen")
        words = ["position", "startpos" if fen == type(board).starting_fen else f"fen {fen}"]
        if board.move_stack:
            words.append("moves")
            words += [board.uci(move) if not board.move_stack else move.uci() for move in board.move_stack]
        self.send_line(" ".join(words))
        self.board = board.copy(stack=False)

    def _send_go(
        self, limit: Limit | None, *, root_moves: Iterable[Move] | None = None, ponder: bool = False, infinite: bool = False
    ) -> None:
        words = ["go"]
        if ponder:
            words.append("ponder")
        milliseconds = (("wtime", "white_clock"), ("btime", "black_clock"), ("winc", "white_inc"), ("binc", "black_inc"))
        for word, name in milliseconds:
            seconds = getattr(limit, name, None)
            if seconds is not None:
                # A time of 0 is a loss for some engines.
                words += [word, str(max(1 if "clock" in name else 0, round(seconds * 1000)))]
        numbers = (("movestogo", "remaining_moves"), ("depth", "depth"), ("nodes", "nodes"), ("mate", "mate"))
        for word, name in numbers:
            number = getattr(limit, name, None)
            if number is not None and (name != "remaining_moves" or int(number) > 0):
                words += [word, str(max(1, int(number)) if name in ("depth", "nodes", "mate") else int(number))]
        if limit is not None and limit.time is not None:
            words += ["movetime", str(max(1, round(limit.time * 1000)))]
        if infinite:
            words.append("infinite")
        if root_moves is not None:
            moves = [self.board.uci(move) for move in root_moves]
            words += ["searchmoves", *(moves or ["0000"])]
        self.send_line(" ".join(words))

    async def _begin(self, game: object, opponent: Opponent | None = None) -> None:
        """Says that a new game begins, if one does, and waits until the engine is ready."""
        who = self._opponent_after(opponent)
        if self.first_game or self.game != game or who not in (None, self.config.get("UCI_Opponent")):
            self.first_game, self.game = False, game
            self.send_line("ucinewgame")
            if who is not None:
                self._set("UCI_Opponent", who)
            await self._ready()

    async def _end_ponder(self) -> None:
        if self._searches_ponder:
            self._searches_ponder, self.may_ponderhit = False, None
            self.send_line("stop")
            await self._best_line()

    async def _best_line(self) -> str:
        """Waits for the end of a search, whose result does not matter."""
        while True:
            line = (await self._line()).strip()
            if line.split(" ", 1)[0] == "bestmove":
                return line

    def _stop(self) -> None:
        if not self.returncode.done():
            self.send_line("stop")

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """Asks for a move. `game` is any value that changes with each game."""
        async def work() -> PlayResult:
            hit = (
                self._searches_ponder
                and self.may_ponderhit is not None
                and self.may_ponderhit == board
                and self.may_ponderhit.move_stack == board.move_stack
                and self.game == game
                and root_moves is None
                and self._is_configured(options)
                and self._opponent_after(opponent) in (None, self.config.get("UCI_Opponent"))
            )
            if hit:
                self._searches_ponder, self.may_ponderhit = False, None
                self.board = board.copy(stack=False)
                self.send_line("ponderhit")
            else:
                await self._end_ponder()
                if "UCI_AnalyseMode" in self.options and "UCI_AnalyseMode" not in self.target_config:
                    self._set("UCI_AnalyseMode", False)
                if "Ponder" in self.options:
                    self._set("Ponder", ponder)
                if "MultiPV" in self.options:
                    default = self.options["MultiPV"].default
                    self._set("MultiPV", default if default is not None else 1)
                self._configure(options)
                await self._begin(game, opponent)
                self._send_position(board)
                self._send_go(limit, root_moves=root_moves)
            self._interrupt = self._stop
            found: dict[str, Any] = {}
            while True:
                token, _, rest = (await self._line()).strip().partition(" ")
                if token == "info" and info:
                    found.update(_parse_uci_info(rest, self.board, info))
                elif token == "bestmove":
                    break
            self._interrupt = None
            best = _parse_uci_bestmove(self.board, rest.strip())
            if ponder and best.move and best.ponder:
                expected = board.copy()
                expected.push(best.move)
                expected.push(best.ponder)
                self._send_position(expected)
                self._send_go(limit, ponder=True)
                self._searches_ponder, self.may_ponderhit = True, expected
            return PlayResult(best.move, best.ponder, found)  # type: ignore[arg-type]

        result: PlayResult = await self._search(work)
        return result

    async def _search(self, work: Any) -> Any:
        """Does a search; if it is cancelled, the engine stops before the next command."""
        task = asyncio.ensure_future(self._command(work))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._interrupt is not None:
                interrupt, self._interrupt = self._interrupt, None
                interrupt()
                task.add_done_callback(lambda task: task.cancelled() or task.exception())
            else:
                task.cancel()
            raise

    @overload
    async def analyse(
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
    async def analyse(
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
    async def analyse(
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
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> "list[InfoDict] | InfoDict":
        """Searches up to a limit, and returns the newest values: a list of them if `multipv` is given."""
        analysis = await self.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Begins a search, without an end if there is no limit."""
        started: asyncio.Future[AnalysisResult] = self.loop.create_future()

        async def work() -> None:
            await self._end_ponder()
            if "UCI_AnalyseMode" in self.options and "UCI_AnalyseMode" not in self.target_config:
                self._set("UCI_AnalyseMode", True)
            if "Ponder" in self.options:
                self._set("Ponder", False)
            if multipv is not None or "MultiPV" in self.options:
                count: ConfigValue = multipv
                if count is None:
                    default = self.options["MultiPV"].default
                    count = default if default is not None else 1
                self._set("MultiPV", count)
            self._configure(options)
            await self._begin(game)
            self._send_position(board)
            result = AnalysisResult(stop=self._stop)
            self._interrupt = result.stop
            root = self.board
            started.set_result(result)
            try:
                self._send_go(limit, root_moves=root_moves, infinite=limit is None or _is_empty(limit))
                while True:
                    token, _, rest = (await self._line()).strip().partition(" ")
                    if token == "info" and info:
                        result.post(_parse_uci_info(rest, root, info))
                    elif token == "bestmove":
                        best = _parse_uci_bestmove(root, rest.strip())
                        result.set_finished(best)
                        return
            except EngineError as error:
                result.set_exception(error)

        task = asyncio.ensure_future(self._command(work))
        both: list[asyncio.Future[Any]] = [task, started]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not started.done():
            await task
            raise EngineError("the analysis did not begin")
        self._follower = task
        return started.result()

    async def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: UCI has no such command."""

    async def quit(self) -> None:
        """Asks the engine to end, and waits until it has."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)


class UciProtocol(Protocol):
    """An engine that speaks UCI."""


def _is_empty(limit: Limit) -> bool:
    return all(value is None for name, value in vars(limit).items() if name != "clock_id")


class XBoardProtocol(Protocol):
    """Not here: engines that speak XBoard are not supported. Making one raises EngineError."""

    def __new__(cls) -> "XBoardProtocol":
        raise EngineError("engines that speak XBoard are not supported")


async def popen_uci(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Starts an engine and waits until it is ready. Raises EngineError if it does not speak UCI."""
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        transport.close()
        raise
    return transport, protocol


async def popen_xboard(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Not here: engines that speak XBoard are not supported. Raises EngineError."""
    raise EngineError("engines that speak XBoard are not supported")


