//! A client of a server on this machine, as small as can be: guests, tables, sockets.

use std::net::{IpAddr, SocketAddr};

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, client::IntoClientRequest, http::HeaderValue},
};

/// An open socket at a table.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// What goes wrong between client and server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClientError {
    #[error("{0}: expected http://ADDRESS:PORT of this machine, such as http://127.0.0.1:8730")]
    Address(String),
    #[error("{0}")]
    Http(#[from] reqwest::Error),
    #[error("{what}: the server answered {status}: {body}")]
    Answer { what: String, status: u16, body: String },
    #[error("{0}")]
    Socket(#[from] Box<tungstenite::Error>),
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[allow(dead_code)] // The tests that share this file see for themselves when a socket closes.
    #[error("the socket was closed")]
    Closed,
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

/// A server on this machine.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    http: reqwest::Client,
}

/// Somebody with a cookie.
#[derive(Clone)]
pub(crate) struct Guest {
    cookie: HeaderValue,
}

impl Site {
    /// The server at this URL.
    ///
    /// # Errors
    /// It is not an address of this machine.
    pub(crate) fn new(url: &str) -> Result<Self, ClientError> {
        let wrong = || ClientError::Address(url.to_owned());
        let rest = url.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        let named = rest.replace("localhost:", "127.0.0.1:");
        let address: SocketAddr = named.parse().map_err(|_| wrong())?;
        let loopback = match address.ip() {
            IpAddr::V4(ip) => ip.is_loopback(),
            IpAddr::V6(ip) => ip.is_loopback(),
        };
        if !loopback {
            return Err(wrong());
        }
        Ok(Self { address, http: reqwest::Client::builder().no_proxy().build()? })
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What pages of this server say where they come from.
    pub(crate) fn origin(&self) -> String {
        self.url("")
    }

    /// A new guest.
    pub(crate) async fn guest(&self, name: &str) -> Result<Guest, ClientError> {
        let url = self.url("/api/me");
        let body = json!({ "name": name, "colour": "teal" });
        let request = self.http.put(&url).header("origin", self.origin()).json(&body);
        let answer = request.send().await?;
        let cookie = answer.headers().get("set-cookie").cloned();
        let cookie = cookie.and_then(|cookie| {
            let text = cookie.to_str().ok()?.split(';').next()?.to_owned();
            HeaderValue::from_str(&text).ok()
        });
        match cookie {
            Some(cookie) => Ok(Guest { cookie }),
            None => Err(refused("PUT /api/me", answer).await),
        }
    }

    /// Opens a table and returns its code.
    pub(crate) async fn open(&self, host: &Guest, table: &Value) -> Result<String, ClientError> {
        let request = self.http.post(self.url("/api/tables")).header("origin", self.origin());
        let answer = request.header("cookie", &host.cookie).json(table).send().await?;
        if !answer.status().is_success() {
            return Err(refused("POST /api/tables", answer).await);
        }
        let body: Value = answer.json().await?;
        Ok(body["code"].as_str().unwrap_or_default().to_owned())
    }

    /// What the server answers to a GET.
    #[allow(dead_code)] // Some of the tests that share this file ask for more than the load does.
    pub(crate) async fn get(&self, who: Option<&Guest>, path: &str) -> Result<(u16, String), ClientError> {
        let mut request = self.http.get(self.url(path));
        if let Some(who) = who {
            request = request.header("cookie", &who.cookie);
        }
        let answer = request.send().await?;
        Ok((answer.status().as_u16(), answer.text().await?))
    }

    /// A socket at a table, of a guest or of nobody.
    pub(crate) async fn socket(
        &self,
        who: Option<&Guest>,
        code: &str,
        since: u64,
    ) -> Result<Socket, ClientError> {
        self.socket_from(&self.origin(), who, code, since).await
    }

    /// A socket that says it comes from a page of `origin`.
    pub(crate) async fn socket_from(
        &self,
        origin: &str,
        who: Option<&Guest>,
        code: &str,
        since: u64,
    ) -> Result<Socket, ClientError> {
        let since = if since > 0 { format!("?since={since}") } else { String::new() };
        let url = format!("ws://{}/api/tables/{code}/socket{since}", self.address);
        let mut request = url.into_client_request()?;
        if let Ok(origin) = HeaderValue::from_str(origin) {
            request.headers_mut().insert("origin", origin);
        }
        if let Some(who) = who {
            request.headers_mut().insert("cookie", who.cookie.clone());
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        Ok(client_async(request, stream).await?.0)
    }
}

async fn refused(what: &str, answer: reqwest::Response) -> ClientError {
    let status = answer.status().as_u16();
    ClientError::Answer { what: what.to_owned(), status, body: answer.text().await.unwrap_or_default() }
}
