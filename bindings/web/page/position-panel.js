import { late } from "./gardez/src/late.js";
import { text } from "./dom.js";

/** Underlines the wrong part of a FEN. An empty part is shown as a gap. */
export const markFen = (host, fen, start = 0, end = 0) => {
  if (fen === "") {
    host.replaceChildren();
    return;
  }
  const wrong = text("u", start === end ? "\u2423" : fen.slice(start, end));
  host.replaceChildren(fen.slice(0, start), wrong, fen.slice(end));
};

/** Lists what a position says of itself. */
export const showFacts = (host, chess) => {
  if (chess.variant !== undefined) return showVariant(host, chess);
  const hex = (key) => key.toString(16).padStart(16, "0");
  const facts = {
    "FEN": chess.fen(),
    "Castling": chess.isChess960 ? "as in Chess960" : "as in standard chess",
    "Legal moves": chess.moves().length,
    "Hash (chess.js)": chess.hash(),
    ...(late.native && { "Key (Stockfish)": hex(chess.key), "Key (Polyglot)": hex(chess.polyglotKey) }),
  };
  list(host, facts);
};

const list = (host, facts) => host.replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [text("dt", name), text("dd", value)]));

const showVariant = (host, chess) => {
  const inHand = (pieces) => Object.entries(pieces).map(([piece, count]) => piece.repeat(count)).join("") || "nothing";
  const { w, b } = chess.pockets();
  const left = chess.checksLeft();
  list(host, {
    "Variant": chess.variant, "FEN": chess.fen(), "FEN of libraries": chess.fen({ dialect: "libraries" }), "Legal moves": chess.legalMoves().length,
    ...(chess.variant === "Crazyhouse" && { "In White's hand": inHand(w), "In Black's hand": inHand(b) }),
    ...(chess.variant === "Three-check" && { "Checks to give": `White ${left.w}, Black ${left.b}` }),
  });
};
