// The types of `gardez/uci`.

/** What a line `info …` says, as far as it can be read. */
export interface Info {
  depth?: number;
  seldepth?: number;
  multipv?: number;
  nodes?: number;
  nps?: number;
  /** Milliseconds. */
  time?: number;
  hashfull?: number;
  tbhits?: number;
  cpuload?: number;
  currmovenumber?: number;
  currmove?: string;
  /** Centipawns or moves to mate for the side to move, exact unless it has a bound. */
  score?: { cp?: number; mate?: number; bound?: "lower" | "upper" };
  /** Wins, draws and losses in thousandths. */
  wdl?: [number, number, number];
  /** Moves in UCI. */
  pv?: string[];
  string?: string;
}

/** Reads a line `info …`; undefined for another line. */
export function readInfo(line: string): Info | undefined;
/** Reads a line `bestmove …`; null if the engine has no move, undefined for another line. */
export function readBestMove(line: string): { move: string; ponder: string | undefined } | null | undefined;
