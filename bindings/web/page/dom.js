export { button, text } from "./gardez/src/dom.js";

/** The element with an id. */
export const $ = (id) => document.getElementById(id);
