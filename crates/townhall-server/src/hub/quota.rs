//! How many bytes of journals each guest, each address and all of them together may store.
//!
//! A guest or an address over its quota can store nothing more until enough time has passed. Bytes are charged after they were stored,
//! so the last change may exceed the quota by a little.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, Ordering},
};

use metrics::counter;
use townhall_system::lock;
use townhall_table::{
    journal::PlayerId,
    protocol::{Code, Refusal},
};

use crate::{
    config::Limits,
    limits::{Address, BucketsByAddress, TokenBuckets},
    metrics::names,
};

/// The quotas and what is left of them.
#[derive(Debug)]
pub(crate) struct Quota {
    guests: Mutex<TokenBuckets<PlayerId>>,
    addresses: BucketsByAddress,
    /// Whether everything together takes more than [`Limits::stored_bytes`].
    is_full: AtomicBool,
}

impl Quota {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            guests: Mutex::new(TokenBuckets::new(limits.stored_per_guest)),
            addresses: BucketsByAddress::new("stored bytes", limits.stored_per_address, limits.wide_network),
            is_full: AtomicBool::new(false),
        }
    }

    /// Notes whether everything together takes more bytes than allowed.
    pub(crate) fn set_full(&self, is_full: bool) {
        if self.is_full.swap(is_full, Ordering::Relaxed) != is_full {
            if is_full {
                tracing::error!(
                    "the data exceeds limits.stored_bytes: new guests, tables and talk are refused"
                );
            } else {
                tracing::info!("the data no longer exceeds limits.stored_bytes");
            }
        }
    }

    /// Whether something may be stored that running games can do without.
    ///
    /// # Errors
    /// [`Code::Full`]: everything together takes too many bytes, or the guest or the address has stored too much.
    pub(crate) fn allow_more(
        &self,
        guest: Option<PlayerId>,
        address: Option<Address>,
    ) -> Result<(), Refusal> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(refused("total", "the server's storage is full"));
        }
        self.allow(guest, address)
    }

    /// Whether something may be stored.
    ///
    /// # Errors
    /// [`Code::Full`]: the guest or the address has stored too much.
    pub(crate) fn allow(&self, guest: Option<PlayerId>, address: Option<Address>) -> Result<(), Refusal> {
        if guest.is_some_and(|guest| !lock(&self.guests).has_left(guest)) {
            return Err(refused("guest", "this guest has stored too much lately"));
        }
        if address.is_some_and(|address| !self.addresses.has_left(address)) {
            return Err(refused("address", "too much was stored from this address lately"));
        }
        Ok(())
    }

    /// Charges bytes that were stored.
    pub(crate) fn charge(&self, guest: Option<PlayerId>, address: Option<Address>, bytes: usize) {
        counter!(names::STORED_BYTES).increment(bytes as u64);
        if let Some(guest) = guest {
            lock(&self.guests).charge(guest, bytes as f64);
        }
        if let Some(address) = address {
            self.addresses.charge(address, bytes as f64);
        }
    }
}

fn refused(whose: &'static str, detail: &str) -> Refusal {
    counter!(names::QUOTA_REFUSALS, "whose" => whose).increment(1);
    Refusal::new(Code::Full, detail)
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::config::Rate;

    #[test]
    fn who_has_stored_too_much_stores_no_more() {
        let rate = |burst| Rate { burst, per_second: 0.001 };
        let limits =
            Limits { stored_per_guest: rate(100.0), stored_per_address: rate(150.0), ..Limits::default() };
        let quota = Quota::new(&limits);
        let address = |text: &str| Some(Address::from(text.parse::<IpAddr>().unwrap()));
        let (here, there) = (address("192.0.2.1"), address("192.0.2.2"));
        let (ada, ben) = (Some(PlayerId(1)), Some(PlayerId(2)));
        let code = |guest, address| quota.allow(guest, address).map_err(|refusal| refusal.code);
        quota.charge(ada, here, 99);
        assert_eq!(code(ada, here), Ok(()));
        quota.charge(ada, here, 10);
        assert_eq!((code(ada, here), code(ada, there)), (Err(Code::Full), Err(Code::Full)));
        assert_eq!(code(ben, here), Ok(()));
        quota.charge(ben, here, 50);
        assert_eq!((code(ben, here), code(ben, there)), (Err(Code::Full), Ok(())));
        quota.set_full(true);
        assert_eq!(code(ben, there), Ok(()), "games go on");
        assert_eq!(quota.allow_more(ben, there).map_err(|refusal| refusal.code), Err(Code::Full));
        quota.set_full(false);
        assert_eq!(quota.allow_more(ben, there), Ok(()));
    }
}
