//! Recovery: codes and passkeys, which every engine has to store.

use townhall_store::{
    MAX_PASSKEYS, NewPasskey, Passkey, RECOVERY_EVENTS_KEPT, RecoveryStep, Store, StoreError,
};
use townhall_table::journal::{Colour, Person, PlayerId};

use crate::every_store::{Engine, device, of_every_store};

of_every_store! {
    paper_codes_and_links_sign_in_once,
    a_challenge_is_taken_once_for_its_purpose,
    passkeys_sign_in_while_their_counter_grows,
}

async fn person(store: &Store, n: u8) -> Person {
    store.create_player(device(n, 1), format!("Person {n}"), Colour::Plum).await.unwrap()
}

/// Returns the events with this person's codes and passkeys, the latest first, with their times.
async fn steps(store: &Store, owner: PlayerId) -> Vec<(u64, RecoveryStep)> {
    store.means(owner).await.unwrap().events.iter().map(|event| (event.at, event.what)).collect()
}

fn is_missing<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Missing))
}

async fn paper_codes_and_links_sign_in_once(engine: Engine) {
    let store = engine.open().await;
    let (ada, ben) = (person(&store, 1).await, person(&store, 2).await);
    store.set_recovery_codes(ada.id, vec![[1; 32], [2; 32], [3; 32]], 10).await.unwrap();
    store.set_recovery_codes(ben.id, vec![[4; 32]], 11).await.unwrap();
    assert_eq!(store.redeem_recovery_code([2; 32], device(10, 20)).await.unwrap(), ada);
    assert!(is_missing(store.redeem_recovery_code([2; 32], device(11, 21)).await));
    assert_eq!(store.login([10; 32]).await.unwrap().unwrap().person, ada);
    assert_eq!(store.means(ada.id).await.unwrap().codes_left, 2);

    // New codes are valid instead of the earlier ones, and the codes of others stay.
    store.set_recovery_codes(ada.id, vec![[5; 32], [6; 32], [7; 32]], 30).await.unwrap();
    assert!(is_missing(store.redeem_recovery_code([1; 32], device(11, 31)).await));
    assert_eq!(store.redeem_recovery_code([4; 32], device(11, 31)).await.unwrap(), ben);
    assert_eq!(store.means(ada.id).await.unwrap().codes_left, 3);

    // A link ends at its time, and only the latest of a person is valid. It leaves the paper codes alone.
    assert_eq!(store.offer_recovery_link(ada.id, [8; 32], 40, 50).await.unwrap(), ada);
    assert!(is_missing(store.redeem_recovery_code([8; 32], device(12, 50)).await));
    store.offer_recovery_link(ada.id, [9; 32], 41, 51).await.unwrap();
    assert!(is_missing(store.redeem_recovery_code([8; 32], device(12, 42)).await));
    assert_eq!(store.redeem_recovery_code([9; 32], device(12, 50)).await.unwrap(), ada);
    assert!(is_missing(store.redeem_recovery_code([9; 32], device(13, 50)).await));
    assert_eq!(store.means(ada.id).await.unwrap().codes_left, 3);
    let expected = [
        (50, RecoveryStep::LinkUsed),
        (41, RecoveryStep::LinkMade),
        (40, RecoveryStep::LinkMade),
        (30, RecoveryStep::CodesMade),
        (20, RecoveryStep::CodeUsed),
        (10, RecoveryStep::CodesMade),
    ];
    assert_eq!(steps(&store, ada.id).await, expected);

    // All of it ends with the person, who gets nothing new afterwards.
    store.offer_recovery_link(ada.id, [9; 32], 60, 70).await.unwrap();
    store.remove_player(ada.id).await.unwrap();
    for code in [[5; 32], [9; 32]] {
        assert!(is_missing(store.redeem_recovery_code(code, device(13, 61)).await));
    }
    assert!(is_missing(store.set_recovery_codes(ada.id, vec![[5; 32]], 62).await));
    assert!(is_missing(store.offer_recovery_link(ada.id, [5; 32], 62, 70).await));
    assert_eq!(store.means(ada.id).await.unwrap().events, []);

    // Events don't accumulate.
    for at in 0..u64::from(RECOVERY_EVENTS_KEPT) + 5 {
        store.set_recovery_codes(ben.id, vec![], 100 + at).await.unwrap();
    }
    let steps = steps(&store, ben.id).await;
    assert_eq!(
        (steps.len(), steps[0].0),
        (RECOVERY_EVENTS_KEPT as usize, 104 + u64::from(RECOVERY_EVENTS_KEPT))
    );
}

async fn a_challenge_is_taken_once_for_its_purpose(engine: Engine) {
    let store = engine.open().await;
    let (ada, ben) = (person(&store, 1).await.id, person(&store, 2).await.id);
    store.offer_challenge([1; 32], Some(ada), 10, 20).await.unwrap();
    store.offer_challenge([2; 32], None, 10, 20).await.unwrap();
    for (challenge, owner, now) in [
        (1, None, 11),
        (1, Some(ben), 11),
        (2, Some(ada), 11),
        (3, None, 11),
        (1, Some(ada), 20),
        (2, None, 20),
    ] {
        let taken = store.take_challenge([challenge; 32], owner, now).await;
        assert!(is_missing(taken), "{challenge} {owner:?} {now}");
    }
    for (challenge, owner) in [(1, Some(ada)), (2, None)] {
        store.take_challenge([challenge; 32], owner, 19).await.unwrap();
        assert!(is_missing(store.take_challenge([challenge; 32], owner, 19).await));
    }
    // An expired one may be offered again, as it was removed.
    store.offer_challenge([4; 32], None, 30, 40).await.unwrap();
    store.offer_challenge([5; 32], None, 40, 50).await.unwrap();
    store.offer_challenge([4; 32], None, 40, 50).await.unwrap();
}

fn passkey(owner: PlayerId, credential: u8, counter: u32) -> NewPasskey {
    NewPasskey {
        owner,
        credential: vec![credential; 20],
        public_key: vec![1, 2, 255],
        site: "town.example".to_owned(),
        counter,
        label: "Firefox, Android".to_owned(),
        at: 10,
    }
}

async fn passkeys_sign_in_while_their_counter_grows(engine: Engine) {
    let store = engine.open().await;
    let (ada, ben) = (person(&store, 1).await, person(&store, 2).await);
    store.add_passkey(passkey(ada.id, 1, 0)).await.unwrap();
    store.add_passkey(passkey(ada.id, 2, 7)).await.unwrap();
    // A credential has one owner.
    assert!(matches!(store.add_passkey(passkey(ben.id, 1, 0)).await, Err(StoreError::KnownPasskey)));
    assert!(is_missing(store.add_passkey(passkey(PlayerId(99), 3, 0)).await));
    assert_eq!(store.passkey(vec![3; 20]).await.unwrap(), None);
    let known = store.passkey(vec![2; 20]).await.unwrap().unwrap();
    let expected = Passkey {
        id: known.id,
        credential: vec![2; 20],
        public_key: vec![1, 2, 255],
        site: "town.example".to_owned(),
        label: "Firefox, Android".to_owned(),
        since: 10,
        seen: 10,
    };
    assert_eq!(known, expected);

    let plain = store.passkey(vec![1; 20]).await.unwrap().unwrap().id;
    let mut secret = 10;
    for (passkey, counter, accepted) in
        [(plain, 0, true), (plain, 0, true), (known.id, 8, true), (known.id, 8, false), (known.id, 0, false)]
    {
        secret += 1;
        let person = store.sign_in_by_passkey(passkey, counter, device(secret, 20)).await;
        assert_eq!(!is_missing(person), accepted, "{passkey:?} {counter}");
        assert_eq!(store.login([secret; 32]).await.unwrap().is_some(), accepted);
    }
    assert_eq!(store.passkey(vec![2; 20]).await.unwrap().unwrap().seen, 20);

    assert!(is_missing(store.remove_passkey(ben.id, known.id, 30).await));
    store.remove_passkey(ada.id, known.id, 30).await.unwrap();
    assert!(is_missing(store.sign_in_by_passkey(known.id, 9, device(99, 31)).await));
    let means = store.means(ada.id).await.unwrap();
    assert_eq!(means.passkeys.iter().map(|passkey| passkey.id).collect::<Vec<_>>(), [plain]);
    let expected = [
        (30, RecoveryStep::PasskeyRemoved),
        (20, RecoveryStep::PasskeyUsed),
        (20, RecoveryStep::PasskeyUsed),
        (20, RecoveryStep::PasskeyUsed),
        (10, RecoveryStep::PasskeyAdded),
        (10, RecoveryStep::PasskeyAdded),
    ];
    assert_eq!(steps(&store, ada.id).await, expected);
    for n in 1..MAX_PASSKEYS {
        store.add_passkey(passkey(ada.id, 100 + u8::try_from(n).unwrap(), 0)).await.unwrap();
    }
    let one_more = store.add_passkey(passkey(ada.id, 99, 0)).await;
    assert!(matches!(one_more, Err(StoreError::TooManyPasskeys)), "{one_more:?}");
}
