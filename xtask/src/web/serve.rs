//! A server for the page on this machine.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The longest request that is read.
const MAX_REQUEST: u64 = 16 << 10;

/// Serves a directory on the loopback interface, until the program is ended.
pub(super) fn serve(directory: &Path, port: u16) -> Result<(), String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| format!("port {port}: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("port {port}: {error}"))?;
    println!("http://{address} (end with Ctrl+C)");
    for stream in listener.incoming().filter_map(Result::ok) {
        let directory = directory.to_path_buf();
        thread::spawn(move || _ = answer(stream, &directory));
    }
    Ok(())
}

fn answer(mut stream: TcpStream, directory: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut request = String::new();
    let mut lines = BufReader::new(Read::by_ref(&mut stream).take(MAX_REQUEST));
    lines.read_line(&mut request)?;
    // The rest is read, so that the browser does not see a reset connection.
    let mut line = String::new();
    while lines.read_line(&mut line)? != 0 && line.trim() != "" {
        line.clear();
    }
    let file = file(&request).map(|path| directory.join(path));
    let body = file.as_ref().and_then(|path| fs::read(path).ok());
    let kind = file.as_deref().map_or("text/plain", content_type);
    let (status, body) = body.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

/// Returns the file that a request asks for, below the directory. `None` for a path that leaves it, and for another
/// method.
fn file(request: &str) -> Option<PathBuf> {
    let path = request.strip_prefix("GET ")?.split(' ').next()?;
    let path = path.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| path.to_path_buf())
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_cannot_leave_the_directory() {
        assert_eq!(file("GET / HTTP/1.1"), Some("index.html".into()));
        assert_eq!(file("GET /gardez/src/index.js?x#y HTTP/1.1"), Some("gardez/src/index.js".into()));
        for request in ["GET /../Cargo.toml HTTP/1.1", "GET /a/../../b HTTP/1.1", "POST / HTTP/1.1", ""] {
            assert_eq!(file(request), None, "{request}");
        }
    }
}
