// JavaScript's garbage collector does not know how much memory an object of the WebAssembly module takes, and frees it
// only between two turns of the event loop. A program that makes a million games in one loop would fill the memory. So at
// most a fixed number of these objects exists; the oldest gives way, and is made again from texts when it is used again.
// The same brings all of them back after the module was lost.

import { Chess as Native, PgnReader, __wbg_reset_state as reopen } from "../wasm/gardez.js";
import { Guard } from "./guard.js";

/** All calls of the module go through it. */
export const guard = new Guard(reopen);

const MOST_GAMES = 1024;
const games = new Array(MOST_GAMES);
let next = 0;

/** A game of the WebAssembly module, which may give way and come back. */
export class HeldGame {
  #native;
  #instance;
  #fen;
  #mode;
  /** The moves played, as numbers. They change after those of the module, so a call that fails in between did nothing. */
  moves;

  constructor(fen, mode, moves = []) {
    this.#fen = fen;
    this.#mode = mode;
    this.moves = moves;
  }

  /** What makes the same start again. */
  get origin() {
    return [this.#fen, this.#mode];
  }

  /** The game in the module. Only to be used inside of a call that the guard makes. */
  get native() {
    return this.#native !== undefined && this.#instance === guard.instance ? this.#native : this.#resume();
  }

  ask(call) {
    return guard.ask(call, this);
  }

  /** Sets up another position. */
  load(fen, mode) {
    this.ask((native) => {
      native.load(fen, mode);
      this.#fen = fen;
      this.#mode = mode;
      this.moves = [];
    });
  }

  /** Takes the start and the moves of another game. */
  become({ origin, moves }) {
    this.free();
    [this.#fen, this.#mode] = origin;
    this.moves = moves;
  }

  free() {
    guard.ask(() => this.#giveWay());
  }

  #giveWay() {
    const native = this.#native;
    this.#native = undefined;
    if (this.#instance === guard.instance) native?.free();
  }

  #resume() {
    const native = new Native(this.#fen, this.#mode);
    if (this.moves.length !== 0) native.resume(Uint16Array.from(this.moves));
    games[next]?.#giveWay();
    games[next] = this;
    next = (next + 1) % MOST_GAMES;
    this.#instance = guard.instance;
    this.#native = native;
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
