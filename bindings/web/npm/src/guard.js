import { ChessError } from "./error.js";

const number = (text) => (text === "" ? undefined : Number(text));

/** Makes an error of what the WebAssembly module threw. */
const refused = (thrown) => {
  if (typeof thrown !== "string") return thrown;
  const [code, start, end, message] = thrown.split("\x1f");
  return new ChessError(code, message, { start: number(start), end: number(end) });
};

/**
 * Calls a WebAssembly module. A call that does not come back, because the memory or the stack is exhausted, leaves an
 * instance in an unknown state. So the next call opens a new instance, and the owners of what was lost make it again.
 */
export class Guard {
  /** Rises with each new instance. */
  instance = 0;
  /** Whether the instance has to be replaced. */
  isLost = false;
  #open;

  /** `open` replaces the instance of the module. */
  constructor(open) {
    this.#open = open;
  }

  /** Returns what `call` returns; throws a `ChessError` for what is refused. */
  ask(call) {
    if (this.isLost) {
      this.#open();
      this.instance += 1;
      this.isLost = false;
    }
    try {
      return call();
    } catch (thrown) {
      if (typeof thrown === "string") throw refused(thrown);
      // Set before anything is called, because the next call may fail, too.
      const wasLost = this.isLost;
      this.isLost = true;
      if (thrown instanceof ChessError) this.isLost = wasLost;
      throw thrown instanceof WebAssembly.RuntimeError ? outOfMemory(thrown) : thrown;
    }
  }
}

/** An object of a module, which `make` makes again if it was freed or the module was lost. */
export class Held {
  #guard;
  #make;
  #native;
  #instance;

  constructor(guard, make) {
    this.#guard = guard;
    this.#make = make;
  }

  ask(call) {
    return this.#guard.ask(() => {
      if (this.#native === undefined || this.#instance !== this.#guard.instance) {
        this.#native = this.#make();
        this.#instance = this.#guard.instance;
      }
      return call(this.#native);
    });
  }

  free() {
    this.#guard.ask(() => {
      const native = this.#native;
      this.#native = undefined;
      if (this.#instance === this.#guard.instance) native?.free();
    });
  }
}

const outOfMemory = (cause) => {
  const error = new ChessError("memory", `the module has stopped, probably because its memory is full (${cause.message})`);
  error.cause = cause;
  return error;
};
