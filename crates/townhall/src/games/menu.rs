//! Numbered choices that lead to a move.

use std::fmt::Write as _;

/// One question with numbered answers.
pub(crate) struct Menu<M> {
    /// The text of the question, one sentence.
    pub(crate) question: String,
    /// The answers, in the order in which they are listed.
    pub(crate) items: Vec<Item<M>>,
}

pub(crate) struct Item<M> {
    /// The number that is typed to give this answer.
    pub(crate) number: usize,
    /// The text of the answer.
    pub(crate) label: String,
    pub(crate) then: Then<M>,
}

/// Where an answer leads.
pub(crate) enum Then<M> {
    Move(M),
    Menu(Menu<M>),
}

/// Why typed numbers don't lead to a move.
pub(crate) enum Lost {
    /// This number is not among the answers.
    NoSuchNumber(usize),
    /// A move was reached before all numbers were used.
    TooMany,
}

impl<M> Menu<M> {
    /// A menu whose answers are numbered from 1.
    pub(crate) fn new(
        question: impl Into<String>,
        items: impl IntoIterator<Item = (String, Then<M>)>,
    ) -> Self {
        let items = items.into_iter().zip(1..);
        Self {
            question: question.into(),
            items: items.map(|((label, then), number)| Item { number, label, then }).collect(),
        }
    }

    /// Follows numbers from question to question.
    pub(crate) fn follow(&self, numbers: &[usize]) -> Result<Reached<'_, M>, Lost> {
        let mut menu = self;
        for (index, &number) in numbers.iter().enumerate() {
            let item = menu.items.iter().find(|item| item.number == number);
            match &item.ok_or(Lost::NoSuchNumber(number))?.then {
                Then::Menu(next) => menu = next,
                Then::Move(mv) if index + 1 == numbers.len() => return Ok(Reached::Move(mv)),
                Then::Move(_) => return Err(Lost::TooMany),
            }
        }
        Ok(Reached::Menu(menu))
    }

    /// The question and its answers, in as many columns as fit.
    pub(crate) fn draw(&self, width: usize) -> String {
        let labels: Vec<String> =
            self.items.iter().map(|item| format!("{:>2} {}", item.number, item.label)).collect();
        let widest = labels.iter().map(|label| visible_width(label)).max().unwrap_or(0) + 2;
        let columns = (width / widest).max(1);
        let rows = labels.len().div_ceil(columns);
        let mut text = format!("{}\n", self.question);
        for row in 0..rows {
            let mut line = String::new();
            for label in labels.iter().skip(row).step_by(rows) {
                let pad = widest - visible_width(label);
                let _ = write!(line, "{label}{:pad$}", "");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

pub(crate) enum Reached<'a, M> {
    Move(&'a M),
    Menu(&'a Menu<M>),
}

/// How many columns a text takes, its ANSI codes not counted.
pub(crate) fn visible_width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}
