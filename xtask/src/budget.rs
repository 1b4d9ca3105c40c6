//! The time budget of each step of `cargo verify`.
//!
//! How long a step takes depends on the machine. So a fixed piece of work is timed before the first step, and the seconds of the
//! steps are converted into those of the machine on which the budgets were measured. A step that exceeds its budget causes a
//! warning and does not fail the run.

use std::{collections::BTreeMap, hint::black_box, thread, time::Instant};

use serde_json::Value;

use crate::{Error, Workspace};

const COMMITTED: &str = "xtask/budgets.json";

/// How many times its budget a step may take without a warning: a download, or what else the machine does meanwhile, can't be
/// foreseen.
const TOLERANCE: f64 = 1.25;

/// Seconds on two cores, in a fresh clone.
pub(crate) struct Budgets {
    /// The result of [`pace`] on the machine on which the others were measured.
    pace: f64,
    steps: BTreeMap<String, f64>,
}

impl Budgets {
    /// Reads the committed budgets.
    pub(crate) fn read(workspace: &Workspace) -> Result<Self, Error> {
        let what = || COMMITTED.to_owned();
        let json = |source| Error::Json { what: what(), source };
        let file: Value = serde_json::from_str(&workspace.read(COMMITTED)?).map_err(json)?;
        let pace = file["pace"].as_f64().filter(|pace| *pace > 0.0);
        Ok(Self {
            pace: pace.ok_or_else(|| Error::Found(format!("{COMMITTED} has no pace")))?,
            steps: serde_json::from_value(file["steps"].clone()).map_err(json)?,
        })
    }

    /// Measures this machine, and returns an empty table.
    pub(crate) fn table(&self) -> Table<'_> {
        self.table_at(pace())
    }

    fn table_at(&self, pace: f64) -> Table<'_> {
        let heading = format!("{:<20} {:>9} {:>9} {:>9}", "step", "seconds", "converted", "budget");
        Table { budgets: self, pace, lines: vec![heading], warnings: Vec::new(), converted: 0.0, budget: 0.0 }
    }
}

/// How often the fixed piece of work is timed. The shortest time is the least disturbed one.
const TIMES: usize = 5;

/// Times a fixed piece of work on two cores at once: the seconds that it takes.
fn pace() -> f64 {
    let work = || {
        let mut number = 1_u64;
        let mut map = BTreeMap::new();
        for _ in 0..100_000 {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            map.insert(number >> 40, format!("{number:x}"));
        }
        map.values().map(String::len).sum::<usize>()
    };
    let seconds = || {
        let start = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| black_box(work()));
            black_box(work());
        });
        start.elapsed().as_secs_f64()
    };
    (0..TIMES).map(|_| seconds()).fold(f64::INFINITY, f64::min)
}

/// A table of the steps: the seconds that each took, and its budget.
pub(crate) struct Table<'a> {
    budgets: &'a Budgets,
    /// The result of [`pace`] on this machine.
    pace: f64,
    lines: Vec<String>,
    warnings: Vec<String>,
    /// The converted seconds of all steps so far.
    converted: f64,
    /// The budgets of all steps so far.
    budget: f64,
}

impl Table<'_> {
    /// Adds a step that took so many seconds.
    pub(crate) fn add(&mut self, step: &str, seconds: f64, result: &str) {
        let converted = seconds * self.budgets.pace / self.pace;
        self.converted += converted;
        let budget = self.budgets.steps.get(step).copied();
        let shown = budget.map_or_else(|| "-".to_owned(), |budget| format!("{budget:.0}"));
        self.lines.push(format!("{step:<20} {seconds:>9.1} {converted:>9.1} {shown:>9}  {result}"));
        match budget {
            None => self.warnings.push(format!("warning: step {step} has no budget in {COMMITTED}")),
            Some(budget) => {
                self.budget += budget;
                if converted > budget * TOLERANCE {
                    self.warnings.push(format!(
                        "warning: step {step} took {converted:.0} s on the machine of the budgets, its budget is {budget:.0} s"
                    ));
                }
            }
        }
    }

    /// The table with its last line, and the warnings below it.
    pub(crate) fn close(mut self, seconds: f64) -> String {
        let Self { converted, budget, pace, .. } = self;
        self.lines.push(format!("{:<20} {seconds:>9.1} {converted:>9.1} {budget:>9.0}", "in all"));
        self.lines
            .push(format!("pace: {pace:.3} s, on the machine of the budgets {:.3} s", self.budgets.pace));
        self.lines.append(&mut self.warnings);
        self.lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Budgets;

    #[test]
    fn only_steps_above_their_budget_are_warned_of() {
        let steps = [("lints".to_owned(), 100.0), ("tests".to_owned(), 200.0)].into();
        let budgets = Budgets { pace: 0.5, steps };
        // This machine takes twice the time.
        let mut table = budgets.table_at(1.0);
        table.add("lints", 249.0, "1 passed");
        table.add("tests", 800.0, "7 passed");
        table.add("new", 1.0, "1 passed");
        let text = table.close(1050.0);
        let warnings: Vec<_> = text.lines().filter(|line| line.starts_with("warning")).collect();
        assert_eq!(
            warnings,
            [
                "warning: step tests took 400 s on the machine of the budgets, its budget is 200 s",
                "warning: step new has no budget in xtask/budgets.json"
            ]
        );
        assert!(text.contains("in all                  1050.0     525.0       300"), "{text}");
    }
}
