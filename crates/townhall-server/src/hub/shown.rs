//! What somebody was shown last, so that they are sent only what has changed.

use std::hash::{BuildHasher, RandomState};

use serde::Serialize;

use crate::protocol::TableView;

/// The keys of a [`TableView`] that a patch may replace, but for those that only grow.
const KEYS: usize = 12;

/// A fingerprint of each part of a table as one viewer was shown it. The hash is keyed anew in each
/// process, so that nobody can prepare two values that share one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    seq: u64,
    keys: [u64; KEYS],
}

impl Shown {
    /// After this table was sent as a whole.
    pub(super) fn new(view: &TableView, hasher: &RandomState) -> Self {
        let mut keys = [0; KEYS];
        let mut scratch = Vec::new();
        each(view, |index, _, value| keys[index] = hasher.hash_one(value), &mut scratch);
        Self { seq: view.seq, keys }
    }

    /// The number of the latest entry that was shown.
    pub(super) const fn seq(&self) -> u64 {
        self.seq
    }

    /// An `update` frame with what has changed since, if anything has. Of log and talk, `view` holds
    /// only what is new.
    pub(super) fn update(&mut self, view: &TableView, hasher: &RandomState) -> Option<String> {
        let mut frame = format!("{{\"type\":\"update\",\"patch\":{{\"seq\":{}", view.seq);
        let mut changed = view.seq != self.seq;
        let mut scratch = Vec::new();
        let mut put = |key: &str, value: &[u8]| {
            // What serde_json writes is UTF-8.
            if let Ok(value) = std::str::from_utf8(value) {
                frame.push_str(",\"");
                frame.push_str(key);
                frame.push_str("\":");
                frame.push_str(value);
            }
        };
        let keys = &mut self.keys;
        each(
            view,
            |index, key, value| {
                let hash = hasher.hash_one(value);
                if hash != keys[index] {
                    keys[index] = hash;
                    changed = true;
                    put(key, value);
                }
            },
            &mut scratch,
        );
        if !view.log.is_empty() {
            put("log", write(&view.log, &mut scratch));
        }
        if !view.talk.is_empty() {
            put("talk", write(&view.talk, &mut scratch));
        }
        self.seq = view.seq;
        frame.push_str("}}");
        changed.then_some(frame)
    }
}

/// Calls `visit` with each key that a patch may replace.
fn each(view: &TableView, mut visit: impl FnMut(usize, &str, &[u8]), scratch: &mut Vec<u8>) {
    let TableView {
        seq: _,
        code: _,
        game_id: _,
        variant,
        status,
        options,
        host,
        me,
        chairs,
        watchers,
        deal,
        game,
        proposals,
        votes,
        rematch,
        log: _,
        talk: _,
    } = view;
    visit(0, "variant", write(variant, scratch));
    visit(1, "status", write(status, scratch));
    visit(2, "options", write(options, scratch));
    visit(3, "host", write(host, scratch));
    visit(4, "me", write(me, scratch));
    visit(5, "chairs", write(chairs, scratch));
    visit(6, "watchers", write(watchers, scratch));
    visit(7, "deal", write(deal, scratch));
    visit(8, "game", write(game, scratch));
    visit(9, "proposals", write(proposals, scratch));
    visit(10, "votes", write(votes, scratch));
    visit(11, "rematch", write(rematch, scratch));
}

fn write<'a>(value: &impl Serialize, scratch: &'a mut Vec<u8>) -> &'a [u8] {
    scratch.clear();
    if let Err(error) = serde_json::to_writer(&mut *scratch, value) {
        // None of our types can fail to be written.
        tracing::error!(%error, "a part of a table can't be written");
        scratch.clear();
        scratch.extend_from_slice(b"null");
    }
    scratch
}
