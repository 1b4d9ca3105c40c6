//! The program as a server: what it promises across sudden death.

mod crash;
mod program;
