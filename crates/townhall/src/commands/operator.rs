//! The commands for the operator of a server: `townhall backup`, `check`, `prune` and so on.

use std::{
    io::{Write, stderr, stdout},
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use townhall_operator::{Findings, Order, OrderOutcome, Pruned, QuotedReport, TableLine};
use townhall_store::{Block, Data, Guest, Migrated, Withholding};
use townhall_table::journal::{Millis, PlayerId};

use crate::{
    cli::{self, operator::DataFile},
    commands::{cluster, serve::usual_file},
    failure::Failure,
    printable::printable,
};

/// Copies the file of a server.
pub(crate) fn back_up(args: &cli::Backup) -> Result<(), Failure> {
    let data = file(&args.file, "pg_dump copies it")?;
    let found = block_on(townhall_operator::back_up(&data, &args.copy, &townhall_games::catalogue()))??;
    let Findings { tables, entries, .. } = found;
    writeln!(stdout(), "{}: {}, {}", args.copy.display(), many(tables, "table"), many(entries, "entry"))?;
    if !found.damaged.is_empty() {
        writeln!(stderr(), "The copy is complete, but some tables can't be read, there as here:")?;
        tell_damage(&found)?;
    }
    Ok(())
}

/// Puts a backup in the place of the file of a server.
pub(crate) fn restore(args: &cli::Restore) -> Result<(), Failure> {
    let data = file(&args.file, "pg_restore restores it")?;
    let restored = block_on(townhall_operator::restore(&data, &args.backup, &townhall_games::catalogue()))?;
    let (found, kept) = restored?;
    let (tables, entries) = (many(found.tables, "table"), many(found.entries, "entry"));
    writeln!(stdout(), "{}: {tables}, {entries}, as in {}", data.display(), args.backup.display())?;
    if let Some(kept) = kept {
        writeln!(stdout(), "The former file is {}; remove it when it is no longer needed.", kept.display())?;
    }
    tell_damage(&found)
}

/// Checks the file of a server.
pub(crate) fn check(args: &cli::Check) -> Result<(), Failure> {
    let data = file(&args.file, "pg_amcheck checks it")?;
    let found = block_on(townhall_operator::check(&data, &townhall_games::catalogue()))??;
    let Findings { tables, entries, .. } = found;
    if found.is_sound() {
        let (tables, entries) = (many(tables, "table"), many(entries, "entry"));
        writeln!(stdout(), "{}: sound: {tables}, {entries}", data.display())?;
        return Ok(());
    }
    tell_damage(&found)?;
    let Findings { faults, damaged, .. } = &found;
    let (faults, damaged) = (many(faults.len(), "fault"), damaged.len());
    Err(Failure::Damaged {
        path: data,
        what: format!("{faults} of the database, {damaged} of {} damaged", many(tables, "table")),
    })
}

/// Copies everything from a file into a database, or back.
pub(crate) fn migrate(args: &cli::Migrate) -> Result<(), Failure> {
    let (from, to) = (named(&args.from)?, named(&args.to)?);
    let Migrated { players, tables, entries } = block_on(townhall_store::migrate(&from, &to))??;
    let (players, tables, entries) = (many(players, "guest"), many(tables, "table"), many(entries, "entry"));
    writeln!(stdout(), "{to}: {players}, {tables}, {entries}, the same as in {from}")?;
    Ok(())
}

/// The file or database of an argument, or of the first line of a file that it names.
fn named(argument: &str) -> Result<Data, Failure> {
    let Some(path) = argument.strip_prefix('@') else { return Ok(Data::new(argument)) };
    let text = crate::files::read(Path::new(path))?;
    Ok(Data::new(text.lines().next().unwrap_or_default().trim()))
}

fn tell_damage(found: &Findings) -> Result<(), Failure> {
    for fault in &found.faults {
        writeln!(stderr(), "database: {fault}")?;
    }
    for damage in &found.damaged {
        writeln!(stderr(), "table {}: {}", damage.code, damage.why)?;
    }
    Ok(())
}

/// Removes old tables and guests.
pub(crate) fn prune(args: &cli::Prune) -> Result<(), Failure> {
    let (older_than, abandoned) = (millis(args.older_than), args.abandoned.map(millis));
    let order = Order::Prune { older_than, abandoned, force: args.force, dry_run: args.dry_run };
    let OrderOutcome::Pruned(Pruned { finished, unfinished, never_begun, guests }) = give(&args.file, order)?
    else {
        return Err(unexpected());
    };
    let will = if args.dry_run { "would remove" } else { "removed" };
    writeln!(
        stdout(),
        "{will} {} ({finished} finished, {unfinished} unfinished, {never_begun} that never began) and {}",
        many(finished + unfinished + never_begun, "table"),
        many(guests, "guest"),
    )?;
    Ok(())
}

pub(crate) fn tables(args: &cli::Tables) -> Result<(), Failure> {
    let order = Order::Tables { public: args.public, limit: args.limit };
    let OrderOutcome::Tables { tables } = give(&args.file, order)? else { return Err(unexpected()) };
    for table in tables {
        let TableLine { code, game, status, is_imported, is_public, is_unlisted, is_closed, names, touched } =
            table;
        let imported = if is_imported { "  imported" } else { "" };
        let listed = match (is_closed, is_unlisted, is_public) {
            (true, ..) => "closed",
            (false, true, _) => "unlisted",
            (false, false, true) => "public",
            (false, false, false) => "private",
        };
        writeln!(
            stdout(),
            "{code}  {}  {status:<7}  {listed:<8}  {game}{imported}  {}",
            date(touched),
            printable(&names.join(", "))
        )?;
    }
    Ok(())
}

/// Keeps a table out of lists, or closes it.
pub(crate) fn withhold(args: &cli::Withheld, what: Withholding) -> Result<(), Failure> {
    give(&args.file, Order::Withhold { code: args.code, what, on: !args.undo })?;
    let code = &args.code;
    let done = match (what, args.undo) {
        (Withholding::Unlisted, false) => format!("table {code} is in no list any more"),
        (Withholding::Unlisted, true) => format!("lists show table {code} again if its host wants it"),
        (Withholding::Closed, false) => format!("table {code} is closed; it can no longer be opened"),
        (Withholding::Closed, true) => format!("table {code} can be opened again"),
    };
    writeln!(stdout(), "{done}")?;
    Ok(())
}

pub(crate) fn remove_table(args: &cli::RemoveTable) -> Result<(), Failure> {
    give(&args.file, Order::RemoveTable { code: args.code })?;
    writeln!(stdout(), "removed table {}", args.code)?;
    Ok(())
}

pub(crate) fn guests(args: &cli::Guests) -> Result<(), Failure> {
    let order = Order::Guests { name: args.name.clone() };
    let OrderOutcome::Guests { guests } = give(&args.file, order)? else { return Err(unexpected()) };
    for Guest { id, name, since, tables } in guests {
        let (since, tables, name) = (date(since), many(tables, "table"), printable(&name));
        writeln!(stdout(), "{:>6}  since {since}  {tables}  {name}", id.0)?;
    }
    Ok(())
}

pub(crate) fn forget(args: &cli::ForgetGuest) -> Result<(), Failure> {
    let order = Order::Forget { guest: PlayerId(args.guest) };
    let OrderOutcome::Forgotten { tables, unreadable } = give(&args.file, order)? else {
        return Err(unexpected());
    };
    writeln!(stdout(), "forgot guest {}, who was named at {}", args.guest, many(tables, "table"))?;
    for code in unreadable {
        writeln!(
            stderr(),
            "table {code} can't be read, and so may still name them: `townhall remove-table {code}`"
        )?;
    }
    Ok(())
}

/// Makes a link by which a guest signs in again.
pub(crate) fn recover(args: &cli::Recover) -> Result<(), Failure> {
    let order = Order::Recover { guest: PlayerId(args.guest) };
    let OrderOutcome::Recovery { name, code, until } = give(&args.file, order)? else {
        return Err(unexpected());
    };
    writeln!(stdout(), "{}/#recover={code}", args.site.trim_end_matches('/'))?;
    writeln!(
        stdout(),
        "It signs in guest {} ({}), once, until {}.",
        args.guest,
        printable(&name),
        date(until)
    )?;
    Ok(())
}

pub(crate) fn notices(args: &cli::Notices) -> Result<(), Failure> {
    if args.revive {
        let outcome = give(&args.file, Order::ReviveEmails)?;
        let OrderOutcome::Revived { channels } = outcome else { return Err(unexpected()) };
        writeln!(stdout(), "Emails are sent again over {}.", many(channels, "channel"))?;
        return Ok(());
    }
    let order = Order::Notices { limit: args.limit };
    let OrderOutcome::Notices { notices } = give(&args.file, order)? else { return Err(unexpected()) };
    for notice in notices {
        write!(
            stdout(),
            "{}  guest {}  table {}  {}  {}  {}{} by {}",
            date(notice.at),
            notice.owner.0,
            notice.code,
            townhall_store::kind_word(notice.kind),
            many(notice.attempts, "attempt"),
            notice.state.word(),
            if notice.is_collected { " in a digest" } else { "" },
            printable(&notice.service)
        )?;
        writeln!(
            stdout(),
            "{}{}",
            if notice.detail.is_empty() { "" } else { ": " },
            printable(&notice.detail)
        )?;
    }
    Ok(())
}

/// Says that the machine's clock is right.
pub(crate) fn confirm_clock(args: &cli::ConfirmClock) -> Result<(), Failure> {
    give(&args.file, Order::ConfirmClock)?;
    writeln!(stdout(), "the clock counts as right; clocks of players run again")?;
    Ok(())
}

/// Lists reports, or removes one.
pub(crate) fn reports(args: &cli::Reports) -> Result<(), Failure> {
    if let Some(report) = args.remove {
        give(&args.file, Order::RemoveReport { report })?;
        writeln!(stdout(), "removed report {report}")?;
        return Ok(());
    }
    if let Some(guest) = args.remove_by {
        let order = Order::RemoveReportsBy { guest: PlayerId(guest) };
        let OrderOutcome::ReportsRemoved { reports } = give(&args.file, order)? else {
            return Err(unexpected());
        };
        writeln!(stdout(), "removed {} by guest {guest}", many(reports, "report"))?;
        return Ok(());
    }
    let OrderOutcome::Reports { reports } = give(&args.file, Order::Reports)? else {
        return Err(unexpected());
    };
    for QuotedReport { id, report, said } in reports {
        writeln!(
            stdout(),
            "report {id}, {}, by guest {}: {} (guest {}) at table {}",
            date(report.at),
            report.reporter.0,
            printable(&report.name),
            report.about.0,
            report.code
        )?;
        if !report.reason.is_empty() {
            writeln!(stdout(), "  because: {}", printable(&report.reason))?;
        }
        for line in said {
            writeln!(stdout(), "  said: {}", printable(&line))?;
        }
    }
    Ok(())
}

/// Blocks something, or takes that back.
pub(crate) fn block(args: &cli::Block) -> Result<(), Failure> {
    let subject = args.subject.clone();
    if args.undo {
        give(&args.file, Order::Unblock { subject })?;
        writeln!(stdout(), "{} is no longer blocked", args.subject)?;
        return Ok(());
    }
    give(&args.file, Order::Block { subject, lasting: args.lasting.map(millis) })?;
    writeln!(stdout(), "{} is blocked", args.subject)?;
    Ok(())
}

/// Lists what is blocked.
pub(crate) fn blocks(args: &cli::Blocks) -> Result<(), Failure> {
    let OrderOutcome::Blocks { blocks } = give(&args.file, Order::Blocks)? else { return Err(unexpected()) };
    for Block { subject, at, until } in blocks {
        let until =
            until.map_or_else(|| "until it is undone".to_owned(), |until| format!("until {}", date(until)));
        writeln!(stdout(), "{subject}  since {}  {until}", date(at))?;
    }
    Ok(())
}

/// Has an order carried out, by the running server or on the file.
fn give(file: &DataFile, order: Order) -> Result<OrderOutcome, Failure> {
    let data = self::data(file)?;
    match block_on(cluster::order(&data, order))?? {
        OrderOutcome::Refused { why } => Err(Failure::BadInput(why)),
        outcome => Ok(outcome),
    }
}

fn block_on<T>(task: impl Future<Output = T>) -> Result<T, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(task))
}

fn data(args: &DataFile) -> Result<Data, Failure> {
    args.data.as_deref().map_or_else(|| usual_file(false).map(Data::File), |data| Ok(Data::new(data)))
}

/// The file, for commands that read nothing else; of a database, `instead` says what to do.
fn file(args: &DataFile, instead: &str) -> Result<PathBuf, Failure> {
    match data(args)? {
        Data::File(path) => Ok(path),
        Data::Postgres(url) => {
            Err(Failure::BadInput(format!("{url} is a Postgres database, not a file: {instead}")))
        }
    }
}

/// The failure for an outcome that doesn't fit the order, which a server of another version may send.
fn unexpected() -> Failure {
    Failure::Machine(std::io::Error::other("the server answers what this version does not know"))
}

fn millis(time: Duration) -> Millis {
    Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX)
}

fn date(at: Millis) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(at)).to_string()
}

fn many(count: impl TryInto<u64>, what: &str) -> String {
    match (count.try_into().unwrap_or(u64::MAX), what) {
        (1, what) => format!("1 {what}"),
        (count, "entry") => format!("{count} entries"),
        (count, what) => format!("{count} {what}s"),
    }
}
