//! What nodes say to each other once they know each other: length-prefixed frames, over one connection for each direction.
//!
//! A frame is a byte for its kind, the number of the stream that it belongs to, and its body. A stream is one socket, or one
//! question. What a socket is sent goes through as it is.

use axum::{body::Bytes, extract::ws::Utf8Bytes};
use serde::{Deserialize, Serialize};
use tokio_util::{
    bytes::{Buf, BufMut, BytesMut},
    codec::LengthDelimitedCodec,
};
use townhall_table::{
    journal::{Person, PlayerId},
    protocol::{Command, Refusal},
};

use crate::operator::Order;

/// The largest frame, in bytes: more than the largest table or record.
const LARGEST: usize = 16 * 1024 * 1024;
/// The largest frame before the nodes know each other.
const LARGEST_GREETING: usize = 256;

/// The framing, at first for greetings alone.
pub(super) fn codec() -> LengthDelimitedCodec {
    LengthDelimitedCodec::builder().max_frame_length(LARGEST_GREETING).new_codec()
}

/// Allows frames of the usual size, now that the nodes know each other.
pub(super) fn allow_all(codec: &mut LengthDelimitedCodec) {
    codec.set_max_frame_length(LARGEST);
}

/// Why a frame can't be read: the other node does not keep to the protocol.
#[derive(Debug, thiserror::Error)]
#[error("a frame that can't be read: {0}")]
pub(super) struct BadFrame(String);

/// A socket that is to be connected to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    /// The table.
    pub(crate) code: String,
    /// Whose socket it is.
    pub(crate) person: Option<Person>,
    /// The table's version that the client has seen.
    pub(crate) since: u64,
}

/// A question that is answered once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Question {
    /// A client's request, about a table of the node that is asked.
    Http(ForwardedRequest),
    /// The operator gave an order.
    Order(Order),
    /// Which tables are in memory.
    InMemory,
    /// A person is to be forgotten at a table.
    Forget {
        /// The table.
        code: String,
        /// The person.
        who: PlayerId,
    },
}

/// A client's request to another node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ForwardedRequest {
    /// The client's address.
    pub(crate) peer: std::net::SocketAddr,
    /// The method.
    pub(crate) method: String,
    /// Path and query.
    pub(crate) uri: String,
    /// The headers whose values are text.
    pub(crate) headers: Vec<(String, String)>,
    /// The body, which is JSON if there is one.
    pub(crate) body: String,
}

/// The beginning of the answer to a [`ForwardedRequest`]; the body follows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ForwardedAnswer {
    /// The status.
    pub(crate) status: u16,
    /// The headers whose values are text.
    pub(crate) headers: Vec<(String, String)>,
}

/// News that concern every node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Notice {
    /// A device was signed out.
    SignedOut(i64),
    /// Somebody has another name.
    Renamed(Person),
    /// The operator closed or removed a table, or opened it again.
    Gone(String),
}

/// What is said to the node that has a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ToOwner {
    /// The connection is alive.
    Beat,
    /// Connect a socket.
    Open(u32, Opening),
    /// A command of a socket.
    Command(u32, Command),
    /// A socket needs the whole table.
    Resync(u32),
    /// A socket is gone.
    Close(u32),
    /// A question.
    Ask(u32, Question),
    /// News.
    Notice(Notice),
}

/// What the node that has a table says.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum FromOwner {
    /// The connection is alive.
    Beat,
    /// The socket is connected.
    Opened(u32),
    /// The table is not this node's.
    NotHere(u32),
    /// The socket is refused.
    Refused(u32, Refusal),
    /// Send this to the socket; it may be dropped.
    News(u32, Utf8Bytes),
    /// Send the whole table to the socket.
    Whole(u32, Utf8Bytes),
    /// Send this answer to the socket.
    Answer(u32, Utf8Bytes),
    /// The table's task has ended.
    Ended(u32),
    /// The table is no more.
    Gone(u32),
    /// The answer to a question; none if it could not be answered here.
    Reply(u32, Bytes),
}

fn frame(kind: u8, stream: u32, body: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(5 + body.len());
    frame.put_u8(kind);
    frame.put_u32(stream);
    frame.put_slice(body);
    frame.freeze()
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // What is sent has no maps with keys that are no text, and nothing else that could fail.
    serde_json::to_vec(value).unwrap_or_default()
}

fn read<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, BadFrame> {
    serde_json::from_slice(body).map_err(|error| BadFrame(error.to_string()))
}

/// Splits a frame into its kind, its stream and its body.
fn split(mut frame: Bytes) -> Result<(u8, u32, Bytes), BadFrame> {
    if frame.len() < 5 {
        return Err(BadFrame("it is too short".to_owned()));
    }
    Ok((frame.get_u8(), frame.get_u32(), frame))
}

fn text(body: Bytes) -> Result<Utf8Bytes, BadFrame> {
    Utf8Bytes::try_from(body).map_err(|error| BadFrame(error.to_string()))
}

impl ToOwner {
    pub(super) fn encode(&self) -> Bytes {
        match self {
            Self::Beat => frame(0, 0, b""),
            Self::Open(stream, opening) => frame(1, *stream, &json(opening)),
            Self::Command(stream, command) => frame(2, *stream, &json(command)),
            Self::Resync(stream) => frame(3, *stream, b""),
            Self::Close(stream) => frame(4, *stream, b""),
            Self::Ask(stream, question) => frame(5, *stream, &json(question)),
            Self::Notice(notice) => frame(6, 0, &json(notice)),
        }
    }

    pub(super) fn decode(frame: Bytes) -> Result<Self, BadFrame> {
        let (kind, stream, body) = split(frame)?;
        Ok(match kind {
            0 => Self::Beat,
            1 => Self::Open(stream, read(&body)?),
            2 => Self::Command(stream, read(&body)?),
            3 => Self::Resync(stream),
            4 => Self::Close(stream),
            5 => Self::Ask(stream, read(&body)?),
            6 => Self::Notice(read(&body)?),
            other => return Err(BadFrame(format!("its kind is {other}"))),
        })
    }
}

impl FromOwner {
    pub(super) fn encode(&self) -> Bytes {
        match self {
            Self::Beat => frame(0, 0, b""),
            Self::Opened(stream) => frame(1, *stream, b""),
            Self::NotHere(stream) => frame(2, *stream, b""),
            Self::Refused(stream, refusal) => frame(3, *stream, &json(refusal)),
            Self::News(stream, text) => frame(4, *stream, text.as_bytes()),
            Self::Whole(stream, text) => frame(5, *stream, text.as_bytes()),
            Self::Answer(stream, text) => frame(6, *stream, text.as_bytes()),
            Self::Ended(stream) => frame(7, *stream, b""),
            Self::Gone(stream) => frame(8, *stream, b""),
            Self::Reply(stream, body) => frame(9, *stream, body),
        }
    }

    pub(super) fn decode(frame: Bytes) -> Result<Self, BadFrame> {
        let (kind, stream, body) = split(frame)?;
        Ok(match kind {
            0 => Self::Beat,
            1 => Self::Opened(stream),
            2 => Self::NotHere(stream),
            3 => Self::Refused(stream, read(&body)?),
            4 => Self::News(stream, text(body)?),
            5 => Self::Whole(stream, text(body)?),
            6 => Self::Answer(stream, text(body)?),
            7 => Self::Ended(stream),
            8 => Self::Gone(stream),
            9 => Self::Reply(stream, body),
            other => return Err(BadFrame(format!("its kind is {other}"))),
        })
    }
}

#[cfg(test)]
mod tests {
    use townhall_table::{
        journal::Colour,
        protocol::{Action, Code},
    };

    use super::*;

    #[test]
    fn every_frame_is_read_as_it_was_written() {
        let person = Person { id: PlayerId(7), name: "Ada".to_owned(), colour: Colour::Moss };
        let opening = Opening { code: "ABC234".to_owned(), person: Some(person.clone()), since: 12 };
        let command = Command { id: "c-1".to_owned(), on: 3, action: Action::Undo };
        let request = ForwardedRequest {
            peer: ([192, 0, 2, 1], 80).into(),
            method: "GET".to_owned(),
            uri: "/api/tables/ABC234/log?before=3".to_owned(),
            headers: vec![("cookie".to_owned(), "townhall=00".to_owned())],
            body: String::new(),
        };
        for frame in [
            ToOwner::Beat,
            ToOwner::Open(1, opening),
            ToOwner::Command(u32::MAX, command),
            ToOwner::Resync(3),
            ToOwner::Close(4),
            ToOwner::Ask(5, Question::Http(request)),
            ToOwner::Ask(6, Question::Forget { code: "ABC234".to_owned(), who: PlayerId(7) }),
            ToOwner::Notice(Notice::SignedOut(8)),
            ToOwner::Ask(7, Question::Order(Order::Reports)),
            ToOwner::Notice(Notice::Renamed(person)),
            ToOwner::Notice(Notice::Gone("ABC234".to_owned())),
        ] {
            assert_eq!(ToOwner::decode(frame.encode()).unwrap(), frame);
        }
        let news = || Utf8Bytes::from_static("{\"type\":\"üpdate\"}");
        let refusal = Refusal::new(Code::NoTable, "no table has this code").with("code", "ABC234");
        for frame in [
            FromOwner::Beat,
            FromOwner::Opened(1),
            FromOwner::NotHere(2),
            FromOwner::Refused(3, refusal),
            FromOwner::News(4, news()),
            FromOwner::Whole(5, news()),
            FromOwner::Answer(6, news()),
            FromOwner::Ended(7),
            FromOwner::Gone(8),
            FromOwner::Reply(9, Bytes::from_static(b"\x00\xff")),
        ] {
            assert_eq!(FromOwner::decode(frame.encode()).unwrap(), frame);
        }
        for bad in [&b""[..], b"\x04\0\0", b"\x63\0\0\0\0", b"\x04\0\0\0\0\xff", b"\x03\0\0\0\0{"] {
            assert!(FromOwner::decode(Bytes::from_static(bad)).is_err(), "{bad:?}");
        }
    }
}
