//! Tests with thoughts that run until the test stops them.

use tokio::{sync::mpsc::unbounded_channel, task::JoinHandle, time::timeout};

use super::*;

const FOREVER: Duration = Duration::from_secs(3600);
const THOUGHT_TIMEOUT: Duration = Duration::from_secs(20);

fn of(kind: Kind, guest: i64, table: &str) -> For {
    For { kind, guest: PlayerId(guest), table: table.to_owned() }
}

/// A thought that reports its start, and runs until its clock is stopped.
fn endless(
    thinkers: &Thinkers,
    whose: For,
    begun: &mpsc::UnboundedSender<String>,
) -> JoinHandle<Option<&'static str>> {
    let (thinkers, begun) = (thinkers.clone(), begun.clone());
    tokio::spawn(async move {
        let table = whose.table.clone();
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

async fn next(begun: &mut mpsc::UnboundedReceiver<String>) -> String {
    timeout(THOUGHT_TIMEOUT, begun.recv()).await.expect("a thought begins").unwrap()
}

#[tokio::test]
async fn quick_thoughts_and_hints_do_not_wait_for_long_ones() {
    let thinkers = Thinkers::new(1, FOREVER);
    let (began, mut begun) = unbounded_channel();
    let long: Vec<_> = (0..6).map(|_| endless(&thinkers, of(Kind::Long, 1, "LONG"), &began)).collect();
    assert_eq!(next(&mut begun).await, "LONG");
    for kind in [Kind::Quick, Kind::Hint] {
        let answered = timeout(THOUGHT_TIMEOUT, thinkers.think(&of(kind, 2, "OTHER"), |_| 7)).await;
        assert_eq!(answered, Ok(Some(7)));
    }
    long.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn long_thoughts_of_guests_and_tables_take_turns() {
    let thinkers = Thinkers::new(1, FOREVER);
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
        let running = all.iter().position(|(of, task)| *of == table && !task.is_finished()).unwrap();
        all.remove(running).1.abort();
        order.push(table);
    }
    // The first one begins at once; then each guest has one turn before any guest has a second one.
    assert_eq!(order, ["A", "A", "C", "D", "B", "A"]);
}

#[tokio::test]
async fn whose_time_is_up_answers_with_the_best_so_far() {
    let thinkers = Thinkers::new(1, Duration::from_millis(20));
    let (began, _begun) = unbounded_channel();
    let thought = timeout(THOUGHT_TIMEOUT, endless(&thinkers, of(Kind::Long, 1, "A"), &began)).await;
    assert_eq!(thought.expect("it ends").unwrap(), Some("the best so far"));
}

#[tokio::test]
async fn an_unwanted_thought_ends_and_frees_its_thread() {
    let thinkers = Thinkers::new(1, FOREVER);
    let (began, mut begun) = unbounded_channel();
    let running = endless(&thinkers, of(Kind::Long, 1, "RUNNING"), &began);
    assert_eq!(next(&mut begun).await, "RUNNING");
    let waiting = endless(&thinkers, of(Kind::Long, 1, "WAITING"), &began);
    let last = endless(&thinkers, of(Kind::Long, 2, "LAST"), &began);
    tokio::task::yield_now().await;
    waiting.abort();
    assert!(waiting.await.is_err());
    running.abort();
    assert_eq!(next(&mut begun).await, "LAST", "the one that was given up never began");
    last.abort();
    assert!(last.await.is_err());
    // Otherwise, the runtime of this test would wait for the running thread.
}

#[tokio::test]
async fn a_panic_frees_its_thread() {
    let thinkers = Thinkers::new(1, FOREVER);
    let whose = of(Kind::Quick, 1, "A");
    let failed = thinkers.think(&whose, |_| -> u8 { panic!("a fault of the bot") }).await;
    assert_eq!(failed, None);
    assert_eq!(timeout(THOUGHT_TIMEOUT, thinkers.think(&whose, |_| 1)).await, Ok(Some(1)));
}
