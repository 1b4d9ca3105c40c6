//! Tests with thoughts that run until the test stops them.

use std::collections::BTreeSet;

use tabletop::Seed;
use tokio::{sync::mpsc::unbounded_channel, task::JoinHandle, time::timeout};

use super::*;

const FOREVER: Duration = Duration::from_secs(3600);
const THOUGHT_TIMEOUT: Duration = Duration::from_secs(20);

/// Thinkers with one thread, whose thoughts may take as long as they like.
fn one_thread() -> Thinkers {
    Thinkers::new(1, [Allowance::fixed(FOREVER); Kind::COUNT])
}

/// The code of the table that a test calls by this name.
fn code(name: &str) -> TableCode {
    TableCode::from_entropy(&Seed::from_phrase(name))
}

fn of(kind: Kind, guest: i64, table: &str) -> For {
    from("192.0.2.1", kind, guest, table)
}

fn from(address: &str, kind: Kind, guest: i64, table: &str) -> For {
    let address = Address::from(address.parse::<std::net::IpAddr>().unwrap());
    For { kind, address: Some(address), guest: PlayerId(guest), table: code(table) }
}

/// A thought that reports its start, and runs until its clock is stopped.
fn endless(
    thinkers: &Thinkers,
    whose: For,
    begun: &mpsc::UnboundedSender<TableCode>,
) -> JoinHandle<Option<Thought<&'static str>>> {
    let (thinkers, begun) = (thinkers.clone(), begun.clone());
    tokio::spawn(async move {
        let table = whose.table;
        let think = move |clock: &dyn Clock| {
            begun.send(table).unwrap();
            while !clock.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            "the best so far"
        };
        thinkers.think(&whose, think).await
    })
}

async fn next(begun: &mut mpsc::UnboundedReceiver<TableCode>) -> TableCode {
    timeout(THOUGHT_TIMEOUT, begun.recv()).await.expect("a thought begins").unwrap()
}

#[tokio::test]
async fn quick_thoughts_and_hints_do_not_wait_for_long_ones() {
    let thinkers = one_thread();
    let (began, mut begun) = unbounded_channel();
    let long: Vec<_> = (0..6).map(|_| endless(&thinkers, of(Kind::Long, 1, "LONG"), &began)).collect();
    assert_eq!(next(&mut begun).await, code("LONG"));
    for kind in [Kind::Quick, Kind::Hint] {
        let answered = timeout(THOUGHT_TIMEOUT, thinkers.think(&of(kind, 2, "OTHER"), |_| 7)).await;
        assert_eq!(answered, Ok(Some(Thought { result: 7, hurried: false })));
    }
    long.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn long_thoughts_of_guests_and_tables_take_turns() {
    let thinkers = one_thread();
    let (began, mut begun) = unbounded_channel();
    let mut all = Vec::new();
    // Each thought is queued before the next one is started.
    for (guest, table) in [(1, "A"), (1, "A"), (1, "A"), (1, "B"), (2, "C"), (3, "D")] {
        all.push((table, endless(&thinkers, of(Kind::Long, guest, table), &began)));
        tokio::task::yield_now().await;
    }
    let mut order = Vec::new();
    while order.len() < 6 {
        let table = next(&mut begun).await;
        let running = all.iter().position(|(of, task)| code(of) == table && !task.is_finished()).unwrap();
        all.remove(running).1.abort();
        order.push(table);
    }
    // The first one begins at once; then the guests come first who had no thread yet, then the table that had none.
    assert_eq!(order, ["A", "C", "D", "B", "A", "A"].map(code));
}

#[tokio::test]
async fn thoughts_at_unattended_tables_run_one_by_one_while_no_other_waits() {
    let thinkers = Thinkers::new(2, [Allowance::fixed(FOREVER); Kind::COUNT]);
    let (began, mut begun) = unbounded_channel();
    let mut tasks = Vec::new();
    for (kind, table) in [
        (Kind::Long, "A"),
        (Kind::Long, "B"),
        (Kind::Long, "C"),
        (Kind::Unattended, "U"),
        (Kind::Unattended, "V"),
    ] {
        tasks.push((table, endless(&thinkers, of(kind, 1, table), &began)));
        tokio::task::yield_now().await;
    }
    let stop = |table| tasks.iter().find(|(of, _)| *of == table).unwrap().1.abort();
    let first = BTreeSet::from([next(&mut begun).await, next(&mut begun).await]);
    assert_eq!(first, ["A", "B"].map(code).into());
    assert!(begun.try_recv().is_err(), "C waits, and so do the unattended ones");
    stop("A");
    let then = BTreeSet::from([next(&mut begun).await, next(&mut begun).await]);
    assert_eq!(then, ["C", "U"].map(code).into(), "no other waits any more");
    stop("B");
    assert!(
        timeout(Duration::from_millis(50), begun.recv()).await.is_err(),
        "one unattended thought at a time"
    );
    stop("U");
    assert_eq!(next(&mut begun).await, code("V"));
    tasks.iter().for_each(|(_, task)| task.abort());
}

#[tokio::test]
async fn whose_time_is_up_answers_with_the_best_so_far() {
    let thinkers = Thinkers::new(1, [Allowance::fixed(Duration::from_millis(20)); Kind::COUNT]);
    let (began, _begun) = unbounded_channel();
    let thought = timeout(THOUGHT_TIMEOUT, endless(&thinkers, of(Kind::Long, 1, "A"), &began)).await;
    let best = Thought { result: "the best so far", hurried: false };
    assert_eq!(thought.expect("it ends").unwrap(), Some(best));
}

#[tokio::test]
async fn a_long_thought_ends_early_only_if_others_wait() {
    let shared = Duration::from_millis(1);
    let long = Allowance { alone: FOREVER, shared, patience: FOREVER, hurried: FOREVER };
    let thinkers = Thinkers::new(1, [Allowance::fixed(FOREVER), Allowance::fixed(FOREVER), long, long]);
    let (began, mut begun) = unbounded_channel();
    let [one, same] = ["ONE", "SAME"].map(|table| endless(&thinkers, of(Kind::Long, 1, table), &began));
    assert_eq!(next(&mut begun).await, code("ONE"));
    // Another thought of the same guest does not end it, but one of another guest does, and comes first then.
    let other = endless(&thinkers, of(Kind::Long, 2, "OTHER"), &began);
    assert_eq!(next(&mut begun).await, code("OTHER"));
    assert!(one.await.unwrap().is_some());
    assert_eq!(
        next(&mut begun).await,
        code("SAME"),
        "the first guest waits, so that the other's thought ends, too"
    );
    assert!(other.await.unwrap().is_some());
    same.abort();
    assert!(same.await.is_err());
}

#[tokio::test]
async fn a_thought_that_has_waited_for_long_is_hurried() {
    let (patience, hurried) = (Duration::from_millis(1), Duration::from_millis(1));
    let long = Allowance { alone: FOREVER, shared: FOREVER, patience, hurried };
    let thinkers = Thinkers::new(1, [Allowance::fixed(FOREVER), Allowance::fixed(FOREVER), long, long]);
    let (began, mut begun) = unbounded_channel();
    let first = endless(&thinkers, of(Kind::Long, 1, "FIRST"), &began);
    assert_eq!(next(&mut begun).await, code("FIRST"));
    let second = endless(&thinkers, of(Kind::Long, 2, "SECOND"), &began);
    tokio::time::sleep(10 * patience).await;
    first.abort();
    let thought = timeout(THOUGHT_TIMEOUT, second).await.expect("it ends by itself").unwrap();
    assert_eq!(thought, Some(Thought { result: "the best so far", hurried: true }));
}

#[tokio::test]
async fn guests_of_one_address_do_not_come_before_another_address() {
    let thinkers = one_thread();
    let (began, mut begun) = unbounded_channel();
    let mut all = Vec::new();
    for guest in 0..8 {
        all.push(endless(&thinkers, from("192.0.2.1", Kind::Long, guest, &format!("EVE{guest}")), &began));
        tokio::task::yield_now().await;
    }
    assert_eq!(next(&mut begun).await, code("EVE0"));
    let ada = endless(&thinkers, from("2001:db8:1:1::1", Kind::Long, 9, "ADA"), &began);
    tokio::task::yield_now().await;
    all[0].abort();
    assert_eq!(next(&mut begun).await, code("ADA"), "although seven others came before");
    all.iter().chain([&ada]).for_each(JoinHandle::abort);
}

#[tokio::test]
async fn an_unwanted_thought_ends_and_frees_its_thread() {
    let thinkers = one_thread();
    let (began, mut begun) = unbounded_channel();
    let running = endless(&thinkers, of(Kind::Long, 1, "RUNNING"), &began);
    assert_eq!(next(&mut begun).await, code("RUNNING"));
    let waiting = endless(&thinkers, of(Kind::Long, 1, "WAITING"), &began);
    let last = endless(&thinkers, of(Kind::Long, 2, "LAST"), &began);
    tokio::task::yield_now().await;
    waiting.abort();
    assert!(waiting.await.is_err());
    running.abort();
    assert_eq!(next(&mut begun).await, code("LAST"), "the one that was given up never began");
    last.abort();
    assert!(last.await.is_err());
    // Otherwise, the runtime of this test would wait for the running thread.
}

#[tokio::test]
async fn a_panic_frees_its_thread() {
    let thinkers = one_thread();
    let whose = of(Kind::Quick, 1, "A");
    let failed = thinkers.think(&whose, |_| -> u8 { panic!("a fault of the bot") }).await;
    assert_eq!(failed, None);
    let next = timeout(THOUGHT_TIMEOUT, thinkers.think(&whose, |_| 1)).await;
    assert_eq!(next, Ok(Some(Thought { result: 1, hurried: false })));
}
