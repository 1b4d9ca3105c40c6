//! A connection between processes that can be cut or stalled: a link between network namespaces, or a TCP proxy where
//! namespaces are not permitted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use super::network::set_link;

/// The condition of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Traffic {
    /// Data is passed on.
    Flows,
    /// No data gets through, and neither end gets an error.
    Stalls,
    /// Connections break, and new ones are refused. On a link, this is the same as stalling.
    Cut,
}

/// An interruptible connection to an address.
pub(super) struct Way {
    /// The address to connect to.
    pub(super) address: SocketAddr,
    by: By,
}

enum By {
    Proxy(watch::Sender<Traffic>),
    /// The link with this name.
    Link(String),
}

impl Way {
    /// A connection over a link, which is the only route to the address.
    pub(super) const fn over(link: String, address: SocketAddr) -> Self {
        Self { address, by: By::Link(link) }
    }

    /// A connection through a proxy.
    pub(super) async fn to(target: SocketAddr) -> Self {
        Self::at(Ipv4Addr::LOCALHOST.into(), target).await
    }

    /// A connection through a proxy at this address.
    pub(super) async fn at(address: IpAddr, target: SocketAddr) -> Self {
        let listener = TcpListener::bind((address, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let (traffic, state) = watch::channel(Traffic::Flows);
        tokio::spawn(async move {
            while let Ok((here, _)) = listener.accept().await {
                tokio::spawn(pass(here, target, state.clone()));
            }
        });
        Self { address, by: By::Proxy(traffic) }
    }

    pub(super) fn set(&self, traffic: Traffic) {
        match &self.by {
            By::Proxy(proxy) => drop(proxy.send_replace(traffic)),
            By::Link(name) => set_link(name, traffic == Traffic::Flows),
        }
    }
}

async fn pass(here: TcpStream, target: SocketAddr, mut state: watch::Receiver<Traffic>) {
    if *state.borrow_and_update() == Traffic::Cut {
        return;
    }
    let Ok(there) = TcpStream::connect(target).await else { return };
    let _ = (here.set_nodelay(true), there.set_nodelay(true));
    let ((read_here, write_here), (read_there, write_there)) = (here.into_split(), there.into_split());
    tokio::select! {
        () = one_way(read_here, write_there, state.clone()) => {}
        () = one_way(read_there, write_here, state.clone()) => {}
        _ = state.wait_for(|traffic| *traffic == Traffic::Cut) => {}
    }
}

async fn one_way(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<Traffic>,
) {
    let mut part = vec![0; 16 * 1024];
    while let Ok(length) = from.read(&mut part).await {
        let flows = state.wait_for(|traffic| *traffic == Traffic::Flows).await.is_ok();
        if length == 0 || !flows || to.write_all(&part[..length]).await.is_err() {
            return;
        }
    }
}
