//! What does not depend on threads, and how they end.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// Counts the chunks that are read, and panics at some of them.
struct Counting {
    source: Memory,
    reads: AtomicUsize,
    panics_at: Option<usize>,
}

impl Counting {
    fn new(lengths: &[u8], panics_at: Option<usize>) -> Arc<Self> {
        Arc::new(Self { source: games(lengths), reads: AtomicUsize::new(0), panics_at })
    }
}

impl ChunkSource for Counting {
    fn count(&self) -> usize {
        self.source.count()
    }

    fn name(&self, index: usize) -> Cow<'_, str> {
        self.source.name(index)
    }

    fn read<'a>(&'a self, index: usize, limit: usize, buffer: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        assert_ne!(Some(index), self.panics_at, "this source is broken, as it should be in this test");
        self.source.read(index, limit, buffer)
    }
}

#[test]
fn threads_end_when_a_loader_is_dropped_in_the_middle() {
    let source = Counting::new(&[10; 100], None);
    let options = LoaderOptions::default().with_threads(3).with_ahead(20_000);
    let mut loader = loader_of(Arc::clone(&source), options).expect("the options are right");
    assert!(loader.next_record().is_ok_and(|record| record.is_some()));
    assert!(Arc::strong_count(&source) > 1);
    drop(loader);
    // The threads held the source. They have ended, and read no more.
    assert_eq!(Arc::strong_count(&source), 1);
    assert!(source.reads.load(Ordering::SeqCst) < 100);
}

#[test]
fn threads_read_ahead_no_more_than_they_may() {
    let (threads, ahead) = (2, 6_000);
    let source = Counting::new(&[10; 200], None);
    let options = LoaderOptions::default().with_threads(threads).with_ahead(ahead);
    let mut loader = loader_of(Arc::clone(&source), options).expect("the options are right");
    // A game takes at least 1,500 bytes.
    let most = ahead / 1_500 + 1 + threads + 1;
    while loader.next_record().expect("nothing is damaged").is_some() {
        let (reads, taken) = (source.reads.load(Ordering::SeqCst), loader.stats().chunks as usize);
        assert!(reads <= taken + most, "{reads} of {taken}");
    }
}

#[test]
fn a_panic_of_a_source_is_an_error_of_its_chunk() {
    for threads in [0, 2] {
        let source = Counting::new(&[10; 20], Some(3));
        let options = LoaderOptions::default().with_threads(threads);
        let stop = options.clone().with_problems(OnProblem::Stop);
        let mut loader = loader_of(Arc::clone(&source), stop).expect("the options are right");
        let (mut found, mut errors) = (Vec::new(), Vec::new());
        loop {
            match loader.next_record() {
                Ok(Some(record)) => found.push(record.into_v6().visits.get()),
                Ok(None) => break,
                Err(error) => errors.push(names(&error)),
            }
        }
        let text = "the source panicked while it read the chunk game 3";
        assert_eq!(errors, [("panicked", String::from(text))]);
        assert!(sorted(found.clone()).into_iter().eq((0..200).filter(|id| !(30..40).contains(id))));

        let mut skipping = loader_of(source, options).expect("the options are right");
        assert_eq!(ids(&mut skipping), found);
        assert_eq!(skipping.stats().chunks_unreadable, 1);
        assert_eq!(skipping.problems().iter().map(names).collect::<Vec<_>>(), errors);
    }
}

#[test]
fn a_forked_process_continues_with_threads_of_its_own() {
    let options = LoaderOptions::default().with_threads(2).with_shuffle(20);
    let expected = all(games(&[10; 50]), &options);
    let mut loader = loader_of(games(&[10; 50]), options).expect("the options are right");
    let mut found = Vec::new();
    for _ in 0..100 {
        let record = loader.next_record().expect("nothing is damaged").expect("there are 500 records");
        found.push(record.into_v6().visits.get());
    }
    // The threads of this process stay behind, as if they belonged to another one.
    assert!(loader.pool.pretend_to_be_forked());
    found.extend(ids(&mut loader));
    assert_eq!(found, expected);
    assert!(loader.pool.pretend_to_be_forked());
    drop(loader);
}
