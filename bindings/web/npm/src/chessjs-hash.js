const MASK = 0xffff_ffff_ffff_ffffn;
const rotated = (word, by) => ((word << by) | (word >> (64n - by))) & MASK;

/** The random numbers of chess.js, xoroshiro128**: a function that returns the next 64 bits. `state` has 128 bits. */
export const xoroshiro128 = (state) => {
  let [low, high] = [state & MASK, (state >> 64n) & MASK];
  return () => {
    const number = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK;
    high ^= low;
    low = (rotated(low, 24n) ^ high ^ (high << 16n)) & MASK;
    high = rotated(high, 37n);
    return number;
  };
};

/** The keys of chess.js as two words of 32 bits, made when the first hash is asked for. */
const makeKeys = () => {
  const random = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
  const next = () => {
    const key = random();
    return [Number(key >> 32n) | 0, Number(key & 0xffff_ffffn) | 0];
  };
  // A board of chess.js has 128 places, row by row from a8, and the right half of each row is off the board.
  const squares = () => Array.from({ length: 128 }, next).filter((_, place) => (place & 8) === 0);
  const pieces = Object.fromEntries([..."PNBRQKpnbrqk"].map((letter) => [letter.charCodeAt(0), squares()]));
  const passed = Array.from({ length: 8 }, next);
  return { pieces, passed, castling: Array.from({ length: 16 }, next), side: next() };
};

let keys;

/** The hash of chess.js for a position: a number of 64 bits in hexadecimal digits. */
export const hashOf = ({ squares, castling, capturable, turn }) => {
  keys ??= makeKeys();
  let [high, low] = [0, 0];
  const add = ([upper, lower]) => {
    high ^= upper;
    low ^= lower;
  };
  for (let square = 0; square < 64; square += 1) if (squares[square] !== 0) add(keys.pieces[squares[square]][square ^ 56]);
  if (capturable !== -1) add(keys.passed[capturable & 7]);
  // chess.js keeps white's rights in bits 0 and 1, and black's in bits 2 and 3.
  add(keys.castling[castling]);
  if (turn === "b") add(keys.side);
  const text = (high >>> 0).toString(16);
  return text === "0" ? (low >>> 0).toString(16) : text + (low >>> 0).toString(16).padStart(8, "0");
};
