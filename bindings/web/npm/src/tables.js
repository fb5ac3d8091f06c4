import "../wasm/start-tables.js";
import { Tables as Native, __wbg_reset_state as reopen } from "../wasm/tables.js";
import { ChessError, text } from "./error.js";
import { Guard, Held } from "./guard.js";
import { fromOf, promotionOf, toOf } from "./move.js";
import { NAMES } from "./square.js";

const guard = new Guard(reopen);

const WDL = ["loss", "blessed-loss", "draw", "cursed-win", "win"];
const NO_DISTANCE = -32_768;

/** Syzygy endgame tables in memory. */
export class Tables {
  /** The files by their names, to add them again if the module was lost. */
  #files = new Map();
  #held = new Held(guard, () => {
    const native = new Native();
    for (const [name, bytes] of this.#files) native.add(name, bytes);
    return native;
  });

  /** Adds a file such as `KQvK.rtbw`; false if it was there already. */
  add(name, bytes) {
    if (!(bytes instanceof Uint8Array)) throw new ChessError("table", "the bytes of a table must be a Uint8Array");
    text(name, "table", "the name of a table");
    return this.#held.ask((native) => {
      native.makeRoom(bytes.length);
      const isNew = native.add(name, bytes);
      if (isNew) this.#files.set(name, bytes);
      return isNew;
    });
  }

  /** The names of the files. */
  get names() {
    const names = this.#held.ask((native) => native.names());
    return names === "" ? [] : names.split(" ");
  }

  /** The most pieces of a position that the tables describe. */
  get maxPieces() {
    return this.#held.ask((native) => native.maxPieces());
  }

  /** `loss`, `blessed-loss`, `draw`, `cursed-win` or `win` for the side to move. */
  wdl(fen) {
    return WDL[this.#held.ask((native) => native.wdl(text(fen, "fen", "a FEN"))) + 2];
  }

  /** Plies to the next capture or pawn move, negative for the side that loses; 0 for a draw. */
  dtz(fen) {
    return this.#held.ask((native) => native.dtz(text(fen, "fen", "a FEN")));
  }

  /** The legal moves, best first: `{lan, wdl, dtz}`; `dtz` is null where the tables do not give it. */
  moves(fen) {
    const numbers = this.#held.ask((native) => native.moves(text(fen, "fen", "a FEN")));
    const entry = (_, index) => {
      const [raw, wdl, dtz] = numbers.subarray(3 * index, 3 * index + 3);
      return { lan: NAMES[fromOf(raw)] + NAMES[toOf(raw)] + (promotionOf(raw) ?? ""), wdl: WDL[wdl + 2], dtz: dtz === NO_DISTANCE ? null : dtz };
    };
    return Array.from({ length: numbers.length / 3 }, entry);
  }
}
