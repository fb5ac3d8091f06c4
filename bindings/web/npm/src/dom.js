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

/** An element of a drawing. */
export const drawing = (name, attributes = {}) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
