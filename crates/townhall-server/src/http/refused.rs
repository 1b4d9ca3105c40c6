//! Refusals as HTTP answers.

use std::collections::BTreeMap;

use axum::{
    Extension, Json,
    extract::rejection::{JsonRejection, PathRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use metrics::counter;
use townhall_store::StoreError;
use townhall_table::protocol::{Code, Refusal};
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{Content, Ref, RefOr, response},
};

use crate::{failure::store_refusal, metrics::names};

/// A refusal as an HTTP answer: its code determines the status, and the body is the refusal as JSON.
#[derive(Debug)]
pub(crate) struct Refused(Refusal, StatusCode);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = status(refusal.code);
        Self(refusal, status)
    }
}

/// While the store can't be used, the status says that trying again later helps.
impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        let is_away = error.is_temporary();
        let refused = Self::from(store_refusal(error));
        if is_away { Self(refused.0, StatusCode::SERVICE_UNAVAILABLE) } else { refused }
    }
}

impl From<JsonRejection> for Refused {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::Malformed,
        };
        Refusal::new(code, rejection.body_text()).into()
    }
}

impl From<QueryRejection> for Refused {
    fn from(rejection: QueryRejection) -> Self {
        Refusal::new(Code::Malformed, rejection.body_text()).into()
    }
}

impl From<PathRejection> for Refused {
    fn from(rejection: PathRejection) -> Self {
        Refusal::new(Code::Malformed, rejection.body_text()).into()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        counter!(names::REFUSALS, "code" => format!("{:?}", self.0.code)).increment(1);
        let code = self.0.code;
        // The code is kept for the log of refusals.
        (self.1, Extension(code), Json(self.0)).into_response()
    }
}

/// The status that fits a code.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed | Code::BadText | Code::BadRecord => StatusCode::BAD_REQUEST,
        Code::Nobody => StatusCode::UNAUTHORIZED,
        Code::NotHost
        | Code::NotSeated
        | Code::WrongOrigin
        | Code::Hushed
        | Code::NoHints
        | Code::Blocked => StatusCode::FORBIDDEN,
        Code::NoTable | Code::Unknown => StatusCode::NOT_FOUND,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::Full => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal | Code::Unreadable => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::CONFLICT,
    }
}

/// The statuses of refusals and what they mean, for the OpenAPI description.
const STATUSES: [(StatusCode, &str); 9] = [
    (StatusCode::BAD_REQUEST, "The request is malformed"),
    (StatusCode::UNAUTHORIZED, "The request needs the cookie of a guest"),
    (StatusCode::FORBIDDEN, "The guest or the page may not do this"),
    (StatusCode::NOT_FOUND, "There is no such table, game or path"),
    (StatusCode::CONFLICT, "The table's state does not allow this"),
    (StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
    (StatusCode::TOO_MANY_REQUESTS, "Too many requests from this address"),
    (StatusCode::INTERNAL_SERVER_ERROR, "The server failed"),
    (StatusCode::SERVICE_UNAVAILABLE, "The server is overloaded or stopping"),
];

/// The refusals that every request of the interface may be answered with.
impl IntoResponses for Refused {
    fn responses() -> BTreeMap<String, RefOr<response::Response>> {
        let refusal = || Content::new(Some(Ref::from_schema_name(Refusal::name())));
        let response = |description| {
            response::ResponseBuilder::new()
                .description(description)
                .content("application/json", refusal())
                .build()
        };
        STATUSES
            .map(|(status, description)| (status.as_str().to_owned(), response(description).into()))
            .into()
    }
}
