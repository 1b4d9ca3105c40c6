//! What somebody was shown last, so that they are sent only what has changed.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, RandomState},
};

use serde::Serialize;
use serde_json::value::RawValue;

use townhall_table::{
    protocol::{GameState, TableView},
    room::Known,
};

/// The keys of a [`TableView`] that a patch may replace, but for the game and those that only grow.
const KEYS: usize = 11;
/// The keys of a [`GameState`], but for the view.
const GAME_KEYS: usize = 11;

/// A fingerprint of each part of a table as one viewer was shown it. The hash is keyed anew in each
/// process, so that nobody can prepare two values that share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    known: Known,
    keys: [u64; KEYS],
    game: Option<Game>,
}

/// The same of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Game {
    keys: [u64; GAME_KEYS],
    /// Which keys the game's view has.
    names: u64,
    view: Vec<u64>,
}

impl Shown {
    /// After this table was sent as a whole.
    pub(super) fn new(view: &TableView, hasher: &RandomState) -> Self {
        let mut shown = Self { known: Known::default(), keys: [0; KEYS], game: None };
        shown.update(view, hasher);
        shown
    }

    /// What the viewer knows.
    pub(super) const fn known(&self) -> Known {
        self.known
    }

    /// An `update` frame with what has changed since, if anything has. `view` holds only what is not
    /// [known](Self::known).
    pub(super) fn update(&mut self, view: &TableView, hasher: &RandomState) -> Option<String> {
        let mut patch = Patch::new(view.seq, hasher);
        patch.changed = view.seq != self.known.seq;
        patch.table(view, &mut self.keys);
        if let Some(game) = &view.game {
            match &mut self.game {
                Some(shown) => patch.game(game, shown, game.changed != self.known.game),
                none => {
                    patch.game(game, none.insert(Game::default()), true);
                }
            }
            self.known.game = game.changed;
        }
        if !view.log.is_empty() {
            patch.put("log", &view.log);
        }
        if !view.talk.is_empty() {
            patch.put("talk", &view.talk);
        }
        self.known.seq = view.seq;
        patch.end()
    }
}

/// An `update` frame that is being written.
struct Patch<'a> {
    hasher: &'a RandomState,
    frame: Vec<u8>,
    /// Whether a comma is due before the next key.
    started: bool,
    changed: bool,
}

impl<'a> Patch<'a> {
    fn new(seq: u64, hasher: &'a RandomState) -> Self {
        let frame = format!("{{\"type\":\"update\",\"patch\":{{\"seq\":{seq}").into_bytes();
        Self { hasher, frame, started: true, changed: false }
    }

    fn end(mut self) -> Option<String> {
        self.frame.extend_from_slice(b"}}");
        // What serde_json writes is UTF-8.
        self.changed.then(|| String::from_utf8(self.frame).unwrap_or_default())
    }

    /// Writes a key and its value.
    fn put(&mut self, key: &str, value: &impl Serialize) {
        self.key(key);
        if let Err(error) = serde_json::to_writer(&mut self.frame, value) {
            // None of our types can fail to be written.
            tracing::error!(%error, key, "a part of a table can't be written");
        }
    }

    fn key(&mut self, key: &str) {
        if std::mem::replace(&mut self.started, true) {
            self.frame.push(b',');
        }
        self.frame.push(b'"');
        self.frame.extend_from_slice(key.as_bytes());
        self.frame.extend_from_slice(b"\":");
    }

    /// Writes a key if its value is another than the one shown.
    fn replace(&mut self, key: &str, value: &impl Serialize, shown: &mut u64) {
        let (start, started) = (self.frame.len(), self.started);
        self.put(key, value);
        // Of the key as well, but not of the comma that may stand before it.
        let comma = usize::from(started);
        let hash = self.hasher.hash_one(&self.frame[start + comma..]);
        if hash == *shown {
            self.frame.truncate(start);
            self.started = started;
        } else {
            *shown = hash;
            self.changed = true;
        }
    }

    /// Writes an object by its keys, if there are any.
    fn object(&mut self, key: &str, keys: impl FnOnce(&mut Self)) {
        let start = self.frame.len();
        self.key(key);
        self.frame.push(b'{');
        self.started = false;
        keys(self);
        if self.started {
            self.frame.push(b'}');
        } else {
            self.frame.truncate(start);
        }
        self.started = true;
    }

    fn table(&mut self, view: &TableView, shown: &mut [u64; KEYS]) {
        let TableView {
            seq: _,
            code: _,
            game_id: _,
            variant,
            status,
            options,
            host,
            me,
            chairs,
            watchers,
            deal,
            game: _,
            proposals,
            votes,
            rematch,
            log: _,
            talk: _,
        } = view;
        let [a, b, c, d, e, f, g, h, i, j, k] = shown;
        self.replace("variant", variant, a);
        self.replace("status", status, b);
        self.replace("options", options, c);
        self.replace("host", host, d);
        self.replace("me", me, e);
        self.replace("chairs", chairs, f);
        self.replace("watchers", watchers, g);
        self.replace("deal", deal, h);
        self.replace("proposals", proposals, i);
        self.replace("votes", votes, j);
        self.replace("rematch", rematch, k);
    }

    /// Writes what is new of the game; what only a move can change is looked at if it was `moved`.
    fn game(&mut self, game: &GameState, shown: &mut Game, moved: bool) {
        if moved {
            let view = members(&game.view);
            let names = self.hasher.hash_one(view.keys().collect::<Vec<_>>());
            if names != shown.names {
                let start = self.frame.len();
                *shown = Game { names, view: vec![0; view.len()], ..Game::default() };
                self.parts(game, shown, Some(&view));
                self.frame.truncate(start);
                self.put("game", game);
                return;
            }
            self.parts(game, shown, Some(&view));
        } else {
            self.parts(game, shown, None);
        }
    }

    fn parts(&mut self, game: &GameState, shown: &mut Game, view: Option<&BTreeMap<&str, &RawValue>>) {
        let GameState {
            moves,
            changed: _,
            view: _,
            offers,
            to_act,
            sealed,
            my_sealed,
            waiting,
            goes_first,
            undo,
            deadline,
            outcome,
            winners,
        } = game;
        let [a, b, c, d, e, f, g, h, i, j, k] = &mut shown.keys;
        self.object("game_part", |patch| {
            patch.replace("moves", moves, a);
            patch.replace("to_act", to_act, b);
            patch.replace("sealed", sealed, c);
            patch.replace("my_sealed", my_sealed, d);
            patch.replace("waiting", waiting, e);
            patch.replace("goes_first", goes_first, f);
            patch.replace("undo", undo, g);
            patch.replace("deadline", deadline, h);
            if view.is_some() {
                patch.replace("offers", offers, i);
                patch.replace("outcome", outcome, j);
                patch.replace("winners", winners, k);
            }
        });
        if let Some(view) = view {
            self.object("view_part", |patch| {
                for ((key, value), shown) in view.iter().zip(&mut shown.view) {
                    patch.replace(key, value, shown);
                }
            });
        }
    }
}

/// The keys of a JSON object, of names that need no escape, with their values.
fn members(object: &RawValue) -> BTreeMap<&str, &RawValue> {
    serde_json::from_str(object.get()).unwrap_or_else(|error| {
        tracing::error!(%error, "a game's view is no object");
        BTreeMap::new()
    })
}
