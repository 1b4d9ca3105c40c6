//! What is sent, as text.

use axum::extract::ws::Utf8Bytes;
use metrics::counter;

use crate::metrics::names;
use townhall_table::protocol::{Frame, Refusal};

/// The frame of a refusal, which is counted.
pub(crate) fn refused(id: String, refusal: Refusal) -> Frame {
    counter!(names::REFUSALS, "code" => format!("{:?}", refusal.code)).increment(1);
    Frame::Refused { id, refusal }
}

/// A frame as text.
pub(crate) fn frame(frame: &Frame) -> Utf8Bytes {
    match serde_json::to_string(frame) {
        Ok(text) => text.into(),
        Err(error) => {
            // None of our types can fail to be written.
            tracing::error!(%error, "a frame can't be written");
            Utf8Bytes::from_static("")
        }
    }
}
