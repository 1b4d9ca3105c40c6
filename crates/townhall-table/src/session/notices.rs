//! The events of a table of which people are notified who don't look at it.

use serde::{Deserialize, Serialize};

use crate::{
    journal::{Millis, PlayerId},
    protocol::Status,
    room::{OpenTurn, Summary},
};

/// A reason to notify a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// A decision is asked of them.
    Turn,
    /// The game began, and nothing is asked of them yet.
    Started,
    /// The game is over.
    Over,
    /// The time for their open turn at a correspondence table is almost up.
    Late,
    /// The host of a table, with whom they have played before, keeps a chair for them.
    Invited,
    /// The table's players meet soon to begin.
    Soon,
}

/// Something of which a person may have to be notified. There is at most one for each person, kind and turn of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Notice {
    /// The person.
    pub who: PlayerId,
    /// The reason.
    pub kind: NoticeKind,
    /// The number of their open turn (see [`OpenTurn::number`]); of a reminder of an appointment, the table's version: only the latest
    /// is sent. 0 for the other kinds.
    pub turn: u32,
    /// When it is sent, in milliseconds since 1970; `None`: after the usual delay. If the time of a turn's reminder changes before
    /// the reminder is sent, another notice of the turn has the new time and takes the place of the first.
    pub due: Option<Millis>,
}

/// How long before an appointment players are reminded of it, in milliseconds.
const AHEAD: Millis = 3_600_000;

/// The reminders of an appointment that was made or changed, and of the people who have come or were invited since. There is none
/// within the last hour before it. A time that was changed or taken back, and people who leave, leave reminders behind, which the
/// sender drops. `before` is `None` for a table that is opened.
pub fn appointments(
    before: Option<&Summary>,
    after: &Summary,
    (version, now): (u64, Millis),
) -> impl Iterator<Item = Notice> {
    let due = after.starts.map(|starts| starts.saturating_sub(AHEAD)).filter(|due| *due > now);
    let known = before.filter(|before| before.starts == after.starts);
    let people =
        after.people.iter().filter(move |who| !known.is_some_and(|known| known.people.contains(who)));
    let turn = u32::try_from(version).unwrap_or(u32::MAX);
    people.filter_map(move |&who| Some(Notice { who, kind: NoticeKind::Soon, turn, due: Some(due?) }))
}

/// The notices that follow from the difference between two summaries. Connected people are notified of their turn, because they
/// may leave before they move. They are not notified of the start and the end of a game, which they see.
pub(super) fn between(
    before: &Summary,
    after: &Summary,
    is_connected: impl Fn(PlayerId) -> bool,
) -> Vec<Notice> {
    let same = |a: &OpenTurn, b: &OpenTurn| (a.who, a.seat, a.number) == (b.who, b.seat, b.number);
    let new = after.turns.iter().filter(|turn| !before.turns.iter().any(|known| same(known, turn)));
    let turns = new.map(|&OpenTurn { who, number: turn, .. }| Notice {
        who,
        kind: NoticeKind::Turn,
        turn,
        due: None,
    });
    // The time changes when a player goes away, comes back, or takes a move back.
    let late = after.turns.iter().filter(|turn| !before.turns.contains(turn)).filter_map(|turn| {
        Some(Notice { who: turn.who, kind: NoticeKind::Late, turn: turn.number, due: Some(turn.reminder?) })
    });
    let mut notices: Vec<Notice> = turns.chain(late).collect();
    let kind = match after.status {
        status if status == before.status => return notices,
        Status::Lobby => return notices,
        Status::Playing => NoticeKind::Started,
        Status::Over => NoticeKind::Over,
    };
    let asked = |who: &PlayerId| after.turns.iter().any(|turn| turn.who == *who);
    let others = after.people.iter().filter(|who| !asked(who) && !is_connected(**who));
    notices.extend(others.map(|&who| Notice { who, kind, turn: 0, due: None }));
    notices
}

/// The invitations of people for whom chairs are kept since `before`. Connected people see it where they are.
pub(super) fn invitations(
    before: Option<&Summary>,
    after: &Summary,
    is_connected: impl Fn(PlayerId) -> bool,
) -> impl Iterator<Item = Notice> {
    let is_new = move |who: &PlayerId| !before.is_some_and(|before| before.people.contains(who));
    let is_kept = move |who: &PlayerId| after.status == Status::Lobby && !after.seated.contains(&Some(*who));
    let invited = after.people.iter().filter(move |who| is_new(who) && is_kept(who) && !is_connected(**who));
    invited.map(|&who| Notice { who, kind: NoticeKind::Invited, turn: 0, due: None })
}

#[cfg(test)]
mod tests {
    use tabletop::Seat;

    use super::*;

    #[test]
    fn each_step_notifies_those_whom_it_concerns_once() {
        let summary = |status, turns: &[(i64, u32, Millis)]| Summary {
            status,
            people: [1, 2, 3].map(PlayerId).to_vec(),
            to_act: turns.iter().map(|&(who, ..)| PlayerId(who)).collect(),
            turns: turns
                .iter()
                .map(|&(who, number, late)| OpenTurn {
                    who: PlayerId(who),
                    seat: Seat::new(0),
                    number,
                    due: (late > 0).then_some(late + 60),
                    reminder: (late > 0).then_some(late),
                })
                .collect(),
            ..Summary::new("standard", 3, PlayerId(1))
        };
        use NoticeKind::{Invited, Late, Over, Started, Turn};
        let (lobby, over) = (summary(Status::Lobby, &[]), summary(Status::Over, &[]));
        let days = |turns: &[(i64, u32, Millis)]| summary(Status::Playing, turns);
        let playing = |turns: &[(i64, u32)]| {
            days(&turns.iter().map(|&(who, number)| (who, number, 0)).collect::<Vec<_>>())
        };
        let is_connected = |who| who == PlayerId(1);
        // Person 1 is connected.
        for (what, before, after, expected) in [
            ("the start", &lobby, &playing(&[(2, 1)]), vec![(2, Turn, 1), (3, Started, 0)]),
            ("a move", &playing(&[(2, 1)]), &playing(&[(1, 1)]), vec![(1, Turn, 1)]),
            ("a move of one of two", &playing(&[(2, 1), (3, 1)]), &playing(&[(3, 1)]), vec![]),
            ("another decision", &playing(&[(2, 1)]), &playing(&[(2, 2)]), vec![(2, Turn, 2)]),
            ("nothing", &lobby, &lobby, vec![]),
            (
                "a turn over days",
                &days(&[(2, 1, 50)]),
                &days(&[(3, 1, 70)]),
                vec![(3, Turn, 1), (3, Late, 1)],
            ),
            (
                "an absence",
                &days(&[(2, 1, 50), (3, 1, 50)]),
                &days(&[(2, 1, 90), (3, 1, 50)]),
                vec![(2, Late, 1)],
            ),
            ("the end", &playing(&[(2, 9)]), &over, vec![(2, Over, 0), (3, Over, 0)]),
        ] {
            let found: Vec<_> = between(before, after, is_connected)
                .iter()
                .map(|notice| (notice.who.0, notice.kind, notice.turn))
                .collect();
            assert_eq!(found, expected, "{what}");
        }
        let dated = |starts, people: &[i64]| Summary {
            starts,
            people: people.iter().map(|&who| PlayerId(who)).collect(),
            ..lobby.clone()
        };
        let (now, hour) = (100_000, AHEAD);
        for (what, before, after, expected) in [
            ("a time", dated(None, &[1, 2]), dated(Some(now + 2 * hour), &[1, 2]), vec![1, 2]),
            ("another time", dated(Some(7), &[1]), dated(Some(now + 2 * hour), &[1]), vec![1]),
            ("one comes", dated(Some(now + 2 * hour), &[1]), dated(Some(now + 2 * hour), &[1, 3]), vec![3]),
            ("one leaves", dated(Some(now + 2 * hour), &[1, 3]), dated(Some(now + 2 * hour), &[1]), vec![]),
            ("soon", dated(None, &[1, 2]), dated(Some(now + hour), &[1, 2]), vec![]),
            ("no time any more", dated(Some(now + 2 * hour), &[1]), dated(None, &[1]), vec![]),
        ] {
            let found: Vec<_> = appointments(Some(&before), &after, (9, now)).collect();
            let reminder =
                |who| Notice { who: PlayerId(who), kind: NoticeKind::Soon, turn: 9, due: Some(now + hour) };
            assert_eq!(found, expected.into_iter().map(reminder).collect::<Vec<_>>(), "{what}");
        }
        let kept = Summary { seated: vec![Some(PlayerId(3)), None, None], ..lobby };
        let found: Vec<_> = invitations(None, &kept, is_connected).collect();
        let invited = |who| Notice { who: PlayerId(who), kind: Invited, turn: 0, due: None };
        assert_eq!(found, [invited(2)], "person 1 is connected, person 3 sits there");
        let known = Summary { people: vec![PlayerId(2)], ..kept.clone() };
        let found: Vec<_> = invitations(Some(&known), &kept, |_| false).collect();
        assert_eq!(found, [invited(1)]);
    }
}
