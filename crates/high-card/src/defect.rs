//! The requirements of a game that [`Toy`](crate::Toy) can violate on purpose, by number.

/// No defect.
pub const NONE: u8 = 0;
/// A view shows seat 0's hand.
pub const VIEW_LEAKS: u8 = 1;
/// A view contains the true state, and the sampler returns it.
pub const VIEW_AND_SAMPLE_LEAK: u8 = 2;
/// A view's JSON shows something that comparing views ignores.
pub const BYTES_LEAK: u8 = 3;
/// A sampled state forgets the cards that the viewer passed on.
pub const SAMPLE_FORGETS: u8 = 4;
/// A sampled state leaves seats without cards.
pub const SAMPLE_UNPLAYABLE: u8 = 5;
/// Several moves have one text.
pub const SAME_TEXT: u8 = 6;
/// A move's text reads as another move.
pub const TEXT_READS_OTHERWISE: u8 = 7;
/// `play_unchecked` leads to another state than `play`.
pub const FAST_DIFFERS: u8 = 8;
/// Cards get lost.
pub const CARD_LOST: u8 = 9;
/// A refused move changes the state.
pub const REFUSAL_CHANGES: u8 = 10;
/// A random move is not legal.
pub const RANDOM_ILLEGAL: u8 = 11;
/// Moves are played that are not listed.
pub const PLAYS_UNLISTED: u8 = 12;
/// A finished game has no outcome.
pub const NO_OUTCOME: u8 = 13;
/// The game never ends.
pub const ENDLESS: u8 = 14;
/// A view lists moves in another order than the state.
pub const MOVES_REORDERED: u8 = 15;
/// A view names another viewer.
pub const WRONG_VIEWER: u8 = 16;
/// A view names other seats that may act.
pub const WRONG_TO_ACT: u8 = 17;
/// A setup reads as another one.
pub const SETUP_READS_OTHERWISE: u8 = 18;
/// The house has several moves.
pub const HOUSE_CHOOSES: u8 = 19;
/// The house never moves by itself.
pub const HOUSE_WAITS: u8 = 20;
/// A move brings no event.
pub const NO_EVENT: u8 = 21;
/// An event shows a hidden card.
pub const EVENT_LEAKS: u8 = 22;
/// A deal depends on more than its seed.
pub const DEAL_FORGETS: u8 = 23;
/// An outcome has points for too few seats.
pub const POINTS_MISSING: u8 = 24;
/// A seat that does not exist wins.
pub const STRANGER_WINS: u8 = 25;
/// There is an outcome before the end.
pub const EARLY_OUTCOME: u8 = 26;
/// A seat that may not act has moves.
pub const MOVES_OUT_OF_TURN: u8 = 27;
/// A seat that may not act has a random move.
pub const RANDOM_OUT_OF_TURN: u8 = 28;
/// A random move of the house is not the one it must make.
pub const RANDOM_UNLISTED: u8 = 29;
/// A game played on from a sampled state has no outcome.
pub const SAMPLE_WITHOUT_END: u8 = 30;
/// A variant's text reads as another one.
pub const VARIANT_READS_OTHERWISE: u8 = 31;
/// A legal move is not offered.
pub const OFFERS_INCOMPLETE: u8 = 32;
/// Several moves have one JSON.
pub const SAME_JSON: u8 = 33;
/// A move's JSON reads as another move.
pub const JSON_READS_OTHERWISE: u8 = 34;
/// The greedy bot panics.
pub const BOT_PANICS: u8 = 35;
/// The common part of a view (`Open`) differs between viewers.
pub const OPEN_DIFFERS: u8 = 36;
/// A part of a view is in neither `Open` nor `Own`.
pub const OWN_INCOMPLETE: u8 = 37;
