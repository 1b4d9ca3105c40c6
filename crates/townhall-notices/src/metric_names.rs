//! The names of the metrics of notifications.

/// Notifications that were due, by outcome and medium.
pub const NOTICES: &str = "townhall_notices_total";
/// Seconds from when a notification was taken until a push service, webhook or mail server accepted it.
pub const NOTICE_SECONDS: &str = "townhall_notice_seconds";
