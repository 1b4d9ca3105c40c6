//! Who is connected to a table, since when the others are away, and when the clocks stood still.

use crate::{
    journal::{Millis, PlayerId},
    room::Context,
};

/// How many spans are remembered in which the clocks stood still: more than there can be within one question, unless
/// somebody makes a sport of it.
const STILL: usize = 64;

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

/// The clocks stood still from then until now.
pub(super) fn stood_still(context: &mut Context, from: Millis, now: Millis) {
    if context.still.len() == STILL {
        context.still.remove(0);
    }
    context.still.push((from, now));
}

/// Until now, so much time has passed that counts for nobody. If the clocks stand still anyway, that is theirs already.
pub(super) fn lost(context: &mut Context, lost: Millis, now: Millis, still: bool) {
    for since in context.away_since.values_mut() {
        *since = (*since + lost).min(now);
    }
    if !still {
        stood_still(context, now.saturating_sub(lost), now);
    }
}
