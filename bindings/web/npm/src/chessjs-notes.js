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

const FIELDS = "Invalid FEN: must contain six space-delimited fields";

/** What chess.js says about the fields of a FEN: undefined if they can be read. */
export const faultOf = (tokens) => {
  if (tokens.length !== 6) return FIELDS;
  const [pieces, turn, castling, passed, halfMoves, moveNumber] = tokens;
  if (!(0 < Number.parseInt(moveNumber, 10))) return "Invalid FEN: move number must be a positive integer";
  if (!(0 <= Number.parseInt(halfMoves, 10))) return "Invalid FEN: half move counter number must be a non-negative integer";
  if (passed !== "-" && !/^[a-h][36]$/.test(passed)) return "Invalid FEN: en-passant square is invalid";
  if (/[^kKqQ-]/.test(castling)) return "Invalid FEN: castling availability is invalid";
  if (turn !== "w" && turn !== "b") return "Invalid FEN: side-to-move is invalid";
  const rows = pieces.split("/", 9);
  if (rows.length !== 8) return "Invalid FEN: piece data does not contain 8 '/'-delimited rows";
  for (const row of rows) {
    let [sum, wasNumber] = [0, false];
    for (let index = 0; index < row.length; index += 1) {
      const code = row.charCodeAt(index);
      const isNumber = 48 <= code && code <= 57;
      if (isNumber && wasNumber) return "Invalid FEN: piece data is invalid (consecutive number)";
      if (!isNumber && !"pnbrqkPNBRQK".includes(row[index])) return "Invalid FEN: piece data is invalid (invalid piece)";
      sum += isNumber ? code - 48 : 1;
      wasNumber = isNumber;
    }
    if (sum !== 8) return "Invalid FEN: piece data is invalid (too many squares in rank)";
  }
  if ((passed[1] === "3" && turn === "w") || (passed[1] === "6" && turn === "b")) return "Invalid FEN: illegal en-passant square";
  for (const [color, king] of [["white", "K"], ["black", "k"]]) {
    const place = pieces.indexOf(king);
    if (place === -1) return `Invalid FEN: missing ${color} king`;
    if (place !== pieces.lastIndexOf(king)) return `Invalid FEN: too many ${color} kings`;
  }
  return /p/i.test(rows[0] + rows[7]) ? "Invalid FEN: some pawns are on the edge rows" : undefined;
};

/** Says whether chess.js reads a FEN: `{ok}` or `{ok, error}`. */
export const validateFen = (fen) => {
  const error = faultOf(typeof fen === "string" ? fen.split(/\s+/, 7) : []);
  return error === undefined ? { ok: true } : { ok: false, error };
};
