// Prints the numbers of moves that the program finds: for the start position, one with all kinds of moves, and no FEN.
const bytes = require('fs').readFileSync(process.argv[2]);
WebAssembly.instantiate(bytes).then(({ instance: { exports: program } }) => {
    const fens = [
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
        'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
        'no position',
    ].map(fen => new TextEncoder().encode(fen));
    console.log(fens.map(fen => {
        new Uint8Array(program.memory.buffer).set(fen, program.fen());
        return program.list_moves(fen.length);
    }).join(' '));
});
