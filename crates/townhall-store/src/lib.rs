//! Persistent storage of guests, tables and journals, reports, and leases of nodes.
//!
//! A server uses the trait [`Store`], which consists of one trait for each subject. [`SqliteStore`] implements it on one
//! file, [`PostgresStore`] on a database that outlives a machine.
//!
//! ## Code map
//!
//! | module | contents |
//! | --- | --- |
//! | `guests`, `tables`, `moderation`, `notes`, `notices`, `recovery` | One subject each: its types and its trait in `mod.rs`, and the implementation for each engine beside it, in `sqlite` and `postgres`. |
//! | `leases` | Which of several servers may claim a table. Postgres only. |
//! | `sqlite` | The SQLite engine: opening a file, the [writer](SqliteStore) with group commit, snapshots of a file in use. |
//! | `postgres` | The Postgres engine: connections and what is known about a write after a failure, pools, the server's lock. |
//! | `migrations` | The migrations of both engines; their SQL is in the folder `migrations`. |
//! | `copy` | Copies a store from one engine to the other. |
//! | `columns` | Conversions between values and columns. |
//! | `data`, `error` | Where data is kept; the errors. |
//! | `seldom_log` | Rate-limited log lines. |
//!
//! ## Adding a stored entity
//!
//! A new table of the database touches seven places:
//!
//! 1. A numbered file in `migrations/`, for SQLite. Rows that belong to a player refer to it with `ON DELETE CASCADE`, so that they
//!    are removed with the player.
//! 2. A numbered file in `migrations/postgres/`, the same for Postgres.
//! 3. `src/migrations.rs`: a line for each of the two.
//! 4. The subject's `mod.rs`: the types, the methods of the trait, and a line in `PARTS`, from which `townhall migrate` learns
//!    that the rows are copied.
//! 5. The subject's `sqlite.rs`: the methods, and the two queries of the copy. A write is a closure for the writer.
//! 6. The subject's `postgres.rs`: the same.
//! 7. `tests/store/`: a test, which both engines run.
//!
//! A new subject is also a supertrait of [`Store`] here, and its `PARTS` are listed in `src/copy/mod.rs`. Data about a person
//! also belongs in the export of `townhall-server` (`crates/townhall-server/src/http/export.rs`).

// The tests of the store inside and outside of this crate share helpers, which name it.
#[cfg(test)]
extern crate self as townhall_store;

mod columns;
mod copy;
mod data;
mod engine;
mod error;
mod guests;
mod journal;
mod leases;
pub mod metric_names;
mod migrations;
mod moderation;
mod notes;
mod notices;
mod postgres;
mod recovery;
mod relations;
mod schema;
mod seldom_log;
mod sqlite;
mod store;
mod tables;

pub use self::{
    columns::status_word,
    copy::{MigrateError, Migrated, migrate},
    data::{Data, DatabaseUrl},
    error::{OpenError, StoreError},
    guests::{Device, DeviceCodeHash, DeviceId, Guest, Login, MAX_DEVICES, NewDevice, SecretHash},
    journal::{Append, Epoch, MAX_ENTRIES, NewTable, Rewrite, StoredTable, TableId},
    leases::OtherNode,
    moderation::{Block, NewReport, Report, WithheldCard, Withholding},
    notices::{
        ALL_KINDS, Channel, ChannelId, DeliveryOutcome, DeliveryState, Digest, DueNotice, Kinds,
        LoggedNotice, Medium, NOTICES_KEPT, Quiet, kind_word,
    },
    recovery::{
        Challenge, MAX_PASSKEYS, Means, NewPasskey, Passkey, PasskeyId, RECOVERY_EVENTS_KEPT,
        RecoveryCodeHash, RecoveryEvent, RecoveryStep,
    },
    relations::{Export, Personal, Removal},
    schema::personal_data,
    seldom_log::SeldomLog,
    sqlite::{ListedTable, Snapshot, replace, resolved},
    store::Store,
    tables::{Card, Public, Scope},
};
pub use townhall_table::session::Change;
