//! `townhall perft`: counts legal move sequences.

use std::io::{Write, stdout};

use tabletop::{Record, RecordError, perft, record::RawRecord};

use crate::{
    cli,
    failure::Failure,
    files,
    games::{Playable, Visitor, visit_record},
};

/// Prints the number of legal move sequences from a position of a record.
pub(crate) fn run(args: &cli::Perft) -> Result<(), Failure> {
    let mut records = files::read_records(&args.file)?;
    let Some(index) = args.game.checked_sub(1).filter(|index| *index < records.len()) else {
        return Err(Failure::BadInput(format!(
            "{} has no game {}; it holds {}, counted from 1",
            args.file.display(),
            args.game,
            records.len()
        )));
    };
    let raw = records.swap_remove(index);
    let position = |raw| Count { raw, after: args.after, depth: args.depth };
    let count = visit_record(&args.file, raw, position)?.map_err(files::bad_record(&args.file))?;
    let count = count.map_err(|moves| {
        Failure::BadInput(format!("game {} has {moves} moves, fewer than {}", args.game, args.after))
    })?;
    writeln!(stdout(), "{count}")?;
    Ok(())
}

struct Count {
    raw: RawRecord,
    after: usize,
    depth: u32,
}

impl Visitor for Count {
    /// The count; or, if there is no such position, how many moves the game has.
    type Output = Result<Result<u64, usize>, RecordError>;

    fn visit<G: Playable>(self) -> Self::Output {
        let record = Record::<G>::read(self.raw)?;
        let moves = record.moves().count();
        if self.after > moves {
            return Ok(Err(moves));
        }
        Ok(Ok(perft::<G>(&record.state_after(self.after)?, self.depth)))
    }
}
