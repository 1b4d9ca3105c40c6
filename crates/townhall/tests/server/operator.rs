//! The operator's commands, with a running server and without one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use tokio::time::timeout;
use townhall_client::{Guest, Method, Site, Socket, tungstenite::Message};

use crate::program::Program;

/// A folder with a database file, and the server that has it open, if any.
struct Town {
    folder: tempfile::TempDir,
    program: Option<Program>,
}

/// The result of a command.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""));
        self.out
    }

    /// The error output of a command that must have failed with this exit code.
    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{} {}", self.out, self.err);
        self.err
    }
}

impl Town {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), program: None }
    }

    fn running() -> Self {
        let mut town = Self::new();
        town.start();
        town
    }

    fn start(&mut self) {
        self.program = Some(Program::start(&self.file()));
    }

    fn stop(&mut self) {
        self.program = None;
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self) -> PathBuf {
        self.path("tables.db")
    }

    fn site(&self) -> Site {
        Site::new(&self.program.as_ref().expect("a server runs").url).expect("a loopback address")
    }

    /// Runs a command on the file.
    fn run(&self, command: &str, args: &[&str]) -> Run {
        run_on(&self.file(), command, args)
    }

    /// Runs a command on the file, with the server running or stopped.
    fn order(&mut self, beside_a_server: bool, command: &str, args: &[&str]) -> Run {
        if beside_a_server {
            return self.run(command, args);
        }
        self.stop();
        let run = self.run(command, args);
        self.start();
        run
    }

    async fn guest(&self, name: &str) -> Guest {
        self.site().guest(name).await.expect("a guest")
    }

    /// A table at which a guest plays against a bot.
    async fn table(&self, host: &Guest) -> String {
        let options = json!({
            "pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant", "listing": "public",
        });
        let table = json!({
            "game": "point-city", "variant": "standard", "players": 3, "bots": ["greedy"], "options": options,
        });
        self.site().open(host, &table).await.expect("a table")
    }

    async fn socket(&self, guest: &Guest, code: &str) -> Wire {
        Wire(self.site().socket(Some(guest), code, 0).await.expect("a socket"), 0)
    }

    /// The codes of the tables in a list.
    async fn list(&self, scope: &str, guest: &Guest) -> Vec<String> {
        let path = format!("/api/tables?scope={scope}");
        let tables: Value = self
            .site()
            .request(Method::GET, &path)
            .by(guest)
            .send()
            .await
            .expect("a list")
            .json()
            .expect("JSON");
        let codes = tables.as_array().expect("a list").iter();
        codes.map(|table| table["code"].as_str().expect("a code").to_owned()).collect()
    }

    /// The HTTP status of a table's address.
    async fn status(&self, code: &str) -> u16 {
        let path = format!("/api/tables/{code}");
        self.site().request(Method::GET, &path).send().await.expect("an answer").status().as_u16()
    }

    /// Runs SQL on the file, which must not be open in a server.
    async fn sql(&self, sql: &'static str) {
        let mut file = SqliteConnectOptions::new().filename(self.file()).connect().await.expect("a database");
        sqlx::query(sql).execute(&mut file).await.expect("it can be done");
        file.close().await.expect("it can be closed");
    }
}

fn run_on(file: &Path, command: &str, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_townhall"))
        .arg(command)
        .args(args)
        .env("TOWNHALL_DATA", file)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// A player at a table.
struct Wire(Socket, usize);

impl Wire {
    /// The next frame, or the code with which the server closed the socket.
    async fn next(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(close))) => return Err(close.map(|close| close.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    async fn whole(&mut self) -> Value {
        self.next().await.expect("the table")["table"].clone()
    }

    /// Gives a command, which must be carried out; the table's version after it.
    async fn act(&mut self, action: Value) -> u64 {
        self.1 += 1;
        let command = json!({ "id": format!("c{}", self.1), "on": 0, "action": action });
        self.0.send(Message::text(command.to_string())).await.expect("it is sent");
        loop {
            let frame = self.next().await.expect("an answer");
            assert_ne!(frame["type"], "refused", "{frame}");
            if frame["type"] == "done" {
                return frame["version"].as_u64().expect("a version");
            }
        }
    }

    async fn say(&mut self, text: &str) -> u64 {
        self.act(json!({ "type": "say", "text": text })).await
    }

    /// The code with which the server closes the socket.
    async fn closed(mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[tokio::test]
async fn a_backup_of_a_server_that_runs_holds_everything_in_one_file() {
    let mut town = Town::running();
    let ada = town.guest("Ada").await;
    for _ in 0..20 {
        town.table(&ada).await;
    }
    let plain = town.path("plain.db");
    fs::copy(town.file(), &plain).expect("a plain copy");
    let copy = town.path("copy.db");
    let said = town.run("backup", &[copy.to_str().expect("UTF-8")]).ok();
    assert!(said.contains("20 tables"), "{said}");
    #[cfg(unix)]
    assert_eq!(mode(&copy), 0o600);
    assert!(!run_on(&plain, "check", &[]).out.contains("20 tables"), "a plain copy is not enough");
    assert!(run_on(&copy, "check", &[]).ok().contains("sound: 20 tables"));

    // A backup never overwrites a file.
    let before = fs::read(&copy).expect("the copy");
    let complaint = town.run("backup", &[copy.to_str().expect("UTF-8")]).failed(2);
    assert!(complaint.contains("exists already"), "{complaint}");
    assert_eq!(fs::read(&copy).expect("the copy"), before);
    let nowhere = town.path("nowhere/copy.db");
    assert!(town.run("backup", &[nowhere.to_str().expect("UTF-8")]).failed(1).contains("can't write"));
    let left: Vec<_> = fs::read_dir(town.folder.path()).expect("the folder").flatten().collect();
    assert!(left.iter().all(|file| !file.file_name().to_string_lossy().contains("partial")), "{left:?}");

    // It is restored over a file that was changed since, or that is missing, but not under a running server.
    assert!(town.path("tables.db.backed-up").exists(), "the time of the backup is noted");
    town.table(&ada).await;
    let restore = |town: &Town| town.run("restore", &[copy.to_str().expect("UTF-8")]);
    assert!(restore(&town).failed(1).contains("in use by another server"));
    town.stop();
    let broken = town.path("broken.db");
    fs::write(&broken, &before[..before.len() / 2]).expect("half a backup");
    let said = town.run("restore", &[broken.to_str().expect("UTF-8")]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    fs::write(&broken, "").expect("an empty file");
    let said = town.run("restore", &[broken.to_str().expect("UTF-8")]).failed(2);
    assert!(said.contains("is not a Townhall file: an empty file"), "{said}");
    let said = restore(&town).ok();
    assert!(said.contains("20 tables") && said.contains("tables.db.before-restore-0"), "{said}");
    #[cfg(unix)]
    assert_eq!(mode(&town.file()), 0o600);
    town.start();
    assert_eq!(town.list("mine", &ada).await.len(), 20);
    town.stop();
    let kept = town.path("tables.db.before-restore-0");
    assert!(run_on(&kept, "check", &[]).ok().contains("sound: 21 tables"));
    fs::remove_file(town.file()).expect("it is there");
    restore(&town).ok();
    assert!(town.run("check", &[]).ok().contains("sound: 20 tables"));
}

#[tokio::test]
async fn a_blocked_guest_or_address_can_not_use_the_server() {
    for beside_a_server in [true, false] {
        let mut town = Town::running();
        let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
        let status = async |town: &Town, guest: &Guest| {
            let request = town.site().request(Method::GET, "/api/me").by(guest);
            request.send().await.expect("an answer").status().as_u16()
        };
        let table = town.table(&ada).await;
        town.order(beside_a_server, "block", &["guest 1", "--for", "1h"]).ok();
        assert_eq!((status(&town, &ada).await, status(&town, &ben).await), (403, 200));
        assert!(town.site().socket(Some(&ada), &table, 0).await.is_err());
        town.order(beside_a_server, "block", &["127.0.0.0/8"]).ok();
        assert_eq!(status(&town, &ben).await, 403);
        let said = town.run("blocks", &[]).ok();
        assert_eq!(said.lines().count(), 2, "{said}");
        for part in ["guest 1  since ", "  until 2", "127.0.0.0/8  since ", "  until it is undone"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        town.order(beside_a_server, "block", &["127.0.0.0/8", "--undo"]).ok();
        assert_eq!((status(&town, &ada).await, status(&town, &ben).await), (403, 200));
        town.order(beside_a_server, "block", &["guest 1", "--undo"]).ok();
        assert_eq!(status(&town, &ada).await, 200);
        assert!(town.run("block", &["guest 1", "--undo"]).failed(2).contains("there is no block of guest 1"));
        assert!(town.run("block", &["guest 99999"]).failed(2).contains("there is no guest 99999"));
        assert!(town.run("block", &["everybody"]).failed(2).contains("expected an address"));
    }
}

#[tokio::test]
async fn the_sockets_of_the_blocked_are_closed_at_once_and_others_stay() {
    for subject in ["guest 1", "127.0.0.1"] {
        let town = Town::running();
        let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
        let code = town.table(&ada).await;
        let (of_ada, of_ben) = (town.socket(&ada, &code).await, town.socket(&ben, &code).await);
        town.run("block", &[subject, "--for", "1h"]).ok();
        // Without this, the next ping of the server closes it, 20 seconds after the socket was opened.
        let soon = Duration::from_secs(8);
        timeout(soon, of_ada.closed()).await.expect("it is closed");
        let of_ben = timeout(Duration::from_millis(500), of_ben.closed()).await;
        assert_eq!(of_ben.is_ok(), subject != "guest 1", "{subject}");
    }
}

#[tokio::test]
async fn commands_that_only_read_do_not_upgrade_a_file() {
    let town = Town::new();
    let old = include_bytes!("../../../townhall-server/tests/fixtures/townhall-0.1.db");
    fs::write(town.file(), old).expect("a file of an earlier version");
    for (command, args) in [
        ("tables", &[][..]),
        ("guests", &["zoe"]),
        ("reports", &[]),
        ("blocks", &[]),
        ("prune", &["--older-than", "1d", "--dry-run"]),
    ] {
        let complaint = town.run(command, args).failed(1);
        assert!(complaint.contains("earlier version"), "{command}: {complaint}");
    }
    let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.expect("a database");
    let versions: i64 = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
        .fetch_one(&mut file)
        .await
        .expect("one");
    file.close().await.expect("it can be closed");
    assert!(versions < 5, "{versions}");
    // A command that changes something upgrades it, and says so in the log.
    town.run("unlist", &["AAAAA4"]).ok();
    assert!(town.run("tables", &[]).ok().contains("AAAAA4"));
}

#[tokio::test]
async fn a_check_names_what_is_damaged() {
    let mut town = Town::running();
    let ada = town.guest("Ada").await;
    let codes = [town.table(&ada).await, town.table(&ada).await, town.table(&ada).await];
    assert!(town.run("check", &[]).ok().contains("sound: 3 tables"), "beside a server that runs");
    town.stop();
    assert!(town.run("check", &[]).ok().contains("sound: 3 tables"), "after it was killed");
    town.sql("UPDATE entries SET body = '{}' WHERE key = (1 << 20) + 2").await;
    town.sql("DELETE FROM entries WHERE key = (2 << 20) + 1").await;
    town.sql("UPDATE tables SET status = 'over' WHERE id = 3").await;
    town.sql("INSERT INTO entries (key, body) VALUES ((99 << 20) + 1, '{}')").await;
    let complaint = town.run("check", &[]).failed(2);
    for part in [
        &format!("table {}: entry 2", codes[0]),
        &format!("entry 1 of table {} is missing", codes[1]),
        &format!("table {}: its status or names in lists differ", codes[2]),
        "1 entries belong to no table",
        "3 of 3 tables damaged",
    ] {
        assert!(complaint.contains(part), "{part}: {complaint}");
    }
    fs::write(town.path("letter.txt"), "Dear Ada, ".repeat(300)).expect("a letter");
    assert!(run_on(&town.path("letter.txt"), "check", &[]).failed(2).contains("not a Townhall file"));
    assert!(run_on(&town.path("nothing.db"), "check", &[]).failed(2).contains("can't open"));
    assert!(!town.path("nothing.db").exists(), "nothing is made by looking");
}

#[tokio::test]
async fn pruning_removes_what_is_old_and_nothing_else() {
    let mut town = Town::running();
    let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
    let (old, new) = (town.table(&ada).await, town.table(&ben).await);
    town.stop();
    town.sql("UPDATE tables SET touched = touched - 20 * 86400000 WHERE id = 1").await;
    town.sql("UPDATE players SET since = since - 20 * 86400000").await;
    // With a running server, and a player and a spectator at the table.
    town.start();
    let wire = town.socket(&ada, &old).await;
    let what = "1 table (0 finished, 0 unfinished, 1 that never began) and 1 guest\n";
    assert_eq!(town.run("prune", &["--older-than", "21d"]).ok().split(' ').nth(1), Some("0"));
    assert_eq!(town.run("prune", &["--older-than", "19d", "--dry-run"]).ok(), format!("would remove {what}"));
    assert_eq!(town.status(&old).await, 200, "a dry run removes nothing");
    assert_eq!(town.run("prune", &["--older-than", "19d"]).ok(), format!("removed {what}"));
    assert_eq!(wire.closed().await, Some(4004), "open sockets get the close code of removed tables");
    assert_eq!((town.status(&old).await, town.status(&new).await), (404, 200));
    assert_eq!(town.list("mine", &ben).await, [new]);
    assert!(town.run("guests", &[""]).ok().contains("Ben"));
    assert!(!town.run("guests", &[""]).ok().contains("Ada"));
    assert!(town.run("check", &[]).ok().contains("sound: 1 table,"));
}

#[tokio::test]
async fn abandoned_public_tables_are_pruned_earlier_and_a_wrong_clock_is_noticed() {
    let mut town = Town::running();
    let ada = town.guest("Ada").await;
    let options = |listing: &str| {
        json!({
            "pace": "untimed", "talk": "open", "undo": "until-revealed", "bots": "instant", "listing": listing,
        })
    };
    let mut codes = Vec::new();
    for (listing, start) in [("public", true), ("public", false), ("private", true), ("public", true)] {
        let table = json!({
            "game": "point-city", "variant": "standard", "players": 2, "bots": ["greedy"], "start": start,
            "options": options(listing),
        });
        codes.push(town.site().open(&ada, &table).await.expect("a table"));
    }
    town.stop();
    town.sql("UPDATE tables SET touched = touched - 20 * 86400000 WHERE id < 4").await;
    let prune = ["--older-than", "1y", "--abandoned", "14d"];
    let what = "2 tables (0 finished, 1 unfinished, 1 that never began) and 0 guests\n";
    assert_eq!(
        town.run("prune", &[&prune[..], &["--dry-run"]].concat()).ok(),
        format!("would remove {what}")
    );
    assert_eq!(town.run("prune", &prune).ok(), format!("removed {what}"));
    let left = town.run("tables", &[]).ok();
    assert!(!left.contains(&codes[0]) && !left.contains(&codes[1]), "{left}");
    assert!(left.contains(&codes[2]) && left.contains(&codes[3]), "{left}");

    // The clock is twelve years ahead: everything would be removed. Or it was, and times in the future are left.
    town.sql("UPDATE tables SET touched = touched - 12 * 366 * 86400000").await;
    let complaint = town.run("prune", &prune).failed(2);
    assert!(complaint.contains("--force"), "{complaint}");
    town.sql("UPDATE tables SET touched = touched + 24 * 366 * 86400000").await;
    assert!(town.run("prune", &prune).ok().starts_with("removed 0 tables"));
    let this_year = town.run("tables", &[]).ok();
    town.start();
    let card = town.site().request(Method::GET, &format!("/api/tables/{}", codes[3])).send().await;
    let idle = card.expect("an answer").json::<Value>().expect("JSON")["idle_ms"].as_u64();
    assert!(idle.is_some_and(|idle| idle < 600_000), "{idle:?}: {this_year}");
    town.stop();
    town.sql("UPDATE tables SET touched = touched - 12 * 366 * 86400000").await;
    assert!(town.run("prune", &[&prune[..], &["--force"]].concat()).ok().starts_with("removed 2 tables"));
}

#[tokio::test]
async fn a_table_that_was_removed_is_gone_and_its_number_is_not_used_again() {
    for beside_a_server in [true, false] {
        let mut town = Town::running();
        let ada = town.guest("Ada").await;
        let (first, second) = (town.table(&ada).await, town.table(&ada).await);
        if !beside_a_server {
            town.stop();
        }
        assert!(town.run("remove-table", &["NWHERE"]).failed(2).contains("there is no table NWHERE"));
        // In lower case, as a person might type it.
        town.run("remove-table", &[&second.to_lowercase()]).ok();
        if !beside_a_server {
            town.start();
        }
        assert_eq!((town.status(&second).await, town.list("mine", &ada).await), (404, vec![first]));
        let third = town.table(&ada).await;
        assert!(town.run("tables", &[]).ok().contains(&third));
        town.stop();
        let mut file = SqliteConnectOptions::new().filename(town.file()).connect().await.expect("a database");
        let ids: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM tables ORDER BY id").fetch_all(&mut file).await.expect("ids");
        assert_eq!(ids, [1, 3], "beside a server: {beside_a_server}");
        file.close().await.expect("it can be closed");
    }
}

#[tokio::test]
async fn a_guest_returns_once_by_the_operators_link() {
    let mut town = Town::running();
    let ada = town.guest("Ada").await;
    let code = town.table(&ada).await;
    let guests = town.run("guests", &["ada"]).ok();
    let number = guests.split_whitespace().next().expect("a number").to_owned();
    for beside_a_server in [true, false] {
        let said = town.order(beside_a_server, "recover", &[&number, "--site", "https://play.example/"]).ok();
        let (link, until) = said.split_once('\n').expect("two lines");
        assert!(until.contains("guest 1 (Ada), once, until 2"), "{until}");
        // The code is in the fragment, which a program that fetches the page for a preview does not send.
        let entered = link.strip_prefix("https://play.example/#recover=").expect("a link");
        let mut answers = Vec::new();
        for _ in 0..2 {
            let request = town.site().request(Method::POST, "/api/me/devices");
            answers.push(request.json(&json!({ "code": entered })).send().await.expect("an answer"));
        }
        assert_eq!([answers[0].status(), answers[1].status()].map(|status| status.as_u16()), [200, 404]);
        let again = Guest::from_headers(answers[0].headers()).expect("a cookie");
        assert_eq!(town.list("mine", &again).await, [code.as_str()]);
    }
    assert!(town.run("recover", &["99"]).failed(2).contains("there is no guest 99"));
}

#[tokio::test]
async fn a_forgotten_guest_is_signed_out_and_named_nowhere() {
    for beside_a_server in [true, false] {
        let mut town = Town::running();
        let (ada, ben) = (town.guest("Ada Lovelace").await, town.guest("Ben").await);
        let code = town.table(&ada).await;
        let left = town.table(&ben).await;
        let (mut hers, mut his) = (town.socket(&ada, &code).await, town.socket(&ben, &code).await);
        his.act(json!({ "type": "sit", "chair": 2 })).await;
        hers.say("my secret").await;
        his.say("his own").await;
        hers.act(json!({ "type": "start" })).await;
        hers.say("another secret").await;
        // At another table she sat down and left again.
        let mut there = town.socket(&ada, &left).await;
        there.act(json!({ "type": "sit", "chair": 2 })).await;
        there.act(json!({ "type": "leave" })).await;
        let guests = town.run("guests", &["LOVELACE"]).ok();
        let number = guests.split_whitespace().next().expect("a number").to_owned();
        if !beside_a_server {
            town.stop();
        }
        let said = town.run("forget-guest", &[&number]).ok();
        assert!(said.contains("2 tables"), "{said}");
        assert!(town.run("forget-guest", &[&number]).failed(2).contains("there is no guest"));
        if beside_a_server {
            // Her socket is closed with the code for signed-out devices, unless her table ended first.
            assert!([Some(4005), Some(1011)].contains(&hers.closed().await));
            assert_eq!(his.closed().await, Some(1011), "he comes again");
        } else {
            town.start();
        }
        let me = town.site().request(Method::GET, "/api/me").by(&ada).send().await.expect("an answer");
        assert_eq!(me.text(), "null");
        let table = town.socket(&ben, &code).await.whole().await;
        let names: Vec<_> = table["chairs"].as_array().expect("chairs").iter().collect();
        let text = table.to_string();
        assert!(text.contains("his own") && !text.contains("secret") && !text.contains("Lovelace"), "{text}");
        let hers = names.iter().find(|chair| chair["sitter"]["name"] == "Guest").expect("her chair");
        assert!(hers["sitter"]["stand_in"].is_string(), "a bot plays on: {hers}");
        assert_eq!(town.list("mine", &ben).await.len(), 2);
        assert!(town.run("guests", &["lovelace"]).ok().is_empty());
        assert!(town.run("check", &[]).ok().contains("sound: 2 tables"));
        town.stop();
        assert!(town.run("check", &[]).ok().contains("sound: 2 tables"));
        for name in ["tables.db", "tables.db-wal"] {
            let bytes = fs::read(town.path(name)).unwrap_or_default();
            for word in ["Lovelace", "my secret"] {
                let found = bytes.windows(word.len()).any(|window| window == word.as_bytes());
                assert!(!found, "{name} still holds {word}, beside a server: {beside_a_server}");
            }
        }
    }
}

#[tokio::test]
async fn a_table_can_be_kept_out_of_lists_and_closed() {
    for beside_a_server in [true, false] {
        let mut town = Town::running();
        let ada = town.guest("Ada").await;
        let code = town.table(&ada).await;
        let open = [code.as_str()];
        // Lists show tables with a client.
        let mut _wire = town.socket(&ada, &code).await;
        assert_eq!(town.list("open", &ada).await, open);
        town.order(beside_a_server, "unlist", &[&code]).ok();
        _wire = town.socket(&ada, &code).await;
        assert_eq!(town.list("open", &ada).await, [""; 0]);
        assert_eq!(town.list("mine", &ada).await, open);
        assert!(town.run("tables", &[]).ok().contains("unlisted"));
        town.order(beside_a_server, "unlist", &[&code, "--undo"]).ok();
        let wire = town.socket(&ada, &code).await;
        assert_eq!(town.list("open", &ada).await, open);

        town.order(beside_a_server, "close", &[&code]).ok();
        assert!(!beside_a_server || wire.closed().await == Some(4004));
        assert_eq!((town.status(&code).await, town.list("mine", &ada).await.len()), (404, 0));
        assert!(town.site().socket(Some(&ada), &code, 0).await.is_err());
        town.order(beside_a_server, "close", &[&code, "--undo"]).ok();
        let mut wire = town.socket(&ada, &code).await;
        assert_eq!((town.status(&code).await, town.list("open", &ada).await.len()), (200, 1));
        wire.say("again").await;
        assert!(town.run("close", &["NWHERE"]).failed(2).contains("there is no table NWHERE"));
    }
}

#[tokio::test]
async fn the_operator_reads_what_players_report() {
    for beside_a_server in [true, false] {
        let mut town = Town::running();
        let (ada, ben) = (town.guest("Ada").await, town.guest("Ben").await);
        let code = town.table(&ada).await;
        town.socket(&ada, &code).await.say("something rude").await;
        let report = async |site: Site, body: Value| {
            let path = format!("/api/tables/{code}/reports");
            let request = site.request(Method::POST, &path).by(&ben);
            request.json(&body).send().await.expect("an answer").status().as_u16()
        };
        let on_seat = |seat: usize, reason: &str| json!({ "seat": seat, "reason": reason });
        assert_eq!(report(town.site(), on_seat(0, "she \u{1b}[31mis rude")).await, 204);
        assert_eq!(report(town.site(), on_seat(1, "a bot")).await, 404);
        assert_eq!(report(town.site(), on_seat(99, "nobody")).await, 404);
        assert_eq!(report(town.site(), on_seat(0, &"x".repeat(281))).await, 400);
        let said = town.order(beside_a_server, "reports", &[]).ok();
        assert_eq!(said.lines().count(), 3, "{said}");
        for part in
            ["by guest 2: Ada (guest 1) at table", &code, "because: she  [31mis rude", "said: something rude"]
        {
            assert!(said.contains(part), "{part}: {said}");
        }
        // A spectator of the game has no seat, but a line that they wrote.
        let mut host = town.socket(&ada, &code).await;
        // The command `c1` was carried out already.
        host.1 = 1;
        host.act(json!({ "type": "seat-bot", "chair": 2, "level": "greedy" })).await;
        host.act(json!({ "type": "start" })).await;
        // A report from before the start quotes what was said before and after it, on whatever seat its chair became.
        host.say("still rude").await;
        let said = town.order(beside_a_server, "reports", &[]).ok();
        for part in ["said: something rude", "said: still rude"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        let eve = town.guest("Eve").await;
        let version = town.socket(&eve, &code).await.say("boo").await;
        let remarked = |version: u64| json!({ "remark": version, "reason": "" });
        assert_eq!(report(town.site(), remarked(version)).await, 204);
        assert_eq!(report(town.site(), remarked(version + 1)).await, 404);
        for about in [json!({ "reason": "" }), json!({ "remark": version, "seat": 0, "reason": "" })] {
            assert_eq!(report(town.site(), about).await, 400);
        }
        let said = town.order(beside_a_server, "reports", &[]).ok();
        for part in ["by guest 2: Eve (guest 3) at table", "said: boo"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        // An uploaded game is marked, and its guest can be reported.
        let file = include_str!("../records/v1/point-city-solo-hard-1.jsonl");
        let end = file[1..].find("{\"record\"").map_or(file.len(), |end| end + 1);
        let request = town.site().request(Method::POST, "/api/records").by(&ada);
        let opened = request.json(&json!({ "record": &file[..end] })).send().await.expect("an answer");
        let uploaded = opened.json::<Value>().expect("JSON")["code"].as_str().expect("a code").to_owned();
        let request = town.site().request(Method::POST, &format!("/api/tables/{uploaded}/reports")).by(&ben);
        let body = json!({ "seat": 0, "reason": "\u{202e}not true" });
        assert_eq!(request.json(&body).send().await.expect("an answer").status().as_u16(), 204);
        let said = town.run("reports", &[]).ok();
        assert!(said.contains(&format!("(guest 1) at table {uploaded}")), "{said}");
        assert!(said.contains("because: \u{fffd}not true"), "{said}");
        let listed = town.run("tables", &[]).ok();
        let marked: Vec<_> = listed.lines().filter(|line| line.contains("  imported  ")).collect();
        assert!(marked.len() == 1 && marked[0].starts_with(&uploaded), "{listed}");
        town.run("reports", &["--remove", "3"]).ok();
        // The number of reports of one person is limited.
        for _ in 2..20 {
            assert_eq!(report(town.site(), remarked(version)).await, 204);
        }
        assert_eq!(report(town.site(), remarked(version)).await, 429);
        town.order(beside_a_server, "reports", &["--remove", "1"]).ok();
        assert!(town.run("reports", &["--remove", "1"]).failed(2).contains("there is no report 1"));
        assert_eq!(report(town.site(), remarked(version)).await, 204);
        assert_eq!(town.run("reports", &["--remove-by", "2"]).ok(), "removed 20 reports by guest 2\n");
        assert_eq!(town.run("reports", &[]).ok(), "");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_read_the_file_and_what_lies_beside_it() {
    use std::os::unix::fs::PermissionsExt;

    let mut town = Town::running();
    let ada = town.guest("Ada").await;
    town.table(&ada).await;
    let all =
        ["", "-wal", "-shm", ".lock", ".control"].map(|suffix| town.path(&format!("tables.db{suffix}")));
    let modes = || all.each_ref().map(|path| mode(path));
    assert_eq!(modes(), [0o600; 5]);
    // A file of an older version is made private as well.
    let everybody = fs::Permissions::from_mode(0o644);
    all[..4].iter().for_each(|path| fs::set_permissions(path, everybody.clone()).expect("it is ours"));
    town.stop();
    town.start();
    assert_eq!(modes(), [0o600; 5]);
}

#[cfg(unix)]
#[tokio::test]
async fn no_link_leads_a_second_server_to_the_file() {
    let town = Town::running();
    let ada = town.guest("Ada").await;
    let code = town.table(&ada).await;
    let link = town.path("link.db");
    std::os::unix::fs::symlink(town.file(), &link).expect("a link");
    let serve = |path: &Path| {
        run_on(path, "serve", &["--listen", "127.0.0.1:0", "--data", path.to_str().expect("UTF-8")])
    };
    for path in [
        &town.file(),
        &link,
        &town.path("../").join(town.folder.path().file_name().expect("a name")).join("tables.db"),
    ] {
        assert!(serve(path).failed(1).contains("in use by another server"), "{}", path.display());
    }
    // Commands also find the server through the link.
    assert!(run_on(&link, "tables", &[]).ok().contains(&code));
    // Under another name of the same file, a server would have a write-ahead log of its own.
    let hard = town.path("hard.db");
    fs::hard_link(town.file(), &hard).expect("a hard link");
    assert!(serve(&hard).failed(1).contains("in use by another server"));
    assert!(town.list("mine", &ada).await.contains(&code));
}

/// A limit on the file's size stands in for a full disk: writes fail with the same error.
#[cfg(unix)]
#[tokio::test]
async fn health_fails_when_the_file_can_not_grow() {
    let mut town = Town::new();
    let shell = format!("trap '' XFSZ; ulimit -f 2000; exec \"$0\" \"$@\" 2> {}", town.path("log").display());
    town.program = Some(Program::start_in(&shell, &town.file()));
    let health = async || {
        let answer = town.site().request(Method::GET, "/healthz").send().await.expect("an answer");
        (answer.status().as_u16(), answer.text())
    };
    assert_eq!(health().await.0, 200);
    // Writes of one page each, like those of the health check, until one fails.
    let ada = town.guest("Ada").await;
    for round in 0.. {
        let me = json!({ "name": format!("Ada {round}"), "colour": "moss" });
        let renamed = town.site().request(Method::PUT, "/api/me").by(&ada).json(&me).send().await;
        let status = renamed.expect("an answer").status().as_u16();
        if status != 200 {
            assert_eq!(status, 503, "it helps to try again later");
            break;
        }
        assert!(round < 1000, "the file grows without end");
    }
    // A refused request is not a line of the log each time.
    for round in 0..100 {
        let me = json!({ "name": format!("Ben {round}"), "colour": "moss" });
        let renamed = town.site().request(Method::PUT, "/api/me").by(&ada).json(&me).send().await;
        assert_eq!(renamed.expect("an answer").status().as_u16(), 503);
    }
    let log = fs::read_to_string(town.path("log")).expect("a log");
    assert!((1..10).contains(&log.lines().count()), "{log}");
    // The previous result of the health check is cached for five seconds.
    let mut found = health().await;
    for _ in 0..70 {
        if found.0 != 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        found = health().await;
    }
    assert_eq!(found.0, 503, "{}", found.1);
    assert!(
        found.1.contains("the file can't be written") || found.1.contains("the disk is full"),
        "{}",
        found.1
    );
}
