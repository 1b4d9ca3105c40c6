//! Tests of the writer when the disk is full or a statement fails.

use sqlx::AssertSqlSafe;
use tempfile::TempDir;

use super::{rows::insert_table, *};
use crate::{
    journal::{Epoch, NewTable},
    sqlite::open,
};
use townhall_table::{journal::PlayerId, room::Summary};

fn summary(people: &[PlayerId]) -> Summary {
    Summary { people: people.to_vec(), ..Summary::new("standard", 2, PlayerId(1)) }
}

impl Work {
    /// Runs jobs in one transaction.
    async fn run(&mut self, mut jobs: Vec<Job>) {
        self.batch(&mut jobs).await;
    }

    async fn number(&mut self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut self.connection).await.expect("a number")
    }
}

fn append(
    table: TableId,
    text: &str,
    people: &[PlayerId],
) -> (Job, oneshot::Receiver<Result<(), StoreError>>) {
    let (answer, answered) = oneshot::channel();
    let (entries, change) = (vec![text.to_owned()], Change::Everything);
    let append = Append {
        table,
        epoch: Epoch::default(),
        after: 1,
        entries,
        at: 7,
        summary: summary(people),
        change,
        opens: None,
        notices: vec![],
        notify_at: 7,
    };
    (Job::Append(append, answer), answered)
}

/// Inserts a person of this number.
async fn insert_player(db: &mut SqliteConnection, id: i64) -> Result<PlayerId, StoreError> {
    let sql = "INSERT INTO players (id, name, colour, since) VALUES (?, 'Ada', 'teal', 1)";
    sqlx::query(sql).bind(id).execute(db).await?;
    Ok(PlayerId(id))
}

#[tokio::test]
async fn a_full_disk_rolls_back_the_whole_batch_and_later_batches_succeed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("full.db");
    open::create(&path).expect("a file");
    let (connection, [readers, _]) = open::connect(&path).await.expect("a file");
    let mut work = Work::new(connection);
    let ada = insert_player(&mut work.connection, 1).await.expect("room");
    let mut tables = Vec::new();
    for code in ["AAAAAA", "BBBBBB"] {
        let (code, game, entries) =
            (code.parse().unwrap(), "point-city".to_owned(), vec!["opened".to_owned()]);
        let table =
            NewTable { code, game, entries, at: 5, summary: summary(&[ada]), notices: vec![], notify_at: 5 };
        tables.push(insert_table(&mut work.connection, table).await.expect("room"));
    }

    // No room for more than a few bytes: the first append would fit, the second does not.
    let pages = work.number("PRAGMA page_count").await;
    sqlx::query(AssertSqlSafe(format!("PRAGMA max_page_count = {pages}")))
        .execute(&mut work.connection)
        .await
        .expect("a limit");
    let (small, first) = append(tables[0], "small", &[]);
    let (large, second) = append(tables[1], &"large ".repeat(10_000), &[]);
    work.run(vec![small, large]).await;
    for answer in [first, second] {
        let answer = answer.await.expect("an answer");
        assert!(matches!(answer, Err(StoreError::DiskFull)), "{answer:?}");
    }
    assert_eq!(work.number("SELECT count(*) FROM entries").await, 2);
    assert_eq!(
        work.number("SELECT count(*) FROM people").await,
        2,
        "the people at the tables have not changed"
    );
    assert_eq!(work.number("SELECT count(*) FROM tables WHERE touched = 7").await, 0);

    sqlx::query("PRAGMA max_page_count = 1000000").execute(&mut work.connection).await.expect("no limit");
    let (small, first) = append(tables[0], "small", &[]);
    let (large, second) = append(tables[1], &"large ".repeat(10_000), &[]);
    work.run(vec![small, large]).await;
    for answer in [first, second] {
        answer.await.expect("an answer").expect("there is room");
    }
    assert_eq!(work.number("SELECT count(*) FROM entries").await, 4);
    readers.close().await;
}

/// A job that fails in the middle rolls the whole transaction back, even if SQLite could continue it.
#[tokio::test]
async fn a_job_that_fails_halfway_rolls_back_its_batch() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("half.db");
    open::create(&path).expect("a file");
    let (connection, _pools) = open::connect(&path).await.expect("a file");
    let mut work = Work::new(connection);
    let ada = insert_player(&mut work.connection, 1).await.expect("room");
    let (code, game, entries) =
        ("AAAAAA".parse().unwrap(), "point-city".to_owned(), vec!["first".to_owned()]);
    let table =
        NewTable { code, game, entries, at: 5, summary: summary(&[ada]), notices: vec![], notify_at: 5 };
    let table = insert_table(&mut work.connection, table).await.expect("room");
    // Makes inserting the new people fail after the old ones were deleted.
    let fails = "CREATE TRIGGER fails BEFORE INSERT ON people BEGIN SELECT raise(ABORT, 'no'); END";
    execute(&mut work.connection, fails).await.expect("a trigger");
    let (job, answer) = append(table, "second", &[ada]);
    let (reply, answered) = oneshot::channel();
    let ben = Job::Write(boxed(|db| Box::pin(insert_player(db, 2)), reply));
    work.run(vec![job, ben]).await;
    assert!(matches!(answer.await.expect("an answer"), Err(StoreError::Database(_))));
    assert!(answered.await.is_err(), "it was not reached");
    assert_eq!(
        work.number("SELECT count(*) FROM people").await,
        1,
        "the people at the tables have not changed"
    );
    assert_eq!(work.number("SELECT count(*) FROM entries").await, 1);
    assert_eq!(work.number("SELECT count(*) FROM players").await, 1);
}

#[tokio::test]
async fn closing_while_the_disk_is_full_answers_the_jobs_that_were_sent() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("close.db");
    open::create(&path).expect("a file");
    let (mut connection, _pools) = open::connect(&path).await.expect("a file");
    let (code, game, entries) =
        ("AAAAAA".parse().unwrap(), "point-city".to_owned(), vec!["first".to_owned()]);
    let table = NewTable { code, game, entries, at: 5, summary: summary(&[]), notices: vec![], notify_at: 5 };
    let table = insert_table(&mut connection, table).await.expect("room");
    let pages: i64 =
        sqlx::query_scalar("PRAGMA page_count").fetch_one(&mut connection).await.expect("a number");
    let limit = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query(limit).execute(&mut connection).await.expect("a limit");
    let writer = Writer::spawn(connection);
    let (Job::Append(large, _), _) = append(table, &"large ".repeat(10_000), &[]) else {
        panic!("an append")
    };
    let (appended, ()) = tokio::join!(biased; writer.append(large.clone()), writer.close());
    assert!(matches!(appended, Err(StoreError::DiskFull)), "{appended:?}");
    assert!(matches!(writer.append(large).await, Err(StoreError::Closed)));
}
