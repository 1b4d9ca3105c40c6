//! The tests that every engine has to pass.

use std::sync::Arc;

use tabletop::{Seat, Seed};
use tempfile::TempDir;
use townhall_store::{
    Append, Change, Data, Epoch, MAX_DEVICES, NewDevice, NewTable, OpenError, Public, Report, Rewrite, Scope,
    Store, StoreError, TableId, Withholding,
};
use townhall_table::{
    TableCode,
    journal::{Colour, Person, PlayerId},
    protocol::{Listing, Status},
    room::{OpenTurn, Summary},
};

use crate::engine::Database;

/// A store that is empty at first.
pub(crate) enum Engine {
    /// In this folder.
    Sqlite(TempDir),
    Postgres(Database),
}

impl Engine {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(TempDir::new().unwrap())
    }

    pub(crate) async fn postgres() -> Self {
        Self::Postgres(Database::create().await)
    }

    /// Opens the same store again each time it is asked.
    pub(crate) async fn open(&self) -> Arc<Store> {
        match self {
            Self::Sqlite(folder) => {
                let file = Data::File(folder.path().join("store.db"));
                Arc::new(Store::open(&file, false).await.unwrap())
            }
            Self::Postgres(database) => Arc::new(database.open().await),
        }
    }
}

/// Makes each of these functions two tests: `every_store::sqlite::…` and `every_store::postgres::…`.
macro_rules! of_every_store {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::every_store::Engine::sqlite()).await;
            })+
        }

        mod postgres {
            $(#[tokio::test]
            #[ignore = "needs a Postgres: `cargo verify postgres`"]
            async fn $test() {
                super::$test(crate::every_store::Engine::postgres().await).await;
            })+
        }
    };
}

pub(crate) use of_every_store;

of_every_store! {
    a_secret_identifies_its_person,
    a_person_adds_and_removes_devices,
    appends_only_follow_the_latest_entry,
    a_rematch_is_opened_together_with_the_entry_that_names_it,
    of_concurrent_appends_one_succeeds_per_table,
    lists_contain_the_tables_of_their_scope,
    who_is_muted_and_who_mutes_are_out_of_reach,
    a_table_is_kept_until_its_players_meet,
    public_lists_limit_tables_per_host,
    finished_games_are_listed_in_pages,
    due_tables_are_taken_once,
    notes_are_kept_for_those_who_play,
    the_operator_withholds_rewrites_and_removes,
    the_operator_removes_people_and_reads_reports,
}

pub(crate) fn summary() -> Summary {
    Summary { names: vec![Some("Ada".to_owned()), None], ..Summary::new("standard", 2, PlayerId(1)) }
}

pub(crate) fn code(text: &str) -> TableCode {
    text.parse().unwrap()
}

/// The code of one of many tables.
pub(crate) fn numbered(table: usize) -> String {
    TableCode::from_entropy(&Seed::from_phrase(&table.to_string())).to_string()
}

pub(crate) fn new_table(text: &str, summary: Summary) -> NewTable {
    let (code, game, entries) = (code(text), "point-city".to_owned(), vec!["opened".to_owned()]);
    NewTable { code, game, entries, at: 5, summary, notices: vec![], notify_at: 5 }
}

pub(crate) async fn create(store: &Store, code: &str, summary: Summary) -> Result<TableId, StoreError> {
    store.create_table(new_table(code, summary)).await
}

pub(crate) fn append(table: TableId, after: u64, texts: &[&str]) -> Append {
    let entries = texts.iter().map(|text| (*text).to_owned()).collect();
    let epoch = Epoch::default();
    let (summary, change) = (summary(), Change::Turn);
    Append {
        table,
        epoch,
        after,
        entries,
        at: 7,
        summary,
        change,
        opens: None,
        notices: vec![],
        notify_at: 7,
    }
}

async fn notes_are_kept_for_those_who_play(engine: Engine) {
    let store = engine.open().await;
    let mut people = Vec::new();
    for n in 0..2 {
        people.push(store.create_player(device(n, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id);
    }
    let [ada, ben] = people[..] else { panic!("two people") };
    create(&store, "AAAAAA", Summary { people: vec![ada], ..summary() }).await.unwrap();
    let note = async |who| store.note(who, code("AAAAAA")).await.unwrap();
    assert_eq!(note(ada).await, "");
    store.set_note(ada, code("AAAAAA"), "save the factory").await.unwrap();
    store.set_note(ada, code("AAAAAA"), "save the park").await.unwrap();
    assert_eq!((note(ada).await.as_str(), note(ben).await.as_str()), ("save the park", ""));
    for table in ["AAAAAA", "BBBBBB"] {
        let refused = store.set_note(ben, code(table), "mine").await;
        assert!(matches!(refused, Err(StoreError::Missing)), "{refused:?}");
    }
    store.set_note(ada, code("AAAAAA"), "").await.unwrap();
    assert_eq!(note(ada).await, "");
    // It goes with its author, and with its table.
    store.set_note(ada, code("AAAAAA"), "again").await.unwrap();
    store.remove_player(ada).await.unwrap();
    assert_eq!(note(ada).await, "");
    create(&store, "CCCCCC", Summary { people: vec![ben], ..summary() }).await.unwrap();
    store.set_note(ben, code("CCCCCC"), "mine").await.unwrap();
    store.remove_table(code("CCCCCC"), None).await.unwrap();
    assert_eq!(store.note(ben, code("CCCCCC")).await.unwrap(), "");
}

async fn due_tables_are_taken_once(engine: Engine) {
    let store = engine.open().await;
    let ada = store.create_player(device(1, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id;
    let turn = |due| OpenTurn { who: ada, seat: Seat::new(0), number: 1, due: Some(due), reminder: None };
    let due = |due: u64| Summary {
        status: Status::Playing,
        people: vec![ada],
        to_act: vec![ada],
        turns: vec![turn(due)],
        goes_on_at: Some(due),
        ..summary()
    };
    let taken = async |now, again| -> Vec<String> {
        store.take_due(now, again, 2).await.unwrap().iter().map(TableCode::to_string).collect()
    };
    create(&store, "NEVER2", summary()).await.unwrap();
    let first = create(&store, "FRST22", due(100)).await.unwrap();
    for (code, at) in [("SECND2", 200), ("THRD22", 300), ("CLSED2", 50)] {
        create(&store, code, due(at)).await.unwrap();
    }
    store.withhold(code("CLSED2"), Withholding::Closed, true).await.unwrap();
    assert_eq!(taken(99, 1000).await, Vec::<String>::new());
    let card = store.card(code("FRST22")).await.unwrap().unwrap();
    assert_eq!((card.to_act, card.due), (vec![ada], vec![(ada, 100)]));
    let mut both = taken(300, 1000).await;
    both.sort();
    assert_eq!(both, ["FRST22", "SECND2"], "the earliest, and no more than asked for");
    assert_eq!(taken(999, 2000).await, ["THRD22"], "the others are taken until then");
    assert_eq!(taken(1000, 2000).await.len(), 2);
    // Each event at a table sets again when it is due, or that it is not.
    let entry = Append { summary: due(1500), ..append(first, 1, &["moved"]) };
    store.append(entry).await.unwrap();
    assert_eq!(taken(1999, 3000).await, ["FRST22"]);
    store.append(append(first, 2, &["over"])).await.unwrap();
    let mut others = taken(5000, 6000).await;
    others.sort();
    assert_eq!(others, ["SECND2", "THRD22"]);
    assert_eq!(store.card(code("FRST22")).await.unwrap().unwrap().due, []);
}

/// The entries of a journal but the first.
pub(crate) async fn added(store: &Store, table: &str) -> Vec<String> {
    store.load(code(table)).await.unwrap().unwrap().entries.split_off(1)
}

pub(crate) fn device(secret: u8, at: u64) -> NewDevice {
    NewDevice { secret: [secret; 32], label: format!("device {secret}"), at }
}

/// The person whom a secret identifies.
async fn known(store: &Store, secret: u8) -> Option<Person> {
    store.login([secret; 32]).await.unwrap().map(|login| login.person)
}

async fn a_secret_identifies_its_person(engine: Engine) {
    let store = engine.open().await;
    let ada = store.create_player(device(1, 1), "Ada".to_owned(), Colour::Plum).await.unwrap();
    let ben = store.create_player(device(2, 2), "Ben".to_owned(), Colour::Moss).await.unwrap();
    assert_ne!(ada.id, ben.id);
    assert_eq!(known(&store, 1).await, Some(ada.clone()));
    assert_eq!(known(&store, 3).await, None);
    assert!(store.create_player(device(1, 3), "Eve".to_owned(), Colour::Rose).await.is_err());
    let mut renamed = ada;
    renamed.name = "Ada Lovelace".to_owned();
    renamed.colour = Colour::Rose;
    store.update_player(renamed.clone()).await.unwrap();
    store.close().await;
    let store = engine.open().await;
    assert_eq!(known(&store, 1).await, Some(renamed));
    assert_eq!(known(&store, 2).await, Some(ben.clone()));
    let unknown = Person { id: PlayerId(99), ..ben };
    assert!(matches!(store.update_player(unknown).await, Err(StoreError::Missing)));
}

async fn a_person_adds_and_removes_devices(engine: Engine) {
    let store = engine.open().await;
    let ada = store.create_player(device(1, 10), "Ada".to_owned(), Colour::Plum).await.unwrap();
    let ben = store.create_player(device(2, 20), "Ben".to_owned(), Colour::Moss).await.unwrap();
    // A code holds until its time, once, and only the latest of each person.
    store.offer_device_code([7; 32], ada.id, 100, 200).await.unwrap();
    store.offer_device_code([8; 32], ada.id, 110, 210).await.unwrap();
    store.offer_device_code([9; 32], ben.id, 110, 210).await.unwrap();
    for (code, at) in [([7; 32], 120), ([8; 32], 210), ([6; 32], 120)] {
        let refused = store.redeem_device_code(code, device(3, at)).await;
        assert!(matches!(refused, Err(StoreError::Missing)), "{refused:?}");
    }
    assert_eq!(store.redeem_device_code([8; 32], device(3, 209)).await.unwrap(), ada);
    assert!(matches!(store.redeem_device_code([8; 32], device(4, 209)).await, Err(StoreError::Missing)));
    assert_eq!(store.redeem_device_code([9; 32], device(4, 209)).await.unwrap(), ben);
    assert_eq!((known(&store, 3).await, known(&store, 4).await), (Some(ada.clone()), Some(ben.clone())));

    let first = store.login([1; 32]).await.unwrap().unwrap();
    store.device_seen(first.device, 300).await.unwrap();
    store.device_seen(first.device, 290).await.unwrap();
    let devices = store.devices(ada.id).await.unwrap();
    let shown: Vec<_> = devices.iter().map(|device| (device.label.as_str(), device.seen)).collect();
    assert_eq!(shown, [("device 1", 300), ("device 3", 209)]);
    // A device of another person can't be removed.
    assert!(matches!(store.remove_device(ben.id, first.device).await, Err(StoreError::Missing)));
    store.remove_device(ada.id, first.device).await.unwrap();
    assert_eq!((known(&store, 1).await, known(&store, 3).await), (None, Some(ada.clone())));

    // One device more than a person can have takes the place of the one that was used longest ago.
    for n in 0..MAX_DEVICES {
        store.offer_device_code([1; 32], ada.id, 400, 500).await.unwrap();
        let fresh = device(100 + u8::try_from(n).unwrap(), 400 + u64::from(n));
        store.redeem_device_code([1; 32], fresh).await.unwrap();
    }
    assert_eq!(store.devices(ada.id).await.unwrap().len(), MAX_DEVICES as usize);
    assert_eq!((known(&store, 3).await, known(&store, 100).await), (None, Some(ada)));
}

async fn appends_only_follow_the_latest_entry(engine: Engine) {
    let store = engine.open().await;
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    let other = create(&store, "BBBBBB", summary()).await.unwrap();
    assert!(matches!(create(&store, "AAAAAA", summary()).await, Err(StoreError::CodeTaken)));
    assert!(store.load(code("CCCCCC")).await.unwrap().is_none());
    store.append(append(table, 1, &["a"])).await.unwrap();
    store.append(append(table, 2, &["b", "c"])).await.unwrap();
    store.append(append(other, 1, &["x"])).await.unwrap();
    let conflict = store.append(append(table, 2, &["late"])).await;
    assert!(matches!(conflict, Err(StoreError::Conflict { expected: 2, latest: 4 })), "{conflict:?}");
    let early = store.append(append(table, 5, &["early"])).await;
    assert!(matches!(early, Err(StoreError::Conflict { expected: 5, latest: 4 })), "{early:?}");
    let missing = store.append(append(TableId(99), 0, &["nowhere"])).await;
    assert!(matches!(missing, Err(StoreError::Missing)), "{missing:?}");
    store.close().await;
    assert!(matches!(store.append(append(table, 4, &["closed"])).await, Err(StoreError::Closed)));

    let store = engine.open().await;
    assert_eq!(added(&store, "AAAAAA").await, ["a", "b", "c"]);
    // A store that was just opened knows how long its journals are.
    let conflict = store.append(append(table, 3, &["late"])).await;
    assert!(matches!(conflict, Err(StoreError::Conflict { expected: 3, latest: 4 })), "{conflict:?}");
    store.append(append(table, 4, &["d"])).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["a", "b", "c", "d"]);
    assert_eq!(added(&store, "BBBBBB").await, ["x"]);
}

/// A rematch: the entry that names the new table, and that table, or neither.
async fn a_rematch_is_opened_together_with_the_entry_that_names_it(engine: Engine) {
    let store = engine.open().await;
    let table = create(&store, "AAAAAA", summary()).await.unwrap();
    let opening = |code: &str| Append {
        opens: Some(Box::new(new_table(code, summary()))),
        ..append(table, 1, &["rematch"])
    };
    let taken = store.append(opening("AAAAAA")).await;
    assert!(matches!(taken, Err(StoreError::CodeTaken)), "{taken:?}");
    let late = Append { after: 7, ..opening("BBBBBB") };
    assert!(matches!(store.append(late).await, Err(StoreError::Conflict { .. })));
    assert_eq!(added(&store, "AAAAAA").await, [""; 0]);
    assert!(store.load(code("BBBBBB")).await.unwrap().is_none());
    store.append(opening("BBBBBB")).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["rematch"]);
    assert_eq!(store.load(code("BBBBBB")).await.unwrap().unwrap().entries, ["opened"]);
}

async fn of_concurrent_appends_one_succeeds_per_table(engine: Engine) {
    let store = engine.open().await;
    let mut tables = Vec::new();
    for n in 0..40 {
        tables.push(create(&store, &numbered(n), summary()).await.unwrap());
    }
    let mut racers = tokio::task::JoinSet::new();
    for racer in 0..5 {
        for &table in &tables {
            let store = Arc::clone(&store);
            racers.spawn(async move {
                let mut won = 0;
                for after in 1..=6 {
                    let text = format!("{racer}");
                    match store.append(append(table, after, &[&text])).await {
                        Ok(()) => won += 1,
                        Err(StoreError::Conflict { .. }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
                won
            });
        }
    }
    let won: usize = racers.join_all().await.into_iter().sum();
    assert_eq!(won, 40 * 6);
    for n in 0..40 {
        assert_eq!(added(&store, &numbered(n)).await.len(), 6);
    }
}

async fn lists_contain_the_tables_of_their_scope(engine: Engine) {
    let store = engine.open().await;
    let mut people = Vec::new();
    for n in 0..3 {
        people.push(store.create_player(device(n, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id);
    }
    let public = Summary { listing: Listing::Public, ..summary() };
    create(&store, "SECRET", Summary { people: vec![people[0]], ..summary() }).await.unwrap();
    let open = create(&store, "GATHER", Summary { people: people.clone(), ..public.clone() }).await.unwrap();
    let on = Summary {
        status: Status::Playing,
        to_act: vec![people[1]],
        people: vec![people[1]],
        ..public.clone()
    };
    create(&store, "PLAY22", on.clone()).await.unwrap();
    let codes = async |scope| {
        let cards = store.list(scope, 10).await.unwrap();
        let mut codes: Vec<_> = cards.into_iter().map(|card| card.code.to_string()).collect();
        codes.sort();
        codes
    };
    let all = || Public { codes: ["GATHER", "PLAY22", "SECRET"].map(code).into(), per_host: 10 };
    assert_eq!(codes(Scope::Open(all())).await, ["GATHER"]);
    assert_eq!(codes(Scope::Watch(all())).await, ["PLAY22"]);
    assert_eq!(codes(Scope::Mine(people[0])).await, ["GATHER", "SECRET"]);
    assert_eq!(codes(Scope::Mine(people[1])).await, ["GATHER", "PLAY22"]);

    // This part changes with the journal.
    let mut begun = append(open, 1, &["begun"]);
    begun.summary =
        Summary { to_act: vec![people[0]], people: vec![people[0]], stood_in: vec![people[2]], ..on };
    begun.summary.seated = vec![None, Some(people[0])];
    begun.change = Change::Everything;
    store.append(begun).await.unwrap();
    assert_eq!(codes(Scope::Open(all())).await, [""; 0]);
    assert_eq!(codes(Scope::Watch(all())).await, ["GATHER", "PLAY22"]);
    assert_eq!(codes(Scope::Mine(people[1])).await, ["PLAY22"]);
    let card = store.card(code("GATHER")).await.unwrap().unwrap();
    assert_eq!((card.to_act, card.touched, card.status), (vec![people[0]], 7, Status::Playing));
    assert_eq!((card.stood_in, card.seated), (vec![people[2]], vec![None, Some(people[0])]));
    assert_eq!(store.list(Scope::Watch(all()), 1).await.unwrap().len(), 1);
    assert!(store.card(code("NWHERE")).await.unwrap().is_none());
}

async fn who_is_muted_and_who_mutes_are_out_of_reach(engine: Engine) {
    let store = engine.open().await;
    let mut people = Vec::new();
    for (n, name) in (0..4).zip(["Ada", "Ben", "Cleo", "Dan"]) {
        people.push(store.create_player(device(n, 1), name.to_owned(), Colour::Plum).await.unwrap().id);
    }
    let [ada, ben, cleo, dan] = people[..] else { panic!("four people") };
    let reach = async |who| {
        let mut found = store.reachable(who, &[ada, ben, cleo, PlayerId(99)]).await.unwrap();
        found.sort_by_key(|(id, _)| *id);
        found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
    };
    for (who, whom, on) in [(ada, ben, true), (ada, ben, true), (ada, ada, true), (ada, PlayerId(99), true)] {
        store.set_mute(who, whom, on).await.unwrap();
    }
    assert_eq!(store.muted(ada).await.unwrap(), ["Ben"]);
    assert_eq!((reach(ada).await, reach(ben).await), (vec![ada, cleo], vec![ben, cleo]));
    assert_eq!(reach(dan).await, [ada, ben, cleo]);
    assert_eq!(store.reachable(dan, &[ben]).await.unwrap(), [(ben, Colour::Plum)]);
    store.set_mute(ada, ben, false).await.unwrap();
    assert_eq!(reach(ben).await, [ada, ben, cleo]);
}

async fn a_table_is_kept_until_its_players_meet(engine: Engine) {
    let store = engine.open().await;
    let who = store.create_player(device(1, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id;
    let dated = |starts| Summary { starts, people: vec![who], host: who, ..summary() };
    let table = create(&store, "DATED2", dated(Some(50))).await.unwrap();
    create(&store, "ANYDAY", dated(None)).await.unwrap();
    let old = async |before| {
        let mut codes = store.old_lobbies(before, 10).await.unwrap();
        codes.sort();
        codes
    };
    assert_eq!(old(50).await, [code("ANYDAY")]);
    assert_eq!(store.abandoned_since(50).await.unwrap().len(), 1);
    assert_eq!(store.unfinished(who, 50).await.unwrap(), 1);
    assert_eq!(old(51).await, [code("ANYDAY"), code("DATED2")]);
    let starts = async || store.card(code("DATED2")).await.unwrap().unwrap().starts;
    assert_eq!(starts().await, Some(50));
    assert!(store.belongs(who, code("DATED2")).await.unwrap());
    let mut changed = append(table, 1, &["later"]);
    (changed.summary, changed.change) = (Summary { starts: Some(60), ..summary() }, Change::Everything);
    store.append(changed).await.unwrap();
    assert_eq!(starts().await, Some(60));
    assert!(!store.belongs(who, code("DATED2")).await.unwrap());
}

async fn public_lists_limit_tables_per_host(engine: Engine) {
    let store = engine.open().await;
    // Host 0: tables from before hosts were known.
    for (code, host, at) in [
        ("AAAAA2", 1, 10),
        ("AAAAA3", 1, 11),
        ("AAAAA4", 1, 12),
        ("BBBBB2", 2, 5),
        ("BBBBB3", 2, 1),
        ("UUUUU2", 0, 10),
        ("UUUUU3", 0, 10),
    ] {
        let summary = Summary { listing: Listing::Public, host: PlayerId(host), ..summary() };
        store.create_table(NewTable { at, ..new_table(code, summary) }).await.unwrap();
    }
    let codes = async |codes: &[&str], per_host| {
        let codes = codes.iter().map(|text| code(text)).collect();
        let scope = Scope::Open(Public { codes, per_host });
        let mut codes: Vec<_> =
            store.list(scope, 50).await.unwrap().into_iter().map(|card| card.code.to_string()).collect();
        codes.sort();
        codes
    };
    let all = ["AAAAA2", "AAAAA3", "AAAAA4", "BBBBB2", "BBBBB3", "UUUUU2", "UUUUU3", "NWHERE"];
    assert_eq!(codes(&all, 1).await, ["AAAAA4", "BBBBB2", "UUUUU2", "UUUUU3"]);
    assert_eq!(codes(&all, 2).await, ["AAAAA3", "AAAAA4", "BBBBB2", "BBBBB3", "UUUUU2", "UUUUU3"]);
    assert_eq!(codes(&["AAAAA2", "BBBBB3"], 9).await, ["AAAAA2", "BBBBB3"]);
    assert_eq!(codes(&[], 9).await, [""; 0]);

    assert_eq!(store.unfinished(PlayerId(1), 0).await.unwrap(), 3);
    assert_eq!(store.unfinished(PlayerId(1), 11).await.unwrap(), 2);
    let over = Summary { status: Status::Over, host: PlayerId(1), ..summary() };
    create(&store, "AAAAA5", over).await.unwrap();
    assert_eq!(store.unfinished(PlayerId(1), 0).await.unwrap(), 3);
    assert_eq!(store.unfinished(PlayerId(3), 0).await.unwrap(), 0);
    // A game over days goes on by itself, however long ago a player moved.
    create(&store, "AAAAA6", Summary { goes_on_at: Some(99), host: PlayerId(3), ..summary() }).await.unwrap();
    assert_eq!(store.unfinished(PlayerId(3), 1000).await.unwrap(), 1);
}

async fn finished_games_are_listed_in_pages(engine: Engine) {
    let store = engine.open().await;
    let ada = store.create_player(device(1, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id;
    let over = Summary { status: Status::Over, people: vec![ada], ..summary() };
    for (code, at) in [("AAAAAA", 3), ("BBBBBB", 5), ("CCCCCC", 5), ("DDDDDD", 9)] {
        store.create_table(NewTable { at, ..new_table(code, over.clone()) }).await.unwrap();
    }
    create(&store, "LBBY22", Summary { people: vec![ada], ..summary() }).await.unwrap();
    let page = async |after: Option<&str>| {
        let scope = Scope::Finished { who: ada, after: after.map(code) };
        let cards = store.list(scope, 2).await.unwrap();
        cards.into_iter().map(|card| card.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(page(None).await, ["DDDDDD", "CCCCCC"]);
    assert_eq!(page(Some("CCCCCC")).await, ["BBBBBB", "AAAAAA"]);
    assert_eq!(page(Some("AAAAAA")).await, [""; 0]);
}

async fn the_operator_withholds_rewrites_and_removes(engine: Engine) {
    let store = engine.open().await;
    let public = Summary { listing: Listing::Public, ..summary() };
    let table = create(&store, "AAAAAA", public.clone()).await.unwrap();
    create(&store, "BBBBBB", public.clone()).await.unwrap();
    let shown = async || {
        let tables = store.tables(10, true).await.unwrap();
        tables.into_iter().map(|table| table.card.code.to_string()).collect::<Vec<_>>()
    };
    store.withhold(code("BBBBBB"), Withholding::Unlisted, true).await.unwrap();
    assert_eq!(shown().await, ["AAAAAA"]);
    let codes = ["AAAAAA", "BBBBBB"].map(code).into();
    let listed = store.list(Scope::Open(Public { codes, per_host: 9 }), 9).await.unwrap();
    assert_eq!(listed.iter().map(|card| card.code.to_string()).collect::<Vec<_>>(), ["AAAAAA"]);
    store.withhold(code("BBBBBB"), Withholding::Closed, true).await.unwrap();
    assert!(store.load(code("BBBBBB")).await.unwrap().unwrap().is_closed);
    assert!(store.card(code("BBBBBB")).await.unwrap().is_none());
    let all = store.tables(10, false).await.unwrap();
    let flags: Vec<_> = all.iter().map(|table| (table.is_unlisted, table.is_closed)).collect();
    assert!(flags.contains(&(true, true)) && flags.contains(&(false, false)), "{flags:?}");
    let missing = store.withhold(code("CCCCCC"), Withholding::Closed, true).await;
    assert!(matches!(missing, Err(StoreError::Missing)), "{missing:?}");

    store.append(append(table, 1, &["Ada said so"])).await.unwrap();
    let rewrite = |length, text: &str| Rewrite {
        table,
        length,
        entries: vec![(2, text.to_owned())],
        summary: Summary { names: vec![Some("Guest".to_owned()), None], ..public.clone() },
    };
    let late = store.rewrite(rewrite(1, "late")).await;
    assert!(matches!(late, Err(StoreError::Conflict { expected: 1, latest: 2 })), "{late:?}");
    store.rewrite(rewrite(2, "Guest said so")).await.unwrap();
    assert_eq!(added(&store, "AAAAAA").await, ["Guest said so"]);
    assert_eq!(store.card(code("AAAAAA")).await.unwrap().unwrap().names[0].as_deref(), Some("Guest"));

    let untouched = async |before| store.untouched_since(before).await.unwrap().len();
    assert_eq!((untouched(6).await, untouched(8).await), (1, 2));
    let touched = store.remove_table(code("AAAAAA"), Some(7)).await;
    assert!(matches!(touched, Err(StoreError::Missing)), "{touched:?}");
    store.remove_table(code("AAAAAA"), None).await.unwrap();
    assert!(store.load(code("AAAAAA")).await.unwrap().is_none());
    let gone = store.append(append(table, 2, &["too late"])).await;
    assert!(matches!(gone, Err(StoreError::Missing)), "{gone:?}");
    // Its number is not used again.
    assert_ne!(create(&store, "AAAAAA", public).await.unwrap(), table);
    store.settle().await.unwrap();
    store.probe(1).await.unwrap();
    store.probe(2).await.unwrap();
}

async fn the_operator_removes_people_and_reads_reports(engine: Engine) {
    let store = engine.open().await;
    let ada = store.create_player(device(1, 1), "Ada".to_owned(), Colour::Teal).await.unwrap().id;
    let ben = store.create_player(device(2, 1), "Áda Ben".to_owned(), Colour::Teal).await.unwrap().id;
    let eve = store.create_player(device(3, 1), "Eve".to_owned(), Colour::Teal).await.unwrap().id;
    create(&store, "AAAAAA", Summary { people: vec![ada], ..summary() }).await.unwrap();
    let left = create(&store, "BBBBBB", summary()).await.unwrap();
    let named = format!("{{\"id\":{},\"name\":\"Eve\"}}", eve.0);
    store.append(append(left, 1, &[&named])).await.unwrap();
    assert_eq!(store.tables_naming(ada).await.unwrap(), [code("AAAAAA")]);
    assert_eq!(store.tables_naming(eve).await.unwrap(), [code("BBBBBB")]);
    let found = async |name: &str| {
        let guests = store.find_players(name, 10).await.unwrap();
        guests.into_iter().map(|guest| (guest.id, guest.tables)).collect::<Vec<_>>()
    };
    assert_eq!(found("áDA").await, [(ben, 0)]);
    assert_eq!(found("da").await, [(ben, 0), (ada, 1)]);

    let report = Report {
        at: 4,
        code: code("AAAAAA"),
        reporter: ada,
        about: eve,
        seat: Some(1),
        name: "Eve".to_owned(),
        reason: "shouts".to_owned(),
    };
    store.report(Report { seat: None, ..report.clone() }).await.unwrap();
    for _ in 1..20 {
        store.report(report.clone()).await.unwrap();
    }
    assert!(matches!(store.report(report).await, Err(StoreError::Missing)));
    let reports = store.reports().await.unwrap();
    assert_eq!((reports.len(), reports[0].1.name.as_str()), (20, "Eve"));
    assert_eq!((reports[0].1.seat, reports[1].1.seat), (None, Some(1)));
    store.remove_report(reports[0].0).await.unwrap();
    assert!(matches!(store.remove_report(reports[0].0).await, Err(StoreError::Missing)));

    store.remove_player(eve).await.unwrap();
    assert!(matches!(store.remove_player(eve).await, Err(StoreError::Missing)));
    assert_eq!((known(&store, 3).await, found("eve").await), (None, vec![]));
    assert!(store.reports().await.unwrap().iter().all(|(_, report)| report.name != "Eve"));

    // Ada is at a table at which something has happened since.
    assert_eq!(store.count_idle_players(5).await.unwrap(), 1);
    assert_eq!(store.remove_idle_players(5).await.unwrap(), 1);
    assert_eq!((found("da").await, store.reports().await.unwrap().len()), (vec![(ada, 1)], 0));
    let fresh = store.create_player(device(4, 9), "Gus".to_owned(), Colour::Teal).await.unwrap();
    assert!(fresh.id > eve, "the number of a removed person is used again");
    // A person at a table at which nothing has happened since is idle as well.
    assert_eq!(
        (store.count_idle_players(6).await.unwrap(), store.remove_idle_players(6).await.unwrap()),
        (1, 1)
    );
    assert_eq!((found("ada").await, found("gus").await), (vec![], vec![(fresh.id, 0)]));
}

#[tokio::test]
async fn files_of_other_programs_are_refused_and_not_changed() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    let opened = async |name: &str| Store::open(&Data::File(file(name)), false).await;
    let open = async |name: &str| opened(name).await.err();

    std::fs::write(file("letter.txt"), "Dear Ada, ".repeat(200)).unwrap();
    assert!(matches!(open("letter.txt").await, Some(OpenError::NotOurs { .. })));
    assert_eq!(std::fs::read(file("letter.txt")).unwrap(), "Dear Ada, ".repeat(200).into_bytes());

    let other = |sql: &'static str, name: &'static str| {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file(name)).create_if_missing(true);
        async move {
            let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
            sqlx::Connection::close(connection).await.unwrap();
        }
    };
    other("CREATE TABLE bookmarks (url TEXT)", "browser.db").await;
    assert!(matches!(open("browser.db").await, Some(OpenError::NotOurs { .. })));

    opened("newer.db").await.unwrap().close().await;
    other(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (99, 'of tomorrow', TRUE, x'00', 0)",
        "newer.db",
    )
    .await;
    assert!(matches!(open("newer.db").await, Some(OpenError::Newer { .. })));

    let first = opened("busy.db").await.unwrap();
    assert!(matches!(open("busy.db").await, Some(OpenError::InUse { .. })));
    first.close().await;
    assert!(open("busy.db").await.is_none());
    assert!(matches!(open("nowhere/town.db").await, Some(OpenError::File { .. })));
}
