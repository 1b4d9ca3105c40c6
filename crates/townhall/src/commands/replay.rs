//! `townhall replay`: checks records.

use std::io::{Write, stdout};

use tabletop::{Record, RecordError, record::RawRecord};

use crate::{
    cli,
    failure::Failure,
    files,
    games::{Playable, Visitor, visit_record},
};

/// Prints the result of each game, or says which is wrong and where.
pub(crate) fn run(args: &cli::Replay) -> Result<(), Failure> {
    for raw in files::read_records(&args.file)? {
        let check = |raw| Check { raw, unfinished: args.unfinished };
        let line = visit_record(&args.file, raw, check)?.map_err(files::bad_record(&args.file))?;
        writeln!(stdout(), "{line}")?;
    }
    Ok(())
}

struct Check {
    raw: RawRecord,
    unfinished: bool,
}

impl Visitor for Check {
    type Output = Result<serde_json::Value, RecordError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let record = Record::<G>::read(self.raw)?;
        let outcome = match self.unfinished {
            true => record.replay_unfinished()?.1,
            false => Some(record.replay()?),
        };
        Ok(match outcome {
            Some(outcome) => serde_json::to_value(outcome).expect("an outcome is JSON with text keys"),
            None => serde_json::json!({ "unfinished": { "moves": record.moves().count() } }),
        })
    }
}
