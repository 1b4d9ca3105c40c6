//! Servers that share a database: the feature `cluster`.

use std::{net::SocketAddr, path::PathBuf};

use townhall_operator::{Order, OrderOutcome};
use townhall_server::{Config, Server};
use townhall_store::Data;

use crate::failure::Failure;

/// The settings of a server that is one of several.
#[derive(Debug)]
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "only the address is named in the error"))]
pub(crate) struct NodeSettings {
    /// The address at which the others reach it.
    pub(crate) address: SocketAddr,
    /// The address on which it listens for them, if it is another one.
    pub(crate) listen: Option<SocketAddr>,
    /// The file with the secret, if it is not in the environment.
    pub(crate) secret_file: Option<PathBuf>,
}

#[cfg(feature = "cluster")]
mod enabled {
    use std::{
        env, fs,
        io::{Write, stdout},
    };

    use townhall_cluster::{ClusterOrderError, NodeConfig, NodeError, NodeSecret};

    use super::{Config, Data, Failure, NodeSettings, Order, OrderOutcome, PathBuf, Server};
    use crate::settings::NODE_SECRET;

    /// Starts a server as one of several.
    pub(crate) async fn start(config: Config, node: NodeSettings) -> Result<Server, Failure> {
        let NodeSettings { address, listen, secret_file } = node;
        let node = NodeConfig { address, listen, secret: node_secret(secret_file)? };
        Ok(townhall_cluster::start(config, node, townhall_games::catalogue()).await?)
    }

    /// Has an order carried out, by a running server or on the data.
    pub(crate) async fn order(data: &Data, order: Order) -> Result<OrderOutcome, Failure> {
        let secret = node_secret(None)?;
        Ok(townhall_cluster::order(data, townhall_games::catalogue(), secret.as_ref(), order).await?)
    }

    /// Prints a fresh secret.
    pub(crate) fn print_secret() -> Result<(), Failure> {
        writeln!(stdout(), "{}", NodeSecret::generate())?;
        Ok(())
    }

    /// The secret that nodes share, from a file or the environment.
    fn node_secret(file: Option<PathBuf>) -> Result<Option<NodeSecret>, Failure> {
        let (text, place) = match file {
            Some(path) => {
                let place = path.display().to_string();
                (Some(fs::read_to_string(&path).map_err(|error| Failure::CannotRead { path, error })?), place)
            }
            None => (env::var(NODE_SECRET).ok(), NODE_SECRET.to_owned()),
        };
        let secret = text.map(|text| NodeSecret::new(&text)).transpose();
        secret.map_err(|error| Failure::bad_input(format!("{place}: {error}")))
    }

    impl From<NodeError> for Failure {
        fn from(error: NodeError) -> Self {
            match error {
                NodeError::Server(error) => Self::Server(error),
                error => Self::Cluster(error.into()),
            }
        }
    }

    impl From<ClusterOrderError> for Failure {
        fn from(error: ClusterOrderError) -> Self {
            match error {
                ClusterOrderError::Order(error) => Self::Order(error),
                error => Self::Cluster(error.into()),
            }
        }
    }
}

#[cfg(not(feature = "cluster"))]
mod disabled {

    use super::{Config, Data, Failure, NodeSettings, Order, OrderOutcome, Server};

    /// Refuses to be one of several servers.
    pub(crate) async fn start(_config: Config, node: NodeSettings) -> Result<Server, Failure> {
        let NodeSettings { address, listen: _, secret_file: _ } = node;
        Err(Failure::bad_input(format!(
            "can't be a node at {address}: this program was built without the feature `cluster`"
        )))
    }

    /// Has an order carried out, by the running server or on the data.
    pub(crate) async fn order(data: &Data, order: Order) -> Result<OrderOutcome, Failure> {
        Ok(townhall_operator::order(data, townhall_games::catalogue(), order).await?)
    }
}

#[cfg(not(feature = "cluster"))]
pub(crate) use self::disabled::{order, start};
#[cfg(feature = "cluster")]
pub(crate) use self::enabled::{order, print_secret, start};
