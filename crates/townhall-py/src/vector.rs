//! The Python class of many games at once.

use std::sync::Mutex;

use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    IllegalAction,
    batch::{AnyBatch, Arrays, NewBatch},
    catalogue::{level_of, seed_of, visit},
    space_in_python,
};

/// Many games at once, which work on arrays that the caller owns. ``townhall.VectorEnv`` has these arrays and checks them.
#[pyclass(module = "townhall", frozen)]
pub(crate) struct Batch {
    batch: Mutex<Box<dyn AnyBatch>>,
}

fn not_contiguous<E: std::fmt::Display>(error: E) -> PyErr {
    PyValueError::new_err(error.to_string())
}

type Bytes<'py> = PyReadwriteArray3<'py, u8>;
type Masks<'py> = PyReadwriteArray3<'py, bool>;
type Rewards<'py> = PyReadwriteArray2<'py, f32>;
type Flags<'py> = PyReadwriteArray1<'py, bool>;
type SeatFlags<'py> = PyReadwriteArray2<'py, bool>;
type Points<'py> = PyReadwriteArray2<'py, i32>;

/// Returns the memory of the caller's arrays, each of which must be contiguous.
fn slices<'a>(
    observations: &'a mut Bytes<'_>,
    masks: &'a mut Masks<'_>,
    rewards: &'a mut Rewards<'_>,
    done: &'a mut Flags<'_>,
    acting: &'a mut SeatFlags<'_>,
    points: &'a mut Points<'_>,
) -> PyResult<Arrays<'a>> {
    Ok(Arrays {
        observations: observations.as_slice_mut().map_err(not_contiguous)?,
        masks: masks.as_slice_mut().map_err(not_contiguous)?,
        rewards: rewards.as_slice_mut().map_err(not_contiguous)?,
        done: done.as_slice_mut().map_err(not_contiguous)?,
        acting: acting.as_slice_mut().map_err(not_contiguous)?,
        points: points.as_slice_mut().map_err(not_contiguous)?,
    })
}

impl Batch {
    fn batch(&self) -> PyResult<std::sync::MutexGuard<'_, Box<dyn AnyBatch>>> {
        self.batch.try_lock().map_err(|_| PyValueError::new_err("another thread is using this environment"))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, *, players, variant, num_envs, threads, reward, opponents, observe_all))]
    #[expect(clippy::too_many_arguments, reason = "the caller names them")]
    fn new(
        game: &str,
        players: Option<usize>,
        variant: Option<&str>,
        num_envs: usize,
        threads: usize,
        reward: &str,
        opponents: Vec<(usize, String)>,
        observe_all: bool,
    ) -> PyResult<Self> {
        let mut levels = [None; 8];
        for (seat, level) in opponents {
            let level = level_of(&level).map_err(PyValueError::new_err)?;
            let place = levels.get_mut(seat);
            *place.ok_or_else(|| PyValueError::new_err(format!("an opponent in seat {seat}")))? = Some(level);
        }
        if num_envs == 0 || threads == 0 {
            return Err(PyValueError::new_err("expected at least one environment and one thread"));
        }
        let reward = reward.parse().map_err(PyValueError::new_err)?;
        let new =
            NewBatch { variant, players, games: num_envs, threads, reward, opponents: levels, observe_all };
        let batch = visit(game, new).and_then(|batch| batch).map_err(PyValueError::new_err)?;
        Ok(Self { batch: Mutex::new(batch) })
    }

    /// Returns the environment, the variant, and the number of players.
    fn describe(&self) -> PyResult<(&'static str, String, usize)> {
        let batch = self.batch()?;
        Ok((batch.environment(), batch.variant(), batch.sizes().players))
    }

    fn space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        space_in_python(py, &self.batch()?.space())
    }

    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn reset(
        &self,
        py: Python<'_>,
        seed: &str,
        mut observations: Bytes<'_>,
        mut masks: Masks<'_>,
        mut rewards: Rewards<'_>,
        mut done: Flags<'_>,
        mut acting: SeatFlags<'_>,
        mut points: Points<'_>,
    ) -> PyResult<()> {
        let arrays =
            slices(&mut observations, &mut masks, &mut rewards, &mut done, &mut acting, &mut points)?;
        let (mut batch, seed) = (self.batch()?, seed_of(seed));
        let batch = &mut **batch;
        py.detach(|| batch.reset(&seed, arrays));
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray2<'_, i32>,
        mut observations: Bytes<'_>,
        mut masks: Masks<'_>,
        mut rewards: Rewards<'_>,
        mut done: Flags<'_>,
        mut acting: SeatFlags<'_>,
        mut points: Points<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(not_contiguous)?;
        let arrays =
            slices(&mut observations, &mut masks, &mut rewards, &mut done, &mut acting, &mut points)?;
        let mut batch = self.batch()?;
        let batch = &mut **batch;
        let made = py.detach(|| batch.check(actions).map(|()| batch.step(actions, arrays)));
        made.map_err(|refused| {
            IllegalAction::new_err(format!(
                "action {} is not legal for seat {} of game {}, which has {} legal actions",
                refused.action, refused.seat, refused.game, refused.legal
            ))
        })
    }

    /// Fills an array with random legal actions.
    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArray2<'_, i32>) -> PyResult<()> {
        let actions = actions.as_slice_mut().map_err(not_contiguous)?;
        let mut batch = self.batch()?;
        if actions.len() != batch.games() * batch.sizes().players {
            return Err(PyValueError::new_err("the array of actions has another shape than the environment"));
        }
        let batch = &mut **batch;
        py.detach(|| batch.sample(actions));
        Ok(())
    }
}
