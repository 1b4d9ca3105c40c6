//! The table as viewers see it, in parts that a session compares with those that it sent before.

use std::{any::Any, sync::Arc};

use tabletop::parts::{Changes, Parts};

use crate::{
    Json,
    protocol::{Plan, Remark, TableView, Undoable},
};

/// A part of a game as it is shown, without the game's types.
pub trait Part: Send + Sync {
    /// The changes since `before`, see [`tabletop::parts`](mod@tabletop::parts); `None` if there are none. `before`
    /// must be the same part of the same table.
    fn changes(&self, before: &dyn Part) -> Option<Json>;
    /// The value itself, so that an implementation can downcast the part that it is compared with.
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

/// The table as several viewers see it, without the parts that they already have.
pub struct Seen {
    /// The part that is the same for everybody: the table as a spectator sees it, without the game's view and offers.
    pub common: TableView,
    /// The part of the game's view that everybody sees; `None` if it is already known or the game has not begun.
    pub open: Option<Arc<dyn Part>>,
    /// The own part of each viewer, in the order in which the viewers were named.
    pub own: Vec<Own>,
}

/// The part of a table that only one viewer sees.
pub struct Own {
    /// Whether the viewer is the host.
    pub host: bool,
    /// The viewer's chair or seat.
    pub me: Option<usize>,
    /// The spectators' lines that the viewer may read.
    pub gallery: Vec<Remark>,
    /// The viewer's part of the game, once it has begun.
    pub game: Option<OwnGame>,
}

/// The part of a game that only one viewer sees.
pub struct OwnGame {
    /// The viewer's own sealed choice.
    pub my_sealed: Option<Json>,
    /// The choice or move that the viewer may take back.
    pub undo: Option<Undoable>,
    /// The viewer's plan for their next move.
    pub plan: Option<Plan>,
    /// The viewer's half of the view, and the offers; `None` if they are already known.
    pub parts: Option<[Arc<dyn Part>; 2]>,
}
