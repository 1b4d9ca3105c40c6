//! The program as a server: what it promises across sudden death.

#[path = "../../src/commands/load/client.rs"]
mod client;
mod crash;
mod program;
