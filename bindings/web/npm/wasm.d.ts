// The types of `gardez/wasm`: the same package, started from its own file.

export * from "./index.js";

/** Where the module comes from. */
export type Source = string | { href: string } | { arrayBuffer(): Promise<ArrayBuffer> } | ArrayBuffer | Uint8Array | object;

/**
 * Starts the module. Call it once, and wait for it, before anything else of this entry. `source` is a URL, a `Response`,
 * bytes, or a `WebAssembly.Module`; by default the file that lies in the package.
 */
export function init(source?: Source | Promise<Source>): Promise<void>;
