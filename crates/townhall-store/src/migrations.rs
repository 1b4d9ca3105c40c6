//! The migrations from an empty store to the current schema. One that was released is never changed.
//!
//! The build script collects them. A file in `migrations/`, such as `0016_friends.sql`, is a migration of both engines: its SQL
//! is the same, except that `{id}` stands for the type of a numbered primary key and `{bytes}` for the type of bytes. Files in
//! `migrations/sqlite/` and `migrations/postgres/` belong to one engine. The next number is one more than the highest of all
//! three folders. Number 4 of SQLite was never released, and numbers 10 to 15 of Postgres do not exist.

/// A step from one version of a schema to the next.
pub(crate) struct Migration {
    /// The version of the schema after it.
    pub(crate) version: i64,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The version of a schema: the number of the latest migration.
pub(crate) const fn schema(migrations: &[Migration]) -> i64 {
    migrations[migrations.len() - 1].version
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of released migrations are in files, and a name that sorts differently would run them in another order.
    #[test]
    fn migrations_are_in_the_order_of_their_numbers() {
        for migrations in [&SQLITE[..], &POSTGRES[..]] {
            assert!(migrations.is_sorted_by_key(|migration| migration.version));
            assert_eq!(migrations[0].version, 1);
        }
    }
}
