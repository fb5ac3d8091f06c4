// The element `<gardez-board>`: a board for pages that are not about boards. It needs nothing but this file's entry.

import { Board } from "./board.js";
import { COLORS, STYLE } from "./board-style.js";
import { readTree } from "./chess.js";
import { Cursor } from "./cursor.js";
import { button, drawing, text } from "./dom.js";
import { MoveList } from "./move-list.js";
import { chosenMove, positionOf, sentence, stateOf } from "./shown.js";

export { Cursor };

const LAYOUT = `
:host { display: block; max-width: 100%; margin: 1em 0; ${COLORS} }
:host([hidden]) { display: none; }
.all { display: flex; flex-wrap: wrap; gap: .6em 1.2em; align-items: flex-start; }
.play { flex: 0 1 var(--size, 22em); min-width: min(100%, 9em); }
.side { flex: 1 1 12em; min-width: 0; }
[hidden] { display: none; }
.state { margin: .4em 0; min-height: 1.5em; }
.steps { display: flex; gap: .3em; margin-top: .5em; }
.steps button { flex: 1; padding: .35em 0; }
.steps svg { display: block; width: 1em; height: 1em; margin: auto; fill: currentColor; }
button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 6px; background: none; cursor: pointer; }
[aria-disabled="true"] { opacity: .4; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--wrong); margin: .4em 0; }
.error:empty { display: none; }
.board.still { touch-action: auto; }
.board.still .own { cursor: default; }
`;
/** The drawings and the names of the buttons. */
const STEPS = {
  first: ["M3 2h2v12H3zM14 2v12L6 8z", "First position"], back: ["M12 2v12L4 8z", "Back"],
  forward: ["M4 2v12l8-6z", "Forward"], last: ["M11 2h2v12h-2zM2 2v12l8-6z", "Last position"],
  flip: ["M1 5l3.5-4L8 5H5.5v9h-2V5zM8 11h2.5V2h2v9H15l-3.5 4z", "Turn the board"],
};

/** The text of a game: a PGN, or moves after a FEN. */
const pgnOf = (moves, fen) => (fen === null || moves.trimStart().startsWith("[") ? `${moves} ` : `[SetUp "1"]\n[FEN "${fen.replace(/["\\]/g, "")}"]\n\n${moves} *`);

/**
 * A board with the moves of a game. Attributes: `fen`, `moves` or `pgn` (or the text inside the element), `ply` (the number
 * of moves that are played at first, or `end`), `flip`, `size` (pixels), `readonly`. After each step it sends the event
 * `gardez-move` with `{fen, san, ply}`.
 */
export class GardezBoard extends (globalThis.HTMLElement ?? class {}) {
  static observedAttributes = ["fen", "moves", "pgn", "ply", "flip", "size", "readonly"];
  #parts;
  #board;
  #moves;
  #cursor;
  #version = 0;
  #isWaiting = false;

  connectedCallback() {
    this.#later();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#later();
  }

  /** The FEN of the position that is shown. */
  get fen() {
    return this.#cursor?.chess.fen() ?? null;
  }

  set fen(fen) {
    this.setAttribute("fen", fen);
  }

  /** The game with the moves that were tried. */
  get pgn() {
    return this.#cursor?.tree.pgn() ?? null;
  }

  set pgn(pgn) {
    this.setAttribute("pgn", pgn);
  }

  /** Reads the attributes when all of them are there, and the text inside. */
  #later() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const read = () => {
      this.#isWaiting = false;
      if (this.isConnected) this.#read();
    };
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", read, { once: true });
    else queueMicrotask(read);
  }

  #build() {
    const root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE + LAYOUT);
    root.adoptedStyleSheets = [style];
    const names = ["all", "play", "side", "board", "state", "steps", "tree", "error"];
    const [all, play, side, place, state, steps, list, error] = names.map((name) => text("div", "", name));
    state.setAttribute("aria-live", "polite");
    error.setAttribute("role", "alert");
    for (const [group, label] of [[steps, "Steps through the game"], [list, "Moves with variations"]]) {
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", label);
    }
    for (const [name, [path, label]] of Object.entries(STEPS)) {
      const step = button("", () => (name === "flip" ? this.toggleAttribute("flip") : this.#go(() => this.#cursor[name]())));
      const sign = drawing("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
      sign.append(drawing("path", { d: path }));
      step.append(sign);
      step.ariaLabel = label;
      step.dataset.step = name;
      steps.append(step);
    }
    play.append(place, steps);
    side.append(state, error, list);
    all.append(play, side);
    root.append(all);
    this.#parts = { place, state, steps, list, error };
    this.#board = new Board(place, { onMove: (from, to) => this.#try(from, to) });
    this.#moves = new MoveList(list, { go: (node) => this.#go(() => (this.#cursor.current = node)) });
    all.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
      event.preventDefault();
      this.#go(() => this.#cursor[step]());
    });
  }

  #read() {
    if (this.#parts === undefined) this.#build();
    const { place, error, steps } = this.#parts;
    const size = Number(this.getAttribute("size"));
    this.style.setProperty("--size", 0 < size ? `${size}px` : "");
    place.classList.toggle("still", this.hasAttribute("readonly"));
    this.#board.flip(this.hasAttribute("flip"));
    const [fen, moves] = [this.getAttribute("fen"), this.getAttribute("pgn") ?? this.getAttribute("moves") ?? this.textContent];
    const source = pgnOf(moves, fen);
    if (source !== this.#parts.source) {
      this.#parts.source = source;
      error.textContent = "";
      try {
        const { tree, error: wrong } = readTree(source);
        this.#cursor = new Cursor(tree);
        if (wrong !== undefined) error.textContent = `${wrong.san}: ${wrong.reason}.`;
      } catch (thrown) {
        error.textContent = sentence(thrown);
        this.#cursor = new Cursor(readTree("*").tree);
      }
      const ply = this.getAttribute("ply");
      if (ply === "end") this.#cursor.last();
      else for (let count = Number(ply); 0 < count; count -= 1) this.#cursor.forward();
    }
    steps.hidden = this.#cursor.tree.nodes.length === 1 && this.hasAttribute("readonly");
    this.#show();
  }

  #go(step) {
    step();
    this.#parts.error.textContent = "";
    this.#show();
    const { chess, current } = this.#cursor;
    const detail = { fen: chess.fen(), san: current.san, ply: current.ply };
    this.dispatchEvent(new CustomEvent("gardez-move", { bubbles: true, composed: true, detail }));
  }

  async #try(from, to) {
    if (this.hasAttribute("readonly")) return this.#board.draw();
    const san = await chosenMove(this.#board, this.#cursor.chess, from, to);
    if (san) {
      this.#version += 1;
      this.#go(() => this.#cursor.play(san));
      return;
    }
    this.#board.draw();
    if (san === undefined) this.#parts.error.textContent = `${from}${to} is not a legal move.`;
  }

  #show() {
    const { chess, current, tree } = this.#cursor;
    const position = positionOf(chess, current);
    this.#board.show(this.hasAttribute("readonly") ? { ...position, dests: new Map() } : position);
    this.#parts.state.textContent = stateOf(chess, current);
    this.#moves.show(tree, current, this.#version);
    this.#parts.list.hidden = tree.nodes.length === 1;
    const [isFirst, isLast] = [current.parent === null, current.children.length === 0];
    // A button that is disabled loses the focus, and with it the keys.
    const isOff = { first: isFirst, back: isFirst, forward: isLast, last: isLast, flip: false };
    for (const step of this.#parts.steps.children) step.ariaDisabled = isOff[step.dataset.step];
  }
}

if (globalThis.customElements?.get("gardez-board") === undefined) globalThis.customElements?.define("gardez-board", GardezBoard);
