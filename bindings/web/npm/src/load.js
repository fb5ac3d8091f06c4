import { late } from "./late.js";

/** Makes the function that loads the module. `start` makes its instance. */
export const loader = (start) => async (source) => {
  if (late.native !== undefined) return;
  const { default: init } = await import("../wasm/gardez.js");
  if (source === undefined) await start();
  else await init({ module_or_path: source });
  late.native = await import("./native.js");
};

/**
 * Loads the WebAssembly module: for `key`, planes, `Chess.games`, and a faster `perft`. By default it is a part of the package's
 * JavaScript; `source` is a URL, a `Response`, bytes, or a `WebAssembly.Module` instead.
 */
export const load = /* @__PURE__ */ loader(() => import("../wasm/start.js"));
