//! Persistent storage of guests, tables and journals, reports, and leases of nodes.
//!
//! A server uses a [`Store`], which is a file or a database that outlives a machine. Its methods are grouped by subject.
//!
//! ## Code map
//!
//! | module | contents |
//! | --- | --- |
//! | `guests`, `tables`, `moderation`, `mutes`, `notes`, `notices`, `outages`, `recovery`, `leases` | One subject each: its types, its methods of [`Store`], and the descriptions of its relations. They know no engine. |
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
//! An entity that a guest can see and change, such as friends, has these new files:
//!
//! 1. A migration in the folder `migrations`, 0016_friends.sql: its relations in both engines; `src/migrations.rs` says which
//!    number is next. Rows that belong to a player refer to the player with `ON DELETE CASCADE`, so that they are removed with the
//!    player.
//! 2. The subject in `src`, friends.rs: its types, its methods of [`Store`], and `RELATIONS`. A statement is written once, for both
//!    engines.
//! 3. Its tests in `tests/store`, which `of_every_store!` runs on both engines.
//! 4. A module in `crates/townhall-server/src/http`: its requests and answers.
//! 5. Tests of the requests in `crates/townhall-server/tests/server`.
//! 6. A module in `web/src/lib/server`, which sends the requests.
//! 7. A screen in a folder of `web/src/pages`. A new folder of texts has one catalogue for each of the four languages.
//! 8. A browser test in `web/tests`.
//!
//! These existing files get lines. Nothing fails if one of the last five is forgotten:
//!
//! | file | lines | failure without them |
//! | --- | --- | --- |
//! | `src/lib.rs` | `mod`, and `pub use` of the types | compiler, in `src/schema.rs` and in the server |
//! | `src/schema.rs` | `RELATIONS` | test `the_relations_of_a_file_are_as_described` |
//! | `crates/townhall-server/src/http/mod.rs` | `mod`, and a line in `resources!` with the types | compiler; without both, the tests of the server |
//! | `crates/townhall-server/src/http/export.rs` | a field for the rows that a guest can download | test `what_a_guest_writes_is_exported_and_removed_with_the_guest` |
//! | `crates/townhall-server/tests/server/personal_data.rs` | a value that the guest of this test writes | the same test |
//! | `tests/store/main.rs`, `crates/townhall-server/tests/server/main.rs` | `mod` | `cargo verify tidy` |
//! | `web/src/lib/wire/protocol.ts` | `cargo xtask types` writes it | `cargo verify types` |
//! | `web/project.inlang/settings.json` | a new folder of texts | the client's type check, `npm run messages` |
//! | `web/src/pages/me/PersonSheets.svelte` | a sheet of the user's own, and its name in `PersonSheet` | the client's type check, if the name is missing |
//! | `web/src/pages/me/MeSheet.svelte`, or another component that opens the screen | a button | none |
//! | `web/tests/fixtures/screens.ts` | the screen, for the tests of all screens and for the pictures | none |
//! | `web/src/pages/privacy/PrivacyPage.svelte` and its catalogues | the guest's data in the guest's words | none |
//! | `SECURITY.md` | the guest's data, for operators | none |
//! | `CHANGELOG.md` | the news | none |
//!
//! Some entities need more:
//!
//! - Every address has a limit of requests. A request that stores something asks the quota of bytes before and charges it
//!   afterwards, as in `crates/townhall-server/src/http/notes.rs`. Only a request that disturbs others or costs much has a limit of
//!   its own: a `RequestKind` in its module, a field of `Limits` and a line of `Limits::none` in
//!   `crates/townhall-server/src/config.rs`, and a line of `settings!` in `crates/townhall/src/settings/mod.rs`. The compiler misses
//!   the last one, and nothing misses the line of `none`.
//! - An entity of a table, such as a note, is reached from the table's page, which knows only `web/src/lib/table/connection.ts`. The
//!   client's type check then names the two implementations, `web/src/lib/server/connection.svelte.ts` and
//!   `web/src/lib/local/connection.svelte.ts`.
//!
//! The tests compare `RELATIONS` with the schemas of both engines. Each relation with a column that refers to a player has to say
//! two things: the place of its rows in the player's export, or the reason why they are not there; and whether they are removed with
//! the player. Tests fail if it does not say them, if a value that a guest wrote is not at that place of the export, if the value is
//! still in the database after the guest was forgotten, or if the removal differs.
//!
//! An entity about another guest, such as a friend, meets two limits:
//!
//! - A client never gets a [`PlayerId`](townhall_table::journal::PlayerId). A guest names another one by the code of a table and a
//!   seat there, as in `crates/townhall-server/src/http/reports.rs`. `Hub::reported_at` finds the guest; at a table that shows an
//!   uploaded game this is the guest who uploaded it.
//! - Only the node that has a table can say who sits there, and `crates/townhall-server/src/http/elsewhere.rs` forwards only
//!   requests below `/api/tables/{code}/` to that node. A request that names a seat needs such a path.

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
mod mutes;
mod notes;
mod notices;
mod outages;
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
    moderation::{Block, Report, WithheldCard, Withholding},
    notices::{
        ALL_KINDS, Channel, ChannelId, DeliveryOutcome, DeliveryState, DigestTimes, DueNotice, Kinds,
        LoggedNotice, Medium, NOTICES_KEPT, QuietHours, WaitingNotice, kind_word,
    },
    outages::Outage,
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
