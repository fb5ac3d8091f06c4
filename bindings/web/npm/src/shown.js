// What a board shows of a game, and how moves of a board become moves of a game.

import { CASTLING, fromOf, kindOf, toOf } from "./move.js";
import { readNotes } from "./notes.js";
import { NAMES } from "./square.js";

const SIDES = { w: "White", b: "Black" };
const ENDS = {
  "checkmate": "Checkmate", "stalemate": "Stalemate: a draw", "insufficient-material": "A draw: neither side can checkmate",
  "seventy-five-moves": "A draw by the seventy-five-move rule", "fivefold-repetition": "A draw by fivefold repetition",
  "fifty-moves": "A draw can be claimed: fifty moves", "threefold-repetition": "A draw can be claimed: threefold repetition",
  "king-exploded": "A king exploded", "three-checks": "Three checks", "hill": "A king is on the hill", "race-won": "The race is over",
  "race-draw": "A draw: both kings arrived", "horde-destroyed": "The horde is gone", "all-lost": "All pieces are lost", "no-moves": "No move is left",
};

/** The letter of a piece as in a FEN; a period for none. */
export const letter = (piece) => (!piece ? "." : piece.color === "w" ? piece.type.toUpperCase() : piece.type);

/** The square on which a move ends if castling is shown as a king that takes its rook. */
const rookOf = (chess, { raw, flags, to }) => {
  if (raw !== undefined) return kindOf(raw) === CASTLING ? NAMES[toOf(raw)] : to;
  return chess.isChess960 || !/[kq]/.test(flags) ? to : (flags.includes("k") ? "h" : "a") + to[1];
};

/** The targets of each square. A king can also be put on the rook that it castles with. */
const destsOf = (chess) => {
  const dests = chess.dests();
  const king = NAMES[squaresOf(chess).indexOf(chess.turn() === "w" ? "K" : "k")];
  if (!dests.has(king)) return dests;
  const rooks = chess.moves({ verbose: true, square: king }).map((move) => rookOf(chess, move));
  return dests.set(king, [...new Set([...dests.get(king), ...rooks])]);
};

/** The letters of the pieces from a1 to h8; a period is an empty square. */
export const squaresOf = (chess) => chess.board().reverse().flat().map(letter).join("");

/** What `Board.show` takes, of a game at a node of its tree. */
export const positionOf = (chess, { raw, comments }) => {
  const notes = readNotes(comments);
  const squares = squaresOf(chess);
  const last = raw ? [NAMES[fromOf(raw)], NAMES[toOf(raw)]] : [];
  const check = chess.isCheck() ? NAMES[squares.indexOf(chess.turn() === "w" ? "K" : "k")] : undefined;
  return { squares, dests: destsOf(chess), last, check, circles: notes.squares, arrows: notes.arrows };
};

/** Says in words where a game is: its last move, who is to move, and how it ended. */
export const stateOf = (chess, { parent, san }) => {
  const outcome = chess.outcome();
  const turn = chess.turn();
  const winner = outcome?.winner ? `: ${SIDES[outcome.winner].toLowerCase()} wins` : "";
  const state = outcome ? `${ENDS[outcome.kind]}${winner}.` : `${SIDES[turn]} to move${chess.isCheck() ? ", in check" : ""}.`;
  if (parent === null) return state;
  return `${chess.moveNumber() - (turn === "w" ? 1 : 0)}${turn === "w" ? "..." : "."} ${san} — ${state}`;
};

/**
 * The legal move that a person means who moves a piece to a square of the board, or undefined if there is
 * none. The board asks for the piece of a promotion; null if the person chooses none.
 */
export const chosenMove = async (board, chess, from, to) => {
  const isMeant = (move) => move.to === to || rookOf(chess, move) === to;
  const fits = chess.moves({ verbose: true, square: from }).filter(isMeant);
  if (fits.length === 0) return undefined;
  if (fits.length === 1) return fits[0].san;
  const letter = await board.choose(chess.turn(), to, fits.map(({ promotion }) => promotion));
  return fits.find(({ promotion }) => promotion === letter)?.san ?? null;
};

/** The sentence of an error. */
export const sentence = ({ message, reason, candidates = [] }) => {
  if (reason !== undefined) return `${message}: ${reason}.`;
  const meant = candidates.length === 0 ? "" : ` It might mean ${candidates.join(" or ")}.`;
  return `${message[0].toUpperCase()}${message.slice(1)}.${meant}`;
};
