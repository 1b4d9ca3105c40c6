//! `townhall serve`: tables in the browser.

use std::{
    fs,
    io::{IsTerminal, Write, stderr, stdout},
    net::{IpAddr, SocketAddr, UdpSocket},
    path::PathBuf,
    time::Duration,
};

use etcetera::BaseStrategy;
use townhall_server::{
    Server,
    config::{Config, Limits},
};
use tracing_subscriber::EnvFilter;

use crate::{cli, failure::Failure, registry};

/// The file of players and tables, unless `--data` names another.
const FILE: &str = "townhall.db";
/// What is logged unless RUST_LOG says otherwise.
const LOG: &str = "info,sqlx=warn";

/// Serves until it is told to stop.
pub(crate) fn run(args: cli::Serve) -> Result<(), Failure> {
    log(args.log_json);
    let data = match args.data {
        Some(data) => data,
        None => usual_file()?,
    };
    let mut config = Config::new(args.listen, data);
    config.origins = args.origin.iter().map(|origin| origin.trim_end_matches('/').to_owned()).collect();
    config.metrics = args.metrics;
    config.behind_proxy = args.behind_proxy;
    config.times.grace = Duration::from_secs(args.grace.into());
    config.times.vote = Duration::from_secs(args.vote_after.into());
    if args.no_limits {
        config.limits = Limits::none();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, args.open))
}

async fn serve(config: Config, open: bool) -> Result<(), Failure> {
    let data = config.data.clone();
    let server = Server::start(config, registry::catalogue()).await?;
    tell(&server, &data)?;
    if open {
        // Without a browser, as on a server, the address that was printed is enough.
        if let Err(error) = open::that_detached(page(loopback(server.address()))) {
            tracing::debug!(%error, "no browser could be opened");
        }
    }
    until_told_to_stop().await?;
    tracing::info!("stopping");
    server.stop().await;
    Ok(())
}

/// Says where the page is.
fn tell(server: &Server, data: &std::path::Path) -> Result<(), Failure> {
    let address = server.address();
    let mut out = stdout();
    writeln!(out, "Townhall is open: {}", page(loopback(address)))?;
    if address.ip().is_unspecified() {
        match own_address() {
            Some(ip) => {
                writeln!(out, "In the same network: {}", page(SocketAddr::new(ip, address.port())))?;
            }
            None => writeln!(out, "In the same network: port {} of this machine", address.port())?,
        }
    }
    if let Some(metrics) = server.metrics() {
        writeln!(out, "Metrics: {}metrics", page(metrics))?;
    }
    writeln!(out, "Players and tables: {}", data.display())?;
    writeln!(out, "Ctrl-C stops it; games continue at the next start.")?;
    out.flush()?;
    Ok(())
}

fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// How this machine itself reaches an address on which it listens.
fn loopback(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            IpAddr::from([127, 0, 0, 1])
        } else {
            "::1".parse().unwrap_or(address.ip())
        });
    }
    address
}

/// This machine's address in its network. Nothing is sent: the system only says which way it would go.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

async fn until_told_to_stop() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted?,
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOG));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    // An error says that something logs already, which is just as good.
    let _ = if json { lines.json().try_init() } else { lines.with_ansi(stderr().is_terminal()).try_init() };
}

/// `townhall.db` in this user's data folder, or in the working directory if there is no such folder.
///
/// The folder is `$XDG_DATA_HOME/townhall` or `~/.local/share/townhall` on Linux, `~/Library/Application
/// Support/townhall` on macOS, and `%APPDATA%\townhall` on Windows.
fn usual_file() -> Result<PathBuf, Failure> {
    let Ok(folders) = etcetera::base_strategy::choose_native_strategy() else {
        return Ok(PathBuf::from(FILE));
    };
    let folder = folders.data_dir().join("townhall");
    fs::create_dir_all(&folder).map_err(|error| Failure::CannotWrite { path: folder.clone(), error })?;
    Ok(folder.join(FILE))
}
