// The types of `gardez/wasm`: the same package, started from its own file.

export * from "./index.js";

/** Where the module comes from. */
export type Source = string | { href: string } | { arrayBuffer(): Promise<ArrayBuffer> } | ArrayBuffer | Uint8Array | object;

/**
 * Starts the module. Call it once, and wait for it, before anything else of this entry. `source` is a URL, a `Response`,
 * bytes, or a `WebAssembly.Module`; by default the file that is in the package, or the copy inside its JavaScript where a
 * bundler or a server does not have this file.
 */
export function init(source?: Source | Promise<Source>): Promise<void>;
