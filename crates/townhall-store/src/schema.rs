//! All relations, in the order in which they can be written: later ones refer to earlier ones.

use crate::{
    guests, moderation, mutes, notes, notices, outages, recovery,
    relations::{Personal, Relation},
    store, tables,
};

/// All relations that both engines have.
pub(crate) fn relations() -> impl Iterator<Item = &'static Relation> {
    let first = store::RELATIONS.iter().chain(&guests::RELATIONS).chain(&tables::RELATIONS);
    let second = moderation::RELATIONS.iter().chain(&notes::RELATIONS).chain(&notices::RELATIONS);
    first.chain(second).chain(&mutes::RELATIONS).chain(&recovery::RELATIONS).chain(&outages::RELATIONS)
}

/// The relations with rows that concern persons, and the rights of a person over them.
pub fn personal_data() -> impl Iterator<Item = (&'static str, Personal)> {
    relations().filter_map(|relation| Some((relation.name, relation.personal?)))
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
