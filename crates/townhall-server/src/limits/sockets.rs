//! Limits on the number of open WebSockets.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use townhall_system::SeldomLog;
use townhall_system::lock;

use super::{Address, Network};

/// The number of open sockets, in total and from each network.
#[derive(Debug)]
pub struct SocketLimiter {
    most: usize,
    most_per_address: usize,
    factor: usize,
    open: Mutex<Open>,
    log: SeldomLog,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_network: HashMap<Network, usize>,
}

impl SocketLimiter {
    /// No sockets are open; `most` may be, `most_per_address` from one address, and `factor` times as many from a wide
    /// network.
    #[must_use]
    pub fn new(most: usize, most_per_address: usize, factor: usize) -> Arc<Self> {
        let (open, log) = (Mutex::default(), SeldomLog::new());
        Arc::new(Self { most, most_per_address, factor, open, log })
    }

    /// Counts one more socket; `None` if that would be too many.
    #[must_use]
    pub fn admit(self: &Arc<Self>, address: Address) -> Option<Permit> {
        let mut open = lock(&self.open);
        let full = |network: Network| {
            let here = open.by_network.get(&network).copied().unwrap_or_default();
            here >= network.scaled(self.most_per_address, self.factor)
        };
        if open.all >= self.most || address.networks().any(full) {
            if let Some(times) = self.log.count() {
                tracing::warn!(of = %address, open = open.all, times, "too many sockets: refused");
            }
            return None;
        }
        open.all += 1;
        for network in address.networks() {
            *open.by_network.entry(network).or_default() += 1;
        }
        Some(Permit { limiter: Arc::clone(self), address })
    }
}

/// One counted socket, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    limiter: Arc<SocketLimiter>,
    address: Address,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = lock(&self.limiter.open);
        open.all -= 1;
        for network in self.address.networks() {
            if let Some(here) = open.by_network.get_mut(&network) {
                *here -= 1;
                if *here == 0 {
                    open.by_network.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn sockets_are_counted_in_all_and_by_address() {
        let limiter = SocketLimiter::new(3, 2, 2);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = limiter.admit(one).unwrap();
        let _second = limiter.admit(one).unwrap();
        assert!(limiter.admit(one).is_none());
        let _third = limiter.admit(other).unwrap();
        assert!(limiter.admit(other).is_none());
        drop(first);
        assert!(limiter.admit(other).is_some());
    }

    #[test]
    fn a_wide_network_has_a_limit_beside_those_of_its_addresses() {
        let limiter = SocketLimiter::new(100, 1, 2);
        let open: Vec<_> = (1..=4).map(|n| limiter.admit(address(&format!("2001:db8:1:{n}::1")))).collect();
        assert_eq!(open.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false]);
        assert!(limiter.admit(address("2001:db8:2:1::1")).is_some());
        drop(open);
        assert!(limiter.admit(address("2001:db8:1:9::1")).is_some());
    }
}
