import "../wasm/start-tables.js";
import { Tables as Native } from "../wasm/tables.js";
import { ChessError, text } from "./error.js";

const ask = (call) => {
  try {
    return call();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    const [code, message] = thrown.split("\x1f");
    throw new ChessError(code, message);
  }
};

const WDL = ["loss", "blessed-loss", "draw", "cursed-win", "win"];
const NO_DISTANCE = -32_768;

/** Syzygy endgame tables in memory. */
export class Tables {
  #native = new Native();

  /** Adds a file such as `KQvK.rtbw`; false if it was there already. */
  add(name, bytes) {
    if (!(bytes instanceof Uint8Array)) throw new ChessError("table", "the bytes of a table must be a Uint8Array");
    return ask(() => this.#native.add(text(name, "table", "the name of a table"), bytes));
  }

  /** The names of the files. */
  get names() {
    const names = this.#native.names();
    return names === "" ? [] : names.split(" ");
  }

  /** The most pieces of a position that the tables describe. */
  get maxPieces() {
    return this.#native.maxPieces();
  }

  /** `loss`, `blessed-loss`, `draw`, `cursed-win` or `win` for the side to move. */
  wdl(fen) {
    return WDL[ask(() => this.#native.wdl(text(fen, "fen", "a FEN"))) + 2];
  }

  /** Plies to the next capture or pawn move, negative for the side that loses; 0 for a draw. */
  dtz(fen) {
    return ask(() => this.#native.dtz(text(fen, "fen", "a FEN")));
  }

  /** The legal moves, best first: `{raw, wdl, dtz}`; `dtz` is null where the tables do not give it. */
  moves(fen) {
    const numbers = ask(() => this.#native.moves(text(fen, "fen", "a FEN")));
    const entry = (_, index) => {
      const [raw, wdl, dtz] = numbers.subarray(3 * index, 3 * index + 3);
      return { raw, wdl: WDL[wdl + 2], dtz: dtz === NO_DISTANCE ? null : dtz };
    };
    return Array.from({ length: numbers.length / 3 }, entry);
  }
}
