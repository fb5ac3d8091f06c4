//! Games as PGN: tags, moves, comments, variations and other tokens change as a whole.

use gardez_types::Generator;

use super::{alter, once_in, rearrange};

/// Tokens that programs write.
const TOKENS: [&str; 44] = [
    "$1 ",
    "$255 ",
    "$0 ",
    "! ",
    "?? ",
    "!? ",
    "1. ",
    "12... ",
    "( ",
    ") ",
    "1-0 ",
    "0-1 ",
    "1/2-1/2 ",
    "* ",
    "{} ",
    "{[%clk 0:10:00]} ",
    "{[%eval 0.17,20]} ",
    "{[%eval #-3]} ",
    "{+0.25/12 1.2s} ",
    "{book} ",
    "{(Nf3) +0.31/20 3s, White mates} ",
    "{d=20, sd=40, mt=1000, tl=60000, wv=0.17, R50=49} ",
    "{[%csl Ga1,Rh8][%cal Ga1h8]} ",
    "{ a comment\non two lines } ",
    "; to the end\n",
    "% escaped\n",
    "e4 ",
    "Nf3 ",
    "O-O ",
    "O-O-O ",
    "0-0 ",
    "exd8=Q+ ",
    "Nbd7 ",
    "R1e2 ",
    "e2e4 ",
    "-- ",
    "Z0 ",
    "Qxf7# ",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
    "[SetUp \"1\"]\n",
    "[Result \"1-0\"]\n",
    "[Variant \"Chess960\"]\n",
    "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n",
    "[Event \"a \\\" b\"]\n\n",
];

/// Changes tokens: their order, one of them, or a part that becomes a variation or a comment.
pub fn pgn(bytes: &mut Vec<u8>, random: &mut Generator) {
    let mut tokens = tokens(bytes);
    let (from, to) = (random.next_below(tokens.len() + 1), random.next_below(tokens.len() + 1));
    match random.next_below(8) {
        0..=2 => rearrange(&mut tokens, random),
        3..=4 => tokens.insert(from, TOKENS[random.next_below(TOKENS.len())].as_bytes().to_vec()),
        5 => {
            let (open, close) = [("(", ") "), ("{", "} "), ("(", " "), ("[x \"", "\"]\n")][random.next_below(4)];
            let (from, to) = (from.min(to), from.max(to).min(from.min(to) + random.next_below(20)));
            tokens.insert(to, close.into());
            tokens.insert(from, open.into());
        }
        6 if from < tokens.len() => alter(&mut tokens[from], random),
        _ if from < tokens.len() => {
            // Another word of the same game.
            let other = tokens[random.next_below(tokens.len())].clone();
            tokens[from] = if once_in(2, random) { other } else { TOKENS[random.next_below(TOKENS.len())].into() };
        }
        _ => {}
    }
    *bytes = tokens.concat();
}

/// Splits a text into tags, comments, brackets and words, each with the white space after it.
fn tokens(mut rest: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = vec![];
    while let Some(first) = rest.first() {
        let end = match first {
            b'{' => rest.iter().position(|&byte| byte == b'}').map(|end| end + 1),
            b'[' | b';' | b'%' => rest.iter().position(|&byte| byte == b'\n').map(|end| end + 1),
            b'(' | b')' => Some(1),
            _ => rest.iter().position(|byte| b" \t\r\n(){[".contains(byte)).map(|end| end.max(1)),
        };
        let end = end.unwrap_or(rest.len());
        let space = rest[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (token, after) = rest.split_at(end + space);
        tokens.push(token.to_vec());
        rest = after;
    }
    tokens
}
