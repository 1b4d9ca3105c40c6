//! Token buckets, which limit how often an action may be repeated.

use std::{collections::HashMap, hash::Hash, sync::Mutex, time::Instant};

use townhall_system::SeldomLog;
use townhall_system::lock;
use townhall_table::protocol::{Code, Refusal};

use super::{Address, Network};
use crate::config::Rate;

/// When this many buckets are in memory, full ones are removed.
const SWEEP_AT: usize = 10_000;

/// A token bucket: each action takes a token, and tokens are refilled at a fixed rate up to a maximum.
#[derive(Clone, Copy, Debug)]
pub struct TokenBucket {
    rate: Rate,
    tokens: f64,
    at: Instant,
}

impl TokenBucket {
    /// A full bucket.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, tokens: rate.burst, at: Instant::now() }
    }

    /// Takes a token; false if there is none.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let enough = self.has_one(now);
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }

    /// Whether anything is left at all. See [`Self::charge`].
    fn has_left(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens > 0.0
    }

    /// Takes so many tokens, even if there are fewer: then nothing is left until they are refilled.
    fn charge(&mut self, tokens: f64, now: Instant) {
        self.refill(now);
        self.tokens -= tokens;
    }

    fn has_one(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens >= 1.0
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.tokens >= self.rate.burst
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        if self.rate.per_second.is_finite() {
            self.tokens = (self.tokens + passed * self.rate.per_second).min(self.rate.burst);
        }
    }
}

/// Token buckets for one kind of action, one for each key.
#[derive(Debug)]
pub struct TokenBuckets<K> {
    rate: Rate,
    buckets: HashMap<K, TokenBucket>,
    sweep_at: usize,
}

impl<K: Eq + Hash> TokenBuckets<K> {
    /// Full buckets for all.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: HashMap::new(), sweep_at: SWEEP_AT }
    }

    /// Takes a token from the bucket of this key; false if it is empty.
    pub fn take(&mut self, key: K) -> bool {
        if !self.rate.burst.is_finite() {
            return true;
        }
        self.bucket(key, self.rate).take()
    }

    /// Whether anything is left in the bucket of this key.
    pub fn has_left(&mut self, key: K) -> bool {
        if !self.rate.burst.is_finite() {
            return true;
        }
        self.bucket(key, self.rate).has_left(Instant::now())
    }

    /// Takes so many tokens from the bucket of this key, even if there are fewer: then nothing is left until they are
    /// refilled.
    pub fn charge(&mut self, key: K, tokens: f64) {
        if self.rate.burst.is_finite() {
            self.bucket(key, self.rate).charge(tokens, Instant::now());
        }
    }

    fn bucket(&mut self, key: K, rate: Rate) -> &mut TokenBucket {
        if self.buckets.len() >= self.sweep_at {
            let now = Instant::now();
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
            // If few are full again, searching all of them for each new one would take too long.
            self.sweep_at = SWEEP_AT.max(2 * self.buckets.len());
        }
        self.buckets.entry(key).or_insert_with(|| TokenBucket::new(rate))
    }
}

/// Token buckets for one kind of action, one for each address and each wide network.
#[derive(Debug)]
pub struct BucketsByAddress {
    /// The name of the limited action in logs.
    what: &'static str,
    log: SeldomLog,
    factor: f64,
    buckets: Mutex<TokenBuckets<Network>>,
}

impl BucketsByAddress {
    /// Full buckets for all; a wide network may act `factor` times as often as one address. Logs name the limited
    /// action `what`.
    #[must_use]
    pub fn new(what: &'static str, rate: Rate, factor: usize) -> Self {
        let buckets = Mutex::new(TokenBuckets::new(rate));
        Self { what, log: SeldomLog::new(), factor: factor as f64, buckets }
    }

    /// Takes a token of an address.
    ///
    /// # Errors
    /// [`Code::TooMany`] with this detail if the address or its wide network has no token left.
    pub fn spend(&self, address: Address, detail: &str) -> Result<(), Refusal> {
        if self.take(address) { Ok(()) } else { Err(Refusal::new(Code::TooMany, detail)) }
    }

    /// Takes a token of an address; false if it or its wide network has none.
    pub fn take(&self, address: Address) -> bool {
        let mut buckets = lock(&self.buckets);
        let allowed = self.have(&mut buckets, address, TokenBucket::has_one);
        if allowed {
            self.charge_in(&mut buckets, address, 1.0);
        }
        drop(buckets);
        self.logged(address, allowed)
    }

    /// Whether anything is left in the buckets of an address and its wide network.
    pub fn has_left(&self, address: Address) -> bool {
        let allowed = self.have(&mut lock(&self.buckets), address, TokenBucket::has_left);
        self.logged(address, allowed)
    }

    /// Takes so many tokens of an address, even if there are fewer: then nothing is left until they are refilled.
    pub fn charge(&self, address: Address, tokens: f64) {
        self.charge_in(&mut lock(&self.buckets), address, tokens);
    }

    /// Whether the buckets of an address and its wide network have what is asked for; true without a limit.
    fn have(
        &self,
        buckets: &mut TokenBuckets<Network>,
        address: Address,
        enough: fn(&mut TokenBucket, Instant) -> bool,
    ) -> bool {
        let (rate, now) = (buckets.rate, Instant::now());
        !rate.burst.is_finite()
            || address
                .networks()
                .all(|network| enough(buckets.bucket(network, self.rate(network, rate)), now))
    }

    fn charge_in(&self, buckets: &mut TokenBuckets<Network>, address: Address, tokens: f64) {
        let (rate, now) = (buckets.rate, Instant::now());
        if rate.burst.is_finite() {
            let charge = |network| buckets.bucket(network, self.rate(network, rate)).charge(tokens, now);
            address.networks().for_each(charge);
        }
    }

    /// Logs a refusal, and returns whether there was none.
    fn logged(&self, address: Address, allowed: bool) -> bool {
        if !allowed && let Some(times) = self.log.count() {
            tracing::warn!(of = %address, what = self.what, times, "refused: too many from one address");
        }
        allowed
    }

    /// The rate of a network, given that of an address.
    fn rate(&self, network: Network, Rate { burst, per_second }: Rate) -> Rate {
        match network {
            Network::One(_) => Rate { burst, per_second },
            Network::Wide(_) => Rate { burst: burst * self.factor, per_second: per_second * self.factor },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, time::Duration};

    use super::*;

    const TWO_AT_ONCE: Rate = Rate { burst: 2.0, per_second: 0.001 };

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn tokens_run_out_and_are_refilled() {
        let mut bucket = TokenBucket::new(Rate { burst: 2.0, per_second: 1.0 });
        let start = bucket.at;
        let at = |seconds| start + Duration::from_secs(seconds);
        let taken: Vec<_> = [0, 0, 0, 1, 1, 9, 9, 9].map(|second| bucket.take_at(at(second))).into();
        assert_eq!(taken, [true, true, false, true, false, true, true, false]);
    }

    #[test]
    fn each_key_has_its_own_bucket() {
        let mut buckets = TokenBuckets::new(TWO_AT_ONCE);
        assert_eq!([1, 1, 1, 2].map(|key| buckets.take(key)), [true, true, false, true]);
    }

    #[test]
    fn a_wide_network_has_a_bucket_beside_those_of_its_addresses() {
        let buckets = BucketsByAddress::new("tests", TWO_AT_ONCE, 2);
        let taken = |text: &str| buckets.take(address(text));
        assert_eq!([(); 3].map(|()| taken("2001:db8:1:1::1")), [true, true, false]);
        assert_eq!([(); 3].map(|()| taken("2001:db8:1:2::1")), [true, true, false]);
        assert!(!taken("2001:db8:1:3::1"), "the network of 48 bits has had four");
        assert!(taken("2001:db8:2:3::1"));
        assert_eq!([(); 3].map(|()| taken("192.0.2.1")), [true, true, false]);
    }
}
