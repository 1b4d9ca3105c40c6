//! Limits on clients: how often they may do something, and how many sockets they may have.

mod address;
mod bucket;
mod email_codes;
mod requests;
mod sockets;

pub use self::{
    address::{Address, Network},
    bucket::{BucketsByAddress, TokenBucket, TokenBuckets},
    sockets::{Permit, SocketLimiter},
};
pub(crate) use self::{
    email_codes::EmailCodes,
    requests::{RequestKind, RequestLimits},
};
