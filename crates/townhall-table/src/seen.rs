//! What viewers are shown of a table, in the parts that a session compares with what they were shown before.

use std::{any::Any, sync::Arc};

use tabletop::parts::{Changes, Parts};

use crate::{
    journal::Millis,
    json::Json,
    protocol::{TableView, Undoable},
};

/// A part of a game as it is shown, without the game's types.
pub trait Part: Send + Sync {
    /// What has changed since `before`, see [`tabletop::parts`](mod@tabletop::parts); nothing if it is the same. `before` is the same part of
    /// the same table.
    fn changes(&self, before: &dyn Part) -> Option<Json>;
    /// Itself, for comparing.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Parts> Part for T {
    fn changes(&self, before: &dyn Part) -> Option<Json> {
        let before: &T = before.as_any().downcast_ref()?;
        (self != before).then(|| Json::of(&Changes { before, now: self }))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What viewers are shown, without what they know already.
pub struct Seen {
    /// What everybody is shown alike: the table of somebody who only watches, but for the game's view and offers.
    pub common: TableView,
    /// What everybody sees of the game; none if it is known, or has not begun.
    pub open: Option<Arc<dyn Part>>,
    /// What else each viewer is shown, in the order in which they were named.
    pub own: Vec<Own>,
}

/// What only one viewer is shown.
pub struct Own {
    /// Whether the viewer is the host.
    pub host: bool,
    /// The viewer's chair or seat.
    pub me: Option<usize>,
    /// Of the game, once it has begun.
    pub game: Option<OwnGame>,
}

/// What only one viewer is shown of a game.
pub struct OwnGame {
    /// The viewer's own sealed choice.
    pub my_sealed: Option<Json>,
    /// What the viewer may take back.
    pub undo: Option<Undoable>,
    /// When a bot answers for the viewer.
    pub deadline: Option<Millis>,
    /// The viewer's half of the view, and the offers; none if they are known.
    pub parts: Option<[Arc<dyn Part>; 2]>,
}
