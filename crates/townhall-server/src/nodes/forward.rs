//! Requests about tables of other nodes: they are answered by the node that has the table.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    ANSWERING, CameByNode, Link, Question,
    frame::{ForwardedAnswer, ForwardedRequest},
    serve::{texts, with_texts},
};
use crate::{
    app::App,
    http::{extract::read_code, refused::Refused},
};
use townhall_table::protocol::{Code, Refusal};

/// The largest body of a request, in bytes: that of the interface.
const BODY_BYTES: usize = 16 * 1024;

/// Passes a request on to the node that has its table, if another node has it. A middleware of servers that are nodes.
pub(crate) async fn forward(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let is_first = request.extensions().get::<CameByNode>().is_none();
    let code = about(request.uri().path()).filter(|_| is_first).and_then(|code| read_code(code).ok());
    let Some(code) = code else { return next.run(request).await };
    match app.hub.elsewhere(&code).await {
        Some(link) => {
            ask(&link, peer, request).await.unwrap_or_else(|refusal| Refused::from(refusal).into_response())
        }
        None => next.run(request).await,
    }
}

/// The code of the table whose node has to answer a request for this path.
fn about(path: &str) -> Option<&str> {
    let (code, what) = path.strip_prefix("/api/tables/")?.split_once('/')?;
    (what != "socket").then_some(code)
}

async fn ask(link: &Link, peer: SocketAddr, request: Request) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let too_large = |_| Refusal::new(Code::TooLarge, "expected a body of at most 16 KB");
    let body = to_bytes(body, BODY_BYTES).await.map_err(too_large)?;
    let malformed = |_| Refusal::new(Code::Malformed, "expected text");
    let forwarded = ForwardedRequest {
        peer,
        method: head.method.to_string(),
        uri: head.uri.to_string(),
        headers: texts(&head.headers),
        body: String::from_utf8(body.into()).map_err(malformed)?,
    };
    let away = || Refusal::new(Code::Busy, "the server that has this table does not answer");
    let reply = link.ask(Question::Http(forwarded), ANSWERING).await.ok_or_else(away)?;
    response(reply).ok_or_else(away)
}

/// The answer of another node.
fn response(reply: Bytes) -> Option<Response> {
    let end = reply.iter().position(|byte| *byte == b'\n')?;
    let ForwardedAnswer { status, headers } = serde_json::from_slice(&reply[..end]).ok()?;
    let mut response = Response::new(Body::from(reply.slice(end + 1..)));
    *response.status_mut() = StatusCode::from_u16(status).ok()?;
    *response.headers_mut() = with_texts(headers);
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_table_has_to_answer_is_passed_on() {
        for (path, code) in [
            ("/api/tables/ABC234/log", Some("ABC234")),
            ("/api/tables/ABC234/hint", Some("ABC234")),
            ("/api/tables/ABC234/socket", None),
            ("/api/tables/ABC234", None),
            ("/api/tables", None),
            ("/api/me", None),
            ("/t/ABC234", None),
        ] {
            assert_eq!(about(path), code, "{path}");
        }
    }
}
