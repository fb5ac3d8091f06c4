/** A text of more characters takes the browser up to seconds to lay out. */
const LONGEST_SHOWN = 50_000;

export const isLong = (text) => LONGEST_SHOWN < text.length;

/**
 * Makes a text area show the beginning of a long text alone. Its `value` is the whole text, also for programs that set it, until
 * a person changes what is shown.
 */
export const showBeginning = (area, hint) => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  let whole;
  const keep = (text) => {
    whole = text;
    hint.textContent = text === undefined ? "" : `The box shows the beginning of ${(text.length / 1e6).toFixed(1)} million characters.`;
  };
  Object.defineProperty(area, "value", {
    get: () => whole ?? get.call(area),
    set: (text) => {
      keep(isLong(text) ? text : undefined);
      set.call(area, isLong(text) ? text.slice(0, LONGEST_SHOWN) : text);
    },
  });
  area.addEventListener("input", () => keep(undefined));
};
