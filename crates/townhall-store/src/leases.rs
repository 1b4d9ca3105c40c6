//! Leases: several servers (nodes) on one database, and which of them may claim a table.
//!
//! Only a database can have several servers. In a file, and in a database that was not opened as a node, there are no leases.

pub use crate::postgres::leases::OtherNode;
use townhall_table::TableCode;

use crate::{error::StoreError, store::Store};

/// Leases of nodes.
impl Store {
    /// Joins the other nodes under a new number. False if another node has this address.
    pub async fn join(&self) -> Result<bool, StoreError> {
        self.engine.database()?.membership()?.join().await
    }

    /// Renews this node's lease, and stores the codes of the public tables to which a player is connected. Returns the
    /// number of nodes; `None` if the lease is over, so that others may have claimed its tables.
    pub async fn renew(&self, attended: &[TableCode]) -> Result<Option<u64>, StoreError> {
        self.engine.database()?.membership()?.renew(attended).await
    }

    /// Gives the lease back, so that others can claim this node's tables at once.
    pub async fn leave(&self) -> Result<(), StoreError> {
        self.engine.database()?.membership()?.leave().await
    }

    /// The other nodes that have a lease.
    pub async fn other_nodes(&self) -> Result<Vec<OtherNode>, StoreError> {
        self.engine.database()?.other_nodes().await
    }
}
