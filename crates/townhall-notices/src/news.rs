//! The events at a table since a person's latest move. They are read from the log that all people at the table can see.

use std::sync::Arc;

use serde_json::Value;
use tokio::task::spawn_blocking;
use townhall_store::Card;
use townhall_table::{
    catalogue::Catalogue,
    journal::{self, Entry, EntryKind, Pace, PlayerId},
    protocol::{LogEntry, LogWhat},
};

use crate::notifier::Notifier;

/// How many lines of the log are read at most.
const LINES: usize = 100;

/// The events at a table since a person's latest move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct News {
    /// The other players who have moved, the earliest first.
    pub(crate) moved: Vec<Moved>,
    /// The chairs of those for whom a bot decided because their time was up.
    pub(crate) late: Vec<usize>,
    /// The time zone of a table where people play over days.
    pub(crate) zone: Option<String>,
}

/// A player who has moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Moved {
    pub(crate) chair: usize,
    /// The events of the game, the earliest first.
    pub(crate) events: Vec<Value>,
}

impl Notifier {
    /// Reads the events at a table since a person's latest move. If the table can't be read, there are none.
    pub(crate) async fn news(&self, card: &Card, who: PlayerId) -> News {
        let mine = card.seated.iter().position(|seated| *seated == Some(who));
        // A journal may be long: one after the other is read.
        let Ok(_turn) = self.reading.acquire().await else { return News::default() };
        let Ok(Some(table)) = self.store.load(card.code).await else { return News::default() };
        let (catalogue, code) = (Arc::clone(&self.catalogue), card.code.to_string());
        let read = move || read(&catalogue, &code, &table.entries, mine);
        spawn_blocking(read).await.ok().flatten().unwrap_or_default()
    }
}

fn read(catalogue: &Catalogue, code: &str, texts: &[String], mine: Option<usize>) -> Option<News> {
    let entries = journal::read(texts).ok()?;
    let room = catalogue.restore(code, &entries).ok()?;
    Some(News { zone: zone(&entries), ..since_move(room.log_before(usize::MAX, LINES).lines, mine) })
}

/// The time zone of a table where people play over days.
fn zone(entries: &[Entry]) -> Option<String> {
    let pace = entries.iter().rev().find_map(|entry| match &entry.kind {
        EntryKind::Opened { options, .. } | EntryKind::Configured { options, .. } => Some(&options.pace),
        _ => None,
    });
    match pace? {
        Pace::Correspondence(pace) => Some(pace.zone.clone()),
        _ => None,
    }
}

/// The news in these lines of a log, after the latest move of the player on the chair `mine`.
fn since_move(lines: Vec<LogEntry>, mine: Option<usize>) -> News {
    let mut news = News::default();
    for line in lines.into_iter().rev() {
        match line.what {
            LogWhat::Game { event, stand_in } => {
                let Ok(event) = event.read::<Value>() else { continue };
                let Some(chair) = event.get("seat").and_then(Value::as_u64) else { continue };
                let chair = chair as usize;
                if Some(chair) != mine {
                    news.has_moved(chair, event);
                } else if !stand_in {
                    break;
                }
            }
            LogWhat::TimedOut { seat } if !news.late.contains(&seat.index()) => {
                news.late.insert(0, seat.index());
            }
            _ => {}
        }
    }
    news
}

impl News {
    /// Adds an event that is earlier than all others.
    fn has_moved(&mut self, chair: usize, event: Value) {
        let known = self.moved.iter().position(|moved| moved.chair == chair);
        let mut moved = known.map_or_else(|| Moved { chair, events: Vec::new() }, |at| self.moved.remove(at));
        moved.events.insert(0, event);
        self.moved.insert(0, moved);
    }
}
