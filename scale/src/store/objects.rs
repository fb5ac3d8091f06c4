//! Plans in object storage: Amazon S3 and what speaks its protocol, Google Cloud Storage, Azure, and files of web servers.
//!
//! An object appears whole, and is never renamed. The last object of a unit, its `done.json`, is written if there is none
//! yet, so of two runs the first counts.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path;
use object_store::{
    ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutOptions, UpdateVersion, WriteMultipart, parse_url_opts,
};
use tokio::runtime::{Builder, Runtime};

use super::{Content, Draft, Entry, Listing, Store, Touch};
use crate::error::{Error, Result};
use crate::unit::DONE;

/// The requests that are under way at a time.
const AT_ONCE: usize = 32;

/// A file up to this size is written by one request.
const ONE_PUT: u64 = 32 << 20;

/// The least size of a part of a larger file, and the most parts that a store accepts.
const PART: u64 = 16 << 20;
const MOST_PARTS: u64 = 10_000;

/// The depth of a folder.
const ALL: usize = usize::MAX;

/// The beginnings of the variables that have settings and keys.
const VARIABLES: [&str; 3] = ["aws_", "google_", "azure_"];

/// The thread that waits for the network.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("the system has a thread")
});

/// The connections of this process, by what comes before the names of the objects.
static CONNECTIONS: Mutex<Option<HashMap<String, Arc<dyn ObjectStore>>>> = Mutex::new(None);

/// The objects whose names begin with this.
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    address: String,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl Objects {
    /// Returns the objects at an address. Settings come from the variables of the environment that the tools of Amazon,
    /// Google and Microsoft read.
    pub(super) fn at(address: &str) -> Result<Self> {
        let address = address.trim_end_matches('/').to_owned();
        let unusable = |error: &dyn fmt::Display| Error::Usage(format!("{address}: {error}"));
        let url = url::Url::parse(&address).map_err(|error| unusable(&error))?;
        let (_, prefix) = object_store::ObjectStoreScheme::parse(&url).map_err(|error| unusable(&error))?;
        let key = address.strip_suffix(url.path()).unwrap_or(&address).to_owned();
        let mut connections = CONNECTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let connections = connections.get_or_insert_default();
        let store = match connections.get(&key) {
            Some(store) => Arc::clone(store),
            None => {
                let settings = std::env::vars().map(|(name, value)| (name.to_ascii_lowercase(), value));
                let settings = settings.filter(|(name, _)| VARIABLES.iter().any(|start| name.starts_with(start)));
                // Whoever writes `http:` wants no certificate.
                let plain = (url.scheme() == "http").then(|| ("allow_http".to_owned(), "true".to_owned()));
                let (store, _) = parse_url_opts(&url, settings.chain(plain)).map_err(|error| unusable(&error))?;
                let store: Arc<dyn ObjectStore> = Arc::from(store);
                connections.insert(key, Arc::clone(&store));
                store
            }
        };
        Ok(Self { store, prefix, address })
    }

    fn path(&self, name: &str) -> Path {
        name.split('/').filter(|part| !part.is_empty()).fold(self.prefix.clone(), |path, part| path.join(part))
    }

    /// Waits for a request about a file. What is not there is `None`.
    fn found<T>(&self, name: &str, request: impl Future<Output = object_store::Result<T>>) -> Result<Option<T>> {
        match RUNTIME.block_on(request) {
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            result => result.map(Some).map_err(|error| self.error(name, error)),
        }
    }

    fn error(&self, name: &str, error: object_store::Error) -> Error {
        Error::Io { path: self.place(name), error: plain(error) }
    }

    async fn put(&self, path: &Path, mut file: File) -> io::Result<()> {
        let bytes = file.metadata()?.len();
        file.rewind()?;
        if bytes <= ONE_PUT {
            let mut content = Vec::new();
            file.read_to_end(&mut content)?;
            return self.store.put(path, content.into()).await.map(drop).map_err(plain);
        }
        let part = PART.max(bytes.div_ceil(MOST_PARTS)) as usize;
        let upload = self.store.put_multipart(path).await.map_err(plain)?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, part);
        let mut content = vec![0; 1 << 20];
        loop {
            upload.wait_for_capacity(4).await.map_err(plain)?;
            match file.read(&mut content)? {
                0 => break,
                count => upload.write(&content[..count]),
            }
        }
        upload.finish().await.map(drop).map_err(plain)
    }
}

/// Returns the error of a request on one line.
fn plain(error: object_store::Error) -> io::Error {
    use object_store::Error::{NotFound, PermissionDenied, Unauthenticated};

    let kind = match error {
        NotFound { .. } => io::ErrorKind::NotFound,
        PermissionDenied { .. } | Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

impl Store for Objects {
    fn place(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.address.clone().into() } else { format!("{}/{name}", self.address).into() }
    }

    fn scratch(&self, _: &str) -> Result<PathBuf> {
        Ok(std::env::temp_dir())
    }

    fn small(&self) -> u64 {
        0
    }

    fn open(&self, name: &str, ahead: usize) -> Result<Option<Box<dyn Content>>> {
        let path = self.path(name);
        let meta = self.found(name, self.store.head(&path))?;
        Ok(meta.map(|meta| {
            let window = Mutex::default();
            Box::new(Opened { store: Arc::clone(&self.store), path, bytes: meta.size, ahead, window })
                as Box<dyn Content>
        }))
    }

    fn fetch(&self, name: &str) -> Result<Option<File>> {
        let path = self.path(name);
        let Some(object) = self.found(name, self.store.get(&path))? else { return Ok(None) };
        let (mut stream, mut file) =
            (object.into_stream(), tempfile::tempfile().map_err(Error::io(&self.place(name)))?);
        while let Some(bytes) = RUNTIME.block_on(stream.next()) {
            let bytes = bytes.map_err(|error| self.error(name, error))?;
            file.write_all(&bytes).map_err(Error::io(&std::env::temp_dir()))?;
        }
        file.rewind().map_err(Error::io(&std::env::temp_dir()))?;
        Ok(Some(file))
    }

    fn read_all(&self, names: &[String], most: u64) -> Result<Vec<Option<Vec<u8>>>> {
        let read = |name: &String| {
            let (path, name) = (self.path(name), name.clone());
            async move {
                let object = match self.store.get(&path).await {
                    Err(object_store::Error::NotFound { .. }) => return Ok(None),
                    object => object.map_err(|error| self.error(&name, error))?,
                };
                if most < object.meta.size {
                    return Err(Error::malformed(self.place(&name).display(), "the file is too large"));
                }
                let bytes = object.bytes().await.map_err(|error| self.error(&name, error))?;
                Ok(Some(bytes.into()))
            }
        };
        RUNTIME.block_on(stream::iter(names.iter().map(read)).buffered(AT_ONCE).try_collect())
    }

    fn entry(&self, name: &str) -> Result<Option<Entry>> {
        Ok(self.found(name, self.store.head(&self.path(name)))?.as_ref().map(entry))
    }

    fn list(&self, folder: &str, depth: usize) -> Result<Listing> {
        let path = self.path(folder);
        let found = if depth == 0 {
            self.found(folder, self.store.list_with_delimiter(Some(&path)))?.map(|found| found.objects)
        } else {
            self.found(folder, self.store.list(Some(&path)).try_collect())?
        };
        let found = found.unwrap_or_default();
        let name = |meta: &ObjectMeta| {
            let parts: Vec<_> = meta.location.prefix_match(&self.prefix)?.collect();
            let parts: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
            Some(parts.join("/"))
        };
        Ok(found.iter().filter_map(|meta| Some((name(meta)?, entry(meta)))).collect())
    }

    fn begin(&self, name: &str) -> Result<Draft> {
        tempfile::tempfile().map(Draft::Here).map_err(Error::io(&self.place(name)))
    }

    fn publish(&self, files: Vec<(String, Draft)>) -> Result<()> {
        files.into_iter().try_for_each(|(name, draft)| match draft {
            Draft::Here(file) => {
                RUNTIME.block_on(self.put(&self.path(&name), file)).map_err(Error::io(&self.place(&name)))
            }
            Draft::There(_) => unreachable!("files of objects begin on this machine"),
        })
    }

    fn create(&self, name: &str, bytes: &[u8]) -> Result<bool> {
        let content = Bytes::copy_from_slice(bytes).into();
        match RUNTIME.block_on(self.store.put_opts(&self.path(name), content, PutMode::Create.into())) {
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            put => put.map(|_| true).map_err(|error| self.error(name, error)),
        }
    }

    fn remove(&self, names: &[String]) -> Result<()> {
        let remove = |name: &String| {
            let (path, name) = (self.path(name), name.clone());
            async move {
                match self.store.delete(&path).await {
                    Err(object_store::Error::NotFound { .. }) => Ok(()),
                    deleted => deleted.map_err(|error| self.error(&name, error)),
                }
            }
        };
        RUNTIME.block_on(stream::iter(names.iter().map(remove)).buffer_unordered(AT_ONCE).try_collect())
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        if !self.list(to, ALL)?.is_empty() {
            return Err(Error::io(&self.place(to))(io::ErrorKind::DirectoryNotEmpty.into()));
        }
        let mut names: Vec<_> = self.list(from, ALL)?.into_keys().collect();
        for name in &names {
            let copy = format!("{to}{}", name.strip_prefix(from).unwrap_or_default());
            self.found(&copy, self.store.copy(&self.path(name), &self.path(&copy)))?;
        }
        // Without its `done.json`, what is left of the unit is nothing.
        names.sort_by_key(|name| !name.ends_with(DONE));
        names.iter().try_for_each(|name| self.remove(std::slice::from_ref(name)))
    }

    fn claim(&self, name: &str, text: &str) -> Result<Option<Touch>> {
        let (store, path) = (Arc::clone(&self.store), self.path(name));
        let content = Bytes::copy_from_slice(text.as_bytes());
        let put = move |mode: PutMode| {
            let options = PutOptions { mode, ..PutOptions::default() };
            RUNTIME.block_on(store.put_opts(&path, content.clone().into(), options))
        };
        let mut last = match put(PutMode::Create) {
            Err(object_store::Error::AlreadyExists { .. }) => return Ok(None),
            put => Some(put.map_err(|error| self.error(name, error))?),
        };
        Ok(Some(Box::new(move || {
            // A claim that another process has taken meanwhile stays that process's.
            let version = last.take().map(|put| UpdateVersion { e_tag: put.e_tag, version: put.version });
            last = version.and_then(|version| put(PutMode::Update(version)).ok());
        })))
    }
}

fn entry(meta: &ObjectMeta) -> Entry {
    Entry { bytes: meta.size, modified: Some(meta.last_modified.into()) }
}

/// An object of which the last piece that was read is kept.
struct Opened {
    store: Arc<dyn ObjectStore>,
    path: Path,
    bytes: u64,
    ahead: usize,
    /// The place of a piece, and the piece.
    window: Mutex<(u64, Bytes)>,
}

impl Content for Opened {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = (into.len() as u64).min(self.bytes.saturating_sub(at));
        let is_inside = |(start, piece): &(u64, Bytes)| *start <= at && at + wanted <= start + piece.len() as u64;
        if wanted != 0 && !is_inside(&window) {
            let end = self.bytes.min(at.saturating_add(wanted.max(self.ahead as u64)));
            *window = (at, RUNTIME.block_on(self.store.get_range(&self.path, at..end)).map_err(plain)?);
            if !is_inside(&window) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let (start, piece) = &*window;
        let from = at.saturating_sub(*start) as usize;
        into[..wanted as usize].copy_from_slice(if wanted == 0 { &[] } else { &piece[from..from + wanted as usize] });
        Ok(wanted as usize)
    }
}
