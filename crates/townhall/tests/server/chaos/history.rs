//! The history of a run as observed outside of the servers: one JSON object in each line.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    sync::Mutex,
    time::Instant,
};

use serde_json::Value;

pub(super) struct History {
    begun: Instant,
    file: Mutex<BufWriter<File>>,
}

impl History {
    pub(super) fn new(path: &Path) -> Self {
        let file = File::create(path).expect("the history can be written");
        Self { begun: Instant::now(), file: Mutex::new(BufWriter::new(file)) }
    }

    /// Writes an event with its time.
    pub(super) fn note(&self, mut what: Value) {
        what["at"] = (self.begun.elapsed().as_millis() as u64).into();
        let mut file = self.file.lock().expect("no thread has panicked while writing");
        writeln!(file, "{what}").expect("the history can be written");
    }

    pub(super) fn close(&self) {
        self.file
            .lock()
            .expect("no thread has panicked while writing")
            .flush()
            .expect("the history can be written");
    }
}
