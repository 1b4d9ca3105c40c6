//! A Postgres of the machine's packages, for tests: in a folder of its own, without a port, and gone afterwards.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{Error, Workspace, cargo, outcome::Outcome, shell, tools};

/// Where Debian's packages put the programs, one folder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";
/// The variable by which tests learn where it listens.
const VARIABLE: &str = "POSTGRES_FOR_TESTS";
/// The user of the database, who may do everything.
const USER: &str = "townhall";
/// The account as which it runs if we are root: Postgres refuses to run as root.
const ACCOUNT: &str = "postgres";
/// How long it may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// Settings for tests: many short-lived databases, and no waiting for the disk.
const SETTINGS: [&str; 7] = [
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "max_connections=300",
    "shared_buffers=64MB",
    "autovacuum=off",
    "logging_collector=off",
];

/// Runs the tests that need a Postgres, if one can be had: those of these packages, or all.
pub(crate) fn check(workspace: &Workspace, packages: Option<&BTreeSet<String>>) -> Result<Outcome, Error> {
    let programs = match install() {
        Ok(programs) => programs,
        Err(error) => return Ok(Outcome::Skipped(format!("no Postgres can be had: {error}"))),
    };
    let postgres = Postgres::start(programs.clone())?;
    // They spend most of their time waiting.
    let mut tests = cargo::tests(workspace, packages, 4)?;
    tests.args(["postgres", "--run-ignored", "only"]);
    with_programs(&mut tests, &programs).env(VARIABLE, postgres.url());
    cargo::counted(&mut tests).map(Outcome::Passed)
}

/// Tells a test how it can run Postgres itself.
pub(crate) fn with_programs<'c>(test: &'c mut Command, programs: &Path) -> &'c mut Command {
    test.env("POSTGRES_PROGRAMS", programs).env("POSTGRES_RUN_BY", run_by().join(" "))
}

/// The folder of Postgres' programs, which are installed if they are not there.
pub(crate) fn install() -> Result<PathBuf, Error> {
    if let Some(there) = installed() {
        return Ok(there);
    }
    println!("Installing Postgres");
    tools::debian_packages(&["postgresql"])?;
    installed().ok_or_else(|| Error::Found("the package postgresql brings no initdb".to_owned()))
}

fn installed() -> Option<PathBuf> {
    let versions = fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let number = |folder: &PathBuf| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let newest = versions.map(|entry| entry.path()).max_by_key(number).map(|folder| folder.join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    newest.into_iter().chain(env::split_paths(&path)).find(|folder| folder.join("initdb").is_file())
}

/// A running Postgres. It is stopped and removed when this is dropped.
struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    server: Child,
}

impl Postgres {
    fn start(programs: PathBuf) -> Result<Self, Error> {
        let folder = env::temp_dir().join(format!("townhall-postgres-{}", process::id()));
        let data = folder.join("data");
        shell::run_silently(as_account("mkdir").arg(&folder))?;
        let mut make = as_account(programs.join("initdb"));
        make.args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--no-locale", "--username", USER]);
        shell::run_silently(make.arg("--pgdata").arg(&data))?;
        let mut serve = as_account(programs.join("postgres"));
        serve.arg("-D").arg(&data).arg("-k").arg(&folder);
        serve.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
        let log = folder.with_extension("log");
        let file = fs::File::create(&log).map_err(|source| Error::File { path: log, source })?;
        let server = serve.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file).spawn();
        let server = server.map_err(|source| Error::Start { command: shell::line(&serve), source })?;
        let mut started = Self { programs, folder, server };
        started.wait()?;
        Ok(started)
    }

    /// Waits until it answers.
    fn wait(&mut self) -> Result<(), Error> {
        let begun = Instant::now();
        while begun.elapsed() < START_TIMEOUT {
            if shell::answers(Command::new(self.programs.join("pg_isready")).arg("-h").arg(&self.folder)) {
                return Ok(());
            }
            if let Ok(Some(_ended)) = self.server.try_wait() {
                break;
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(Error::Found(format!("Postgres does not start; its log is {}", self.log().display())))
    }

    /// Where it listens: its database `postgres`.
    fn url(&self) -> String {
        format!("postgres:///postgres?host={}&user={USER}", self.folder.display())
    }

    fn log(&self) -> PathBuf {
        self.folder.with_extension("log")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = as_account(self.programs.join("pg_ctl"));
        stop.args(["stop", "--mode=immediate", "--silent", "--pgdata"]).arg(self.folder.join("data"));
        // Nothing of it is needed any more; if it can't be stopped, the folder says where it is.
        if shell::answers(&mut stop) {
            let _ = self.server.wait();
            let _ = fs::remove_dir_all(&self.folder);
            let _ = fs::remove_file(self.log());
        }
    }
}

/// A program run by an account that may run Postgres.
fn as_account(program: impl AsRef<Path>) -> Command {
    let program = program.as_ref().to_owned();
    let words = run_by().into_iter().map(PathBuf::from).chain([program]).collect::<Vec<_>>();
    let mut command = Command::new(&words[0]);
    // It may not be allowed to be where we are.
    command.args(&words[1..]).current_dir(env::temp_dir());
    command
}

/// The command that runs a program as an account that may run Postgres: empty, or if we are root, `setpriv` with the
/// account of its package.
fn run_by() -> Vec<String> {
    if !tools::is_root() {
        return Vec::new();
    }
    let (user, group) = (format!("--reuid={ACCOUNT}"), format!("--regid={ACCOUNT}"));
    vec!["setpriv".to_owned(), user, group, "--init-groups".to_owned()]
}
