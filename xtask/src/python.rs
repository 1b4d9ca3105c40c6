//! The Python package: built, installed and tested in a virtual environment of its own.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{Error, Workspace, outcome::Outcome, shell};

/// The packages that the tests need, and the program that builds the package.
const PACKAGES: [&str; 5] = ["maturin>=1.9.4,<2", "numpy", "gymnasium", "pettingzoo", "pytest"];
/// Packages that a single test each needs. The test is skipped without them, since there are no wheels for every
/// version of Python. They are installed without their dependencies, among them SciPy, since the compiled modules that
/// the tests use need only NumPy.
const OPTIONAL: [&str; 2] = ["open_spiel", "pyarrow"];
/// Prints the version of an interpreter that can build the package and make environments.
const FITS: &str = "import sys, venv, ensurepip; assert sys.version_info >= (3, 10)";

/// Builds and tests the package, if there is an interpreter.
pub(crate) fn check(workspace: &Workspace) -> Result<Outcome, Error> {
    let Some(python) = environment(workspace)? else {
        return Ok(Outcome::Skipped("no Python 3.10 or later with venv".to_owned()));
    };
    let mut install = workspace.command(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-build-isolation",
        "--no-deps",
        "--no-compile",
        "--force-reinstall",
    ]);
    // pip finds maturin by the path.
    let old = env::var_os("PATH").unwrap_or_default();
    let scripts = python.parent().map(Path::to_owned).into_iter();
    let path = env::join_paths(scripts.chain(env::split_paths(&old)));
    let path = path.map_err(|error| Error::Found(format!("the path of programs: {error}")))?;
    shell::run_silently(install.args(["--disable-pip-version-check", "./python"]).env("PATH", path))?;
    let mut tests = workspace.command(&python);
    tests.args(["-m", "pytest", "--quiet", "--disable-warnings", "-p", "no:cacheprovider", "python/tests"]);
    // Beside the sources, compiled modules would be in the way.
    let compiled = workspace.target.join("python-environment/compiled");
    shell::run_counting(tests.env("PYTHONPYCACHEPREFIX", compiled), passed_tests).map(Outcome::Passed)
}

/// Makes the environment with everything except the package.
pub(crate) fn prepare(workspace: &Workspace) -> Result<(), Error> {
    environment(workspace).map(drop)
}

/// The interpreter of the environment; `None` without one that could make it.
fn environment(workspace: &Workspace) -> Result<Option<PathBuf>, Error> {
    let home = workspace.target.join("python-environment");
    let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = home.join(scripts).join("python").with_extension(std::env::consts::EXE_EXTENSION);
    let complete = "import gymnasium, maturin, numpy, pettingzoo, pytest";
    let (list, packages) = (home.join("packages"), [&PACKAGES[..], &OPTIONAL].concat().join("\n"));
    let is_listed = fs::read_to_string(&list).is_ok_and(|listed| listed == packages);
    if is_listed && shell::answers(workspace.command(&python).args(["-c", complete])) {
        return Ok(Some(python));
    }
    if !shell::answers(workspace.command("python3").args(["-c", FITS])) {
        return Ok(None);
    }
    shell::run_silently(workspace.command("python3").args(["-m", "venv", "--clear"]).arg(&home))?;
    let install = |packages: &[&str]| {
        let mut install = workspace.command(&python);
        install.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--only-binary=:all:",
            // Python compiles what the tests import, a small part.
            "--no-compile",
        ]);
        install.args(packages);
        install
    };
    shell::run_silently(&mut install(&PACKAGES))?;
    for package in OPTIONAL {
        shell::answers(install(&[package]).arg("--no-deps"));
    }
    fs::write(&list, packages).map_err(|source| Error::File { path: list, source })?;
    Ok(Some(python))
}

/// The number of passed tests in the last line of pytest.
fn passed_tests(line: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = words.iter().position(|word| word.trim_end_matches(',') == "passed");
    match after {
        Some(after) if after > 0 && line.contains(" in ") => words[after - 1].parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::passed_tests;

    #[test]
    fn the_last_line_is_counted() {
        for (line, passed) in [
            ("88 passed, 6 warnings in 1.78s", 88),
            ("1 failed, 51 passed in 0.48s", 51),
            ("python/tests/test_game.py .....", 0),
            ("3 passed", 0),
        ] {
            assert_eq!(passed_tests(line), passed, "{line}");
        }
    }
}
