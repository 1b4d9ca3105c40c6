//! The checker: reads the history of a run, and finds violations of the guarantees. It does not depend on the server, and of
//! tables it uses only versions, lines and moves.

use std::collections::BTreeMap;

use serde_json::Value;

/// The contents of a history, and the violations found in it.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) faults: usize,
    pub(super) commands: usize,
    pub(super) acknowledged: usize,
    pub(super) shown: usize,
    pub(super) tables: usize,
    pub(super) entries: usize,
    /// How many turns recipients were notified of, and how many of these notifications came more than once.
    pub(super) notified: usize,
    pub(super) repeated: usize,
    /// Descriptions of the violations.
    pub(super) wrong: Vec<String>,
}

/// A client at a table.
#[derive(Default)]
struct Client {
    /// The text of each command, by its id.
    sent: BTreeMap<u64, String>,
    /// The acknowledged commands in the order of their ids, which is the order in which they were first sent.
    done: BTreeMap<u64, usize>,
    /// The latest version of the table that the client was shown.
    version: u64,
    /// How often it was notified of each turn, by its number.
    notified: BTreeMap<u64, usize>,
}

/// A table as seen by clients, and its final record.
#[derive(Default)]
struct Table {
    clients: BTreeMap<u64, Client>,
    /// The text of each line of the log when it was first shown, by its number.
    lines: BTreeMap<u64, String>,
    /// The final state.
    record: Option<BTreeMap<u64, Vec<String>>>,
    log: Option<Vec<String>>,
    last_version: u64,
}

/// An entry of a journal.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    number: u64,
    /// The claim of its table when it was added, and the number of the server that had claimed it.
    epoch: u64,
    owner: Option<u64>,
    /// The name of the process that added it.
    process: String,
}

/// Checks a history; returns what it contains and all violations.
pub(super) fn check(history: &str) -> Findings {
    let mut findings = Findings::default();
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    let mut journals: BTreeMap<u64, Vec<Entry>> = BTreeMap::new();
    for (number, line) in (1..).zip(history.lines()) {
        let event: Value = match serde_json::from_str(line) {
            Ok(event) => event,
            Err(error) => {
                findings.wrong.push(format!("line {number} is invalid JSON: {error}"));
                continue;
            }
        };
        let n = |key: &str| event[key].as_u64().unwrap_or_default();
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        let table = tables.entry(text("table"));
        match event["kind"].as_str() {
            Some("fault") => findings.faults += 1,
            Some("entry") => {
                findings.entries += 1;
                let (owner, process) = (event["owner"].as_u64(), text("process"));
                let entry = Entry { number: n("number"), epoch: n("epoch"), owner, process };
                journals.entry(n("journal")).or_default().push(entry);
            }
            Some("sent") => {
                findings.commands += 1;
                let client = table.or_default().clients.entry(n("seat")).or_default();
                let first = client.sent.entry(n("id")).or_insert_with(|| text("move"));
                if *first != text("move") {
                    findings.wrong.push(format!("line {number}: a command was sent again as another"));
                }
            }
            Some("done") => {
                findings.acknowledged += 1;
                let client = table.or_default().clients.entry(n("seat")).or_default();
                *client.done.entry(n("id")).or_default() += 1;
            }
            Some("notified") => {
                let client = table.or_default().clients.entry(n("seat")).or_default();
                let times = client.notified.entry(n("turn")).or_default();
                *times += 1;
                *if *times == 1 { &mut findings.notified } else { &mut findings.repeated } += 1;
            }
            Some("shown") => {
                findings.shown += 1;
                let table = table.or_default();
                let client = table.clients.entry(n("seat")).or_default();
                if n("version") < client.version {
                    findings.wrong.push(format!(
                        "line {number}: at table {} version {} was shown, and then {}",
                        text("table"),
                        client.version,
                        n("version")
                    ));
                }
                client.version = n("version");
                for (index, line) in (n("first")..).zip(event["lines"].as_array().into_iter().flatten()) {
                    let line = line.to_string();
                    let first = table.lines.entry(index).or_insert_with(|| line.clone());
                    if *first != line {
                        findings.wrong.push(format!(
                            "line {number}: at table {} line {index} was {first}, and then {line}",
                            text("table")
                        ));
                    }
                }
            }
            Some("record") => {
                let mut record: BTreeMap<u64, Vec<String>> = BTreeMap::new();
                for mv in event["moves"].as_array().into_iter().flatten() {
                    let (seat, mv) = (mv[0].as_u64().unwrap_or_default(), mv[1].as_str().unwrap_or_default());
                    record.entry(seat).or_default().push(mv.to_owned());
                }
                table.or_default().record = Some(record);
            }
            Some("log") => {
                let table = table.or_default();
                let lines = event["lines"].as_array().into_iter().flatten();
                table.log = Some(lines.map(Value::to_string).collect());
                table.last_version = n("version");
            }
            other => findings.wrong.push(format!("line {number}: what is {other:?}?")),
        }
    }
    tables.retain(|code, _| !code.is_empty());
    findings.tables = tables.len();
    for (code, table) in &tables {
        check_table(code, table, &mut findings.wrong);
    }
    let mut processes = BTreeMap::new();
    for (journal, entries) in &mut journals {
        check_journal(*journal, entries, &mut processes, &mut findings.wrong);
    }
    findings
}

fn check_table(code: &str, table: &Table, wrong: &mut Vec<String>) {
    let (Some(record), Some(log)) = (&table.record, &table.log) else {
        return wrong.push(format!("table {code} did not come to its end"));
    };
    for (seat, client) in &table.clients {
        let acknowledged: Vec<&str> = client
            .done
            .keys()
            .map(|id| client.sent.get(id).map_or("a command that was never sent", String::as_str))
            .collect();
        if client.done.values().any(|times| *times > 1) {
            wrong.push(format!("table {code}, seat {seat}: a command was acknowledged twice"));
        }
        let recorded = record.get(seat).map(Vec::as_slice).unwrap_or_default();
        if acknowledged != recorded {
            let at = acknowledged.iter().zip(recorded).take_while(|(told, there)| *told == there).count();
            wrong.push(format!(
                "table {code}, seat {seat}: {} moves were acknowledged, {} are there; they differ at {at}: {:?} and {:?}",
                acknowledged.len(),
                recorded.len(),
                acknowledged.get(at),
                recorded.get(at),
            ));
        }
        // A player by correspondence makes one move for each notification.
        let turns = 1..=client.done.len() as u64;
        if !client.notified.is_empty() && !client.notified.keys().copied().eq(turns) {
            wrong.push(format!(
                "table {code}, seat {seat}: {} moves were made, and notified were the turns {:?}",
                client.done.len(),
                client.notified.keys()
            ));
        }
        if client.version > table.last_version {
            wrong.push(format!(
                "table {code}, seat {seat}: version {} was shown; in the end there is {}",
                client.version, table.last_version
            ));
        }
    }
    for (index, line) in &table.lines {
        let there = usize::try_from(*index).ok().and_then(|index| log.get(index));
        if there != Some(line) {
            wrong.push(format!("table {code}: line {index} was shown as {line}; in the end it is {there:?}"));
        }
    }
}

fn check_journal(
    journal: u64,
    entries: &mut [Entry],
    processes: &mut BTreeMap<u64, String>,
    wrong: &mut Vec<String>,
) {
    entries.sort_unstable();
    let mut claims: BTreeMap<u64, &str> = BTreeMap::new();
    let mut latest = 0;
    for (expected, Entry { number, epoch, owner, process }) in (1..).zip(entries.iter()) {
        if *number != expected {
            return wrong.push(format!("journal {journal}: entry {number} comes where {expected} should be"));
        }
        if *epoch < latest {
            wrong.push(format!(
                "journal {journal}: entry {number} was added under claim {epoch}, after {latest}"
            ));
        }
        latest = *epoch;
        if claims.entry(*epoch).or_insert(process) != process {
            wrong.push(format!("journal {journal}: two servers added entries under claim {epoch}"));
        }
        // A server has a new number each time it joins. Numbers are never used again.
        if let Some(owner) = owner
            && processes.entry(*owner).or_insert_with(|| process.clone()) != process
        {
            wrong.push(format!(
                "journal {journal}: entry {number} was added by {process}, which did not own it"
            ));
        }
    }
}

#[test]
fn the_checker_finds_every_kind_of_violation() {
    let good = r#"
        {"kind":"fault","what":"kill"}
        {"kind":"sent","table":"A","seat":0,"id":1,"move":"x"}
        {"kind":"sent","table":"A","seat":0,"id":1,"move":"x"}
        {"kind":"done","table":"A","seat":0,"id":1}
        {"kind":"notified","table":"A","seat":0,"turn":1}
        {"kind":"notified","table":"A","seat":0,"turn":1}
        {"kind":"shown","table":"A","seat":0,"version":2,"first":0,"lines":[{"a":1}]}
        {"kind":"record","table":"A","moves":[[0,"x"]]}
        {"kind":"log","table":"A","version":3,"lines":[{"a":1},{"a":2}]}
        {"kind":"entry","journal":1,"number":1,"epoch":0,"owner":null,"process":"a"}
        {"kind":"entry","journal":1,"number":2,"epoch":1,"owner":7,"process":"b"}
        {"kind":"entry","journal":2,"number":1,"epoch":4,"owner":7,"process":"b"}"#
        .trim();
    let found = check(good);
    assert!(found.wrong.is_empty(), "{:?}", found.wrong);
    assert_eq!((found.faults, found.acknowledged, found.tables, found.entries), (1, 1, 1, 3));
    assert_eq!((found.notified, found.repeated), (1, 1));
    let done = r#"{"kind":"done","table":"A","seat":0,"id":1}"#;
    for (from, to, expected) in [
        (r#"[[0,"x"]]"#, "[]", "1 moves were acknowledged, 0 are there"),
        (r#"[[0,"x"]]"#, r#"[[0,"x"],[0,"x"]]"#, "1 moves were acknowledged, 2 are there"),
        (r#"[[0,"x"]]"#, r#"[[0,"y"]]"#, "they differ at 0"),
        (done, "", "0 moves were acknowledged, 1 are there"),
        (done, &format!("{done}\n{done}"), "acknowledged twice"),
        (r#""turn":1"#, r#""turn":2"#, "1 moves were made, and notified were the turns [2]"),
        (r#""version":3"#, r#""version":1"#, "version 2 was shown; in the end there is 1"),
        (r#"[{"a":1},{"a":2}]"#, r#"[{"a":3}]"#, "line 0 was shown as"),
        (r#"{"kind":"record""#, r#"{"kind":"fault""#, "did not come to its end"),
        (r#""number":2"#, r#""number":3"#, "entry 3 comes where 2 should be"),
        (r#""number":2"#, r#""number":1"#, "entry 1 comes where 2 should be"),
        (r#""epoch":0,"owner":null"#, r#""epoch":2,"owner":6"#, "was added under claim 1, after 2"),
        (r#""epoch":0,"owner":null"#, r#""epoch":1,"owner":6"#, "two servers added entries under claim 1"),
        (
            r#""epoch":4,"owner":7,"process":"b""#,
            r#""epoch":4,"owner":7,"process":"a""#,
            "which did not own it",
        ),
    ] {
        let bad = good.replace(from, to);
        let bad: Vec<&str> = bad.lines().filter(|line| !line.trim().is_empty()).collect();
        let found = check(&bad.join("\n"));
        assert!(found.wrong.iter().any(|wrong| wrong.contains(expected)), "{to}: {:?}", found.wrong);
    }
    let back = good.replace(
        r#"{"kind":"record""#,
        "{\"kind\":\"shown\",\"table\":\"A\",\"seat\":0,\"version\":1,\"first\":0,\"lines\":[]}\n{\"kind\":\"record\"",
    );
    assert!(check(&back).wrong[0].contains("version 2 was shown, and then 1"));
}
