import { SetUp } from "gardez";
import { $, text } from "./dom.js";
import { drawing } from "./gardez/src/dom.js";

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
/** What a click does: moves a piece, puts one, or removes one. */
const TOOLS = ["move", ..."KQRBNP", "remove", ..."kqrbnp"];
const NO_MARKS = { last: [], check: undefined, circles: [], arrows: [] };

const nameOf = (tool) => (tool.length === 1 ? `${tool < "a" ? "White" : "Black"} ${NAMES[tool.toLowerCase()]}` : tool === "move" ? "Move pieces" : "Remove pieces");
const signOf = (tool) => {
  const svg = drawing("svg", { viewBox: tool.length === 1 ? "0 0 48 48" : "0 0 16 16", "aria-hidden": "true" });
  if (tool.length === 1) svg.append(drawing("use", { href: `#gardez-${NAMES[tool.toLowerCase()]}`, class: tool < "a" ? "white" : "black" }));
  else svg.append(drawing("path", { d: tool === "move" ? "M8 1l2.5 3H9v3h3V5.5L15 8l-3 2.5V9H9v3h1.5L8 15l-2.5-3H7V9H4v1.5L1 8l3-2.5V7h3V4H5.5z" : "M3 4.5L4.5 3 8 6.5 11.5 3 13 4.5 9.5 8l3.5 3.5-1.5 1.5L8 9.5 4.5 13 3 11.5 6.5 8z", fill: "currentColor" }));
  return svg;
};

/** Sets up a position by hand, on the board of the page. */
export class Editor {
  #board;
  #setUp;
  #tool = "move";
  #buttons = new Map();
  isOpen = false;

  /** `done(fen)` is called with a position that can be played, or with nothing if the person cancels. */
  constructor(board, { done }) {
    this.#board = board;
    for (const tool of TOOLS) {
      const made = document.createElement("button");
      made.type = "button";
      made.setAttribute("role", "radio");
      made.setAttribute("aria-label", nameOf(tool));
      made.title = nameOf(tool);
      made.dataset.tool = tool;
      made.append(signOf(tool));
      made.addEventListener("click", () => this.#choose(tool));
      this.#buttons.set(tool, made);
    }
    $("palette").append(...this.#buttons.values());
    $("palette").addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key];
      if (way === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#choose(TOOLS[(TOOLS.indexOf(this.#tool) + way + TOOLS.length) % TOOLS.length]);
      this.#buttons.get(this.#tool).focus();
    });
    const set = (field, value) => {
      try {
        this.#setUp[field] = value;
      } catch ({ message }) {
        $("edit-problems").replaceChildren(text("li", message, "error"));
        return;
      }
      this.#show();
    };
    $("edit-turn").addEventListener("change", ({ target }) => set("turn", target.value));
    $("edit-castling").addEventListener("change", ({ target }) => set("castling", target.value.trim() || "-"));
    $("edit-passed").addEventListener("change", ({ target }) => set("enPassant", target.value.trim().replace("-", "") || null));
    const load = (fen) => () => {
      this.#setUp = new SetUp(fen);
      this.#show();
    };
    $("edit-clear").addEventListener("click", load("8/8/8/8/8/8/8/8 w - - 0 1"));
    $("edit-start").addEventListener("click", load());
    $("edit-cancel").addEventListener("click", () => done());
    $("edit-done").addEventListener("click", () => {
      if (this.#setUp.problems().every(({ severity }) => severity === "note")) done(this.#setUp.fen());
    });
  }

  /** Shows a position to be changed. */
  open(fen) {
    this.#setUp = new SetUp(fen);
    this.isOpen = true;
    this.#board.onSquare = (square) => this.#square(square);
    $("editor").hidden = false;
    this.#choose("move");
    this.#buttons.get("move").focus();
    this.#show();
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#board.onSquare = () => false;
    const hadFocus = $("editor").contains(document.activeElement);
    $("editor").hidden = true;
    if (hadFocus) $("edit").focus();
  }

  /** Moves a piece to any square. */
  move(from, to) {
    const piece = this.#setUp.remove(from);
    if (piece !== undefined) this.#setUp.put(piece, to);
    this.#show();
  }

  #choose(tool) {
    this.#tool = tool;
    for (const [name, made] of this.#buttons) {
      made.setAttribute("aria-checked", name === tool);
      made.tabIndex = name === tool ? 0 : -1;
    }
  }

  #square(square) {
    if (this.#tool === "move") return false;
    const { type, color } = this.#setUp.get(square) ?? {};
    const letter = color === "w" ? type.toUpperCase() : type;
    if (this.#tool === "remove" || this.#tool === letter) this.#setUp.remove(square);
    else this.#setUp.put(this.#tool, square);
    this.#show();
    return true;
  }

  #show() {
    const rows = this.#setUp.board();
    const squares = rows.toReversed().flat().map((piece) => (piece === null ? "." : piece.color === "w" ? piece.type.toUpperCase() : piece.type)).join("");
    const names = rows.toReversed().flatMap((_, rank) => [..."abcdefgh"].map((file) => file + (rank + 1)));
    const dests = new Map(names.filter((_, index) => squares[index] !== ".").map((from) => [from, []]));
    this.#board.show({ ...NO_MARKS, squares, dests });
    $("edit-turn").value = this.#setUp.turn;
    $("edit-castling").value = this.#setUp.castling;
    $("edit-passed").value = this.#setUp.enPassant ?? "-";
    $("fen").value = this.#setUp.fen();
    const problems = this.#setUp.problems();
    $("edit-problems").replaceChildren(...problems.map(({ severity, message }) => text("li", `${message[0].toUpperCase()}${message.slice(1)}.`, severity)));
    $("edit-done").disabled = problems.some(({ severity }) => severity === "error");
  }
}
