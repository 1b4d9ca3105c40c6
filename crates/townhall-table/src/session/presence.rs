//! Who is connected to a table, and since when the others are away.

use crate::{journal::PlayerId, room::Context};

/// Counts a connection of somebody in.
pub(super) fn connected(context: &mut Context, who: PlayerId) {
    *context.present.entry(who).or_default() += 1;
    context.away_since.remove(&who);
}

/// Counts a connection of somebody out.
pub(super) fn disconnected(context: &mut Context, who: PlayerId, people: &[PlayerId]) {
    if let Some(connections) = context.present.get_mut(&who) {
        *connections -= 1;
        if *connections == 0 {
            context.present.remove(&who);
            if people.contains(&who) {
                context.away_since.insert(who, context.now);
            }
        }
    }
}

/// Brings those who are away up to date when other people belong to the table.
pub(super) fn people_changed(context: &mut Context, people: &[PlayerId]) {
    context.away_since.retain(|who, _| people.contains(who));
    for who in people {
        if !context.present.contains_key(who) {
            context.away_since.entry(*who).or_insert(context.now);
        }
    }
}
