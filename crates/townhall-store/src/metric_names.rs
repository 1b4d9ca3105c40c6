//! The names of the metrics that stores record.

/// The number of writes that one transaction committed.
pub const BATCH_SIZE: &str = "townhall_commit_batch_size";
/// The duration of the transaction, in seconds.
pub const BATCH_SECONDS: &str = "townhall_commit_seconds";
/// Transactions that failed, so that nothing of them was kept.
pub const FAILED_COMMITS: &str = "townhall_commits_failed_total";
/// Whether the database could lose what it has acknowledged: 1 if so.
pub const LOSSY: &str = "townhall_database_lossy";
