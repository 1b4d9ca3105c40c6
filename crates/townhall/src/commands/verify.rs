//! `townhall verify`: checks that a deal was fair.

use std::io::{Write, stdout};

use tabletop::{Record, RecordError, record::RawRecord};

use crate::{
    cli,
    failure::Failure,
    files,
    games::{Playable, Visitor, visit_record},
};

/// Checks the deal and the moves of each game, and prints the result; stops with an error at the first that is wrong.
pub(crate) fn run(args: &cli::Verify) -> Result<(), Failure> {
    for raw in files::read_records(&args.file)? {
        let (game, number) = (raw.game().to_owned(), raw.index() + 1);
        let moves = visit_record(&args.file, raw, Check)?.map_err(files::bad_record(&args.file))?;
        writeln!(
            stdout(),
            "game {number}: {game}: the seed has the commitment shown before play and deals this setup; \
             {moves} moves and the result are right"
        )?;
    }
    Ok(())
}

struct Check(RawRecord);

impl Visitor for Check {
    type Output = Result<usize, RecordError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let record = Record::<G>::read(self.0)?;
        record.verify_deal()?;
        record.replay()?;
        Ok(record.moves().count())
    }
}
