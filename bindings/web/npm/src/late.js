import { ChessError } from "./error.js";

/**
 * What a file needs of others that import it, or that are loaded later: classes, and the calls of the WebAssembly module. The
 * module's own files import nothing that is large: a bundler would pack it in another way, and larger.
 */
export const late = { Chess: undefined, Tree: undefined, native: undefined };

/** The calls of the module, or an error if `load` has not been called. */
export const native = () => {
  if (late.native === undefined) throw new ChessError("module", "this needs the WebAssembly module: `await load()` of `gardez` loads it");
  return late.native;
};
