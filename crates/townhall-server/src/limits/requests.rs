//! Limits on requests of one kind from one address.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use townhall_system::lock;
use townhall_table::protocol::Refusal;

use super::{Address, BucketsByAddress};
use crate::config::{Limits, Rate};

/// A kind of requests that one address may send only so often. The module of a resource declares its own.
#[derive(Debug)]
pub(crate) struct RequestKind {
    /// The name in logs, which no other kind has.
    pub(crate) name: &'static str,
    /// How often they may be sent.
    pub(crate) rate: fn(&Limits) -> Rate,
}

/// The token buckets of all kinds of requests. Buckets of a kind are made when it is first requested.
#[derive(Debug)]
pub(crate) struct RequestLimits {
    limits: Limits,
    kinds: Mutex<HashMap<&'static str, Arc<BucketsByAddress>>>,
}

impl RequestLimits {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, kinds: Mutex::default() }
    }

    /// Takes a token of an address for a request of a kind.
    ///
    /// # Errors
    /// [`Code::TooMany`](townhall_table::protocol::Code::TooMany) with this detail if the address or its wide network has no
    /// token left.
    pub(crate) fn spend(&self, kind: &RequestKind, address: Address, detail: &str) -> Result<(), Refusal> {
        let fresh =
            || BucketsByAddress::new(kind.name, (kind.rate)(&self.limits), self.limits.wide_network).into();
        let buckets = Arc::clone(lock(&self.kinds).entry(kind.name).or_insert_with(fresh));
        buckets.spend(address, detail)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    const GAMES: RequestKind = RequestKind { name: "games", rate: |_| Rate { burst: 1.0, per_second: 0.0 } };
    const NOTES: RequestKind = RequestKind { name: "notes", rate: |_| Rate { burst: 2.0, per_second: 0.0 } };

    #[test]
    fn each_kind_has_buckets_of_its_own() {
        let requests = RequestLimits::new(Limits::default());
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        let (here, there) = (address("192.0.2.1"), address("192.0.2.2"));
        for (kind, from, is_allowed) in [
            (&GAMES, here, true),
            (&GAMES, here, false),
            (&GAMES, there, true),
            (&NOTES, here, true),
            (&NOTES, here, true),
            (&NOTES, here, false),
        ] {
            assert_eq!(requests.spend(kind, from, "too many").is_ok(), is_allowed, "{kind:?} {from}");
        }
    }
}
