//! The server's metrics, for Prometheus.

mod vitals;

use std::{sync::OnceLock, time::Duration};

use metrics::{counter, describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

pub use self::vitals::{Vitals, backup_mark};

/// The names of the metrics.
pub mod names {
    pub use townhall_notices::metric_names::{NOTICE_OVERDUE, NOTICE_PAUSED, NOTICE_SECONDS, NOTICES};
    pub use townhall_store::metric_names::{BATCH_SECONDS, BATCH_SIZE, FAILED_COMMITS, LOSSY};

    /// Sockets that are open.
    pub const SOCKETS: &str = "townhall_sockets";
    /// Connections that are open, sockets among them.
    pub const CONNECTIONS: &str = "townhall_connections";
    /// Connections that were closed or refused since there were too many, or closed since the client did not read.
    pub const CONNECTIONS_REFUSED: &str = "townhall_connections_refused_total";
    /// Tables that are in memory.
    pub const LIVE_TABLES: &str = "townhall_live_tables";
    /// Moves of guests that were acknowledged.
    pub const MOVES: &str = "townhall_moves_acknowledged_total";
    /// Commands that were carried out.
    pub const COMMANDS: &str = "townhall_commands_total";
    /// Seconds from reading a command to its acknowledgement.
    pub const COMMAND_SECONDS: &str = "townhall_command_seconds";
    /// Refusals, by code.
    pub const REFUSALS: &str = "townhall_refusals_total";
    /// Slow readers that were sent the whole table again.
    pub const RESYNCS: &str = "townhall_resyncs_total";
    /// Sockets that the server closed, by reason.
    pub const CLOSED: &str = "townhall_sockets_closed_total";
    /// The size of the database file, in bytes.
    pub const FILE_BYTES: &str = "townhall_file_bytes";
    /// The size of the write-ahead log beside it, in bytes.
    pub const LOG_BYTES: &str = "townhall_file_log_bytes";
    /// Bytes of journals that were stored.
    pub const STORED_BYTES: &str = "townhall_stored_bytes_total";
    /// Refusals because a quota of bytes was used up, by whose it was.
    pub const QUOTA_REFUSALS: &str = "townhall_quota_refusals_total";
    /// Codes for email addresses that were not sent, by the limit that they exceeded.
    pub const EMAIL_CODES_REFUSED: &str = "townhall_email_codes_refused_total";
    /// When the latest backup was made, in seconds since 1970; 0 if there was none.
    pub const BACKUP: &str = "townhall_last_backup_timestamp_seconds";
    /// Whether the machine's clock was set by more than a day, which the operator has to confirm.
    pub const CLOCK_DOUBTFUL: &str = "townhall_clock_doubtful";
    /// Nodes that have a lease, this one among them.
    pub const NODES: &str = "townhall_nodes";
    /// How many seconds the renewal of this node's lease took.
    pub const LEASE_SECONDS: &str = "townhall_lease_renewal_seconds";
    /// How often this node could not renew its lease in time, and stopped answering for its tables.
    pub const LEASES_LOST: &str = "townhall_leases_lost_total";
    /// Sockets of this node whose table is on another node.
    pub const FORWARDED: &str = "townhall_forwarded_sockets";
    /// Sockets of other nodes whose table is on this one.
    pub const HOSTED: &str = "townhall_hosted_sockets";
    /// Always 1, with the version as a label.
    pub const BUILD: &str = "townhall_build_info";
    /// Descriptors of files and sockets that are open, under the name that is usual for this.
    pub const OPEN_DESCRIPTORS: &str = "process_open_fds";
    /// The limit on open descriptors.
    pub const MAX_DESCRIPTORS: &str = "process_max_fds";
    /// The resident memory of the process, in bytes.
    pub const RESIDENT_BYTES: &str = "process_resident_memory_bytes";
    /// Bots that failed, so that a simpler one made their move.
    pub const BOT_FAILURES: &str = "townhall_bot_failures_total";
    /// How many seconds a bot thought, by kind of thought.
    pub const THINKING_SECONDS: &str = "townhall_bot_thinking_seconds";
    /// How many seconds a thought waited for a thread, by kind of thought.
    pub const THINKING_WAIT_SECONDS: &str = "townhall_bot_thinking_wait_seconds";
    /// Thoughts that wait for a thread, by kind.
    pub const THOUGHTS_WAITING: &str = "townhall_bot_thoughts_waiting";
    /// Thoughts that are running, by kind.
    pub const THOUGHTS_RUNNING: &str = "townhall_bot_thoughts_running";
    /// Thoughts that were cancelled because their result was no longer wanted.
    pub const THOUGHTS_CANCELLED: &str = "townhall_bot_thoughts_cancelled_total";
    /// Thoughts that ended because their time was up.
    pub const THOUGHTS_CUT: &str = "townhall_bot_thoughts_cut_total";
    /// Thoughts that got less time because they had waited for long, by kind.
    pub const THOUGHTS_HURRIED: &str = "townhall_bot_thoughts_hurried_total";
}

/// The upper bounds of the buckets of durations.
const SECONDS: [f64; 12] = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];
/// The upper bounds of the buckets of batch sizes.
const SIZES: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 200.0, 1000.0];

/// Installs the recorder of this process at the first call; later calls return the same one.
pub fn install() -> &'static Metrics {
    static INSTALLED: OnceLock<Metrics> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .and_then(|builder| builder.set_buckets_for_metric(Matcher::Suffix("_size".to_owned()), &SIZES))
            .expect("the lists of buckets are not empty")
            .build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another metrics recorder is installed in this process: there will be no metrics");
        }
        describe();
        begin_counters();
        Metrics(handle)
    })
}

/// The metrics of this process.
#[derive(Debug)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// All metrics in Prometheus's text format.
    #[must_use]
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Aggregates what was measured every five seconds, so that raw samples don't fill the memory. Never returns.
    pub async fn upkeep(&self) {
        let mut clock = tokio::time::interval(Duration::from_secs(5));
        loop {
            clock.tick().await;
            self.0.run_upkeep();
        }
    }
}

/// Counts nothing with each counter by which an operator notices faults, so that their first rise can be seen.
fn begin_counters() {
    for name in [
        names::FAILED_COMMITS,
        names::BOT_FAILURES,
        names::RESYNCS,
        names::MOVES,
        names::COMMANDS,
        names::THOUGHTS_CANCELLED,
        names::THOUGHTS_CUT,
        names::STORED_BYTES,
        names::LEASES_LOST,
    ] {
        counter!(name).increment(0);
    }
    for (name, label, values) in [
        (names::REFUSALS, "code", &["Internal", "Unreadable", "TooMany", "Full", "Busy"][..]),
        (names::CONNECTIONS_REFUSED, "what", &["slow", "closed", "refused"]),
        (names::CLOSED, "why", &["Failed", "TooMuch", "TooSlow"]),
        (names::THOUGHTS_HURRIED, "kind", &["hint", "long"]),
        (names::QUOTA_REFUSALS, "whose", &["guest", "address", "total"]),
        (names::EMAIL_CODES_REFUSED, "whose", &["guest", "mailbox", "domain", "all"]),
    ] {
        values.iter().for_each(|value| counter!(name, label => *value).increment(0));
    }
    for medium in ["push", "webhook", "email"] {
        for outcome in ["sent", "again", "failed"] {
            counter!(names::NOTICES, "outcome" => outcome, "medium" => medium).increment(0);
        }
    }
}

fn describe() {
    describe_gauge!(names::SOCKETS, "Sockets that are open");
    describe_gauge!(names::CONNECTIONS, "Connections that are open, sockets among them");
    describe_counter!(
        names::CONNECTIONS_REFUSED,
        "Connections that were closed or refused: too many, or too slow"
    );
    describe_gauge!(names::LIVE_TABLES, "Tables that are in memory");
    describe_counter!(names::MOVES, "Moves of guests that were acknowledged");
    describe_counter!(names::COMMANDS, "Commands that were carried out");
    describe_histogram!(names::COMMAND_SECONDS, "From reading a command to its acknowledgement");
    describe_counter!(names::REFUSALS, "Refusals, by code");
    describe_counter!(names::RESYNCS, "Slow readers that were sent the whole table again");
    describe_counter!(names::CLOSED, "Sockets that the server closed, by reason");
    describe_histogram!(names::BATCH_SIZE, "How many writes one transaction committed");
    describe_histogram!(names::BATCH_SECONDS, "How long the transaction took");
    describe_counter!(names::FAILED_COMMITS, "Transactions that failed and stored nothing");
    describe_gauge!(names::FILE_BYTES, "The size of the file of tables");
    describe_gauge!(names::LOG_BYTES, "The size of the write-ahead log beside the file of tables");
    describe_counter!(names::STORED_BYTES, "Bytes of journals that were stored");
    describe_counter!(names::QUOTA_REFUSALS, "Refusals because a quota of stored bytes was used up");
    describe_gauge!(names::BACKUP, "When the latest backup of the file was made, in seconds since 1970");
    describe_gauge!(names::LOSSY, "Whether the database could lose what it has acknowledged: 1 if so");
    describe_gauge!(names::CLOCK_DOUBTFUL, "1 if the machine's clock was set by more than a day: confirm it");
    describe_gauge!(names::NODES, "Nodes that have a lease, this one among them");
    describe_histogram!(names::LEASE_SECONDS, "How long the renewal of this node's lease took");
    describe_counter!(names::LEASES_LOST, "How often this node could not renew its lease in time");
    describe_gauge!(names::FORWARDED, "Sockets of this node whose table is on another node");
    describe_gauge!(names::HOSTED, "Sockets of other nodes whose table is on this one");
    describe_gauge!(names::BUILD, "Always 1; the version is a label");
    describe_gauge!(names::OPEN_DESCRIPTORS, "Descriptors of files and sockets that are open");
    describe_gauge!(names::MAX_DESCRIPTORS, "The limit on open descriptors");
    describe_gauge!(names::RESIDENT_BYTES, "Resident memory of the process");
    describe_counter!(names::BOT_FAILURES, "Bots that failed, so that a simpler one made their move");
    describe_histogram!(names::THINKING_SECONDS, "How long a bot thought, by kind of thought");
    describe_histogram!(names::THINKING_WAIT_SECONDS, "How long a thought waited for a thread, by kind");
    describe_gauge!(names::THOUGHTS_WAITING, "Thoughts that wait for a thread, by kind");
    describe_gauge!(names::THOUGHTS_RUNNING, "Thoughts that are running, by kind");
    describe_counter!(
        names::THOUGHTS_CANCELLED,
        "Thoughts that were cancelled because their result was no longer wanted"
    );
    describe_counter!(names::THOUGHTS_CUT, "Thoughts that ended because their time was up");
    describe_counter!(names::NOTICES, "Notifications that were due, by outcome and medium");
    describe_counter!(
        names::EMAIL_CODES_REFUSED,
        "Codes for email addresses that were not sent, by the limit"
    );
    describe_histogram!(
        names::NOTICE_SECONDS,
        "From when a notification was due until a push service, webhook or mail server accepted it"
    );
    describe_gauge!(
        names::NOTICE_OVERDUE,
        "For how long the oldest notification has been overdue, by medium"
    );
    describe_gauge!(
        names::NOTICE_PAUSED,
        "Hosts to which nothing is sent because they do not answer, by medium"
    );
    describe_counter!(
        names::THOUGHTS_HURRIED,
        "Thoughts that got less time because they had waited for long"
    );
}
