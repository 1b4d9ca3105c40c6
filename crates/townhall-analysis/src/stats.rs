//! Means with their errors.

use serde::Serialize;

/// The normal distribution's quantile of a two-sided interval of 95 %.
const QUANTILE_95: f64 = 1.96;
/// The normal distribution's quantile of a two-sided interval of 80 %.
const QUANTILE_80: f64 = 1.2816;

/// The sums from which a mean and its standard error are computed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    number: u32,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Adds a sample.
    pub fn add(&mut self, sample: f64) {
        self.number += 1;
        self.sum += sample;
        self.squares += sample * sample;
    }

    /// How many samples there are.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The mean; zero without samples.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.number.max(1))
    }

    /// The variance of the samples; zero if there are fewer than two.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.number < 2 {
            return 0.0;
        }
        let number = f64::from(self.number);
        ((self.squares - self.sum * self.sum / number) / (number - 1.0)).max(0.0)
    }

    /// The standard error of the mean; infinite with fewer than two samples.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.number < 2 { f64::INFINITY } else { (self.variance() / f64::from(self.number)).sqrt() }
    }

    /// The mean with its error.
    #[must_use]
    pub fn figure(&self) -> Figure {
        Figure { mean: self.mean(), error: self.error() }
    }
}

/// The mean of something uncertain, and how uncertain it is. Each sample is itself a distribution.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spread {
    mean: Mean,
    /// The sum of the samples' mean squares.
    squares: f64,
}

impl Spread {
    /// Adds a sample with this mean and this mean of squares.
    pub fn add(&mut self, mean: f64, square: f64) {
        self.mean.add(mean);
        self.squares += square;
    }

    /// The mean of the samples' means.
    #[must_use]
    pub const fn mean(&self) -> Mean {
        self.mean
    }

    /// The interval that contains four fifths of the values, assuming a normal distribution.
    #[must_use]
    pub fn band(&self) -> [f64; 2] {
        let mean = self.mean.mean();
        let square = self.squares / f64::from(self.mean.number.max(1));
        let half = QUANTILE_80 * (square - mean * mean).max(0.0).sqrt();
        [mean - half, mean + half]
    }
}

/// An estimate with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Figure {
    /// The estimate.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Figure {
    /// A figure that is known exactly.
    #[must_use]
    pub const fn exact(mean: f64) -> Self {
        Self { mean, error: 0.0 }
    }

    /// The sum of two figures whose errors are independent.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { mean: self.mean + other.mean, error: self.error.hypot(other.error) }
    }

    /// The figure multiplied by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { mean: factor * self.mean, error: factor.abs() * self.error }
    }

    /// The interval that holds the true value in 95 of 100 cases.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        let half = QUANTILE_95 * self.error;
        [self.mean - half, self.mean + half]
    }
}

/// Rounds to hundredths of a point, so that printed figures add up.
pub(crate) fn round(points: f64) -> f64 {
    (100.0 * points).round() / 100.0
}
