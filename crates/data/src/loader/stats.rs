//! The counters of a loader.

macro_rules! stats {
    ($($(#[$meta:meta])* $name:ident,)+) => {
        /// The counters of a [`Loader`](super::Loader), which are part of its [state](super::LoaderState). A chunk counts
        /// when its first record is due, so they do not depend on the threads.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[non_exhaustive]
        pub struct LoaderStats {
            $($(#[$meta])* pub $name: u64,)+
        }

        impl LoaderStats {
            pub(super) const COUNT: usize = [$(stringify!($name)),+].len();

            pub(super) fn to_array(self) -> [u64; Self::COUNT] {
                [$(self.$name),+]
            }

            pub(super) fn from_array([$($name),+]: [u64; Self::COUNT]) -> Self {
                Self { $($name),+ }
            }

            pub(super) fn add(&mut self, other: &Self) {
                $(self.$name = self.$name.saturating_add(other.$name);)+
            }

            /// Returns an iterator over the names of the counters and their values.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name)),+].into_iter()
            }
        }
    };
}

stats! {
    /// Chunks that were due, whatever became of them.
    chunks,
    /// Chunks that could not be read or unpacked, or are too large.
    chunks_unreadable,
    /// Chunks without records.
    chunks_empty,
    /// Chunks that end within a record.
    chunks_incomplete,
    /// Chunks whose records are not a game.
    chunks_refused,
    /// Chunks that were left out by the sampling of games.
    chunks_not_sampled,
    /// Records in the chunks that were used.
    records,
    /// Records that were left out by the sampling of positions.
    records_not_sampled,
    /// Records that were left out by diff focus.
    records_not_focused,
    /// Records of an unknown version.
    refused_version,
    /// Records of an input format that is unknown or not the wanted one.
    refused_format,
    /// Records whose values do not make sense.
    refused_values,
    /// Records that were left out because they did not fill the last batch.
    records_not_batched,
    /// Records in batches.
    records_used,
    /// Batches.
    batches,
}
