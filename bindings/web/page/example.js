/** The game that the page shows first. */
export const EXAMPLE = `[Event "Opera at Paris"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

{A game for two ears: it was played during an opera. Step through it with the arrow keys, or make other moves.}
1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 {[%cal Rg4f3] The bishop must soon give itself up for the knight.} (3... exd4 {is usual.} 4. Nxd4 Nf6)
4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5 {loses a pawn.}) 5. Qxf3 dxe5 6. Bc4 {[%csl Rf7] Against f7.} Nf6
7. Qb3 $1 {[%cal Gb3f7,Gb3b7] Two threats at once.} Qe7 8. Nc3 (8. Qxb7 Qb4+ {exchanges the queens.}) 8... c6 9. Bg5 b5 $2 10. Nxb5 $1 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 $1 Rxd7 14. Rd1 {[%cal Gd1d7,Gb5d7] Everything is pinned.} Qe6 15. Bxd7+ Nxd7
16. Qb8+ $3 {The queen is given, and two pieces are enough.} Nxb8 17. Rd8# 1-0
`;
