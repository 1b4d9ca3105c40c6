//! What a program that knows no rule needs.

use std::fmt::Debug;

use serde::Serialize;

use super::Information;

/// What a client is told so that it can draw a game and offer moves without knowing its rules.
///
/// Needed by whoever serves clients. Views and events, which clients get as well, belong to
/// [`Information`].
pub trait Client: Information {
    /// What a viewer may do now and what it is worth, as clients get it.
    type Offers: Clone + Debug + Eq + Serialize + Send + Sync;

    /// What the viewer may do now and what it is worth: compact, but every legal move can be put
    /// together from it. It may also tell what other seats could do that concerns the viewer. A
    /// game's own automata are offered nothing.
    fn offers(view: &Self::View) -> Self::Offers;
}
