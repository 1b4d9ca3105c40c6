//! Databases in the Postgres that `cargo verify postgres` starts.

use std::{
    env,
    path::PathBuf,
    process::{self, Command},
};

/// Creates a database with this name for this process; returns its URL.
pub(crate) fn create(name: &str) -> String {
    let server = env::var("POSTGRES_FOR_TESTS").expect("a Postgres: run `cargo verify postgres`");
    let name = format!("{name}_{}", process::id());
    let made = psql(&server, &format!("CREATE DATABASE {name}")).status();
    assert!(made.expect("psql runs").success());
    server.replace("/postgres?", &format!("/{name}?"))
}

/// A command that runs statements on a database.
pub(crate) fn psql(url: &str, sql: &str) -> Command {
    let programs = PathBuf::from(env::var_os("POSTGRES_PROGRAMS").expect("the programs of Postgres"));
    let mut psql = Command::new(programs.join("psql"));
    psql.args([url, "-q", "-At", "-c", sql]);
    psql
}
