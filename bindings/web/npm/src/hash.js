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

/** The keys of chess.js, made when the first hash is asked for. */
const makeKeys = () => {
  const random = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
  const list = (length) => Array.from({ length }, random);
  const pieces = [];
  // A board of chess.js has 128 places, row by row from a8, and the right half of each row is off the board.
  for (const letter of "PNBRQKpnbrqk") pieces[letter.charCodeAt(0)] = list(128);
  return { pieces, passed: list(8), castling: list(16), side: random() };
};

let keys;

/** The hash of chess.js for a position: a number of 64 bits in hexadecimal digits. */
export const hashOf = ({ squares, castling, passed, turn }) => {
  keys ??= makeKeys();
  let hash = keys.castling[castling];
  for (let square = 0; square < 64; square += 1) {
    const place = square ^ 56;
    if (squares[square] !== 0) hash ^= keys.pieces[squares[square]][place + (place & 56)];
  }
  if (passed !== -1) hash ^= keys.passed[passed & 7];
  return (turn === "b" ? hash ^ keys.side : hash).toString(16);
};
