//! The table as somebody sees it.

use tabletop::{Seat, SeatSet, Viewer};
use townhall_bots::BotGame;

use super::{Table, match_state::Match, occupant::Occupant};
use crate::{
    journal::PlayerId,
    json::Json,
    protocol::{Chair, Deal, GameState, Sitter, Status, TableView, UndoRule, Undoable},
    room::{Context, Known, Summary},
};

impl<G: BotGame> Table<G> {
    fn status(&self) -> Status {
        match &self.game {
            None => Status::Lobby,
            Some(game) if game.is_over() => Status::Over,
            Some(_) => Status::Playing,
        }
    }

    pub(super) fn view(&self, who: Option<PlayerId>, context: &Context, known: Known) -> TableView {
        let me = who.and_then(|who| self.chair_of(who));
        let seat = me.and_then(|me| Seat::try_from(me as u8).ok());
        TableView {
            version: self.version,
            code: self.code.clone(),
            game_id: G::ID.to_owned(),
            variant: self.variant.to_string(),
            status: self.status(),
            options: self.options.clone(),
            host: who == Some(self.host),
            me,
            chairs: self.chairs_seen(context),
            watchers: context.present.keys().filter(|&&id| self.chair_of(id).is_none()).count(),
            deal: self.game.as_ref().map(|game| Deal {
                commitment: game.commitment,
                occasion: G::occasion(self.variant, self.chairs.len()),
                seed: game.is_over().then_some(game.seed),
            }),
            game: self.game.as_ref().map(|game| self.game_seen(game, seat, context, known.game)),
            proposals: self.conversation.ghosts.iter().map(|ghost| ghost.proposal.clone()).collect(),
            votes: self.open_votes(context),
            rematch: self.rematch.clone(),
            log: self.log[self.log.partition_point(|entry| entry.version <= known.version)..].to_vec(),
            talk: self.talk[self.talk.partition_point(|item| item.version <= known.version)..].to_vec(),
        }
    }

    fn chairs_seen(&self, context: &Context) -> Vec<Chair> {
        let players = self.chairs.len();
        let seats = self.game.as_ref().map_or(players, |game| G::seats(&game.state));
        let chair = |seat: Seat| {
            let occupant = self.chairs.get(seat.index());
            let person = occupant.and_then(Occupant::person);
            Chair {
                sitter: occupant.map_or(Sitter::Automaton, sitter),
                host: person.is_some_and(|person| person.id == self.host),
                online: person.is_none_or(|person| context.present.contains_key(&person.id)),
                takeover_at: self.takeover_at(seat, context),
                vote_at: self.vote_at(seat, context),
                seating: self.game.as_ref().and_then(|game| G::seating(&game.state, seat)),
            }
        };
        Seat::all(seats).map(chair).collect()
    }

    fn game_seen(&self, game: &Match<G>, seat: Option<Seat>, context: &Context, known: u64) -> GameState {
        let (to_act, stuck) = (game.to_act(), game.stuck());
        let mut seen = GameState {
            moves: game.moves.len(),
            changed: game.changed,
            view: Json::default(),
            offers: Json::default(),
            to_act: to_act.iter().collect(),
            sealed: game.sealed_seats().iter().collect(),
            my_sealed: seat.and_then(|seat| game.sealed(seat)).map(|mv| Json::of(&mv)),
            waiting: game.waiting.iter().collect(),
            goes_first: None,
            undo: seat.and_then(|seat| self.undoable(game, seat)),
            deadline: seat.and_then(|seat| self.deadline(seat, context)),
            outcome: None,
            winners: Vec::new(),
        };
        let view = || G::view(&game.state, seat.map_or(Viewer::Spectator, Viewer::Seat));
        if !stuck.is_empty() {
            seen.goes_first = G::stand_off(&view(), stuck);
        }
        if known != game.changed {
            let (view, outcome) = (view(), G::outcome(&game.state));
            seen.view = Json::of(&view);
            seen.offers = Json::of(&G::offers(&view));
            seen.winners = outcome.as_ref().map_or(SeatSet::EMPTY, G::winners).iter().collect();
            seen.outcome = outcome.as_ref().map(Json::of);
        }
        seen
    }

    fn undoable(&self, game: &Match<G>, seat: Seat) -> Option<Undoable> {
        if self.options.undo == UndoRule::None || self.occupant(seat).player().is_none() {
            None
        } else if game.sealed(seat).is_some() {
            Some(Undoable::Sealed)
        } else {
            game.without_latest(seat).map(|_| Undoable::Move)
        }
    }

    pub(super) fn summary(&self) -> Summary {
        let status = self.status();
        let asked = self.game.as_ref().map_or(SeatSet::EMPTY, Match::to_act);
        let players = || Seat::all(self.chairs.len()).zip(&self.chairs);
        Summary {
            status,
            listing: self.options.listing,
            variant: self.variant.to_string(),
            players: self.chairs.len(),
            names: self.chairs.iter().map(|occupant| occupant.name().map(str::to_owned)).collect(),
            people: self.chairs.iter().filter_map(Occupant::person).map(|person| person.id).collect(),
            to_act: players()
                .filter(|(seat, _)| asked.contains(*seat))
                .filter_map(|(_, occupant)| occupant.player().map(|person| person.id))
                .collect(),
            host: self.host,
        }
    }
}

fn sitter(occupant: &Occupant) -> Sitter {
    match occupant {
        Occupant::Nobody => Sitter::Nobody,
        Occupant::Person { person, stand_in } => Sitter::Person {
            name: person.name.clone(),
            colour: person.colour.into(),
            stand_in: stand_in.map(|level| level.to_string()),
        },
        Occupant::Bot { name, level } => Sitter::Bot { name: name.clone(), level: level.to_string() },
    }
}
