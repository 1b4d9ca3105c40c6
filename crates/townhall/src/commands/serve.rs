//! `townhall serve`: tables in the browser.

use std::{
    env, fs,
    io::{IsTerminal, Write, stderr, stdout},
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::PathBuf,
};

use etcetera::BaseStrategy;
use townhall_server::{Server, config::Config};
use townhall_store::Data;
use tracing_subscriber::{
    Layer,
    filter::{FilterExt, LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use crate::{
    cli,
    commands::cluster::{self, NodeSettings},
    failure::Failure,
    settings::{Given, InForce, Settings},
};

/// The default address to listen on.
const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8730);

/// The file of players and tables, unless `--data` names another.
const FILE: &str = "townhall.db";
/// The variable of the environment with a filter of the log that wins over the setting.
const LOG_VARIABLE: &str = "RUST_LOG";

/// Serves until a signal stops it.
pub(crate) fn run(args: cli::Serve) -> Result<(), Failure> {
    let usual = usual_file(false)?;
    let defaults = Settings {
        config: Config::new(LISTEN, usual.clone()),
        node_address: None,
        node_listen: None,
        node_secret_file: None,
        no_limits: false,
        log: Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN),
        log_json: false,
    };
    let in_force = InForce::gather(defaults, args.config.as_deref(), &given(&args))?;
    if args.print_config {
        write!(stdout(), "{in_force}")?;
        return Ok(());
    }
    let InForce { settings, unknown_variables, .. } = in_force;
    let Settings { config, node_address, node_listen, node_secret_file, log, log_json, .. } = settings;
    let node = node_address.map(|address| NodeSettings {
        address,
        listen: node_listen,
        secret_file: node_secret_file,
    });
    self::log(log, log_json)?;
    for name in unknown_variables {
        tracing::warn!(name, "this variable of the environment names no setting, and has no effect");
    }
    if config.data.file() == Some(&usual) {
        usual_file(true)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config, node, args.open))
}

/// The settings on the command line.
fn given(args: &cli::Serve) -> Vec<Given> {
    let mut given: Vec<Given> = Vec::new();
    let mut give = |key: &str, flag: &str, value: Option<String>| {
        given.extend(value.map(|value| Given { key: key.to_owned(), value, by: flag.to_owned() }));
    };
    let on = |flag: bool| flag.then(|| true.to_string());
    give("listen", "--listen", args.listen.map(|listen| listen.to_string()));
    give("data", "--data", args.data.clone());
    give("accept_loss", "--accept-loss", on(args.accept_loss));
    give("node_address", "--node-address", args.node_address.map(|address| address.to_string()));
    let secret = args.node_secret_file.as_ref().map(|path| path.display().to_string());
    give("node_secret_file", "--node-secret-file", secret);
    give("metrics", "--metrics", args.metrics.map(|metrics| metrics.to_string()));
    give("origins", "--origin", (!args.origin.is_empty()).then(|| args.origin.join(",")));
    give("behind_proxy", "--behind-proxy", on(args.behind_proxy));
    give("no_limits", "--no-limits", on(args.no_limits));
    give("times.grace", "--grace", args.grace.map(|seconds| seconds.to_string()));
    give("times.vote", "--vote-after", args.vote_after.map(|seconds| seconds.to_string()));
    give("log_json", "--log-json", on(args.log_json));
    for (key, value) in &args.set {
        give(key, "--set", Some(value.clone()));
    }
    given
}

async fn serve(config: Config, node: Option<NodeSettings>, open: bool) -> Result<(), Failure> {
    let data = config.data.clone();
    let mut server = match node {
        Some(node) => cluster::start(config, node).await?,
        None => Server::start(config, townhall_games::catalogue()).await?,
    };
    townhall_operator::attend(&mut server);
    tell(&server, &data)?;
    if open {
        // Without a browser, as on a server, the address that was printed is enough.
        if let Err(error) = open::that_detached(page(loopback(server.address()))) {
            tracing::debug!(%error, "no browser could be opened");
        }
    }
    let ended = tokio::select! {
        stopped = until_signal() => stopped,
        failure = server.failed() => Err(failure.into()),
    };
    tracing::info!("stopping");
    server.stop().await;
    ended
}

/// Prints the addresses of the page.
fn tell(server: &Server, data: &Data) -> Result<(), Failure> {
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
    writeln!(out, "Players and tables: {data}")?;
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

async fn until_signal() -> Result<(), Failure> {
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

fn log(setting: Targets, json: bool) -> Result<(), Failure> {
    let chosen = match env::var(LOG_VARIABLE) {
        Ok(text) => text.parse().map_err(|error| Failure::BadInput(format!("{LOG_VARIABLE}: {error}")))?,
        Err(_) => setting,
    };
    let filter = chosen.and(without_contents());
    let lines = tracing_subscriber::fmt::layer().with_writer(stderr);
    let lines = if json { lines.json().boxed() } else { lines.with_ansi(stderr().is_terminal()).boxed() };
    // An error means that a logger is already installed, as in tests.
    let _ = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
    Ok(())
}

/// The most detailed levels that the log may hold, whatever level was chosen. Below them, libraries write the contents of messages,
/// such as journals with their seeds and sealed choices.
fn without_contents() -> Targets {
    Targets::new()
        .with_default(LevelFilter::TRACE)
        // The values of each statement.
        .with_target("tokio_postgres", LevelFilter::INFO)
        // Each frame of a socket.
        .with_target("tungstenite", LevelFilter::DEBUG)
}

/// `townhall.db` in this user's data folder, or in the working directory if there is no such folder.
///
/// The folder is `$XDG_DATA_HOME/townhall` or `~/.local/share/townhall` on Linux, `~/Library/Application
/// Support/townhall` on macOS, and `%APPDATA%\townhall` on Windows.
/// The folder is created if `make` is set.
pub(crate) fn usual_file(make: bool) -> Result<PathBuf, Failure> {
    let Ok(folders) = etcetera::base_strategy::choose_native_strategy() else {
        return Ok(PathBuf::from(FILE));
    };
    let folder = folders.data_dir().join("townhall");
    if make {
        fs::create_dir_all(&folder).map_err(|error| Failure::CannotWrite { path: folder.clone(), error })?;
    }
    Ok(folder.join(FILE))
}
