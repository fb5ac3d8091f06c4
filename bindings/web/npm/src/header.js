/** The tags that every game in export format has. */
export const SEVEN_TAG_ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

const NAMES =
  "WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF WhiteNA BlackNA WhiteType BlackType EventDate EventSponsor " +
  "Section Stage Board Opening Variation SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN Termination " +
  "Annotator Mode PlyCount";

const TAGS = { ...SEVEN_TAG_ROSTER, ...Object.fromEntries(NAMES.split(" ").map((name) => [name, null])) };

/** Tags in the order in which they are written; null stands for a tag that a game does not have. */
export const newHeader = () => ({ ...TAGS });

export const SUFFIX_LIST = ["!", "?", "!!", "!?", "?!", "??"];

export const NAG_TO_SYMBOL = {
  7: "□", 22: "⨀", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "-+", 146: "N", 32: "↑↑", 36: "↑",
  40: "→", 132: "⇆", 138: "⊕", 44: "=∞", 140: "∆",
};

/** The symbol of a glyph's number, or undefined. */
export const nagToGlyph = (nag) => (Object.hasOwn(NAG_TO_SYMBOL, nag) ? NAG_TO_SYMBOL[nag] : undefined);

/** Joins words in lines of at most `width` characters as chess.js does: a move stays with its number unless it has a comment. */
export const wrapped = (head, moves, width, newline) => {
  const parts = [head];
  let column = 0;
  const trim = () => {
    if (parts.at(-1) !== " ") return false;
    parts.pop();
    return true;
  };
  for (const [index, move] of moves.entries()) {
    if (width < column + move.length && move.includes("{")) {
      // chess.js forgets this space between two moves with comments.
      if (column !== 0) parts.push(" ");
      if (column !== 0) column += 1;
      for (const word of move.split(" ")) {
        if (word === "") continue;
        if (width < column + word.length) {
          while (trim());
          parts.push(newline);
          column = 0;
        }
        parts.push(word, " ");
        column += word.length + 1;
      }
      if (trim()) column -= 1;
      continue;
    }
    if (width < column + move.length && index !== 0) {
      trim();
      parts.push(newline);
      column = 0;
    } else if (index !== 0) {
      parts.push(" ");
      column += 1;
    }
    parts.push(move);
    column += move.length;
  }
  return parts.join("");
};
