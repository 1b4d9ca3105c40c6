//! The arguments of what the operator of a server asks for.

use std::{path::PathBuf, time::Duration};

use clap::Args;

/// Which file of players and tables.
#[derive(Args, Debug, Clone)]
pub(crate) struct DataFile {
    /// The file of players and tables, or the URL of a Postgres database [default: townhall.db in your data folder, as for
    /// `serve`]
    #[arg(long, value_name = "FILE|URL", env = "TOWNHALL_DATA", hide_env_values = true)]
    pub(crate) data: Option<String>,
}

/// Copy the file of players and tables, also while a server uses it.
///
/// The copy holds everything that was acknowledged when it began, in one file: a plain copy of the file would miss what
/// is still in the log beside it. It is opened and read to its end before it gets its name, and nothing is ever
/// overwritten. To restore it, stop the server and put the copy in the place of the file; remove FILE-wal and FILE-shm.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall backup --data /var/lib/townhall/townhall.db /backups/townhall-2026-11-22.db")]
pub(crate) struct Backup {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The file to make, which must not be there yet
    pub(crate) copy: PathBuf,
}

/// Check that everything in a file of players and tables can be read.
///
/// Reads every page and every journal, by the rules of its game, and names the tables that are damaged. Nothing changes,
/// and a server may use the file meanwhile. Exit code 2 if anything is damaged.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall check --data /var/lib/townhall/townhall.db")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) file: DataFile,
}

/// Copy players and tables from a file into a Postgres database, or back.
///
/// Everything goes along: tables, guests, their devices, reports. The copy is compared with the original before it is kept, and
/// goes into a new file or an empty database only. Stop the server first; whatever it did afterwards would be missing.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall migrate sqlite:/var/lib/townhall/townhall.db postgres://townhall@db.example/town
  townhall migrate postgres://townhall@db.example/town sqlite:evening.db")]
pub(crate) struct Migrate {
    /// What is copied, and stays as it is
    #[arg(value_name = "FROM")]
    pub(crate) from: String,

    /// Where the copy goes
    #[arg(value_name = "TO")]
    pub(crate) to: String,
}

/// Remove old tables, and guests who are at no other.
///
/// A table is removed if nothing has happened there for so long, whether its game is over or was abandoned. A guest is
/// removed who came before that and is at no table that stays. If a server uses the file, it does the work.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall prune --older-than 90d --dry-run
  townhall prune --older-than 1y")]
pub(crate) struct Prune {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// For how long nothing has happened, such as 90d, 6months or 1y
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    pub(crate) older_than: Duration,

    /// Only say what would be removed
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// List tables, the latest first.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall tables --public")]
pub(crate) struct Tables {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// Only those in public lists
    #[arg(long)]
    pub(crate) public: bool,

    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: usize,
}

/// A table's code, and whether to undo the command.
#[derive(Args, Debug)]
pub(crate) struct Withheld {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The table's code, as in its link
    pub(crate) code: String,

    /// Undo it: list the table again, or open it
    #[arg(long)]
    pub(crate) undo: bool,
}

/// Remove a table and everything that was said there, for good.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall remove-table K7M2QX")]
pub(crate) struct RemoveTable {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The table's code, as in its link
    pub(crate) code: String,
}

/// Look for guests by a part of their name.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall guests ada")]
pub(crate) struct Guests {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// A part of the name
    pub(crate) name: String,
}

/// Forget a guest: the name, everything they wrote, and who they are.
///
/// All their devices are signed out. Moves stay, since the games of others follow from them, under the name
/// \"Guest\"; a bot plays on where they were playing. Old backups still hold everything.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall guests ada            (shows the numbers of guests)
  townhall forget-guest 17")]
pub(crate) struct ForgetGuest {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The guest's number
    #[arg(value_name = "GUEST")]
    pub(crate) guest: i64,
}

/// List what players reported, with what was said, or remove a report.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall reports
  townhall reports --remove 3")]
pub(crate) struct Reports {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// Remove the report of this number, because it was dealt with
    #[arg(long, value_name = "REPORT")]
    pub(crate) remove: Option<i64>,
}
