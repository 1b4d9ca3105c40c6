//! How a command can end badly.

use std::{io, path::PathBuf, process::ExitCode};

use tabletop::RecordError;
use townhall_server::{StartError, store::OpenError};

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked for makes no sense: exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// A record is not what it should be: exit code 2.
    #[error("{path}: {error}", path = path.display())]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        error: RecordError,
    },
    /// A file that was named can't be read: exit code 2.
    #[error("can't read {path}: {error}", path = path.display())]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something could not be written: exit code 1.
    #[error("can't write {path}: {error}", path = path.display())]
    CannotWrite {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The server can't start: exit code 2 if the file is not Townhall's, or from a newer version; else 1.
    #[error(transparent)]
    Server(#[from] StartError),
    /// Standard output, the network or the system failed: exit code 1.
    #[error("{0}")]
    Machine(#[from] io::Error),
}

impl Failure {
    /// A complaint about what was asked for.
    pub(crate) fn bad_input(complaint: impl ToString) -> Self {
        Self::BadInput(complaint.to_string())
    }

    /// 1 if the program failed, 2 for bad input.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::BadInput(_) | Self::BadRecord { .. } | Self::CannotRead { .. } => ExitCode::from(2),
            Self::Server(StartError::Store(OpenError::NotOurs { .. } | OpenError::Newer { .. })) => {
                ExitCode::from(2)
            }
            Self::Server(_) => ExitCode::from(1),
            Self::CannotWrite { .. } | Self::Machine(_) => ExitCode::from(1),
        }
    }
}
