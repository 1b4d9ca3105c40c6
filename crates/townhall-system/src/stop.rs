//! The end of a server, of which its tasks learn by a channel that turns true.

use tokio::sync::watch;

/// Waits until the server stops.
pub async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped: the server has ended.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Runs a task until it ends or the server stops.
pub async fn until_stopped(task: impl Future<Output = ()>, mut stopping: watch::Receiver<bool>) {
    tokio::select! {
        () = task => {}
        () = stopped(&mut stopping) => {}
    }
}
