//! The lines of a log or of talk that a table remembers.

use std::collections::VecDeque;

use crate::protocol::{LogEntry, Page, TalkItem};

/// How many lines are remembered: far more than any game has, but few enough that talk can't exhaust the memory.
const REMEMBERED: usize = 5_000;

/// A line with the table's version after it.
pub(super) trait Line: Clone {
    fn version(&self) -> u64;
}

impl Line for LogEntry {
    fn version(&self) -> u64 {
        self.version
    }
}

impl Line for TalkItem {
    fn version(&self) -> u64 {
        self.version
    }
}

/// The latest lines, the oldest first.
pub(super) struct Remembered<T> {
    /// How many lines before these were forgotten.
    forgotten: usize,
    remembered: VecDeque<T>,
}

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self { forgotten: 0, remembered: VecDeque::new() }
    }
}

impl<T: Line> Remembered<T> {
    pub(super) fn push(&mut self, line: T) {
        if self.remembered.len() == REMEMBERED {
            self.remembered.pop_front();
            self.forgotten += 1;
        }
        self.remembered.push_back(line);
    }

    /// How many lines there were in all, the forgotten ones included.
    pub(super) fn count(&self) -> usize {
        self.forgotten + self.remembered.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.remembered.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.remembered.iter_mut()
    }

    /// The lines after a version: at most `most`, the latest ones.
    pub(super) fn since(&self, version: u64, most: usize) -> Vec<T> {
        let first = self.remembered.partition_point(|line| line.version() <= version);
        let first = first.max(self.remembered.len().saturating_sub(most));
        self.remembered.range(first..).cloned().collect()
    }

    /// The lines before the one with the number `before` (from 0): at most `most`, the latest ones.
    pub(super) fn before(&self, before: usize, most: usize) -> Page<T> {
        let end = before.saturating_sub(self.forgotten).min(self.remembered.len());
        let first = end.saturating_sub(most);
        Page { start: self.forgotten + first, lines: self.remembered.range(first..end).cloned().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::LogWhat;

    fn versions(lines: &[LogEntry]) -> Vec<u64> {
        lines.iter().map(|line| line.version).collect()
    }

    #[test]
    fn very_old_lines_are_forgotten() {
        let mut lines = Remembered::default();
        let all = REMEMBERED as u64 + 10;
        (1..=all).for_each(|version| lines.push(LogEntry { version, at: 0, what: LogWhat::Started }));
        assert_eq!(lines.count(), REMEMBERED + 10);
        assert_eq!(versions(&lines.since(0, usize::MAX)), (11..=all).collect::<Vec<_>>());
        assert_eq!(versions(&lines.since(all - 3, usize::MAX)), [all - 2, all - 1, all]);
        assert_eq!(versions(&lines.since(all - 3, 2)), [all - 1, all]);
        for (before, most, start, expected) in [
            (usize::MAX, 2, REMEMBERED + 8, vec![all - 1, all]),
            (20, 3, 17, vec![18, 19, 20]),
            (12, 5, 10, vec![11, 12]),
            (10, 5, 10, vec![]),
            (0, 5, 10, vec![]),
        ] {
            let page = lines.before(before, most);
            assert_eq!((page.start, versions(&page.lines)), (start, expected), "before {before}");
        }
    }
}
