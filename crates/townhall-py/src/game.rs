//! The Python class of one game.

use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::{
    exceptions::{PyKeyError, PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyInt, PyType},
};

use crate::{
    IllegalAction,
    catalogue::{seed_of, visit},
    json_in_python,
    playing::{self, AnyGame, Fault, NewGame, numbers},
    space_in_python,
};

/// Returns a fault as Python's exception.
pub(crate) fn raise(fault: Fault) -> PyErr {
    match fault {
        Fault::Value(text) => PyValueError::new_err(text),
        Fault::Illegal(text) => IllegalAction::new_err(text),
    }
}

/// One game in play. Seats are numbered from 0.
///
/// Args:
///     game: ``"between_two_cities"`` or ``"point_city"``; ``"between_two_cities-v0"`` asks for a version of the encoding.
///     players: How many players. By default the fewest of the variant.
///     variant: One of the variants that ``townhall.modes(game)`` lists. By default the first one with so many players.
///     seed: A number or a text, from which the deal follows. By default a fresh one.
///     number: Which game of the series that the seed begins: game ``number`` of ``VectorEnv`` and ``townhall simulate``. By
///         default the seed itself deals the game, as for ``townhall play``.
///
/// Raises:
///     ValueError: There is no such game or variant, or it does not take so many players.
///
/// >>> import townhall
/// >>> game = townhall.Game("point_city", players=2, seed=7)
/// >>> seat = game.to_act[0]
/// >>> game.step(seat, game.legal_actions(seat)[0])
/// >>> game.is_over, game.returns()
/// (False, [0.0, 0.0])
#[pyclass(module = "townhall")]
pub(crate) struct Game {
    game: Box<dyn AnyGame>,
}

impl Game {
    pub(crate) fn new(game: Box<dyn AnyGame>) -> Self {
        Self { game }
    }

    fn needs_oracle(&self, oracle: bool, what: &str) -> PyResult<()> {
        if oracle || self.is_over() {
            return Ok(());
        }
        let text =
            format!("{what} of a running game shows what is hidden from its players; pass oracle=True");
        Err(PyValueError::new_err(text))
    }
}

/// A seat or an action: an integer of Python or NumPy. Of those that don't fit into 64 bits, the nearest that does is as wrong.
///
/// A bool is refused, although Python counts it as an integer: `True` is not meant as action 1.
#[derive(Clone, Copy)]
pub(crate) struct Integer(i64);

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let refused = || -> PyResult<PyErr> {
            let found = value.get_type().name()?;
            Ok(PyTypeError::new_err(format!("expected an integer, found {found}")))
        };
        if !value.is_exact_instance_of::<PyInt>() {
            // NumPy's bools have these names, by its version.
            let name = value.get_type().name()?;
            if name == "bool" || name == "bool_" {
                return Err(refused()?);
            }
        }
        match value.extract() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Ok(Self(if value.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(_) => Err(refused()?),
        }
    }
}

/// Returns a move as Python hands it over: as text, or as a dictionary.
fn move_text(mv: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = mv.extract::<String>() {
        return Ok(text);
    }
    let dict = mv.cast::<PyDict>().map_err(|_| PyValueError::new_err("expected a move as str or dict"))?;
    PyModule::import(mv.py(), "json")?.call_method1("dumps", (dict,))?.extract()
}

/// Returns the text of a seed, which is a number or a text, or that of a fresh seed for `None`.
pub(crate) fn seed_text(seed: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<String> {
    let Some(seed) = seed else {
        return PyModule::import(py, "secrets")?.call_method1("token_hex", (32,))?.extract();
    };
    if let Ok(number) = seed.extract::<i128>() {
        return Ok(number.to_string());
    }
    seed.extract::<String>().map_err(|_| PyValueError::new_err("expected a seed as int or str"))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, players = None, variant = None, seed = None, number = None))]
    fn python_new(
        py: Python<'_>,
        game: &str,
        players: Option<usize>,
        variant: Option<&str>,
        seed: Option<&Bound<'_, PyAny>>,
        number: Option<u64>,
    ) -> PyResult<Self> {
        let seed = seed_of(&seed_text(seed, py)?);
        let seed = number.map_or(seed, |number| seed.child(number));
        let new = visit(game, NewGame { variant, players, seed }).and_then(|game| game);
        Ok(Self::new(new.map_err(PyValueError::new_err)?))
    }

    /// The game and the version of its encoding, such as ``"point_city-v0"``.
    #[getter]
    fn environment(&self) -> &'static str {
        self.game.environment()
    }

    /// The name of the variant.
    #[getter]
    fn variant(&self) -> String {
        self.game.variant()
    }

    /// The number of players. They have the lowest seats.
    #[getter]
    fn players(&self) -> usize {
        self.game.players()
    }

    /// The number of seats, including those of the game's own automata.
    #[getter]
    fn seats(&self) -> usize {
        self.game.seats()
    }

    /// The actions and the parts of an observation, as a dictionary: see ``townhall.space``.
    #[getter]
    fn space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        space_in_python(py, &self.game.space())
    }

    /// The seats that may act now, in any order. The list is empty after the end.
    #[getter]
    fn to_act(&self) -> Vec<usize> {
        numbers(self.game.to_act())
    }

    /// The seats that act in one step of the environments: those of ``to_act`` whose moves don't change each other's
    /// legal moves.
    #[getter]
    fn at_once(&self) -> Vec<usize> {
        numbers(self.game.at_once())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.to_act().is_empty()
    }

    /// Returns the legal actions of a seat, as a list of int. The list is empty if the seat may not act.
    fn legal_actions(&self, seat: Integer) -> PyResult<Vec<u16>> {
        self.game.legal_actions(seat.0).map_err(raise)
    }

    /// Returns the legal actions of a seat as a mask, a bool array of shape (actions,).
    fn action_mask<'py>(&self, py: Python<'py>, seat: Integer) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.game.space().actions()];
        self.game.mask(seat.0, &mut mask).map_err(raise)?;
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Makes an action of a seat. The moves of the game's automata follow by themselves.
    ///
    /// Raises:
    ///     IllegalAction: The action is not legal now; nothing has changed.
    ///     TypeError: The seat or the action is not an integer, but a bool or a float, for example; nothing has changed.
    fn step(&mut self, seat: Integer, action: Integer) -> PyResult<()> {
        self.game.step(seat.0, action.0).map_err(raise)
    }

    /// Returns the reward of each player, as a list of float. All are zero while the game is not over.
    ///
    /// Args:
    ///     reward: ``"win"``: 1 for the winner, shared by several winners; ``"points"``: the final points; ``"lead"``: the
    ///         points beyond those of the best other seat.
    #[pyo3(signature = (reward = "win"))]
    fn returns(&self, reward: &str) -> PyResult<Vec<f32>> {
        Ok(self.game.returns(reward.parse().map_err(PyValueError::new_err)?))
    }

    /// The final points of each seat, including those of automata, or ``None`` while the game is not over.
    #[getter]
    fn points(&self) -> Option<Vec<i32>> {
        self.game.points()
    }

    /// The seats that won, or ``None`` while the game is not over.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.game.winners().map(numbers)
    }

    /// Returns the detailed result as a dictionary, or ``None`` while the game is not over.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.result().map(|result| json_in_python(py, &result.to_string())).transpose()
    }

    /// Returns the knowledge of a seat as bytes, a uint8 array of shape (bytes,) that ``space`` documents. If there is
    /// an array ``out``, it is filled.
    #[pyo3(signature = (seat, out = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Integer,
        out: Option<Bound<'py, PyArray1<u8>>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let bytes = self.game.space().bytes();
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, bytes, false));
        let mut into: PyReadwriteArray1<'_, u8> =
            array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let slice = into.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if slice.len() != bytes {
            return Err(PyValueError::new_err(format!(
                "expected an array of {bytes} bytes, found {}",
                slice.len()
            )));
        }
        self.game.observe(seat.0, slice).map_err(raise)?;
        drop(into);
        Ok(array)
    }

    /// Returns the knowledge of a seat, or of a spectator without a seat, as a dictionary.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Integer>) -> PyResult<Bound<'py, PyAny>> {
        json_in_python(py, &self.game.view(seat.map(|seat| seat.0)).map_err(raise)?.to_string())
    }

    /// Returns the move that an action of a seat completes, as a dictionary, or ``None`` for an action that begins a
    /// move.
    fn action_struct<'py>(
        &self,
        py: Python<'py>,
        seat: Integer,
        action: Integer,
    ) -> PyResult<Bound<'py, PyAny>> {
        json_in_python(py, &self.game.move_of(seat.0, action.0).map_err(raise)?.to_string())
    }

    /// Returns the whole legal moves of a seat, as texts.
    fn legal_moves(&self, seat: Integer) -> PyResult<Vec<String>> {
        self.game.legal_moves(seat.0).map_err(raise)
    }

    /// Returns the actions that make a whole move, which is a text or a dictionary.
    fn actions_of(&self, seat: Integer, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        self.game.actions_of(seat.0, &move_text(r#move)?).map_err(raise)
    }

    /// Makes a whole move, which is a text or a dictionary.
    ///
    /// Raises:
    ///     IllegalAction: The move is not legal now; nothing has changed.
    fn play(&mut self, seat: Integer, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.game.play(seat.0, &move_text(r#move)?).map_err(raise)
    }

    /// Returns the number of a whole move that takes several actions, which is below 2**53, or ``None`` in games whose
    /// moves are actions.
    fn flat_index(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        self.game.flat_index(&move_text(r#move)?).map_err(raise)
    }

    /// Returns the text of the move with this number.
    fn flat_move(&self, index: u64) -> PyResult<String> {
        self.game
            .flat_move(index)
            .ok_or_else(|| PyKeyError::new_err(format!("no move has the number {index}")))
    }

    /// The moves so far that everybody knows, as a list of (seat, text). Sealed choices are added when all have made theirs.
    #[getter]
    fn moves(&self) -> PyResult<Vec<(usize, String)>> {
        self.game.moves(None).map_err(raise)
    }

    /// Returns the moves so far that a seat knows, as a list of (seat, text): ``moves``, and its own sealed choice.
    fn moves_known_to(&self, seat: Integer) -> PyResult<Vec<(usize, String)>> {
        self.game.moves(Some(seat.0)).map_err(raise)
    }

    /// The number of moves so far, including sealed choices.
    #[getter]
    fn move_count(&self) -> usize {
        self.game.move_count()
    }

    /// Returns the game as ``"text"``, or as an ``"svg"`` picture, for a seat or a spectator. The text for a seat contains all that
    /// its observation does.
    #[pyo3(signature = (mode = "text", seat = None))]
    fn render<'py>(slf: &Bound<'py, Self>, mode: &str, seat: Option<Integer>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| seat.0);
        PyModule::import(slf.py(), "townhall.rendering")?.call_method1("render", (slf, mode, seat))
    }

    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::render(slf, "svg", None)
    }

    /// Returns a copy, which shares nothing with this game.
    fn clone(&self) -> Self {
        Self::new(self.game.copy())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Returns a copy in which everything that a seat can't know is drawn again, each possible state as likely as any
    /// other. Equal keys give equal copies. The copy, its moves, its record and its pickle contain nothing of the true deal
    /// that the seat doesn't know.
    fn resample(&self, seat: Integer, key: u64) -> PyResult<Self> {
        self.game.resample(seat.0, key).map(Self::new).map_err(raise)
    }

    /// Returns the move that a bot of this level would make for a seat, as text. Equal keys give equal moves, unless
    /// the level has a budget in time.
    ///
    /// Args:
    ///     level: ``"random"``, ``"novice"``, ``"greedy"``, ``"casual"``, ``"hard"`` or ``"expert"``; with a budget as
    ///         in ``"expert:500sims"`` or ``"hard:20ms"``.
    #[pyo3(signature = (seat, level, key = 0))]
    fn bot_move(&self, py: Python<'_>, seat: Integer, level: &str, key: u64) -> PyResult<String> {
        py.detach(|| self.game.bot_move(seat.0, level, key)).map_err(raise)
    }

    /// Returns the game as a record (JSON Lines), which ``townhall.read_records`` and the program ``townhall`` can
    /// read.
    ///
    /// Raises:
    ///     ValueError: The game is not over, and ``oracle`` is false: a record contains the deal.
    #[pyo3(signature = (*, oracle = false))]
    fn record(&self, oracle: bool) -> PyResult<String> {
        self.needs_oracle(oracle, "a record")?;
        Ok(self.game.record())
    }

    /// Returns the deal as a dictionary, including hidden information.
    ///
    /// Raises:
    ///     ValueError: The game is not over, and ``oracle`` is false.
    #[pyo3(signature = (*, oracle = false))]
    fn setup<'py>(&self, py: Python<'py>, oracle: bool) -> PyResult<Bound<'py, PyAny>> {
        self.needs_oracle(oracle, "the deal")?;
        json_in_python(py, &self.game.setup().to_string())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let restore = slf.get_type().getattr("_unpickle")?.unbind();
        Ok((restore, (slf.borrow().game.pickled(),)))
    }

    #[classmethod]
    fn _unpickle(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        playing::unpickle(text).map(Self::new).map_err(raise)
    }

    fn __repr__(&self) -> String {
        let (variant, players) = (self.game.variant(), self.game.players());
        let moves = self.game.move_count();
        format!("<townhall.Game {} {variant}, {players} players, {moves} moves>", self.game.environment())
    }
}
