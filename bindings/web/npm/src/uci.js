// The lines that an engine writes, for pages that run one in a worker.

const NUMBERS = new Set(["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull", "tbhits", "cpuload", "currmovenumber"]);
const NAMES = new Set([...NUMBERS, "score", "wdl", "pv", "currmove", "refutation", "currline", "string"]);
const isWhole = (word) => /^[+-]?\d+$/.test(word ?? "");

const scoreOf = (words) => {
  const score = {};
  for (let place = 0; place < words.length; place += 1) {
    if ((words[place] === "cp" || words[place] === "mate") && isWhole(words[place + 1])) score[words[place]] = Number(words[(place += 1)]);
    else if (words[place] === "lowerbound" || words[place] === "upperbound") score.bound = words[place].slice(0, 5);
  }
  return "cp" in score || "mate" in score ? score : undefined;
};

/**
 * Reads a line `info …`: its numbers by their names, `score` as `{cp}` or `{mate}` with `bound`, `wdl`, `pv` as an array of
 * moves, and `string`. What cannot be read is left out. Undefined for another line.
 */
export const readInfo = (line) => {
  const [first, ...words] = String(line).trim().split(/\s+/);
  if (first !== "info") return undefined;
  const info = {};
  for (let place = 0; place < words.length;) {
    const name = words[place];
    let end = place + 1;
    if (name === "string") {
      info.string = words.slice(end).join(" ");
      break;
    }
    while (end < words.length && !NAMES.has(words[end])) end += 1;
    const values = words.slice(place + 1, end);
    if (NUMBERS.has(name) && isWhole(values[0])) info[name] = Number(values[0]);
    else if (name === "score") info.score = scoreOf(values) ?? info.score;
    else if (name === "wdl" && values.length === 3 && values.every(isWhole)) info.wdl = values.map(Number);
    else if (name === "pv") info.pv = values;
    else if (name === "currmove" && values.length === 1) [info.currmove] = values;
    place = end;
  }
  if (info.score === undefined) delete info.score;
  return info;
};

/** Reads a line `bestmove …`: `{move, ponder}` in UCI, or null for an engine that has no move. Undefined for another line. */
export const readBestMove = (line) => {
  const [, move, ponder] = /^\s*bestmove\s+(\S+)(?:\s+ponder\s+(\S+))?/.exec(String(line)) ?? [];
  if (move === undefined) return undefined;
  return move === "(none)" || move === "0000" ? null : { move, ponder };
};
