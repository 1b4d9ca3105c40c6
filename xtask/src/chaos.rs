//! Faults of all kinds while people play.

use std::process::Command;

use crate::{Error, Workspace, postgres, shell};

/// Has `faults` things fail of three nodes, their database and its standby while people play; the history of a run in which
/// something was lost stays where its test says.
pub(crate) fn run(workspace: &Workspace, faults: u32) -> Result<(), Error> {
    let programs = postgres::install()?;
    let arguments = ["test", "--package", "townhall", "--test", "server", "--locked"];
    let mut test = workspace.cargo(&arguments);
    // Packets get lost on the ways between networks of our own; elsewhere, proxies take their place.
    if shell::answers(Command::new("unshare").args(["--net", "ip", "link", "set", "lo", "up"])) {
        shell::run(workspace.cargo(&arguments).arg("--no-run"))?;
        test = in_own_network(&test);
        test.arg("--offline").env("TOWNHALL_CHAOS_OWN_NETWORK", "1");
    }
    test.args(["--", "--ignored", "--nocapture", "postgres_chaos"]).env("TOWNHALL_CHAOS", faults.to_string());
    shell::run(postgres::with_programs(&mut test, &programs))
}

/// Returns the command in a network of its own.
fn in_own_network(command: &Command) -> Command {
    let mut unshare = Command::new("unshare");
    unshare.arg("--net").arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        unshare.current_dir(folder);
    }
    unshare
}
