//! Counting what exists in the metrics.

use metrics::gauge;

/// Counts one thing in a gauge until it is dropped.
#[derive(Debug)]
pub struct Counted(&'static str);

impl Counted {
    /// Counts one more in the gauge of this name.
    #[must_use]
    pub fn new(gauge: &'static str) -> Self {
        gauge!(gauge).increment(1);
        Self(gauge)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1);
    }
}
