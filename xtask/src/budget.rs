//! The time budget of each step of `cargo verify`.
//!
//! A step that exceeds its budget causes a warning and does not fail the run: the machine may be busy or slow.

use std::collections::BTreeMap;

use crate::{Error, Workspace};

/// The committed budgets.
const COMMITTED: &str = "xtask/budgets.json";

/// Seconds by step, on two cores, in a fresh clone.
pub(crate) struct Budgets(BTreeMap<String, f64>);

impl Budgets {
    /// Reads the committed budgets.
    pub(crate) fn read(workspace: &Workspace) -> Result<Self, Error> {
        let text = workspace.read(COMMITTED)?;
        serde_json::from_str(&text)
            .map(Self)
            .map_err(|source| Error::Json { what: COMMITTED.to_owned(), source })
    }

    /// An empty table.
    pub(crate) fn table(&self) -> Table<'_> {
        let heading = format!("{:<20} {:>9} {:>9}", "step", "seconds", "budget");
        Table { budgets: self, lines: vec![heading], warnings: Vec::new(), total: 0.0 }
    }
}

/// A table of the steps: the seconds that each took, and its budget.
pub(crate) struct Table<'a> {
    budgets: &'a Budgets,
    lines: Vec<String>,
    warnings: Vec<String>,
    /// The budgets of all steps so far.
    total: f64,
}

impl Table<'_> {
    /// Adds a step that took so many seconds.
    pub(crate) fn add(&mut self, step: &str, seconds: f64, result: &str) {
        let budget = self.budgets.0.get(step).copied();
        let shown = budget.map_or_else(|| "-".to_owned(), |budget| format!("{budget:.0}"));
        self.lines.push(format!("{step:<20} {seconds:>9.1} {shown:>9}  {result}"));
        match budget {
            None => self.warnings.push(format!("warning: step {step} has no budget in {COMMITTED}")),
            Some(budget) => {
                self.total += budget;
                if seconds > budget {
                    let warning =
                        format!("warning: step {step} took {seconds:.0} s, its budget is {budget:.0} s");
                    self.warnings.push(warning);
                }
            }
        }
    }

    /// The table with its last line, and the warnings below it.
    pub(crate) fn close(mut self, seconds: f64) -> String {
        self.lines.push(format!("{:<20} {seconds:>9.1} {:>9.0}", "in all", self.total));
        self.lines.append(&mut self.warnings);
        self.lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Budgets;

    #[test]
    fn only_steps_above_their_budget_are_warned_of() {
        let budgets = Budgets([("lints".to_owned(), 100.0), ("tests".to_owned(), 200.0)].into());
        let mut table = budgets.table();
        table.add("lints", 99.9, "1 passed");
        table.add("tests", 230.0, "7 passed");
        table.add("new", 1.0, "1 passed");
        let text = table.close(331.0);
        let warnings: Vec<_> = text.lines().filter(|line| line.starts_with("warning")).collect();
        assert_eq!(
            warnings,
            [
                "warning: step tests took 230 s, its budget is 200 s",
                "warning: step new has no budget in xtask/budgets.json"
            ]
        );
        assert!(text.contains("in all                   331.0       300"), "{text}");
    }
}
