//! `/healthz`: whether the server can write to its database.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{Json, extract::State, http::StatusCode, response::IntoResponse};
use serde::Serialize;
use tokio::{sync::Mutex, time::timeout};

use crate::{
    app::App,
    clock,
    store::{Data, Store, StoreError},
};

/// How long a result is reused: however often the address is requested, the disk is not written more often than this.
const HOLDS: Duration = Duration::from_secs(5);
/// How long writing a row may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// The latest result of writing a row, and when it was tried.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Verdict)>>);

/// What is wrong, if anything.
type Verdict = Result<(), &'static str>;

/// The body of the answer.
#[derive(Serialize)]
struct Report {
    /// `ok` or `failing`.
    status: &'static str,
    /// What is wrong, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing: Option<&'static str>,
    /// The version of the program.
    version: &'static str,
    /// The version of the database schema.
    schema: i64,
}

impl Health {
    async fn verdict(&self, store: &dyn Store, data: &Data) -> Verdict {
        let (late, failed) = match data {
            Data::File(_) => ("the file does not answer in time", "the file can't be written"),
            Data::Postgres(_) => ("the database does not answer in time", "the database can't be written"),
        };
        // Concurrent requests wait for the same answer.
        let mut last = self.0.lock().await;
        if let Some((at, verdict)) = *last
            && at.elapsed() < HOLDS
        {
            return verdict;
        }
        let verdict = match timeout(PATIENCE, store.probe(clock::now())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::error!(%error, "{failed}");
                Err(match error {
                    StoreError::DiskFull => "the disk is full",
                    StoreError::Closed => "the server stops",
                    _ => failed,
                })
            }
            Err(_) => {
                tracing::error!("writing one row takes longer than {PATIENCE:?}");
                Err(late)
            }
        };
        *last = Some((Instant::now(), verdict));
        verdict
    }
}

/// Whether the server can write its file or database: 200 or 503.
pub(super) async fn health(State(app): State<Arc<App>>) -> impl IntoResponse {
    let verdict = app.health.verdict(&*app.store, &app.config.data).await;
    let (code, status) = match verdict {
        Ok(()) => (StatusCode::OK, "ok"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    let report = Report {
        status,
        failing: verdict.err(),
        version: env!("CARGO_PKG_VERSION"),
        schema: app.store.schema(),
    };
    (code, Json(report))
}
