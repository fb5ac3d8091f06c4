import start from "../wasm/gardez.js";

export * from "./all.js";

/**
 * Starts the module from its own file, which a browser can cache and stream. Call it once, and wait for it, before anything
 * else. `source` is a URL, a `Response`, bytes, or a `WebAssembly.Module`. By default it is `gardez_bg.wasm` next to the
 * package's JavaScript; where a bundler or a server does not have this file, the copy inside the package is loaded.
 */
export const init = async (source) => {
  if (source !== undefined) {
    await start({ module_or_path: source });
    return;
  }
  try {
    const response = await fetch(new URL("../wasm/gardez_bg.wasm", import.meta.url));
    // A server of single-page applications answers every question with a page.
    if (!response.ok || response.headers.get("content-type")?.startsWith("text/html")) throw new TypeError("this is not the module");
    await start({ module_or_path: response });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await import("../wasm/start.js");
  }
};
