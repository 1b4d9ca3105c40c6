//! The errors of commands, and their exit codes.

use std::{io, path::PathBuf, process::ExitCode};

use tabletop::RecordError;
use townhall_operator::{BackupError, CheckError, OrderError, RestoreError};
use townhall_server::StartError;
use townhall_store::{MigrateError, OpenError};

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments are invalid: exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// A record is not what it should be: exit code 2.
    #[error("{path}: {error}", path = path.display())]
    BadRecord { path: PathBuf, error: RecordError },
    /// A file that was named can't be read: exit code 2.
    #[error("can't read {path}: {error}", path = path.display())]
    CannotRead { path: PathBuf, error: io::Error },
    /// Something could not be written: exit code 1.
    #[error("can't write {path}: {error}", path = path.display())]
    CannotWrite { path: PathBuf, error: io::Error },
    /// The server can't start: exit code 2 if the file is not Townhall's, or from a newer version; else 1.
    #[error(transparent)]
    Server(#[from] StartError),
    /// The operator's order can't be given: exit code 2 if the file is missing or not Townhall's; else 1.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// A server can't be one of several, or none of them carries an order out: exit code 1.
    #[cfg(feature = "cluster")]
    #[error("{0}")]
    Cluster(Box<dyn std::error::Error + Send + Sync>),
    /// There is no backup: exit code 2 if the file is missing or not Townhall's, or the copy is there already; else 1.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// A backup was not restored: exit code 2 if it is missing, broken or not Townhall's; else 1.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// A file can't be checked: exit code 2 if it is missing or not Townhall's; else 1.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// Nothing was copied: exit code 2 if one of the two is missing, not Townhall's or not empty; else 1.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// A file is damaged: exit code 2.
    #[error("{path} is damaged: {what}", path = path.display())]
    Damaged { path: PathBuf, what: String },
    /// Some games of a file were left out, and each was reported: exit code 1.
    #[error("{left_out} of {games} games were left out")]
    LeftOut { left_out: usize, games: usize },
    /// Standard output, the network or the system failed: exit code 1.
    #[error("{0}")]
    Machine(#[from] io::Error),
}

impl Failure {
    /// An error about the arguments.
    pub(crate) fn bad_input(complaint: impl ToString) -> Self {
        Self::BadInput(complaint.to_string())
    }

    /// Whether the reader of the output has read enough, such as `head`: that needs no message.
    pub(crate) fn is_closed_output(&self) -> bool {
        matches!(self, Self::Machine(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Says it on standard error.
    pub(crate) fn say(&self) {
        anstream::eprintln!("\u{1b}[1;31merror:\u{1b}[0m {self}");
    }

    /// 1 if the program failed, 2 for bad input.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let bad_input = match self {
            Self::BadInput(_)
            | Self::BadRecord { .. }
            | Self::CannotRead { .. }
            | Self::Damaged { .. }
            | Self::Check(CheckError::Read(_))
            | Self::Migrate(MigrateError::NotEmpty { .. })
            | Self::Backup(BackupError::Exists { .. }) => true,
            // A server creates its file, so a missing file is not bad input here.
            Self::Server(StartError::Store(error)) => is_not_ours(error),
            Self::Restore(RestoreError::Broken { .. }) => true,
            Self::Restore(RestoreError::Open(error)) => !matches!(error, OpenError::InUse { .. }),
            Self::Order(OrderError::Open(error))
            | Self::Backup(BackupError::Open(error))
            | Self::Check(CheckError::Open(error))
            | Self::Migrate(MigrateError::Open(error)) => {
                is_not_ours(error) || matches!(error, OpenError::File { .. })
            }
            _ => false,
        };
        ExitCode::from(if bad_input { 2 } else { 1 })
    }
}

const fn is_not_ours(error: &OpenError) -> bool {
    matches!(error, OpenError::NotOurs { .. } | OpenError::Newer { .. })
}
