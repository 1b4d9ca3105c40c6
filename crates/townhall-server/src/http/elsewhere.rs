//! Requests about tables of other servers, which are forwarded to the server that has the table.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{extract::read_code, refused::Refused};
use crate::app::App;

/// Marks a request that another server has forwarded, and which is not forwarded again.
#[derive(Clone, Copy, Debug)]
pub struct CameByNode;

/// Forwards a request to the server that has its table, if that is not this one.
pub(super) async fn forward(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let is_first = request.extensions().get::<CameByNode>().is_none();
    let code = table_of(request.uri().path()).filter(|_| is_first).and_then(|code| read_code(code).ok());
    let Some(code) = code else { return next.run(request).await };
    match app.hub.elsewhere(code).await {
        Some(server) => {
            let answer = app.hub.placement().forward(server, peer, request).await;
            answer.unwrap_or_else(|refusal| Refused::from(refusal).into_response())
        }
        None => next.run(request).await,
    }
}

/// The code of the table that has to answer a request for this path. A socket is connected to its table in another way.
fn table_of(path: &str) -> Option<&str> {
    let (code, rest) = path.strip_prefix("/api/tables/")?.split_once('/')?;
    (rest != "socket").then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_that_a_table_answers_are_forwarded() {
        for (path, code) in [
            ("/api/tables/ABC234/log", Some("ABC234")),
            ("/api/tables/ABC234/hint", Some("ABC234")),
            ("/api/tables/ABC234/socket", None),
            ("/api/tables/ABC234", None),
            ("/api/tables", None),
            ("/api/me", None),
            ("/t/ABC234", None),
        ] {
            assert_eq!(table_of(path), code, "{path}");
        }
    }
}
