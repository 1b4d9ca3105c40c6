//! Conversions between values and database columns. The stored words never change, whatever the protocol calls them.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use townhall_table::{
    journal::{Millis, PlayerId},
    protocol::Status,
    room::Summary,
    session::NoticeKind,
};

use crate::error::StoreError;

pub(crate) fn as_json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A value from its JSON.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A word of the journal, which serialises as one word, as that word.
pub(crate) fn as_word<T: Serialize>(value: &T) -> Result<String, StoreError> {
    Ok(as_json(value)?.trim_matches('"').to_owned())
}

/// A word of the journal from its text.
pub(crate) fn from_word<T: DeserializeOwned>(word: &str) -> Result<T, StoreError> {
    from_json(&format!("\"{word}\""))
}

/// A person in the column of those whose turn it is: a number or, at a correspondence table, a pair with the due time.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Asked {
    Person(PlayerId),
    Until(PlayerId, Millis),
}

/// The column of the people whose turn it is.
pub(crate) fn asked(summary: &Summary) -> Result<String, StoreError> {
    let due = |who: PlayerId| summary.turns.iter().find(|turn| turn.who == who)?.due;
    let asked = |&who: &PlayerId| due(who).map_or(Asked::Person(who), |due| Asked::Until(who, due));
    as_json(&summary.to_act.iter().map(asked).collect::<Vec<_>>())
}

/// The people whose turn it is, and the due times of those who have one.
type AskedPeople = (Vec<PlayerId>, Vec<(PlayerId, Millis)>);

/// Reads the column of the people whose turn it is.
pub(crate) fn read_asked(text: &str) -> Result<AskedPeople, StoreError> {
    let (mut to_act, mut due) = (Vec::new(), Vec::new());
    for asked in from_json::<Vec<Asked>>(text)? {
        match asked {
            Asked::Person(who) => to_act.push(who),
            Asked::Until(who, at) => {
                to_act.push(who);
                due.push((who, at));
            }
        }
    }
    Ok((to_act, due))
}

/// The stored word of a status.
#[must_use]
pub const fn status_word(status: Status) -> &'static str {
    match status {
        Status::Lobby => "lobby",
        Status::Playing => "playing",
        Status::Over => "over",
    }
}

pub(crate) fn read_status(word: &str) -> Result<Status, StoreError> {
    [Status::Lobby, Status::Playing, Status::Over]
        .into_iter()
        .find(|&status| status_word(status) == word)
        .ok_or_else(|| StoreError::Corrupt(format!("expected lobby, playing or over, found {word:?}")))
}

/// The stored bit of a kind of notices, which never changes.
pub(crate) const fn kind_bit(kind: NoticeKind) -> i64 {
    match kind {
        NoticeKind::Turn => 1,
        NoticeKind::Started => 2,
        NoticeKind::Over => 4,
        NoticeKind::Late => 8,
        NoticeKind::Invited => 16,
        NoticeKind::Soon => 32,
    }
}

/// How a game ended, as a column holds it.
pub(crate) fn ending(summary: &Summary) -> Result<Option<String>, StoreError> {
    summary.ending.as_ref().map(as_json).transpose()
}

/// A time as a column holds it.
pub(crate) fn stamp(at: Millis) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

/// A count as a column holds it.
pub(crate) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
