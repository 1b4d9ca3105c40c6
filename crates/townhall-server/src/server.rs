//! Starting, running and stopping a server.

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::ConnectInfo,
    routing::get,
    serve::{Listener, ListenerExt},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use rust_embed::RustEmbed;
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::{mpsc, watch},
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};
use tower::ServiceExt;
use townhall_notices::{Looking, MailError, Mailer, Notifier};
use townhall_store::{Data, OpenError, Store};
use townhall_system::{clock, descriptors, stopped, until_stopped};

use crate::{
    app::App,
    config::{Config, Times},
    connections::{Connections, guarded::Guarded},
    http::{self, WebClient},
    hub::{Hub, Local, Placement},
    limits::Address,
    metrics::{self, Vitals},
};
use townhall_table::catalogue::Catalogue;

/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1024;
/// How many connections to the metrics address there may be.
const METRICS_CONNECTIONS: usize = 16;
/// The answer to a client when there are too many connections.
const TOO_MANY_CONNECTIONS_ANSWER: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: application/json\r\n\
    Content-Length: 56\r\n\r\n{\"code\":\"busy\",\"detail\":\"too many connections are open\"}";

/// The answer to a client while the server starts.
const STARTING_ANSWER: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: application/json\r\n\
    Content-Length: 50\r\n\r\n{\"status\":\"failing\",\"failing\":\"the server starts\"}";
/// How long a client may take to send a request that gets this answer.
const STARTING_REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// A running server. Dropping this does not stop it (it runs until its runtime ends); call [`Server::stop`].
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    /// It decides by itself how long it goes on when the server stops.
    notifier: JoinHandle<()>,
    sockets: mpsc::Receiver<()>,
    hub: Arc<Hub>,
    store: Arc<Store>,
    data: Data,
    farewell: Duration,
}

/// A store, and which of the servers that use it has a table.
#[derive(Debug)]
pub struct Opened {
    pub store: Arc<Store>,
    /// The other servers that use it.
    pub placement: Arc<dyn Placement>,
}

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Its file or database can't be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The settings of the mail server make no sense.
    #[error(transparent)]
    Mail(MailError),
    /// Its address can't be listened on.
    #[error("can't listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
}

impl Server {
    /// Listens and opens the file or database. Tables are loaded on demand.
    ///
    /// # Errors
    /// The file can't be opened, or the address can't be listened on.
    pub async fn start(config: Config, catalogue: Catalogue) -> Result<Self, StartError> {
        Self::start_with_client::<WebClient>(config, catalogue).await
    }

    /// Starts with another web client than the program's own: `examples/third_game.rs` has one with a third game.
    ///
    /// # Errors
    /// The file can't be opened, or the address can't be listened on.
    pub async fn start_with_client<C: RustEmbed + 'static>(
        config: Config,
        catalogue: Catalogue,
    ) -> Result<Self, StartError> {
        let (data, accept_loss) = (config.data.clone(), config.accept_loss);
        let opening = async move {
            let store = Arc::new(Store::open(&data, accept_loss).await?);
            Ok::<_, StartError>(Opened { store, placement: Arc::new(Local) })
        };
        Self::start_opened::<C, _>(config, catalogue, opening).await
    }

    /// Starts with a store that the caller opens, for servers that share it with others. Until it is open, requests are
    /// answered with 503.
    ///
    /// # Errors
    /// `opening` fails, or the address can't be listened on.
    pub async fn start_opened<C: RustEmbed + 'static, E: From<StartError>>(
        config: Config,
        catalogue: Catalogue,
        opening: impl Future<Output = Result<Opened, E>>,
    ) -> Result<Self, E> {
        // Listen first, so that a second server on the same address fails with that error, not with one about the file.
        let listener = listen(config.listen, config.limits.send_buffer)?;
        let mailer = Mailer::of(&config.mail, config.mail_password.as_ref()).map_err(StartError::Mail)?;
        let metrics_listener = config.metrics.map(|address| listen(address, None)).transpose()?;
        let counted = metrics::install();
        let Opened { store, placement } = tokio::select! {
            biased;
            opened = opening => opened?,
            never = answer_while_starting(&listener) => match never {},
        };
        let data = config.data.clone();
        let (stop, stopping) = watch::channel(false);
        let (open_sockets, sockets) = mpsc::channel(1);
        let (limits, times, factor) = (config.limits, config.times, config.limits.wide_network);
        let catalogue = Arc::new(catalogue);
        let hub = Hub::new(
            Arc::clone(&store),
            Arc::clone(&catalogue),
            times,
            limits,
            stopping.clone(),
            Arc::clone(&placement),
        );
        hub.read_blocks().await;
        if let Err(error) = hub.note_served().await {
            tracing::error!(%error, "it can't be noted that a server is there; nobody's time is up");
        }
        let most = descriptors::raise().map_or(limits.connections, |most| limits.connections.min(most));
        let per_address = (!config.behind_proxy).then_some(limits.connections_per_address);
        let connections = Connections::new(most, per_address, factor);
        let vitals = Vitals::of(config.data.file());
        let address = listener.local_addr().unwrap_or(config.listen);
        let notifier = Arc::new(Notifier::new(
            Arc::clone(&store),
            Arc::clone(&hub) as Arc<dyn Looking>,
            catalogue,
            &config.push_services,
            &config.webhooks,
            mailer,
            times.of_notices(),
        ));
        let app = App::new(
            config,
            Arc::clone(&hub),
            Arc::clone(&store),
            Arc::clone(&notifier),
            stopping.clone(),
            open_sockets,
        );
        let router = http::router::<C>(Arc::new(app));
        let mut tasks = vec![
            tokio::spawn(serve(listener, router.clone(), connections, times, stopping.clone())),
            tokio::spawn(until_stopped(counted.upkeep(), stopping.clone())),
            tokio::spawn(until_stopped(clock::watch(), stopping.clone())),
            tokio::spawn({
                let (hub, stopping) = (Arc::clone(&hub), stopping.clone());
                async move { until_stopped(hub.watch_size(), stopping).await }
            }),
            tokio::spawn(until_stopped(Arc::clone(&hub).run_due_tables(), stopping.clone())),
            tokio::spawn(until_stopped(Arc::clone(&hub).remove_old_lobbies(), stopping.clone())),
            tokio::spawn(until_stopped(Arc::clone(&hub).keep_noting_served(), stopping.clone())),
            tokio::spawn(placement.run(Arc::clone(&hub), router, stopping.clone())),
        ];
        let notifier = tokio::spawn(notifier.run(stopping.clone()));
        let metrics = metrics_listener.as_ref().and_then(|listener| listener.local_addr().ok());
        if let Some(listener) = metrics_listener {
            let router = Router::new().route(
                "/metrics",
                get(move || {
                    vitals.measure();
                    std::future::ready(counted.render())
                }),
            );
            let connections = Connections::new(METRICS_CONNECTIONS, None, factor);
            tasks.push(tokio::spawn(serve(listener, router, connections, times, stopping)));
        }
        let farewell = times.farewell;
        Ok(Self { address, metrics, stop, tasks, notifier, sockets, hub, store, data, farewell })
    }

    /// The address on which it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address on which it serves metrics, if it does.
    #[must_use]
    pub const fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Where it stores guests and tables.
    #[must_use]
    pub const fn data(&self) -> &Data {
        &self.data
    }

    /// Runs a task with the server's tables until it stops.
    pub fn run_beside<T: Future<Output = ()> + Send + 'static>(&mut self, task: impl FnOnce(Arc<Hub>) -> T) {
        let task = task(Arc::clone(&self.hub));
        self.tasks.push(tokio::spawn(until_stopped(task, self.stop.subscribe())));
    }

    /// Waits until this server can't continue, because another server has taken over its database. The caller should
    /// then call [`stop`](Self::stop).
    pub async fn failed(&self) -> StartError {
        self.store.lost().await;
        OpenError::InUse { data: self.data.clone() }.into()
    }

    /// Closes all sockets with the reason `shutdown`, lets requests and emails finish, and closes the file.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        let farewell = async {
            while self.sockets.recv().await.is_some() {}
            for task in &mut self.tasks {
                // A task that panicked has ended as well.
                let _ = task.await;
            }
        };
        if timeout(self.farewell, farewell).await.is_err() {
            tracing::warn!("some connections did not end in time; stopping anyway");
            self.tasks.iter().for_each(JoinHandle::abort);
        }
        // If it panicked, it has ended as well.
        let _ = self.notifier.await;
        self.store.close().await;
    }
}

fn listen(address: SocketAddr, send_buffer: Option<u32>) -> Result<TcpListener, StartError> {
    let open = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that is restarted at once does not have to wait for the `TIME_WAIT` state of old connections.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit the size.
        if let Some(bytes) = send_buffer {
            socket.set_send_buffer_size(bytes)?;
        }
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    open().map_err(|error| StartError::Listen { address, error })
}

/// Answers every request with 503 while the server starts. Never returns.
async fn answer_while_starting(listener: &TcpListener) -> Infallible {
    let mut clients = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(STARTING_REQUEST_TIMEOUT / 10).await;
            continue;
        };
        while clients.try_join_next().is_some() {}
        clients.spawn(async move {
            // Closing a connection with data unread resets it, and the answer would be lost.
            let _ = timeout(STARTING_REQUEST_TIMEOUT, stream.readable()).await;
            let _ = stream.try_read(&mut [0; 4096]);
            let _ = stream.try_write(STARTING_ANSWER);
        });
    }
}

/// Serves connections until the server stops, and then until each has finished its current request.
///
/// `axum::serve` has no limits and timeouts for connections: clients that send one header a minute, or read nothing,
/// could occupy all connections.
async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    times: Times,
    mut stopping: watch::Receiver<bool>,
) {
    let mut listener = listener.tap_io(|connection| {
        if let Err(error) = connection.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY can't be set");
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(times.head);
    let (open, mut closed) = mpsc::channel::<()>(1);
    loop {
        let (stream, peer) = tokio::select! {
            biased;
            () = stopped(&mut stopping) => break,
            accepted = listener.accept() => accepted,
        };
        let Some(admission) = connections.admit(Address::from(peer.ip())) else {
            // The answer is dropped if it can't be sent at once.
            let _ = stream.try_write(TOO_MANY_CONNECTIONS_ANSWER);
            continue;
        };
        let (router, plain) = (router.clone(), admission.connection());
        let this = Arc::clone(&plain);
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(Arc::clone(&this));
            router.clone().oneshot(request)
        });
        let connection =
            http.serve_connection(TokioIo::new(Guarded::new(stream, admission, times.slow)), service);
        let connection = connection.with_upgrades();
        let (mut stopping, open) = (stopping.clone(), open.clone());
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = &mut connection => ended,
                () = plain.closed() => Ok(()),
                () = stopped(&mut stopping) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection broke");
            }
            drop(open);
        });
    }
    drop((listener, open));
    // Nothing is ever sent on this channel: it closes when the last connection has dropped its sender.
    closed.recv().await;
}
