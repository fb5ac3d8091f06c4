//! A set of tables, opened when they are first needed.

use core::fmt;
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use gardez_position::Board;
use gardez_types::{CastlingRights, Color};
use once_cell::sync::OnceCell;

use crate::error::{OpenError, ProbeError, TableError, TableErrorKind};
use crate::material::Material;
use crate::name::{TableKind, TableName};
use crate::source::{Access, Bytes, Cache};
use crate::table::Table;

/// A set of endgame tables.
///
/// Threads can share a tablebase: probing takes `&self`. The first probe that needs a table opens it. If that fails, the
/// probe returns an error, and the next probe tries again.
///
/// ```
/// use gardez_syzygy::Tablebase;
///
/// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables");
/// // A list of directories in the format of the PATH variable.
/// let tablebase = Tablebase::open(std::env::split_paths(directory))?;
/// let names: Vec<_> = tablebase.tables().map(|name| name.to_string()).collect();
/// assert!(names.contains(&"KPvK.rtbw".to_owned()));
/// # Ok::<_, gardez_syzygy::OpenError>(())
/// ```
#[derive(Default)]
pub struct Tablebase {
    entries: Vec<Entry>,
    /// Entries by the key of their material: an open-addressing hash table that is at most half full.
    index: Box<[Option<Slot>]>,
    max_pieces: usize,
    cache: Arc<Cache>,
}

/// The tables of one material.
struct Entry {
    material: Material,
    /// The keys with the stronger side white, and with it black.
    keys: [u64; 2],
    files: [Option<LazyTable>; 2],
}

/// A table that may not be open yet.
struct LazyTable {
    path: Arc<Path>,
    access: Access,
    table: OnceCell<Table>,
}

/// A slot of the index: the tables for boards with this key.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    entry: u32,
    strong: Color,
}

impl Tablebase {
    /// Creates a tablebase without tables, for [`Tablebase::add_directory`] or [`Tablebase::add_bytes`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the size of the cache in MiB: 64 by default, at most 65,536, and 0 for no cache.
    ///
    /// All threads share the cache, for files with [`Access::Positioned`]. It fills as needed. Open files keep their cache.
    #[must_use]
    pub fn with_cache(mut self, mebibytes: usize) -> Self {
        self.cache = Arc::new(Cache::new(mebibytes));
        self
    }

    /// Finds the tables in these directories by their names, without subdirectories.
    ///
    /// The first of several tables with one name counts. A directory without tables is not an error.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError::Io`] if a directory cannot be read.
    pub fn open<P: AsRef<Path>>(directories: impl IntoIterator<Item = P>) -> Result<Self, OpenError> {
        Self::open_with(directories, Access::default())
    }

    /// Finds tables as [`Tablebase::open`] does, and chooses how files are read.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError::Io`] if a directory cannot be read.
    pub fn open_with<P: AsRef<Path>>(
        directories: impl IntoIterator<Item = P>,
        access: Access,
    ) -> Result<Self, OpenError> {
        let mut tablebase = Self::new();
        for directory in directories {
            tablebase.add_directory(directory, access)?;
        }
        Ok(tablebase)
    }

    /// Adds the tables in a directory, and returns the number of new tables.
    ///
    /// # Errors
    ///
    /// Returns [`OpenError::Io`], and adds nothing, if the directory cannot be read.
    pub fn add_directory(&mut self, directory: impl AsRef<Path>, access: Access) -> Result<usize, OpenError> {
        let directory = directory.as_ref();
        let error = |error: std::io::Error| OpenError::Io { path: directory.into(), kind: error.kind() };
        let mut found = Vec::new();
        for item in fs::read_dir(directory).map_err(error)? {
            let path = item.map_err(error)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).and_then(TableName::from_file_name);
            if let Some(name) = name.filter(|_| path.is_file()) {
                found.push((name, path));
            }
        }
        // The system may list the files in any order.
        found.sort_by(|(_, one), (_, other)| one.cmp(other));
        let added = found.into_iter().filter(|(name, path)| self.add(*name, LazyTable::new(path, access))).count();
        self.renew_index();
        Ok(added)
    }

    /// Adds a table from memory, and checks its description. Returns `false` if it was added before.
    ///
    /// The name is the name of the file, such as `KRvK.rtbw`.
    ///
    /// ```
    /// use gardez_syzygy::Tablebase;
    ///
    /// # macro_rules! table { () => { concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tables/KQvK.rtbw") } }
    /// static TABLE: &[u8] = include_bytes!(table!());
    /// let mut tablebase = Tablebase::new();
    /// tablebase.add_bytes("KQvK.rtbw", TABLE)?;
    /// assert_eq!(tablebase.max_pieces(), 3);
    /// # Ok::<_, gardez_syzygy::OpenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`OpenError::NotATable`] if no table has the name, and [`OpenError::Table`] if the bytes are not valid.
    pub fn add_bytes(&mut self, name: &str, bytes: impl Into<Cow<'static, [u8]>>) -> Result<bool, OpenError> {
        let table_name = TableName::from_file_name(name).ok_or_else(|| OpenError::NotATable { path: name.into() })?;
        let path: Arc<Path> = Path::new(name).into();
        let table = Table::new(Bytes::Memory(bytes.into()), &table_name.material, table_name.kind)
            .map_err(|kind| OpenError::Table(TableError { file: path.clone(), kind }))?;
        let table = LazyTable { path, access: Access::default(), table: OnceCell::with_value(table) };
        let is_new = self.add(table_name, table);
        self.renew_index();
        Ok(is_new)
    }

    fn add(&mut self, name: TableName, table: LazyTable) -> bool {
        let at = self.entries.iter().position(|entry| entry.material == name.material).unwrap_or_else(|| {
            self.entries.push(Entry { material: name.material, keys: name.material.keys(), files: [None, None] });
            self.entries.len() - 1
        });
        let file = &mut self.entries[at].files[name.kind as usize];
        let is_new = file.is_none();
        if is_new {
            *file = Some(table);
        }
        is_new
    }

    fn renew_index(&mut self) {
        let mut index = vec![None; (4 * self.entries.len()).next_power_of_two()];
        for (number, entry) in self.entries.iter().enumerate() {
            for (strong, key) in Color::ALL.into_iter().zip(entry.keys) {
                let place = Slot { key, entry: number as u32, strong };
                let free = probe_sequence(key, index.len()).find(|&at| index[at].is_none());
                index[free.expect("the index is at most half full")] = Some(place);
            }
        }
        self.index = index.into();
        let with_wdl = self.entries.iter().filter(|entry| entry.files[TableKind::Wdl as usize].is_some());
        self.max_pieces = with_wdl.map(|entry| entry.material.piece_count()).max().unwrap_or(0);
    }

    /// Returns the number of pieces of the largest table of results (`.rtbw`): 0 without tables.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// Returns the names of the tables: directory by directory, in the order of their names.
    pub fn tables(&self) -> impl Iterator<Item = TableName> + '_ {
        self.entries.iter().flat_map(|entry| {
            let kinds = TableKind::ALL.into_iter().filter(|&kind| entry.files[kind as usize].is_some());
            kinds.map(|kind| TableName { material: entry.material, kind })
        })
    }

    /// Opens all tables, and returns an error for each table that cannot be opened.
    pub fn open_all(&self) -> Vec<TableError> {
        let files =
            self.entries.iter().flat_map(|entry| entry.files.iter().zip(TableKind::ALL).map(move |f| (entry, f)));
        let errors =
            files.filter_map(|(entry, (file, kind))| file.as_ref()?.open(&entry.material, kind, &self.cache).err());
        errors.collect()
    }

    /// Returns an error if no table can contain the board.
    pub(crate) fn check(&self, board: &Board) -> Result<(), ProbeError> {
        if board.castling_rights() != CastlingRights::empty() {
            return Err(ProbeError::CastlingRights(board.castling_rights()));
        }
        let pieces = board.occupied().len() as usize;
        if self.max_pieces.max(2) < pieces {
            return Err(ProbeError::TooManyPieces { pieces, max: self.max_pieces });
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn table(&self, board: &Board, kind: TableKind) -> Result<Found<'_>, ProbeError> {
        let key = board.state().material_key();
        let mut places = probe_sequence(key, self.index.len()).map_while(|at| self.index.get(at).copied().flatten());
        let not_available = || ProbeError::NotAvailable(TableName { material: Material::from_board(board), kind });
        let place = places.find(|place| place.key == key).ok_or_else(not_available)?;
        let entry = self.entries.get(place.entry as usize).ok_or_else(not_available)?;
        let file = entry.files[kind as usize].as_ref().ok_or_else(not_available)?;
        let table = file.open(&entry.material, kind, &self.cache)?;
        Ok(Found { table, strong: place.strong, path: &file.path })
    }
}

/// A table that was found for a board.
pub(crate) struct Found<'a> {
    pub(crate) table: &'a Table,
    pub(crate) strong: Color,
    path: &'a Arc<Path>,
}

impl Found<'_> {
    #[cold]
    pub(crate) fn error(&self, kind: TableErrorKind) -> ProbeError {
        ProbeError::Table(TableError { file: self.path.clone(), kind })
    }
}

/// Returns the slots of the index that a search for a key visits, in order.
#[inline]
fn probe_sequence(key: u64, len: usize) -> impl Iterator<Item = usize> {
    let mask = len.wrapping_sub(1);
    (0..len).map(move |step| (key as usize).wrapping_add(step) & mask)
}

impl LazyTable {
    fn new(path: &Path, access: Access) -> Self {
        Self { path: path.into(), access, table: OnceCell::new() }
    }

    #[inline]
    fn open(&self, material: &Material, kind: TableKind, cache: &Arc<Cache>) -> Result<&Table, TableError> {
        self.table.get_or_try_init(|| {
            let bytes = Bytes::open(&self.path, self.access, cache).map_err(|error| TableErrorKind::Io(error.kind()));
            let table = bytes.and_then(|bytes| Table::new(bytes, material, kind));
            table.map_err(|kind| TableError { file: self.path.clone(), kind })
        })
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tables().map(|name| name.to_string())).finish()
    }
}
