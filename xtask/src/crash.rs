//! The long run of the crash test.

use crate::{Error, Workspace, shell};

/// Kills a server under load so many times; the test itself is one of `townhall`.
pub(crate) fn run(workspace: &Workspace, times: u32) -> Result<(), Error> {
    let mut test =
        workspace.cargo(&["test", "--package", "townhall", "--test", "server", "--locked", "--", "crash"]);
    shell::run(test.arg("--nocapture").env("TOWNHALL_CRASHES", times.to_string()))
}
