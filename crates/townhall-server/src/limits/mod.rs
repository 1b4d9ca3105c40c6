//! Limits on clients: how often they may do something, and how many sockets they may have.

mod address;
mod bucket;
mod requests;
mod sockets;

pub(crate) use self::requests::{RequestKind, RequestLimits};
pub use self::{
    address::{Address, Network},
    bucket::{BucketsByAddress, TokenBucket, TokenBuckets},
    sockets::{Permit, SocketLimiter},
};
