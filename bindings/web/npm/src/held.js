// JavaScript's garbage collector does not know how much memory an object of the WebAssembly module takes, and frees it
// only between two turns of the event loop. A program that makes a million games in one loop would fill the memory. So at
// most a fixed number of these objects exists; the oldest gives way, and is made again from texts when it is used again.

import { Chess as Native, PgnReader } from "../wasm/gardez.js";

const MOST_GAMES = 1024;
const games = new Array(MOST_GAMES);
let next = 0;

/** A game of the WebAssembly module, which may give way and come back. */
export class HeldGame {
  #native;
  #fen;
  #mode;
  #moves;

  constructor(native, fen, mode) {
    this.set(native, fen, mode);
    this.#enter();
  }

  /** Puts another game in its place. */
  set(native, fen, mode) {
    this.#native = native;
    this.#fen = fen;
    this.#mode = mode;
  }

  /** What makes the same start again. */
  get origin() {
    return [this.#fen, this.#mode];
  }

  get native() {
    return this.#native ?? this.#resume();
  }

  free() {
    this.#native?.free();
    this.#native = undefined;
    this.#moves = undefined;
  }

  #enter() {
    games[next]?.#giveWay();
    games[next] = this;
    next = (next + 1) % MOST_GAMES;
  }

  #giveWay() {
    if (this.#native === undefined) return;
    this.#moves = this.#native.plyCount() === 0 ? undefined : this.#native.history();
    this.#native.free();
    this.#native = undefined;
  }

  #resume() {
    const native = new Native(this.#fen, this.#mode);
    if (this.#moves !== undefined) native.resume(this.#moves);
    this.#native = native;
    this.#moves = undefined;
    this.#enter();
    return native;
  }
}

/** The most characters of the texts that readers hold at once, unless one text alone is longer. */
const MOST_CHARACTERS = 1 << 24;
const MOST_READERS = 64;
let readers = [];

/** A reader of a PGN, which may give way and come back. */
export class HeldReader {
  #reader;
  #text;
  #count = 0;

  constructor(text) {
    this.#text = text;
  }

  get text() {
    return this.#text;
  }

  /** The reader, behind the last game that was read. */
  get reader() {
    return this.#reader ?? this.#resume();
  }

  nextGame() {
    const found = this.reader.nextGame();
    if (found) this.#count += 1;
    return found;
  }

  #resume() {
    this.#reader = new PgnReader(this.#text);
    for (let i = 0; i < this.#count; i += 1) this.#reader.nextGame();
    readers.push(this);
    let characters = readers.reduce((sum, held) => sum + held.#text.length, 0);
    while (1 < readers.length && (MOST_READERS < readers.length || MOST_CHARACTERS < characters)) {
      const oldest = readers.shift();
      characters -= oldest.#text.length;
      oldest.#reader.free();
      oldest.#reader = undefined;
    }
    return this.#reader;
  }
}
