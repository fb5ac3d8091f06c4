import { MoveList } from "./gardez/src/move-list.js";
import { $, button, text } from "./dom.js";

/** The moves of a game with what is known about it. */
export class TreePanel {
  #moves;

  constructor({ go }) {
    this.#moves = new MoveList($("tree"), { go });
  }

  show(game) {
    if (this.#moves.show(game.tree, game.current, game.version)) {
      const { White, Black, Event, Date: date } = game.headers;
      const known = [White && Black && `${White} – ${Black}`, Event, date, game.result === "*" ? undefined : game.result];
      $("tags").textContent = known.filter((part) => part && !part.startsWith("?")).join(" · ");
      if (game.tree.nodes.length === 1) $("tree").append(text("p", "No moves yet. Move a piece, type a move, or paste a PGN.", "hint"));
    }
    this.#moves.here?.scrollIntoView({ block: "nearest" });
  }

  /** Lists the problems of a PGN; a click selects the place. */
  problems(list, select) {
    $("pgn-problems").replaceChildren(...list.map(({ line, column, message, severity, start, end }) => {
      const item = text("li", "", severity);
      item.append(button(`Line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}`, () => select(start, end)));
      return item;
    }));
  }
}
