/** The element with an id. */
export const $ = (id) => document.getElementById(id);

/** An element with a text and a class. */
export const text = (name, content, className = "") => {
  const made = document.createElement(name);
  made.textContent = content;
  if (className !== "") made.className = className;
  return made;
};

/** A button that does something. */
export const button = (content, action, className = "") => {
  const made = text("button", content, className);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
};
