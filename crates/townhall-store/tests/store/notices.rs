//! Notices, in every store.

use std::{collections::HashSet, sync::Arc};

use townhall_store::{
    Append, Channel, DeviceId, DueNotice, Kinds, LoggedNotice, NewTable, Outcome, Quiet, Store, StoreError,
    TableId,
};
use townhall_table::{
    journal::{Colour, PlayerId},
    session::{Notice, NoticeKind},
};

use crate::every_store::{Engine, append, create, device, new_table, of_every_store, summary};

of_every_store! {
    notices_are_written_with_the_entries_once_for_each_channel,
    notices_are_taken_by_one_worker_and_settled,
    a_reminder_follows_the_clock_until_it_is_sent,
    an_opened_table_invites_in_the_same_transaction,
    channels_end_with_their_device_and_move_with_their_browser,
}

/// A person with a device, and a channel over which these kinds are sent.
async fn subscriber(store: &Arc<dyn Store>, n: u8, kinds: &[NoticeKind]) -> Channel {
    let person = store.create_player(device(n, 1), format!("Guest {n}"), Colour::Plum).await.unwrap();
    let login = store.login([n; 32]).await.unwrap().unwrap();
    let channel = channel(person.id, login.device, &format!("https://push.example/{n}"), kinds);
    store.set_channel(channel.clone()).await.unwrap();
    channel
}

fn channel(owner: PlayerId, device: DeviceId, address: &str, kinds: &[NoticeKind]) -> Channel {
    Channel {
        owner,
        device,
        address: address.to_owned(),
        keys: "{}".to_owned(),
        site: "https://town.example".to_owned(),
        language: "hu".to_owned(),
        kinds: kinds.iter().copied().collect(),
        quiet: Some(Quiet { from: 1320, to: 480, zone: "Europe/Budapest".to_owned() }),
        since: 3,
    }
}

fn turn(who: PlayerId, turn: u32) -> Notice {
    Notice { who, kind: NoticeKind::Turn, turn, due: None }
}

fn reminder(who: PlayerId, turn: u32, due: u64) -> Notice {
    Notice { who, kind: NoticeKind::Late, turn, due: Some(due) }
}

fn with(table: TableId, after: u64, notices: &[Notice]) -> Append {
    Append { notices: notices.to_vec(), notify_at: 100, ..append(table, after, &["a"]) }
}

async fn notices_are_written_with_the_entries_once_for_each_channel(engine: Engine) {
    let store = engine.open().await;
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    let ada = subscriber(&store, 1, &[NoticeKind::Turn]).await;
    let ben = subscriber(&store, 2, &[NoticeKind::Over]).await;
    let eve = store.create_player(device(3, 1), "Eve".to_owned(), Colour::Rose).await.unwrap();
    let asked = [turn(ada.owner, 1), turn(ben.owner, 1), turn(eve.id, 1)];
    store.append(with(table, 1, &asked)).await.unwrap();
    // Neither a refused append nor the same turn again adds any.
    assert!(store.append(with(table, 1, &[turn(ada.owner, 2)])).await.is_err());
    store.append(with(table, 2, &[turn(ada.owner, 1)])).await.unwrap();
    assert_eq!(store.take_notices(99, 500, 10).await.unwrap(), []);
    let taken = store.take_notices(100, 500, 10).await.unwrap();
    let [only] = taken.as_slice() else { panic!("{taken:?}") };
    let found = (&only.channel, only.code.as_str(), only.kind, only.turn, only.is_outdated, only.attempts);
    assert_eq!(found, (&ada, "AAAAAA", NoticeKind::Turn, 1, false, 1));
    // A later turn makes it outdated.
    store.append(with(table, 3, &[turn(ada.owner, 2)])).await.unwrap();
    let outdated: Vec<bool> =
        store.take_notices(500, 900, 10).await.unwrap().iter().map(|notice| notice.is_outdated).collect();
    assert_eq!(outdated, [true, false]);
    // They go with their table.
    store.remove_table("AAAAAA", None).await.unwrap();
    assert_eq!(store.take_notices(900, 1000, 10).await.unwrap(), []);
}

async fn notices_are_taken_by_one_worker_and_settled(engine: Engine) {
    let store = engine.open().await;
    let ada = subscriber(&store, 1, &[NoticeKind::Turn, NoticeKind::Over]).await;
    let mut tables = Vec::new();
    for n in 0..30 {
        let table = create(&store, &format!("TABL{n:02}"), summary()).await.unwrap();
        store.append(with(table, 1, &[turn(ada.owner, 1)])).await.unwrap();
        tables.push(table);
    }
    let take = || store.take_notices(100, 200, 10);
    let (a, b, c, d) = tokio::join!(take(), take(), take(), take());
    let taken: Vec<DueNotice> = [a, b, c, d].into_iter().flat_map(Result::unwrap).collect();
    let numbers: HashSet<i64> = taken.iter().map(|notice| notice.id).collect();
    assert_eq!((taken.len(), numbers.len()), (30, 30));

    let outcomes = [
        Outcome::Sent,
        Outcome::Needless,
        Outcome::Failed("gone".to_owned()),
        Outcome::Again(150, Some("busy".to_owned())),
        Outcome::Again(150, None),
    ];
    for (notice, outcome) in taken.iter().zip(outcomes) {
        store.settle_notice(notice.id, outcome).await.unwrap();
    }
    let mut again: Vec<u32> =
        store.take_notices(199, 300, 50).await.unwrap().iter().map(|notice| notice.attempts).collect();
    again.sort_unstable();
    assert_eq!(again, [1, 2]);
    // What a worker took and did not settle is due again when its lease is over.
    assert_eq!(store.take_notices(200, 300, 50).await.unwrap().len(), 25);
    let log = store.notices(Some(ada.owner), 50).await.unwrap();
    let states = |state| log.iter().filter(|line: &&LoggedNotice| line.state == state).count();
    assert_eq!((states("sent"), states("failed"), states("waiting")), (1, 1, 27));
    assert_eq!((log[0].service.as_str(), log[0].kind.as_str()), ("push.example", "turn"));
    assert_eq!(store.notices(Some(PlayerId(99)), 50).await.unwrap(), []);
    store.prune_notices(301).await.unwrap();
    assert_eq!(store.notices(None, 50).await.unwrap(), []);
}

async fn a_reminder_follows_the_clock_until_it_is_sent(engine: Engine) {
    let store = engine.open().await;
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    let ada = subscriber(&store, 1, &[NoticeKind::Turn, NoticeKind::Late]).await;
    let turn = turn(ada.owner, 1);
    store.append(with(table, 1, &[turn, reminder(ada.owner, 1, 500)])).await.unwrap();
    let taken = async |now| {
        let taken = store.take_notices(now, now + 1000, 10).await.unwrap();
        for notice in &taken {
            store.settle_notice(notice.id, Outcome::Sent).await.unwrap();
        }
        taken.iter().map(|notice| notice.kind).collect::<Vec<_>>()
    };
    assert_eq!(taken(499).await, [NoticeKind::Turn]);
    // Its player goes away, and comes back.
    store.append(with(table, 2, &[reminder(ada.owner, 1, 900)])).await.unwrap();
    assert_eq!(taken(899).await, []);
    store.append(with(table, 3, &[turn, reminder(ada.owner, 1, 800)])).await.unwrap();
    assert_eq!(taken(899).await, [NoticeKind::Late]);
    // Once for each turn.
    store.append(with(table, 4, &[reminder(ada.owner, 1, 950)])).await.unwrap();
    assert_eq!(taken(5000).await, []);
    // What is due later than it is kept stays.
    store.append(with(table, 5, &[reminder(ada.owner, 2, 9000)])).await.unwrap();
    store.prune_notices(8000).await.unwrap();
    assert_eq!(taken(9000).await, [NoticeKind::Late]);
}

async fn an_opened_table_invites_in_the_same_transaction(engine: Engine) {
    let store = engine.open().await;
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    let ada = subscriber(&store, 1, &[NoticeKind::Invited]).await;
    let ben = subscriber(&store, 2, &[NoticeKind::Turn]).await;
    let invited = |who| Notice { who, kind: NoticeKind::Invited, turn: 0, due: None };
    let opens = NewTable {
        notices: vec![invited(ada.owner), invited(ben.owner)],
        notify_at: 100,
        ..new_table("BBBBBB", summary())
    };
    let opening = Append { opens: Some(Box::new(opens)), ..with(table, 1, &[]) };
    assert!(store.append(Append { after: 7, ..opening.clone() }).await.is_err());
    store.append(opening).await.unwrap();
    let taken = store.take_notices(100, 500, 10).await.unwrap();
    let found: Vec<_> = taken.iter().map(|notice| (notice.channel.owner, notice.code.as_str())).collect();
    assert_eq!(found, [(ada.owner, "BBBBBB")]);
}

async fn channels_end_with_their_device_and_move_with_their_browser(engine: Engine) {
    let store = engine.open().await;
    let all = [NoticeKind::Turn, NoticeKind::Started, NoticeKind::Over];
    let ada = subscriber(&store, 1, &all).await;
    let ben = subscriber(&store, 2, &all).await;
    assert_eq!(store.channel(ada.device).await.unwrap(), Some(ada.clone()));
    // The same browser under another guest.
    let moved = Channel { address: ada.address.clone(), ..ben.clone() };
    let id = store.set_channel(moved.clone()).await.unwrap();
    assert_eq!(store.channel(ada.device).await.unwrap(), None);
    assert_eq!(store.channels(ben.owner).await.unwrap(), std::slice::from_ref(&moved));
    store.mute(id, NoticeKind::Started).await.unwrap();
    let kinds: Kinds = [NoticeKind::Turn, NoticeKind::Over].into_iter().collect();
    assert_eq!(store.channel(ben.device).await.unwrap(), Some(Channel { kinds, ..moved.clone() }));
    // A subscription that ended is not removed if a new one has come.
    store.remove_channel(id, &ben.address).await.unwrap();
    assert!(store.channel(ben.device).await.unwrap().is_some());
    store.remove_channel(id, &moved.address).await.unwrap();
    assert_eq!(store.channel(ben.device).await.unwrap(), None);

    store.set_channel(ada.clone()).await.unwrap();
    store.remove_device(ada.owner, ada.device).await.unwrap();
    assert_eq!(store.channels(ada.owner).await.unwrap(), []);
    assert!(matches!(store.set_channel(ada).await, Err(StoreError::Missing)));
    store.set_channel(ben.clone()).await.unwrap();
    store.remove_player(ben.owner).await.unwrap();
    assert_eq!(store.channels(ben.owner).await.unwrap(), []);

    assert_eq!(store.push_key("first").await.unwrap(), "first");
    assert_eq!(store.push_key("second").await.unwrap(), "first");
}
