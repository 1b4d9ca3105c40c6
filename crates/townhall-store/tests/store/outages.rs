//! Outages: when no server was there.

use crate::every_store::{Engine, of_every_store};

of_every_store! {
    a_note_that_comes_late_ends_an_outage,
}

async fn a_note_that_comes_late_ends_an_outage(engine: Engine) {
    let store = engine.open().await;
    let noted = async |now, was_away| store.note_served(now, 60, was_away).await.unwrap();
    for (what, now, was_away, outages) in [
        ("the first start", 1000, true, &[][..]),
        ("in time", 1030, false, &[]),
        ("a quick restart", 1080, true, &[]),
        ("after a while", 1500, true, &[(1080, 1500)]),
        ("another server, which was there", 1400, false, &[(1080, 1500)]),
        ("again", 1600, true, &[(1080, 1500), (1500, 1600)]),
        ("with a clock that was set back", 1550, true, &[(1080, 1500)]),
        ("and goes on", 1650, true, &[(1080, 1500), (1550, 1650)]),
    ] {
        assert_eq!(noted(now, was_away).await, outages, "{what}");
    }
    // They are remembered for some months.
    let later = 100 * 86_400_000;
    assert_eq!(noted(later, true).await, [(1650, later)]);
}
