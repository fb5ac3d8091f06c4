import { $ } from "./dom.js";
import { drawing } from "./gardez/src/dom.js";

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen" };

/** The pieces in hand of the side to move. One is chosen, then a square of the board. */
export class Pocket {
  #board;
  #drop;
  #chosen;

  /** `drop(piece, square)` plays a drop. */
  constructor(board, { drop }) {
    this.#board = board;
    this.#drop = drop;
  }

  show(chess) {
    this.#choose(undefined);
    const held = Object.entries(chess.pockets?.()[chess.turn()] ?? {});
    $("pocket").hidden = held.length === 0;
    $("pocket").replaceChildren(...held.map(([piece, count]) => {
      const made = document.createElement("button");
      made.type = "button";
      made.dataset.piece = piece;
      made.setAttribute("aria-label", `${count} ${NAMES[piece]}${count === 1 ? "" : "s"} in hand`);
      made.setAttribute("aria-pressed", "false");
      const svg = drawing("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
      svg.append(drawing("use", { href: `#gardez-${NAMES[piece]}`, class: chess.turn() === "w" ? "white" : "black" }));
      made.append(svg, count === 1 ? "" : `× ${count}`);
      made.addEventListener("click", () => {
        this.#choose(this.#chosen === piece ? undefined : piece);
        this.#board.aim(this.#chosen && chess.drops(piece));
      });
      return made;
    }));
  }

  #choose(piece) {
    this.#chosen = piece;
    for (const made of $("pocket").children) made.setAttribute("aria-pressed", made.dataset.piece === piece);
    this.#board.onSquare = piece === undefined ? () => false : (square) => {
      this.#choose(undefined);
      this.#drop(piece, square);
      return true;
    };
  }
}
