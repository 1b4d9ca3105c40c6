//! What people who don't look at a table may want to be told.

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

/// The notices to which the step from one summary to the next gives rise. A turn stays open, so it concerns also those who
/// are connected and may leave; of the other kinds they know already.
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
