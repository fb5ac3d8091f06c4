import { $, button, text } from "./dom.js";

const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
  22: "⨀", 32: "⟳", 36: "→", 40: "↑", 132: "⇆", 146: "N",
};

/** The moves of a game with variations, comments and glyphs. */
export class TreePanel {
  constructor({ go }) {
    this.go = go;
  }

  show(game) {
    const { White, Black, Event, Date: date } = game.headers;
    const known = [White && Black && `${White} – ${Black}`, Event, date, game.result === "*" ? undefined : game.result];
    $("tags").textContent = known.filter((part) => part && !part.startsWith("?")).join(" · ");
    const host = $("tree");
    host.replaceChildren();
    if (game.root.children.length === 0) {
      host.append(text("p", "No moves yet. Move a piece, type a move, or paste a PGN.", "hint"));
      return;
    }
    const [, color, , , , number] = game.start.split(" ");
    this.#comments(host, game.root.comments);
    this.#line(host, game.root.children[0], Number(number) * 2 + (color === "b" ? 1 : 0), game.current);
    host.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }

  /** Writes a line of moves. `half` counts half moves, two for each number. */
  #line(host, first, half, current) {
    let node = first;
    let needsNumber = true;
    for (; node !== undefined; node = node.children[0], half += 1) {
      this.#comments(host, node.before);
      this.#move(host, node, half, needsNumber, current);
      needsNumber = 0 < node.comments.length;
      this.#comments(host, node.comments);
      if (node.parent.children[0] !== node) continue;
      for (const other of node.parent.children.slice(1)) {
        const variation = text("span", "", "variation");
        this.#line(variation, other, half, current);
        host.append(variation);
        needsNumber = true;
      }
    }
  }

  #move(host, node, half, needsNumber, current) {
    const isWhite = half % 2 === 0;
    if (isWhite || needsNumber) host.append(text("span", `${half >> 1}${isWhite ? "." : "…"}`, "number"));
    const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? ` $${nag}`).join("");
    const made = button(node.san + glyphs, () => this.go(node), node === current ? "here" : "");
    if (node === current) made.setAttribute("aria-current", "true");
    host.append(made, " ");
  }

  #comments(host, comments) {
    for (const comment of comments) host.append(text("span", comment, "comment"), " ");
  }

  /** Lists the problems of a PGN; a click selects the place. */
  problems(list, select) {
    $("pgn-problems").replaceChildren(...list.map(({ line, column, message, severity, start, end }) => {
      const item = text("li", "", severity);
      item.append(button(`Line ${line}, column ${column}: ${message}`, () => select(start, end)));
      return item;
    }));
  }
}
