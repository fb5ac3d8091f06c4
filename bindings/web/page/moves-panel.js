import { $, button, text } from "./dom.js";

/** The legal moves in SAN, with their policy indices. */
export class MovesPanel {
  constructor({ play }) {
    this.play = play;
  }

  show(chess) {
    const list = chess.moves({ verbose: true }).sort((a, b) => (a.san < b.san ? -1 : 1));
    $("move-list").replaceChildren(...list.map(({ raw, san }) => {
      const item = document.createElement("li");
      const made = button(san, () => this.play(raw));
      if (chess.policyIndex) made.append(" ", text("small", chess.policyIndex(raw)));
      item.append(made);
      return item;
    }));
  }
}
