import { Chess } from "./gardez/src/index.js";
import { pieceButton } from "./gardez/src/board.js";
import { drawing } from "./gardez/src/dom.js";
import { PIECES } from "./gardez/src/move.js";
import { letter, squaresOf } from "./gardez/src/shown.js";
import { NAMES } from "./gardez/src/square.js";
import { $, button, text } from "./dom.js";

/** What a click does: moves a piece, puts one, or removes one. */
const TOOLS = ["move", ..."KQRBNP", "remove", ..."kqrbnp"];
const NO_MARKS = { last: [], check: undefined, circles: [], arrows: [] };

/** The drawings and the names of the tools that are no pieces. */
const SIGNS = {
  move: ["M8 1l2.5 3H9v3h3V5.5L15 8l-3 2.5V9H9v3h1.5L8 15l-2.5-3H7V9H4v1.5L1 8l3-2.5V7h3V4H5.5z", "Move pieces"],
  remove: ["M3 4.5L4.5 3 8 6.5 11.5 3 13 4.5 9.5 8l3.5 3.5-1.5 1.5L8 9.5 4.5 13 3 11.5 6.5 8z", "Remove pieces"],
};

const toolButton = (tool, action) => {
  if (tool.length === 1) return pieceButton(tool, `${tool < "a" ? "White" : "Black"} ${PIECES[tool.toLowerCase()]}`, action);
  const [path, name] = SIGNS[tool];
  const [made, svg] = [button("", action), drawing("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" })];
  svg.append(drawing("path", { d: path, fill: "currentColor" }));
  made.append(svg);
  made.ariaLabel = name;
  return made;
};

/** Sets up a position by hand, on the board of the page. */
export class Editor {
  #board;
  #chess;
  #tool = "move";
  #buttons = new Map();
  isOpen = false;

  /** `done(fen)` is called with a position that can be played, or with nothing if the person cancels. */
  constructor(board, { done }) {
    this.#board = board;
    for (const tool of TOOLS) {
      const made = toolButton(tool, () => this.#choose(tool));
      made.setAttribute("role", "radio");
      made.title = made.ariaLabel;
      made.dataset.tool = tool;
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
        this.#chess.setUp({ [field]: value });
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
      this.#chess = new Chess(fen, { skipValidation: true });
      this.#show();
    };
    $("edit-clear").addEventListener("click", load("8/8/8/8/8/8/8/8 w - - 0 1"));
    $("edit-start").addEventListener("click", load());
    $("edit-cancel").addEventListener("click", () => done());
    $("edit-done").addEventListener("click", () => {
      if (this.#chess.problems().length !== 0) return;
      // Rights whose king or rook is not in its place are dropped.
      this.#chess.setCastlingRights("w", {});
      done(this.#chess.fen({ forceEnpassantSquare: true }));
    });
  }

  /** Shows a position to be changed. */
  open(fen) {
    this.#chess = new Chess(fen, { skipValidation: true });
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
    const piece = this.#chess.remove(from);
    if (piece !== undefined) this.#chess.put(piece, to);
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
    const piece = { type: this.#tool.toLowerCase(), color: this.#tool < "a" ? "w" : "b" };
    if (this.#tool === "remove" || this.#tool === letter(this.#chess.get(square))) this.#chess.remove(square);
    else if (!this.#chess.put(piece, square)) {
      // There is one king of a color: it moves.
      this.#chess.remove(this.#chess.findPiece(piece)[0]);
      this.#chess.put(piece, square);
    }
    this.#show();
    return true;
  }

  /** Whether each castling right has its king and its rook. */
  #hasRooks() {
    const same = this.#chess.copy();
    same.setCastlingRights("w", {});
    return same.fen() === this.#chess.fen();
  }

  #show() {
    const squares = squaresOf(this.#chess);
    const dests = new Map(NAMES.filter((_, index) => squares[index] !== ".").map((from) => [from, []]));
    this.#board.show({ ...NO_MARKS, squares, dests });
    const fen = this.#chess.fen({ forceEnpassantSquare: true });
    const [, turn, castling, passed] = fen.split(" ");
    $("edit-turn").value = turn;
    $("edit-castling").value = castling;
    $("edit-passed").value = passed;
    $("fen").value = fen;
    const problems = this.#chess.problems();
    const items = problems.map((problem) => text("li", `${problem[0].toUpperCase()}${problem.slice(1)}.`, "error"));
    if (!this.#hasRooks()) items.push(text("li", "Castling rights without their king and rook are left out.", "note"));
    $("edit-problems").replaceChildren(...items);
    $("edit-done").disabled = problems.length !== 0;
  }
}
