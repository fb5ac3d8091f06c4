// What chess.js says about a FEN, and the part of the text that it is about.

/** Why chess.js does not read a FEN with these fields: `{message, field, start, end}`, with a place in the field; or undefined. */
const faultOf = (tokens) => {
  const fault = (message, field, start = 0, end = tokens[field]?.length ?? 0) => ({ message: `Invalid FEN: ${message}`, field, start, end });
  if (tokens.length !== 6) return fault("must contain six space-delimited fields", Math.min(tokens.length, 6));
  const [pieces, turn, castling, passed, halfMoves, moveNumber] = tokens;
  if (!(0 < Number.parseInt(moveNumber, 10))) return fault("move number must be a positive integer", 5);
  if (!(0 <= Number.parseInt(halfMoves, 10))) return fault("half move counter number must be a non-negative integer", 4);
  if (passed !== "-" && !/^[a-h][36]$/.test(passed)) return fault("en-passant square is invalid", 3);
  const right = castling.search(/[^kKqQ-]/);
  if (right !== -1) return fault("castling availability is invalid", 2, right, right + 1);
  if (turn !== "w" && turn !== "b") return fault("side-to-move is invalid", 1);
  const rows = pieces.split("/", 9);
  if (rows.length !== 8) return fault("piece data does not contain 8 '/'-delimited rows", 0);
  let start = 0;
  for (const row of rows) {
    let [sum, wasNumber] = [0, false];
    for (let index = 0; index < row.length; index += 1) {
      const code = row.charCodeAt(index);
      const isNumber = 48 <= code && code <= 57;
      const place = [start + index, start + index + 1];
      if (isNumber && wasNumber) return fault("piece data is invalid (consecutive number)", 0, ...place);
      if (!isNumber && !"pnbrqkPNBRQK".includes(row[index])) return fault("piece data is invalid (invalid piece)", 0, ...place);
      sum += isNumber ? code - 48 : 1;
      wasNumber = isNumber;
    }
    if (sum !== 8) return fault("piece data is invalid (too many squares in rank)", 0, start, start + row.length);
    start += row.length + 1;
  }
  if ((passed[1] === "3" && turn === "w") || (passed[1] === "6" && turn === "b")) return fault("illegal en-passant square", 3);
  for (const [color, king] of [["white", "K"], ["black", "k"]]) {
    const [place, last] = [pieces.indexOf(king), pieces.lastIndexOf(king)];
    if (place === -1) return fault(`missing ${color} king`, 0);
    if (place !== last) return fault(`too many ${color} kings`, 0, last, last + 1);
  }
  const pawn = /p/i.exec(rows[0]) ?? /p/i.exec(rows[7]);
  if (pawn === null) return undefined;
  const place = pawn.index + (pawn.input === rows[0] ? 0 : pieces.length - rows[7].length);
  return fault("some pawns are on the edge rows", 0, place, place + 1);
};

/** What is wrong with a FEN, with its place in the text; undefined if chess.js reads its fields. */
export const findFault = (fen, tokens) => {
  const fault = faultOf(tokens);
  if (fault === undefined) return undefined;
  // Fields that are missing are at the end.
  const known = fen.split(/\s+/);
  let start = 0;
  for (let field = 0; field < fault.field && field < known.length; field += 1) start = fen.indexOf(known[field], start) + known[field].length;
  start += /\s*/.exec(fen.slice(start))[0].length;
  return { message: fault.message, start: Math.min(start + fault.start, fen.length), end: Math.min(start + fault.end, fen.length) };
};

/** Says whether chess.js reads a FEN: `{ok}` or `{ok, error}`. */
export const validateFen = (fen) => {
  const error = faultOf(typeof fen === "string" ? fen.split(/\s+/, 7) : [])?.message;
  return error === undefined ? { ok: true } : { ok: false, error };
};
