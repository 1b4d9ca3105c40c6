//! Orders for a running server, through a Unix socket beside its file.
//!
//! A Unix socket needs no port and no password: the file system's permissions decide who may open it, and these are the
//! same as for the database file. One connection carries one order and its outcome, as JSON.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    time::timeout,
};
use townhall_system::seldom;

use crate::{Operator, Order, OrderOutcome};

/// The largest order, in bytes.
const MAX_ORDER_BYTES: u64 = 16 * 1024;
/// How long an order may take to arrive.
const ORDER_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the server may take to carry out an order: removing many tables takes a while.
const OUTCOME_TIMEOUT: Duration = Duration::from_secs(600);

/// The path of the socket that belongs to a database file.
fn beside(data: &Path) -> io::Result<PathBuf> {
    let mut path = townhall_store::resolved(data)?.into_os_string();
    path.push(".control");
    Ok(PathBuf::from(path))
}

/// A socket at which the operator's orders arrive. Removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Control {
    listener: UnixListener,
    path: PathBuf,
    owner: u32,
}

impl Control {
    /// Listens beside a database file. The caller holds the file's lock, so that no other server can be listening
    /// there.
    pub(crate) fn listen(data: &Path) -> io::Result<Self> {
        let path = beside(data)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        let owner = fs::metadata(&path)?.uid();
        Ok(Self { listener, path, owner })
    }

    /// Carries out the orders that arrive. Never returns.
    pub(crate) async fn serve(self, operator: Operator) {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let (operator, owner) = (operator.clone(), self.owner);
                    tokio::spawn(async move {
                        if let Err(error) = answer(stream, owner, &operator).await {
                            seldom!(warn, %error, "an order of the operator could not be read or answered");
                        }
                    });
                }
                Err(error) => {
                    seldom!(warn, %error, "the operator's socket fails");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // The next server removes it if this fails.
        let _ = fs::remove_file(&self.path);
    }
}

async fn answer(mut stream: UnixStream, owner: u32, operator: &Operator) -> io::Result<()> {
    let by = stream.peer_cred()?.uid();
    if by != owner && by != 0 {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("user {by} may not give orders"),
        ));
    }
    let mut text = Vec::new();
    timeout(ORDER_TIMEOUT, (&mut stream).take(MAX_ORDER_BYTES).read_to_end(&mut text)).await??;
    let outcome = match serde_json::from_slice(&text) {
        Ok(order) => operator.carry_out(order).await,
        Err(error) => OrderOutcome::Refused { why: format!("the server does not know this order: {error}") },
    };
    stream.write_all(&serde_json::to_vec(&outcome)?).await?;
    stream.shutdown().await
}

/// Has an order carried out by the server that has a file open.
pub(super) async fn ask(data: &Path, order: &Order) -> io::Result<OrderOutcome> {
    let asked = async {
        let mut stream = UnixStream::connect(beside(data)?).await?;
        stream.write_all(&serde_json::to_vec(order)?).await?;
        stream.shutdown().await?;
        let mut text = Vec::new();
        stream.read_to_end(&mut text).await?;
        Ok(serde_json::from_slice(&text)?)
    };
    timeout(OUTCOME_TIMEOUT, asked).await?
}
