//! How two nodes find out that the other knows the secret, without saying it.
//!
//! Each says a number that it has never said before (a nonce), and answers with a keyed hash of both greetings. The two roles
//! are part of what is hashed, so that nobody can answer with what they were just told. Whoever connects proves it first: a
//! stranger learns nothing that could be tried against guesses of the secret.

use std::{io, time::Duration};

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use tokio::{net::TcpStream, time::timeout};
use tokio_util::{
    bytes::{Buf, BufMut, BytesMut},
    codec::{Framed, LengthDelimitedCodec},
};

use super::{NodeSecret, PROTOCOL, frame};
use crate::entropy;

/// A connection between nodes.
pub(super) type Connection = Framed<TcpStream, LengthDelimitedCodec>;

/// What every greeting begins with.
const MAGIC: &[u8; 13] = b"townhall-node";
/// How long a greeting has to be.
const GREETING: usize = MAGIC.len() + 8 + 32;
/// How long a proof is.
const PROOF: usize = 32;
/// What is answered to a wrong proof.
const WRONG: &[u8] = b"no";
/// How long greeting may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why two nodes can't work together.
#[derive(Debug, thiserror::Error)]
pub(super) enum Stranger {
    /// The connection can't be made, or broke.
    #[error("{0}")]
    Lost(#[from] io::Error),
    /// It took too long.
    #[error("it does not answer")]
    Late,
    /// It is no node.
    #[error("it is no node of Townhall")]
    NoNode,
    /// It is a node of another version.
    #[error("it speaks version {0} of the nodes' protocol, and this program version {PROTOCOL}")]
    OtherVersion(i64),
    /// It has another secret.
    #[error("it has another secret")]
    WrongSecret,
}

/// Who says something.
#[derive(Clone, Copy)]
enum Role {
    Caller,
    Called,
}

/// Greets the node that this one has connected to.
pub(super) async fn call(stream: TcpStream, secret: &NodeSecret) -> Result<Connection, Stranger> {
    timeout(PATIENCE, calling(stream, secret)).await.unwrap_or(Err(Stranger::Late))
}

/// Greets a node that has connected to this one.
pub(super) async fn answer(stream: TcpStream, secret: &NodeSecret) -> Result<Connection, Stranger> {
    timeout(PATIENCE, answering(stream, secret)).await.unwrap_or(Err(Stranger::Late))
}

async fn calling(stream: TcpStream, secret: &NodeSecret) -> Result<Connection, Stranger> {
    let mut connection = framed(stream)?;
    let theirs = said(&mut connection).await?;
    check(&theirs)?;
    let own = greeting();
    let proof = proof(secret, Role::Caller, &own, &theirs);
    connection.send(Bytes::from([&own[..], proof.as_bytes()].concat())).await?;
    let answer = said(&mut connection).await?;
    if answer != *WRONG && is_proof(&answer, secret, Role::Called, &own, &theirs) {
        frame::allow_all(connection.codec_mut());
        return Ok(connection);
    }
    Err(Stranger::WrongSecret)
}

async fn answering(stream: TcpStream, secret: &NodeSecret) -> Result<Connection, Stranger> {
    let mut connection = framed(stream)?;
    let own = greeting();
    connection.send(own.clone()).await?;
    let mut theirs = said(&mut connection).await?;
    if theirs.len() < GREETING {
        return Err(Stranger::NoNode);
    }
    let claimed = theirs.split_off(GREETING);
    check(&theirs)?;
    if !is_proof(&claimed, secret, Role::Caller, &theirs, &own) {
        connection.send(Bytes::from_static(WRONG)).await?;
        return Err(Stranger::WrongSecret);
    }
    let proof = proof(secret, Role::Called, &theirs, &own);
    connection.send(Bytes::copy_from_slice(proof.as_bytes())).await?;
    frame::allow_all(connection.codec_mut());
    Ok(connection)
}

fn framed(stream: TcpStream) -> io::Result<Connection> {
    stream.set_nodelay(true)?;
    Ok(Framed::new(stream, frame::codec()))
}

async fn said(connection: &mut Connection) -> Result<Bytes, Stranger> {
    match connection.next().await {
        Some(Ok(said)) => Ok(said.freeze()),
        // What is no frame was not said by a node.
        Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => Err(Stranger::NoNode),
        Some(Err(error)) => Err(error.into()),
        None => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
    }
}

fn greeting() -> Bytes {
    let mut greeting = BytesMut::with_capacity(GREETING);
    greeting.put_slice(MAGIC);
    greeting.put_i64(PROTOCOL);
    greeting.put_slice(&entropy::bytes::<32>());
    greeting.freeze()
}

/// Whether a greeting is one of a node of this version.
fn check(greeting: &Bytes) -> Result<(), Stranger> {
    let mut rest = greeting.clone();
    if rest.len() < GREETING || !rest.starts_with(MAGIC) {
        return Err(Stranger::NoNode);
    }
    rest.advance(MAGIC.len());
    match rest.get_i64() {
        PROTOCOL => Ok(()),
        other => Err(Stranger::OtherVersion(other)),
    }
}

fn proof(secret: &NodeSecret, role: Role, caller: &[u8], called: &[u8]) -> blake3::Hash {
    let role: &[u8] = match role {
        Role::Caller => b"caller",
        Role::Called => b"called",
    };
    secret.proof(&[role, caller, called].concat())
}

/// Compares in constant time.
fn is_proof(claimed: &[u8], secret: &NodeSecret, role: Role, caller: &[u8], called: &[u8]) -> bool {
    <[u8; PROOF]>::try_from(claimed)
        .is_ok_and(|claimed| blake3::Hash::from_bytes(claimed) == proof(secret, role, caller, called))
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    async fn meet(
        caller: &str,
        called: &str,
    ) -> (Result<Connection, Stranger>, Result<Connection, Stranger>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (caller, called) = (NodeSecret::new(caller).unwrap(), NodeSecret::new(called).unwrap());
        tokio::join!(async { call(TcpStream::connect(address).await.unwrap(), &caller).await }, async {
            answer(listener.accept().await.unwrap().0, &called).await
        },)
    }

    #[tokio::test]
    async fn whoever_knows_the_secret_is_let_in_and_nobody_else() {
        let (mut calling, mut called) = match meet("a secret of nodes", "a secret of nodes").await {
            (Ok(calling), Ok(called)) => (calling, called),
            other => panic!("{other:?}"),
        };
        let long = Bytes::from(vec![7; 100_000]);
        calling.send(long.clone()).await.unwrap();
        assert_eq!(called.next().await.unwrap().unwrap(), long);

        let strangers = meet("a secret of nodes", "another secret of nodes").await;
        assert!(
            matches!(strangers, (Err(Stranger::WrongSecret), Err(Stranger::WrongSecret))),
            "{strangers:?}"
        );
    }

    #[tokio::test]
    async fn a_stranger_learns_nothing_and_gets_nowhere() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let secret = NodeSecret::new("a secret of nodes").unwrap();
        for said in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"\0\0\0\x03abc", &[0; 57], &[0xff; 300]] {
            let stranger = async {
                let mut stream = TcpStream::connect(address).await.unwrap();
                stream.write_all(said).await.unwrap();
                stream.shutdown().await.unwrap();
                let mut heard = Vec::new();
                let _ = stream.read_to_end(&mut heard).await;
                heard
            };
            let (heard, outcome) =
                tokio::join!(stranger, async { answer(listener.accept().await.unwrap().0, &secret).await });
            assert!(outcome.is_err());
            // The greeting, and no proof.
            assert!(heard.len() <= 4 + GREETING, "{heard:?}");
        }
        // Who repeats what somebody else has said is no better.
        let proof_of_others = {
            let (own, theirs) = (greeting(), greeting());
            [&own[..], proof(&secret, Role::Caller, &own, &theirs).as_bytes()].concat()
        };
        let thief = async {
            let mut connection = framed(TcpStream::connect(address).await.unwrap()).unwrap();
            said(&mut connection).await.unwrap();
            connection.send(Bytes::from(proof_of_others)).await.unwrap();
            said(&mut connection).await.unwrap()
        };
        let (heard, outcome) =
            tokio::join!(thief, async { answer(listener.accept().await.unwrap().0, &secret).await });
        assert!(matches!(outcome, Err(Stranger::WrongSecret)));
        assert_eq!(heard, *WRONG);
    }
}
