//! A server and its guests.

use std::{
    io,
    net::{IpAddr, SocketAddr},
};

use hyper::{
    Method,
    header::{COOKIE, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE},
};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::{ClientError, Request};

/// The size of a socket's buffers, in bytes. The library zeroes the whole buffer before each read, and its default of
/// 128 KiB took two fifths of the load test's processor time.
const BUFFER: usize = 8 * 1024;

/// An open socket at a table.
pub type Socket = WebSocketStream<TcpStream>;

/// A server on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    address: SocketAddr,
    /// This machine's address from which connections are made; `None` leaves it to the system.
    from: Option<IpAddr>,
}

/// A guest, with the cookie that identifies them.
#[derive(Clone, Debug)]
pub struct Guest {
    cookie: HeaderValue,
}

impl Guest {
    /// Returns the guest from the answer to `PUT /api/me`, or `None` if the answer sets no cookie.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let cookie = headers.get(SET_COOKIE)?.to_str().ok()?.split(';').next()?;
        Some(Self { cookie: HeaderValue::from_str(cookie).ok()? })
    }

    /// Returns the `Cookie` header of this guest's requests.
    #[must_use]
    pub fn cookie(&self) -> &HeaderValue {
        &self.cookie
    }
}

impl Site {
    /// Creates the server at this URL, such as `http://127.0.0.1:8730`.
    ///
    /// # Errors
    /// Returns an error if it is not a loopback address with a port.
    pub fn new(url: &str) -> Result<Self, ClientError> {
        let wrong = || ClientError::Address(url.to_owned());
        let rest = url.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        let named = rest.replace("localhost:", "127.0.0.1:");
        let address: SocketAddr = named.parse().map_err(|_| wrong())?;
        if !address.ip().is_loopback() {
            return Err(wrong());
        }
        Ok(Self::at(address))
    }

    /// Returns the server at this address.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        Self { address, from: None }
    }

    /// This server, reached from an address of this machine. On Linux every address in 127.0.0.0/8 is one.
    #[must_use]
    pub fn reached_from(self, from: IpAddr) -> Self {
        Self { from: Some(from), ..self }
    }

    /// Opens a connection to the server.
    ///
    /// # Errors
    /// Returns an error if the server can't be reached, or if the address from which it should be reached is not this
    /// machine's.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let Some(from) = self.from else { return TcpStream::connect(self.address).await };
        let socket = if from.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.bind((from, 0).into())?;
        socket.connect(self.address).await
    }

    /// Returns the address of the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the origin of this server's own pages.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns a request without a cookie and without an `Origin` header.
    #[must_use]
    pub fn request(&self, method: Method, path: &str) -> Request {
        Request::new(*self, method, path)
    }

    /// Creates a new guest with this name.
    ///
    /// # Errors
    /// Returns an error if the server can't be reached, or does not accept the name.
    pub async fn guest(&self, name: &str) -> Result<Guest, ClientError> {
        let request = self.request(Method::PUT, "/api/me").header(ORIGIN.as_str(), &self.origin());
        let answer = request.json(&json!({ "name": name, "colour": "teal" })).send().await?;
        let answer = answer.accepted("PUT /api/me")?;
        Guest::from_headers(answer.headers()).ok_or_else(|| ClientError::Refused {
            what: "PUT /api/me without a cookie".to_owned(),
            status: answer.status().as_u16(),
            body: answer.text(),
        })
    }

    /// Opens a table and returns its code.
    ///
    /// # Errors
    /// Returns an error if the server can't be reached, or does not accept the table.
    pub async fn open(&self, host: &Guest, table: &Value) -> Result<String, ClientError> {
        let request = self.request(Method::POST, "/api/tables").header(ORIGIN.as_str(), &self.origin());
        let answer = request.by(host).json(table).send().await?.accepted("POST /api/tables")?;
        let opened: Value = answer.json()?;
        Ok(opened["code"].as_str().unwrap_or_default().to_owned())
    }

    /// Opens a socket at a table, for a guest or for a visitor without a cookie, with the server's own `Origin`.
    ///
    /// The server first sends the table, with the lines of log and talk after the version `since` (with 0, all lines
    /// that it sends).
    ///
    /// # Errors
    /// Returns an error if the server can't be reached, or refuses the handshake.
    pub async fn socket(&self, who: Option<&Guest>, code: &str, since: u64) -> Result<Socket, ClientError> {
        let stream = self.connect().await?;
        stream.set_nodelay(true)?;
        self.socket_on(stream, Some(&self.origin()), who, code, since).await
    }

    /// Opens a socket over an existing connection, with this `Origin` header or none.
    ///
    /// # Errors
    /// Returns an error if the server refuses the handshake, or the connection broke.
    pub async fn socket_on(
        &self,
        stream: TcpStream,
        origin: Option<&str>,
        who: Option<&Guest>,
        code: &str,
        since: u64,
    ) -> Result<Socket, ClientError> {
        let url = format!("ws://{}/api/tables/{code}/socket?since={since}", self.address);
        let mut request = url.into_client_request()?;
        if let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(origin).ok()) {
            request.headers_mut().insert(ORIGIN, origin);
        }
        if let Some(who) = who {
            request.headers_mut().insert(COOKIE, who.cookie.clone());
        }
        let buffers = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        Ok(client_async_with_config(request, stream, Some(buffers)).await?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_servers_of_this_machine_are_named() {
        for url in ["http://127.0.0.1:8730", "http://localhost:8730/", "http://[::1]:8730"] {
            assert_eq!(Site::new(url).expect("a loopback address").address().port(), 8730);
        }
        for url in ["127.0.0.1:8730", "http://127.0.0.1", "http://192.0.2.1:8730", "https://localhost:8730"] {
            assert!(Site::new(url).is_err(), "{url}");
        }
    }
}
