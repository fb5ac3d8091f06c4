import "../wasm/start.js";

export * from "./all.js";
