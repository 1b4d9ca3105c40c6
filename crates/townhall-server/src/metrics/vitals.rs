//! Gauges about the process and its database file, measured whenever metrics are read.

use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use metrics::gauge;

use super::names;

/// The measurements of one server.
#[derive(Clone, Debug)]
pub struct Vitals {
    /// The database file and its write-ahead log; `None` with Postgres.
    files: Option<(PathBuf, PathBuf)>,
}

impl Vitals {
    /// The measurements of a server with this database file, or with Postgres.
    pub(crate) fn of(file: Option<&Path>) -> Self {
        let files = file.map(|file| {
            let mut log = file.as_os_str().to_owned();
            log.push("-wal");
            (file.to_owned(), log.into())
        });
        Self { files }
    }

    /// Sets all gauges.
    pub(crate) fn measure(&self) {
        gauge!(names::BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
        // A missing log counts as empty.
        let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len()) as f64;
        if let Some((file, log)) = &self.files {
            gauge!(names::FILE_BYTES).set(size(file));
            gauge!(names::LOG_BYTES).set(size(log));
            gauge!(names::BACKUP).set(last_backup(file));
        }
        // Only Linux has `/proc`.
        if let Ok(open) = fs::read_dir("/proc/self/fd") {
            gauge!(names::OPEN_DESCRIPTORS).set(open.count() as f64);
        }
        if let Some(most) = word_after("/proc/self/limits", "Max open files") {
            gauge!(names::MAX_DESCRIPTORS).set(most);
        }
        if let Some(kibibytes) = word_after("/proc/self/status", "VmRSS:") {
            gauge!(names::RESIDENT_BYTES).set(kibibytes * 1024.0);
        }
    }
}

/// When the latest backup of a file was made, in seconds since 1970; 0 if there was none.
fn last_backup(file: &Path) -> f64 {
    let made = fs::metadata(backup_mark(file)).and_then(|mark| mark.modified()).ok();
    let since = made.and_then(|made| made.duration_since(UNIX_EPOCH).ok());
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// The empty file beside a database file whose time says when the latest backup was made.
#[must_use]
pub fn backup_mark(file: &Path) -> PathBuf {
    let mut mark = file.as_os_str().to_owned();
    mark.push(".backed-up");
    mark.into()
}

/// The number that follows a name at the start of a line.
fn word_after(file: &str, name: &str) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    match line.split_whitespace().next()? {
        "unlimited" => Some(f64::INFINITY),
        number => number.parse().ok(),
    }
}
