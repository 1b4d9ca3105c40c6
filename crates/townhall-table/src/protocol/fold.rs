//! Applying frames to the table that a client has.

use serde_json::{Map, Value, json};
use tabletop::parts;

/// The table as a client knows it, after one more [`Frame`](super::Frame) in JSON. This is the plain way; a client with
/// types does the same with them. `table` is null before the first frame. Frames that tell nothing of the table change
/// nothing.
pub fn take_in(table: &mut Value, frame: &Value) {
    match frame["type"].as_str() {
        Some("table") => table.clone_from(&frame["table"]),
        Some("update") => {
            let Value::Object(table) = table else { return };
            table.insert("version".to_owned(), frame["version"].clone());
            if let (Some(Value::Array(lines)), Value::Array(events)) =
                (table.get_mut("log"), &frame["events"])
            {
                let line = |event| json!({ "version": frame["version"], "at": frame["now"], "type": "game", "event": event });
                lines.extend(events.iter().map(line));
            }
            for patch in [&frame["all"], &frame["own"]] {
                replace(table, patch, |key, part, change| match key {
                    "log" | "talk" => {
                        if let (Value::Array(lines), Value::Array(more)) = (part, change) {
                            lines.extend(more.iter().cloned());
                        }
                    }
                    "game" => {
                        if let Value::Object(game) = part {
                            replace(game, change, |key, part, change| match key {
                                "view" | "offers" => parts::apply(part, change),
                                _ => part.clone_from(change),
                            });
                        }
                    }
                    _ => part.clone_from(change),
                });
            }
        }
        _ => {}
    }
}

/// Calls `each` for every key of a patch, with what is there.
fn replace(whole: &mut Map<String, Value>, patch: &Value, each: impl Fn(&str, &mut Value, &Value)) {
    for (key, change) in patch.as_object().into_iter().flatten() {
        each(key, whole.entry(key.as_str()).or_insert(Value::Null), change);
    }
}
