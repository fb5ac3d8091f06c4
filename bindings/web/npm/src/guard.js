import { ChessError } from "./error.js";

const number = (text) => (text === "" ? undefined : Number(text));

/** Makes an error of what the WebAssembly module threw. */
const refused = (thrown) => {
  if (typeof thrown !== "string") return thrown;
  const [code, start, end, candidates, message] = thrown.split("\x1f");
  const list = candidates === "" ? [] : candidates.split(" ");
  return new ChessError(code, message, { start: number(start), end: number(end), candidates: list });
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

  /** Returns what `call` returns for the object of the module that `owner` holds; throws a `ChessError` for what is refused. */
  ask(call, owner) {
    if (this.isLost) {
      this.#open();
      this.instance += 1;
      this.isLost = false;
    }
    try {
      return call(owner?.native);
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

const outOfMemory = (cause) => {
  const error = new ChessError("memory", `the module has stopped, probably because its memory is full (${cause.message})`);
  error.cause = cause;
  return error;
};
