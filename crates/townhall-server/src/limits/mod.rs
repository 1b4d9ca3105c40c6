//! Limits on clients: how often they may do something, and how many sockets they may have.

mod address;
mod bucket;
mod log;
mod sockets;

pub use self::{
    address::{Address, Network},
    bucket::{BucketsByAddress, TokenBucket, TokenBuckets},
    log::SeldomLog,
    sockets::{Permit, SocketLimiter},
};
