// Workers of edge networks compile no bytes: the module is imported, and compiled when the worker is uploaded.
import { loader } from "./load.js";

export * from "./all.js";

export const load = /* @__PURE__ */ loader(async () => {
  const [{ initSync }, { default: module }] = await Promise.all([import("../wasm/gardez.js"), import("../wasm/gardez_bg.wasm")]);
  initSync({ module });
});
