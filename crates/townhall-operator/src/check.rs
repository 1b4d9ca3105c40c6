//! Whether everything in a file can be read.

use std::path::Path;

use townhall_table::{Catalogue, journal::JournalError};

use townhall_store::{ListedTable, OpenError, Snapshot, StoreError, status_word};

/// The findings of a check of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// How many tables it holds.
    pub tables: usize,
    /// How many entries their journals have, as far as they can be read.
    pub entries: usize,
    /// Faults of the file as a database, in SQLite's words.
    pub faults: Vec<String>,
    /// The tables that can't be played on.
    pub damaged: Vec<Damage>,
}

/// A table that can't be played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The table's code.
    pub code: String,
    /// The fault, in a sentence.
    pub why: String,
}

/// Why a file can't be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Not even the list of its tables can be read.
    #[error("the file can't be read: {0}")]
    Read(#[from] StoreError),
}

impl Findings {
    /// Whether no fault was found.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty() && self.damaged.is_empty()
    }
}

/// Reads everything in a file as it is at one moment: the database's own structure, and every journal from its first
/// entry to its last, by the rules of its game. Nothing changes, and a server may have the file open.
///
/// # Errors
/// The file can't be opened, or not even the list of its tables can be read.
pub async fn check(data: &Path, catalogue: &Catalogue) -> Result<Findings, CheckError> {
    let mut file = Snapshot::open(data).await?;
    file.hold().await?;
    let findings = read_all(&mut file, catalogue).await;
    file.close().await;
    Ok(findings?)
}

/// Reads everything in a file.
pub(super) async fn read_all(file: &mut Snapshot, catalogue: &Catalogue) -> Result<Findings, StoreError> {
    let mut findings = Findings { faults: file.faults().await?, ..Findings::default() };
    for table in file.tables().await? {
        findings.tables += 1;
        match file.journal(&table).await {
            Ok(entries) => {
                findings.entries += entries.len();
                if let Err(error) = replay(&table, &entries, catalogue) {
                    findings.damaged.push(Damage { code: table.code, why: error.to_string() });
                }
            }
            Err(error) => findings.damaged.push(Damage { code: table.code, why: error.to_string() }),
        }
    }
    Ok(findings)
}

/// Why a table can't be played on.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("its status or names in lists differ from its journal")]
    Summary,
}

/// Applies all entries of a table, and compares the result with the table's stored summary.
fn replay(table: &ListedTable, entries: &[String], catalogue: &Catalogue) -> Result<(), Fault> {
    let summary = catalogue.restore_texts(&table.code, entries)?.summary();
    if status_word(summary.status) != table.status || summary.names != table.names {
        return Err(Fault::Summary);
    }
    Ok(())
}
