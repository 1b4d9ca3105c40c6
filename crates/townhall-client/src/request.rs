//! One HTTP request and its answer.

use http_body_util::{BodyExt, Full};
use hyper::{
    Method, StatusCode,
    body::Bytes,
    client::conn::http1,
    header::{CONTENT_TYPE, COOKIE, HOST, HeaderMap},
    http::request::Builder,
};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};

use crate::{ClientError, Guest, Site};

/// A request that has not been sent yet.
#[derive(Debug)]
pub struct Request {
    server: Site,
    head: Builder,
    body: Result<Vec<u8>, serde_json::Error>,
}

impl Request {
    /// Creates a request without a body.
    pub(crate) fn new(server: Site, method: Method, path: &str) -> Self {
        let host = server.address().to_string();
        let head = hyper::Request::builder().method(method).uri(path).header(HOST, host);
        Self { server, head, body: Ok(Vec::new()) }
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.head = self.head.header(name, value);
        self
    }

    /// Sends the cookie of a guest along.
    #[must_use]
    pub fn by(mut self, guest: &Guest) -> Self {
        self.head = self.head.header(COOKIE, guest.cookie());
        self
    }

    #[must_use]
    pub fn json(mut self, body: &impl Serialize) -> Self {
        self.head = self.head.header(CONTENT_TYPE, "application/json");
        self.body = serde_json::to_vec(body);
        self
    }

    /// Sends the request and reads the whole answer, whatever its status.
    ///
    /// # Errors
    /// The server can't be reached, the connection broke, or a header or the body can't be written.
    pub async fn send(self) -> Result<Response, ClientError> {
        let request = self.head.body(Full::<Bytes>::from(self.body?))?;
        let stream = self.server.connect().await?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        // The task ends when the sender is dropped, and the sender also gets its errors.
        tokio::spawn(connection);
        let (head, body) = sender.send_request(request).await?.into_parts();
        let body = body.collect().await?.to_bytes();
        Ok(Response { status: head.status, headers: head.headers, body })
    }
}

/// The response of the server.
#[derive(Debug)]
pub struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Response {
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the body as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON.
    ///
    /// # Errors
    /// Returns an error if it is not JSON, or not of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }

    /// Returns the response, if the server did what it was asked to.
    ///
    /// # Errors
    /// Returns an error if the status is not a success. `what` names the request.
    pub fn accepted(self, what: &str) -> Result<Self, ClientError> {
        if self.status.is_success() {
            return Ok(self);
        }
        let (what, status) = (what.to_owned(), self.status.as_u16());
        Err(ClientError::Refused { what, status, body: self.text() })
    }
}
