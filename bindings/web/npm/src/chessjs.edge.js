import module from "../wasm/gardez_bg.wasm?module";
import { initSync } from "../wasm/gardez.js";

initSync({ module });

export * from "./chessjs-all.js";
