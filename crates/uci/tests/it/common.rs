//! A test program that starts itself as an engine, with the name of the engine's role in the environment.

use std::{env, process};

use gardez_uci::process::Launch;

const ROLE: &str = "GARDEZ_UCI_ROLE";

/// How to start this program as an engine by the test with this path, which calls [`act_if_started`].
pub(crate) fn launch(test: &str, role: &str) -> Launch {
    let program = env::current_exe().expect("the test program has a path");
    let args = ["--exact", test, "--nocapture", "--test-threads=1"];
    Launch::new(program).with_args(args).with_env(ROLE, role)
}

/// Does nothing unless this program was started as an engine. Then it acts as one, and ends.
pub(crate) fn act_if_started(act: impl FnOnce(&str)) {
    if let Ok(role) = env::var(ROLE) {
        act(&role);
        process::exit(0);
    }
}
