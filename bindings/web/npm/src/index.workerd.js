// Workers of edge networks compile no bytes: the module is imported, and compiled when the worker is uploaded.
import module from "../wasm/gardez_bg.wasm";
import { initSync } from "../wasm/gardez.js";

initSync({ module });

export * from "./all.js";
