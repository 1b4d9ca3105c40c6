//! The errors of the client.

use tokio_tungstenite::tungstenite;

/// The reason why a request or a socket failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The URL is not that of a server on this machine.
    #[error("{0}: expected http://ADDRESS:PORT of this machine, such as http://127.0.0.1:8730")]
    Address(String),
    /// The request can't be written, for example because a header contains a line break.
    #[error("{0}")]
    Request(#[from] hyper::http::Error),
    /// The connection broke, or the server does not speak HTTP.
    #[error("{0}")]
    Http(#[from] hyper::Error),
    /// The server refused the request.
    #[error("{what}: the server answered {status}: {body}")]
    Refused {
        /// Method and path of the request.
        what: String,
        /// The status of the answer.
        status: u16,
        /// The body of the answer: a refusal as JSON, or text.
        body: String,
    },
    /// The server refused a command that was sent through a socket.
    #[error("the server refused a command: {0}")]
    Command(String),
    /// The WebSocket handshake was refused, or the socket broke.
    #[error("{0}")]
    Socket(#[from] Box<tungstenite::Error>),
    /// The server closed the socket.
    #[error("the socket was closed")]
    Closed,
    /// No connection could be made.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A body is not the JSON that was expected.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}
