//! `cargo verify`: what CI checks, step by step, up to the first failure. `--all` checks more, `--since` only what a change can
//! affect.

use std::{
    collections::BTreeSet,
    io::IsTerminal,
    num::NonZero,
    process::ExitCode,
    sync::Arc,
    thread::{self, JoinHandle},
    time::Instant,
};

use crate::{
    Error, Workspace,
    browser::{self, Selection},
    budget::Budgets,
    cargo::{self, FUZZ, WHOLE, counted},
    changes::{Changes, Inputs},
    dependencies, engine, instructions,
    outcome::Outcome,
    postgres, python, shell, tidy, tools, types, web,
};

/// How much is checked.
enum Scope {
    /// The checks of CI.
    Plain,
    All,
    /// The checks that these changes can affect.
    Since(Changes),
}

impl Scope {
    /// The packages whose tests are run; `None` stands for all.
    fn packages(&self) -> Option<&BTreeSet<String>> {
        match self {
            Self::Plain | Self::All => None,
            Self::Since(changes) => Some(changes.packages()),
        }
    }

    /// The browser tests that are run.
    const fn browser_tests(&self) -> Selection {
        match self {
            Self::Plain => Selection::Plain,
            Self::All => Selection::All,
            Self::Since(_) => Selection::Smoke,
        }
    }
}

/// Something that can be done before a step; the step does it if it was not done.
type Preparation = fn(&Workspace, &Scope) -> Result<(), Error>;

struct Step {
    name: &'static str,
    /// The inputs that decide its outcome, for `--since`.
    inputs: Inputs,
    /// Whether only `--all` runs it, or its name.
    rare: bool,
    /// Work for it that can be done while the steps before it run.
    prepare: Option<Preparation>,
    run: fn(&Workspace, &Scope) -> Result<Outcome, Error>,
}

impl Step {
    const fn new(
        name: &'static str,
        inputs: Inputs,
        run: fn(&Workspace, &Scope) -> Result<Outcome, Error>,
    ) -> Self {
        Self { name, inputs, rare: false, prepare: None, run }
    }

    const fn rare(self) -> Self {
        Self { rare: true, ..self }
    }

    const fn prepare(self, prepare: Preparation) -> Self {
        Self { prepare: Some(prepare), ..self }
    }

    /// Whether it is run.
    fn is_due(&self, only: &[String], scope: &Scope) -> bool {
        let is_named = only.iter().any(|start| self.name.starts_with(start));
        match scope {
            Scope::Since(changes) => (is_named || only.is_empty()) && changes.affect(self.inputs),
            Scope::Plain if only.is_empty() => !self.rare,
            Scope::Plain | Scope::All => is_named || only.is_empty(),
        }
    }
}

/// Steps that compile most come first. Meanwhile the rest is prepared.
const STEPS: [Step; 14] = [
    Step::new("format", Inputs::Files(&["*.rs", "rustfmt.toml"]), |workspace, _| format(workspace)),
    Step::new("tidy", Inputs::Files(&["*"]), |workspace, _| tidy::check(workspace).map(Outcome::Passed)),
    Step::new("lints", Inputs::Packages, |workspace, _| lints(workspace)),
    // Front pages have most of the links.
    Step::new("documentation", Inputs::Files(&["*/lib.rs"]), |workspace, _| documentation(workspace)).rare(),
    Step::new("tests", Inputs::Packages, tests),
    // The lints find nearly all that keeps it from compiling, in a tenth of the time.
    Step::new("engine", Inputs::Files(&[".cargo/", "crates/townhall-wasm/"]), |workspace, _| {
        engine(workspace)
    })
    .prepare(|workspace, _| engine::build(workspace).map(drop)),
    Step::new("web client", Inputs::Files(&["web/"]), |workspace, _| web::check(workspace))
        .prepare(|workspace, _| web::build(workspace, &web::Client::Shipped)),
    Step::new(
        "postgres",
        Inputs::Files(&["crates/townhall-cluster/", "crates/townhall-store/"]),
        |workspace, scope| postgres::check(workspace, scope.packages()),
    )
    .prepare(|_, _| postgres::install().map(drop)),
    Step::new("examples in docs", Inputs::Packages, |workspace, _| doc_tests(workspace)),
    Step::new("types", Inputs::Package("wire-types"), |workspace, _| {
        types::check(workspace).map(Outcome::Passed)
    })
    .prepare(|workspace, _| web::packages(workspace)),
    Step::new("python", Inputs::Files(&["crates/townhall-py/", "python/"]), |workspace, _| {
        python::check(workspace)
    })
    .prepare(|workspace, _| python::prepare(workspace))
    .rare(),
    Step::new(
        "dependencies",
        Inputs::Files(&["*Cargo.lock", "*Cargo.toml", "deny.toml", "web/package-lock.json"]),
        |workspace, _| dependencies::check(workspace),
    )
    .prepare(|workspace, _| tools::cargo_deny(workspace).map(drop)),
    Step::new("browser tests", Inputs::Files(&["web/"]), |workspace, scope| {
        browser::check(workspace, scope.browser_tests())
    })
    .prepare(|workspace, scope| browser::prepare(workspace, scope.browser_tests())),
    Step::new("instruction counts", Inputs::Files(&["xtask/counts.json"]), |workspace, _| {
        instructions::check(workspace)
    })
    .rare(),
];

/// Runs the steps, or those whose names begin with one of `only`: all that CI runs, with `all` also those that it leaves out, or
/// what the changes since a commit can affect. Closes with how long each took beside its budget, a warning for each that took
/// longer, and how many checks passed and failed.
pub(crate) fn run(
    workspace: &Workspace,
    only: &[String],
    since: Option<&str>,
    all: bool,
) -> Result<ExitCode, Error> {
    if let Some(unknown) = only.iter().find(|start| !STEPS.iter().any(|step| step.name.starts_with(*start))) {
        let names = STEPS.map(|step| step.name).join(", ");
        return Err(Error::Found(format!("no step is named {unknown:?}; there are: {names}")));
    }
    let scope = match since {
        Some(reference) => Scope::Since(Changes::since(workspace, reference)?),
        None if all => Scope::All,
        None => Scope::Plain,
    };
    if let Scope::Since(changes) = &scope {
        let packages: Vec<&str> = changes.packages().iter().map(String::as_str).collect();
        println!("{} files have changed, which can affect: {}", changes.files(), packages.join(" "));
    }
    let steps: Vec<&Step> = STEPS.iter().filter(|step| step.is_due(only, &scope)).collect();
    let budgets = Budgets::read(workspace)?;
    let mut table = budgets.table();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let start = Instant::now();
    let scope = Arc::new(scope);
    let preparations = steps.iter().filter_map(|step| step.prepare).collect();
    let mut preparation = Some(prepare(workspace, &scope, preparations));
    for (number, step) in (1..).zip(&steps) {
        heading(&format!("{number}/{} {}", steps.len(), step.name));
        let started = Instant::now();
        if step.prepare.is_some()
            && let Some(preparation) = preparation.take()
        {
            let _ = preparation.join();
        }
        let outcome = (step.run)(workspace, &scope);
        let took = started.elapsed().as_secs_f64();
        let result = match outcome {
            Ok(Outcome::Passed(checks)) => {
                passed += checks;
                format!("{checks} passed")
            }
            Ok(Outcome::Partly(checks, why)) => {
                passed += checks;
                skipped += 1;
                format!("{checks} passed; not checked: {why}")
            }
            Ok(Outcome::Skipped(why)) => {
                skipped += 1;
                format!("skipped: {why}")
            }
            Err(error) => {
                failed += 1;
                eprintln!("{error}");
                "failed".to_owned()
            }
        };
        println!("{}: {result} in {took:.1} s", step.name);
        table.add(step.name, took, &result);
        if failed > 0 {
            break;
        }
    }
    heading("summary");
    println!("{}\n", table.close(start.elapsed().as_secs_f64()));
    // A summary in the usual form of test runners, for tools that read it.
    let more = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    println!("{passed} passed, {failed} failed{more}");
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prepares the steps in the background, beside the first ones: most of this work keeps one core busy, or waits for the
/// network. A step repeats its preparation if that failed, and reports the failure.
fn prepare(workspace: &Workspace, scope: &Arc<Scope>, preparations: Vec<Preparation>) -> JoinHandle<()> {
    let (workspace, scope) = (workspace.clone(), Arc::clone(scope));
    thread::spawn(move || {
        for prepare in preparations {
            let _ = prepare(&workspace, &scope);
        }
    })
}

fn heading(text: &str) {
    if std::io::stdout().is_terminal() {
        println!("\n\x1b[1m== {text}\x1b[0m");
    } else {
        println!("\n== {text}");
    }
}

fn format(workspace: &Workspace) -> Result<Outcome, Error> {
    shell::run(&mut workspace.cargo(&["fmt", "--all", "--check"]))?;
    shell::run(&mut workspace.cargo(&["fmt", "--manifest-path", FUZZ, "--check"]))?;
    Ok(Outcome::Passed(2))
}

/// The engine is part of the client's build.
fn engine(workspace: &Workspace) -> Result<Outcome, Error> {
    Ok(match engine::build(workspace)? {
        true => Outcome::Passed(1),
        false => Outcome::Skipped("no toolchain for WebAssembly".to_owned()),
    })
}

fn lints(workspace: &Workspace) -> Result<Outcome, Error> {
    let mut clippy = workspace.cargo(&["clippy", "--all-targets"]);
    shell::run(clippy.args(WHOLE).args(["--", "--deny", "warnings"]))?;
    Ok(Outcome::Passed(1))
}

fn documentation(workspace: &Workspace) -> Result<Outcome, Error> {
    let mut doc = workspace.cargo(&["doc", "--no-deps"]);
    // With an example, cargo counts the tests' dependencies in, and uses what the lints have checked.
    doc.args(["--lib", "--bins", "--example=native_engine"]);
    shell::run(doc.args(WHOLE).env("RUSTDOCFLAGS", "--deny warnings"))?;
    Ok(Outcome::Passed(1))
}

/// The tests, among them the replay of the fuzz targets' corpus.
fn tests(workspace: &Workspace, scope: &Scope) -> Result<Outcome, Error> {
    // The tests of the server wait for most of their time.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    counted(&mut cargo::tests(workspace, scope.packages(), 2 * cores)?).map(Outcome::Passed)
}

fn doc_tests(workspace: &Workspace) -> Result<Outcome, Error> {
    counted(workspace.cargo(&["test", "--doc"]).args(WHOLE)).map(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use super::{STEPS, Scope};

    #[test]
    fn steps_are_due_by_scope_and_by_name() {
        let due = |only: &[&str], scope: &Scope| {
            let only: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
            STEPS.iter().filter(|step| step.is_due(&only, scope)).map(|step| step.name).collect::<Vec<_>>()
        };
        assert_eq!(due(&[], &Scope::All).len(), STEPS.len());
        assert!(!due(&[], &Scope::Plain).contains(&"python"));
        assert!(due(&[], &Scope::Plain).contains(&"browser tests"));
        assert_eq!(due(&["python", "te"], &Scope::Plain), ["tests", "python"]);
    }
}
