import "../wasm/start.js";

export * from "./chessjs-all.js";
