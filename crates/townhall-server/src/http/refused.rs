//! Refusals as HTTP answers.

use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use metrics::counter;

use crate::{failure::store_refusal, metrics::names, store::StoreError};
use townhall_table::protocol::{Code, Refusal};

/// A refusal as an HTTP answer: its code determines the status, and the body is the refusal as JSON.
#[derive(Debug)]
pub(crate) struct Refused(Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        store_refusal(error).into()
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
        (status(self.0.code), Json(self.0)).into_response()
    }
}

/// The status that fits a code.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed | Code::BadText | Code::BadRecord => StatusCode::BAD_REQUEST,
        Code::Nobody => StatusCode::UNAUTHORIZED,
        Code::NotHost | Code::NotSeated | Code::WrongOrigin | Code::Hushed | Code::NoHints => {
            StatusCode::FORBIDDEN
        }
        Code::NoTable | Code::Unknown => StatusCode::NOT_FOUND,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal | Code::Unreadable => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::CONFLICT,
    }
}
