//! A server whose database another server has taken over.

use std::{
    fs::{self, File},
    process::Stdio,
};

use crate::{database, program::Program};

/// Ends all sessions, and holds the lock of a single server for some seconds.
const TAKE_OVER: &str = "\
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
      WHERE datname = current_database() AND pid <> pg_backend_pid(); \
    SELECT pg_advisory_lock(1416591214, 2), pg_sleep(60)";

#[test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
fn postgres_that_another_server_has_taken_over_stops_the_server_with_a_clear_error() {
    let url = database::create("lock");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = File::create(&path).expect("a file");
    let mut program = Program::start_with(&url, |command| {
        command.arg("--accept-loss").stderr(log);
    });
    let mut other = database::psql(&url, TAKE_OVER).stdout(Stdio::null()).spawn().expect("psql runs");
    let ended = program.ended();
    let said = fs::read_to_string(&path).expect("a log");
    other.kill().expect("it can be killed");
    other.wait().expect("it is gone");
    assert_eq!(ended, Some(1), "{said}");
    assert!(said.contains("is in use by another server"), "{said}");
}
