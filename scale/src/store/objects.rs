//! Plans in object storage: Amazon S3 and what speaks its protocol, Google Cloud Storage, Azure, and files of web servers.
//!
//! An object appears whole, and is never renamed. The last object of a unit, its `done.json`, is written if there is none
//! yet, so of two runs the first counts.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{
    ObjectMeta, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutMode, PutOptions, PutPayload, PutResult,
    RetryConfig, UpdateVersion, WriteMultipart,
};
use tokio::runtime::{Builder, Runtime};

use super::{Content, Draft, Entry, Listing, PATIENCE, Store, Touch};
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
        let (scheme, prefix) = ObjectStoreScheme::parse(&url).map_err(|error| unusable(&error))?;
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
                // Not all storage can remove several objects at once.
                let one = ("aws_disable_bulk_delete".to_owned(), "true".to_owned());
                let store = connect(&url, scheme, settings.chain(plain).chain([one]).collect());
                let refuse =
                    |error| Error::Storage { place: address.clone(), what: format!("{error}; set {}", keys(&address)) };
                let store = store.map_err(refuse)?;
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
    fn found<T, F>(&self, name: &str, request: impl FnMut() -> F) -> Result<Option<T>>
    where
        F: Future<Output = object_store::Result<T>>,
    {
        match RUNTIME.block_on(again(request)) {
            Err(error) if is_missing(&error) => Ok(None),
            result => result.map(Some).map_err(|error| self.error(name, &error)),
        }
    }

    /// Returns the error of a request: a refusal if the storage will refuse it again.
    fn error(&self, name: &str, error: &object_store::Error) -> Error {
        use object_store::Error::{NotFound, PermissionDenied, Unauthenticated};

        let text = plain(error);
        let what = match error {
            _ if text.contains(NOT_MADE) && text.contains(" http://") => {
                "AWS_ENDPOINT begins with http:, which needs AWS_ALLOW_HTTP=true".to_owned()
            }
            _ if lacks_keys(&text) => {
                format!("there are no keys: set {}", keys(&self.address))
            }
            PermissionDenied { .. } | Unauthenticated { .. } => {
                format!("the storage denies it: check {} and their rights: {text}", keys(&self.address))
            }
            NotFound { .. } if !is_missing(error) => format!("there is no such bucket: create it: {text}"),
            _ if text.contains(REGION) => format!("AWS_REGION is not the bucket's: {text}"),
            object_store::Error::Generic { store: LOCAL, .. } | NotFound { .. } => {
                return Error::Io { path: self.place(name), error: failure(error) };
            }
            _ if is_passing(error) => {
                return Error::Io { path: self.place(name), error: failure(error) };
            }
            _ => format!("the storage cannot do this: {text}"),
        };
        Error::Storage { place: self.place(name).display().to_string(), what }
    }

    async fn put(&self, path: &Path, mut file: &File) -> object_store::Result<()> {
        let read = |error: io::Error| object_store::Error::Generic { store: LOCAL, source: Box::new(error) };
        let bytes = file.metadata().map_err(read)?.len();
        file.rewind().map_err(read)?;
        if bytes <= ONE_PUT {
            let mut content = Vec::new();
            file.read_to_end(&mut content).map_err(read)?;
            return self.store.put(path, content.into()).await.map(drop);
        }
        let part = PART.max(bytes.div_ceil(MOST_PARTS)) as usize;
        let mut upload = WriteMultipart::new_with_chunk_size(self.store.put_multipart(path).await?, part);
        let mut content = vec![0; 1 << 20];
        loop {
            upload.wait_for_capacity(4).await?;
            match file.read(&mut content).map_err(read)? {
                0 => break,
                count => upload.write(&content[..count]),
            }
        }
        upload.finish().await.map(drop)
    }

    /// Copies an object to a nameless file of this machine.
    async fn get(&self, path: &Path) -> object_store::Result<File> {
        let wrote = |error: io::Error| object_store::Error::Generic { store: LOCAL, source: Box::new(error) };
        let mut stream = self.store.get(path).await?.into_stream();
        let mut file = tempfile::tempfile().map_err(wrote)?;
        while let Some(bytes) = stream.next().await {
            file.write_all(&bytes?).map_err(wrote)?;
        }
        file.rewind().map_err(wrote)?;
        Ok(file)
    }
}

/// The name of the store in errors of files of this machine.
const LOCAL: &str = "local file";

/// The text of a request that cannot be made, such as one without a certificate.
const NOT_MADE: &str = "builder error";

/// A part of the text of an answer that leads to no other place.
const REGION: &str = "incorrectly configured region";

/// `true` after the first request that succeeded: then there are keys.
static HAS_KEYS: AtomicBool = AtomicBool::new(false);

/// Returns `true` if a request failed because there are no keys.
fn lacks_keys(text: &str) -> bool {
    !HAS_KEYS.load(Ordering::Relaxed) && METADATA.iter().any(|host| text.contains(host))
}

/// The machines that are asked for keys if none are set.
const METADATA: [&str; 3] = ["169.254.169.254", "169.254.170.2", "metadata.google.internal"];

fn keys(address: &str) -> &'static str {
    match address.split(':').next() {
        Some("gs") => "GOOGLE_SERVICE_ACCOUNT",
        Some("az" | "azure" | "abfs" | "abfss" | "adl") => "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
        _ => "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    }
}

/// Connects with a storage. A request is tried again at once for seconds only; see [`again`].
fn connect(
    url: &url::Url,
    scheme: ObjectStoreScheme,
    settings: Vec<(String, String)>,
) -> object_store::Result<Arc<dyn ObjectStore>> {
    let retry = RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(10), ..RetryConfig::default() };
    macro_rules! build {
        ($builder:ty, $url:expr) => {{
            let begin = <$builder>::new().with_url($url).with_retry(retry);
            let builder = settings.into_iter().fold(begin, |builder, (name, value)| match name.parse() {
                Ok(name) => builder.with_config(name, value),
                Err(_) => builder,
            });
            Arc::new(builder.build()?) as Arc<dyn ObjectStore>
        }};
    }
    Ok(match scheme {
        ObjectStoreScheme::AmazonS3 => build!(AmazonS3Builder, url.as_str()),
        ObjectStoreScheme::GoogleCloudStorage => build!(GoogleCloudStorageBuilder, url.as_str()),
        ObjectStoreScheme::MicrosoftAzure => build!(MicrosoftAzureBuilder, url.as_str()),
        _ => build!(HttpBuilder, &url[..url::Position::BeforePath]),
    })
}

/// Makes a request until it succeeds or fails for good, with growing pauses, for as long as [`PATIENCE`] says.
async fn again<T, F: Future<Output = object_store::Result<T>>>(
    mut request: impl FnMut() -> F,
) -> object_store::Result<T> {
    let (start, mut pause, mut is_told) = (Instant::now(), Duration::from_millis(200), false);
    loop {
        let error = match request().await {
            Err(error) if is_passing(&error) => error,
            result => {
                HAS_KEYS.fetch_or(result.is_ok(), Ordering::Relaxed);
                return result;
            }
        };
        let most = Duration::from_secs(PATIENCE.load(Ordering::Relaxed));
        if most < start.elapsed() + pause {
            return Err(error);
        }
        if !is_told && LONG_PAUSE <= pause {
            is_told = true;
            gardez_io::eprintln!("{}; trying again for up to {} s", plain(&error), most.as_secs());
        }
        tokio::time::sleep(pause).await;
        pause = (2 * pause).min(MOST_PAUSE);
    }
}

/// Pauses from this on are told, and none is longer than the second.
const LONG_PAUSE: Duration = Duration::from_secs(5);
const MOST_PAUSE: Duration = Duration::from_secs(60);

/// Returns `true` if the same request may succeed later: after an error of the network, or one that the server has now.
/// An object that is gone or changed when the rest of a body is asked for is such an error, too.
fn is_passing(error: &object_store::Error) -> bool {
    let text = error.to_string();
    let object_store::Error::Generic { store, .. } = error else { return false };
    let status = text.split_once("status code: ").and_then(|(_, rest)| rest.get(..3)?.parse().ok());
    let is_for_good = text.contains(NOT_MADE) || text.contains(REGION) || lacks_keys(&text);
    *store != LOCAL && !is_for_good && matches!(status, None | Some(404 | 408 | 412 | 416 | 429 | 500 | 502..600))
}

/// Returns `true` if there is no such object, but such a bucket.
fn is_missing(error: &object_store::Error) -> bool {
    let no_bucket = ["NoSuchBucket", "ContainerNotFound", "bucket does not exist"];
    let is_bucket = |error: &object_store::Error| no_bucket.iter().any(|text| error.to_string().contains(text));
    matches!(error, object_store::Error::NotFound { .. }) && !is_bucket(error)
}

fn plain(error: &object_store::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn failure(error: &object_store::Error) -> io::Error {
    let is_missing = matches!(error, object_store::Error::NotFound { .. });
    io::Error::new(if is_missing { io::ErrorKind::NotFound } else { io::ErrorKind::Other }, plain(error))
}

fn version(put: PutResult) -> UpdateVersion {
    UpdateVersion { e_tag: put.e_tag, version: put.version }
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
        let meta = self.found(name, || self.store.head(&path))?;
        Ok(meta.map(|meta| {
            let window = Mutex::default();
            Box::new(Opened { store: Arc::clone(&self.store), path, bytes: meta.size, ahead, window })
                as Box<dyn Content>
        }))
    }

    fn fetch(&self, name: &str) -> Result<Option<File>> {
        let path = self.path(name);
        self.found(name, || self.get(&path))
    }

    fn read_all(&self, names: &[String], most: u64) -> Result<Vec<Option<Vec<u8>>>> {
        let read = |name: &String| {
            let (path, name) = (self.path(name), name.clone());
            async move {
                let request = || async {
                    let object = self.store.get(&path).await?;
                    if most < object.meta.size { Ok(None) } else { object.bytes().await.map(Some) }
                };
                match again(request).await {
                    Err(error) if is_missing(&error) => Ok(None),
                    Ok(None) => Err(Error::malformed(self.place(&name).display(), "the file is too large")),
                    found => Ok(found.map_err(|error| self.error(&name, &error))?.map(Vec::from)),
                }
            }
        };
        RUNTIME.block_on(stream::iter(names.iter().map(read)).buffered(AT_ONCE).try_collect())
    }

    fn entry(&self, name: &str) -> Result<Option<Entry>> {
        let path = self.path(name);
        Ok(self.found(name, || self.store.head(&path))?.as_ref().map(entry))
    }

    fn list(&self, folder: &str, depth: usize) -> Result<Listing> {
        let path = self.path(folder);
        let found = if depth == 0 {
            self.found(folder, || self.store.list_with_delimiter(Some(&path)))?.map(|found| found.objects)
        } else {
            self.found(folder, || self.store.list(Some(&path)).try_collect())?
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
                let path = self.path(&name);
                RUNTIME.block_on(again(|| self.put(&path, &file))).map_err(|error| self.error(&name, &error))
            }
            Draft::There(_) => unreachable!("files of objects begin on this machine"),
        })
    }

    fn create(&self, name: &str, bytes: &[u8]) -> Result<bool> {
        let (path, content) = (self.path(name), PutPayload::from(bytes.to_vec()));
        match RUNTIME.block_on(again(|| self.store.put_opts(&path, content.clone(), PutMode::Create.into()))) {
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            put => put.map(|_| true).map_err(|error| self.error(name, &error)),
        }
    }

    fn remove(&self, names: &[String]) -> Result<()> {
        let remove = |name: &String| {
            let (path, name) = (self.path(name), name.clone());
            async move {
                match again(|| self.store.delete(&path)).await {
                    Err(object_store::Error::NotFound { .. }) => Ok(()),
                    deleted => deleted.map_err(|error| self.error(&name, &error)),
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
            let (from, to) = (self.path(name), self.path(&copy));
            self.found(&copy, || self.store.copy(&from, &to))?;
        }
        // Without its `done.json`, what is left of the unit is nothing.
        names.sort_by_key(|name| !name.ends_with(DONE));
        names.iter().try_for_each(|name| self.remove(std::slice::from_ref(name)))
    }

    fn claim(&self, name: &str, text: &str) -> Result<Option<Touch>> {
        let (store, path) = (Arc::clone(&self.store), self.path(name));
        let content = Bytes::copy_from_slice(text.as_bytes());
        let write = |mode: PutMode, store: &dyn ObjectStore, path: &Path, content: &Bytes| {
            let put = || {
                store.put_opts(path, content.clone().into(), PutOptions { mode: mode.clone(), ..PutOptions::default() })
            };
            RUNTIME.block_on(again(put))
        };
        // The answer to a put may have been lost: then the claim is there, and has this text.
        let ours = |store: &dyn ObjectStore, path: &Path, content: &Bytes| {
            let found = RUNTIME.block_on(again(|| async {
                let object = store.get(path).await?;
                let version = UpdateVersion { e_tag: object.meta.e_tag.clone(), version: object.meta.version.clone() };
                Ok((object.bytes().await? == *content).then_some(version))
            }));
            if found.as_ref().is_err_and(is_missing) { Ok(None) } else { found }
        };
        let written = match write(PutMode::Create, &*store, &path, &content) {
            Err(object_store::Error::AlreadyExists { .. }) => ours(&*store, &path, &content),
            put => put.map(|put| Some(version(put))),
        };
        let Some(mut last) = written.map_err(|error| self.error(name, &error))? else { return Ok(None) };
        Ok(Some(Box::new(move || {
            match write(PutMode::Update(last.clone()), &*store, &path, &content) {
                Ok(put) => last = version(put),
                // A claim that another process has taken meanwhile stays that process's.
                Err(_) => match ours(&*store, &path, &content) {
                    Ok(Some(found)) => last = found,
                    Ok(None) => return false,
                    Err(_) => {}
                },
            }
            true
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
            let piece = RUNTIME.block_on(again(|| self.store.get_range(&self.path, at..end)));
            *window = (at, piece.map_err(|error| failure(&error))?);
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
