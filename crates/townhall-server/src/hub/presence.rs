//! Who is connected to a table.

use townhall_table::{
    journal::{Millis, PlayerId},
    room::Circumstances,
};

/// Counts a socket of somebody in.
pub(super) fn enters(with: &mut Circumstances, who: PlayerId) {
    *with.present.entry(who).or_default() += 1;
    with.away_since.remove(&who);
}

/// Counts a socket of somebody out.
pub(super) fn leaves(with: &mut Circumstances, who: PlayerId, people: &[PlayerId], now: Millis) {
    if let Some(sockets) = with.present.get_mut(&who) {
        *sockets -= 1;
        if *sockets == 0 {
            with.present.remove(&who);
            if people.contains(&who) {
                with.away_since.insert(who, now);
            }
        }
    }
}

/// Brings those who are away up to date when other people belong to the table.
pub(super) fn people_changed(with: &mut Circumstances, people: &[PlayerId], now: Millis) {
    with.away_since.retain(|who, _| people.contains(who));
    for who in people {
        if !with.present.contains_key(who) {
            with.away_since.entry(*who).or_insert(now);
        }
    }
}
