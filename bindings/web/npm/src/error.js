/** What a call refuses, with the place of the fault in the input. */
export class ChessError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message, { start, end, candidates = [], reason } = {}) {
    super(message);
    this.name = "ChessError";
    this.code = code;
    this.start = start;
    this.end = end;
    this.candidates = candidates;
    this.reason = reason;
  }
}

/** The text that a caller passed, or an error if it is none. */
export const text = (value, code, what) => {
  if (typeof value !== "string") throw new ChessError(code, `${what} must be a text, not ${describe(value)}`);
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
export const given = (options) => {
  if (options === null) throw new ChessError("range", "expected an object, not null");
  return options ?? {};
};

export const describe = (value) => (typeof value === "number" ? String(value) : value === null ? "null" : `a value of type ${typeof value}`);
