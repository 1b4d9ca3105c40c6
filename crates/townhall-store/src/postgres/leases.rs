//! Leases: several servers (nodes) on one database, and which of them may claim a table.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use tokio_postgres::{Row, types::ToSql};
use townhall_table::TableCode;

use super::{
    link::{Failure, Link},
    pool::{Pool, Readers},
    rows::column,
    target::Target,
};
use crate::{error::StoreError, journal::Epoch};

/// Another node that has a lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherNode {
    /// The address at which other nodes reach it.
    pub address: SocketAddr,
    /// Its version of the protocol between nodes.
    pub protocol: i64,
}

/// This server as one of several nodes.
#[derive(Debug)]
pub(crate) struct Membership {
    /// The number under which it joined last.
    id: AtomicI64,
    /// The address at which other nodes reach it.
    address: SocketAddr,
    protocol: i64,
    lease: Duration,
    /// A connection for leases alone, so that no other work delays their renewal.
    pool: Pool,
}

/// Joins under a new number. A node that had this address before must have stopped answering, as nodes do after half of
/// their lease.
const JOIN: &str = "\
    INSERT INTO nodes (address, protocol, until) VALUES ($1, $2, now() + make_interval(secs => $3)) \
    ON CONFLICT (address) DO UPDATE \
      SET id = excluded.id, protocol = excluded.protocol, until = excluded.until, attended = '{}' \
      WHERE nodes.until < now() + make_interval(secs => $3 / 2) \
    RETURNING id";
const RENEW: &str = "\
    UPDATE nodes SET until = now() + make_interval(secs => $2), attended = $3 WHERE id = $1 AND until > now() \
    RETURNING (SELECT count(*) FROM nodes WHERE until > now())";
const LEAVE: &str = "DELETE FROM nodes WHERE id = $1 RETURNING id";
/// Removes nodes whose lease ended more than a day ago.
const REMOVE_OLD: &str = "DELETE FROM nodes WHERE until < now() - interval '1 day' RETURNING id";
const OTHERS: &str = "SELECT address, protocol FROM nodes WHERE until > now() AND address <> $1";

/// Claims a table for a node with a lease, unless another node with a lease has it.
const CLAIM: &str = "\
    UPDATE tables SET epoch = epoch + 1, owner = $2 \
    WHERE code = $1 AND EXISTS (SELECT FROM nodes WHERE id = $2 AND until > now()) \
      AND (owner IS NULL OR owner = $2 OR NOT EXISTS (SELECT FROM nodes WHERE id = owner AND until > now())) \
    RETURNING epoch";
/// Reads the owner of a table that could not be claimed, and the rest of the owner's lease.
const OWNER: &str = "\
    SELECT nodes.address, extract(epoch FROM until - now())::float8, \
      EXISTS (SELECT FROM nodes AS own WHERE own.id = $2 AND own.until > now()) \
    FROM tables LEFT JOIN nodes ON nodes.id = owner AND until > now() WHERE code = $1";
const RELEASE: &str =
    "UPDATE tables SET owner = NULL WHERE id = $1 AND epoch = $2 AND owner = $3 RETURNING id";

impl Membership {
    /// The state of a node that has not joined yet.
    pub(crate) fn new(target: Target, address: SocketAddr, protocol: i64, lease: Duration) -> Self {
        Self { id: AtomicI64::new(0), address, protocol, lease, pool: Pool::new(target, 1) }
    }

    /// The number of this node; 0 before it has joined.
    pub(crate) fn id(&self) -> i64 {
        self.id.load(Ordering::Acquire)
    }

    async fn rows(&self, sql: &'static str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StoreError> {
        self.pool.write(sql, values).await
    }

    /// Claims a table for this node. `None` if there is no such table.
    pub(crate) async fn claim(&self, link: &Link, code: TableCode) -> Result<Option<Epoch>, StoreError> {
        let code = code.to_string();
        loop {
            let id = self.id();
            let claimed = link.rows(CLAIM, &[&code, &id]).await.map_err(Failure::at_commit)?;
            if let Some(row) = claimed.first() {
                return Ok(Some(Epoch(column(row, 0)?)));
            }
            let found = link.rows(OWNER, &[&code, &id]).await.map_err(Failure::before_commit)?;
            let Some(row) = found.first() else { return Ok(None) };
            if !column::<bool>(row, 2)? {
                return Err(StoreError::NoLease);
            }
            // If it has no owner, it was released since the attempt.
            if let Some(address) = column::<Option<&str>>(row, 0)? {
                let lease = Duration::try_from_secs_f64(column(row, 1)?).unwrap_or_default();
                return Err(StoreError::Elsewhere { node: as_address(address)?, lease });
            }
        }
    }

    pub(crate) async fn release(&self, link: &Link, table: i64, epoch: i64) -> Result<(), Failure> {
        link.rows(RELEASE, &[&table, &epoch, &self.id()]).await.map(drop)
    }

    pub(crate) fn close(&self) {
        self.pool.close();
    }

    /// Joins the other nodes under a new number. False if another node has this address.
    pub(crate) async fn join(&self) -> Result<bool, StoreError> {
        self.rows(REMOVE_OLD, &[]).await?;
        let (address, seconds) = (self.address.to_string(), self.lease.as_secs_f64());
        let joined = self.rows(JOIN, &[&address, &self.protocol, &seconds]).await?;
        let Some(row) = joined.first() else { return Ok(false) };
        self.id.store(column(row, 0)?, Ordering::Release);
        Ok(true)
    }

    /// Renews the lease and stores the codes of attended tables. Returns the number of nodes; `None` if the lease is over.
    pub(crate) async fn renew(&self, attended: &[TableCode]) -> Result<Option<u64>, StoreError> {
        let attended: Vec<String> = attended.iter().map(TableCode::to_string).collect();
        let renewed = self.rows(RENEW, &[&self.id(), &self.lease.as_secs_f64(), &attended]).await?;
        renewed.first().map(|row| Ok(column::<i64>(row, 0)?.unsigned_abs())).transpose()
    }

    /// Gives the lease back.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        self.rows(LEAVE, &[&self.id()]).await.map(drop)
    }

    /// The other nodes that have a lease.
    pub(crate) async fn others(&self, readers: &Readers) -> Result<Vec<OtherNode>, StoreError> {
        let node =
            |row: &Row| Ok(OtherNode { address: as_address(column(row, 0)?)?, protocol: column(row, 1)? });
        readers.rows(OTHERS, &[&self.address.to_string()]).await?.iter().map(node).collect()
    }
}

fn as_address(text: &str) -> Result<SocketAddr, StoreError> {
    text.parse().map_err(|_| StoreError::Corrupt(format!("{text:?} is not the address of a node")))
}
