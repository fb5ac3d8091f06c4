//! Sizes and traits that users rely on.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gardez_notation::ErrorInfo;
use gardez_notation::epd::{Epd, EpdError, EpdErrorKind, ValueError};
use gardez_notation::lan::Lan;
use gardez_notation::pgn::{
    Game, GameError, Limits, Nag, Problem, ReadError, Reader, SliceSource, TimeControlError, TimeControlErrorKind,
    Verdict,
};
use gardez_notation::polyglot::{BookError, Entry, RawMove};
use gardez_notation::san::{IllegalVariationError, Repairs, San, SanError, VariationError, VariationErrorKind};
use static_assertions::{assert_eq_size, assert_impl_all};

// A written move is its text and a length.
assert_eq_size!(San, Lan, [u8; 9]);
assert_eq_size!(Repairs, u32);
assert_eq_size!(Nag, u8);
assert_eq_size!(RawMove, u16);
// An answer of a visitor is small, because problems are boxed.
assert_eq_size!(Verdict, ControlFlow<Infallible, Verdict>, [usize; 2]);

assert_impl_all!(San: Copy, Send, Sync);
assert_impl_all!(Entry: Copy, Ord, Send, Sync);
assert_impl_all!(Limits: Copy, Default, Send, Sync);
assert_impl_all!(Game: Clone, Eq, Send, Sync);
assert_impl_all!(Epd: Clone, Eq, Send, Sync);
assert_impl_all!(Problem: Clone, Eq, Send, Sync);
assert_impl_all!(Reader<SliceSource<'static>>: Send);

// All errors can be handled alike, and can cross threads.
assert_impl_all!(SanError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(IllegalVariationError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(VariationError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(VariationErrorKind: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(EpdError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(EpdErrorKind: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(ValueError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(ReadError<std::io::Error, Infallible>: ErrorInfo, Send, Sync);
assert_impl_all!(ReadError<Infallible, BookError>: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(GameError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(TimeControlError: ErrorInfo, Clone, Eq, Send, Sync);
assert_impl_all!(TimeControlErrorKind: ErrorInfo, Copy, Eq, Send, Sync);
assert_impl_all!(BookError: ErrorInfo, Clone, Eq, Send, Sync);

#[test]
fn errors_of_all_modules_can_be_handled_alike() {
    fn names(errors: &[&dyn ErrorInfo]) -> Vec<&'static str> {
        errors.iter().map(|error| error.kind_name()).collect()
    }
    let san = gardez_notation::san::parse(&gardez_notation::Board::start(), "Ke2").expect_err("a pawn is on e2");
    let epd = "8/8".parse::<Epd>().expect_err("two ranks are missing");
    let game = "".parse::<Game>().expect_err("there is no game");
    assert_eq!(names(&[&san, &epd, &game, &BookError::Length(3)]), ["illegal", "missing-ranks", "empty", "length"]);
}
