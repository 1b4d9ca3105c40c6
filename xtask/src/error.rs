//! What can go wrong in a developer command.

use std::{io, path::PathBuf, process::ExitStatus};

/// Why a developer command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A program is not there or can't be run.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// The command line.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program failed; it has printed why.
    #[error("`{command}` failed: {status}")]
    Failed {
        /// The command line.
        command: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// A file can't be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A text is not the JSON that was expected.
    #[error("{what}: {source}")]
    Json {
        /// What was read.
        what: String,
        /// What the parser said.
        source: serde_json::Error,
    },
    /// A check of our own found something.
    #[error("{0}")]
    Found(String),
}
