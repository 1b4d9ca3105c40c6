//! The TypeScript types of this game for clients, and the Automa cards.

use tabletop::{Client, Event};
use ts_rs::TypeVisitor;

use crate::{
    AutomaCard, BetweenTwoCities, EventKind, Options, Scored, Sheet, Signal, moves::MoveJson,
    outcome::OutcomeJson, view_json::ViewJson,
};

/// Visits the types of views, moves, outcomes, offers, events, options, signals and score sheets.
pub fn visit(visitor: &mut impl TypeVisitor) {
    visitor.visit::<Event<EventKind>>();
    visitor.visit::<EventKind>();
    visitor.visit::<ViewJson>();
    visitor.visit::<MoveJson>();
    visitor.visit::<Options>();
    visitor.visit::<Signal>();
    visitor.visit::<OutcomeJson>();
    visitor.visit::<Sheet>();
    visitor.visit::<Scored>();
    visitor.visit::<<BetweenTwoCities as Client>::Offers>();
}

/// Returns all Automa cards as a TypeScript constant. A view has only those that were turned over, but the rules show
/// every card.
#[must_use]
pub fn printed() -> String {
    let cards: String = (1..)
        .map_while(AutomaCard::numbered)
        .map(|card| format!("  {},\n", serde_json::json!(card)))
        .collect();
    format!(
        "/** All Automa cards, by number. */\nexport const AUTOMA_CARDS: readonly AutomaCard[] = [\n{cards}];\n"
    )
}
