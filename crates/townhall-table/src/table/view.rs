//! The table as somebody sees it.

use tabletop::{Seat, SeatSet, Viewer};
use townhall_bots::Talker;

use super::{Table, course::Course, fold::raw, sitting::Sitting};
use crate::{
    journal::PlayerId,
    protocol::{Chair, Deal, GameState, Sitter, Status, TableView, UndoRule, Undoable},
    room::{Circumstances, Known, Summary},
};

impl<G: Talker> Table<G> {
    fn status(&self) -> Status {
        match &self.course {
            None => Status::Lobby,
            Some(course) if course.is_over() => Status::Over,
            Some(_) => Status::Playing,
        }
    }

    pub(super) fn seen_by(&self, who: Option<PlayerId>, with: &Circumstances, known: Known) -> TableView {
        let me = who.and_then(|who| self.chair_of(who));
        let seat = me.and_then(|me| Seat::try_from(me as u8).ok());
        TableView {
            seq: self.version,
            code: self.code.clone(),
            game_id: G::ID.to_owned(),
            variant: self.variant.to_string(),
            status: self.status(),
            options: self.options,
            host: who == Some(self.host),
            me,
            chairs: self.chairs_seen(with),
            watchers: with.present.keys().filter(|&&id| self.chair_of(id).is_none()).count(),
            deal: self.course.as_ref().map(|course| Deal {
                commitment: course.commitment,
                occasion: G::occasion(self.variant, self.chairs.len()),
                seed: course.is_over().then_some(course.seed),
            }),
            game: self.course.as_ref().map(|course| self.game_seen(course, seat, with, known.game)),
            proposals: self.conversation.ghosts.iter().map(|ghost| ghost.proposal.clone()).collect(),
            votes: self.open_votes(with),
            rematch: self.rematch.clone(),
            log: self.log[self.log.partition_point(|entry| entry.n <= known.seq)..].to_vec(),
            talk: self.talk[self.talk.partition_point(|item| item.n <= known.seq)..].to_vec(),
        }
    }

    fn chairs_seen(&self, with: &Circumstances) -> Vec<Chair> {
        let players = self.chairs.len();
        let seats = self.course.as_ref().map_or(players, |course| G::seats(&course.state));
        let chair = |seat: Seat| {
            let sitting = self.chairs.get(seat.index());
            let person = sitting.and_then(Sitting::person);
            Chair {
                sitter: sitting.map_or(Sitter::Automaton, sitter),
                host: person.is_some_and(|person| person.id == self.host),
                online: person.is_none_or(|person| with.present.contains_key(&person.id)),
                takeover_at: self.takeover_at(seat, with),
                seating: self.course.as_ref().and_then(|course| G::seating(&course.state, seat)),
            }
        };
        Seat::all(seats).map(chair).collect()
    }

    fn game_seen(
        &self,
        course: &Course<G>,
        seat: Option<Seat>,
        with: &Circumstances,
        known: u64,
    ) -> GameState {
        let (to_act, stuck) = (course.to_act(), course.stuck());
        let mut seen = GameState {
            moves: course.moves.len(),
            changed: course.changed,
            view: raw(&()),
            offers: raw(&()),
            to_act: to_act.iter().collect(),
            sealed: course.sealed_seats().iter().collect(),
            my_sealed: seat.and_then(|seat| course.sealed(seat)).map(|mv| mv.to_string()),
            waiting: course.waiting.iter().collect(),
            goes_first: None,
            undo: seat.and_then(|seat| self.undoable(course, seat)),
            deadline: seat.and_then(|seat| self.deadline(seat, with)),
            outcome: None,
            winners: Vec::new(),
        };
        let view = || G::view(&course.state, seat.map_or(Viewer::Spectator, Viewer::Seat));
        if !stuck.is_empty() {
            seen.goes_first = G::stand_off(&view(), stuck);
        }
        if known != course.changed {
            let (view, outcome) = (view(), G::outcome(&course.state));
            seen.view = raw(&view);
            seen.offers = raw(&G::offers(&view));
            seen.winners = outcome.as_ref().map_or(SeatSet::EMPTY, G::winners).iter().collect();
            seen.outcome = outcome.as_ref().map(raw);
        }
        seen
    }

    fn undoable(&self, course: &Course<G>, seat: Seat) -> Option<Undoable> {
        if self.options.undo == UndoRule::None || self.sitting(seat).player().is_none() {
            None
        } else if course.sealed(seat).is_some() {
            Some(Undoable::Sealed)
        } else {
            course.without_latest(seat).map(|_| Undoable::Move)
        }
    }

    pub(super) fn summed_up(&self) -> Summary {
        let status = self.status();
        let asked = self.course.as_ref().map_or(SeatSet::EMPTY, Course::to_act);
        let players = || Seat::all(self.chairs.len()).zip(&self.chairs);
        Summary {
            status,
            listing: self.options.listing,
            variant: self.variant.to_string(),
            players: self.chairs.len(),
            names: self.chairs.iter().map(|sitting| sitting.name().map(str::to_owned)).collect(),
            people: self.chairs.iter().filter_map(Sitting::person).map(|person| person.id).collect(),
            to_act: players()
                .filter(|(seat, _)| asked.contains(*seat))
                .filter_map(|(_, sitting)| sitting.player().map(|person| person.id))
                .collect(),
            // Clocks stand still while nobody is there.
            restless: self.bots_are_asked(),
        }
    }
}

fn sitter(sitting: &Sitting) -> Sitter {
    match sitting {
        Sitting::Nobody => Sitter::Nobody,
        Sitting::Person { person, stand_in } => Sitter::Person {
            name: person.name.clone(),
            colour: person.colour,
            stand_in: stand_in.map(|level| level.to_string()),
        },
        Sitting::Bot { name, level } => Sitter::Bot { name: name.clone(), level: level.to_string() },
    }
}
