//! A web server for moves: `GET /FEN?MOVE`, answered with JSON.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use gardez::notation::san;
use gardez::{ErrorInfo, Move, Position, San};

/// Returns what is wrong with a text: a stable name, a sentence, and the bytes to underline.
fn refusal(input: &str, error: &dyn ErrorInfo) -> String {
    let span = error.span().map_or("null".into(), |span| format!("[{},{}]", span.start, span.end));
    let text = error.to_string();
    format!(r#"{{"input":"{input}","error":"{}","span":{span},"text":{text:?}}}"#, error.kind_name())
}

/// Returns the answer to a position, and to a move in it: in SAN, however it is written, or in UCI.
fn answer(fen: &str, m: Option<&str>) -> Result<String, String> {
    let mut position: Position = fen.parse().map_err(|error| refusal("fen", &error))?;
    if let Some(text) = m {
        let parsed = san::parse_lenient(position.board(), text).map_err(|error| refusal("move", &error))?;
        match parsed.mv {
            Some(m) => position.do_move(m),
            None => return Err(r#"{"input":"move","error":"null-move","span":null,"text":"no move"}"#.into()),
        }
    }
    let mode = position.castling_mode();
    let entry = |m: Move| format!(r#"{{"uci":"{}","san":"{}"}}"#, m.uci(mode), San::new(position.board(), m));
    let moves: Vec<String> = position.legal_moves().into_iter().map(entry).collect();
    let outcome = position.outcome().map_or("none".into(), |outcome| outcome.to_string());
    Ok(format!(r#"{{"fen":"{position}","outcome":"{outcome}","moves":[{}]}}"#, moves.join(",")))
}

/// Replaces `%20` and its like, and `+`.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        (rest, _) = match (first, code) {
            (b'%', Some(code)) => (&others[2..], bytes.push(code)),
            (b'+', _) => (others, bytes.push(b' ')),
            (&byte, _) => (others, bytes.push(byte)),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the whole response to a request line such as `GET /FEN?MOVE HTTP/1.1`.
fn response(line: &str) -> String {
    let target = line.strip_prefix("GET /").and_then(|rest| rest.split(' ').next());
    let (status, body) = match target {
        None => ("405 Method Not Allowed", r#"{"error":"only-get"}"#.to_owned()),
        Some(target) => {
            let (fen, m) = target.split_once('?').map_or((target, None), |(fen, m)| (fen, Some(decoded(m))));
            match answer(&decoded(fen), m.as_deref()) {
                Ok(body) => ("200 OK", body),
                Err(body) => ("422 Unprocessable Content", body),
            }
        }
    };
    let length = body.len();
    format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
}

/// Serves one client.
fn serve(mut stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut line = String::new();
    BufReader::new(&stream).take(4096).read_line(&mut line)?;
    stream.write_all(response(line.trim_end()).as_bytes())
}

fn main() -> io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or("127.0.0.1:8080".into());
    let listener = TcpListener::bind(address)?;
    println!("http://{}", listener.local_addr()?);
    for stream in listener.incoming() {
        // A client that leaves or sends nonsense does not end the server.
        if let Err(error) = stream.and_then(serve) {
            eprintln!("{error}");
        }
    }
    Ok(())
}
