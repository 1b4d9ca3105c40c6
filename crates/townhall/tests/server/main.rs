//! The program as a server that is killed and started again.

mod crash;
mod operator;
mod program;
