//! Hints: the moves that a strong bot recommends to a person.

use serde::Serialize;
use tabletop::{Seed, Viewer};
use townhall_bots::{BotGame, Budget, Clock, Level, Thought, advantage, hints};

use super::Table;
use crate::{
    Json,
    journal::PlayerId,
    protocol::{Code, Hint, HintedMove, Pace, Refusal},
    task::HintTask,
};

/// The level of the bot that computes hints.
const ADVISER: Level = Level::Expert(Budget::Millis(500));
/// How many moves a hint names at most.
const MOVES: usize = 5;
/// From how many points on a move is clearly worse than the best one.
const WORSE: f32 = 0.5;

impl<G: BotGame> Table<G> {
    /// The computation of a hint for a person, from what their own seat sees.
    pub(super) fn hint_task(&self, who: PlayerId) -> Result<HintTask, Refusal> {
        let seat = self.seated(who)?;
        let game = self.playing()?;
        if self.options.pace != Pace::Untimed {
            return Err(Refusal::new(Code::NoHints, "there are no hints at a table with a clock"));
        }
        if self.occupant(seat).bot().is_some() {
            return Err(Refusal::new(Code::NotSeated, "a bot plays on this seat; take it back first"));
        }
        if !game.to_act().contains(seat) {
            return Err(Refusal::new(Code::NotYourTurn, "nothing is asked of this seat"));
        }
        let (view, version) = (G::view(&game.state, Viewer::Seat(seat)), self.version);
        // A fixed seed: asking again gives the same hint, as far as the time limit allows. The deal's secret seed is
        // not used.
        let seed = Seed::from_phrase("hint");
        Ok(Box::new(move |clock: &dyn Clock| {
            let thoughts = hints::<G>(ADVISER, &seed, &view, MOVES, clock);
            let best = thoughts.first();
            let lacks = |thought| best.and_then(|best| advantage::<G>(&view, best, thought, WORSE));
            let hinted = |thought| hinted(thought, lacks(thought).map(|term| term.data));
            Hint { version, moves: thoughts.iter().map(hinted).collect() }
        }))
    }
}

fn hinted<M: Serialize>(thought: &Thought<M>, lacks: Option<Json>) -> HintedMove {
    let rounded = |value: f32, to: f64| (f64::from(value) * to).round() / to;
    HintedMove {
        mv: Json::of(&thought.mv),
        expected: rounded(thought.points, 10.0),
        outlook: rounded(thought.mean, 100.0),
        lacks,
    }
}
