//! Presence at a table: connected people, since when others are away, and the periods in which the players' clocks were
//! stopped.

use crate::{
    journal::{Millis, PlayerId},
    room::Context,
};

/// How many periods with stopped clocks are remembered: more than normally occur while one question is open.
const STILL: usize = 64;

/// Adds a connection of a person, under their name if they have one.
pub(super) fn connected(context: &mut Context, who: PlayerId, name: Option<&str>) {
    if let Some(name) = name {
        context.names.insert(who, name.to_owned());
    }
    *context.present.entry(who).or_insert(0) += 1;
    context.away_since.remove(&who);
}

/// Removes a connection of a person.
pub(super) fn disconnected(context: &mut Context, who: PlayerId, people: &[PlayerId]) {
    if let Some(connections) = context.present.get_mut(&who) {
        *connections -= 1;
        if *connections == 0 {
            context.present.remove(&who);
            context.names.remove(&who);
            if people.contains(&who) {
                context.away_since.insert(who, context.now);
            }
        }
    }
}

/// Updates the list of absent people when the people of the table have changed.
pub(super) fn people_changed(context: &mut Context, people: &[PlayerId]) {
    context.away_since.retain(|who, _| people.contains(who));
    for who in people {
        if !context.present.contains_key(who) {
            context.away_since.entry(*who).or_insert(context.now);
        }
    }
}

/// Notes that the players' clocks were stopped from `from` until `now`.
pub(super) fn stood_still(context: &mut Context, from: Millis, now: Millis) {
    if context.still.len() == STILL {
        context.still.remove(0);
    }
    context.still.push((from, now));
}

/// Notes that `lost` milliseconds before `now` are charged to no player. If the clocks are stopped (`still`), that period
/// already includes them.
pub(super) fn lost(context: &mut Context, lost: Millis, now: Millis, still: bool) {
    for (_, since) in context.away_since.iter_mut() {
        *since = (*since + lost).min(now);
    }
    if !still {
        stood_still(context, now.saturating_sub(lost), now);
    }
}
