//! The events of a table of which people are notified who don't look at it.

use crate::{
    journal::PlayerId,
    protocol::Status,
    room::{OpenTurn, Summary},
};

/// A reason to notify a person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoticeKind {
    /// A decision is asked of them.
    Turn,
    /// The game began, and nothing is asked of them yet.
    Started,
    /// The game is over.
    Over,
}

/// Something of which a person may have to be notified. There is at most one with the same values at each table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Notice {
    /// The person.
    pub who: PlayerId,
    /// The reason.
    pub kind: NoticeKind,
    /// The number of their open turn (see [`OpenTurn::number`]); 0 for the other kinds.
    pub turn: u32,
}

/// The notices that follow from the difference between two summaries. Connected people also get those about their turn, because
/// they may leave before they move; the start and the end of a game they have seen.
pub(super) fn between(
    before: &Summary,
    after: &Summary,
    is_connected: impl Fn(PlayerId) -> bool,
) -> Vec<Notice> {
    let same = |a: &OpenTurn, b: &OpenTurn| (a.who, a.seat, a.number) == (b.who, b.seat, b.number);
    let new = after.turns.iter().filter(|turn| !before.turns.iter().any(|known| same(known, turn)));
    let mut notices: Vec<Notice> =
        new.map(|turn| Notice { who: turn.who, kind: NoticeKind::Turn, turn: turn.number }).collect();
    let kind = match after.status {
        status if status == before.status => return notices,
        Status::Lobby => return notices,
        Status::Playing => NoticeKind::Started,
        Status::Over => NoticeKind::Over,
    };
    let asked = |who: &PlayerId| after.turns.iter().any(|turn| turn.who == *who);
    let others = after.people.iter().filter(|who| !asked(who) && !is_connected(**who));
    notices.extend(others.map(|&who| Notice { who, kind, turn: 0 }));
    notices
}

#[cfg(test)]
mod tests {
    use tabletop::Seat;

    use super::*;
    use crate::protocol::Listing;

    #[test]
    fn each_step_notifies_those_whom_it_concerns_once() {
        let summary = |status, turns: &[(i64, u32)]| Summary {
            status,
            listing: Listing::Private,
            variant: "standard".to_owned(),
            players: 3,
            names: vec![],
            people: [1, 2, 3].map(PlayerId).to_vec(),
            to_act: turns.iter().map(|&(who, _)| PlayerId(who)).collect(),
            turns: turns
                .iter()
                .map(|&(who, number)| OpenTurn { who: PlayerId(who), seat: Seat::new(0), number, due: None })
                .collect(),
            goes_on_at: None,
            stood_in: vec![],
            host: PlayerId(1),
            ending: None,
            imported: false,
        };
        use NoticeKind::{Over, Started, Turn};
        let (lobby, over) = (summary(Status::Lobby, &[]), summary(Status::Over, &[]));
        let playing = |turns: &[(i64, u32)]| summary(Status::Playing, turns);
        // Person 1 is connected.
        for (what, before, after, expected) in [
            ("the start", &lobby, &playing(&[(2, 1)]), vec![(2, Turn, 1), (3, Started, 0)]),
            ("a move", &playing(&[(2, 1)]), &playing(&[(1, 1)]), vec![(1, Turn, 1)]),
            ("a move of one of two", &playing(&[(2, 1), (3, 1)]), &playing(&[(3, 1)]), vec![]),
            ("another decision", &playing(&[(2, 1)]), &playing(&[(2, 2)]), vec![(2, Turn, 2)]),
            ("nothing", &lobby, &lobby, vec![]),
            ("the end", &playing(&[(2, 9)]), &over, vec![(2, Over, 0), (3, Over, 0)]),
        ] {
            let found: Vec<_> = between(before, after, |who| who == PlayerId(1))
                .iter()
                .map(|notice| (notice.who.0, notice.kind, notice.turn))
                .collect();
            assert_eq!(found, expected, "{what}");
        }
    }
}
