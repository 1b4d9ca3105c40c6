//! The long run of the crash test.

use crate::{Error, Workspace, shell};

/// Runs the crash test, which is a test of `townhall`: kills a server under load `times` times.
pub(crate) fn run(workspace: &Workspace, times: u32) -> Result<(), Error> {
    let mut test =
        workspace.cargo(&["test", "--package", "townhall", "--test", "server", "--locked", "--", "crash"]);
    shell::run(test.arg("--nocapture").env("TOWNHALL_CRASHES", times.to_string()))
}
