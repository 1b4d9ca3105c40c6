//! The state that viewers were sent last, so that later frames contain only changes.
//!
//! The common part is compared and serialised once for all viewers; the part of each viewer is kept separately.

use std::sync::Arc;

use tabletop::Seat;

use crate::{
    Json,
    protocol::{
        Chair, Deal, GamePart, Options, OwnGamePart, OwnPatch, Patch, Plan, Proposal, Remark, Status,
        TableView, TakeoverVote, Undoable,
    },
    room::Known,
    seen::{self, Part},
};

/// The part that is the same for all viewers, as it was sent last.
pub(super) struct Common {
    known: Known,
    variant: String,
    status: Status,
    options: Options,
    chairs: Vec<Chair>,
    watchers: usize,
    watcher_names: Vec<String>,
    deal: Option<Deal>,
    proposals: Vec<Proposal>,
    votes: Vec<TakeoverVote>,
    rematch: Option<String>,
    rematch_by: Option<Seat>,
    bots_hurry: bool,
    game: Option<Game>,
}

/// The common part of a game.
struct Game {
    moves: usize,
    to_act: Vec<Seat>,
    sealed: Vec<Seat>,
    waiting: Vec<Seat>,
    goes_first: Option<Seat>,
    outcome: Option<Json>,
    winners: Vec<Seat>,
    view: Arc<dyn Part>,
}

/// A viewer's own part, as it was sent last.
#[derive(Clone)]
pub(super) struct Own {
    host: bool,
    me: Option<usize>,
    gallery: Vec<Remark>,
    game: Option<OwnGame>,
}

/// A viewer's own part of a game, as it was sent last.
#[derive(Clone)]
struct OwnGame {
    my_sealed: Option<Json>,
    undo: Option<Undoable>,
    plan: Option<Plan>,
    view: Arc<dyn Part>,
    offers: Arc<dyn Part>,
}

/// Stores the new value, and returns it if it differs from the stored one.
fn changed<T: PartialEq + Clone>(shown: &mut T, now: T) -> Option<T> {
    if *shown == now {
        return None;
    }
    shown.clone_from(&now);
    Some(now)
}

/// Stores the new part, if there is one, and returns its changes.
fn changes(shown: &mut Arc<dyn Part>, now: Option<Arc<dyn Part>>) -> Option<Json> {
    let now = now?;
    let changes = now.changes(&**shown);
    *shown = now;
    changes
}

impl Common {
    /// The state after the whole table was sent.
    pub(super) fn new(table: TableView, open: Option<Arc<dyn Part>>) -> Self {
        let known =
            Known { version: table.version, game: table.game.as_ref().map_or(0, |game| game.changed) };
        let game = table.game.zip(open).map(|(game, view)| Game {
            moves: game.moves,
            to_act: game.to_act,
            sealed: game.sealed,
            waiting: game.waiting,
            goes_first: game.goes_first,
            outcome: game.outcome,
            winners: game.winners,
            view,
        });
        Self {
            known,
            variant: table.variant,
            status: table.status,
            options: table.options,
            chairs: table.chairs,
            watchers: table.watchers,
            watcher_names: table.watcher_names,
            deal: table.deal,
            proposals: table.proposals,
            votes: table.votes,
            rematch: table.rematch,
            rematch_by: table.rematch_by,
            bots_hurry: table.bots_hurry,
            game,
        }
    }

    /// The part of the table that viewers already have.
    pub(super) const fn known(&self) -> Known {
        self.known
    }

    /// Whether the game had begun.
    pub(super) const fn has_begun(&self) -> bool {
        self.game.is_some()
    }

    /// Stores the new state, and returns the changes since the last one.
    pub(super) fn update(&mut self, now: TableView, open: Option<Arc<dyn Part>>) -> Patch {
        self.known.version = now.version;
        let game = now.game.zip(self.game.as_mut()).map(|(game, shown)| {
            let moved = self.known.game != game.changed;
            self.known.game = game.changed;
            GamePart {
                moves: changed(&mut shown.moves, game.moves),
                to_act: changed(&mut shown.to_act, game.to_act),
                sealed: changed(&mut shown.sealed, game.sealed),
                waiting: changed(&mut shown.waiting, game.waiting),
                goes_first: changed(&mut shown.goes_first, game.goes_first),
                outcome: if moved { changed(&mut shown.outcome, game.outcome) } else { None },
                winners: if moved { changed(&mut shown.winners, game.winners) } else { None },
                view: changes(&mut shown.view, open),
            }
        });
        Patch {
            variant: changed(&mut self.variant, now.variant),
            status: changed(&mut self.status, now.status),
            options: changed(&mut self.options, now.options),
            chairs: changed(&mut self.chairs, now.chairs),
            watchers: changed(&mut self.watchers, now.watchers),
            watcher_names: changed(&mut self.watcher_names, now.watcher_names),
            deal: changed(&mut self.deal, now.deal),
            game: game.unwrap_or_default(),
            proposals: changed(&mut self.proposals, now.proposals),
            votes: changed(&mut self.votes, now.votes),
            rematch: changed(&mut self.rematch, now.rematch),
            rematch_by: changed(&mut self.rematch_by, now.rematch_by).flatten(),
            bots_hurry: changed(&mut self.bots_hurry, now.bots_hurry),
            log: now.log,
            talk: now.talk,
        }
    }
}

impl Own {
    /// The state after the whole table was sent.
    pub(super) fn new(seen: seen::Own) -> Self {
        let seen::Own { host, me, gallery, game } = seen;
        let game = game.and_then(|seen::OwnGame { my_sealed, undo, plan, parts }| {
            parts.map(|[view, offers]| OwnGame { my_sealed, undo, plan, view, offers })
        });
        Self { host, me, gallery, game }
    }

    /// Whether the own parts of two viewers are the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let games = match (&self.game, &other.game) {
            (Some(game), Some(other)) => game.is_like(other),
            (game, other) => game.is_none() && other.is_none(),
        };
        games && (self.host, self.me, &self.gallery) == (other.host, other.me, &other.gallery)
    }

    /// Stores the new state, and returns the changes since the last one.
    pub(super) fn update(&mut self, now: seen::Own) -> OwnPatch {
        let game = now.game.zip(self.game.as_mut()).map(|(game, shown)| {
            let (view, offers) = game.parts.map(|[view, offers]| (view, offers)).unzip();
            OwnGamePart {
                my_sealed: changed(&mut shown.my_sealed, game.my_sealed),
                undo: changed(&mut shown.undo, game.undo),
                plan: changed(&mut shown.plan, game.plan),
                view: changes(&mut shown.view, view),
                offers: changes(&mut shown.offers, offers),
            }
        });
        OwnPatch {
            host: changed(&mut self.host, now.host),
            me: changed(&mut self.me, now.me),
            gallery: changed(&mut self.gallery, now.gallery),
            game: game.unwrap_or_default(),
        }
    }
}

impl OwnGame {
    fn is_like(&self, other: &Self) -> bool {
        let parts = [(&self.view, &other.view), (&self.offers, &other.offers)];
        (&self.my_sealed, self.undo, &self.plan) == (&other.my_sealed, other.undo, &other.plan)
            && parts.into_iter().all(|(part, other)| part.changes(&**other).is_none())
    }
}
