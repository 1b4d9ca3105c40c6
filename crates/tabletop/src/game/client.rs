//! The part of a game that serves clients, which know no rules.

use std::fmt::Debug;

use serde::Serialize;

use super::Information;
use crate::parts::Parts;

/// What a client is sent so that it can draw a game and offer moves without knowing its rules.
///
/// Needed by servers. Views and events, which clients get as well, belong to [`Information`]. Here a
/// view is split into two parts, so that what everybody sees is computed, compared and serialised
/// once for all viewers:
///
/// ```text
/// keys of View = keys of Open (the same for everybody) + keys of Own (what else the viewer sees)
/// ```
///
/// A game for which this optimisation is not worth the effort has `type Open = ()` and uses its
/// whole view as `Own`.
pub trait Client: Information {
    /// The keys of a view that are the same for every viewer.
    type Open: Parts;
    /// All other keys of a view.
    type Own: Parts;
    /// What a viewer may do now and what it is worth, as clients get it.
    type Offers: Clone + Debug + Eq + Serialize + Parts;

    /// The part of a view that is the same for every viewer.
    fn open(view: &Self::View) -> Self::Open;

    /// The part of a view that is not in [`Client::open`].
    fn own(view: &Self::View) -> Self::Own;

    /// What the viewer may do now and what it is worth: compact, but every legal move can be derived
    /// from it. It may also contain what other seats could do that concerns the viewer. The offers of
    /// a game's own automata are empty.
    fn offers(view: &Self::View) -> Self::Offers;

    /// [`Client::offers`] of several views of one state, in their order. A game whose offers have much in common can
    /// override this to compute the common part once.
    fn offers_of_all(views: &[Self::View]) -> Vec<Self::Offers> {
        views.iter().map(Self::offers).collect()
    }
}
