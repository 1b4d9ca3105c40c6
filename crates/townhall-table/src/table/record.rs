//! The record of a finished game, and the opening of a rematch.

use serde_json::{Map, Value, json};
use tabletop::{
    Record, Seat, Seed,
    record::{DealProof, Entry},
};
use townhall_bots::BotGame;

use super::{Table, match_state::Dealt, occupant::Occupant};
use crate::{
    journal::{Colour, Person},
    json::as_value,
    protocol::{Options, TalkItem},
    room::Opening,
};

/// The software that a record names as its writer.
pub const SOFTWARE: &str = concat!("townhall ", env!("CARGO_PKG_VERSION"));

/// The key of a record's header that has the levels of the bots, by seat; null for people.
pub const BOTS: &str = "bots";

/// A line of talk in the form of a record.
fn talk_line(item: &TalkItem) -> Map<String, Value> {
    Map::from_iter([("talk".to_owned(), as_value(item))])
}

impl<G: BotGame> Table<G> {
    /// The record of a finished game: its moves, and the talk between them.
    pub(super) fn finished_record(&self) -> Option<String> {
        if let Some(record) = &self.recorded {
            return Some(record.clone());
        }
        let outcome = G::outcome(&self.game.as_ref()?.state)?;
        let (mut record, seed) = self.record_so_far()?;
        record.finish(&outcome, Some(seed));
        Some(record.to_string())
    }

    /// The moves and the talk between them up to now, with the seed of the deal; none of a game that was played elsewhere. It
    /// holds all that is hidden.
    pub(super) fn record_so_far(&self) -> Option<(Record<G>, Seed)> {
        let game = self.game.as_ref()?;
        let Dealt { seed, commitment } = game.dealt?;
        let (setup, _) = G::deal_from(&seed, self.variant, self.chairs.len());
        let names = self.chairs.iter().map(|occupant| occupant.name().unwrap_or_default().to_owned());
        let deal = DealProof { commitment, seed: None, extra: Map::new() };
        let mut record = Record::<G>::new(names.collect(), setup, SOFTWARE, Some(deal));
        let levels: Vec<_> =
            self.chairs.iter().map(|occupant| occupant.bot().map(|level| level.to_string())).collect();
        record.header_extra.insert(BOTS.to_owned(), json!(levels));
        let mut talk = self.talk.iter().peekable();
        for made in &game.moves {
            while let Some(item) = talk.next_if(|item| item.version < made.version) {
                record.entries.push(Entry::Other(talk_line(item)));
            }
            record.push(made.seat, made.mv);
        }
        record.entries.extend(talk.map(|item| Entry::Other(talk_line(item))));
        Some((record, seed))
    }

    /// The opening of a rematch. Bots keep their seats. The player on the seat `by` sits and is the host; the chairs of other people
    /// are kept, because they may still read the results, or have left for good.
    pub(super) fn opening_again(&self, by: Option<Seat>) -> Opening {
        let people = self.chairs.iter().enumerate();
        let people = people.filter_map(|(chair, occupant)| Some((chair, occupant.person()?.clone())));
        let (people, kept): (Vec<_>, Vec<_>) =
            people.partition(|(chair, _)| by.is_some_and(|by| by.index() == *chair));
        let bots = self.chairs.iter().enumerate().filter_map(|(chair, occupant)| match occupant {
            Occupant::Bot { level, name, .. } => Some(((chair, level.to_string()), (chair, name.clone()))),
            _ => None,
        });
        let (bots, bot_names) = bots.unzip();
        let host = people.first().map(|(_, person)| person.clone());
        let host = host.unwrap_or(Person { id: self.host, name: String::new(), colour: Colour::default() });
        // The appointment was for this game.
        let options = Options { starts: None, ..self.options.clone() }.into();
        let new = Opening::new(G::ID, self.variant.to_string(), self.chairs.len(), host);
        Opening { options, people, kept, bots, bot_names, ..new }
    }
}
