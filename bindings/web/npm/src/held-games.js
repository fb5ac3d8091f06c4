// JavaScript's garbage collector does not know how much memory an object of the WebAssembly module takes, and frees it
// only between two turns of the event loop. A program that makes a million games in one loop would fill the memory. So at
// most a fixed number of these objects exists; the oldest gives way, and is made again from texts when it is used again.
// The same brings all of them back after the module was lost.

/** The most games that a module holds. */
const MOST_GAMES = 1024;

/** The class of the games of a module, which may give way and come back. `make` makes one from a FEN and a mode. */
export const heldGames = (guard, make) => {
  const games = new Array(MOST_GAMES);
  let next = 0;
  return class HeldGame {
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
    become(other) {
      this.free();
      this.#fen = other.#fen;
      this.#mode = other.#mode;
      this.moves = other.moves;
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
      const native = make(this.#fen, this.#mode);
      if (this.moves.length !== 0) native.resume(Uint16Array.from(this.moves));
      games[next]?.#giveWay();
      games[next] = this;
      next = (next + 1) % MOST_GAMES;
      this.#instance = guard.instance;
      this.#native = native;
      return native;
    }
  };
};
