//! What a person is told who asks what a bot would do.

use tabletop::{Seed, Viewer};
use townhall_bots::{Budget, Level, Talker, Thought, hints};

use super::Table;
use crate::{
    journal::PlayerId,
    protocol::{Code, Hint, HintedMove, Pace, Refusal},
    room::Hinting,
};

/// Who thinks about hints.
const ADVISER: Level = Level::Expert(Budget::Millis(500));
/// How many moves a hint names at most.
const MOVES: usize = 5;

impl<G: Talker> Table<G> {
    /// The thinking behind a hint for a person, from what their own seat sees.
    pub(super) fn hint_for(&self, who: PlayerId) -> Result<Hinting, Refusal> {
        let seat = self.seated(who)?;
        let course = self.playing()?;
        if self.options.pace != Pace::Untimed {
            return Err(Refusal::new(Code::NoHints, "there are no hints at a table with a clock"));
        }
        if self.sitting(seat).bot().is_some() {
            return Err(Refusal::new(Code::NotSeated, "a bot plays on this seat; take it back first"));
        }
        if !course.to_act().contains(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "nothing is asked of this seat"));
        }
        let (view, seq) = (G::view(&course.state, Viewer::Seat(seat)), self.version);
        // Whoever asks again is told the same, as far as time allows. The deal's own entropy stays out of it.
        let seed = Seed::from_phrase("hint");
        Ok(Box::new(move || {
            let thoughts = hints::<G>(ADVISER, &seed, &view, MOVES);
            Hint { seq, moves: thoughts.into_iter().map(hinted).collect() }
        }))
    }
}

fn hinted<M: std::fmt::Display>(thought: Thought<M>) -> HintedMove {
    let rounded = |value: f32, to: f64| (f64::from(value) * to).round() / to;
    HintedMove {
        mv: thought.mv.to_string(),
        expected: rounded(thought.points, 10.0),
        outlook: rounded(thought.mean, 100.0),
    }
}
