import start from "../wasm/gardez.js";

export * from "./all.js";

/**
 * Starts the module from its own file, which a browser can cache and stream. Call it once, and wait for it, before anything
 * else. `source` is a URL, a `Response`, bytes, or a `WebAssembly.Module`; by default `gardez_bg.wasm` next to the package's
 * JavaScript.
 */
export const init = async (source = new URL("../wasm/gardez_bg.wasm", import.meta.url)) => {
  await start({ module_or_path: source });
};
