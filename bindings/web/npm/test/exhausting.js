// Calls for which the stack or the memory is too small. A file that imports this one has modules of at most 64 MiB, if it is
// imported before them.

import { setFlagsFromString } from "node:v8";

setFlagsFromString("--wasm-max-mem-pages=1024");

/** A text for which no module has room. */
export const HUGE = "a".repeat(120_000_000);

/** Whether the stack was too small; a compiler of regular expressions says so by another class. */
export const isOfStack = (error) => error instanceof RangeError || /Maximum call stack size/.test(error.message);

/** Makes a call with as much of the stack left as `frames` small calls take; returns its value, or throws what it throws. */
export const withFrames = (frames, call) => {
  let left = frames;
  let answer;
  const dig = () => {
    try {
      dig();
    } catch {
      // The end of the stack; this frame is one of those next to it.
    }
    left -= 1;
    if (left === 0) answer = attempt(call);
  };
  dig();
  if (answer?.error !== undefined) throw answer.error;
  return answer?.value;
};

const attempt = (call) => {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
};

/** What can be read of a game, a board or a tree. */
export const shown = (object) => {
  const parts = ["fen", "ascii", "turn", "history", "pgn", "names"].map((name) => {
    try {
      return typeof object[name] === "function" ? object[name]() : object[name];
    } catch (error) {
      // As in chess.js, a glyph may be anything.
      return error.message;
    }
  });
  return JSON.stringify(parts);
};
