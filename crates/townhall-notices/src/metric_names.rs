//! The names of the metrics of notifications.

/// Notifications that were due, by outcome and medium.
pub const NOTICES: &str = "townhall_notices_total";
/// Seconds from when a notification was due until a push service, webhook or mail server accepted it.
pub const NOTICE_SECONDS: &str = "townhall_notice_seconds";
/// For how many seconds the oldest notification has been overdue that is not being sent, by medium.
pub const NOTICE_OVERDUE: &str = "townhall_notice_overdue_seconds";
/// Hosts to which nothing is sent because they do not answer, by medium.
pub const NOTICE_PAUSED: &str = "townhall_notice_hosts_paused";
