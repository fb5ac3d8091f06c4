export * from "./all.js";
export { load } from "./load.js";
