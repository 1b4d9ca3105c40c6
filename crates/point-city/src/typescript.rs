//! The TypeScript types of this game for clients, and the printed values of its cards.

use std::collections::BTreeMap;

use tabletop::{Event, prelude::*};
use ts_rs::TypeVisitor;

use crate::{
    CardId, EventKind, PointCity, Scored, Sheet, Signal, moves::MoveJson, score::OutcomeJson,
    view_json::ViewJson,
};

/// Visits the types of views, moves, outcomes, offers, events, signals and score sheets.
pub fn visit(visitor: &mut impl TypeVisitor) {
    visitor.visit::<Event<EventKind>>();
    visitor.visit::<EventKind>();
    visitor.visit::<ViewJson>();
    visitor.visit::<MoveJson>();
    visitor.visit::<Signal>();
    visitor.visit::<OutcomeJson>();
    visitor.visit::<Sheet>();
    visitor.visit::<Scored>();
    visitor.visit::<<PointCity as Client>::Offers>();
}

/// Returns the printed values of the cards as a TypeScript constant, because a view names cards only by their ids.
#[must_use]
pub fn printed() -> String {
    let cards: BTreeMap<String, serde_json::Value> = CardId::ALL
        .into_iter()
        .map(|card| {
            let printed = serde_json::json!({
                "tier": card.tier(),
                "back": card.back(),
                "cost": card.cost().to_string(),
                "produces": card.produces(),
                "points": card.points(),
                "civic": card.is_civic(),
            });
            (card.to_string(), printed)
        })
        .collect();
    let lines: String = cards.iter().map(|(id, card)| format!("  \"{id}\": {card},\n")).collect();
    format!("{HEAD}export const CARDS: Record<CardId, Card> = {{\n{lines}}};\n")
}

/// The text before the cards.
const HEAD: &str = r#"/** A card as it is printed. */
export type Card = {
  tier: number;
  /** The kind of its resource side. */
  back: Kind;
  /** The symbols that its building side costs, such as `MMI`. */
  cost: string;
  /** The permanent resource that its building side gives. */
  produces: Resource | null;
  points: number;
  /** Whether its building side gives a civic token. */
  civic: boolean;
};

/** All cards. */
"#;
