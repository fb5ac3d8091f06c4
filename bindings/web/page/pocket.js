import { pieceButton } from "./gardez/src/board.js";
import { PIECES } from "./gardez/src/move.js";
import { $ } from "./dom.js";

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
      const label = `${count} ${PIECES[piece]}${count === 1 ? "" : "s"} in hand`;
      const made = pieceButton(chess.turn() === "w" ? piece.toUpperCase() : piece, label, () => {
        this.#choose(this.#chosen === piece ? undefined : piece);
        this.#board.aim(this.#chosen && chess.drops(piece));
      });
      made.dataset.piece = piece;
      made.setAttribute("aria-pressed", "false");
      made.append(count === 1 ? "" : `× ${count}`);
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
