//! Rate limits of each guest at one table, shared by all sockets of the guest.

use townhall_table::{journal::PlayerId, protocol::Action};

use crate::{
    config::Limits,
    limits::{TokenBucket, TokenBuckets},
};

/// The remaining budgets of the guests at one table.
#[derive(Debug)]
pub(super) struct Budgets {
    commands: TokenBuckets<PlayerId>,
    repeatable: TokenBuckets<PlayerId>,
    talk: TokenBuckets<PlayerId>,
    talk_of_all: TokenBucket,
}

impl Budgets {
    /// Budgets of which nothing is used yet.
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            commands: TokenBuckets::new(limits.messages),
            repeatable: TokenBuckets::new(limits.repeatable),
            talk: TokenBuckets::new(limits.talk),
            talk_of_all: TokenBucket::new(limits.talk_per_table),
        }
    }

    /// Charges an action to a guest; returns whether the budget allows it. Clients without a name are not limited, because the
    /// table refuses all their commands.
    pub(super) fn allow(&mut self, who: Option<PlayerId>, action: &Action) -> bool {
        let Some(who) = who else { return true };
        self.commands.take(who)
            && (!is_repeatable(action) || self.repeatable.take(who))
            && (!is_talk(action) || self.talk.take(who) && self.talk_of_all.take())
    }
}

/// Whether an action can be done and undone again and again, so that one person could fill the journal and everybody's log. Each
/// other action moves the game on, happens once, or has a limit of its own.
const fn is_repeatable(action: &Action) -> bool {
    match action {
        Action::Sit { .. }
        | Action::Leave
        | Action::SeatBot { .. }
        | Action::ClearChair { .. }
        | Action::SwapChairs { .. }
        | Action::Configure { .. }
        | Action::Unseal
        | Action::Plan { .. }
        | Action::Unplan
        | Action::Undo
        | Action::Wait { .. }
        | Action::Withdraw { .. }
        | Action::VoteReplace { .. }
        | Action::Return
        | Action::Away { .. } => true,
        // A sealed choice can be changed 50 times. Looking writes nothing.
        Action::Start | Action::Move { .. } | Action::Rematch | Action::Look { .. } => false,
        Action::Say { .. }
        | Action::React { .. }
        | Action::Signal { .. }
        | Action::Propose { .. }
        | Action::Answer { .. } => false,
    }
}

/// Whether an action adds to the talk at a table.
pub(super) const fn is_talk(action: &Action) -> bool {
    matches!(
        action,
        Action::Say { .. }
            | Action::React { .. }
            | Action::Signal { .. }
            | Action::Propose { .. }
            | Action::Answer { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Rate;
    use townhall_table::protocol::{Feeling, Reaction};

    #[test]
    fn what_can_be_done_and_undone_is_limited() {
        let rate = |burst| Rate { burst, per_second: 0.001 };
        let mut budgets = Budgets::new(&Limits { repeatable: rate(2.0), ..Limits::default() });
        for (who, action, allowed) in [
            (1, Action::Away { until: Some(9) }, true),
            (1, Action::Away { until: None }, true),
            (1, Action::Away { until: Some(9) }, false),
            (1, Action::Leave, false),
            (1, Action::Start, true),
            (2, Action::Undo, true),
        ] {
            assert_eq!(budgets.allow(Some(PlayerId(who)), &action), allowed, "{who}: {action:?}");
        }
    }

    #[test]
    fn talk_is_limited_for_each_guest_and_for_all() {
        let rate = |burst| Rate { burst, per_second: 0.001 };
        let mut limits = Limits { messages: rate(7.0), talk: rate(2.0), ..Limits::default() };
        limits.talk_per_table = rate(3.0);
        let mut budgets = Budgets::new(&limits);
        let say = Action::Say { text: "hello".to_owned() };
        let react = Action::React { reaction: Reaction { feeling: Feeling::Wow, about: None } };
        for (who, action, allowed) in [
            (1, &say, true),
            (1, &react, true),
            (1, &say, false),
            (1, &react, false),
            (2, &say, true),
            // The talk budget of the table is used up; other actions are still allowed.
            (2, &say, false),
            (2, &Action::Undo, true),
            (1, &Action::Undo, true),
            (1, &Action::Undo, true),
            (1, &Action::Undo, true),
            (1, &Action::Undo, false),
        ] {
            assert_eq!(budgets.allow(Some(PlayerId(who)), action), allowed, "{who}: {action:?}");
        }
    }
}
