//! The tests of the comparison itself, in one program.

mod damage;
mod migrating;
mod pages;
mod peers;
mod readers;
mod rescore;
mod samples;
mod values;
mod writers;
