//! The occupant of a chair: a person, a bot, or none.

use townhall_bots::Level;

use crate::journal::Person;

/// The level of the bot that plays for a person who is away.
pub(super) const STAND_IN: Level = Level::Greedy;

/// The occupant of a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Occupant {
    Vacant,
    /// Free, but a rematch keeps it for a person, who sits down by coming to the table.
    Kept {
        person: Person,
    },
    Person {
        person: Person,
        stand_in: Option<Level>,
    },
    Bot {
        name: String,
        level: Level,
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

    /// The person to whom the chair belongs, mutably.
    pub(super) fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Self::Person { person, .. } => Some(person),
            _ => None,
        }
    }

    /// The person, if they play themselves.
    pub(super) fn player(&self) -> Option<&Person> {
        match self {
            Self::Person { person, stand_in: None } => Some(person),
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
