import { Chess, validateFen } from "gardez";
import { Board } from "./board.js";
import { $, text } from "./dom.js";
import { Game } from "./game.js";
import { showFacts, markFen } from "./position-panel.js";
import { MovesPanel } from "./moves-panel.js";
import { PerftPanel } from "./perft-panel.js";
import { PlanesPanel } from "./planes-panel.js";
import { TablesPanel } from "./tables-panel.js";
import { TreePanel } from "./tree-panel.js";

const SIDES = { w: "White", b: "Black" };
const ENDS = {
  "checkmate": "Checkmate", "stalemate": "Stalemate: a draw", "insufficient-material": "A draw: neither side can checkmate",
  "seventy-five-moves": "A draw by the seventy-five-move rule", "fivefold-repetition": "A draw by fivefold repetition",
  "fifty-moves": "A draw can be claimed: fifty moves", "threefold-repetition": "A draw can be claimed: threefold repetition",
};

let game = new Game();
let games = [];
let openings;

const board = new Board($("board"), { onMove: (from, to) => tryMove(from, to) });
const tree = new TreePanel({ go: (node) => { game.current = node; show(); } });
const moves = new MovesPanel({ play: (raw) => play(raw) });
const perft = new PerftPanel();
const planes = new PlanesPanel();
const tables = new TablesPanel({ play: (raw) => play(raw) });

/** Plays a move on the shown position; says so if it is not legal. */
const play = (move) => {
  try {
    game.play(move);
    $("san-error").textContent = "";
    show();
    return true;
  } catch (error) {
    $("san-error").textContent = sentence(error);
    board.draw();
    return false;
  }
};

const sentence = ({ message, candidates = [] }) => {
  const meant = candidates.length === 0 ? "" : ` It might mean ${candidates.join(" or ")}.`;
  return `${message[0].toUpperCase()}${message.slice(1)}.${meant}`;
};

const tryMove = async (from, to) => {
  const { chess } = game;
  const fits = chess.moves({ verbose: true, square: from }).filter((move) => move.to === to || rookOf(chess, move) === to);
  if (fits.length === 0) {
    $("san-error").textContent = `${from}${to} is not a legal move.`;
    board.draw();
    return;
  }
  if (fits.length === 1) {
    play(fits[0].raw);
    return;
  }
  const letter = await board.choose(chess.turn());
  const chosen = fits.find(({ promotion }) => promotion === letter);
  if (chosen) play(chosen.raw);
};

/** The square of the rook of a castling move: some people drop the king on it. */
const rookOf = (chess, move) => {
  if (!move.isKingsideCastle() && !move.isQueensideCastle()) return undefined;
  return "abcdefgh"[move.raw & 7] + (((move.raw >> 3) & 7) + 1);
};

/** Shows the position of the game everywhere. */
const show = () => {
  const { chess, current } = game;
  const squares = letters(chess);
  const [lastRaw] = game.line.slice(-1);
  const last = lastRaw ? [name((lastRaw >> 6) & 63), name(lastRaw & 63)] : [];
  const king = chess.isCheck() ? name(squares.indexOf(chess.turn() === "w" ? "K" : "k")) : undefined;
  board.show({ squares, dests: withRooks(chess), last, check: king });
  const outcome = chess.outcome();
  const turn = SIDES[chess.turn()];
  const winner = outcome?.winner ? `: ${SIDES[outcome.winner].toLowerCase()} wins` : "";
  const state = outcome ? `${ENDS[outcome.kind]}${winner}.` : `${turn} to move${chess.isCheck() ? ", in check" : ""}.`;
  $("state").textContent = current.parent === null ? state : `${chess.moveNumber() - (chess.turn() === "w" ? 1 : 0)}${chess.turn() === "w" ? "..." : "."} ${current.san} — ${state}`;
  showOpening();
  tree.show(game);
  const fen = chess.fen();
  $("fen").value = fen;
  markFen($("fen-mark"), "");
  $("fen-error").textContent = "";
  showFacts($("facts"), chess, game.problems);
  moves.show(chess);
  perft.show(fen, chess.isChess960);
  planes.show(chess);
  tables.show(chess);
  const { link, isWhole } = game.link;
  history.replaceState(null, "", `#${link}`);
  $("link").textContent = isWhole ? "The link in the address bar keeps the game." : TOO_LONG;
};

const TOO_LONG = "The game is too long for a link: the one in the address bar keeps only the moves to this position. Save the PGN.";

const name = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

const letters = (chess) => {
  const rows = chess.board().reverse();
  return rows.flat().map((piece) => (piece === null ? "." : piece.color === "w" ? piece.type.toUpperCase() : piece.type)).join("");
};

const withRooks = (chess) => {
  const dests = chess.dests();
  for (const raw of chess.legalMoves()) if (raw >> 14 === 3) {
    const list = dests.get(name((raw >> 6) & 63));
    if (!list.includes(name(raw & 63))) list.push(name(raw & 63));
  }
  return dests;
};

const showOpening = async () => {
  const isUsual = game.start.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
  if (!isUsual || game.line.length === 0) {
    $("opening").textContent = "";
    return;
  }
  openings ??= import("gardez/openings");
  const { openingOf } = await openings;
  const found = openingOf(game.line);
  $("opening").textContent = found ? `${found.eco} · ${found.name}` : "";
};

const setUp = (fen, options = {}) => {
  const { ok, error, start, end } = validateFen(fen);
  if (!ok) {
    markFen($("fen-mark"), fen, start, end);
    $("fen-error").textContent = sentence({ message: error });
    return;
  }
  game = new Game(fen, options);
  $("san-error").textContent = "";
  show();
};

const readPgn = (pgn) => {
  try {
    games = [...Game.readAll(pgn)];
  } catch (error) {
    tree.problems([], () => {});
    $("pgn-problems").replaceChildren(text("li", sentence(error)));
    return;
  }
  if (games.length === 0) {
    $("pgn-problems").replaceChildren(text("li", "There is no game in this text."));
    return;
  }
  const select = $("pgn-select");
  select.replaceChildren(...games.map(({ game: { headers, result } }, index) => {
    const option = text("option", `${index + 1}. ${headers.White ?? "?"} – ${headers.Black ?? "?"} ${result}`);
    option.value = index;
    return option;
  }));
  $("pgn-which").hidden = games.length < 2;
  chooseGame(0);
};

const chooseGame = (index) => {
  game = games[index].game;
  game.first();
  tree.problems(games[index].problems, (start, end) => {
    $("pgn").focus();
    $("pgn").setSelectionRange(start, end);
  });
  show();
};

const step = (move) => () => {
  game[move]();
  show();
};

for (const move of ["first", "back", "forward", "last"]) $(move).addEventListener("click", step(move));
$("undo").addEventListener("click", step("undo"));
$("flip").addEventListener("click", () => board.flip());
$("new").addEventListener("click", () => setUp(new Game().start));
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  if (play($("san").value.trim())) $("san").value = "";
});
$("fen-form").addEventListener("submit", (event) => {
  event.preventDefault();
  setUp($("fen").value.trim());
});
$("frc-form").addEventListener("submit", (event) => {
  event.preventDefault();
  setUpNumber(Number($("frc").value));
});
$("frc-random").addEventListener("click", () => {
  $("frc").value = Math.floor(Math.random() * 960);
  setUpNumber(Number($("frc").value));
});
const setUpNumber = (number) => {
  try {
    const chess = Chess.chess960(number);
    setUp(chess.fen(), { chess960: true });
  } catch (error) {
    $("fen-error").textContent = sentence(error);
  }
};
$("pgn-load").addEventListener("click", () => readPgn($("pgn").value));
$("pgn-save").addEventListener("click", () => { $("pgn").value = game.pgn(); });
$("pgn-select").addEventListener("change", ({ target }) => chooseGame(Number(target.value)));
$("pgn").addEventListener("dragover", (event) => event.preventDefault());
$("pgn").addEventListener("drop", async (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  $("pgn").value = await file.text();
  readPgn($("pgn").value);
});

const tabs = [...document.querySelectorAll("[role=tab]")];
const open = (tab) => {
  for (const other of tabs) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", isOpen);
    other.tabIndex = isOpen ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !isOpen;
  }
};
for (const [index, tab] of tabs.entries()) {
  tab.addEventListener("click", () => open(tab));
  tab.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (way === undefined) return;
    event.stopPropagation();
    const next = tabs[(index + way + tabs.length) % tabs.length];
    open(next);
    next.focus();
  });
}

const KEYS = { ArrowLeft: step("back"), ArrowRight: step("forward"), Home: step("first"), End: step("last"), f: () => board.flip() };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, .choice")) return;
  const action = KEYS[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});

/** The game of the address bar. */
const fromLink = () => {
  try {
    game = Game.linked(new URLSearchParams(location.hash.slice(1))) ?? game;
  } catch (error) {
    $("san-error").textContent = `The link is damaged: ${error.message}.`;
  }
};

window.addEventListener("hashchange", () => {
  fromLink();
  show();
});
fromLink();
show();
document.documentElement.dataset.ready = "";
