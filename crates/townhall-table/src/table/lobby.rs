//! The actions before the start, and the start.

use serde::Deserialize;
use serde_json::Value;
use tabletop::{
    Game, Seed,
    random::{below, shuffle},
};
use townhall_bots::BotGame;
use townhall_bots::{Budget, Level, UnknownLevel};

use super::{
    Decision, Table,
    names::{bot_name, clean_name},
    occupant::Occupant,
};
use crate::{
    journal::{EntryKind, Millis, Person, PlayerId},
    json::as_value,
    protocol::{Code, Options, Refusal, Seating},
};

/// The longest that a bot may be asked to think about a move, in milliseconds: all tables share the threads.
const MOST_MILLIS: u32 = 1000;
/// How long a person whom the host has sent away can't sit down again, in milliseconds.
const SENT_AWAY: Millis = 600_000;
/// The most simulated continuations that a bot may be asked to use for a move.
const MOST_SIMS: u32 = 100_000;

/// The variant of this name, if it is for so many players.
///
/// # Errors
/// The variant does not exist, or does not allow this number of players.
pub fn mode<G: Game>(variant: &str, players: usize) -> Result<G::Variant, Refusal> {
    let found: G::Variant = variant.parse().map_err(|error: G::VariantError| {
        Refusal::new(Code::Unknown, error.to_string()).with("variant", variant)
    })?;
    let range = G::players(found);
    if range.contains(&players) {
        return Ok(found);
    }
    let (least, most) = (range.start(), range.end());
    let detail = format!("expected {least} to {most} players for {found}, found {players}");
    Err(Refusal::new(Code::Unknown, detail).with("least", least).with("most", most))
}

/// The game's own options as a client sends them; the usual ones for `null`.
pub(super) fn read_options<G: Game>(options: &Value) -> Result<G::Options, Refusal> {
    let read = Option::<G::Options>::deserialize(options).map(Option::unwrap_or_default);
    read.map_err(|error| Refusal::new(Code::Unknown, format!("the options of {}: {error}", G::NAME)))
}

/// A bot's level that a client asks for.
fn read_level(text: &str) -> Result<Level, Refusal> {
    let unknown = |detail: String| Refusal::new(Code::Unknown, detail).with("level", text);
    let level: Level = text.parse().map_err(|error: UnknownLevel| unknown(error.to_string()))?;
    let affordable = match level.budget() {
        None => true,
        Some(Budget::Millis(millis)) => millis <= MOST_MILLIS,
        Some(Budget::Sims(sims)) => sims <= MOST_SIMS,
    };
    let expected = || {
        let (time, sims) = (Budget::Millis(MOST_MILLIS), Budget::Sims(MOST_SIMS));
        unknown(format!("expected a bot that thinks for at most {time} or {sims}, found {level}"))
    };
    affordable.then_some(level).ok_or_else(expected)
}

/// For each seat, the chair of the player who gets it: dealt from the same seed as the game.
fn dealt_chairs<G: Game>(seed: &Seed, variant: G::Variant, players: usize, seating: Seating) -> Vec<usize> {
    let mut chairs: Vec<usize> = (0..players).collect();
    let mut rng = seed.stream(&format!("chairs {}", G::occasion(variant, players)));
    match seating {
        Seating::Dealt => shuffle(&mut rng, &mut chairs),
        Seating::Kept => chairs.rotate_left(below(&mut rng, players as u32) as usize),
    }
    chairs
}

impl<G: BotGame> Table<G> {
    fn before_start(&self) -> Result<(), Refusal> {
        match self.game {
            Some(_) => Err(Refusal::new(Code::Begun, "the game has begun")),
            None => Ok(()),
        }
    }

    fn host_only(&self, who: PlayerId) -> Result<(), Refusal> {
        self.before_start()?;
        if who == self.host { Ok(()) } else { Err(Refusal::new(Code::NotHost, "only the host may do this")) }
    }

    fn chair(&self, chair: usize) -> Result<&Occupant, Refusal> {
        self.chairs.get(chair).ok_or_else(|| {
            let detail = format!("expected a chair below {}, found {chair}", self.chairs.len());
            Refusal::new(Code::Unknown, detail)
        })
    }

    pub(super) fn sit(&self, who: &Person, chair: usize, now: Millis) -> Decision {
        self.before_start()?;
        let until = self.sent_away.get(&who.id).map_or(0, |at| at + SENT_AWAY);
        if now < until {
            let minutes = (until - now).div_ceil(60_000);
            let detail = format!("the host has sent them away; they may sit down again in {minutes} min");
            return Err(Refusal::new(Code::SentAway, detail).with("minutes", minutes));
        }
        if self.chair_of(who.id).is_some() {
            return Err(Refusal::new(Code::AlreadySeated, "one sits at this table already"));
        }
        if !self.chair(chair)?.is_vacant() {
            return Err(Refusal::new(Code::Taken, "the chair is taken"));
        }
        let person = Person { name: clean_name(&who.name)?, ..who.clone() };
        if self.is_name_taken(&person) {
            return Err(Refusal::new(Code::NameTaken, "a player of that name sits at this table"));
        }
        Ok(vec![EntryKind::Sat { chair, person }])
    }

    /// Leaves the table: before the start the chair becomes free, also one that is only kept; during the game a bot plays on.
    pub(super) fn leave(&self, who: PlayerId) -> Decision {
        let kept = self.chairs.iter().position(|chair| chair.kept_for().is_some_and(|kept| kept.id == who));
        if let Some(chair) = kept {
            return Ok(vec![EntryKind::Emptied { chair, sent_away: false }]);
        }
        let seat = self.seated(who)?;
        if self.game.is_none() {
            return Ok(vec![EntryKind::Emptied { chair: seat.index(), sent_away: false }]);
        }
        self.playing()?;
        Ok(if self.occupant(seat).player().is_some() { vec![super::absence::replaced(seat)] } else { vec![] })
    }

    /// Keeps a chair for a person whom the host invites.
    pub(super) fn invited(&self, by: PlayerId, guest: &Person) -> Decision {
        self.host_only(by)?;
        let is_theirs = |occupant: &Occupant| {
            occupant.person().or(occupant.kept_for()).is_some_and(|person| person.id == guest.id)
        };
        if self.chairs.iter().any(is_theirs) {
            return Ok(vec![]);
        }
        if self.declined.contains(&guest.id) || self.sent_away.contains_key(&guest.id) {
            return Err(Refusal::new(Code::Declined, "they have declined, or were sent away"));
        }
        let free = self.chairs.iter().position(|occupant| *occupant == Occupant::Vacant);
        let chair = free.ok_or_else(|| Refusal::new(Code::TooFewChairs, "expected a free chair"))?;
        Ok(vec![EntryKind::Kept { chair, person: guest.clone() }])
    }

    pub(super) fn seat_bot(&self, who: PlayerId, chair: usize, level: &str) -> Decision {
        self.host_only(who)?;
        let level = read_level(level)?;
        let name = match self.chair(chair)? {
            Occupant::Person { .. } | Occupant::Recorded { .. } => {
                return Err(Refusal::new(Code::Taken, "a person sits there"));
            }
            Occupant::Bot { name, .. } => name.clone(),
            Occupant::Vacant | Occupant::Kept { .. } => {
                bot_name(self.chairs.iter().filter_map(Occupant::name), chair)
            }
        };
        Ok(vec![EntryKind::BotSat { chair, level: level.to_string(), name }])
    }

    pub(super) fn clear_chair(&self, who: PlayerId, chair: usize) -> Decision {
        self.host_only(who)?;
        let occupant = self.chair(chair)?;
        let sent_away = occupant.person().is_some_and(|person| person.id != who);
        Ok(if *occupant == Occupant::Vacant { vec![] } else { vec![EntryKind::Emptied { chair, sent_away }] })
    }

    pub(super) fn swap_chairs(&self, who: PlayerId, chairs: [usize; 2]) -> Decision {
        self.host_only(who)?;
        let [chair, other] = chairs;
        let same = self.chair(chair)? == self.chair(other)?;
        Ok(if same { vec![] } else { vec![EntryKind::Swapped { chairs }] })
    }

    pub(super) fn configure(
        &self,
        who: PlayerId,
        variant: &str,
        players: usize,
        options: &Options,
        now: Millis,
    ) -> Decision {
        self.host_only(who)?;
        let game = read_options::<G>(&options.game)?;
        let options = Options { game: as_value(&game), ..options.clone() };
        options.check(self.options.starts, now)?;
        let variant = mode::<G>(variant, players)?.to_string();
        let people = self.chairs.iter().filter(|occupant| occupant.person().is_some()).count();
        if people > players {
            let detail = format!("expected at least {people} chairs, one for each person, found {players}");
            return Err(Refusal::new(Code::TooFewChairs, detail).with("people", people));
        }
        Ok(vec![EntryKind::Configured { variant, players, options: options.into() }])
    }

    pub(super) fn start(&self, who: PlayerId, seed: Seed) -> Decision {
        self.host_only(who)?;
        if self.chairs.iter().any(Occupant::is_vacant) {
            return Err(Refusal::new(Code::NotFull, "not every chair is taken yet"));
        }
        let players = self.chairs.len();
        let chairs = dealt_chairs::<G>(&seed, self.variant, players, self.options.seating);
        let mut kinds = vec![EntryKind::Started { seed, chairs }];
        let opening = super::match_state::opening::<G>(&seed, self.variant, players);
        if !opening.is_empty() {
            kinds.push(super::play::played::<G>(&opening));
        }
        Ok(kinds)
    }
}
