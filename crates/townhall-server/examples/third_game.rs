//! A server of High Card, a game that neither the server nor the shipped client knows. It has no other game, so that it is
//! built quickly.
//!
//! ```sh
//! (cd web && npm run build -- --mode third-game)
//! cargo run --package townhall-server --example third_game -- 127.0.0.1:8730 third-game.db
//! ```
//!
//! The first argument is the address to listen on, the second the file of players and tables. The browser tests play
//! High Card on this server (`web/tests/third-game.spec.ts`).

use std::{env, error::Error, net::SocketAddr, path::PathBuf};

use high_card::HighCard;
use rust_embed::RustEmbed;
use townhall_server::{Config, Server};
use townhall_table::Catalogue;

/// The client of the build `npm run build -- --mode third-game`, which draws High Card as well.
#[derive(RustEmbed)]
#[folder = "../../web/dist-third-game"]
#[allow_missing = true]
struct Client;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args_os().skip(1);
    let (Some(address), Some(data), None) = (args.next(), args.next(), args.next()) else {
        return Err("expected two arguments: ADDRESS FILE".into());
    };
    let address: SocketAddr = address.to_string_lossy().parse()?;
    let catalogue = Catalogue::default().with::<HighCard>();
    let config = Config::new(address, PathBuf::from(data));
    let server = Server::start_with_client::<Client>(config, catalogue).await?;
    println!("Townhall is open: http://{}/", server.address());
    tokio::signal::ctrl_c().await?;
    server.stop().await;
    Ok(())
}
