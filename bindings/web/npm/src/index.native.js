// React Native has no WebAssembly.
import { ChessError } from "./error.js";

export * from "./all.js";

export const load = async () => {
  throw new ChessError("module", "there is no WebAssembly in React Native");
};
