//! The occupant of a chair: a person, a bot, or none.

use townhall_bots::Level;

use crate::journal::{Colour, Person};

/// The level of the bot that plays for a person who is away.
pub(super) const STAND_IN: Level = Level::Greedy;

/// The occupant of a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Occupant {
    Vacant,
    /// Free, but kept for a person who is invited, and who sits down by coming to the table.
    Kept {
        person: Person,
    },
    Person {
        person: Person,
        /// The colour at this table: the person's own, unless another person had it when they sat down.
        colour: Colour,
        stand_in: Option<Level>,
    },
    Bot {
        name: String,
        level: Level,
        colour: Colour,
    },
    /// A player of a recorded game, known by name only.
    Recorded {
        name: String,
    },
}

impl Occupant {
    /// Whether the chair is free to take.
    pub(super) fn is_vacant(&self) -> bool {
        matches!(self, Self::Vacant | Self::Kept { .. })
    }

    /// The person for whom the chair is kept.
    pub(super) fn kept_for(&self) -> Option<&Person> {
        match self {
            Self::Kept { person } => Some(person),
            _ => None,
        }
    }

    /// The person to whom the chair belongs, even while a bot plays for them.
    pub(super) fn person(&self) -> Option<&Person> {
        match self {
            Self::Person { person, .. } => Some(person),
            _ => None,
        }
    }

    /// The colour at this table.
    fn colour(&self) -> Option<Colour> {
        match self {
            Self::Person { colour, .. } | Self::Bot { colour, .. } => Some(*colour),
            Self::Vacant | Self::Kept { .. } | Self::Recorded { .. } => None,
        }
    }

    fn set_colour(&mut self, new: Colour) {
        if let Self::Person { colour, .. } | Self::Bot { colour, .. } = self {
            *colour = new;
        }
    }

    /// The person, if they play themselves.
    pub(super) fn player(&self) -> Option<&Person> {
        match self {
            Self::Person { person, stand_in: None, .. } => Some(person),
            _ => None,
        }
    }

    /// The level of the bot that plays here, if one does.
    pub(super) fn bot(&self) -> Option<Level> {
        match self {
            Self::Vacant | Self::Kept { .. } | Self::Recorded { .. } => None,
            Self::Person { stand_in, .. } => *stand_in,
            Self::Bot { level, .. } => Some(*level),
        }
    }

    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Vacant | Self::Kept { .. } => None,
            Self::Person { person, .. } => Some(&person.name),
            Self::Bot { name, .. } | Self::Recorded { name } => Some(name),
        }
    }
}

/// The occupant of a chair gets a colour. A person's own is theirs unless another person has it; a bot that had it gives way.
pub(super) fn settle_colour(chairs: &mut [Occupant], chair: usize) {
    let others = |is_counted: fn(&Occupant) -> bool| -> Vec<Colour> {
        let others = chairs.iter().enumerate().filter(|&(at, other)| at != chair && is_counted(other));
        others.filter_map(|(_, other)| other.colour()).collect()
    };
    let of_people = others(|other| other.person().is_some());
    let own = chairs[chair].person().map(|person| person.colour).filter(|own| !of_people.contains(own));
    let taken = others(|_| true);
    let colour = own.unwrap_or_else(|| free_colour(&taken));
    chairs[chair].set_colour(colour);
    if own.is_some_and(|own| taken.contains(&own)) {
        let bot = (0..chairs.len()).find(|&at| at != chair && chairs[at].colour() == own);
        bot.into_iter().for_each(|bot| settle_colour(chairs, bot));
    }
}

/// The first colour that is not taken. There are more colours than players.
fn free_colour(taken: &[Colour]) -> Colour {
    Colour::ALL.into_iter().find(|colour| !taken.contains(colour)).unwrap_or_default()
}

/// The colour of a seat of a recorded game.
pub(super) const fn colour_of(seat: usize) -> Colour {
    Colour::ALL[seat % Colour::ALL.len()]
}

/// Changes the number of chairs. People keep theirs if it still exists; the others take the first empty chair, else
/// that of the last bot.
pub(super) fn rearrange(chairs: &mut Vec<Occupant>, players: usize) {
    let beyond = chairs.split_off(players.min(chairs.len()));
    chairs.resize(players, Occupant::Vacant);
    for person in beyond.into_iter().filter(|occupant| occupant.person().is_some()) {
        let free = chairs.iter().position(Occupant::is_vacant);
        let free = free.or_else(|| chairs.iter().rposition(|occupant| occupant.person().is_none()));
        if let Some(free) = free {
            chairs[free] = person;
        }
    }
}
