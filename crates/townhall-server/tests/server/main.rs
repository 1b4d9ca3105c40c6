//! The server as its clients see it, and the store as the server sees it.

mod lobby;
mod play;
mod restart;
mod rude;
mod store;
mod town;
