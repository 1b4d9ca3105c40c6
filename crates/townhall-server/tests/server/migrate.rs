//! Moving from a file to a database and back.

use serde_json::json;
use townhall_store::{
    Channel, Data, DigestTimes, Medium, MigrateError, NewDevice, OpenError, Store, migrate,
};
use townhall_table::journal::{Colour, PlayerId};

use super::{
    devices::enter,
    engine::Database,
    notices::subscribe_at,
    recovery::codes,
    town::{Town, table},
};

#[tokio::test]
#[ignore = "needs a Postgres: `cargo verify postgres`"]
async fn postgres_takes_a_file_over_and_gives_it_back() {
    let mut town = Town::start().await;
    let ada = town.guest("Ada \u{1f3e0} \"O'Neill\"").await;
    subscribe_at(&town, &ada, "https://fcm.googleapis.com/fcm/send/ada", json!(null)).await;
    let codes = codes(&town, &ada).await;
    let over = ada.open(&town, table("point-city", "standard", &["greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &over).await;
    wire.play_out().await;
    let outcome = wire.table["game"]["outcome"].clone();
    let begun = ada.open(&town, table("between-two-cities", "standard", &["greedy", "greedy"], true)).await;
    let mut wire = ada.sit_at(&town, &begun).await;
    wire.play_on().await;
    wire.act(json!({"type": "say", "text": "I'll be \"back\" \u{1f3e0}"})).await.unwrap();
    let said = wire.table["talk"].clone();
    let notices = ada.get(&town, "/api/me/notices").await;
    assert_eq!(notices["log"][0]["state"], "waiting");
    town.stop().await;

    // The number of a removed guest is never given again, also after a move to another database.
    let file = Store::open(&Data::File(town.file()), false).await.unwrap();
    let gone = file.create_player(device([9; 32]), "Eve".to_owned(), Colour::Teal).await.unwrap().id;
    file.remove_player(gone).await.unwrap();
    // Channels of every medium.
    let owner = PlayerId(1);
    let (browser, push) = file.channels(owner).await.unwrap().remove(0);
    for (medium, address) in
        [(Medium::Webhook, "https://hooks.example/1?key=2"), (Medium::Email, "ada@mail.example")]
    {
        let digest = Some(DigestTimes { times: vec![480, 1080], zone: "Europe/Budapest".to_owned() });
        let address = address.to_owned();
        let id = file.add_channel(Channel { medium, address, digest, ..push.clone() }, 9).await.unwrap();
        if medium == Medium::Email {
            file.fail_channel(id.unwrap(), "ada@mail.example", "no such user").await.unwrap();
        }
    }
    let channels = file.channels(owner).await.unwrap();
    assert_eq!((channels.len(), channels[0].0, &*channels[2].1.problem), (3, browser, "no such user"));
    file.close().await;

    let database = Database::create().await;
    let (file, url) = (Data::File(town.file()), Data::Postgres(database.url.clone()));
    let copied = migrate(&file, &url).await.unwrap();
    assert_eq!((copied.players, copied.tables), (1, 2));
    assert!(copied.entries > 20, "{copied:?}");
    let again = migrate(&file, &url).await;
    assert!(matches!(again, Err(MigrateError::NotEmpty { .. })), "{again:?}");

    // The town goes on in the database, with the same people at the same tables.
    town.moves_to(database).await;
    let moved = ada.get(&town, "/api/me/notices").await;
    assert_eq!((&moved["log"], &moved["settings"]), (&notices["log"], &notices["settings"]));
    let again = enter(&town, &codes[0]).await.unwrap();
    let recovery = again.get(&town, "/api/me/recovery").await;
    assert_eq!(recovery["codes_left"], 2);
    let wire = ada.sit_at(&town, &over).await;
    assert_eq!(wire.table["game"]["outcome"], outcome);
    let mut wire = ada.sit_at(&town, &begun).await;
    assert_eq!(wire.table["talk"], said);
    wire.play_out().await;
    let outcome = wire.table["game"]["outcome"].clone();
    let notices = ada.get(&town, "/api/me/notices").await;
    town.stop().await;

    let back = town.path().join("back.db");
    let copied = migrate(&url, &Data::File(back.clone())).await.unwrap();
    assert_eq!((copied.players, copied.tables), (1, 2));
    let store = Store::open(&Data::File(back.clone()), false).await.unwrap();
    assert_eq!(store.channels(owner).await.unwrap(), channels);
    let fresh = store.create_player(device([8; 32]), "Gus".to_owned(), Colour::Teal).await.unwrap().id;
    assert!(fresh > gone, "{fresh:?} is given again");
    store.close().await;
    std::fs::copy(&back, town.file()).unwrap();
    town.moves_back().await;
    assert_eq!(again.get(&town, "/api/me/recovery").await, recovery);
    assert_eq!(ada.get(&town, "/api/me/notices").await, notices);
    let wire = ada.sit_at(&town, &begun).await;
    assert_eq!(wire.table["game"]["outcome"], outcome);

    let nowhere = migrate(&Data::new("/nowhere/town.db"), &url).await;
    assert!(matches!(nowhere, Err(MigrateError::Open(OpenError::File { .. }))), "{nowhere:?}");
}

fn device(secret: [u8; 32]) -> NewDevice {
    NewDevice { secret, label: String::new(), at: 1 }
}
