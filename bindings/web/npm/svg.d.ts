// The types of `gardez/svg`.

/** A letter of PGN (G, R, Y or B) or `#rrggbb`. */
export type MarkColor = "G" | "R" | "Y" | "B" | `#${string}`;

export interface SvgOptions {
  /** Black is at the bottom. */
  flip?: boolean;
  coordinates?: "none" | "inside" | "outside";
  theme?: "brown" | "green" | "blue" | "gray";
  /** The width in pixels; without it, the picture fills the width of the page. */
  size?: number;
  /** What screen readers read aloud. */
  title?: string;
  /** The move whose squares are marked: a `Move`, or two squares. */
  lastMove?: { from: string; to: string } | null;
  /** The square of a king in check; `true` for that of the side to move. */
  check?: string | boolean | null;
  arrows?: readonly { from: string; to: string; color?: string }[];
  /** Squares with a circle. */
  squares?: readonly { square: string; color?: string }[];
}

/** A picture of a position as SVG: of a FEN, or of anything with a method `fen`. Throws `fen` or `range`. */
export function svg(position: string | { fen(): string }, options?: SvgOptions): string;
