//! Statistics of many games.

use serde::Serialize;

use crate::cli::Sprt;

/// How often a bot won, deal by deal: the games of one deal are correlated, so the samples are deals.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    /// The share of its games that it won, of each deal.
    by_deal: Vec<f64>,
    games: usize,
}

impl Shares {
    /// Adds a deal: what the bot won in each of its games, 1 for a win, 1/k for a win shared by k.
    pub(super) fn add(&mut self, wins: &[f64]) {
        self.by_deal.push(wins.iter().sum::<f64>() / wins.len().max(1) as f64);
        self.games += wins.len();
    }

    pub(super) fn mean(&self) -> f64 {
        self.by_deal.iter().sum::<f64>() / self.by_deal.len().max(1) as f64
    }

    /// The variance of the mean.
    fn variance(&self) -> f64 {
        let (deals, mean) = (self.by_deal.len() as f64, self.mean());
        if deals < 2.0 {
            return 0.0;
        }
        self.by_deal.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (deals - 1.0) / deals
    }

    /// The 95 % confidence interval of the share: Wilson's interval, for the effective number of independent games.
    pub(super) fn interval(&self) -> [f64; 2] {
        let p = self.mean();
        let variance = self.variance();
        let n = if variance > 0.0 { p * (1.0 - p) / variance } else { self.games as f64 };
        if n <= 0.0 {
            return [0.0, 1.0];
        }
        const Z: f64 = 1.959_964;
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        [(middle - half).max(0.0), (middle + half).min(1.0)]
    }

    /// The log-likelihood ratio of these games for the shares `high` and `low`, with the mean of the deals taken as
    /// normally distributed (the generalised SPRT).
    fn evidence(&self, low: f64, high: f64) -> f64 {
        let variance = self.variance();
        if variance > 0.0 { (high - low) * (2.0 * self.mean() - low - high) / (2.0 * variance) } else { 0.0 }
    }

    /// The verdict of a sequential test after these games, with 5 % error either way.
    pub(super) fn verdict(&self, Sprt { low, high }: Sprt) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.evidence(low, high) {
            _ if self.by_deal.len() < LEAST_DEALS => Verdict::Open,
            evidence if evidence >= bound => Verdict::High,
            evidence if evidence <= -bound => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// The low share.
    Low,
    /// The high share.
    High,
    /// Neither: there were too few games to decide.
    Open,
}

/// The least number of deals before the test may stop: with fewer, the variance is not known well enough.
const LEAST_DEALS: usize = 16;

/// The value below which `part` of the sorted values are.
pub(super) fn quantile<T: Copy>(sorted: &[T], part: f64) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * part).round() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_share_and_stays_within_bounds() {
        let mut shares = Shares::default();
        (0..50).for_each(|deal| shares.add(&[1.0, f64::from(deal % 2)]));
        let [low, high] = shares.interval();
        assert!((shares.mean() - 0.75).abs() < 1e-9);
        assert!(low > 0.65 && low < 0.75 && high > 0.75 && high < 0.85, "{low} {high}");
        let mut perfect = Shares::default();
        (0..20).for_each(|_| perfect.add(&[1.0, 1.0]));
        let [low, high] = perfect.interval();
        assert!(
            low < 0.95 && low > 0.85 && (high - 1.0).abs() < 1e-9,
            "40 wins of 40 are no proof: {low} {high}"
        );
    }

    #[test]
    fn a_sequential_test_comes_to_the_verdict_that_is_true() {
        let sprt: Sprt = "0.5,0.55".parse().expect("two shares");
        let verdict = |odd: [f64; 2], even: [f64; 2], deals: usize| {
            let mut shares = Shares::default();
            (0..deals).for_each(|deal| shares.add(if deal % 2 == 1 { &odd } else { &even }));
            shares.verdict(sprt)
        };
        assert_eq!(verdict([1.0, 1.0], [1.0, 0.0], 40), Verdict::High);
        assert_eq!(verdict([0.0, 0.0], [1.0, 0.0], 40), Verdict::Low);
        assert_eq!(verdict([1.0, 1.0], [0.0, 0.0], 40), Verdict::Open);
        assert_eq!(verdict([1.0, 1.0], [1.0, 0.0], 10), Verdict::Open, "too few deals");
    }

    #[test]
    fn quantiles_are_values_that_are_there() {
        assert_eq!(quantile(&[1, 2, 3, 4, 5], 0.5), Some(3));
        assert_eq!(quantile(&[1, 2, 3, 4, 5], 0.99), Some(5));
        assert_eq!(quantile::<u8>(&[], 0.5), None);
    }
}
