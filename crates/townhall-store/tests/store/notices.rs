//! Notices, in every store.

use std::collections::HashSet;

use townhall_store::{
    ALL_KINDS, Append, Channel, ChannelId, DeliveryOutcome, DeliveryState, DeviceId, DigestTimes, DueNotice,
    Kinds, LoggedNotice, Medium, NewTable, QuietHours, Store, StoreError, TableId,
};
use townhall_table::{
    journal::{Colour, PlayerId},
    session::{Notice, NoticeKind},
};

use crate::every_store::{
    Engine, append, code, create, device, new_table, numbered, of_every_store, summary,
};

of_every_store! {
    each_person_waits_once_before_anybody_waits_twice,
    notices_are_written_with_the_entries_once_for_each_channel,
    notices_are_taken_by_one_worker_and_settled,
    a_reminder_follows_the_clock_until_it_is_sent,
    collected_notices_of_a_channel_are_taken_by_one_worker,
    an_opened_table_invites_in_the_same_transaction,
    channels_end_with_their_device_and_move_with_their_browser,
    channels_without_a_device_belong_to_their_person,
    codes_for_email_addresses_expire_and_are_limited_in_attempts,
}

/// The device of a browser's channel.
fn device_of(channel: &Channel) -> DeviceId {
    let Medium::Push(device) = channel.medium else { panic!("{channel:?}") };
    device
}

/// The channels of a person, without their numbers.
async fn channels_of(store: &Store, owner: PlayerId) -> Vec<Channel> {
    store.channels(owner).await.unwrap().into_iter().map(|(_, channel)| channel).collect()
}

/// A person with a device, and a channel over which these kinds are sent.
async fn subscriber(store: &Store, n: u8, kinds: &[NoticeKind]) -> Channel {
    let person = store.create_player(device(n, 1), format!("Guest {n}"), Colour::Plum).await.unwrap();
    let login = store.login([n; 32]).await.unwrap().unwrap();
    let channel = channel(person.id, login.device, &format!("https://push.example/{n}"), kinds);
    store.set_channel(channel.clone()).await.unwrap();
    channel
}

fn channel(owner: PlayerId, device: DeviceId, address: &str, kinds: &[NoticeKind]) -> Channel {
    Channel {
        owner,
        medium: Medium::Push(device),
        address: address.to_owned(),
        keys: "{}".to_owned(),
        site: "https://town.example".to_owned(),
        language: "hu".to_owned(),
        kinds: kinds.iter().copied().collect(),
        quiet: Some(QuietHours { from: 1320, to: 480, zone: "Europe/Budapest".to_owned() }),
        digest: Some(DigestTimes { times: vec![480, 1080], zone: "Europe/Budapest".to_owned() }),
        since: 3,
        problem: String::new(),
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

/// Takes what is due, of at most so many targets' notices each.
async fn take(store: &Store, now: u64, again: u64, each: usize) -> Result<Vec<DueNotice>, StoreError> {
    let waiting = store.waiting_notices(now, &[], each, 1000).await?;
    store.take_notices(now, again, &waiting).await
}

async fn each_person_waits_once_before_anybody_waits_twice(engine: Engine) {
    let store = engine.open().await;
    let eve = subscriber(&store, 1, &[NoticeKind::Turn]).await;
    let ada = subscriber(&store, 2, &[NoticeKind::Turn]).await;
    let hook = Channel {
        medium: Medium::Webhook,
        address: "https://Hooks.Example.:8443/1".to_owned(),
        ..ada.clone()
    };
    store.add_channel(hook, 2).await.unwrap().unwrap();
    for n in 0..5 {
        let table = create(&store, &numbered(n), summary()).await.unwrap();
        store.append(with(table, 1, &[turn(eve.owner, 1)])).await.unwrap();
    }
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    store.append(Append { notify_at: 101, ..with(table, 1, &[turn(ada.owner, 1)]) }).await.unwrap();
    let (push, webhook) = ("push push.example".to_owned(), "webhook hooks.example".to_owned());
    let waiting = async |closed: &[String], each, most| {
        let waiting = store.waiting_notices(200, closed, each, most).await.unwrap();
        waiting.into_iter().map(|notice| (notice.owner, notice.target)).collect::<Vec<_>>()
    };
    let (of_eve, of_ada) = ((eve.owner, push.clone()), (ada.owner, push.clone()));
    let hooked = (ada.owner, webhook.clone());
    let mut first = waiting(&[], 2, 10).await;
    first.sort_by_key(|(who, target)| (target.clone(), *who));
    assert_eq!(first, [of_eve.clone(), of_ada.clone(), hooked.clone()]);
    assert_eq!(waiting(&[], 9, 10).await.len(), 7);
    assert_eq!(waiting(&[webhook], 9, 3).await, [of_eve.clone(), of_ada, of_eve]);
    assert_eq!(waiting(std::slice::from_ref(&push), 9, 10).await, [hooked]);
    assert_eq!(store.overdue_notices(99).await.unwrap(), []);
    let mut overdue = store.overdue_notices(200).await.unwrap();
    overdue.sort_unstable();
    assert_eq!(overdue, [("push", 100), ("webhook", 101)]);
    // Notices that waited for a closed target for too long are given up.
    assert_eq!(store.give_up_notices(100, std::slice::from_ref(&push), "no answer").await.unwrap(), 0);
    assert_eq!(store.give_up_notices(101, &[push], "no answer").await.unwrap(), 5);
    let log = store.notices(Some(eve.owner), 9).await.unwrap();
    assert!(
        log.iter().all(|line| line.state == DeliveryState::Failed && line.detail == "no answer"),
        "{log:?}"
    );
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
    assert_eq!(take(&store, 99, 500, 10).await.unwrap(), []);
    let taken = take(&store, 100, 500, 10).await.unwrap();
    let [only] = taken.as_slice() else { panic!("{taken:?}") };
    let found = (&only.channel, only.code, only.kind, only.turn, only.is_outdated, only.attempts);
    assert_eq!(found, (&ada, code("AAAAAA"), NoticeKind::Turn, 1, false, 1));
    // A later turn makes it outdated.
    store.append(with(table, 3, &[turn(ada.owner, 2)])).await.unwrap();
    let outdated: Vec<bool> =
        take(&store, 500, 900, 10).await.unwrap().iter().map(|notice| notice.is_outdated).collect();
    assert_eq!(outdated, [true, false]);
    // They go with their table.
    store.remove_table(code("AAAAAA"), None).await.unwrap();
    assert_eq!(take(&store, 900, 1000, 10).await.unwrap(), []);
}

async fn notices_are_taken_by_one_worker_and_settled(engine: Engine) {
    let store = engine.open().await;
    let ada = subscriber(&store, 1, &[NoticeKind::Turn, NoticeKind::Over]).await;
    let mut tables = Vec::new();
    for n in 0..30 {
        let table = create(&store, &numbered(n), summary()).await.unwrap();
        store.append(with(table, 1, &[turn(ada.owner, 1)])).await.unwrap();
        tables.push(table);
    }
    let worker = || take(&store, 100, 200, 50);
    let (a, b, c, d) = tokio::join!(worker(), worker(), worker(), worker());
    let taken: Vec<DueNotice> = [a, b, c, d].into_iter().flat_map(Result::unwrap).collect();
    let numbers: HashSet<i64> = taken.iter().map(|notice| notice.id).collect();
    assert_eq!((taken.len(), numbers.len()), (30, 30));

    let outcomes = [
        DeliveryOutcome::Sent,
        DeliveryOutcome::Needless,
        DeliveryOutcome::Failed("gone".to_owned()),
        DeliveryOutcome::Again(150, Some("busy".to_owned())),
        DeliveryOutcome::Again(150, None),
    ];
    for (notice, outcome) in taken.iter().zip(outcomes) {
        store.settle_notice(notice.id, outcome).await.unwrap();
    }
    let mut again: Vec<u32> =
        take(&store, 199, 300, 50).await.unwrap().iter().map(|notice| notice.attempts).collect();
    again.sort_unstable();
    assert_eq!(again, [1, 2]);
    // A notice that a worker took and did not settle is due again when its lease is over. A notice that was held back
    // may be made due sooner, unless it was taken.
    let (held, sent) = (taken[4].id, taken[0].id);
    for (id, from, to) in [(held, 300, 199), (held, 300, 150), (sent, 200, 150)] {
        store.hasten_notice(id, from, to).await.unwrap();
    }
    assert_eq!(take(&store, 198, 300, 50).await.unwrap(), []);
    let hastened = take(&store, 199, 300, 50).await.unwrap();
    assert_eq!(hastened.iter().map(|notice| notice.id).collect::<Vec<_>>(), [held]);
    assert_eq!(take(&store, 200, 300, 50).await.unwrap().len(), 25);
    let log = store.notices(Some(ada.owner), 50).await.unwrap();
    let states = |state| log.iter().filter(|line: &&LoggedNotice| line.state == state).count();
    assert_eq!(
        (states(DeliveryState::Sent), states(DeliveryState::Failed), states(DeliveryState::Waiting)),
        (1, 1, 27)
    );
    assert_eq!((log[0].service.as_str(), log[0].kind), ("push.example", NoticeKind::Turn));
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
        let taken = take(&store, now, now + 1000, 10).await.unwrap();
        for notice in &taken {
            store.settle_notice(notice.id, DeliveryOutcome::Sent).await.unwrap();
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
    // A notice that is due after the time for which notices are kept stays.
    store.append(with(table, 5, &[reminder(ada.owner, 2, 9000)])).await.unwrap();
    store.prune_notices(8000).await.unwrap();
    assert_eq!(taken(9000).await, [NoticeKind::Late]);
}

async fn collected_notices_of_a_channel_are_taken_by_one_worker(engine: Engine) {
    let store = engine.open().await;
    let mut people = Vec::new();
    for n in 1..=3 {
        people.push(subscriber(&store, n, &[NoticeKind::Turn]).await.owner);
    }
    for n in 0..5 {
        let table = create(&store, &numbered(n), summary()).await.unwrap();
        let turns: Vec<Notice> = people.iter().map(|who| turn(*who, 1)).collect();
        store.append(with(table, 1, &turns)).await.unwrap();
    }
    let taken = take(&store, 100, 200, 50).await.unwrap();
    assert!(taken.len() == 15 && taken.iter().all(|notice| !notice.is_collected));
    for notice in taken {
        store.settle_notice(notice.id, DeliveryOutcome::Collected(300)).await.unwrap();
    }
    assert_eq!(take(&store, 299, 500, 50).await.unwrap(), []);
    let worker = || take(&store, 300, 500, 50);
    let whole = |taken: &[DueNotice]| {
        assert!(taken.iter().all(|notice| notice.is_collected && notice.attempts > 0), "{taken:?}");
        (taken.len(), taken.iter().map(|notice| notice.channel.owner).collect::<HashSet<_>>().len())
    };
    let (a, b, c, d, e) = tokio::join!(worker(), worker(), worker(), worker(), worker());
    let groups: Vec<_> = [a, b, c, d, e].map(|taken| whole(&taken.unwrap())).to_vec();
    assert!(groups.iter().all(|(notices, people)| *notices == 5 * people), "{groups:?}");
    assert_eq!(groups.iter().map(|(_, people)| people).sum::<usize>(), 3, "{groups:?}");
    // A worker that ended says nothing; then all of them are taken again.
    let again = take(&store, 500, 900, 50).await.unwrap();
    assert_eq!((again.len(), whole(&again).1), (15, 3));
    for notice in &again {
        store.settle_notice(notice.id, DeliveryOutcome::Sent).await.unwrap();
    }
    let log = store.notices(Some(people[0]), 50).await.unwrap();
    assert!(
        log.len() == 5 && log.iter().all(|line| line.state == DeliveryState::Sent && line.is_collected),
        "{log:?}"
    );
    assert_eq!(take(&store, 9000, 9900, 50).await.unwrap(), []);
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
    let taken = take(&store, 100, 500, 10).await.unwrap();
    let found: Vec<_> = taken.iter().map(|notice| (notice.channel.owner, notice.code)).collect();
    assert_eq!(found, [(ada.owner, code("BBBBBB"))]);
}

async fn channels_end_with_their_device_and_move_with_their_browser(engine: Engine) {
    let store = engine.open().await;
    let all = [NoticeKind::Turn, NoticeKind::Started, NoticeKind::Over];
    let ada = subscriber(&store, 1, &all).await;
    let ben = subscriber(&store, 2, &all).await;
    assert_eq!(store.channel(device_of(&ada)).await.unwrap(), Some(ada.clone()));
    // The browser now belongs to another guest.
    let moved = Channel { address: ada.address.clone(), ..ben.clone() };
    let id = store.set_channel(moved.clone()).await.unwrap();
    assert_eq!(store.channel(device_of(&ada)).await.unwrap(), None);
    assert_eq!(channels_of(&store, ben.owner).await, std::slice::from_ref(&moved));
    store.mute(id, NoticeKind::Started).await.unwrap();
    let kinds: Kinds = [NoticeKind::Turn, NoticeKind::Over].into_iter().collect();
    assert_eq!(store.channel(device_of(&ben)).await.unwrap(), Some(Channel { kinds, ..moved.clone() }));
    // A subscription that ended is not removed if a new one has come.
    store.remove_channel(id, &ben.address).await.unwrap();
    assert!(store.channel(device_of(&ben)).await.unwrap().is_some());
    store.remove_channel(id, &moved.address).await.unwrap();
    assert_eq!(store.channel(device_of(&ben)).await.unwrap(), None);

    store.set_channel(ada.clone()).await.unwrap();
    store.remove_device(ada.owner, device_of(&ada)).await.unwrap();
    assert_eq!(channels_of(&store, ada.owner).await, []);
    assert!(matches!(store.set_channel(ada.clone()).await, Err(StoreError::Missing)));
    store.set_channel(ben.clone()).await.unwrap();
    // A refused channel does not end that of another guest's browser.
    let taken = Channel { address: ben.address.clone(), ..ada };
    assert!(matches!(store.set_channel(taken).await, Err(StoreError::Missing)));
    assert_eq!(channels_of(&store, ben.owner).await, std::slice::from_ref(&ben));
    store.remove_player(ben.owner).await.unwrap();
    assert_eq!(channels_of(&store, ben.owner).await, []);

    assert_eq!(store.push_key("first").await.unwrap(), "first");
    assert_eq!(store.push_key("second").await.unwrap(), "first");
}

async fn channels_without_a_device_belong_to_their_person(engine: Engine) {
    let store = engine.open().await;
    let ada = subscriber(&store, 1, &[]).await;
    let ben = subscriber(&store, 2, &[]).await;
    let turns: Kinds = [NoticeKind::Turn].into_iter().collect();
    let own = |owner, medium, address: &str| {
        let Channel { keys, site, language, quiet, digest, since, .. } = ada.clone();
        Channel {
            owner,
            medium,
            address: address.to_owned(),
            keys,
            site,
            language,
            kinds: turns,
            quiet,
            digest,
            since,
            problem: String::new(),
        }
    };
    let hook = own(ada.owner, Medium::Webhook, "https://hooks.example/1?key=2");
    let email = own(ada.owner, Medium::Email, "ada@mail.example");
    let id = store.add_channel(hook.clone(), 2).await.unwrap().unwrap();
    let of_email = store.add_channel(email.clone(), 2).await.unwrap().unwrap();
    // Others may have the same address; a third one is too many, and the same one again gets new keys.
    assert!(store.add_channel(own(ben.owner, Medium::Webhook, &hook.address), 2).await.unwrap().is_some());
    assert_eq!(
        store.add_channel(own(ada.owner, Medium::Webhook, "https://b.example/"), 2).await.unwrap(),
        None
    );
    let hook = Channel { keys: "new".to_owned(), ..hook };
    assert_eq!(store.add_channel(hook.clone(), 2).await.unwrap(), Some(id));
    assert_eq!(store.add_channel(own(PlayerId(99), Medium::Webhook, "x"), 2).await.unwrap(), None);
    assert_eq!(channels_of(&store, ada.owner).await, [ada.clone(), hook.clone(), email.clone()]);
    assert!(matches!(store.set_channel(email.clone()).await, Err(StoreError::Missing)));

    // A turn is sent over both, and the log shows no more of an address than its host.
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    store.append(with(table, 1, &[turn(ada.owner, 1)])).await.unwrap();
    let taken = take(&store, 100, 200, 10).await.unwrap();
    let media: Vec<_> = taken.iter().map(|due| (due.channel_id, due.channel.medium, due.at)).collect();
    assert_eq!(media, [(id, Medium::Webhook, 7), (of_email, Medium::Email, 7)]);
    let mut hosts: Vec<String> =
        store.notices(Some(ada.owner), 9).await.unwrap().into_iter().map(|line| line.service).collect();
    hosts.sort_unstable();
    assert_eq!(hosts, ["hooks.example", "mail.example"]);

    // Only their person changes them; a browser's channel is not changed here.
    let later = Some(DigestTimes { times: vec![60], zone: "Europe/Madrid".to_owned() });
    let change = |owner, id| store.change_channel(owner, id, Kinds::default(), None, later.clone());
    change(ada.owner, id).await.unwrap();
    assert!(matches!(change(ben.owner, id).await, Err(StoreError::Missing)));
    let (browser, _) = store.channels(ada.owner).await.unwrap()[0].clone();
    assert!(matches!(change(ada.owner, browser).await, Err(StoreError::Missing)));
    let changed = Channel { kinds: Kinds::default(), quiet: None, digest: later.clone(), ..hook.clone() };
    assert_eq!(channels_of(&store, ada.owner).await[1], changed);

    // One over which nothing can be sent says so until it is added again.
    store.fail_channel(of_email, &hook.address, "no").await.unwrap();
    assert_eq!(channels_of(&store, ada.owner).await[2], email);
    store.fail_channel(of_email, &email.address, "no such user").await.unwrap();
    let failed = Channel { problem: "no such user".to_owned(), ..email.clone() };
    assert_eq!(channels_of(&store, ada.owner).await[2], failed);
    assert_eq!(store.add_channel(email.clone(), 2).await.unwrap(), Some(of_email));

    // One that was refused without a reason is remembered until an email is accepted; given up by mistake, it is revived.
    assert_eq!(store.doubt_channel(of_email, 70).await.unwrap(), 70);
    assert_eq!(store.doubt_channel(of_email, 80).await.unwrap(), 70);
    store.trust_channel(of_email).await.unwrap();
    assert_eq!(store.doubt_channel(of_email, 90).await.unwrap(), 90);
    store.fail_channel(of_email, &email.address, "no such user").await.unwrap();
    store.fail_channel(id, &hook.address, "404 Not Found").await.unwrap();
    assert_eq!(store.revive_channels().await.unwrap(), 1, "a webhook has to be confirmed");
    assert_eq!(channels_of(&store, ada.owner).await[2], email);
    assert_eq!(store.doubt_channel(of_email, 99).await.unwrap(), 99);
    store.fail_channel(id, &hook.address, "").await.unwrap();

    // They outlive devices and go with their person.
    store.remove_device(ada.owner, device_of(&ada)).await.unwrap();
    assert_eq!(channels_of(&store, ada.owner).await, [changed, email]);
    store.remove_channel(id, &hook.address).await.unwrap();
    // The number of a removed channel is not given again: it is in links of emails.
    let latest = store.add_channel(hook.clone(), 2).await.unwrap().unwrap();
    store.remove_channel(latest, &hook.address).await.unwrap();
    assert!(store.add_channel(hook, 2).await.unwrap().unwrap().0 > latest.0);
    store.remove_player(ada.owner).await.unwrap();
    assert_eq!(channels_of(&store, ada.owner).await, []);
    assert!(matches!(store.mute(of_email, NoticeKind::Turn).await, Err(StoreError::Missing)));
    assert!(matches!(store.mute(ChannelId(99), NoticeKind::Turn).await, Err(StoreError::Missing)));
}

async fn codes_for_email_addresses_expire_and_are_limited_in_attempts(engine: Engine) {
    let store = engine.open().await;
    let ada = subscriber(&store, 1, &[]).await.owner;
    let offer = async |address: &str, attempts| {
        store.offer_email_code(ada, address, "123456", 100, attempts).await.unwrap();
    };
    let enter = async |code: &str, now| store.redeem_email_code(ada, code, now).await.unwrap();
    assert_eq!(enter("123456", 1).await, None);
    offer("old@mail.example", 3).await;
    offer("ada@mail.example", 3).await;
    assert_eq!(enter("123456", 100).await, None, "it has expired");
    assert_eq!(enter("654321", 99).await, None);
    assert_eq!(store.redeem_email_code(PlayerId(99), "123456", 99).await.unwrap(), None);
    assert_eq!(enter("123456", 99).await.as_deref(), Some("ada@mail.example"));
    assert_eq!(enter("123456", 99).await, None, "it was used");
    offer("ada@mail.example", 2).await;
    assert_eq!((enter("1", 99).await, enter("2", 99).await, enter("123456", 99).await), (None, None, None));
    assert!(matches!(store.offer_email_code(PlayerId(99), "x", "1", 9, 1).await, Err(StoreError::Missing)));
}

#[test]
fn a_set_of_kinds_contains_those_of_which_it_was_made() {
    for kind in ALL_KINDS {
        let set: Kinds = [kind].into_iter().collect();
        let contained: Vec<NoticeKind> = ALL_KINDS.into_iter().filter(|kind| set.contains(*kind)).collect();
        assert_eq!(contained, [kind]);
    }
}
