//! The tests of the public interface, in one program.

mod definitions;
mod laws_of_games;
mod laws_of_positions;
mod limits_of_games;
mod samples_of_positions;
