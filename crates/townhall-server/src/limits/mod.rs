//! Limits on clients: how often they may do something, and how many sockets they may have.

mod address;
mod bucket;
mod sockets;

pub use crate::store::SeldomLog;

pub use self::{
    address::{Address, Network},
    bucket::{BucketsByAddress, TokenBucket, TokenBuckets},
    sockets::{Permit, SocketLimiter},
};
