//! Ridge regression (linear least squares with a penalty) over sparse samples, by the normal equations.

/// The sums over all samples from which the weights are computed.
pub(crate) struct Regression {
    size: usize,
    /// The sums of products of any two features (the Gram matrix), row by row; only the upper triangle is used.
    products: Vec<f64>,
    targets: Vec<f64>,
    samples: u64,
    squares: f64,
}

impl Regression {
    pub(crate) fn new(size: usize) -> Self {
        Self { size, products: vec![0.0; size * size], targets: vec![0.0; size], samples: 0, squares: 0.0 }
    }

    /// Adds a sample: its non-zero features with their values, and the target that the weighted sum should have.
    pub(crate) fn add(&mut self, features: &[(usize, f32)], target: f32) {
        for &(i, x) in features {
            let row = &mut self.products[i * self.size..][..self.size];
            for &(j, y) in features {
                row[j] += f64::from(x) * f64::from(y);
            }
            self.targets[i] += f64::from(x) * f64::from(target);
        }
        self.samples += 1;
        self.squares += f64::from(target) * f64::from(target);
    }

    pub(crate) fn merge(mut self, other: &Self) -> Self {
        self.products.iter_mut().zip(&other.products).for_each(|(a, b)| *a += b);
        self.targets.iter_mut().zip(&other.targets).for_each(|(a, b)| *a += b);
        self.samples += other.samples;
        self.squares += other.squares;
        self
    }

    /// Returns the sums, multiplied by a factor, so that the samples count for more or less.
    pub(crate) fn scaled(mut self, by: f64) -> Self {
        self.products.iter_mut().chain(&mut self.targets).for_each(|sum| *sum *= by);
        self.samples = (self.samples as f64 * by) as u64;
        self.squares *= by;
        self
    }

    /// Returns the least-squares weights, with the penalty `ridge` on their squares, and the root mean square of the
    /// remaining error.
    pub(crate) fn solve(&self, ridge: f64) -> (Vec<f32>, f64) {
        let n = self.size;
        let mut factor = self.products.clone();
        for i in 0..n {
            factor[i * n + i] += ridge;
        }
        // Cholesky decomposition, in place in the lower triangle.
        for j in 0..n {
            for i in j..n {
                let dot: f64 = (0..j).map(|k| factor[i * n + k] * factor[j * n + k]).sum();
                let rest = factor[i * n + j] - dot;
                factor[i * n + j] = if i == j { rest.max(1e-12).sqrt() } else { rest / factor[j * n + j] };
            }
        }
        let mut x = self.targets.clone();
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| factor[i * n + k] * x[k]).sum();
            x[i] = (x[i] - dot) / factor[i * n + i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| factor[k * n + i] * x[k]).sum();
            x[i] = (x[i] - dot) / factor[i * n + i];
        }
        // The sum of the squared remaining errors: y'y - 2 x'b + x'Ax.
        let mut left = self.squares;
        for i in 0..n {
            left -= 2.0 * x[i] * self.targets[i];
            left += (0..n).map(|j| x[i] * x[j] * self.products[i * n + j]).sum::<f64>();
        }
        let rms = (left.max(0.0) / self.samples.max(1) as f64).sqrt();
        (x.into_iter().map(|x| x as f32).collect(), rms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_plane_that_samples_lie_on() {
        let mut regression = Regression::new(3);
        for i in 0..50u8 {
            let (a, b) = (f32::from(i % 7), f32::from(i % 5));
            regression.add(&[(0, 1.0), (1, a), (2, b)], 3.0 + 2.0 * a - b);
        }
        let (weights, rms) = regression.solve(1e-6);
        assert!(weights.iter().zip([3.0, 2.0, -1.0]).all(|(w, x)| (w - x).abs() < 1e-3), "{weights:?}");
        assert!(rms < 1e-3);
    }
}
