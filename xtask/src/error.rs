//! The errors of developer commands.

use std::{io, path::PathBuf, process::ExitStatus};

/// Why a developer command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A program is missing or can't be run.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// The command line.
        command: String,
        source: io::Error,
    },
    /// A program failed; it has printed the cause.
    #[error("`{command}` failed: {status}")]
    Failed {
        /// The command line.
        command: String,
        status: ExitStatus,
    },
    /// A file can't be read or written.
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// A text is not the expected JSON.
    #[error("{what}: {source}")]
    Json {
        /// The file or the program whose output was read.
        what: String,
        source: serde_json::Error,
    },
    /// A check of our own found a fault.
    #[error("{0}")]
    Found(String),
}
