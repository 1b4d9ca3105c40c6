//! The table as a viewer sees it.

use std::sync::Arc;

use tabletop::{Seat, SeatSet, Viewer};
use townhall_bots::{BotGame, Temperament};

use super::{
    Table,
    match_state::Match,
    occupant::{Occupant, colour_of},
};
use crate::{
    Json,
    journal::PlayerId,
    protocol::{Chair, Deal, GameState, Sitter, Status, TableView, UndoRule, Undoable},
    room::{Context, Ending, Known, Lines, Summary},
    seen::{Own, OwnGame, Part, Seen},
};

impl<G: BotGame> Table<G> {
    fn status(&self) -> Status {
        match &self.game {
            None => Status::Lobby,
            Some(game) if game.is_over() => Status::Over,
            Some(_) => Status::Playing,
        }
    }

    /// The table as the player of this seat sees it.
    pub(super) fn view_from(&self, me: Option<usize>, context: &Context, lines: Lines) -> TableView {
        self.view_with(self.own_of(me, false), context, lines)
    }

    /// The table as a viewer with this part of their own sees it.
    pub(super) fn view_with(&self, own: Own, context: &Context, lines: Lines) -> TableView {
        let mut table = self.common(context, 0, lines);
        let Own { host, me, gallery, game } = own;
        (table.host, table.me, table.gallery) = (host, me, gallery);
        if let (Some(seen), Some(own), Some(game)) = (&mut table.game, game, &self.game) {
            let mut view = G::view(&game.state, viewer(me));
            seen.offers = Json::of(&G::offers(self.view_ahead(game, me).as_ref().unwrap_or(&view)));
            G::withhold(&mut view, self.own_options);
            seen.view = Json::of(&view);
            (seen.my_sealed, seen.undo, seen.plan) = (own.my_sealed, own.undo, own.plan);
        }
        table
    }

    /// The table as these viewers see it, in parts that can be compared.
    pub(super) fn parts_seen(&self, viewers: &[Option<PlayerId>], context: &Context, known: Known) -> Seen {
        let lines = Lines { since: known.version, ..Lines::default() };
        let mut own: Vec<Own> = viewers.iter().map(|&who| self.own(who)).collect();
        let mut open: Option<Arc<dyn Part>> = None;
        if let Some(game) = self.game.as_ref().filter(|game| game.changed != known.game) {
            open = Some(Arc::new(G::open(&G::view(&game.state, Viewer::Spectator))));
            let mut views: Vec<G::View> =
                own.iter().map(|own| G::view(&game.state, viewer(own.me))).collect();
            let mut offers = G::offers_of_all(&views);
            for (offers, own) in offers.iter_mut().zip(&own) {
                if let Some(ahead) = self.view_ahead(game, own.me) {
                    *offers = G::offers(&ahead);
                }
            }
            views.iter_mut().for_each(|view| G::withhold(view, self.own_options));
            for ((own, view), offers) in own.iter_mut().zip(&views).zip(offers) {
                if let Some(seen) = &mut own.game {
                    seen.parts = Some([Arc::new(G::own(view)), Arc::new(offers)]);
                }
            }
        }
        Seen { common: self.common(context, known.game, lines), open, own }
    }

    /// The part that everybody sees, without the game's view. The game's end is also left out if it is already known.
    fn common(&self, context: &Context, known: u64, lines: Lines) -> TableView {
        TableView {
            version: self.version,
            code: self.code.clone(),
            game_id: G::ID.to_owned(),
            variant: self.variant.to_string(),
            status: self.status(),
            options: self.options.clone(),
            host: false,
            me: None,
            chairs: self.chairs_seen(context),
            watchers: context.present.keys().filter(|&&id| self.chair_of(id).is_none()).count(),
            watcher_names: self.watcher_names(context),
            deal: self.game.as_ref().and_then(|game| {
                let dealt = game.dealt?;
                Some(Deal {
                    commitment: dealt.commitment,
                    occasion: G::occasion(self.variant, self.chairs.len()),
                    seed: game.is_over().then_some(dealt.seed),
                })
            }),
            game: self.game.as_ref().map(|game| game_seen(game, known)),
            proposals: self.proposals_seen(context),
            votes: self.open_votes(context),
            rematch: self.rematch.clone(),
            rematch_by: self.rematch_by,
            imported: self.recorded.is_some(),
            bots_hurry: context.bots_hurry,
            log: self.log.since(lines.since, lines.most),
            talk: self.talk.since(lines.since, lines.most),
            gallery: Vec::new(),
        }
    }

    /// The part that only this viewer sees, without the game's view and offers.
    pub(super) fn own(&self, who: Option<PlayerId>) -> Own {
        self.own_of(who.and_then(|who| self.chair_of(who)), who == Some(self.host))
    }

    fn own_of(&self, me: Option<usize>, host: bool) -> Own {
        let seat = viewer(me).seat();
        let game = self.game.as_ref().map(|game| OwnGame {
            my_sealed: seat.and_then(|seat| game.sealed(seat)).map(|mv| Json::of(&mv)),
            undo: seat.and_then(|seat| self.undoable(game, seat)),
            plan: seat.and_then(|seat| game.plan_seen(seat)),
            parts: None,
        });
        Own { host, me, gallery: self.gallery_seen(me), game }
    }

    fn chairs_seen(&self, context: &Context) -> Vec<Chair> {
        let players = self.chairs.len();
        let seats = self.game.as_ref().map_or(players, |game| G::seats(&game.state));
        // At a correspondence table people come and go, which is of no importance to others.
        let is_there = |who| self.correspondence().is_some() || context.present.contains_key(&who);
        let chair = |seat: Seat| {
            let occupant = self.chairs.get(seat.index());
            let person = occupant.and_then(Occupant::person);
            Chair {
                sitter: occupant.map_or(Sitter::Automaton, |occupant| sitter(seat, occupant)),
                host: person.is_some_and(|person| person.id == self.host),
                online: person.is_none_or(|person| is_there(person.id)),
                deadline: self.deadline(seat, context),
                takeover_at: self.takeover_at(seat, context),
                vote_at: self.vote_at(seat, context),
                days: self.days_clock(seat, context.now),
                seating: self.game.as_ref().and_then(|game| G::seating(&game.state, seat)),
            }
        };
        Seat::all(seats).map(chair).collect()
    }

    fn undoable(&self, game: &Match<G>, seat: Seat) -> Option<Undoable> {
        if self.options.undo == UndoRule::None || self.occupant(seat).player().is_none() {
            None
        } else if game.sealed(seat).is_some() {
            game.may_change_choice(seat).then_some(Undoable::Sealed)
        } else {
            game.without_latest(seat).map(|_| Undoable::Move)
        }
    }

    /// The summary for lists.
    pub(super) fn summed_up(&self) -> Summary {
        let status = self.status();
        let asked = self.game.as_ref().map_or(SeatSet::EMPTY, Match::to_act);
        let players = || Seat::all(self.chairs.len()).zip(&self.chairs);
        Summary {
            status,
            listing: self.options.listing,
            variant: self.variant.to_string(),
            players: self.chairs.len(),
            names: self.chairs.iter().map(|occupant| occupant.name().map(str::to_owned)).collect(),
            people: match self.recorded {
                // A recorded game has no people on its chairs; it belongs to the guest who uploaded the record.
                Some(_) => vec![self.host],
                // People for whom a rematch keeps a chair find it in their list, unless the host has given it up.
                None => {
                    let person = |chair: &Occupant| {
                        let kept = chair.kept_for().filter(|_| !self.host_left);
                        chair.person().or(kept).map(|person| person.id)
                    };
                    self.chairs.iter().filter_map(person).collect()
                }
            },
            seated: self.chairs.iter().map(|chair| chair.person().map(|person| person.id)).collect(),
            to_act: players()
                .filter(|(seat, _)| asked.contains(*seat))
                .filter_map(|(_, occupant)| occupant.player().map(|person| person.id))
                .collect(),
            turns: if status == Status::Playing { self.open_turns() } else { Vec::new() },
            goes_on_at: if status == Status::Playing { self.goes_on_at() } else { None },
            stood_in: self
                .chairs
                .iter()
                .filter(|occupant| occupant.bot().is_some())
                .filter_map(|occupant| occupant.person().map(|person| person.id))
                .collect(),
            host: self.host,
            starts: self.options.starts.filter(|_| status == Status::Lobby),
            ending: self.ending(),
            imported: self.recorded.is_some(),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let state = &self.game.as_ref()?.state;
        let outcome = G::outcome(state)?;
        Some(Ending {
            points: G::points(&outcome),
            winners: G::winners(&outcome).iter().collect(),
            places: G::places(state),
            people: self.chairs.iter().map(|occupant| occupant.person().map(|person| person.id)).collect(),
        })
    }
}

/// The viewer of a game on a seat; a spectator without one.
pub(super) fn viewer(me: Option<usize>) -> Viewer {
    let seat = me.and_then(|me| u8::try_from(me).ok()).and_then(|me| Seat::try_from(me).ok());
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

/// The part of a game that everybody sees, without its view.
fn game_seen<G: BotGame>(game: &Match<G>, known: u64) -> GameState {
    let stuck = game.stuck();
    let goes_first = || G::stand_off(&G::view(&game.state, Viewer::Spectator), stuck);
    let outcome = if known == game.changed { None } else { G::outcome(&game.state) };
    GameState {
        moves: game.moves.len(),
        changed: game.changed,
        view: Json::default(),
        offers: Json::default(),
        to_act: game.to_act().iter().collect(),
        sealed: game.sealed_seats().iter().collect(),
        my_sealed: None,
        waiting: game.waiting.iter().collect(),
        goes_first: if stuck.is_empty() { None } else { goes_first() },
        undo: None,
        plan: None,
        winners: outcome.as_ref().map_or(SeatSet::EMPTY, G::winners).iter().collect(),
        outcome: outcome.as_ref().map(Json::of),
    }
}

fn sitter(seat: Seat, occupant: &Occupant) -> Sitter {
    match occupant {
        Occupant::Vacant => Sitter::Nobody { kept_for: None },
        Occupant::Kept { person } => Sitter::Nobody { kept_for: Some(person.name.clone()) },
        Occupant::Person { person, colour, stand_in } => Sitter::Person {
            name: person.name.clone(),
            colour: *colour,
            stand_in: stand_in.map(|level| level.to_string()),
        },
        Occupant::Bot { name, level, colour } => Sitter::Bot {
            name: name.clone(),
            colour: *colour,
            level: level.to_string(),
            temperament: Temperament::of(name),
        },
        Occupant::Recorded { name } => {
            Sitter::Person { name: name.clone(), colour: colour_of(seat.index()), stand_in: None }
        }
    }
}
