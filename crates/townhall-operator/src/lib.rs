//! The operator's commands on a server's tables, guests and database file.
//!
//! [`check`] and [`back_up`] only read, and so work whether or not a server has the file open. Every other request is an
//! [`Order`]. If a server has the file open, the server carries it out, so that tables in memory learn of it at once;
//! [`order`] hands it over through a Unix socket beside the file, which only the file's owner can open. Otherwise
//! [`order`] opens the file itself and does the same with the same code.
//!
//! | module | contents |
//! | --- | --- |
//! | `order` | Orders and their outcomes. |
//! | `operator` | Carrying out orders on the tables of a hub. |
//! | `control` | The Unix socket by which a running server takes orders. |
//! | `backup`, `check`, `restore` | Commands on a database file. |

mod backup;
mod check;
#[cfg(unix)]
mod control;
mod operator;
mod order;
mod restore;

use std::sync::Arc;

use tokio::sync::watch;
use townhall_server::{
    Server,
    config::{Limits, Times},
    hub::{Hub, Local},
};
use townhall_store::{Data, OpenError, Snapshot, Store};
use townhall_table::Catalogue;

pub use self::{
    backup::{BackupError, back_up},
    check::{CheckError, Damage, Findings, check},
    operator::Operator,
    order::{Order, OrderOutcome, Pruned, QuotedReport, TableLine},
    restore::{RestoreError, restore},
};

/// Why an order can't be handed to a server or carried out here.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The file or database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The order only reads, which must not upgrade the file.
    #[error(
        "{path} was written by an earlier version of Townhall, and this command does not change it: start the server, which \
         upgrades it, or use `townhall check`",
        path = path.display()
    )]
    Older { path: std::path::PathBuf },
    /// A server has the file open, and does not answer.
    #[error("the server that has {path} open does not answer: {error}", path = path.display())]
    Server {
        path: std::path::PathBuf,
        /// The error of the connection to its socket.
        error: std::io::Error,
    },
}

/// Lets a server that uses a file take orders until it stops, by a socket beside the file. With Postgres, orders reach a server
/// through the database.
#[cfg(unix)]
pub fn attend(server: &mut Server) {
    let Some(file) = server.data().file() else { return };
    match control::Control::listen(file) {
        Ok(control) => server.run_beside(|hub| control.serve(Operator::new(hub))),
        Err(error) => tracing::warn!(
            %error,
            "the operator's socket can't be opened: commands such as `townhall prune` will need this server stopped"
        ),
    }
}

/// Other systems have no Unix sockets: orders need the server stopped.
#[cfg(not(unix))]
pub fn attend(_server: &mut Server) {}

/// Has an order carried out: by the server that has the file open, or else here. A server that uses a database has to be
/// stopped, unless it is one of several, of which `townhall-cluster` asks one.
///
/// # Errors
/// The file or database can't be opened, or the server does not answer.
pub async fn order(data: &Data, catalogue: Catalogue, order: Order) -> Result<OrderOutcome, OrderError> {
    if let Data::File(path) = data
        && order.only_reads()
        && !Snapshot::open(path).await?.is_current().await
    {
        // A server that has the file open may be of the earlier version, and answers.
        #[cfg(unix)]
        if let Ok(outcome) = control::ask(path, &order).await {
            return Ok(outcome);
        }
        return Err(OrderError::Older { path: path.clone() });
    }
    let store = match (Store::open_existing(data).await, data) {
        (Ok(store), _) => Arc::new(store),
        #[cfg(unix)]
        (Err(OpenError::InUse { .. }), Data::File(path)) => {
            let answer = control::ask(path, &order).await;
            return answer.map_err(|error| OrderError::Server { path: path.clone(), error });
        }
        (Err(error), _) => return Err(error.into()),
    };
    let (stop, stopping) = watch::channel(false);
    let hub = Hub::new(
        Arc::clone(&store),
        Arc::new(catalogue),
        Times::default(),
        Limits::default(),
        stopping,
        Arc::new(Local),
    );
    let outcome = Operator::new(hub).carry_out(order).await;
    stop.send_replace(true);
    store.close().await;
    Ok(outcome)
}
