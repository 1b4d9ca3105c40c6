//! Comparisons of the relations with the real schemas, and tests of what is derived from them, with one row in each.

use std::collections::{BTreeMap, BTreeSet};

use tempfile::TempDir;
use townhall_table::journal::{Colour, PlayerId};

use self::databases::Database;
use super::*;
use crate::{
    Data, NewDevice, Store,
    copy::KEYED_ENTRIES,
    engine::{
        Engine,
        statement::{Reach, Sql, only_number, values},
    },
    error::StoreError,
    migrate,
    relations::{Column, Copied, Export, Key, Kind, Removal},
};

#[path = "../tests/store/engine.rs"]
#[allow(dead_code, reason = "shared with the tests of the store from outside")]
mod databases;

/// Relations that only one of the engines has, and that are not copied.
const OF_ONE_ENGINE: [&str; 4] = ["used_ids", "_sqlx_migrations", "nodes", "townhall_migrations"];
/// Columns that only Postgres has.
const OF_POSTGRES: [&str; 3] = ["epoch", "length", "owner"];
/// The number of the person whom the rows of the tests concern, and every other number in them.
const ADA: i64 = 7;
/// The number of the other person in rows that concern two.
const BEN: i64 = 8;

/// A relation of an engine.
#[derive(PartialEq, Eq, Debug, Default)]
struct Real {
    columns: BTreeMap<String, Kind>,
    key: BTreeSet<String>,
    is_numbered: bool,
    /// The columns that refer to a person.
    persons: BTreeSet<String>,
}

/// Reads what an engine has: for each column its relation, name, type, whether it is part of the key, whether the engine chooses
/// its values, and the relation to which it refers.
async fn real_schema(store: &Store) -> BTreeMap<String, Real> {
    let sql = match store.engine {
        Engine::Sqlite(_) => {
            "SELECT tables.name, columns.name, lower(columns.type), columns.pk > 0, false, \
               coalesce(refers.\"table\", '') \
             FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns \
             LEFT JOIN pragma_foreign_key_list(tables.name) AS refers ON refers.\"from\" = columns.name \
             WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%'"
        }
        Engine::Postgres(_) => {
            "SELECT tables.relname::text, columns.attname::text, format_type(columns.atttypid, NULL), \
               EXISTS (SELECT FROM pg_constraint WHERE conrelid = tables.oid AND contype = 'p' \
                 AND columns.attnum = ANY(conkey)), columns.attidentity <> '', \
               coalesce((SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = tables.oid \
                 AND contype = 'f' AND conkey = ARRAY[columns.attnum]), '') \
             FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid \
             WHERE tables.relkind = 'r' AND tables.relnamespace = current_schema()::regnamespace \
               AND columns.attnum > 0 AND NOT columns.attisdropped"
        }
    };
    let mut schema: BTreeMap<String, Real> = BTreeMap::new();
    for row in store.engine.read(sql, values![]).await.unwrap() {
        let text = |column| row.get::<String>(column).unwrap();
        let (relation, column) = (text(0), text(1));
        if OF_ONE_ENGINE.contains(&&*relation) || OF_POSTGRES.contains(&&*column) {
            continue;
        }
        let kind = match text(2).as_str() {
            "integer" | "bigint" => Kind::Number,
            "text" => Kind::Text,
            "blob" | "bytea" => Kind::Bytes,
            "boolean" => Kind::Flag,
            other => panic!("unknown type {other} of {relation}.{column}"),
        };
        let real = schema.entry(relation).or_default();
        if row.get(3).unwrap() {
            real.key.insert(column.clone());
        }
        real.is_numbered |= row.get::<bool>(4).unwrap();
        if text(5) == "players" {
            real.persons.insert(column.clone());
        }
        real.columns.insert(column, kind);
    }
    schema
}

/// The relations as an engine should have them.
fn expected_schema(store: &Store) -> BTreeMap<String, Real> {
    let is_file = matches!(store.engine, Engine::Sqlite(_));
    let real = |relation: &'static Relation| {
        let relation = if is_file && relation.name == "entries" { &KEYED_ENTRIES } else { relation };
        let kind = |kind| match kind {
            Kind::Person => Kind::Number,
            Kind::Flag if is_file => Kind::Number,
            other => other,
        };
        let columns = relation.columns.iter().map(|column| (column.name.to_owned(), kind(column.kind)));
        let real = Real {
            columns: columns.collect(),
            key: relation.key_columns().iter().map(|column| (*column).to_owned()).collect(),
            is_numbered: !is_file && matches!(relation.key, Key::Numbered),
            persons: BTreeSet::new(),
        };
        (relation.name.to_owned(), real)
    };
    relations().map(real).collect()
}

async fn relations_describe_the_schema(store: &Store) {
    let mut real = real_schema(store).await;
    for relation in relations() {
        let is_person = |column: &Column| column.kind == Kind::Person;
        assert_eq!(relation.personal.is_some(), relation.columns.iter().any(is_person), "{}", relation.name);
        let Some(real) = real.get_mut(relation.name) else { continue };
        for column in std::mem::take(&mut real.persons) {
            let found = relation.columns.iter().find(|described| described.name == column);
            assert!(found.is_some_and(is_person), "{}.{column} refers to a person", relation.name);
        }
    }
    assert_eq!(real, expected_schema(store));
}

/// Inserts a row into each of these relations, all of whose numbers are [`ADA`], except that a row that concerns two persons
/// concerns `pair`.
async fn fill(
    store: &Store,
    filled: impl Iterator<Item = &'static Relation>,
    pair: [i64; 2],
) -> Result<(), StoreError> {
    for relation in filled {
        let is_file = matches!(store.engine, Engine::Sqlite(_));
        let relation = if is_file && relation.name == "entries" { &KEYED_ENTRIES } else { relation };
        let is_single = matches!(relation.key, Key::Columns(["id"]));
        let is_pair = relation.columns.iter().filter(|column| column.kind == Kind::Person).count() > 1;
        let mut pair = pair.iter();
        let mut value = |column: &Column| match column.kind {
            // There is one row only.
            Kind::Number if is_single && column.name == "id" => "1".to_owned(),
            Kind::Number if column.name == "key" => ((ADA << 20) + ADA).to_string(),
            Kind::Person if is_pair => pair.next().expect("a row concerns at most two persons").to_string(),
            Kind::Number | Kind::Person => ADA.to_string(),
            // A word that one of the relations expects.
            Kind::Text => "'push'".to_owned(),
            Kind::Bytes if is_file => "x'07ff'".to_owned(),
            Kind::Bytes => "'\\x07ff'".to_owned(),
            Kind::Flag if is_file => "1".to_owned(),
            Kind::Flag => "true".to_owned(),
        };
        let values = relation.columns.iter().map(&mut value).collect::<Vec<_>>().join(", ");
        let own = if !is_file && relation.name == "tables" { (", length", ", 0") } else { ("", "") };
        let (name, columns) = (relation.name, relation.column_list());
        let sql = format!("INSERT INTO {name} ({columns}{}) VALUES ({values}{})", own.0, own.1);
        store.engine.write(Reach::Journals, &*sql.leak(), values![]).await?;
    }
    Ok(())
}

/// The number of rows of a relation that concern the person.
async fn rows_about_ada(store: &Store, relation: &Relation) -> i64 {
    let persons = relation.columns.iter().filter(|column| column.kind == Kind::Person);
    let conditions = persons.map(|column| format!("{} = {ADA}", column.name)).collect::<Vec<_>>();
    let sql = format!("SELECT count(*) FROM {} WHERE {}", relation.name, conditions.join(" OR "));
    only_number(&store.engine.read(&*sql.leak(), values![]).await.unwrap()).unwrap()
}

async fn insert_ben(store: &Store) {
    let sql = "INSERT INTO players (id, name, colour, since) VALUES ($1, 'Ben', '\"teal\"', 1)";
    store.engine.write(Reach::Journals, sql, values![BEN]).await.unwrap();
}

/// Fills an empty store. A row that concerns two persons concerns Ada in its first column, or else in its second one.
async fn rows_of_a_removed_person_go_as_described(store: &Store, pair: [i64; 2]) {
    let personal = || relations().filter(|relation| relation.personal.is_some());
    insert_ben(store).await;
    fill(store, personal(), pair).await.unwrap();
    store.remove_player(PlayerId(ADA)).await.unwrap();
    for relation in personal() {
        let kept = match relation.personal.unwrap().removal {
            Removal::Removed => 0,
            Removal::Kept(why) => {
                assert!(!why.is_empty(), "{}", relation.name);
                1
            }
        };
        assert_eq!(rows_about_ada(store, relation).await, kept, "{}", relation.name);
    }
}

/// The number of entries in a store to be copied: more than are read at a time.
const ENTRIES: i64 = 4500;

/// Copies a file with a row in each relation, a second guest and a long journal, and returns the copy.
async fn copied_exactly(store: Store, from: &Data, to: &Data) -> Store {
    insert_ben(&store).await;
    fill(&store, relations(), [ADA, BEN]).await.unwrap();
    let sql = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $2) \
               INSERT INTO entries (key, body) SELECT ($1 << 20) + $1 + n, 'entry ' || n FROM numbers WHERE n < $2";
    store.engine.write(Reach::Journals, sql, values![ADA, ENTRIES]).await.unwrap();
    let sql = "UPDATE entries SET key = ($1 << 20) + $2 WHERE key = (SELECT max(key) FROM entries)";
    store.engine.write(Reach::Journals, sql, values![ADA, 1_048_575_i64]).await.unwrap();
    store.close().await;
    let copied = migrate(from, to).await.unwrap();
    assert_eq!((copied.players, copied.tables, copied.entries), (2, 1, ENTRIES.unsigned_abs()));
    let copy = Store::open(to, true).await.unwrap();
    let latest =
        Sql { sqlite: "SELECT max(key) & 1048575 FROM entries", postgres: "SELECT max(number) FROM entries" };
    assert_eq!(only_number(&copy.engine.read(latest, values![]).await.unwrap()).unwrap(), 1_048_575);
    for relation in relations() {
        let sql = format!("SELECT count(*) FROM {}", relation.name).leak();
        let rows = only_number(&copy.engine.read(&*sql, values![]).await.unwrap()).unwrap();
        let expected = match relation.copied {
            Copied::Nothing => 0,
            _ if relation.name == "entries" => ENTRIES,
            _ if relation.name == "players" => 2,
            _ => 1,
        };
        assert_eq!(rows, expected, "{}", relation.name);
    }
    copy
}

async fn file(folder: &TempDir, name: &str) -> (Store, Data) {
    let data = Data::File(folder.path().join(name));
    (Store::open(&data, false).await.unwrap(), data)
}

#[tokio::test]
async fn the_relations_of_a_file_are_as_described() {
    let folder = TempDir::new().unwrap();
    let (store, _) = file(&folder, "town.db").await;
    relations_describe_the_schema(&store).await;
    rows_of_a_removed_person_go_as_described(&store, [ADA, BEN]).await;
    store.close().await;
    let (store, _) = file(&folder, "other.db").await;
    rows_of_a_removed_person_go_as_described(&store, [BEN, ADA]).await;
    store.close().await;

    let (store, data) = file(&folder, "full.db").await;
    let copy = copied_exactly(store, &data, &Data::File(folder.path().join("copy.db"))).await;
    // No number that was ever used is used again.
    let player = copy.create_player(device(), "Ben".to_owned(), Colour::Teal).await.unwrap();
    assert!(player.id.0 > BEN, "{player:?}");
}

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn the_relations_of_postgres_are_as_described() {
    let database = Database::create().await;
    let store = database.open().await;
    relations_describe_the_schema(&store).await;
    rows_of_a_removed_person_go_as_described(&store, [ADA, BEN]).await;
    store.close().await;
    let database = Database::create().await;
    let store = database.open().await;
    rows_of_a_removed_person_go_as_described(&store, [BEN, ADA]).await;
    store.close().await;

    let (folder, database) = (TempDir::new().unwrap(), Database::create().await);
    let (store, data) = file(&folder, "full.db").await;
    let to = Data::Postgres(database.url.clone());
    let copy = copied_exactly(store, &data, &to).await;
    let player = copy.create_player(device(), "Ben".to_owned(), Colour::Teal).await.unwrap();
    assert!(player.id.0 > BEN, "{player:?}");
    copy.close().await;
}

#[test]
fn what_is_not_exported_has_a_reason() {
    for (relation, personal) in personal_data() {
        match personal.export {
            Export::At(pointer) => assert!(pointer.starts_with('/'), "{relation}"),
            Export::Excluded(why) => assert!(!why.is_empty(), "{relation}"),
        }
    }
}

fn device() -> NewDevice {
    NewDevice { secret: [9; 32], label: String::new(), at: 1 }
}
