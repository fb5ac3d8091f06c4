import { Chess, load, readNotes } from "./gardez/src/index.js";
import { STYLE } from "./gardez/src/board-style.js";
import { Board } from "./gardez/src/board.js";
import { decoded } from "./gardez/src/utf8.js";
import { chosenMove, positionOf, sentence, stateOf } from "./gardez/src/shown.js";
import { $, onSubmit, text } from "./dom.js";
import { Editor } from "./editor.js";
import { EXAMPLE } from "./example.js";
import { Game, gamesOf, isShredder, variantGame } from "./game.js";
import { isLong, showBeginning } from "./long-text.js";
import { showFacts, markFen } from "./position-panel.js";
import { MovesPanel } from "./moves-panel.js";
import { PerftPanel } from "./perft-panel.js";
import { PlanesPanel } from "./planes-panel.js";
import { Pocket } from "./pocket.js";
import { TablesPanel } from "./tables-panel.js";
import { TreePanel } from "./tree-panel.js";
import { showWhy } from "./why-panel.js";

const style = new CSSStyleSheet();
style.replaceSync(STYLE);
document.adoptedStyleSheets.push(style);

let game = new Game();
/** The games of a PGN, which get trees when they are chosen. */
let games = [];
let openings;

const board = new Board($("board"), {
  onMove: (from, to) => (editor.isOpen ? editor.move(from, to) : tryMove(from, to)),
  onMark: (from, to, color) => {
    game.mark(from, to, color);
    show();
  },
});
const pocket = new Pocket(board, { drop: (piece, to) => play({ drop: piece, to }) });
const editor = new Editor(board, { done: (fen) => (fen === undefined ? show() : setUp(fen)) });
const tree = new TreePanel({ go: (node) => { game.current = node; show(); } });
const moves = new MovesPanel({ play: (san) => play(san) });
const perft = new PerftPanel();
const planes = new PlanesPanel();
const tables = new TablesPanel({ play: (san) => play(san) });

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

const tryMove = async (from, to) => {
  const san = await chosenMove(board, game.chess, from, to);
  if (san) play(san);
  else if (san === undefined) {
    $("san-error").textContent = `${from}${to} is not a legal move.`;
    board.draw();
  }
};

/** What a tab shows of the position. Only the open one is drawn. */
const PANELS = {
  game: () => tree.show(game),
  position: () => {
    showFacts($("facts"), game.chess);
    $("text-board").textContent = game.chess.ascii();
  },
  moves: () => moves.show(game.chess),
  perft: () => perft.show({ fen: game.chess.fen(), chess960: game.chess.isChess960, variant: game.variant }),
  planes: () => planes.show(game.chess),
  tables: () => tables.show(game.chess),
};
let opened = "game";

/** Shows the position of the game everywhere. */
const show = () => {
  const { chess, current } = game;
  editor.close();
  board.show(positionOf(chess, current));
  pocket.show(chess);
  document.documentElement.classList.toggle("variant", game.variant !== undefined);
  if (game.variant !== undefined && ["planes", "tables"].includes(opened)) open(tabs[0]);
  $("state").textContent = stateOf(chess, current);
  $("note").value = readNotes(current.comments).text;
  $("promote").disabled = game.isMainLine;
  $("remove").disabled = current.parent === null;
  $("fen").value = chess.fen();
  markFen($("fen-mark"), "");
  $("fen-error").textContent = "";
  showOpening();
  PANELS[opened]();
  document.documentElement.dataset.linked = "no";
  clearTimeout(linking);
  linking = setTimeout(link, 150);
};

let linking;
/** The game whose link is a step of the browser's history. */
let linkedGame;

/** Writes the link of the game to the address bar, when nothing has changed for a moment. */
const link = async () => {
  const shown = linking;
  const { link: found, isWhole } = await game.link();
  // What has changed since then has a link of its own in a moment.
  if (shown !== linking) return;
  const address = `#${found}`;
  // Another game is another step of the browser's history, so Back goes back to this one.
  if (linkedGame === undefined || linkedGame === game || address === location.hash) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  linkedGame = game;
  $("link").textContent = isWhole ? "The link in the address bar keeps the game." : TOO_LONG;
  document.documentElement.dataset.linked = "yes";
};

const TOO_LONG = "The game is too long for a link: the one in the address bar keeps only the moves to this position. Save the PGN.";

const showOpening = async () => {
  const isUsual = game.variant === undefined && game.start.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
  if (!isUsual || game.line.length === 0) {
    $("opening").textContent = "";
    return;
  }
  openings ??= import("./gardez/src/openings.js");
  const { openingOf } = await openings;
  const found = openingOf(game.line);
  $("opening").textContent = found ? `${found.eco} · ${found.name}` : "";
};

const setUp = (fen, options = {}) => {
  try {
    const problems = new Chess(fen, { chess960: options.chess960 || isShredder(fen) }).problems();
    if (0 < problems.length) throw Object.assign(new Error(problems.join(", ")), { start: 0, end: fen.indexOf(" ") });
    game = new Game(fen, options);
  } catch (error) {
    markFen($("fen-mark"), fen, error.start, error.end);
    $("fen-error").textContent = sentence({ message: error.message });
    return;
  }
  $("san-error").textContent = "";
  show();
};

/** A pause in which the page draws and answers. Browsers put a frame off for several timers; what is hidden has no frames. */
const pause = () => new Promise((go) => {
  if (document.hidden) setTimeout(go);
  else requestAnimationFrame(() => setTimeout(go));
});
let reading = 0;

showBeginning($("pgn"), $("pgn-long"));

/** Puts a PGN in its box and reads it. */
const openPgn = (pgn) => {
  $("pgn").value = pgn;
  open(tabs[0]);
  return readGames(pgn);
};

/** Opens what a person drops or pastes: a PGN, a FEN, or endgame tables. */
const openData = (data) => (data.files.length === 0 ? openText(data.getData("text")) : openFiles(data.files));
const openText = (text) => {
  const line = text.trim();
  if (line === "") return;
  if (/^[1-8pnbrqk]+(\/[1-8pnbrqk]+){7}(\s|$)/i.test(line) && !line.includes("\n")) setUp(line.includes(" ") ? line : `${line} w - - 0 1`);
  else openPgn(text);
};
const openFiles = async (files) => {
  const isTable = ({ name }) => /\.rtb[wz]$/i.test(name);
  const found = [...files];
  if (found.some(isTable)) {
    await tables.add(found.filter(isTable));
    open(tabs.find(({ id }) => id === "tab-tables"));
  } else if (found.length !== 0) openText(decoded(await found[0].arrayBuffer()));
};

/** Reads the games of a PGN, a little at a time. */
const readGames = async (pgn) => {
  reading += 1;
  const turn = reading;
  const found = [];
  $("pgn-problems").replaceChildren(text("li", "Reading …", "note"));
  await pause();
  try {
    let since = performance.now();
    for await (const read of gamesOf(pgn)) {
      found.push(read);
      if (performance.now() - since < 10) continue;
      await pause();
      if (turn !== reading) return;
      since = performance.now();
    }
  } catch (error) {
    $("pgn-problems").replaceChildren(text("li", sentence(error)));
    return;
  }
  if (found.length === 0) {
    $("pgn-problems").replaceChildren(text("li", "There is no game in this text."));
    return;
  }
  games = found;
  $("pgn-select").max = games.length;
  $("pgn-count").textContent = `of ${games.length}`;
  $("pgn-which").hidden = games.length < 2;
  chooseGame(0);
};

const chooseGame = (index) => {
  if (games[index] === undefined) return;
  $("pgn-select").value = index + 1;
  game = Game.read(games[index]);
  tree.problems(games[index].problems, (start, end) => {
    if (isLong($("pgn").value)) return;
    $("pgn").focus();
    $("pgn").setSelectionRange(start, end);
  });
  show();
};

const step = (move) => () => {
  game[move]();
  show();
};

for (const move of ["first", "back", "forward", "last", "undo", "redo", "promote", "remove"]) $(move).addEventListener("click", step(move));
$("flip").addEventListener("click", () => board.flip());
$("fresh").addEventListener("click", () => {
  game = new Game();
  show();
});
onSubmit("say", () => {
  if (play($("san").value.trim())) $("san").value = "";
});
onSubmit("fen-form", () => {
  if (game.variant === undefined) setUp($("fen").value.trim());
  else startVariant(game.variant, $("fen").value.trim());
});
onSubmit("frc-form", () => setUpNumber(Number($("frc").value)));
$("frc-random").addEventListener("click", () => {
  $("frc").value = Math.floor(Math.random() * 960);
  setUpNumber(Number($("frc").value));
});
onSubmit("variant-form", () => startVariant($("variant").value));
/** Does something about a position, and says why it cannot be done. */
const trying = (call) => (...args) => call(...args).catch((error) => { $("fen-error").textContent = sentence(error); });
const startVariant = trying(async (variant, fen) => {
  game = await variantGame(variant, fen);
  show();
});
const setUpNumber = trying(async (number) => {
  await load();
  setUp(Chess.chess960(number).fen(), { chess960: true });
});
$("pgn-load").addEventListener("click", () => readGames($("pgn").value));
$("pgn-save").addEventListener("click", () => { $("pgn").value = game.pgn(); });
$("pgn-select").addEventListener("change", ({ target }) => chooseGame(Number(target.value) - 1));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  openData(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  const { clipboardData: data, target } = event;
  // What is typed into a field stays there, unless it is a long text, which the field would show for seconds.
  if (target.closest("input, textarea") && data.files.length === 0 && !isLong(data.getData("text"))) return;
  event.preventDefault();
  openData(data);
});
let wheeled = 0;
$("board").addEventListener("wheel", (event) => {
  if (event.ctrlKey || editor.isOpen) return;
  event.preventDefault();
  wheeled += event.deltaY;
  if (Math.abs(wheeled) < 40) return;
  step(wheeled < 0 ? "back" : "forward")();
  wheeled = 0;
}, { passive: false });

$("edit").addEventListener("click", () => {
  editor.open(game.variant === undefined ? game.chess.fen() : undefined);
  $("state").textContent = "Editing the board: choose a piece, then squares.";
});
onSubmit("note-form", () => {
  game.note({ text: $("note").value.trim() });
  show();
});

const COPIES = { fen: () => game.chess.fen(), pgn: () => game.pgn(), link: () => location.href };
for (const [what, value] of Object.entries(COPIES)) {
  $(`copy-${what}`).addEventListener("click", async () => {
    if (what === "link") await link();
    try {
      await navigator.clipboard.writeText(value());
      $("copied").textContent = `The ${what === "link" ? "link" : what.toUpperCase()} is copied.`;
    } catch {
      $("copied").textContent = "The browser does not allow it.";
    }
  });
}

const tabs = [...document.querySelectorAll("[role=tab]")];
const open = (tab) => {
  for (const other of tabs) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", isOpen);
    other.tabIndex = isOpen ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = !isOpen;
  }
  opened = tab.getAttribute("aria-controls");
  PANELS[opened]();
  // Keys, policy indices and planes come from the module.
  if (["position", "moves", "planes"].includes(opened)) load().then(() => PANELS[opened]());
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

/** Shows the game of the address bar, and an example if it names none. */
const fromLink = async () => {
  const { hash } = location;
  try {
    game = (await Game.linked(new URLSearchParams(hash.slice(1)))) ?? (hash === "" ? Game.ofPgn(EXAMPLE) : new Game());
  } catch (error) {
    game = new Game();
    $("san-error").textContent = `The link is damaged: ${error.message}.`;
  }
  linkedGame = game;
  show();
};

// How much of a narrow screen the board covers.
new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--play", `${target.offsetHeight}px`);
}).observe(document.querySelector(".play"));
window.addEventListener("hashchange", fromLink);
await fromLink();
document.documentElement.dataset.ready = "";
showWhy();

/** Keeps the files of the page for a time without a network. What is loaded later is kept when it is loaded. */
const keep = async () => {
  await navigator.serviceWorker.register("offline.js");
  await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(location.origin));
  await (await caches.open("gardez")).addAll([...new Set(["./", ...loaded, "perft-worker.js", "speed-worker.js"].map((name) => new URL(name, location).href))]);
  document.documentElement.dataset.kept = "";
};
// A server without encryption has no service workers, except on this machine.
if ("serviceWorker" in navigator) keep().catch(() => {});
