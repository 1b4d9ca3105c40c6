//! What a program that knows no rule needs.

use std::fmt::Debug;

use serde::Serialize;

use super::Information;
use crate::parts::Parts;

/// What a client is told so that it can draw a game and offer moves without knowing its rules.
///
/// Needed by whoever serves clients. Views and events, which clients get as well, belong to
/// [`Information`]. A view has two halves here, so that what everybody sees is made, compared and
/// written once for all viewers:
///
/// ```text
/// keys of View = keys of Open (the same for everybody) + keys of Own (what else the viewer sees)
/// ```
///
/// A game for which that is not worth the while shows nothing openly: `type Open = ()`, and its
/// `Own` is its view.
pub trait Client: Information {
    /// The keys of a view that are the same for every viewer.
    type Open: Parts;
    /// All other keys of a view.
    type Own: Parts;
    /// What a viewer may do now and what it is worth, as clients get it.
    type Offers: Clone + Debug + Eq + Serialize + Parts;

    /// What everybody sees, from anybody's view.
    fn open(view: &Self::View) -> Self::Open;

    /// What the viewer sees beside [`Client::open`].
    fn own(view: &Self::View) -> Self::Own;

    /// What the viewer may do now and what it is worth: compact, but every legal move can be put
    /// together from it. It may also tell what other seats could do that concerns the viewer. A
    /// game's own automata are offered nothing.
    fn offers(view: &Self::View) -> Self::Offers;

    /// [`Client::offers`] of several views of one state, in their order. A game whose offers have much in common can
    /// make that once for all.
    fn offers_of_all(views: &[Self::View]) -> Vec<Self::Offers> {
        views.iter().map(Self::offers).collect()
    }
}
