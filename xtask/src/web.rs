//! The web client: its packages, its build, its checks.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::SystemTime,
};

use crate::{Error, Workspace, outcome::Outcome, shell};

/// The sources of the client, below `web/`.
const SOURCES: [&str; 8] = [
    "engine",
    "index.html",
    "messages",
    "package-lock.json",
    "project.inlang/settings.json",
    "public",
    "src",
    "vite.config.ts",
];

/// The folder among the sources that the build itself writes.
const GENERATED: &str = "paraglide";

/// The folder of the page without a server, below `web/`.
pub(crate) const SITE: &str = "dist-site";

/// The builds of the client.
pub(crate) enum Client {
    /// The client that `townhall` serves.
    Shipped,
    /// The client with High Card, a third game, for a browser test.
    ThirdGame,
    /// A page without a server, which any host can serve under any path.
    Site,
}

impl Client {
    /// The folder of the build, below `web/`, and the options of Vite that make it.
    const fn build(&self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Shipped => ("dist", &[]),
            Self::ThirdGame => ("dist-third-game", &["--mode", "third-game"]),
            Self::Site => (SITE, &["--mode", "site"]),
        }
    }
}

/// Installs the packages if necessary, and builds the client if its sources have changed.
pub(crate) fn build(workspace: &Workspace, client: &Client) -> Result<(), Error> {
    packages(workspace)?;
    let web = workspace.root.join("web");
    let (folder, options) = client.build();
    let built = fs::metadata(web.join(folder).join("index.html")).and_then(|file| file.modified());
    let newest = SOURCES.iter().filter_map(|name| newest(&web.join(name))).max();
    if built.is_ok_and(|built| newest.is_some_and(|newest| newest <= built)) {
        return Ok(());
    }
    println!("Building the web client into web/{folder}");
    // Into a folder of its own first: a compiler that embeds the client at the same time must not find half of it.
    let fresh = format!("{folder}.new");
    let into = ["--logLevel", "warn", "--outDir", &fresh, "--emptyOutDir"];
    shell::run_silently(script(workspace, "build", &into).args(options))?;
    replace(&web.join(fresh), &web.join(folder))
}

/// Puts a folder in the place of another, if there is one.
fn replace(fresh: &Path, folder: &Path) -> Result<(), Error> {
    let failed = |source| Error::File { path: folder.to_owned(), source };
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::rename(fresh, folder).map_err(failed)
}

/// Installs the packages of the lock file, unless they are there.
pub(crate) fn packages(workspace: &Workspace) -> Result<(), Error> {
    let web = workspace.root.join("web");
    // A copy of the installed lock file is kept beside the packages: after a checkout, modification times say little.
    let (lock, installed) = (web.join("package-lock.json"), web.join("node_modules/.townhall-lock.json"));
    let wanted = fs::read(&lock).map_err(|source| Error::File { path: lock.clone(), source })?;
    if fs::read(&installed).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    if !shell::answers(&mut npm(workspace, &["--version"])) {
        return Err(Error::Found(
            "npm is not there; Townhall's web client needs Node.js 20.19 or later".to_owned(),
        ));
    }
    println!("Installing the web client's packages (npm ci)");
    shell::run_silently(&mut npm(workspace, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]))?;
    fs::write(&installed, wanted).map_err(|source| Error::File { path: installed, source })
}

/// When a file, or the latest file of a folder, was changed; `None` if there is none.
pub(crate) fn newest(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return fs::metadata(path).and_then(|file| file.modified()).ok();
    }
    let entries = fs::read_dir(path).ok()?.filter_map(Result::ok);
    entries.filter(|entry| entry.file_name() != GENERATED).filter_map(|entry| newest(&entry.path())).max()
}

/// Types, style, messages and unit tests of the client.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome, Error> {
    build(workspace, &Client::Shipped)?;
    // Compiled once, before the checks that read the result: compiling begins by removing the old files.
    shell::run_silently(&mut script(workspace, "paraglide", &[]))?;
    // Neither keeps more than one core busy.
    let (others, unit) = thread::scope(|scope| {
        let others = scope.spawn(|| {
            let names = ["types", "format:check", "messages"];
            names.iter().try_for_each(|name| shell::run_silently(&mut script(workspace, name, &[])).map(drop))
        });
        let unit = shell::run_counting(&mut script(workspace, "unit", &[]), passed_tests);
        (others.join(), unit)
    });
    others.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    Ok(Outcome::Passed(4 + unit?))
}

/// A script of `package.json`, in colours only where our own output has them.
pub(crate) fn script(workspace: &Workspace, name: &str, args: &[&str]) -> Command {
    let mut command = npm(workspace, &["run", "--silent", name, "--"]);
    command.args(args);
    command
}

/// Returns npm in the client's folder.
pub(crate) fn npm(workspace: &Workspace, args: &[&str]) -> Command {
    let mut command = workspace.command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(workspace.root.join("web")).args(args).stdin(Stdio::null());
    command.env("NPM_CONFIG_UPDATE_NOTIFIER", "false");
    command
}

/// The number of passed tests in a summary line of Vitest or Playwright.
pub(crate) fn passed_tests(line: &str) -> usize {
    let plain = without_colours(line);
    let line = plain.trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = match *words.as_slice() {
        // Playwright: `12 passed (3.4s)`.
        [number, "passed", time] if time.starts_with('(') => number,
        // Vitest: `Tests  31 passed (31)`, or `Tests  1 failed | 30 passed (31)`.
        ["Tests", .., number, "passed", _] => number,
        _ => "",
    };
    number.parse().unwrap_or(0)
}

/// A line without the escape codes of colours.
fn without_colours(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, text)| text))
}

#[cfg(test)]
mod tests {
    use super::passed_tests;

    #[test]
    fn closing_lines_are_counted() {
        for (line, passed) in [
            ("  12 passed (3.4s)", 12),
            ("  \x1b[32m12 passed\x1b[39m\x1b[2m (3.4s)\x1b[22m", 12),
            ("      Tests  31 passed (31)", 31),
            ("\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m31 passed\x1b[39m\x1b[22m\x1b[90m (31)\x1b[39m", 31),
            ("      Tests  1 failed | 30 passed (31)", 30),
            (" Test Files  2 passed (2)", 0),
            ("  1 failed", 0),
        ] {
            assert_eq!(passed_tests(line), passed, "{line}");
        }
    }
}
