//! The arguments of what the operator of a server asks for.

use std::{path::PathBuf, time::Duration};

use clap::Args;
use townhall_table::TableCode;

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
/// overwritten. `townhall restore` restores it.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall backup --data /var/lib/townhall/townhall.db /backups/townhall-2026-11-22.db")]
pub(crate) struct Backup {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The file to make, which must not be there yet
    pub(crate) copy: PathBuf,
}

/// Restore a backup: put a copy of it in the place of the file of players and tables.
///
/// Stop the server first. The backup is read to its end before anything changes, and the former file is kept beside the new
/// one, as FILE.before-restore-0 or with the next free number.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall restore --data /var/lib/townhall/townhall.db /backups/townhall-2026-11-22.db")]
pub(crate) struct Restore {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The backup
    pub(crate) backup: PathBuf,
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
    /// The source, which stays as it is
    #[arg(value_name = "FROM")]
    pub(crate) from: String,

    /// Where the copy goes
    ///
    /// Everybody on this machine can read the arguments of a running program. A URL with a password therefore belongs in a file:
    /// `@FILE` stands for the first line of that file, here as for FROM.
    #[arg(value_name = "TO")]
    pub(crate) to: String,
}

/// Remove old tables, and guests who are at no other.
///
/// A table is removed if nothing has happened there for so long, whether its game is over or was abandoned. A guest is
/// removed who came before that and is at no table that stays. If a server uses the file, it does the work. If nothing has
/// happened at any table for 30 days, the clock may be wrong, and nothing is removed without --force.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall prune --older-than 90d --dry-run
  townhall prune --older-than 1y --abandoned 30d")]
pub(crate) struct Prune {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// For how long nothing has happened, such as 90d, 6months or 1y
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    pub(crate) older_than: Duration,

    /// Remove tables earlier whose game never began, and public ones whose game is unfinished: when nothing has happened there
    /// for so long
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration)]
    pub(crate) abandoned: Option<Duration>,

    /// Only say what would be removed
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Remove them even if the clock seems wrong
    #[arg(long)]
    pub(crate) force: bool,
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
    pub(crate) code: TableCode,

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
    pub(crate) code: TableCode,
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

/// Make a link by which a guest who has lost all devices signs in again.
///
/// The link works once, within 24 hours; a new one makes the last one void. Give it to the guest alone, and only if you
/// are sure who they are: it gives all of the guest's games to the one who opens it. The guest sees when it was made and used.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall guests ada            (shows the numbers of guests)
  townhall recover 17 --site https://play.example")]
pub(crate) struct Recover {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// The guest's number
    #[arg(value_name = "GUEST")]
    pub(crate) guest: i64,

    /// The address at which players reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8730")]
    pub(crate) site: String,
}

/// List what players reported, with what was said, or remove a report.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall reports
  townhall reports --remove 3
  townhall reports --remove-by 17")]
pub(crate) struct Reports {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// Remove the report of this number, because it was dealt with
    #[arg(long, value_name = "REPORT")]
    pub(crate) remove: Option<i64>,

    /// Remove all reports by the guest of this number
    #[arg(long, value_name = "GUEST", conflicts_with = "remove")]
    pub(crate) remove_by: Option<i64>,
}

/// List notifications that wait, were sent or were given up, the latest first.
///
/// They are kept for two weeks. The reason of a failure is the answer of the push service.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall notices
  townhall notices --limit 1000
  townhall notices --revive")]
pub(crate) struct Notices {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// How many to list at most
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub(crate) limit: usize,

    /// Send emails again to all addresses that were given up, as after a mistake of the mail server
    #[arg(long, conflicts_with = "limit")]
    pub(crate) revive: bool,
}

/// Block an address, a network or a guest, or take that back.
///
/// They can't use the server any more, and their open pages are disconnected within half a minute. An IPv6 address stands for its
/// network of 64 bits. With Postgres, one of the nodes or the stopped server does it, as for the other commands.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townhall block 192.0.2.7 --for 7d
  townhall block 2001:db8:1::/48
  townhall block 'guest 17'
  townhall block 192.0.2.7 --undo")]
pub(crate) struct Block {
    #[command(flatten)]
    pub(crate) file: DataFile,

    /// An address, a network, or `guest` and a guest's number
    pub(crate) subject: String,

    /// For how long, such as 7d; without it, until it is undone
    #[arg(long = "for", value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) lasting: Option<Duration>,

    /// Undo it
    #[arg(long, conflicts_with = "lasting")]
    pub(crate) undo: bool,
}

/// Say that the machine's clock is right, after it was set by more than a day.
///
/// Until then nobody's time at a correspondence table is up. The time by which the clock was set is given back to all players in any
/// case. With Postgres, one of the nodes does it; a server that is alone is restarted instead.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall confirm-clock")]
pub(crate) struct ConfirmClock {
    #[command(flatten)]
    pub(crate) file: DataFile,
}

/// List what is blocked, and until when.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  townhall blocks")]
pub(crate) struct Blocks {
    #[command(flatten)]
    pub(crate) file: DataFile,
}
