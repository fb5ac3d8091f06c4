import { late } from "./gardez/src/late.js";
import { $, button, text } from "./dom.js";

/** The legal moves in SAN, with their policy indices. */
export class MovesPanel {
  constructor({ play }) {
    this.play = play;
  }

  show(chess) {
    const hasIndices = chess.policyIndex !== undefined && late.native !== undefined;
    const list = chess.moves({ verbose: true }).sort((a, b) => (a.san < b.san ? -1 : 1));
    $("move-list").replaceChildren(...list.map(({ san }) => {
      const item = document.createElement("li");
      const made = button(san, () => this.play(san));
      if (hasIndices) made.append(" ", text("small", chess.policyIndex(san)));
      item.append(made);
      return item;
    }));
  }
}
