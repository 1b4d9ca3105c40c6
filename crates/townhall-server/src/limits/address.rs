//! The addresses and networks to which limits apply.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

use serde::{Deserialize, Serialize};

/// The unit of limits: an IPv4 address, or an IPv6 /64 network, which providers usually assign to one household.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "IpAddr")]
pub struct Address(IpAddr);

/// An [`Address`], or a network of many: some customers get an IPv6 /48 network, which contains 65,536 /64 networks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Network {
    One(Address),
    /// An IPv6 /48 network.
    Wide(Ipv6Addr),
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(prefix(v6, 64)),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl Address {
    /// Its bits; those of an IPv4 address as mapped to IPv6.
    pub(crate) fn to_bits(self) -> u128 {
        match self.0 {
            IpAddr::V6(v6) => v6.to_bits(),
            IpAddr::V4(v4) => v4.to_ipv6_mapped().to_bits(),
        }
    }

    /// The networks that it belongs to, the smallest first: itself and, for IPv6, its /48 network.
    pub fn networks(self) -> impl Iterator<Item = Network> {
        let wide = match self.0 {
            IpAddr::V6(v6) => Some(Network::Wide(prefix(v6, 48))),
            IpAddr::V4(_) => None,
        };
        [Some(Network::One(self)), wide].into_iter().flatten()
    }
}

impl Network {
    /// The limit for this network, from the limit for one address: `factor` times as much for a wide network.
    pub(crate) fn scaled(self, limit: usize, factor: usize) -> usize {
        match self {
            Self::One(_) => limit,
            Self::Wide(_) => limit.saturating_mul(factor),
        }
    }
}

/// The form that logs show.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V6(v6) => write!(f, "{v6}/64"),
            IpAddr::V4(v4) => v4.fmt(f),
        }
    }
}

fn prefix(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & u128::MAX << (128 - bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn a_household_shares_its_ipv6_network() {
        assert_eq!(address("2001:db8:1:2::3"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::3"), address("2001:db8:1:3::3"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_eq!(address("2001:db8:1:2::3").to_string(), "2001:db8:1:2::/64");
    }

    #[test]
    fn ipv6_networks_belong_to_wide_ones() {
        let wide = |text: &str| address(text).networks().nth(1);
        assert_eq!(wide("2001:db8:1:2::3"), wide("2001:db8:1:3::3"));
        assert_ne!(wide("2001:db8:1:2::3"), wide("2001:db8:2:2::3"));
        assert_eq!(wide("192.0.2.1"), None);
    }
}
