// What chess.js says about a FEN, and the part of the text that it is about.

/** Why chess.js does not read a FEN with these fields: the message, the field, and a place in it; or undefined. */
const faultOf = (tokens) => {
  const fault = (message, field, start = 0, end = tokens[field]?.length ?? 0) => ({ message: `Invalid FEN: ${message}`, field, start, end });
  if (tokens.length !== 6) return fault("must contain six space-delimited fields", Math.min(tokens.length, 6));
  const [pieces, turn, castling, passed, halfMoves, moveNumber] = tokens;
  if (!(0 < Number.parseInt(moveNumber, 10))) return fault("move number must be a positive integer", 5);
  if (!(0 <= Number.parseInt(halfMoves, 10))) return fault("half move counter number must be a non-negative integer", 4);
  if (!/^(-|[a-h][36])$/.test(passed)) return fault("en-passant square is invalid", 3);
  if (/[^kKqQ-]/.test(castling)) return fault("castling availability is invalid", 2);
  if (!/^[wb]$/.test(turn)) return fault("side-to-move is invalid", 1);
  const rows = pieces.split("/", 9);
  if (rows.length !== 8) return fault("piece data does not contain 8 '/'-delimited rows", 0);
  let start = 0;
  for (const row of rows) {
    const wrong = (what, place, length) => fault(`piece data is invalid (${what})`, 0, start + place, start + place + length);
    const odd = /(\d)\d|[^\dpnbrqk]/i.exec(row);
    if (odd) return odd[1] ? wrong("consecutive number", odd.index + 1, 1) : wrong("invalid piece", odd.index, 1);
    if ([...row].reduce((sum, letter) => sum + (Number(letter) || Number(letter !== "0")), 0) !== 8) return wrong("too many squares in rank", 0, row.length);
    start += row.length + 1;
  }
  if ((passed[1] === "3" && turn === "w") || (passed[1] === "6" && turn === "b")) return fault("illegal en-passant square", 3);
  for (const [color, king] of [["white", "K"], ["black", "k"]]) {
    const [place, last] = [pieces.indexOf(king), pieces.lastIndexOf(king)];
    if (place === -1) return fault(`missing ${color} king`, 0);
    if (place !== last) return fault(`too many ${color} kings`, 0, last, last + 1);
  }
  const edge = /^[^/]*?p|p(?=[^/]*$)/i.exec(pieces);
  return edge ? fault("some pawns are on the edge rows", 0, edge.index + edge[0].length - 1, edge.index + edge[0].length) : undefined;
};

/** What is wrong with a FEN, with its place in the text; undefined if chess.js reads its fields. */
export const findFault = (fen, tokens) => {
  const fault = faultOf(tokens);
  if (fault === undefined) return undefined;
  // Fields that are missing are at the end.
  const start = new RegExp(`^(\\S*\\s+){${fault.field}}`).exec(fen)?.[0].length ?? fen.length;
  return { message: fault.message, start: Math.min(start + fault.start, fen.length), end: Math.min(start + fault.end, fen.length) };
};

/** Says whether chess.js reads a FEN: `{ok}` or `{ok, error}`. */
export const validateFen = (fen) => {
  const error = faultOf(typeof fen === "string" ? fen.split(/\s+/, 7) : [])?.message;
  return error === undefined ? { ok: true } : { ok: false, error };
};
