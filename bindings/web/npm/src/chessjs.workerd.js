import module from "../wasm/gardez_bg.wasm";
import { initSync } from "../wasm/gardez.js";

initSync({ module });

export * from "./chessjs-all.js";
