//! The outcome of a step of `cargo verify`.

/// The outcome of a step that did not fail.
pub(crate) enum Outcome {
    /// The step passed, with this number of checks.
    Passed(usize),
    /// This number of checks passed; others can't be run here, for this reason.
    Partly(usize, String),
    /// It was not run, for this reason.
    Skipped(String),
}
