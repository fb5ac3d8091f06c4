/** What a call refuses, with the place of the fault in the input. */
export class ChessError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message, { start, end, candidates = [], reason, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ChessError";
    this.code = code;
    this.start = start;
    this.end = end;
    this.candidates = candidates;
    this.reason = reason;
  }
}

const number = (text) => (text === "" ? undefined : Number(text));

/** Makes an error of what the WebAssembly module threw. */
export const refused = (thrown) => {
  if (typeof thrown !== "string") return thrown;
  const [code, start, end, candidates, message] = thrown.split("\x1f");
  const list = candidates === "" ? [] : candidates.split(" ");
  return new ChessError(code, message, { start: number(start), end: number(end), candidates: list });
};

/** The text that a caller passed, or an error if it is none. */
export const text = (value, code, what) => {
  if (typeof value !== "string") throw new ChessError(code, `${what} must be a text, not ${describe(value)}`);
  const most = code === "fen" ? MAX_FEN : MAX_LENGTH;
  if (most < value.length) throw new ChessError(code === "fen" ? code : "range", `${what} is longer than ${most} characters`);
  return value;
};

/** A whole number from 0 to `limit`, or an error. */
export const whole = (value, limit, what) => {
  if (!Number.isInteger(value) || value < 0 || limit < value) {
    throw new ChessError("range", `${what} must be a number from 0 to ${limit}, not ${describe(value)}`);
  }
  return value;
};

/** The options that a caller passed, or an error if they have no properties. */
export const given = (options, what = "the options") => {
  if (options === null) throw new ChessError("range", `${what} must be an object, not null`);
  return options ?? {};
};

export const describe = (value) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "number" || typeof value === "undefined" ? String(value) : `a value of type ${typeof value}`;
};

const MAX_LENGTH = 1 << 27;
const MAX_FEN = 1000;
