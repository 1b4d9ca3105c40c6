//! The browser tests, with the real server, the built client and a Chromium. A test plays High Card, a third game, on a
//! server and a client of its own.

use std::{
    env,
    hash::{BuildHasher, RandomState},
    path::PathBuf,
    process::Command,
};

use crate::{Error, Workspace, cargo, engine, outcome::Outcome, shell, site, tools, web};

/// The names of Chromium in distributions and in its maker's packages. The headless shell comes first: the others also run
/// hidden windows, which take as much CPU time as the pages.
const CHROMIUMS: [&str; 7] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The deals that the tests play.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deals {
    /// The deals are equal in every run, or those of the phrase in the environment variable `DEALS`.
    Fixed,
    /// The deals are those of a new phrase, which is printed.
    Random,
}

/// Which of the browser tests are run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    All,
    /// The tests without the tag `@all`, which protect most for their time.
    Plain,
    /// The tests with the tag `@smoke`: a few that fail if a page does not work at all.
    Smoke,
}

impl Selection {
    /// The options by which Playwright selects them.
    const fn options(self) -> &'static [&'static str] {
        match self {
            Self::All => &[],
            Self::Plain => &["--grep-invert", "@all"],
            Self::Smoke => &["--grep", "@smoke"],
        }
    }
}

/// A step of `cargo verify`.
pub(crate) fn check(workspace: &Workspace, selection: Selection) -> Result<Outcome, Error> {
    prepare(workspace, selection)?;
    let mut tests = script(workspace, "e2e", selection)?;
    shell::run_counting(tests.args(selection.options()), web::passed_tests).map(Outcome::Passed)
}

/// Runs the browser tests, or those that `filter` selects in Playwright's syntax.
pub(crate) fn run(workspace: &Workspace, deals: Deals, filter: &[String]) -> Result<(), Error> {
    prepare(workspace, Selection::All)?;
    let mut tests = script(workspace, "e2e", Selection::All)?;
    if deals == Deals::Random {
        // The standard library seeds it from the operating system's entropy.
        let phrase = format!("{:x}", RandomState::new().hash_one(()));
        println!("The deals are those of DEALS={phrase}");
        tests.env("DEALS", phrase);
    }
    shell::run(tests.args(filter))
}

/// Builds the clients that the browser tests need, and installs a Chromium if there is none.
pub(crate) fn prepare(workspace: &Workspace, selection: Selection) -> Result<(), Error> {
    let has_engine = engine::build(workspace)?;
    // The client with a third game uses the messages that this build compiles.
    web::build(workspace, &web::Client::Shipped)?;
    if selection == Selection::All {
        web::build(workspace, &web::Client::ThirdGame)?;
        if has_engine {
            site::build(workspace)?;
        }
    }
    chromium(workspace).map(drop)
}

/// Takes pictures of every screen, in all languages, light and dark, on a phone and a desktop, for people to look at.
/// `filter` names some of them as Playwright understands it, such as `--grep "de phone"`.
pub(crate) fn pictures(workspace: &Workspace, filter: &[String]) -> Result<PathBuf, Error> {
    let folder = workspace.target.join("pictures");
    let mut pictures = script(workspace, "pictures", Selection::Plain)?;
    shell::run(pictures.args(filter).env("PICTURES", &folder))?;
    Ok(folder)
}

/// A script that drives browsers, after the client and the servers were built and Chromium was installed.
fn script(workspace: &Workspace, name: &str, selection: Selection) -> Result<Command, Error> {
    engine::build(workspace)?;
    web::build(workspace, &web::Client::Shipped)?;
    println!("Building the servers");
    let third_game = ["--example=third_game"];
    cargo::build_programs(workspace, if selection == Selection::All { &third_game } else { &[] })?;
    let mut script = web::script(workspace, name, &[]);
    let built =
        |name: &str| workspace.target.join("debug").join(name).with_extension(env::consts::EXE_EXTENSION);
    script.env("TOWNHALL", built("townhall")).env("THIRD_GAME", built("examples/third_game"));
    script.env("NATIVE_ENGINE", built("examples/native_engine"));
    if let Some(chromium) = chromium(workspace)? {
        script.env("CHROMIUM", chromium);
    }
    Ok(script)
}

/// A Chromium of the machine; else one that its packages offer; else Playwright's own, which the
/// tests find by themselves.
fn chromium(workspace: &Workspace) -> Result<Option<PathBuf>, Error> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return Ok(Some(PathBuf::from(given)));
    }
    if let Some(there) = installed() {
        return Ok(Some(there));
    }
    // On Ubuntu the package is a mere pointer to a snap; whether it has worked shows in the end.
    println!("Installing Chromium");
    for package in ["chromium-headless-shell", "chromium"] {
        if tools::debian_packages(&[package]).is_ok()
            && let Some(there) = installed()
        {
            return Ok(Some(there));
        }
    }
    shell::run(
        web::npm(workspace, &["exec", "--", "playwright", "install", "chromium-headless-shell"])
            .env("CI", "1"),
    )?;
    Ok(None)
}

/// The first Chromium that is there and says its version, by its whole path: Playwright does not
/// look for a program in `PATH`.
fn installed() -> Option<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    CHROMIUMS
        .iter()
        .flat_map(|name| env::split_paths(&folders).map(move |folder| folder.join(name)))
        .find(|program| shell::answers(Command::new(program).arg("--version")))
}
