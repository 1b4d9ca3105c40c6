//! A server refuses to start on databases whose replicas do not prevent the loss of acknowledged writes.

use std::process::{Child, Command, Stdio};

use super::cluster::{Cluster, POSTGRES_TIMEOUT, program};

/// Receives the log for an archive, until it is dropped.
struct Archive(Child);

impl Archive {
    fn of(cluster: &Cluster) -> Self {
        let folder = cluster.folder("archive");
        let port = cluster.ports()[cluster.primary()].to_string();
        let mut receive = program("pg_receivewal");
        receive.args(["-h", "127.0.0.1", "-U", "townhall", "-p", &port, "-D"]).arg(folder);
        Self(receive.stderr(Stdio::null()).spawn().expect("it starts"))
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The error with which a server fails to start, connected as this user of the database.
fn refusal(cluster: &Cluster, user: &str) -> String {
    let port = cluster.ports()[cluster.primary()];
    let url = format!("postgres://{user}@127.0.0.1:{port}/postgres");
    let output = Command::new(env!("CARGO_BIN_EXE_townhall"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data", &url])
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn until(what: &str, cluster: &Cluster, sql: &str, expected: &str) {
    let begun = std::time::Instant::now();
    while cluster.sql(sql).trim() != expected {
        assert!(begun.elapsed() < POSTGRES_TIMEOUT, "{what}: {}", cluster.sql(sql));
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
fn postgres_with_replicas_that_are_not_waited_for_is_refused() {
    let cluster = Cluster::start("refused", false);
    cluster.sql("CREATE ROLE nosy LOGIN");
    // Besides the standby, an archive of the log receives it; an archive can't be promoted.
    let _archive = Archive::of(&cluster);
    let connected = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
    until("both are connected", &cluster, connected, "2");
    let replayed = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn IS NOT NULL";
    until("the standby has said what it has", &cluster, replayed, "1");
    let lossy = "could lose moves that were acknowledged: its fsync is off";
    let fine = refusal(&cluster, "townhall");
    assert!(fine.contains(&format!("{lossy}. To accept that")), "{fine}");
    // The error for a user without the permission to see replicas says how to grant it.
    let unseen = refusal(&cluster, "nosy");
    assert!(unseen.contains("GRANT pg_read_all_stats TO nosy"), "{unseen}");
    cluster.sql("GRANT pg_read_all_stats TO nosy");
    assert!(!refusal(&cluster, "nosy").contains("GRANT"));

    let waits_for = |names: &str| {
        cluster.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"));
        cluster.sql("SELECT pg_reload_conf()");
        until("it is set", &cluster, "SHOW synchronous_standby_names", names);
    };
    waits_for("another");
    let asynchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'async'";
    until("it is asynchronous", &cluster, asynchronous, "2");
    let refused = refusal(&cluster, "townhall");
    assert!(refused.contains("; it does not wait for 1 of its replicas"), "{refused}");
    waits_for("");
    let refused = refusal(&cluster, "townhall");
    assert!(refused.contains("; it has replicas, and waits for none of them"), "{refused}");
}
