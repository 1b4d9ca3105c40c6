//! The native half of the Python package `townhall`: games, batches of games, and bots. `python/src/townhall` is the other half.
//!
//! # Code map
//!
//! - `catalogue.rs`: the games by name, and rewards.
//! - `playing.rs`: one game in play; `game.rs` is the Python class around it.
//! - `batch.rs`: many games at once, which work on arrays; `vector.rs` is the Python class around it.
//! - `agreement.rs`: random games with a hash over all events, by which tests compare Rust and Python.

mod agreement;
mod batch;
mod catalogue;
mod game;
mod playing;
mod vector;

use agreement::RandomGames;
use pyo3::{
    create_exception,
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyModule},
};
use tabletop::encode::Space;

create_exception!(townhall, IllegalAction, PyValueError, "An action or a move is not legal now.");

/// Returns a space as Python's dictionaries and lists.
fn space_in_python<'py>(py: Python<'py>, space: &Space) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::json!({
        "actions": space.actions(),
        "bytes": space.bytes(),
        "ranges": space.ranges,
        "fields": space.fields,
    });
    json_in_python(py, &text.to_string())
}

/// Returns JSON as Python's dictionaries and lists.
fn json_in_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, "json")?.call_method1("loads", (text,))
}

/// Returns the variants of a game, each with a number of players. The first pair is the default.
#[pyfunction]
fn modes(game: &str) -> PyResult<Vec<(String, usize)>> {
    catalogue::visit(game, playing::Modes).map_err(PyValueError::new_err)
}

/// Returns the actions and the observation of a game.
#[pyfunction]
#[pyo3(signature = (game, *, players = None, variant = None))]
fn space<'py>(
    py: Python<'py>,
    game: &str,
    players: Option<usize>,
    variant: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let space = catalogue::visit(game, playing::SpaceOf { variant, players });
    let space = space.and_then(|space| space).map_err(PyValueError::new_err)?;
    space_in_python(py, &space)
}

/// Returns the games of a record file, each after its first `moves` moves, or after all.
#[pyfunction]
#[pyo3(signature = (text, *, moves = None))]
fn read_records(text: &str, moves: Option<usize>) -> PyResult<Vec<game::Game>> {
    let games = playing::read_records(text, moves).map_err(game::raise)?;
    Ok(games.into_iter().map(game::Game::new).collect())
}

/// Checks that the games of a record file follow the rules, have the recorded results and the deals of their seeds.
/// Returns the number of games.
#[pyfunction]
fn verify_records(text: &str) -> PyResult<usize> {
    playing::verify(text).map_err(game::raise)
}

/// Plays random games in Rust, ``first`` to ``first + games - 1`` of a seed. Returns the number of ``decisions``, a
/// ``hash`` over all events, and the ``series`` from which the choices follow. ``python/agreement.py`` plays these
/// games in other ways.
#[pyfunction]
#[pyo3(signature = (game, *, seed, games, first = 0, players = None, variant = None))]
fn random_games<'py>(
    py: Python<'py>,
    game: &str,
    seed: &str,
    games: u64,
    first: u64,
    players: Option<usize>,
    variant: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let seed = catalogue::seed_of(seed);
    let games = first..first.saturating_add(games);
    let play = || catalogue::visit(game, RandomGames { variant, players, seed, games });
    let digest = py.detach(play).and_then(|digest| digest).map_err(PyValueError::new_err)?;
    let dict = PyDict::new(py);
    dict.set_item("series", digest.series)?;
    dict.set_item("decisions", digest.decisions)?;
    dict.set_item("hash", digest.hash)?;
    Ok(dict)
}

/// Initialises the native half of `townhall`.
#[pymodule]
fn _townhall(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("IllegalAction", module.py().get_type::<IllegalAction>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<vector::Batch>()?;
    module.add_function(wrap_pyfunction!(modes, module)?)?;
    module.add_function(wrap_pyfunction!(space, module)?)?;
    module.add_function(wrap_pyfunction!(read_records, module)?)?;
    module.add_function(wrap_pyfunction!(verify_records, module)?)?;
    module.add_function(wrap_pyfunction!(random_games, module)?)
}
