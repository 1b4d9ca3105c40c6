//! Which public tables lists may show: those with a connected client, and those that a client has left lately. The store
//! then knows which of them are still public and unfinished.
//!
//! Only a few tables of each address and each wide network are listed, so that one client can't fill the list. The cost of a list depends on
//! these tables alone, not on how many tables are stored.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use townhall_table::{TableCode, protocol::Status};

use crate::limits::{Address, Network};

/// The most tables that are looked up for one list.
const MOST: usize = 1000;
/// When this many tables are known, those that were left long ago are removed.
const SWEEP_AT: usize = 1000;

/// A public table.
#[derive(Clone, Copy, Debug)]
struct Listed {
    status: Status,
    /// The address of the host or, while the host is away, of another client.
    address: Option<Address>,
    /// When it was opened, or a client came or left.
    at: Instant,
    is_attended: bool,
}

/// The public tables with connected clients, and those that were left lately.
#[derive(Debug)]
pub(super) struct ListedTables {
    tables: HashMap<TableCode, Listed>,
    /// How many tables of one address are listed, and how many times as many of a wide network.
    per_address: (usize, usize),
    /// How long a table is listed after its last client has left.
    lasting: Duration,
    sweep_at: usize,
}

impl ListedTables {
    pub(super) fn new(per_address: usize, factor: usize, lasting: Duration) -> Self {
        Self { tables: HashMap::new(), per_address: (per_address, factor), lasting, sweep_at: SWEEP_AT }
    }

    /// A client is connected to this public table, or its status has changed.
    pub(super) fn attended(&mut self, code: TableCode, status: Status, address: Option<Address>) {
        self.add(code, Listed { status, address, at: Instant::now(), is_attended: true });
    }

    /// This public table was opened; no client is connected yet.
    pub(super) fn opened(&mut self, code: TableCode, status: Status, address: Address) {
        self.add(code, Listed { status, address: Some(address), at: Instant::now(), is_attended: false });
    }

    fn add(&mut self, code: TableCode, listed: Listed) {
        if self.tables.len() >= self.sweep_at {
            let lasting = self.lasting;
            self.tables.retain(|_, table| table.is_attended || table.at.elapsed() < lasting);
            self.sweep_at = SWEEP_AT.max(2 * self.tables.len());
        }
        self.tables.insert(code, listed);
    }

    /// The last client has left, or the table is no longer public.
    pub(super) fn left(&mut self, code: TableCode) {
        if let Some(table) = self.tables.get_mut(&code) {
            (table.is_attended, table.at) = (false, Instant::now());
        }
    }

    /// The codes of the tables that a list of this status may show: of the tables of one address those with clients first,
    /// and of these the latest.
    pub(super) fn codes(&self, status: Status) -> Vec<TableCode> {
        let is_current = |table: &Listed| {
            table.status == status && (table.is_attended || table.at.elapsed() < self.lasting)
        };
        let mut tables: Vec<_> = self.tables.iter().filter(|(_, table)| is_current(table)).collect();
        tables.sort_unstable_by_key(|(_, table)| std::cmp::Reverse((table.is_attended, table.at)));
        let (limit, factor) = self.per_address;
        let mut shown: HashMap<Network, usize> = HashMap::new();
        let mut codes = Vec::new();
        for (&code, table) in tables {
            let networks = || table.address.into_iter().flat_map(Address::networks);
            let full = |network: Network| {
                shown.get(&network).is_some_and(|shown| *shown >= network.scaled(limit, factor))
            };
            if limit == 0 || networks().any(full) {
                continue;
            }
            networks().for_each(|network| *shown.entry(network).or_default() += 1);
            codes.push(code);
            if codes.len() == MOST {
                break;
            }
        }
        codes
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, net::IpAddr};

    use tabletop::Seed;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    /// The code of the table that a test calls by this name.
    fn code(name: &str) -> TableCode {
        TableCode::from_entropy(&Seed::from_phrase(name))
    }

    fn address(text: &str) -> Address {
        Address::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn a_list_has_few_tables_of_one_address_and_one_network() {
        let mut tables = ListedTables::new(2, 2, HOUR);
        for (n, from) in ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].into_iter().enumerate() {
            tables.attended(code(&format!("V4-{n}")), Status::Lobby, Some(address(from)));
        }
        for n in 0..9 {
            let from = address(&format!("2001:db8:1:{n}::1"));
            tables.attended(code(&format!("V6-{n}")), Status::Lobby, Some(from));
        }
        tables.attended(code("PLAYING"), Status::Playing, Some(address("192.0.2.1")));
        let codes: BTreeSet<TableCode> = tables.codes(Status::Lobby).into_iter().collect();
        assert_eq!(codes, ["V4-1", "V4-2", "V4-3", "V6-5", "V6-6", "V6-7", "V6-8"].map(code).into());
        assert_eq!(tables.codes(Status::Playing), [code("PLAYING")]);
    }

    #[test]
    fn deserted_tables_come_after_attended_ones_and_disappear() {
        let mut tables = ListedTables::new(1, 1, HOUR);
        let from = address("192.0.2.1");
        tables.attended(code("HERE"), Status::Lobby, Some(from));
        tables.opened(code("OPENED"), Status::Lobby, from);
        assert_eq!(tables.codes(Status::Lobby), [code("HERE")]);
        tables.left(code("HERE"));
        assert_eq!(tables.codes(Status::Lobby), [code("HERE")], "it was left after the other was opened");
        tables.lasting = Duration::ZERO;
        assert_eq!(tables.codes(Status::Lobby), []);
    }

    #[test]
    fn tables_that_were_left_are_forgotten() {
        let mut tables = ListedTables::new(1, 1, Duration::ZERO);
        for n in 0..3 * SWEEP_AT {
            tables.opened(code(&n.to_string()), Status::Lobby, address("192.0.2.1"));
        }
        assert!(tables.tables.len() <= SWEEP_AT, "{}", tables.tables.len());
    }
}
