//! Persistent storage of guests, tables and journals, reports, and leases of nodes.
//!
//! A server uses a [`Store`], which is a file or a database that outlives a machine. Its methods are grouped by subject.
//!
//! ## Code map
//!
//! | module | contents |
//! | --- | --- |
//! | `guests`, `tables`, `moderation`, `notes`, `notices`, `recovery`, `leases` | One subject each: its types, its methods of [`Store`], and the descriptions of its relations. They know no engine. |
//! | `store` | Opening and closing, and the methods that belong to no subject. |
//! | `engine` | The interface of the engines: statements with values and rows, transactions, journals. |
//! | `sqlite` | The SQLite engine: opening a file, the writer with group commit, snapshots of a file in use. |
//! | `postgres` | The Postgres engine: connections and what is known about a write after a failure, pools, the server's lock, leases, appends. |
//! | `journal` | Journals as the engines write and read them. |
//! | `relations`, `schema` | Descriptions of the relations (tables of the database): columns, keys, and the rights of a person. |
//! | `copy` | Copies a store from one engine to the other, as the descriptions say. |
//! | `migrations` | The migrations of both engines; their SQL is in the folder `migrations`. |
//! | `columns` | Conversions between values and columns. |
//! | `data`, `error` | Where data is kept; the errors. |
//!
//! ## Adding a stored entity
//!
//! An entity that a guest can see and change, such as friends, has six files:
//!
//! 1. A migration for both engines in the folder `migrations`, with the next number: 0016_friends.sql. Rows that belong to a
//!    player refer to the player with `ON DELETE CASCADE`, so that they are removed with the player.
//! 2. The subject here in `src`, friends.rs: its types, its methods of [`Store`], each statement once, and `RELATIONS`. Two lines make
//!    it known: its `mod` here, and its `RELATIONS` in `src/schema.rs`.
//! 3. The requests, in `crates/townhall-server/src/http`. Lines in the `mod.rs` there declare the module, and the export has a field
//!    of what is stored about a guest. Types of requests and answers are listed in `crates/wire-types/src/main.rs`.
//! 4. The module of the client that sends the requests, in `web/src/lib/server`.
//! 5. The screen, in a folder of `web/src/pages`, whose texts are in the folder's `messages`.
//! 6. A test of the store in `tests/store`, which both engines run.
//!
//! Tests compare `RELATIONS` with the schemas of both engines. They fail if a column that refers to a player is in a relation that
//! does not say whether it is exported and removed, if its rows are not at that place of an export, or if they outlive their
//! player.

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
        ALL_KINDS, Channel, ChannelId, DeliveryOutcome, DeliveryState, DigestTimes, DueNotice, Kinds,
        LoggedNotice, Medium, NOTICES_KEPT, QuietHours, kind_word,
    },
    recovery::{
        Challenge, MAX_PASSKEYS, Means, NewPasskey, Passkey, PasskeyId, RECOVERY_EVENTS_KEPT,
        RecoveryCodeHash, RecoveryEvent, RecoveryStep,
    },
    relations::{Export, Personal, Removal},
    schema::personal_data,
    sqlite::{ListedTable, Snapshot, replace, resolved},
    store::Store,
    tables::{Card, Public, Scope},
};
pub use townhall_table::session::Change;
