import { Chess as Native, PgnReader, __wbg_reset_state as reopen } from "../wasm/gardez.js";
import { Guard } from "./guard.js";
import { heldGames } from "./held-games.js";

/** All calls of the module go through it. */
export const guard = new Guard(reopen);

/** A game of chess in the module. */
export const HeldGame = heldGames(guard, (fen, mode) => new Native(fen, mode));

/** The most characters of the texts that readers hold at once, unless one text alone is longer. */
const MOST_CHARACTERS = 1 << 24;
const MOST_READERS = 64;
let readers = [];

/** A reader of a PGN, which may give way and come back. */
export class HeldReader {
  #reader;
  #instance;
  #text;
  #count = 0;

  constructor(text) {
    this.#text = text;
  }

  get text() {
    return this.#text;
  }

  /** The reader, after the last game that was read. */
  get native() {
    return this.#reader !== undefined && this.#instance === guard.instance ? this.#reader : this.#resume();
  }

  ask(call) {
    return guard.ask(call, this);
  }

  /** Reads the next game, with its tree if it will be asked for. */
  nextGame(hasTree) {
    return this.ask((reader) => {
      const found = reader.nextGame(hasTree);
      if (found) this.#count += 1;
      return found;
    });
  }

  #giveWay() {
    const reader = this.#reader;
    this.#reader = undefined;
    if (this.#instance === guard.instance) reader?.free();
  }

  #resume() {
    const reader = new PgnReader(this.#text);
    for (let i = 0; i < this.#count; i += 1) reader.nextGame(false);
    readers = readers.filter((held) => held !== this);
    let characters = readers.reduce((sum, held) => sum + held.#text.length, this.#text.length);
    while (0 < readers.length && (MOST_READERS <= readers.length || MOST_CHARACTERS < characters)) {
      const oldest = readers.shift();
      characters -= oldest.#text.length;
      oldest.#giveWay();
    }
    readers.push(this);
    this.#instance = guard.instance;
    this.#reader = reader;
    return reader;
  }
}
