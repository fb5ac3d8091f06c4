import { Evaluator as Native, __wbg_reset_state as reopen, makeRoom } from "../wasm/nnue.js";
import "../wasm/start-nnue.js";
import { ChessError, text } from "./error.js";
import { Guard, Held } from "./guard.js";

const guard = new Guard(reopen);

const fenOf = (position) => text(typeof position?.fen === "function" ? position.fen() : position, "fen", "a FEN");

/** A neural network of Stockfish that evaluates positions. */
export class Evaluator {
  #held;

  /** Reads the bytes of a file `.nnue`. A reference to them is kept, so do not change them. */
  constructor(bytes) {
    if (!(bytes instanceof Uint8Array)) throw new ChessError("network", "the bytes of a network must be a Uint8Array");
    this.#held = new Held(guard, () => {
      // The file, and as much again for what is read from it.
      makeRoom(3 * bytes.length);
      return new Native(bytes);
    });
    this.#held.ask(() => {});
  }

  /** The text in the file. */
  get description() {
    return this.#held.ask((native) => native.description());
  }

  /** The kind of the network, and the number of sums of its first layer. */
  get kind() {
    return this.#held.ask((native) => native.kind());
  }

  /** Evaluates a position for the side to move: `{value, material, positional, bucket}`. */
  evaluate(position) {
    return this.evaluateLine(position, [])[0];
  }

  /** Evaluates a position and each one after moves: of a `Chess`, or a `line` of a tree. Each but the first costs a fraction. */
  evaluateLine(position, moves) {
    const [fen, raws] = [fenOf(position), Uint16Array.from(moves._raws?.() ?? moves)];
    const numbers = this.#held.ask((native) => native.evaluate(fen, raws));
    return Array.from({ length: numbers.length / 4 }, (_, index) => {
      const [value, material, positional, bucket] = numbers.subarray(4 * index, 4 * index + 4);
      return { value, material, positional, bucket };
    });
  }

  /** What the piece on each square contributes, from a1 to h8: null for an empty square and for kings. */
  pieceValues(position) {
    const fen = fenOf(position);
    return Array.from(this.#held.ask((native) => native.pieceValues(fen)), (value) => (Number.isNaN(value) ? null : value));
  }

  /** Frees the network. It is read again when it is used again. */
  free() {
    this.#held.free();
  }
}
