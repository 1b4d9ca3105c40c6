//! `townhall score`: the points of a real table.

use std::io::{BufRead, Write, stdin, stdout};

use crate::{
    cli,
    failure::Failure,
    games::{Playable, Visitor, visit},
};

/// Prints the scores of the table named, or of the tables on standard input, which `-` names as in other commands.
pub(crate) fn run(args: &cli::Score) -> Result<(), Failure> {
    let score = |words: &[&str]| visit(&args.game, Score { words, variant: args.variant.as_deref() });
    if !args.table.is_empty() && args.table != ["-"] {
        let words: Vec<&str> = args.table.iter().map(String::as_str).collect();
        return print(&score(&words)??);
    }
    for (line, number) in stdin().lock().lines().zip(1..) {
        let line = line.map_err(|error| Failure::BadInput(format!("line {number}: {error}")))?;
        let words: Vec<&str> = line.trim_start_matches('\u{feff}').split_whitespace().collect();
        if !words.is_empty() {
            let scores = score(&words)?.map_err(|error| Failure::BadInput(format!("line {number}, {error}")));
            print(&scores?)?;
        }
    }
    Ok(())
}

fn print(scores: &serde_json::Value) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{scores}")?)
}

struct Score<'a> {
    words: &'a [&'a str],
    variant: Option<&'a str>,
}

impl Visitor for Score<'_> {
    type Output = Result<serde_json::Value, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        G::score_table(self.words, self.variant)
    }
}
