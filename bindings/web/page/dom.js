import { text } from "./gardez/src/dom.js";

export { button, text } from "./gardez/src/dom.js";

/** The element with an id. */
export const $ = (id) => document.getElementById(id);

/** Does something when a form is submitted. */
export const onSubmit = (id, action) => $(id).addEventListener("submit", (event) => {
  event.preventDefault();
  action();
});

/** A row of a table with some texts. */
export const row = (...cells) => {
  const made = document.createElement("tr");
  made.append(...cells.map((cell) => text("td", cell)));
  return made;
};
