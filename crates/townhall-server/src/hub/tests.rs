use std::{future::poll_fn, net::IpAddr, pin::pin, sync::Arc, task::Poll};

use tempfile::TempDir;
use tokio::sync::watch;
use townhall_store::{Data, DeviceId, Store};
use townhall_system::entropy;
use townhall_table::{
    TableCode,
    journal::{Colour, Person, PlayerId},
    protocol::Code,
    room,
};

use super::{CODE_TRIES, Hub, Local, SocketRequest};
use crate::{
    config::{Limits, Times},
    limits::Address,
};

/// A hub with a file of its own, which is removed with the folder.
async fn hub() -> (Arc<Hub>, watch::Sender<bool>, TempDir) {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(Store::open(&Data::File(folder.path().join("tables")), false).await.unwrap());
    let (stop, stopping) = watch::channel(false);
    let (times, limits) = (Times::default(), Limits::default());
    let hub =
        Hub::new(store, Arc::new(townhall_games::catalogue()), times, limits, stopping, Arc::new(Local));
    (hub, stop, folder)
}

fn ada() -> Person {
    Person { id: PlayerId(1), name: "Ada".to_owned(), colour: Colour::default() }
}

fn address() -> Address {
    IpAddr::from([127, 0, 0, 1]).into()
}

/// A table of Ada for two.
fn opening() -> room::Opening {
    room::Opening { people: vec![(0, ada())], ..room::Opening::new("point-city", "standard", 2, ada()) }
}

#[tokio::test]
async fn a_code_that_is_taken_is_replaced_by_another() {
    let (hub, _stop, _folder) = hub().await;
    let [taken, free] = [(); 2].map(|()| entropy::code());
    let open = async |codes: &[TableCode]| {
        let opened = hub.open_as_one_of(codes.iter().copied(), &opening(), false, address()).await;
        opened.map_err(|refusal| refusal.code)
    };
    assert_eq!(open(&[taken]).await, Ok(taken));
    assert_eq!(open(&[taken, taken, free, entropy::code()]).await, Ok(free));
    assert_eq!(open(&[taken, free]).await, Err(Code::Internal));
}

/// The record of a finished game: the first of a file of several.
fn record() -> &'static str {
    let file = include_str!("../../../townhall/tests/records/v1/point-city-solo-hard-1.jsonl");
    &file[..file[1..].find("{\"record\"").map_or(file.len(), |end| end + 1)]
}

#[tokio::test]
async fn an_uploaded_game_whose_code_is_taken_gets_another_one_and_keeps_it() {
    let (hub, _stop, _folder) = hub().await;
    let game = hub.catalogue().played_games(record()).unwrap().remove(0);
    let [taken, free] = [0, 1].map(|attempt| game.code(attempt));
    hub.open_as_one_of(std::iter::once(taken), &opening(), false, address()).await.unwrap();
    let show = async || hub.show(record(), ada().id, address()).await.map_err(|refusal| refusal.code);
    assert_eq!(show().await, Ok(free));
    assert_eq!(show().await, Ok(free), "it is sent again");
}

#[tokio::test]
async fn an_uploaded_game_is_refused_if_all_its_codes_are_taken() {
    let (hub, _stop, _folder) = hub().await;
    let game = hub.catalogue().played_games(record()).unwrap().remove(0);
    for attempt in 0..CODE_TRIES as u64 {
        let code = std::iter::once(game.code(attempt));
        hub.open_as_one_of(code, &opening(), false, address()).await.unwrap();
    }
    let refused = hub.show(record(), ada().id, address()).await;
    assert_eq!(refused.map_err(|refusal| refusal.code), Err(Code::Internal));
}

#[tokio::test]
async fn another_failure_is_not_tried_again() {
    let (hub, _stop, _folder) = hub().await;
    let unknown = room::Opening { variant: "none".to_owned(), ..opening() };
    let mut tried = 0;
    let codes = std::iter::repeat_with(|| {
        tried += 1;
        entropy::code()
    });
    let refused = hub.open_as_one_of(codes.take(5), &unknown, false, address()).await.unwrap_err();
    assert_ne!(refused.code, Code::Internal);
    assert_eq!(tried, 1);
}

#[tokio::test]
async fn a_device_that_is_signed_out_while_it_logs_in_is_noticed() {
    let (hub, _stop, _folder) = hub().await;
    let device = DeviceId(7);
    let (mut events, ()) = hub
        .watched(async {
            hub.sign_out(device).await;
            hub.rename(ada()).await;
        })
        .await;
    assert_eq!(events.signed_out.try_recv(), Ok(device));
    assert_eq!(events.renamed.try_recv(), Ok(ada()));
}

#[tokio::test]
async fn a_client_that_goes_away_while_it_is_connected_leaves_no_connection() {
    let (hub, _stop, _folder) = hub().await;
    let code = hub.open(&opening(), false, address()).await.unwrap();
    let socket = SocketRequest { code, person: Some(ada()), since: 0, address: address() };
    let is_connected = async || {
        let id = ada().id;
        hub.read(code, move |session| Ok(session.is_connected(id))).await.unwrap()
    };
    for is_answered in [false, true] {
        assert!(!is_connected().await);
        {
            let mut connecting = pin!(hub.connect_here(&socket));
            let polled = poll_fn(|context| Poll::Ready(connecting.as_mut().poll(context)));
            assert!(polled.await.is_pending());
            if is_answered {
                // The table has handled what came before this.
                assert!(is_connected().await);
            }
        }
        let connected = hub.connect_here(&socket).await.unwrap();
        assert!(is_connected().await);
        drop(connected);
    }
    assert!(!is_connected().await);
}
