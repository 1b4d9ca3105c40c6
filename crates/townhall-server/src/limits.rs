//! Limits on clients: token buckets, whose tokens are called credits here, and how many sockets may be open.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use crate::config::Rate;

/// With so many addresses in memory, those whose buckets are full again are dropped.
const SWEEP_AT: usize = 10_000;

/// A token bucket: asking spends a credit, and credits come back at a fixed rate up to a most.
#[derive(Clone, Copy, Debug)]
pub struct Credits {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Credits {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, left: rate.burst, at: Instant::now() }
    }

    /// Spends a credit; false if there is none.
    pub fn spend(&mut self) -> bool {
        self.spend_at(Instant::now())
    }

    fn spend_at(&mut self, now: Instant) -> bool {
        self.refill(now);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        if self.rate.per_second.is_finite() {
            self.left = (self.left + passed * self.rate.per_second).min(self.rate.burst);
        }
    }
}

/// Whose credits: an IPv4 address, or an IPv6 network, which is what one household gets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address(IpAddr);

/// The address, or that of the network.
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// The credits of all addresses, for one kind of thing.
#[derive(Debug)]
pub struct CreditsByAddress {
    rate: Rate,
    credits: Mutex<HashMap<Address, Credits>>,
}

impl CreditsByAddress {
    /// Full buckets for all addresses.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, credits: Mutex::new(HashMap::new()) }
    }

    /// Spends a credit of an address; false if it has none.
    pub fn spend(&self, address: Address) -> bool {
        if !self.rate.burst.is_finite() {
            return true;
        }
        let mut credits = lock(&self.credits);
        if credits.len() >= SWEEP_AT {
            let now = Instant::now();
            credits.retain(|_, credits| {
                credits.refill(now);
                credits.left < credits.rate.burst
            });
        }
        credits.entry(address).or_insert_with(|| Credits::new(self.rate)).spend()
    }
}

/// How many sockets there are, in all and from each address.
#[derive(Debug)]
pub struct Doorkeeper {
    most: usize,
    most_per_address: usize,
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<Address, usize>,
}

impl Doorkeeper {
    /// No sockets are open; `most` may be, and `most_per_address` from one address.
    #[must_use]
    pub fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Self { most, most_per_address, inside: Mutex::default() })
    }

    /// Counts one more socket; none if that would be too many.
    #[must_use]
    pub fn admit(self: &Arc<Self>, address: Address) -> Option<Admission> {
        let mut inside = lock(&self.inside);
        let Inside { all, by_address } = &mut *inside;
        let here = by_address.entry(address).or_default();
        if *all >= self.most || *here >= self.most_per_address {
            if *here == 0 {
                by_address.remove(&address);
            }
            return None;
        }
        *all += 1;
        *here += 1;
        Some(Admission { door: Arc::clone(self), address })
    }
}

/// One counted socket, until it is dropped.
#[derive(Debug)]
pub struct Admission {
    door: Arc<Doorkeeper>,
    address: Address,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = lock(&self.door.inside);
        inside.all -= 1;
        if let Some(here) = inside.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn credits_run_out_and_come_back() {
        let mut credits = Credits::new(Rate { burst: 2.0, per_second: 1.0 });
        let start = credits.at;
        let at = |seconds| start + Duration::from_secs(seconds);
        let spent: Vec<_> = [0, 0, 0, 1, 1, 9, 9, 9].map(|second| credits.spend_at(at(second))).into();
        assert_eq!(spent, [true, true, false, true, false, true, true, false]);
    }

    #[test]
    fn a_household_shares_its_ipv6_network() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8:1:2::3"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::3"), address("2001:db8:1:3::3"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn the_door_counts_who_is_inside() {
        let door = Doorkeeper::new(3, 2);
        let (one, other) =
            (Address::from(IpAddr::from([192, 0, 2, 1])), Address::from(IpAddr::from([192, 0, 2, 2])));
        let first = door.admit(one).unwrap();
        let _second = door.admit(one).unwrap();
        assert!(door.admit(one).is_none());
        let _third = door.admit(other).unwrap();
        assert!(door.admit(other).is_none());
        drop(first);
        assert!(door.admit(other).is_some());
    }
}
