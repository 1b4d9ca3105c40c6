//! A proxy in front of the database, whose connections can be cut or stalled.

use std::{future::pending, net::SocketAddr, pin::pin};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream, UnixStream},
    sync::watch,
};
use townhall_store::{Data, DatabaseUrl};

use crate::engine::Database;

/// The treatment of connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Traffic {
    Flows,
    /// They are closed, and so are new ones.
    Cut,
    /// They stay open, and new ones are taken, but nothing is answered, as if the database had been frozen.
    Stalls,
}

/// A proxy at a port of its own.
pub(crate) struct Way {
    pub(crate) address: SocketAddr,
    /// The database by this way.
    pub(crate) url: DatabaseUrl,
    traffic: watch::Sender<Traffic>,
}

impl Way {
    pub(crate) async fn to(database: &Database) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let direct = database.url.reveal().to_owned();
        let query = direct.split_once('?').unwrap().1;
        let folder = query.split('&').find_map(|pair| pair.strip_prefix("host=")).unwrap().to_owned();
        let url = url(database, &address.to_string());
        let (traffic, seen) = watch::channel(Traffic::Flows);
        tokio::spawn(async move {
            loop {
                let (here, _) = listener.accept().await.unwrap();
                tokio::spawn(pass(here, format!("{folder}/.s.PGSQL.5432"), seen.clone()));
            }
        });
        Self { address, url, traffic }
    }

    pub(crate) fn cut(&self) {
        self.traffic.send_replace(Traffic::Cut);
    }

    pub(crate) fn stall(&self) {
        self.traffic.send_replace(Traffic::Stalls);
    }

    pub(crate) fn mend(&self) {
        self.traffic.send_replace(Traffic::Flows);
    }
}

/// The URL of a database at these hosts.
pub(crate) fn url(database: &Database, hosts: &str) -> DatabaseUrl {
    let name = database.url.reveal().split_once('?').unwrap().0.rsplit('/').next().unwrap();
    match Data::new(&format!("postgres://townhall@{hosts}/{name}?connect_timeout=1")) {
        Data::Postgres(url) => url,
        Data::File(_) => panic!("{hosts}"),
    }
}

/// Passes on what goes over one connection.
async fn pass(mut here: TcpStream, socket: String, mut seen: watch::Receiver<Traffic>) {
    let mut passing = pin!(async {
        let mut there = UnixStream::connect(socket).await.unwrap();
        let _ = copy_bidirectional(&mut here, &mut there).await;
    });
    let traffic = tokio::select! {
        biased;
        changed = seen.wait_for(|traffic| *traffic != Traffic::Flows) => changed.map_or(Traffic::Cut, |traffic| *traffic),
        () = &mut passing => return,
    };
    if traffic == Traffic::Stalls {
        pending().await
    }
}
