//! Addresses, networks and guests that the operator has blocked.

use std::{
    collections::HashMap,
    fmt,
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
    sync::{PoisonError, RwLock},
};

use tokio::sync::watch;
use townhall_store::{Block, Store, StoreError};
use townhall_system::{clock, seldom};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::{Code, Refusal},
};

use crate::limits::Address;

/// Something that can be blocked. Its text is an address, a network such as `192.0.2.0/24`, or `guest 17`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// All addresses whose first bits are these. IPv4 addresses are mapped to IPv6.
    Network {
        /// The first address.
        first: Ipv6Addr,
        /// How many of its 128 bits count.
        bits: u8,
    },
    Guest(PlayerId),
}

/// A text names nothing that can be blocked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected an address such as 192.0.2.7, a network such as 192.0.2.0/24 (IPv4: /8 or longer, IPv6: /16 or longer), or \
     a guest such as `guest 17`, found {0:?}"
)]
pub struct UnknownSubject(String);

impl FromStr for Subject {
    type Err = UnknownSubject;

    fn from_str(text: &str) -> Result<Self, UnknownSubject> {
        let unknown = || UnknownSubject(text.to_owned());
        let text = text.trim();
        if let Some(number) = text.strip_prefix("guest ") {
            return number.trim().parse().map(|number| Self::Guest(PlayerId(number))).map_err(|_| unknown());
        }
        let (address, length) = text.split_once('/').map_or((text, None), |(one, other)| (one, Some(other)));
        let address: IpAddr = address.parse().map_err(|_| unknown())?;
        // An IPv6 address stands for its /64 network, as everywhere else.
        let (first, whole, usual, before) = match address.to_canonical() {
            IpAddr::V4(v4) => (v4.to_ipv6_mapped(), 32, 32, 96),
            IpAddr::V6(v6) => (v6, 128, 64, 0),
        };
        let length: u8 = length.map_or(Ok(usual), str::parse).map_err(|_| unknown())?;
        let shortest = if before == 0 { 16 } else { 8 };
        if !(shortest..=whole).contains(&length) {
            return Err(unknown());
        }
        let bits = before + length;
        Ok(Self::Network { first: Ipv6Addr::from_bits(first.to_bits() & mask(bits)), bits })
    }
}

/// The first `bits` of 128 bits, at least one.
const fn mask(bits: u8) -> u128 {
    u128::MAX << (128 - bits as u32)
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Guest(guest) => write!(f, "guest {}", guest.0),
            Self::Network { first, bits } => match first.to_ipv4_mapped() {
                Some(v4) if bits == 128 => v4.fmt(f),
                Some(v4) if bits >= 96 => write!(f, "{v4}/{}", bits - 96),
                _ => write!(f, "{first}/{bits}"),
            },
        }
    }
}

/// The blocks in force, each with its end.
#[derive(Debug, Default)]
struct InForce {
    networks: Vec<(u128, u8, Option<Millis>)>,
    guests: HashMap<PlayerId, Option<Millis>>,
}

/// All blocks, kept in memory.
#[derive(Debug, Default)]
pub struct Blocks {
    in_force: RwLock<InForce>,
    /// Tells open sockets that the blocks have changed.
    changed: watch::Sender<()>,
}

impl Blocks {
    /// Reads the blocks from the store.
    pub(crate) async fn read(&self, store: &Store) -> Result<(), StoreError> {
        let mut fresh = InForce::default();
        for Block { subject, until, .. } in store.blocks(clock::now()).await? {
            match subject.parse() {
                Ok(Subject::Network { first, bits }) => fresh.networks.push((first.to_bits(), bits, until)),
                Ok(Subject::Guest(guest)) => drop(fresh.guests.insert(guest, until)),
                Err(error) => seldom!(error, %error, "a block can't be read"),
            }
        }
        // A poisoned lock only means that another reader panicked: the list is replaced as a whole.
        *self.in_force.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        self.changed.send_replace(());
        Ok(())
    }

    /// Learns of each change of the blocks.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Whether neither an address nor a guest is blocked.
    ///
    /// # Errors
    /// [`Code::Blocked`]
    pub(crate) fn allow(&self, address: Option<Address>, guest: Option<PlayerId>) -> Result<(), Refusal> {
        let in_force = self.in_force.read().unwrap_or_else(PoisonError::into_inner);
        if in_force.networks.is_empty() && in_force.guests.is_empty() {
            return Ok(());
        }
        let now = clock::now();
        let holds = |until: &Option<Millis>| until.is_none_or(|until| now < until);
        if let Some(address) = address {
            let bits = address.to_bits();
            let of = |(first, length, until): &(u128, u8, Option<Millis>)| {
                bits & mask(*length) == first & mask(*length) && holds(until)
            };
            if in_force.networks.iter().any(of) {
                return Err(Refusal::new(Code::Blocked, "this address is blocked"));
            }
        }
        if guest.and_then(|guest| in_force.guests.get(&guest)).is_some_and(holds) {
            return Err(Refusal::new(Code::Blocked, "this guest is blocked"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read_and_written() {
        for (text, normal) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("192.0.2.7/24", Some("192.0.2.0/24")),
            ("::ffff:192.0.2.7", Some("192.0.2.7")),
            ("2001:db8:1:2::3", Some("2001:db8:1:2::/64")),
            ("2001:db8:1:2::3/48", Some("2001:db8:1::/48")),
            (" guest 17 ", Some("guest 17")),
            ("0.0.0.0/0", None),
            ("2001:db8::/8", None),
            ("192.0.2.7/33", None),
            ("guest Ada", None),
            ("17", None),
        ] {
            let read = text.parse::<Subject>();
            assert_eq!(read.ok().map(|subject| subject.to_string()).as_deref(), normal, "{text:?}");
        }
    }

    #[test]
    fn blocks_hold_for_their_subjects_until_their_end() {
        let blocks = Blocks::default();
        let network = |text: &str, until| match text.parse().unwrap() {
            Subject::Network { first, bits } => (first.to_bits(), bits, until),
            Subject::Guest(_) => panic!("{text}"),
        };
        *blocks.in_force.write().unwrap() = InForce {
            networks: vec![
                network("192.0.2.0/24", None),
                network("2001:db8:1::/48", None),
                network("198.51.100.1", Some(0)),
            ],
            guests: HashMap::from([(PlayerId(1), None), (PlayerId(2), Some(0))]),
        };
        for (address, guest, allowed) in [
            ("192.0.2.200", 9, false),
            ("192.0.3.1", 9, true),
            ("2001:db8:1:ffff::1", 9, false),
            ("2001:db8:2::1", 9, true),
            ("198.51.100.1", 9, true),
            ("192.0.3.1", 1, false),
            ("192.0.3.1", 2, true),
        ] {
            let from = Address::from(address.parse::<IpAddr>().unwrap());
            assert_eq!(blocks.allow(Some(from), Some(PlayerId(guest))).is_ok(), allowed, "{address} {guest}");
        }
    }
}
