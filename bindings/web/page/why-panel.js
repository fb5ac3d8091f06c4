import { $, text } from "./dom.js";

/** Install lines and a few lines of code for each language. */
const LANGUAGES = {
  JavaScript: ["npm install gardez", `import { Chess } from "gardez"; // was: "chess.js"
const chess = new Chess();
chess.loadPgn("1. e4 e5 (1... c5) 2. Nf3 *");
console.log(chess.fen(), chess.moves().length);
console.log(chess.pgn({ variations: true }));`],
  Python: ["pip install gardez", `import gardez.chess as chess
board = chess.Board()
board.push_san("e4")
print(board.fen())
print(board.legal_moves.count())`],
  Rust: ["cargo add gardez", `let mut position = gardez::Position::start();
for m in position.legal_moves() {
    println!("{}", m.uci(position.castling_mode()));
}
println!("{position}");`],
};

const number = (value) => (value < 100 ? value.toFixed(value < 10 ? 1 : 0) : Math.round(value).toLocaleString("en"));

/** Says why on the first screen: install lines, code, and what this browser measures now. */
export const showWhy = (speed) => {
  const choose = (language) => {
    const [install, code] = LANGUAGES[language];
    $("why-install").textContent = install;
    $("why-code").textContent = code;
    for (const made of $("why-languages").children) made.setAttribute("aria-pressed", made.textContent === language);
  };
  $("why-languages").replaceChildren(...Object.keys(LANGUAGES).map((language) => {
    const made = text("button", language);
    made.type = "button";
    made.addEventListener("click", () => choose(language));
    return made;
  }));
  choose("JavaScript");
  const show = ({ rows = [] }) => {
    $("why-figures").replaceChildren(...rows.flatMap(({ name, ours, theirs }) => {
      const ratio = theirs === undefined ? "" : `${number(ours / theirs)} × chess.js`;
      return [text("dt", `${name} a second`), text("dd", [number(ours), ratio].filter(Boolean).join(" · "))];
    }));
  };
  // When the page has nothing else to do.
  (globalThis.requestIdleCallback ?? setTimeout)(() => speed.measure(show, true));
};
