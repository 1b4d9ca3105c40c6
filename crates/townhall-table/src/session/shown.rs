//! What a viewer was shown last, so that they are sent only what has changed.

use std::{
    collections::{BTreeMap, hash_map::DefaultHasher},
    hash::Hasher,
};

use serde_json::value::RawValue;
use tabletop::{Seat, Seed};

use crate::{
    journal::Millis,
    json::Json,
    protocol::{
        Chair, Deal, GamePart, GameState, Options, Patch, Proposal, Status, TableView, TakeoverVote, Undoable,
    },
    room::Known,
};

/// Tells large JSON texts apart without keeping them. Its key is handed in, so that nobody can prepare two texts that
/// look the same to it.
#[derive(Clone)]
pub(super) struct Fingerprint(DefaultHasher);

impl Fingerprint {
    pub(super) fn new(entropy: &Seed) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(entropy.child(0).to_string().as_bytes());
        Self(hasher)
    }

    fn of(&self, text: &str) -> u64 {
        let mut hasher = self.0.clone();
        hasher.write(text.as_bytes());
        hasher.finish()
    }
}

/// What a viewer was shown last.
#[derive(Clone, PartialEq)]
pub(super) struct Shown {
    known: Known,
    table: Table,
    game: Option<Game>,
}

/// The parts of a [`TableView`], but for the game and what only grows.
#[derive(Clone, PartialEq)]
struct Table {
    variant: String,
    status: Status,
    options: Options,
    host: bool,
    me: Option<usize>,
    chairs: Vec<Chair>,
    watchers: usize,
    deal: Option<Deal>,
    proposals: Vec<Proposal>,
    votes: Vec<TakeoverVote>,
    rematch: Option<String>,
}

/// The parts of a [`GameState`].
#[derive(Clone, PartialEq)]
struct Game {
    moves: usize,
    to_act: Vec<Seat>,
    sealed: Vec<Seat>,
    my_sealed: Option<Json>,
    waiting: Vec<Seat>,
    goes_first: Option<Seat>,
    undo: Option<Undoable>,
    deadline: Option<Millis>,
    offers: u64,
    outcome: Option<Json>,
    winners: Vec<Seat>,
    /// The fingerprint of each key of the view.
    view: BTreeMap<String, u64>,
}

/// The new value, if it is another than the one that was shown.
fn changed<T: PartialEq + Clone>(shown: &mut T, now: T) -> Option<T> {
    if *shown == now {
        return None;
    }
    shown.clone_from(&now);
    Some(now)
}

impl Shown {
    /// After this table was sent as a whole.
    pub(super) fn new(view: &TableView, fingerprint: &Fingerprint) -> Self {
        let TableView { variant, options, chairs, deal, proposals, votes, rematch, .. } = view.clone();
        let (status, host, me, watchers) = (view.status, view.host, view.me, view.watchers);
        let table =
            Table { variant, status, options, host, me, chairs, watchers, deal, proposals, votes, rematch };
        let known = Known { version: view.version, game: view.game.as_ref().map_or(0, |game| game.changed) };
        Self { known, table, game: view.game.as_ref().map(|game| Game::new(game, fingerprint)) }
    }

    /// What the viewer knows.
    pub(super) const fn known(&self) -> Known {
        self.known
    }

    /// What has changed since, if anything has. `view` holds only what is not [known](Self::known).
    pub(super) fn update(&mut self, view: TableView, fingerprint: &Fingerprint) -> Option<Patch> {
        let shown = &mut self.table;
        let mut patch = Patch {
            version: view.version,
            variant: changed(&mut shown.variant, view.variant),
            status: changed(&mut shown.status, view.status),
            options: changed(&mut shown.options, view.options),
            host: changed(&mut shown.host, view.host),
            me: changed(&mut shown.me, view.me),
            chairs: changed(&mut shown.chairs, view.chairs),
            watchers: changed(&mut shown.watchers, view.watchers),
            deal: changed(&mut shown.deal, view.deal),
            proposals: changed(&mut shown.proposals, view.proposals),
            votes: changed(&mut shown.votes, view.votes),
            rematch: changed(&mut shown.rematch, view.rematch),
            log: view.log,
            talk: view.talk,
            ..Patch::default()
        };
        if let Some(game) = view.game {
            let moved = game.changed != self.known.game;
            self.known.game = game.changed;
            match &mut self.game {
                Some(shown) => shown.update(game, moved, &mut patch, fingerprint),
                none => {
                    *none = Some(Game::new(&game, fingerprint));
                    patch.game = Some(game);
                }
            }
        }
        let news = view.version != self.known.version || !patch.is_empty();
        self.known.version = view.version;
        news.then_some(patch)
    }
}

impl Game {
    fn new(game: &GameState, fingerprint: &Fingerprint) -> Self {
        let view = members(&game.view).into_iter();
        Self {
            moves: game.moves,
            to_act: game.to_act.clone(),
            sealed: game.sealed.clone(),
            my_sealed: game.my_sealed.clone(),
            waiting: game.waiting.clone(),
            goes_first: game.goes_first,
            undo: game.undo,
            deadline: game.deadline,
            offers: fingerprint.of(game.offers.get()),
            outcome: game.outcome.clone(),
            winners: game.winners.clone(),
            view: view.map(|(key, value)| (key.to_owned(), fingerprint.of(value.get()))).collect(),
        }
    }

    /// Notes what is new of the game; what only a move can change is looked at if it was `moved`.
    fn update(&mut self, game: GameState, moved: bool, patch: &mut Patch, fingerprint: &Fingerprint) {
        if moved && !self.update_view(&game.view, patch, fingerprint) {
            *self = Self::new(&game, fingerprint);
            patch.game = Some(game);
            return;
        }
        let part = &mut patch.game_part;
        *part = GamePart {
            moves: changed(&mut self.moves, game.moves),
            to_act: changed(&mut self.to_act, game.to_act),
            sealed: changed(&mut self.sealed, game.sealed),
            my_sealed: changed(&mut self.my_sealed, game.my_sealed),
            waiting: changed(&mut self.waiting, game.waiting),
            goes_first: changed(&mut self.goes_first, game.goes_first),
            undo: changed(&mut self.undo, game.undo),
            deadline: changed(&mut self.deadline, game.deadline),
            ..GamePart::default()
        };
        if moved {
            part.offers = changed(&mut self.offers, fingerprint.of(game.offers.get())).map(|_| game.offers);
            part.outcome = changed(&mut self.outcome, game.outcome);
            part.winners = changed(&mut self.winners, game.winners);
        }
    }

    /// Notes which keys of the view have changed; `false`, if it has other keys than before.
    fn update_view(&mut self, view: &Json, patch: &mut Patch, fingerprint: &Fingerprint) -> bool {
        let members = members(view);
        if !members.keys().eq(self.view.keys()) {
            return false;
        }
        for ((key, value), shown) in members.into_iter().zip(self.view.values_mut()) {
            if changed(shown, fingerprint.of(value.get())).is_some() {
                patch.view_part.insert(key.to_owned(), Json::of(value));
            }
        }
        true
    }
}

/// The keys of a JSON object, of names that need no escape, with their values; none of anything else.
fn members(object: &Json) -> BTreeMap<&str, &RawValue> {
    serde_json::from_str(object.get()).unwrap_or_default()
}
