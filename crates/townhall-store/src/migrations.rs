//! The migrations from an empty store to the current schema. One that was released is never changed.

/// A step from one version of a schema to the next.
pub(crate) struct Migration {
    /// The version of the schema after it.
    pub(crate) version: i64,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

/// Those of an SQLite file. Number 4 was never released.
pub(crate) const SQLITE: [Migration; 14] = [
    Migration { version: 1, name: "tables", sql: include_str!("../migrations/0001_tables.sql") },
    Migration { version: 2, name: "pending bots", sql: include_str!("../migrations/0002_pending_bots.sql") },
    Migration { version: 3, name: "hosts", sql: include_str!("../migrations/0003_hosts.sql") },
    Migration { version: 5, name: "operator", sql: include_str!("../migrations/0005_operator.sql") },
    Migration { version: 6, name: "devices", sql: include_str!("../migrations/0006_devices.sql") },
    Migration { version: 7, name: "stand-ins", sql: include_str!("../migrations/0007_stand_ins.sql") },
    Migration { version: 8, name: "endings", sql: include_str!("../migrations/0008_endings.sql") },
    Migration { version: 9, name: "moderation", sql: include_str!("../migrations/0009_moderation.sql") },
    Migration { version: 10, name: "due", sql: include_str!("../migrations/0010_due.sql") },
    Migration { version: 11, name: "notes", sql: include_str!("../migrations/0011_notes.sql") },
    Migration { version: 12, name: "notices", sql: include_str!("../migrations/0012_notices.sql") },
    Migration { version: 13, name: "media", sql: include_str!("../migrations/0013_media.sql") },
    Migration { version: 14, name: "recovery", sql: include_str!("../migrations/0014_recovery.sql") },
    Migration { version: 15, name: "digest", sql: include_str!("../migrations/0015_digest.sql") },
];

/// Those of a Postgres database.
pub(crate) const POSTGRES: [Migration; 9] = [
    Migration { version: 1, name: "town", sql: include_str!("../migrations/postgres/0001_town.sql") },
    Migration { version: 2, name: "nodes", sql: include_str!("../migrations/postgres/0002_nodes.sql") },
    Migration {
        version: 3,
        name: "moderation",
        sql: include_str!("../migrations/postgres/0003_moderation.sql"),
    },
    Migration { version: 4, name: "due", sql: include_str!("../migrations/postgres/0004_due.sql") },
    Migration { version: 5, name: "notes", sql: include_str!("../migrations/postgres/0005_notes.sql") },
    Migration { version: 6, name: "notices", sql: include_str!("../migrations/postgres/0006_notices.sql") },
    Migration { version: 7, name: "media", sql: include_str!("../migrations/postgres/0007_media.sql") },
    Migration { version: 8, name: "recovery", sql: include_str!("../migrations/postgres/0008_recovery.sql") },
    Migration { version: 9, name: "digest", sql: include_str!("../migrations/postgres/0009_digest.sql") },
];

/// The version of a schema: the number of the latest migration.
pub(crate) const fn schema(migrations: &[Migration]) -> i64 {
    migrations[migrations.len() - 1].version
}
