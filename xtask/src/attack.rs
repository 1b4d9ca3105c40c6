//! The attacks on a server with full numbers.

use crate::{Error, Workspace, shell};

/// Runs the attacks, which are tests of `townhall-server`, with full numbers, one after another; each prints what it measured.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let mut test = workspace.cargo(&[
        "test",
        "--package",
        "townhall-server",
        "--test",
        "server",
        "--locked",
        "--",
        "attack",
    ]);
    shell::run(test.args(["--nocapture", "--test-threads", "1"]).env("TOWNHALL_ATTACK", "full"))
}
