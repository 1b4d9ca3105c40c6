//! `cargo verify`: everything that CI checks, step by step, up to the first failure.

use std::{
    io::IsTerminal,
    num::NonZero,
    process::ExitCode,
    thread::{self, JoinHandle},
    time::Instant,
};

use crate::{
    Error, Workspace,
    browser::{self, Deals},
    budget::Budgets,
    cargo::{self, FUZZ, WHOLE, at_once, counted},
    dependencies, engine, instructions,
    outcome::Outcome,
    postgres, python, shell, tidy, tools, types, web,
};

/// Something that can be done before a step; the step does it if it was not done.
type Preparation = fn(&Workspace) -> Result<(), Error>;

/// One step.
struct Step {
    name: &'static str,
    /// Whether `--quick` leaves it out.
    slow: bool,
    /// Work for it that can be done while the steps before it run.
    prepare: Option<Preparation>,
    run: fn(&Workspace) -> Result<Outcome, Error>,
}

impl Step {
    const fn new(name: &'static str, run: fn(&Workspace) -> Result<Outcome, Error>) -> Self {
        Self { name, slow: false, prepare: None, run }
    }

    const fn slow(self) -> Self {
        Self { slow: true, ..self }
    }

    const fn prepare(self, prepare: Preparation) -> Self {
        Self { prepare: Some(prepare), ..self }
    }
}

/// Those that compile most come first: meanwhile the rest is prepared.
const STEPS: [Step; 14] = [
    Step::new("format", format),
    Step::new("tidy", |workspace| tidy::check(workspace).map(Outcome::Passed)),
    Step::new("lints", lints),
    Step::new("documentation", documentation),
    Step::new("tests", tests),
    Step::new("engine", engine).prepare(|workspace| engine::build(workspace).map(drop)),
    Step::new("web client", web::check).prepare(|workspace| web::build(workspace, &web::Client::Shipped)),
    Step::new("postgres", postgres::check).prepare(|_| postgres::install().map(drop)),
    Step::new("examples in docs", doc_tests),
    Step::new("types", |workspace| types::check(workspace).map(Outcome::Passed)).prepare(web::packages),
    Step::new("python", python::check).prepare(python::prepare),
    Step::new("dependencies", dependencies::check)
        .prepare(|workspace| tools::cargo_deny(workspace).map(drop)),
    Step::new("browser tests", |workspace| browser::check(workspace, Deals::Fixed, &[]))
        .prepare(browser::prepare)
        .slow(),
    Step::new("instruction counts", instructions::check)
        .prepare(|workspace| instructions::build(workspace).map(drop))
        .slow(),
];

/// Runs the steps, or those whose names begin with one of `only`. Closes with how long each took beside its budget, a
/// warning for each that took longer, and how many checks passed and failed.
pub(crate) fn run(workspace: &Workspace, only: &[String], quick: bool) -> Result<ExitCode, Error> {
    if let Some(unknown) = only.iter().find(|start| !STEPS.iter().any(|step| step.name.starts_with(*start))) {
        let names = STEPS.map(|step| step.name).join(", ");
        return Err(Error::Found(format!("no step is named {unknown:?}; there are: {names}")));
    }
    let chosen = |step: &&Step| only.is_empty() || only.iter().any(|start| step.name.starts_with(start));
    let steps: Vec<&Step> = STEPS.iter().filter(chosen).collect();
    let budgets = Budgets::read(workspace)?;
    let mut table = budgets.table();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let start = Instant::now();
    let due = steps.iter().filter(|step| !(quick && step.slow));
    let mut preparation = Some(prepare(workspace, due.filter_map(|step| step.prepare).collect()));
    for (number, step) in (1..).zip(&steps) {
        heading(&format!("{number}/{} {}", steps.len(), step.name));
        let started = Instant::now();
        if step.prepare.is_some()
            && let Some(preparation) = preparation.take()
        {
            let _ = preparation.join();
        }
        let outcome = if quick && step.slow {
            Ok(Outcome::Skipped("left out by --quick".to_owned()))
        } else {
            (step.run)(workspace)
        };
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
fn prepare(workspace: &Workspace, preparations: Vec<Preparation>) -> JoinHandle<()> {
    let workspace = workspace.clone();
    thread::spawn(move || {
        for prepare in preparations {
            let _ = prepare(&workspace);
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
fn tests(workspace: &Workspace) -> Result<Outcome, Error> {
    // Those of the server wait for most of their time.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    counted(at_once(&mut cargo::tests(workspace), 2 * cores)).map(Outcome::Passed)
}

fn doc_tests(workspace: &Workspace) -> Result<Outcome, Error> {
    counted(workspace.cargo(&["test", "--doc"]).args(WHOLE)).map(Outcome::Passed)
}
