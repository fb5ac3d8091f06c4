// The commands that programs write into comments, such as `[%clk 1:02:03]`.

import { ChessError } from "./error.js";
import { squareIndex } from "./square.js";

const COMMAND = /\[%([a-zA-Z]+)\s+([^\]]*)\]\s?/g;

const secondsOf = (text) => {
  const [, hours = "0", minutes, seconds] = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  return minutes === undefined ? undefined : 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
};

const clockOf = (seconds) => {
  if (!(0 <= seconds && seconds < 1e9)) throw new ChessError("range", `a clock must be a number of seconds, not ${seconds}`);
  const tenths = Math.round(seconds * 10);
  const [whole, part] = [Math.floor(tenths / 10), tenths % 10];
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}${part === 0 ? "" : `.${part}`}`;
};

const evaluationOf = (text) => {
  const [, mate, pawns, depth] = /^(?:#([+-]?\d+)|([+-]?\d*\.?\d+))(?:,(\d+))?$/.exec(text.trim()) ?? [];
  if (mate === undefined && pawns === undefined) return undefined;
  const found = mate === undefined ? { pawns: Number(pawns) } : { mate: Number(mate) };
  return depth === undefined ? found : { ...found, depth: Number(depth) };
};

/** Each color with its squares: `Ge4` or `Ge2e4`. */
const marks = (text) => [...text.matchAll(/([A-Z])([a-h][1-8])([a-h][1-8])?/g)].map(([, color, from, to]) => ({ color, from, to }));

/**
 * What the comments of a move say: their text without commands, `clock` and `elapsed` in seconds, `evaluation` in pawns or
 * moves to mate, and the squares and arrows that are marked, with the letter of their color (G, R, Y or B).
 */
export const readNotes = (comments) => {
  const notes = { text: "", squares: [], arrows: [] };
  const texts = comments.map((comment) => comment.replace(COMMAND, (command, name, value) => {
    if (name === "clk") notes.clock = secondsOf(value);
    else if (name === "emt") notes.elapsed = secondsOf(value);
    else if (name === "eval") notes.evaluation = evaluationOf(value);
    else if (name === "csl") notes.squares.push(...marks(value).map(({ color, from }) => ({ color, square: from })));
    else if (name === "cal") notes.arrows.push(...marks(value).filter(({ to }) => to !== undefined));
    else return command;
    return "";
  }).trim());
  notes.text = texts.filter((text) => text !== "").join("\n\n");
  return notes;
};

/** The comments that say the same as notes: none, or one. */
export const writeNotes = ({ text = "", clock, elapsed, evaluation, squares = [], arrows = [] }) => {
  const commands = [];
  const color = (letter) => (/^[A-Z]$/.test(letter) ? letter : "G");
  const name = (square) => (squareIndex(square), square);
  if (evaluation !== undefined) {
    const { mate, pawns, depth } = evaluation;
    commands.push(`[%eval ${mate === undefined ? Number(pawns).toFixed(2) : `#${mate}`}${depth === undefined ? "" : `,${depth}`}]`);
  }
  if (clock !== undefined) commands.push(`[%clk ${clockOf(clock)}]`);
  if (elapsed !== undefined) commands.push(`[%emt ${clockOf(elapsed)}]`);
  if (squares.length !== 0) commands.push(`[%csl ${squares.map((mark) => color(mark.color) + name(mark.square)).join()}]`);
  if (arrows.length !== 0) commands.push(`[%cal ${arrows.map((mark) => color(mark.color) + name(mark.from) + name(mark.to)).join()}]`);
  const comment = [commands.join(""), String(text)].filter((part) => part !== "").join(" ");
  return comment === "" ? [] : [comment];
};
