//! The part of a game that serves clients, which do not know its rules.

use std::fmt::Debug;

use serde::Serialize;

use super::Information;
use crate::parts::Parts;

/// The data from which a client draws a game and offers moves without knowing its rules.
///
/// Servers need this trait. Views and events, which clients also receive, belong to [`Information`]. Here a view is
/// split into two parts, so that the common part is computed, compared and serialised once for all viewers:
///
/// ```text
/// keys of View = keys of Open (the same for every viewer) + keys of Own (all others)
/// ```
///
/// A game for which this optimisation is not worth the effort has `type Open = ()` and uses its
/// whole view as `Own`.
pub trait Client: Information {
    /// The keys of a view that are the same for every viewer.
    type Open: Parts;
    /// All other keys of a view.
    type Own: Parts;
    /// The viewer's legal moves with their immediate effects, as clients receive them.
    type Offers: Clone + Debug + Eq + Serialize + Parts;

    /// Returns the part of a view that is the same for every viewer.
    fn open(view: &Self::View) -> Self::Open;

    /// Returns the part of a view that is not in [`Client::open`].
    fn own(view: &Self::View) -> Self::Own;

    /// Returns the viewer's legal moves with their immediate effects, in a compact form from which every legal move can
    /// be derived. Offers may also contain moves of other seats that concern the viewer. The offers of a game's own
    /// automata are empty.
    fn offers(view: &Self::View) -> Self::Offers;

    /// [`Client::offers`] of several views of one state, in their order. A game whose offers have much in common can
    /// override this to compute the common part once.
    fn offers_of_all(views: &[Self::View]) -> Vec<Self::Offers> {
        views.iter().map(Self::offers).collect()
    }
}
